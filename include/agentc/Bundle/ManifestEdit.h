#ifndef AGENTC_BUNDLE_MANIFESTEDIT_H
#define AGENTC_BUNDLE_MANIFESTEDIT_H

#include "agentc/Support/Range.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>
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

/// The change that takes a word out of such a list; std::nullopt where it is not there.
std::optional<TextChange> removeFromSettings(llvm::StringRef manifest, llvm::StringRef list,
                                             llvm::StringRef word);

/// The change that adds an entry to the setting `secrets`, or hosts to one that names none:
/// `hosts` as `allowedHosts` has them, `headers` in lower case. An entry's own `in` stays. It is
/// std::nullopt where the entry has hosts, or something else is in its place.
std::optional<TextChange> addSecretToSettings(llvm::StringRef manifest, llvm::StringRef name,
                                              const std::set<std::string> &hosts,
                                              const std::set<std::string> &headers);

} // namespace agentc

#endif
