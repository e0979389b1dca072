#include "agentc/Archive/ArchiveReader.h"

#include "TarScan.h"

#include "llvm/ADT/STLExtras.h"

using namespace agentc;

/// The one folder that all files stand below with its `/`, or nothing.
static llvm::StringRef commonTopFolder(llvm::ArrayRef<File> files) {
  if (files.empty())
    return {};
  const llvm::StringRef first = files.front().path;
  const llvm::StringRef top = first.take_front(first.find('/') + 1);
  const bool isCommon =
      llvm::all_of(files, [&](const File &f) { return llvm::StringRef(f.path).starts_with(top); });
  return isCommon ? top : llvm::StringRef();
}

bool agentc::looksLikeGzip(llvm::StringRef bytes) { return bytes.starts_with("\x1f\x8b"); }

std::optional<FileTree> agentc::readTarGz(llvm::StringRef bytes, llvm::StringRef archiveName,
                                          const ReadLimits &limits, DiagnosticList &diagnostics) {
  Refusals refusals(archiveName, diagnostics);
  const std::optional<std::vector<ScannedEntry>> entries = scanTarGz(bytes, limits, refusals);
  if (!entries)
    return std::nullopt;
  std::optional<std::vector<File>> files =
      readContents(bytes, ArchiveFormat::TarGz, *entries, refusals);
  if (!files)
    return std::nullopt;
  const size_t prefix = commonTopFolder(*files).size();
  FileTree tree;
  for (File &file : *files)
    if (!tree.add(file.path.substr(prefix), std::move(file.bytes)))
      llvm_unreachable("the scan refuses duplicates");
  return tree;
}
