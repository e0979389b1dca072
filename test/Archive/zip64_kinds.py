"""Zip archives with zip64 fields and records, plain and hostile: KINDS, each a function that gives the bytes."""
import io
import struct
import zipfile

from archive_kinds import INDEX, MANIFEST, table
from zip_kinds import Entry, Unseekable, deflate, descriptor, plain, with_entry, zip_of

KINDS, kind = table()
ELSEWHERE = 0xFFFFFFFF
SIZE, PACKED = len(INDEX), len(deflate(INDEX))
OFFSET = len(zip_of(*plain())[:zip_of(*plain()).find(b"PK\x01\x02")])


def field(*numbers):
    return struct.pack("<HH%dQ" % len(numbers), 1, 8 * len(numbers), *numbers)


def big(central=(SIZE, PACKED), local=(SIZE, PACKED), **lies):
    """An entry `a.js` all of whose sizes are in zip64 fields, as given."""
    fields = dict(packed=ELSEWHERE, size=ELSEWHERE, central_extra=field(*central), local_extra=field(*local))
    return with_entry("a.js", INDEX, **{**fields, **lies})


def ended(end=None, **lies):
    """A plain archive with zip64 records at its end, as given."""
    return zip_of(
        *plain(), end=dict(count=0xFFFF, size=ELSEWHERE, offset=ELSEWHERE) if end is None else end, zip64=lies
    )


def streamed(after, flags=0x808, **lies):
    fields = dict(flags=flags, local_crc=0, local_packed=ELSEWHERE, local_size=ELSEWHERE, local_extra=field(0, 0))
    return with_entry("a.js", INDEX, after=after, **{**fields, **lies})


def descriptor64(size=SIZE, signature=b"PK\x07\x08"):
    return signature + descriptor(INDEX, signature=b"")[:4] + struct.pack("<QQ", PACKED, size)


def written_by_zipfile(buffer):
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in ("package.json", MANIFEST), ("index.js", INDEX):
            with z.open(name, "w", force_zip64=True) as entry:
                entry.write(data)
    return buffer.getvalue()


# Plain archives, which must be read.

@kind
def plain_zip64_zipfile():
    return written_by_zipfile(io.BytesIO())


@kind
def plain_zip64_zipfile_streamed():
    return written_by_zipfile(Unseekable())


KINDS["plain-zip64-sizes"] = lambda: big()
KINDS["plain-zip64-offset"] = lambda: big(central=(SIZE, PACKED, OFFSET), central_offset=ELSEWHERE)
KINDS["plain-zip64-size-alone"] = lambda: big(central=(SIZE,), central_packed=PACKED)
KINDS["plain-zip64-end"] = lambda: ended()
KINDS["plain-zip64-end-twice"] = lambda: ended(end={})
KINDS["plain-zip64-comment"] = lambda: zip_of(*plain(), end=dict(offset=ELSEWHERE), zip64={}, comment=b"who we are")
KINDS["plain-zip64-streamed"] = lambda: streamed(descriptor64())
KINDS["plain-zip64-streamed-unsigned"] = lambda: streamed(descriptor64(signature=b""))
KINDS["plain-zip64-streamed-centrally"] = lambda: streamed(
    descriptor64(), local_packed=0, local_size=0, local_extra=b"", central_packed=ELSEWHERE, central_size=ELSEWHERE,
    central_extra=field(SIZE, PACKED))


# Fields.

KINDS["zip64-field"] = lambda: with_entry("a.js", INDEX, extra=field(SIZE, PACKED))
KINDS["zip64-field-missing"] = lambda: big(central_extra=b"")
KINDS["zip64-field-short"] = lambda: big(central=(SIZE,))
KINDS["zip64-field-long"] = lambda: big(central=(SIZE, PACKED, OFFSET))
KINDS["zip64-field-twice"] = lambda: big(central_extra=field(SIZE, PACKED) + field(1, PACKED))
KINDS["zip64-local-missing"] = lambda: big(local_extra=b"")
KINDS["zip64-local-short"] = lambda: big(local=(SIZE,))
KINDS["zip64-local-twice"] = lambda: big(local_size=1)
KINDS["zip64-local-size"] = lambda: big(local=(1, PACKED))
KINDS["zip64-local-packed"] = lambda: big(local=(SIZE, 1))
KINDS["zip64-size"] = lambda: big(central=(SIZE + 1, PACKED), local=(SIZE + 1, PACKED))
KINDS["zip64-huge-size"] = lambda: big(central=(2**64 - 1, PACKED))
KINDS["zip64-huge-packed"] = lambda: big(central=(SIZE, 2**64 - 1))
KINDS["zip64-huge-offset"] = lambda: big(central=(SIZE, PACKED, 2**64 - 10), central_offset=ELSEWHERE)
KINDS["zip64-wrapped-size"] = lambda: big(central=(SIZE + 2**32, PACKED))
KINDS["zip64-wrapped-offset"] = lambda: big(central=(SIZE, PACKED, OFFSET + 2**32), central_offset=ELSEWHERE)
KINDS["zip64-same-offset"] = lambda: big(central=(SIZE, PACKED, 0), central_offset=ELSEWHERE)
KINDS["zip64-descriptor-missing"] = lambda: streamed(b"")
KINDS["zip64-descriptor-short"] = lambda: streamed(descriptor(INDEX))
KINDS["zip64-descriptor-lies"] = lambda: streamed(descriptor64(size=SIZE + 2**32))
KINDS["zip64-descriptor-of-none"] = lambda: streamed(descriptor64(), local_packed=0, local_size=0, local_extra=b"")


# Records at the end.

KINDS["zip64-end"] = lambda: zip_of(*plain(), end=dict(size=ELSEWHERE))
KINDS["zip64-locator"] = lambda: zip_of(*plain(), central_after=struct.pack("<IIQI", 0x07064B50, 0, 0, 1))
KINDS["zip64-locator-alone"] = lambda: struct.pack("<IIQI", 0x07064B50, 0, 0, 1) + zip_of()
KINDS["zip64-record-elsewhere"] = lambda: ended(place=0)
KINDS["zip64-record-long"] = lambda: ended(length=52, more=bytes(8))
KINDS["zip64-record-hides"] = lambda: ended(more=b"hidden")
KINDS["zip64-split"] = lambda: ended(disks=2)
KINDS["zip64-split-record"] = lambda: ended(disk=1)
KINDS["zip64-two-counts"] = lambda: ended(here=1)
KINDS["zip64-end-lies"] = lambda: ended(end=dict(offset=ELSEWHERE), count=1)
KINDS["zip64-count-wrapped"] = lambda: ended(count=2**32 + 2, here=2**32 + 2)
KINDS["zip64-count-too-large"] = lambda: ended(count=3, here=3)
KINDS["zip64-central-wrapped"] = lambda: ended(offset=2**64 - 10, size=20)
KINDS["zip64-central-too-large"] = lambda: ended(size=2**64 - 1)
KINDS["zip64-prefix"] = lambda: b"#!/bin/sh\n" + ended()
KINDS["zip64-gap"] = lambda: zip_of(*plain(), end=dict(offset=ELSEWHERE), zip64={}, central_after=b"hidden")
