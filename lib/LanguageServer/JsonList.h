#ifndef AGENTC_LIB_LANGUAGESERVER_JSONLIST_H
#define AGENTC_LIB_LANGUAGESERVER_JSONLIST_H

#include "agentc/Support/Json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace agentc::lsp {

/// True if a list has an equal item. `llvm::is_contained` would take a document for a map.
inline bool hasItem(const Json &list, const Json &item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

} // namespace agentc::lsp

#endif
