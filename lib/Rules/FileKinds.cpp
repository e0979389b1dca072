#include "FileKinds.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Endian.h"

namespace agentc {

namespace {

using llvm::StringRef;

struct Magic {
  llvm::StringLiteral bytes;
  FileKind kind;
  llvm::StringLiteral what;
  size_t offset = 0;
};

// The Mach-O and Java magics of `CAFEBABE`, and what needs more than a prefix, are told below.
constexpr Magic magics[] = {
    {"\x7f"
     "ELF",
     FileKind::Elf, "an ELF file, which is native code"},
    {"\xFE\xED\xFA\xCE", FileKind::MachO, "a Mach-O file, which is native code"},
    {"\xFE\xED\xFA\xCF", FileKind::MachO, "a Mach-O file, which is native code"},
    {"\xCE\xFA\xED\xFE", FileKind::MachO, "a Mach-O file, which is native code"},
    {"\xCF\xFA\xED\xFE", FileKind::MachO, "a Mach-O file, which is native code"},
    {"!<arch>\n", FileKind::Library, "a library of native code"},
    {"BC\xC0\xDE", FileKind::Bitcode, "LLVM bitcode, which is native code"},
    {"dex\n0", FileKind::Dex, "Android bytecode"},
    {llvm::StringLiteral::withInnerNUL("\0asm"), FileKind::Wasm, "a WebAssembly module"},
    {"\x1F\x8B\x08", FileKind::Archive, "a gzip archive"},
    {"BZh", FileKind::Archive, "a bzip2 archive"},
    {llvm::StringLiteral::withInnerNUL("\xFD"
                                       "7zXZ\0"),
     FileKind::Archive, "an xz archive"},
    {"7z\xBC\xAF\x27\x1C", FileKind::Archive, "a 7z archive"},
    {"\x28\xB5\x2F\xFD", FileKind::Archive, "a zstd archive"},
    {"Rar!\x1A\x07", FileKind::Archive, "a rar archive"},
    {"MSCF", FileKind::Archive, "a cabinet archive"},
    {"ustar", FileKind::Archive, "a tar archive", 257},
};

bool isPortableExecutable(StringRef bytes) {
  if (!bytes.starts_with("MZ") || bytes.size() < 64)
    return false;
  uint32_t header = llvm::support::endian::read32le(bytes.data() + 0x3c);
  if (header < bytes.size() && bytes.drop_front(header).starts_with(StringRef("PE\0\0", 4)))
    return true;
  // a DOS program's header is numbers, no text
  return bytes.take_front(28).count('\0') >= 4;
}

/// A zip archive is a document where its first entry says so.
FileIdentity identifyZip(StringRef bytes) {
  static constexpr llvm::StringLiteral marks[] = {
      "[Content_Types].xml", "mimetype", "_rels/", "docProps/", "word/", "xl/", "ppt/"};
  if (bytes.size() >= 30) {
    uint16_t length = llvm::support::endian::read16le(bytes.data() + 26);
    StringRef name = bytes.substr(30, length);
    for (StringRef mark : marks)
      if (name.starts_with(mark))
        return {FileKind::Document, "a document", {}};
  }
  return {FileKind::Archive, "a zip archive", {}};
}

/// The program that `#!` names, behind `env` and its flags.
FileIdentity identifyScript(StringRef bytes) {
  llvm::SmallVector<StringRef, 4> words;
  StringRef line = bytes.drop_front(2).take_until([](char c) { return c == '\n' || c == '\r'; });
  if (line.size() > 256)
    return {};
  line.split(words, ' ', -1, /*KeepEmpty=*/false);
  size_t at = 0;
  auto nameAt = [&](size_t i) {
    StringRef word = i < words.size() ? words[i] : StringRef();
    return word.contains('/') ? word.rsplit('/').second : word;
  };
  if (nameAt(0) == "env")
    for (at = 1; at < words.size() && (words[at].starts_with("-") || words[at].contains('='));)
      ++at;
  StringRef program = nameAt(at);
  if (program.empty())
    return {};
  for (StringRef engine : {"node", "nodejs", "deno", "bun", "tsx", "ts-node", "zx", "npx", "qjs"})
    if (program == engine)
      return {FileKind::JavaScript, "a script", program};
  return {FileKind::Script, "a script", program};
}

} // namespace

FileIdentity identify(StringRef bytes) {
  for (const Magic &magic : magics)
    if (bytes.drop_front(std::min(magic.offset, bytes.size())).starts_with(magic.bytes))
      return {magic.kind, magic.what, {}};
  if (bytes.starts_with("\xCA\xFE\xBA\xBE") && bytes.size() >= 8) {
    // a class file has its version there, a fat file the small number of its parts
    uint32_t next = llvm::support::endian::read32be(bytes.data() + 4);
    if (next < 40)
      return {FileKind::MachO, "a Mach-O file, which is native code", {}};
    return {FileKind::JavaClass, "Java bytecode", {}};
  }
  if (isPortableExecutable(bytes))
    return {FileKind::Windows, "a Windows program, which is native code", {}};
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06"))
    return identifyZip(bytes);
  if (bytes.starts_with("#!"))
    return identifyScript(bytes);
  return {};
}

} // namespace agentc
