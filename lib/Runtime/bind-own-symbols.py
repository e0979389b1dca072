"""Binds a shared library's references to its own symbols, in a copy of it.

libnode is linked without -Bsymbolic and with BIND_NOW, so every start looks up tens of thousands of its own C++
names: most of the time that a program with V8 takes to start. Those relocations (R_X86_64_64, GLOB_DAT, JUMP_SLOT
against a symbol that the library itself defines) become R_X86_64_RELATIVE in the copy. TLS and IFUNC symbols keep their lookups,
and so do operator new and delete, which a program may replace, and unique symbols of other namespaces than V8's and
Node's, which other libraries may define too.

usage: bind-own-symbols.py LIBRARY FOLDER

Writes FOLDER/libnode-BUILDID/{SONAME,original}; `original` names the library that the copy was made from, and comes
last. If anything is not as expected it says so and writes nothing, and programs use the library as it is.
"""
import os
import re
import struct
import sys
import tempfile

PT_LOAD, PT_DYNAMIC, PT_NOTE = 1, 2, 4
DT_PLTRELSZ, DT_STRTAB, DT_SYMTAB, DT_RELA, DT_RELASZ, DT_RELAENT, DT_STRSZ, DT_SYMENT, DT_SONAME = \
    2, 5, 6, 7, 8, 9, 10, 11, 14
DT_PLTREL, DT_JMPREL, DT_FLAGS, DT_FLAGS_1 = 20, 23, 30, 0x6ffffffb
DF_BIND_NOW, DF_1_NOW = 8, 1
NT_GNU_BUILD_ID = 3
R_64, R_GLOB_DAT, R_JUMP_SLOT, R_RELATIVE = 1, 6, 7, 8
GLOBAL, WEAK, UNIQUE = 1, 2, 10
NOTYPE, OBJECT, FUNC = 0, 1, 2
SHN_UNDEF, SHN_LORESERVE = 0, 0xff00
own_namespace = re.compile(r'_Z(GV)?Z*NK?[RO]?(2v8|4node|5cppgc)')
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
        self.dynamic = self.read_dynamic()

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
        entries = {}
        for at in range(offset, offset + size - 15, 16):
            tag, value = self.unpack('<qQ', at)
            if tag == 0:
                return entries
            entries.setdefault(tag, value)
        raise Unexpected('the dynamic section has no end')

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

    def bind(self):
        symbols = self.tag(DT_SYMTAB)
        bound = 0
        for offset, size in self.tables():
            require(size % 24 == 0, 'an odd relocation table')
            for at in range(offset, offset + size, 24):
                place, info, addend = self.unpack('<QQq', at)
                kind, index = info & 0xffffffff, info >> 32
                if not index or kind not in (R_64, R_GLOB_DAT, R_JUMP_SLOT):
                    continue
                name, what, visibility, section, value, _ = \
                    self.unpack('<IBBHQQ', self.offset(symbols + index * 24, 24))
                if section == SHN_UNDEF or section >= SHN_LORESERVE or visibility & 3:
                    continue
                if what >> 4 not in (GLOBAL, WEAK, UNIQUE) or what & 15 not in (NOTYPE, OBJECT, FUNC):
                    continue
                symbol = self.text(name)
                if symbol.startswith(replaceable) or (what >> 4 == UNIQUE and not own_namespace.match(symbol)):
                    continue
                self.offset(place, 8)
                struct.pack_into('<QQq', self.content, at, place, R_RELATIVE,
                                 value + (addend if kind == R_64 else 0))
                bound += 1
        return bound


def write(path, content):
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, 'wb') as file:
        file.write(content)
        os.fchmod(file.fileno(), 0o755)
    os.replace(temporary, path)


def main():
    source, folder = sys.argv[1:3]
    try:
        with open(source, 'rb') as file:
            library = Library(file.read())
        name = library.text(library.tag(DT_SONAME))
        require(name.startswith('libnode.so') and '/' not in name, f'its name is {name!r}')
        original = os.path.join(os.path.dirname(os.path.abspath(source)), name)
        require(os.path.samefile(original, source), f'{name} beside it is another file')
        identity = library.build_id()
        bound = library.bind()
        require(bound > 1000, f'only {bound} references to own symbols')
    except (Unexpected, OSError, struct.error) as error:
        print(f'libnode stays as it is, programs start slower: {error}')
        return
    target = os.path.join(folder, 'libnode-' + identity)
    os.makedirs(target, exist_ok=True)
    write(os.path.join(target, name), library.content)
    write(os.path.join(target, 'original'), (original + '\n').encode())
    print(f'bound {bound} references of {name} to its own symbols')


main()
