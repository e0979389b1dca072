#ifndef AGENTC_LIB_REPORT_STYLE_H
#define AGENTC_LIB_REPORT_STYLE_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The style sheet of a page, which the build takes from `report.css`.
llvm::StringRef reviewStyle();

} // namespace agentc

#endif
