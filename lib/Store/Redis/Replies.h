#ifndef AGENTC_LIB_STORE_REDIS_REPLIES_H
#define AGENTC_LIB_STORE_REDIS_REPLIES_H

#include "agentc/Redis/Reply.h"

#include <optional>

namespace agentc::store {

/// True if a script has answered 1, which means that it changed something.
llvm::Expected<bool> isDone(llvm::Expected<redis::Reply> reply);

/// The value of a counter; 0 if it does not exist.
llvm::Expected<uint64_t> readCount(llvm::Expected<redis::Reply> reply);

/// The first number of the id of a stream's entry (`NUMBER-NUMBER`), a time in milliseconds or a
/// sequence; std::nullopt for any other text, which Redis would refuse in commands.
std::optional<uint64_t> parseEntryId(llvm::StringRef text);

/// An entry of a stream, whose fields are names and values in turn.
struct StreamEntry {
  std::string id;
  uint64_t number = 0; ///< the first of its id
  std::vector<std::string> fields;
};
/// std::nullopt if it is not one: a deleted entry is nil, or has no fields.
std::optional<StreamEntry> readEntry(const redis::Reply &reply);
/// The valid entries of a list.
std::vector<StreamEntry> readEntries(const redis::Reply &list);

} // namespace agentc::store

#endif
