#include "Prelude.h"

asm(R"(
  .section .rodata
agentcPrelude:
  .incbin ")" AGENTC_PRELUDE R"("
agentcPreludeEnd:
  .previous
)");
extern const char preludeBegin[] asm("agentcPrelude");
extern const char preludeEnd[] asm("agentcPreludeEnd");

namespace agentc {

llvm::StringRef preludeText() {
  return llvm::StringRef(preludeBegin, static_cast<size_t>(preludeEnd - preludeBegin));
}

} // namespace agentc
