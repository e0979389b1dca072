"""Makes copies of libnode, libstdc++ and libcrypto that a program with V8 starts from in a third of the time.

libnode is linked without -Bsymbolic and with BIND_NOW, so every start looks up tens of thousands of its own C++
names: most of the time that a program with V8 takes to start. Those relocations (R_X86_64_64, GLOB_DAT, JUMP_SLOT
against a symbol that the library itself defines) become R_X86_64_RELATIVE in the copy. TLS and IFUNC symbols keep their
lookups, and so do operator new and delete, which a program may replace, and unique symbols of other namespaces than
V8's and Node's, which other libraries may define too. Of the other two only functions are bound and what the compiler
makes for classes, because a program may hold its own copy of data.

Libraries that Node calls and V8 does not (OpenSSL, c-ares, brotli, libuv, nghttp2, zlib) are no longer needed by the copy
of libnode. Node's own start-up code asks them for version strings and sets locks up that nobody takes; references to
their functions become references to one that gives such a string, or to one that gives zero, which stands for success.
All else of Node never runs. So neither their start-up nor their code is in the sandbox.

What is then relative, most of 2 MB of relocations, is packed (DT_RELR, which glibc knows since 2.36): the loader reads some
kilobytes instead.

usage: bind-own-symbols.py LIBRARY FOLDER

Writes FOLDER/bound with the copies and `originals`, which names what they were made from, a build id and a
path (from FOLDER, if it is in there) a line, libnode first; it comes last. The copies are loaded once to try them. If anything is not as expected it
says so and writes nothing, and programs use the libraries as they are.
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

PT_LOAD, PT_DYNAMIC, PT_NOTE = 1, 2, 4
DT_PLTRELSZ, DT_STRTAB, DT_SYMTAB, DT_RELA, DT_RELASZ, DT_RELAENT, DT_STRSZ, DT_SYMENT, DT_SONAME = \
    2, 5, 6, 7, 8, 9, 10, 11, 14
DT_NEEDED, DT_VERNEED, DT_VERNEEDNUM = 1, 0x6ffffffe, 0x6fffffff
DT_PLTREL, DT_JMPREL, DT_FLAGS, DT_FLAGS_1 = 20, 23, 30, 0x6ffffffb
DT_RELRSZ, DT_RELR, DT_RELRENT, DT_RELACOUNT = 35, 36, 37, 0x6ffffff9
DF_BIND_NOW, DF_1_NOW = 8, 1
NT_GNU_BUILD_ID = 3
R_64, R_GLOB_DAT, R_JUMP_SLOT, R_RELATIVE = 1, 6, 7, 8
GLOBAL, WEAK, UNIQUE = 1, 2, 10
NOTYPE, OBJECT, FUNC = 0, 1, 2
SHN_UNDEF, SHN_LORESERVE = 0, 0xff00
own_namespace = re.compile(r'_Z(GV)?Z*NK?[RO]?(2v8|4node|5cppgc)')
# By what Node's start-up code is content with: a string, or zero.
texts = ('libcrypto.so.', 'libssl.so.', 'libcares.so.', 'libbrotlidec.so.', 'libbrotlienc.so.')
zeros = ('libuv.so.', 'libnghttp2.so.', 'libz.so.')
text_function, text_names = '_ZN2v82V810GetVersionEv', ('uv_version_string', 'zlibVersion')
zero_code = b'\x31\xc0\xc3'  # xor eax, eax; ret
also_bound = ('libstdc++.so.', 'libcrypto.so.')
of_classes = '_ZT'
replaceable = ('_Znw', '_Zna', '_Zdl', '_Zda')


class Unexpected(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Unexpected(what)


class Library:
    """An ELF64 x86-64 shared library in memory; every access is checked against its bounds."""

    def __init__(self, content):
        self.content = bytearray(content)
        require(content[:7] == b'\x7fELF\x02\x01\x01', 'no little-endian ELF64 file')
        kind, machine = self.unpack('<HH', 16)
        require((kind, machine) == (3, 62), 'no shared library for x86-64')
        table, = self.unpack('<Q', 32)
        size, count = self.unpack('<HH', 54)
        require(size == 56 and 0 < count < 256, 'odd program headers')
        self.segments = [self.unpack('<IIQQQQQQ', table + i * size) for i in range(count)]
        self.entries = self.read_dynamic()
        self.dynamic = {}
        for tag, value in self.entries:
            self.dynamic.setdefault(tag, value)

    def unpack(self, form, offset):
        require(0 <= offset and offset + struct.calcsize(form) <= len(self.content), 'an offset beyond the file')
        return struct.unpack_from(form, self.content, offset)

    def offset(self, address, size):
        for kind, _, offset, begin, _, in_file, _, _ in self.segments:
            if kind == PT_LOAD and begin <= address and address + size <= begin + in_file:
                return offset + address - begin
        raise Unexpected(f'address {address:#x} is in no segment')

    def read_dynamic(self):
        found = [(segment[2], segment[5]) for segment in self.segments if segment[0] == PT_DYNAMIC]
        require(len(found) == 1, 'no dynamic section')
        offset, size = found[0]
        self.dynamic_offset, entries = offset, []
        for at in range(offset, offset + size - 15, 16):
            tag, value = self.unpack('<qQ', at)
            if tag == 0:
                self.dynamic_slots = size // 16 - 1
                return entries
            entries.append((tag, value))
        raise Unexpected('the dynamic section has no end')

    def write_dynamic(self, entries):
        require(len(entries) <= self.dynamic_slots, 'no room in the dynamic section')
        for i, (tag, value) in enumerate(entries + [(0, 0)] * (self.dynamic_slots - len(entries))):
            struct.pack_into('<qQ', self.content, self.dynamic_offset + 16 * i, tag, value)
        self.entries, self.dynamic = entries, {}
        for tag, value in entries:
            self.dynamic.setdefault(tag, value)

    def tag(self, tag):
        require(tag in self.dynamic, f'no dynamic tag {tag}')
        return self.dynamic[tag]

    def text(self, index):
        require(index < self.tag(DT_STRSZ), 'a name beyond the strings')
        begin = self.offset(self.tag(DT_STRTAB), self.tag(DT_STRSZ)) + index
        end = self.content.find(0, begin, begin + 65536)
        require(end >= 0, 'a name without end')
        return self.content[begin:end].decode('latin-1')

    def build_id(self):
        for kind, _, offset, _, _, size, _, _ in self.segments:
            at, end = offset, offset + size
            while kind == PT_NOTE and at + 12 <= end:
                name_size, size, note = self.unpack('<III', at)
                content = at + 12 + (name_size + 3) // 4 * 4
                require(content + size <= end, 'a note beyond its segment')
                if note == NT_GNU_BUILD_ID and bytes(self.content[at + 12:at + 16]) == b'GNU\0':
                    require(8 <= size <= 64, 'an odd build id')
                    return bytes(self.content[content:content + size]).hex()
                at = content + (size + 3) // 4 * 4
        raise Unexpected('no build id')

    def tables(self):
        """The relocation tables, as file offset and size; that of the PLT only if it is bound at start anyway."""
        require(self.tag(DT_RELAENT) == 24 and self.tag(DT_SYMENT) == 24, 'odd entry sizes')
        yield self.offset(self.tag(DT_RELA), self.tag(DT_RELASZ)), self.tag(DT_RELASZ)
        now = self.dynamic.get(DT_FLAGS, 0) & DF_BIND_NOW or self.dynamic.get(DT_FLAGS_1, 0) & DF_1_NOW
        if DT_JMPREL in self.dynamic and now:
            require(self.tag(DT_PLTREL) == DT_RELA, 'odd PLT relocations')
            yield self.offset(self.tag(DT_JMPREL), self.tag(DT_PLTRELSZ)), self.tag(DT_PLTRELSZ)

    def symbol(self, index):
        return self.unpack('<IBBHQQ', self.offset(self.tag(DT_SYMTAB) + index * 24, 24))

    def references(self):
        """Offset, place, kind, symbol's index and addend of each relocation that names a symbol."""
        for offset, size in self.tables():
            require(size % 24 == 0, 'an odd relocation table')
            for at in range(offset, offset + size, 24):
                place, info, addend = self.unpack('<QQq', at)
                if info >> 32 and info & 0xffffffff in (R_64, R_GLOB_DAT, R_JUMP_SLOT):
                    yield at, place, info & 0xffffffff, info >> 32, addend

    def make_relative(self, at, place, value):
        self.offset(place, 8)
        struct.pack_into('<QQq', self.content, at, place, R_RELATIVE, value)

    def defined(self):
        """The names that the library defines. The symbol table ends where the strings begin."""
        begin, end = self.tag(DT_SYMTAB), self.tag(DT_STRTAB)
        require(begin < end, 'odd symbols')
        symbols = map(self.symbol, range((end - begin) // 24))
        return {self.text(name): value for name, _, _, section, value, _ in symbols if section != SHN_UNDEF}

    def drop(self, others):
        """No longer needs those libraries (names to their own Library)."""
        kept = [(tag, value) for tag, value in self.entries if tag != DT_NEEDED or self.text(value) not in others]
        if DT_VERNEED in self.dynamic:
            at, first = self.offset(self.tag(DT_VERNEED), 16), None
            records = []
            for _ in range(self.tag(DT_VERNEEDNUM)):
                _, _, file, _, following = self.unpack('<HHIII', at)
                records.append((at, self.text(file)))
                at += following
            first = records[0][0]
            records = [record for record in records if record[1] not in others]
            require(records, 'no versions left')
            for (here, _), (following, _) in zip(records, records[1:] + records[-1:]):
                struct.pack_into('<I', self.content, here + 12, following - here)
            changes = {DT_VERNEED: self.tag(DT_VERNEED) + records[0][0] - first, DT_VERNEEDNUM: len(records)}
            kept = [(tag, changes.get(tag, value)) for tag, value in kept]
        self.write_dynamic(kept)
        text, zero = self.defined().get(text_function), self.zero_function()
        require(text and zero, 'no function to stand in')
        stand_ins = {symbol: text if name.startswith(texts) or symbol in text_names else zero
                     for name, other in others.items() for symbol in other.defined()}
        for at, place, _, index, _ in self.references():
            name, _, _, section, _, _ = self.symbol(index)
            if section == SHN_UNDEF and self.text(name) in stand_ins:
                self.make_relative(at, place, stand_ins[self.text(name)])

    def zero_function(self):
        """A function that does nothing but give zero."""
        begin, end = self.tag(DT_SYMTAB), self.tag(DT_STRTAB)
        for _, what, _, section, value, size in map(self.symbol, range((end - begin) // 24)):
            if section != SHN_UNDEF and what & 15 == FUNC and size == len(zero_code):
                at = self.offset(value, size)
                if self.content[at:at + size] == zero_code:
                    return value
        return None

    def bind(self, has_data):
        """Binds what it refers to of its own, data too only if nobody else has a copy of it; how much that is."""
        bound = 0
        for at, place, kind, index, addend in self.references():
            name, what, visibility, section, value, _ = self.symbol(index)
            if section == SHN_UNDEF or section >= SHN_LORESERVE or visibility & 3:
                continue
            if what >> 4 not in (GLOBAL, WEAK, UNIQUE) or what & 15 not in (NOTYPE, OBJECT, FUNC):
                continue
            symbol = self.text(name)
            if what & 15 != FUNC and not has_data and not symbol.startswith(of_classes):
                continue
            if symbol.startswith(replaceable) or (what >> 4 == UNIQUE and not own_namespace.match(symbol)):
                continue
            self.make_relative(at, place, value + (addend if kind == R_64 else 0))
            bound += 1
        return bound

    def pack(self):
        """Moves what is relative from the relocation tables into a DT_RELR, in the room that it leaves."""
        require(DT_RELR not in self.dynamic, 'packed already')
        places, sizes = [], []
        for offset, size in self.tables():
            end = offset
            for at in range(offset, offset + size, 24):
                place, info, addend = self.unpack('<QQq', at)
                if info == R_RELATIVE and place % 8 == 0:
                    struct.pack_into('<q', self.content, self.offset(place, 8), addend)
                    places.append(place)
                else:
                    self.content[end:end + 24] = self.content[at:at + 24]
                    end += 24
            sizes.append(end - offset)
        words = packed(sorted(places))
        table = self.tag(DT_RELA) + sizes[0]
        name = table + 8 * len(words)
        room = self.tag(DT_RELASZ) - sizes[0] - 8 * len(words)
        struct.pack_into(f'<{len(words)}Q', self.content, self.offset(table, 8 * len(words)), *words)
        require(room >= 64, 'no room for the packed table')
        self.need_version('libc.so.6', b'GLIBC_ABI_DT_RELR', name)
        changes = {DT_RELASZ: sizes[0], DT_RELACOUNT: 0}
        if len(sizes) > 1:
            changes[DT_PLTRELSZ] = sizes[1]
        self.write_dynamic([(tag, changes.get(tag, value)) for tag, value in self.entries]
                           + [(DT_RELR, table), (DT_RELRSZ, 8 * len(words)), (DT_RELRENT, 8)])

    def need_version(self, wanted, version, room):
        """Needs a version of a library besides; the record and its name are written to an address with 64 bytes of room."""
        at, other = self.offset(self.tag(DT_VERNEED), 16), 0
        found = None
        for _ in range(self.tag(DT_VERNEEDNUM)):
            _, count, file, first, following = self.unpack('<HHIII', at)
            last = at + first
            for i in range(count):
                *_, index, _, step = self.unpack('<IHHII', last)
                other = max(other, index & 0x7fff)
                last += step
            if self.text(file) == wanted:
                found = at, count, last
            at += following
        require(found, f'{wanted} is not needed')
        record, count, last = found
        here = self.offset(room, 64)
        self.content[here + 16:here + 64] = version.ljust(48, b'\0')
        struct.pack_into('<IHHII', self.content, here, elf_hash(version), 0, other + 1, room + 16 - self.tag(DT_STRTAB), 0)
        require(here > last, 'the tables are in an odd order')
        struct.pack_into('<I', self.content, last + 12, here - last)
        struct.pack_into('<H', self.content, record + 2, count + 1)


def packed(places):
    """DT_RELR's words: an address, then bitmaps of the 63 words after it, and so on."""
    words, i = [], 0
    while i < len(places):
        words.append(places[i])
        base = places[i] + 8
        i += 1
        while i < len(places) and places[i] < base + 63 * 8:
            bits = 0
            while i < len(places) and places[i] < base + 63 * 8:
                bits |= 1 << (places[i] - base) // 8
                i += 1
            words.append(bits << 1 | 1)
            base += 63 * 8
    return words


def elf_hash(name):
    value = 0
    for byte in name:
        value = (value << 4) + byte
        high = value & 0xf0000000
        value = (value ^ high >> 24) & ~high
    return value


def write(path, content):
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, 'wb') as file:
        file.write(content)
        os.fchmod(file.fileno(), 0o755)
    os.replace(temporary, path)


def loaded_libraries(path):
    """The files that the loader takes for what a library needs, by their names."""
    lines = subprocess.run(['ldd', path], capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r'^\s*(\S+) => (/\S+)', lines, re.M))


def try_loading(path):
    environment = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(path))
    tried = subprocess.run([sys.executable, '-c', 'import ctypes, sys; ctypes.CDLL(sys.argv[1])', path],
                           env=environment, capture_output=True, text=True, check=False)
    require(tried.returncode == 0, f'the copy does not load: {tried.stderr.strip()[-200:]}')


def read(path):
    with open(path, 'rb') as file:
        return Library(file.read())


def main():
    source, folder = sys.argv[1:3]
    fresh = None
    try:
        os.makedirs(folder, exist_ok=True)
        library = read(source)
        name = library.text(library.tag(DT_SONAME))
        require(name.startswith('libnode.so') and '/' not in name, f'its name is {name!r}')
        original = os.path.join(os.path.dirname(os.path.abspath(source)), name)
        require(os.path.samefile(original, source), f'{name} beside it is another file')
        bound = library.bind(has_data=True)
        require(bound > 1000, f'only {bound} references to own symbols')
        needed = loaded_libraries(original)
        others = {other: read(path) for other, path in needed.items() if other.startswith(texts + zeros)}
        if others:
            library.drop(others)
        copies = {other: read(path) for other, path in needed.items() if other.startswith(also_bound)}
        for copy in copies.values():
            copy.bind(has_data=False)
        for copy in (library, *copies.values()):
            copy.pack()
        inside = os.path.samefile(os.path.dirname(original), folder)
        originals = [(library.build_id(), name if inside else original),
                     *((copy.build_id(), needed[other]) for other, copy in copies.items())]

        target = os.path.join(folder, 'bound')
        fresh = tempfile.mkdtemp(dir=folder)
        os.chmod(fresh, 0o755)
        write(os.path.join(fresh, name), library.content)
        for other, copy in copies.items():
            write(os.path.join(fresh, other), copy.content)
        try_loading(os.path.abspath(os.path.join(fresh, name)))
        write(os.path.join(fresh, 'originals'), ''.join(f'{identity} {path}\n' for identity, path in originals).encode())
        shutil.rmtree(target, ignore_errors=True)
        os.rename(fresh, target)
    except (Unexpected, OSError, KeyError, struct.error, subprocess.CalledProcessError) as error:
        if fresh:
            shutil.rmtree(fresh, ignore_errors=True)
        print(f'libnode stays as it is, programs start slower: {error}')
        return
    print(f'bound {bound} references of {name} to its own symbols, left out {len(others)} libraries')


main()
