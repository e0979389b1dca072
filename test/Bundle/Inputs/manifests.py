"""Makes a bundle of each line of DIR/manifests.txt (`name fields…`, or `name -file fields…` to leave a file out) and DIR/files."""
import os
import shutil
import sys

root = sys.argv[1]
with open(os.path.join(root, 'manifests.txt')) as lines:
    for line in lines:
        name, _, fields = line.strip().partition(' ')
        folder = os.path.join(root, name)
        shutil.copytree(os.path.join(root, 'files'), folder)
        if fields.startswith('-'):
            left_out, _, fields = fields[1:].partition(' ')
            os.remove(os.path.join(folder, left_out))
        with open(os.path.join(folder, 'package.json'), 'w') as out:
            out.write('{"name": "agent", "version": "1.0.0"%s}\n' % (fields and ', ' + fields))
