#ifndef AGENTC_FUZZ_BUNDLETEXT_H
#define AGENTC_FUZZ_BUNDLETEXT_H

#include "agentc/Bundle/Bundle.h"

namespace agentc {

/// A bundle as split-file writes one: lines `//--- path`, each followed by the file's bytes. What
/// stands before the first such line is `index.js`.
inline Bundle bundleFromText(llvm::StringRef text) {
  Bundle bundle;
  bundle.path = "bundle";
  bundle.trust = Trust::Registry;
  std::string path = "index.js";
  while (true) {
    const size_t next = text.find("//--- ");
    const llvm::StringRef bytes = text.substr(0, next);
    if (!bytes.empty() || path != "index.js")
      bundle.files.add(path, bytes.str());
    if (next == llvm::StringRef::npos)
      return bundle;
    auto [line, rest] = text.substr(next + 6).split('\n');
    path = resolveRelative("", line.trim()).value_or("");
    if (path.empty())
      path = "index.js";
    text = rest;
  }
}

} // namespace agentc

#endif
