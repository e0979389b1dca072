#include "Prelude.h"

#include "agentc/Support/EmbeddedFile.h"

namespace agentc {

AGENTC_EMBED(prelude, AGENTC_PRELUDE)

llvm::StringRef preludeText() { return embedded(preludeBegin, preludeEnd); }

} // namespace agentc
