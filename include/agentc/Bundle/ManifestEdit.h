#ifndef AGENTC_BUNDLE_MANIFESTEDIT_H
#define AGENTC_BUNDLE_MANIFESTEDIT_H

#include "agentc/Support/Range.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// Another text for a part of a file; an empty range inserts.
struct TextChange {
  ByteRange range;
  std::string text;
};

/// The change of a manifest's text that adds a word to a list of the agent settings, such as a host
/// to `allowedHosts`; std::nullopt where the text is not JSON, or has something else in the list's
/// place.
std::optional<TextChange> addToSettings(llvm::StringRef manifest, llvm::StringRef list,
                                        llvm::StringRef word);

} // namespace agentc

#endif
