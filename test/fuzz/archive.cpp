// Any bytes are an archive: reading them ends, keeps its limits, and what it accepts it can write
// and read again.
#include "agentc/Archive/ArchiveReader.h"
#include "agentc/Archive/ZipWriter.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  const llvm::StringRef archive(reinterpret_cast<const char *>(bytes), size);
  ReadLimits limits;
  limits.totalBytes = 8 << 20;
  limits.fileBytes = 4 << 20;
  limits.entries = 500;
  DiagnosticList diagnostics;
  std::optional<FileTree> files = looksLikeGzip(archive)
                                      ? readTarGz(archive, "a.tgz", limits, diagnostics)
                                      : readZip(archive, "a.zip", limits, diagnostics);
  if (!files) {
    if (diagnostics.all().empty())
      std::abort();
    return 0;
  }
  llvm::Expected<std::string> written = writeCanonicalZip(*files);
  if (!written)
    std::abort();
  DiagnosticList none;
  const std::optional<FileTree> again = readZip(*written, "again.zip", ReadLimits(), none);
  if (!again || again->size() != files->size())
    std::abort();
  for (const auto &[path, file] : files->files())
    if (const File *copy = again->find(path); !copy || copy->bytes != file->bytes)
      std::abort();
  return 0;
}
