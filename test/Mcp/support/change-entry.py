"""change-entry.py ARCHIVE NAME RESULT: writes a zip like ARCHIVE, with a byte more in the entry NAME."""
import sys
import zipfile

source, name, target = sys.argv[1:]
with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, 'w') as new:
    for entry in old.infolist():
        new.writestr(entry, old.read(entry) + (b'\n' if entry.filename == name else b''))
