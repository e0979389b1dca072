#include "Sources.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace agentc {

const File *Sources::find(llvm::StringRef file) const {
  const File *found = bundle_.files.find(file);
  return found ? found : bundle_.outside.find(file);
}

const LineTable *Sources::lines(llvm::StringRef file) {
  auto place = tables_.find(std::string_view(file));
  if (place == tables_.end()) {
    const File *found = find(file);
    if (!found)
      return nullptr;
    place = tables_.try_emplace(file.str(), found->bytes).first;
  }
  return &place->second;
}

/// A path in normal form, and from the working folder where it lies below it, so that reports from
/// two machines are alike.
static std::string reportPath(llvm::StringRef path, llvm::StringRef workingFolder,
                              llvm::StringRef workingPrefix) {
  llvm::SmallString<256> plain(path.starts_with("/") ? llvm::StringRef() : workingPrefix);
  plain += path;
  llvm::sys::path::remove_dots(plain, /*remove_dot_dot=*/true, llvm::sys::path::Style::posix);
  llvm::StringRef rest = plain;
  if (!workingFolder.empty() && rest.consume_front(workingFolder) &&
      (workingFolder.ends_with("/") || rest.consume_front("/")))
    return rest.str();
  return plain.empty() ? "." : plain.str().str();
}

std::string Sources::openablePath(llvm::StringRef file) const {
  llvm::StringRef bundle = bundle_.path;
  if (file.empty())
    return bundle.str();
  if (const File *outside = bundle_.outside.find(file); outside && !bundle_.files.find(file))
    return outside->path;
  // Standard input and the working folder add nothing that could be opened.
  if (bundle.empty() || bundle == "-" || bundle == "." || bundle == "./")
    return file.str();
  bool isOneFile = bundle_.files.size() <= 1 && llvm::sys::path::filename(bundle) == file;
  return isOneFile ? bundle.str() : (bundle.rtrim('/') + "/" + file).str();
}

std::string Sources::displayPath(llvm::StringRef file) const {
  return escapeForTerminal(openablePath(file));
}

ReportPlace Sources::place(llvm::StringRef file, std::optional<ByteRange> range) {
  const LineTable *table = range ? lines(file) : nullptr;
  if (file.empty() && bundle_.isFolder)
    file = "package.json";
  else if (file.empty() && bundle_.path == "-" && !bundle_.files.empty())
    file = bundle_.files.files().begin()->first;
  ReportPlace place{
      reportPath(openablePath(file), bundle_.workingFolder, bundle_.workingPrefix), {}, {}, true};
  if (table) {
    place.begin = table->position(range->begin);
    place.end = table->position(range->end);
    place.isWholeFile = false;
  }
  return place;
}

} // namespace agentc
