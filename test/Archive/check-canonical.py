"""check-canonical.py ZIP: builds the canonical zip of an archive's contents anew, after the table in
include/agentc/Archive/ZipWriter.h and without agentc, and compares the bytes."""
import struct
import sys
import zipfile
import zlib


def canonical(files):
    out, central = b"", b""
    for name, data in sorted(files.items()):
        shared = struct.pack("<HHHHHIIIHH", 20, 0x800, 0, 0, 0x21, zlib.crc32(data), len(data), len(data), len(name), 0)
        central += b"PK\x01\x02" + struct.pack("<H", 0x314) + shared
        central += struct.pack("<HHHII", 0, 0, 0, 0x81A40000, len(out)) + name
        out += b"PK\x03\x04" + shared + name + data
    end = struct.pack("<HHHHIIH", 0, 0, len(files), len(files), len(central), len(out), 0)
    return out + central + b"PK\x05\x06" + end


def main():
    with zipfile.ZipFile(sys.argv[1]) as archive:
        files = {info.filename.encode(): archive.read(info) for info in archive.infolist()}
    with open(sys.argv[1], "rb") as file:
        written = file.read()
    wanted = canonical(files)
    if written != wanted:
        at = next((i for i, (a, b) in enumerate(zip(written, wanted)) if a != b), min(len(written), len(wanted)))
        sys.exit(f"not canonical from byte {at}")
    print(f"canonical, {len(files)} files")


main()
