#ifndef AGENTC_LIB_OCI_UPLOAD_H
#define AGENTC_LIB_OCI_UPLOAD_H

#include "Session.h"

namespace agentc::oci {

/// Uploads a blob that the registry does not have: in one request, or in chunks where it is larger
/// than `chunkBytes`. An interrupted upload continues where the registry says that it stopped.
llvm::Error uploadBlob(Session &session, const Descriptor &blob, llvm::StringRef bytes,
                       uint64_t chunkBytes);

} // namespace agentc::oci

#endif
