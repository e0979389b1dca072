#ifndef AGENTC_LIB_BUNDLE_FILES_SOURCEFILES_H
#define AGENTC_LIB_BUNDLE_FILES_SOURCEFILES_H

#include "agentc/Bundle/Bundle.h"

namespace agentc {

/// Opens several source files as one folder that holds nothing else.
llvm::Expected<std::optional<Bundle>> openSourceFiles(const BundleRequest &request,
                                                      DiagnosticList &diagnostics);

} // namespace agentc

#endif
