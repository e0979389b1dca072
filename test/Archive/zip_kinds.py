"""Zip archives, plain and hostile: KINDS, each a function that gives the bytes."""
import io
import struct
import zipfile
import zlib

from archive_kinds import INDEX, MANIFEST, table

KINDS, kind = table()


class Entry:
    """A zip entry; every field of both headers can be made to lie."""

    def __init__(self, name, data=b"", *, method=8, **lies):
        self.name = name if isinstance(name, bytes) else name.encode()
        self.packed = data if method == 0 else deflate(data)
        truth = dict(need=20, flags=0x800, method=method, crc=zlib.crc32(data), packed=len(self.packed),
                     size=len(data), name=self.name, extra=b"")
        self.local = dict(truth)
        self.central = dict(truth, attributes=0o100644 << 16, comment=b"", disk=0, offset=None)
        self.after = lies.pop("after", b"")
        self.packed = lies.pop("bytes", self.packed)
        for key, value in lies.items():
            side, _, field = key.partition("_")
            for header in {"local": [self.local], "central": [self.central]}.get(side, [self.local, self.central]):
                header[field or key] = value


def deflate(data):
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return compressor.compress(data) + compressor.flush()


def zip_of(*entries, before=b"", between=b"", after=b"", comment=b"", count=None, central_after=b"", end=None,
           zip64=None):
    out, central = bytearray(before), bytearray()
    for e in entries:
        f, c = e.local, e.central
        offset = len(out) if c["offset"] is None else c["offset"]
        out += struct.pack("<IHHHIIIIHH", 0x04034B50, f["need"], f["flags"], f["method"], 0x210000, f["crc"],
                           f["packed"], f["size"], len(f["name"]), len(f["extra"]))
        out += f["name"] + f["extra"] + e.packed + e.after
        central += struct.pack("<IHHHHIIIIHHHHHII", 0x02014B50, 0x314, c["need"], c["flags"], c["method"], 0x210000,
                               c["crc"], c["packed"], c["size"], len(c["name"]), len(c["extra"]),
                               len(c["comment"]), c["disk"], 0, c["attributes"], offset)
        central += c["name"] + c["extra"] + c["comment"]
    out += between
    fields = dict(disk=0, count=len(entries) if count is None else count, size=len(central), offset=len(out))
    records = b"" if zip64 is None else zip64_records({**fields, "place": len(out) + len(central), **zip64})
    fields.update(end or {})
    out += central + central_after + records
    out += struct.pack("<IHHHHIIH", 0x06054B50, fields["disk"], 0, fields["count"], fields["count"], fields["size"],
                       fields["offset"], len(comment)) + comment + after
    return bytes(out)


def zip64_records(fields):
    f = {**dict(length=44, here=fields["count"], disks=1, more=b""), **fields}
    record = struct.pack(
        "<IQHHIIQQQQ", 0x06064B50, f["length"], 0x32D, 45, f["disk"], 0, f["here"], f["count"], f["size"], f["offset"]
    )
    return record + f["more"] + struct.pack("<IIQI", 0x07064B50, 0, f["place"], f["disks"])


def plain():
    return [Entry("package.json", MANIFEST), Entry("index.js", INDEX)]


def with_entry(*args, **lies):
    return zip_of(*plain(), Entry(*args, **lies))


def descriptor(data, packed=None, signature=b"PK\x07\x08", crc=None):
    packed = len(deflate(data)) if packed is None else packed
    return signature + struct.pack("<III", zlib.crc32(data) if crc is None else crc, packed, len(data))


def streamed(data=INDEX, after=None, **lies):
    fields = dict(flags=0x808, local_crc=0, local_packed=0, local_size=0,
                  after=descriptor(data) if after is None else after)
    return with_entry("lib.js", data, **{**fields, **lies})


# Plain archives, which must be read.

@kind
def plain_zip():
    return zip_of(*plain())


@kind
def plain_zipfile():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("package.json", MANIFEST)
        z.writestr("index.js", INDEX)
        z.writestr("lib/", "")
        z.writestr("lib/a.js", INDEX)
        z.writestr("lib/größe.js", INDEX)
    return buffer.getvalue()


class Unseekable(io.BytesIO):
    def seekable(self):
        return False

    def seek(self, *_):
        raise OSError("a pipe")

    def tell(self):
        raise OSError("a pipe")


@kind
def plain_zipfile_streamed():
    buffer = Unseekable()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("package.json", MANIFEST)
        z.writestr("index.js", INDEX)
    return buffer.getvalue()


@kind
def plain_descriptor_unsigned():
    return streamed(after=descriptor(INDEX, signature=b""))


@kind
def plain_unicode_path_field():
    name = "größe.js".encode()
    field = b"\x01" + struct.pack("<I", zlib.crc32(name)) + name
    return with_entry(name, INDEX, extra=struct.pack("<HH", 0x7075, len(field)) + field)


@kind
def plain_decomposed_names():
    return zip_of(*plain(), Entry("lib/gro\u0308ße.js", INDEX), Entry("e\u0301", INDEX),
                  Entry("lib/u\u0308.js", INDEX, flags=0))


@kind
def plain_small_ratio():
    return with_entry("zeros.txt", b"0" * 1000000)


@kind
def plain_other_order():
    entries = plain()
    first = zip_of(*entries)
    end = first.rfind(b"PK\x05\x06")
    start = struct.unpack("<I", first[end + 16:end + 20])[0]
    middle = start + 46 + len("package.json")
    return first[:start] + first[middle:end] + first[start:middle] + first[end:]


# Zip: where things stand.

@kind
def cut_in_half():
    whole = zip_of(*plain())
    return whole[:len(whole) // 2]


@kind
def cut_end_record():
    return zip_of(*plain())[:-3]


@kind
def cut_with_zip_inside():
    inner = zip_of(*plain())
    whole = with_entry("inner.zip", inner, method=0)
    return whole[:whole.find(inner) + len(inner) + 10]


@kind
def prefix_junk():
    return b"#!/bin/sh\n" + zip_of(*plain())


@kind
def prefix_junk_adjusted():
    return zip_of(*plain(), before=b"#!/bin/sh\n")


@kind
def suffix_junk():
    return zip_of(*plain(), after=b"junk")


@kind
def comment():
    return zip_of(*plain(), comment=b"hello\x1b[2J")


@kind
def comment_long():
    return zip_of(*plain(), comment=b"a" * 1025)


@kind
def plain_comment():
    return zip_of(Entry("package.json", MANIFEST, comment=b"who we are"), Entry("index.js", INDEX), comment=b"a" * 40)


@kind
def comment_holds_end_record():
    return zip_of(*plain(), comment=zip_of())


@kind
def entry_comment():
    return with_entry("a.js", INDEX, comment=b"hidden\0")


@kind
def gap_between_entries():
    return zip_of(Entry("package.json", MANIFEST, after=b"hidden"), Entry("index.js", INDEX))


@kind
def gap_unlisted_entry():
    return zip_of(*plain(), between=zip_of(Entry("hidden.js", INDEX))[:60])


@kind
def gap_after_central_directory():
    return zip_of(*plain(), central_after=b"PK\x06\x08gap")


@kind
def overlap_same_entry():
    return with_entry("copy.js", INDEX, central_offset=0)


@kind
def overlap_quoted():
    inner = zip_of(Entry("b.js", INDEX))
    outer = Entry("a.js", inner, method=0)
    inside = Entry("b.js", INDEX, central_offset=30 + len("a.js"), bytes=b"")
    return zip_of(outer, inside)


@kind
def overlap_central_directory():
    return zip_of(Entry("a.js", b"x" * 10, method=0, packed=200, size=200))


@kind
def offset_outside():
    return with_entry("a.js", INDEX, central_offset=0x7FFFFFFF)


@kind
def end_record_lies():
    return zip_of(*plain(), end=dict(offset=0x7FFFFFFF))


@kind
def count_too_small():
    return zip_of(*plain(), count=1)


@kind
def count_too_large():
    return zip_of(*plain(), count=3)


@kind
def split_archive():
    return zip_of(*plain(), end=dict(disk=1))


# Zip: one story or two.

@kind
def other_local_name():
    return with_entry("good.js", INDEX, local_name=b"evil.js")


@kind
def other_local_size():
    return with_entry("a.js", INDEX, local_size=1)


@kind
def other_local_crc():
    return with_entry("a.js", INDEX, local_crc=1)


@kind
def other_local_method():
    return with_entry("a.js", INDEX, local_method=0)


@kind
def other_local_flags():
    return with_entry("a.js", INDEX, local_flags=0)


@kind
def no_local_header():
    return zip_of(Entry("package.json", MANIFEST)).replace(b"PK\x03\x04", b"PK\x03\x05").replace(
        b"PK\x03\x05", b"PK\x03\x06")


@kind
def second_name():
    field = b"\x01" + struct.pack("<I", zlib.crc32(b"a.js")) + b"evil.js"
    return with_entry("a.js", INDEX, extra=struct.pack("<HH", 0x7075, len(field)) + field)


@kind
def second_mode():
    return with_entry("a.js", INDEX, extra=struct.pack("<HH", 0x756E, 14) + bytes(14))


@kind
def damaged_extra():
    return with_entry("a.js", INDEX, extra=b"UT\xff\x00")


@kind
def descriptor_missing():
    return streamed(after=b"")


@kind
def descriptor_lies():
    return streamed(after=descriptor(INDEX, crc=7))


# Zip: names.

def named(name, function_name, *more):
    KINDS[function_name] = lambda: zip_of(*plain(), Entry(name, INDEX), *(Entry(n, INDEX) for n in more))


named("../evil.js", "traversal")
named("lib/../../evil.js", "traversal-inside")
named("/etc/passwd", "absolute")
named("C:/evil.js", "drive-letter")
named("lib\\evil.js", "backslash")
named(b"caf\xe9.js", "name-latin1")
named(b"a\xc0\xaf.js", "name-overlong")
named("a\x1b[31m.js", "control-character")
named("a\0.js", "name-nul")
named("a\u202esj.js", "direction-override")
named("", "name-empty")
named("lib//a.js", "name-empty-part")
named("./a.js", "name-dot-part")
named("a.js", "duplicate", "a.js")
named("a.js", "case-collision", "A.js")
named("ärger.js", "case-collision-unicode", "ÄRGER.js")
named("lib/a.js", "case-collision-folder", "Lib/b.js")
named("\u00e9.js", "composition-collision", "e\u0301.js")
named("\u00e9/a.js", "composition-collision-folder", "E\u0301/b.js")
named("lib", "file-and-folder", "lib/a.js")
named("/".join("d" * 40) + "/a.js", "deep-path")
named("p" * 5000, "long-path")


# Zip: kinds of entries.

@kind
def symlink():
    return with_entry("link", b"/etc/passwd", attributes=0o120777 << 16)


@kind
def device():
    return with_entry("null", attributes=0o020666 << 16)


@kind
def folder_with_contents():
    return with_entry("lib/", INDEX, attributes=0o40755 << 16)


@kind
def folder_hides_data():
    return with_entry("lib/", attributes=0o40755 << 16, bytes=deflate(b"") + b"hidden", packed=8)


@kind
def second_attributes():
    return with_entry("a.js", INDEX, extra=struct.pack("<HHBI", 0x6C78, 5, 4, 0o120777 << 16))


@kind
def damaged_time_field():
    return with_entry("a.js", INDEX, extra=struct.pack("<HH", 0x5455, 0))


@kind
def deflated_to_nothing_at_all():
    return with_entry("a.js", bytes=b"", packed=0)


@kind
def folder_mode_without_slash():
    return with_entry("lib", attributes=0o040755 << 16)


@kind
def encrypted():
    return with_entry("a.js", INDEX, flags=0x801)


@kind
def encrypted_aes():
    return with_entry("a.js", INDEX, extra=struct.pack("<HH", 0x9901, 7) + bytes(7))


@kind
def method_bzip2():
    return with_entry("a.js", INDEX, method=12)


@kind
def unknown_flag():
    return with_entry("a.js", INDEX, flags=0x820)


# Zip: contents and limits.

@kind
def wrong_crc():
    return with_entry("a.js", INDEX, crc=1)


@kind
def size_too_small():
    return with_entry("a.js", INDEX, size=len(INDEX) - 1)


@kind
def size_too_large():
    return with_entry("a.js", INDEX, size=len(INDEX) + 1)


@kind
def stored_two_sizes():
    return with_entry("a.js", INDEX, method=0, size=1)


@kind
def damaged_data():
    return with_entry("a.js", INDEX, bytes=b"\x07" * len(deflate(INDEX)))


@kind
def cut_data():
    return with_entry("a.js", INDEX, bytes=deflate(INDEX)[:-5], packed=len(deflate(INDEX)) - 5)


@kind
def bytes_after_deflate_end():
    data = deflate(INDEX) + b"hidden"
    return with_entry("a.js", INDEX, bytes=data, packed=len(data))


@kind
def bomb():
    return with_entry("zeros.txt", bytes(20 << 20))


@kind
def bomb_of_many():
    zeros = bytes(1 << 20)
    return zip_of(*(Entry("%d.txt" % i, zeros) for i in range(240)))


@kind
def bomb_understated():
    return with_entry("zeros.txt", bytes(20 << 20), size=1000)


@kind
def too_large_file():
    return with_entry("a.txt", INDEX, size=65 << 20)


@kind
def too_large_in_all():
    return zip_of(*(Entry("%d.txt" % i, INDEX, method=0, size=60 << 20, packed=60 << 20) for i in range(5)))


@kind
def too_many_entries():
    return zip_of(*(Entry("%d.js" % i, method=0) for i in range(10001)))
