"""Gzipped tar archives, plain and hostile: KINDS, each a function that gives the bytes."""
import gzip
import io
import tarfile

from archive_kinds import INDEX, MANIFEST, table

KINDS, kind = table()


def tar_of(*members, form=tarfile.USTAR_FORMAT, top="package/"):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as t:
        for name, data, *changes in [("package.json", MANIFEST), ("index.js", INDEX), *members]:
            info = tarfile.TarInfo(top + name)
            info.size = len(data)
            for key, value in (changes[0] if changes else {}).items():
                setattr(info, key, value)
            t.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def tgz(tar):
    return gzip.compress(tar, mtime=0)


def tar_kind(name, *args, **options):
    KINDS[name] = lambda: tgz(tar_of(*args, **options))


LONG = "long/" + "n" * 150 + ".js"
tar_kind("plain-tgz")
tar_kind("plain-tgz-pax", (LONG, INDEX), ("größe.js", INDEX), form=tarfile.PAX_FORMAT)
tar_kind("plain-tgz-gnu", (LONG, INDEX), ("lib", b"", {"type": b"5"}), form=tarfile.GNU_FORMAT)
tar_kind("plain-tgz-dot", top="./")
tar_kind("plain-tgz-decomposed", ("gro\u0308ße.js", INDEX), form=tarfile.PAX_FORMAT)
tar_kind("tar-symlink", ("link", b"", {"type": b"2", "linkname": "/etc/passwd"}))
tar_kind("tar-hardlink", ("link", b"", {"type": b"1", "linkname": "package/index.js"}))
tar_kind("tar-device", ("null", b"", {"type": b"3"}))
tar_kind("tar-fifo", ("pipe", b"", {"type": b"6"}))
tar_kind("tar-sparse", ("sparse", b"", {"type": b"S"}))
tar_kind("tar-traversal", ("../../evil.js", INDEX))
tar_kind("tar-traversal-pax", ("a.js", INDEX, {"pax_headers": {"path": "../evil.js"}}), form=tarfile.PAX_FORMAT)
tar_kind("tar-absolute", ("x", INDEX, {"name": "/etc/passwd"}))
tar_kind("tar-drive-letter", ("C:/evil.js", INDEX))
tar_kind("tar-duplicate", ("a.js", INDEX), ("a.js", MANIFEST))
tar_kind("tar-case-collision", ("a.js", INDEX), ("A.js", INDEX))
tar_kind("tar-pax-size", ("a.js", INDEX, {"pax_headers": {"size": "1"}}), form=tarfile.PAX_FORMAT)
tar_kind("tar-pax-sparse", ("a.js", INDEX, {"pax_headers": {"GNU.sparse.name": "b.js"}}), form=tarfile.PAX_FORMAT)
tar_kind("tar-real-size", ("a.js", INDEX, {"pax_headers": {"SCHILY.realsize": "5"}}), form=tarfile.PAX_FORMAT)
tar_kind("tar-deep-path", ("/".join("d" * 40), INDEX))
tar_kind("tar-file-name-slash", ("lib/", INDEX))


@kind
def tar_too_many_entries():
    return tgz(tar_of(*(("%d.js" % i, b"") for i in range(10000))))


@kind
def tar_bomb():
    return tgz(tar_of(("zeros.txt", bytes(20 << 20))))


@kind
def tar_bomb_of_zeros():
    return tgz(tar_of() + bytes(20 << 20))


@kind
def tar_cut():
    return tgz(tar_of()[:1500])


@kind
def tar_without_end():
    return tgz(tar_of()[:2048])


@kind
def tar_garbage_after():
    return tgz(tar_of() + b"g" * 512)


@kind
def tar_bad_checksum():
    return tgz(tar_of().replace(b"package/index.js", b"package/indey.js"))


@kind
def tar_size_lies():
    info = tarfile.TarInfo("package/a.js")
    info.size = 1 << 20
    return tgz(tar_of()[:2048] + info.tobuf() + INDEX)


@kind
def tar_large_size():
    info = tarfile.TarInfo("package/a.js")
    info.size = 1 << 40
    return tgz(tar_of()[:2048] + info.tobuf(tarfile.GNU_FORMAT))


@kind
def tar_no_tar():
    return tgz(b"hello " * 200)


@kind
def gzip_cut():
    whole = tgz(tar_of())
    return whole[:len(whole) // 2]


@kind
def gzip_cut_trailer():
    return tgz(tar_of())[:-4]


@kind
def gzip_header_only():
    return tgz(tar_of())[:9]


@kind
def gzip_garbage_after():
    return tgz(tar_of()) + b"garbage"


@kind
def gzip_second_member():
    return tgz(tar_of()) + tgz(tar_of())


@kind
def gzip_wrong_crc():
    whole = bytearray(tgz(tar_of()))
    whole[-8] ^= 1
    return bytes(whole)


@kind
def gzip_damaged():
    return tgz(tar_of())[:10] + b"\x07" * 100
