"""many-files.py OUT.tgz COUNT: a bundle with COUNT empty text files."""
import io
import sys
import tarfile

with tarfile.open(sys.argv[1], 'w:gz') as archive:
    for name, text in [('package.json', '{"name": "many", "version": "1.0.0", "main": "index.js"}'),
                       ('index.js', 'module.exports = async function handler(input) { return input; };\n'),
                       *((f'data/{number}.txt', '') for number in range(int(sys.argv[2])))]:
        info = tarfile.TarInfo('package/' + name)
        info.size = len(text)
        archive.addfile(info, io.BytesIO(text.encode()))
