#ifndef AGENTC_LIB_DRIVER_SERVING_JOINEDOFFER_H
#define AGENTC_LIB_DRIVER_SERVING_JOINEDOFFER_H

#include "ServedPackage.h"

namespace agentc {

/// Returns a name as tools and settings have it.
std::string wordOf(llvm::StringRef name);

/// Moves the packages' tools into the offer, sorted. Those of one name in several packages get
/// their package's before it; an error if two are named alike even so.
llvm::Error joinTools(std::vector<ServedPackage> &packages, Offer &offer);

/// Moves one server's resources and prompts into the offer; of several it is not said whose they
/// would be.
void joinMethods(DriverEnv &env, bool isQuiet, std::vector<ServedPackage> &packages, Offer &offer);

/// Marks the tools whose calls a person approves: `asked` holds tools' names, `all`, or `changes`,
/// those that are not proven to change nothing.
llvm::Error markAsked(llvm::ArrayRef<std::string> asked, Offer &offer);

} // namespace agentc

#endif
