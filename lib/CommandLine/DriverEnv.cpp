#include "agentc/CommandLine/DriverEnv.h"

namespace agentc {

llvm::Error usageError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

} // namespace agentc
