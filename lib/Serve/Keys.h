#ifndef AGENTC_LIB_SERVE_KEYS_H
#define AGENTC_LIB_SERVE_KEYS_H

#include "agentc/Store/Records.h"

namespace agentc::serve {

struct NewKey {
  store::Key key;
  std::string secret, hash;
};
/// A key with a secret of 256 random bits.
NewKey newKey(std::string tenant, std::string name, unsigned scopes);

/// True for valid names of keys and tenants: letters, digits and `-_.`, 64 at most.
bool isKeyName(llvm::StringRef name);

} // namespace agentc::serve

#endif
