#include "FileKinds.h"
#include "Uses.h"

namespace agentc::rules {

static bool isScriptName(llvm::StringRef path) {
  llvm::StringRef name = path.rsplit('/').second.empty() ? path : path.rsplit('/').second;
  if (!name.contains('.'))
    return true;
  for (llvm::StringRef extension : {".sh", ".bash", ".zsh", ".fish", ".ksh", ".py", ".rb", ".pl",
                                    ".php", ".awk", ".lua", ".tcl", ".ps1", ".command"})
    if (name.ends_with(extension))
      return true;
  return false;
}

static void checkScript(const std::string &path, const FileIdentity &identity,
                        RuleReporter &report) {
  std::string message =
      "`" + shownText(path) + "` is a script for `" + shownText(identity.interpreter) + "`";
  if (isScriptName(path)) {
    lowerTo(report.at(path, ByteRange{0, 2}, message + "; nothing in the sandbox runs it"),
            Severity::Note);
    return;
  }
  report.at(path, ByteRange{0, 2}, message + ", under a name that says something else");
}

static void check(const CheckContext &context, RuleReporter &report) {
  if (context.bundle.form == BundleForm::SingleFile)
    return;
  for (const auto &[path, file] : context.bundle.files.files()) {
    FileIdentity identity = identify(file->bytes);
    std::string named = "`" + shownText(path) + "` is ";
    switch (identity.kind) {
    case FileKind::Elf:
    case FileKind::Windows:
    case FileKind::MachO:
    case FileKind::Library:
    case FileKind::Bitcode:
    case FileKind::JavaClass:
    case FileKind::Dex:
      report.at(path, std::nullopt, named + identity.what.str());
      continue;
    case FileKind::Wasm:
      lowerTo(report.at(path, std::nullopt,
                        named + identity.what.str() + "; the sandbox runs no WebAssembly"),
              Severity::Warning);
      continue;
    case FileKind::Script:
      checkScript(path, identity, report);
      continue;
    default:
      if (llvm::StringRef(path).ends_with_insensitive(".node"))
        report.at(path, std::nullopt, named + "a native module by its name");
    }
  }
}

extern const Rule BundledBinary = {
    {"AC2108",
     "bundled-binary",
     "supply chain",
     Severity::Error,
     "native code in a bundle",
     "process",
     {"A file of the bundle is native code by its first bytes, whatever its name: ELF, Windows "
      "programs, Mach-O, libraries, LLVM bitcode, Java and Android bytecode; or it is called "
      "`.node`. So is a script of another language, told by `#!`, under a name that hides it; one "
      "that is named like a script is a note, and WebAssembly a warning.",
      "Nobody can review it, and agentc doesn't: what it does is not in the code that was checked. "
      "The sandbox runs no native code; whoever unpacks the bundle elsewhere may.",
      "", "",
      "Programs that need more than their first bytes to be told, such as Python's bytecode, and "
      "those inside of archives, are not found. In author trust dot files and `node_modules` are "
      "not read."},
     Precision::VeryHigh,
     506},
    check};

} // namespace agentc::rules
