#ifndef AGENTC_LIB_LANGUAGESERVER_REPLIES_H
#define AGENTC_LIB_LANGUAGESERVER_REPLIES_H

#include "World.h"

namespace agentc::lsp {

/// The abilities of a client that replies depend on.
struct ClientAbilities {
  bool versionedEdits = false; ///< `documentChanges`
  bool showsPlaces = false;    ///< it has the command `agentc.showPlaces`
  bool watchesFiles = false, refreshesLenses = false, refreshesHints = false;
};

/// A method that asks about a document: its result, made of what is known of the file, which is an
/// object of lists and may be empty.
using Reply = std::variant<Json, RpcFault> (*)(const World &world, const ClientAbilities &client,
                                               const Json &params, const Json &answers);

/// Null if there is no such method.
Reply findReply(llvm::StringRef method);

} // namespace agentc::lsp

#endif
