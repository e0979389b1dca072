"""Makes archives, plain and hostile, of the kinds that zip_kinds.py, zip64_kinds.py and tar_kinds.py define.

make-archive.py KIND OUT               makes one
make-archive.py --into FOLDER KIND...  makes FOLDER/KIND.zip or .tgz of each kind, and prints their paths
make-archive.py --list                 prints the kinds
"""
import pathlib
import sys

import tar_kinds
import zip64_kinds
import zip_kinds

KINDS = {**zip_kinds.KINDS, **zip64_kinds.KINDS, **tar_kinds.KINDS}


def make(name, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(KINDS[name]())


def main():
    what, *rest = sys.argv[1:]
    if what == "--list":
        print("\n".join(KINDS))
    elif what == "--into":
        for name in rest[1:]:
            path = pathlib.Path(rest[0], name + (".tgz" if name in tar_kinds.KINDS else ".zip"))
            make(name, path)
            print(path)
    else:
        make(what, pathlib.Path(rest[0]))


if __name__ == "__main__":
    main()
