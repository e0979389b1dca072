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

extern const Rule BundledBinary = {{.id = "AC2108",
                                    .name = "bundled-binary",
                                    .group = "supply chain",
                                    .severity = Severity::Error,
                                    .summary = "native code in a bundle",
                                    .access = "process",
                                    .cwe = 506},
                                   check};

} // namespace agentc::rules
