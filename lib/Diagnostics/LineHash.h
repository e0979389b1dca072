#ifndef AGENTC_LIB_DIAGNOSTICS_LINEHASH_H
#define AGENTC_LIB_DIAGNOSTICS_LINEHASH_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace agentc {

/// The `primaryLocationLineHash` of lines (counted from 1), as GitHub's action for uploading SARIF
/// computes it: a hash over the line's first hundred characters that are neither space nor tab,
/// running on into the next lines, and which line with that hash it is. Lines that aren't there are
/// left out.
std::map<uint32_t, std::string> lineHashes(llvm::StringRef text, const std::set<uint32_t> &lines);

} // namespace agentc

#endif
