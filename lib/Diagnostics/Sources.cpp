#include "Sources.h"

#include "agentc/Support/Text.h"

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

std::string Sources::displayPath(llvm::StringRef file) const {
  llvm::StringRef bundle = bundle_.path;
  if (file.empty())
    return escapeForTerminal(bundle);
  if (const File *outside = bundle_.outside.find(file); outside && !bundle_.files.find(file))
    return escapeForTerminal(outside->path);
  // Standard input and the working folder add nothing that could be opened.
  if (bundle.empty() || bundle == "-" || bundle == "." || bundle == "./")
    return escapeForTerminal(file);
  bool isOneFile = bundle_.files.size() <= 1 && llvm::sys::path::filename(bundle) == file;
  if (isOneFile)
    return escapeForTerminal(bundle);
  return escapeForTerminal((bundle.rtrim('/') + "/" + file).str());
}

} // namespace agentc
