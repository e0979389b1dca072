"""The canonical zip of include/agentc/Archive/ZipWriter.h, written a second time."""
import struct
import zlib


def canonical(files):
    body, directory = b'', b''
    for name, data in sorted((name.encode(), data) for name, data in files.items()):
        fields = struct.pack(
            '<HHHHHIIIHH', 20, 0x0800, 0, 0, 0x21, zlib.crc32(data), len(data), len(data), len(name), 0
        )
        directory += b'PK\1\2' + struct.pack('<H', 0x0314) + fields
        directory += struct.pack('<HHHII', 0, 0, 0, 0x81A40000, len(body)) + name
        body += b'PK\3\4' + fields + name + data
    count = len(files)
    return body + directory + b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, count, count, len(directory), len(body), 0)
