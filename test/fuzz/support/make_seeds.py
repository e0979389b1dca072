"""make_seeds.py FOLDER: writes archives to begin the search from, good and bad, into FOLDER/archive."""
import io
import pathlib
import sys
import tarfile
import zipfile

folder = pathlib.Path(sys.argv[1]) / 'archive'
folder.mkdir(parents=True, exist_ok=True)
files = {'package.json': b'{"name": "a", "version": "1.0.0"}\n', 'index.js': b'module.exports = 1\n' * 20}


class Pipe(io.BytesIO):
    """Cannot go back, so that a writer puts sizes after the bytes, in data descriptors."""

    def seek(self, *_):
        raise io.UnsupportedOperation

    tell = seek


def zipped(name, method, entries, unseekable=False):
    out = Pipe() if unseekable else io.BytesIO()
    with zipfile.ZipFile(out, 'w', method) as archive:
        for path, data in entries.items():
            archive.writestr(zipfile.ZipInfo(path), data, method)
    (folder / name).write_bytes(out.getvalue())
    return out.getvalue()


def tarred(name, entries):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w:gz') as archive:
        for path, data in entries.items():
            info = tarfile.TarInfo('package/' + path)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    (folder / name).write_bytes(out.getvalue())
    return out.getvalue()


stored = zipped('stored.zip', zipfile.ZIP_STORED, files)
zipped('deflated.zip', zipfile.ZIP_DEFLATED, files)
zipped('streamed.zip', zipfile.ZIP_DEFLATED, files, unseekable=True)
zipped('traversal.zip', zipfile.ZIP_STORED, {'../up.js': b'1'})
zipped('bomb.zip', zipfile.ZIP_DEFLATED, {'zeros': bytes(1 << 20)})
zipped('empty.zip', zipfile.ZIP_STORED, {})
(folder / 'half.zip').write_bytes(stored[:len(stored) // 2])
(folder / 'prefix.zip').write_bytes(b'#!/bin/sh\n' + stored)
packed = tarred('packed.tgz', files)
tarred('long.tgz', {'d/' * 60 + 'index.js': b'1'})
(folder / 'half.tgz').write_bytes(packed[:len(packed) // 2])
