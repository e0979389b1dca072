#ifndef AGENTC_LIB_STORE_REDIS_REPLIES_H
#define AGENTC_LIB_STORE_REDIS_REPLIES_H

#include "agentc/Redis/Reply.h"

#include <optional>

namespace agentc::store {

/// True if a script has answered 1, by which it says that it has done something.
llvm::Expected<bool> isDone(llvm::Expected<redis::Reply> reply);

/// The number that a key or field counts up to; 0 where there is none.
llvm::Expected<uint64_t> readCount(llvm::Expected<redis::Reply> reply);

/// The first number of the id of a stream's entry (`NUMBER-NUMBER`), a time in milliseconds or a
/// sequence; std::nullopt of another text, with which Redis would refuse commands.
std::optional<uint64_t> parseEntryId(llvm::StringRef text);

/// An entry of a stream, whose fields are names and values in turn.
struct StreamEntry {
  std::string id;
  uint64_t number = 0; ///< the first of its id
  std::vector<std::string> fields;
};
/// std::nullopt of what is not one: one that was deleted meanwhile is nil, or has no fields.
std::optional<StreamEntry> readEntry(const redis::Reply &reply);
/// The entries of a list, without what is not one.
std::vector<StreamEntry> readEntries(const redis::Reply &list);

} // namespace agentc::store

#endif
