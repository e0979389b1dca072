"""as-other-user.py BUNDLE KEY.pem OUT AGENTC: packages and signs a bundle as another user, where this one may become
another, in a folder of that user's, with the files made in the opposite order."""
import os
import shutil
import subprocess
import sys
import tempfile

bundle, key, out, agentc = sys.argv[1:]
other = 65534 if os.geteuid() == 0 else os.geteuid()
with tempfile.TemporaryDirectory(dir='/tmp') as folder:
    os.chmod(folder, 0o755)
    for root, folders, files in sorted(os.walk(bundle), reverse=True):
        target = os.path.join(folder, 'b', os.path.relpath(root, bundle))
        os.makedirs(target, exist_ok=True)
        for name in sorted(files, reverse=True):
            shutil.copyfile(os.path.join(root, name), os.path.join(target, name))
    shutil.copyfile(key, os.path.join(folder, 'k.pem'))
    shutil.copyfile(agentc, os.path.join(folder, 'agentc'))
    os.chmod(os.path.join(folder, 'agentc'), 0o755)
    for root, folders, files in os.walk(folder):
        for name in [root, *(os.path.join(root, file) for file in files)]:
            os.chown(name, other, -1)
    subprocess.run([os.path.join(folder, 'agentc'), 'package', '--no-load-test', '--sign', 'k.pem', 'b', '-o', 'p.zip'],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL, user=other if os.geteuid() == 0 else None)
    shutil.copyfile(os.path.join(folder, 'p.zip'), out)
