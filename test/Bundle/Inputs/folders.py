"""Makes below a folder what split-file cannot: links, pipes, strange names, large and many files."""
import os
import sys

root = os.fsencode(sys.argv[1])


def write(path, text=b'exports.a = 1;\n'):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as out:
        out.write(text)


def bundle(name):
    # what is published is named, as a name that no code can write is refused only there
    write(os.path.join(name, b'package.json'), b'{"name": "' + name + b'", "version": "1.0.0", "files": ["**"]}')
    write(os.path.join(name, b'index.js'), b"try { require('./large'); } catch {}\n")


if os.path.exists(os.path.join(root, b'linked')):
    os.symlink(b'../secret.js', os.path.join(root, b'linked/secret.js'))
    os.symlink(b'..', os.path.join(root, b'linked/above'))
    os.mkfifo(os.path.join(root, b'special/pipe.js'))
else:
    for name in (b'names', b'cases', b'deep', b'many', b'large'):
        bundle(name)
    for name in (b'a\x1b[31m.js', 'a\u202esj.js'.encode(), b'b\\c.js', b'caf\xe9.js'):
        write(os.path.join(b'names', name))
    write('cases/lib/grö\u00dfe.js'.encode())
    write('cases/lib/GRÖ\u1e9eE.js'.encode())
    write(b'deep/' + b'd/' * 32 + b'a.js')
    for number in range(10001):
        write(b'many/f%d' % number, b'')
    write(b'large/large.js', b'')
    os.truncate(os.path.join(root, b'large/large.js'), (64 << 20) + 1)
