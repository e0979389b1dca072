#ifndef AGENTC_LIB_DRIVER_SLICEIMAGE_H
#define AGENTC_LIB_DRIVER_SLICEIMAGE_H

#include "Pipeline.h"

#include "agentc/Packaging/Slices.h"
#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// A tool's slice as the sandbox runs it.
struct SliceImage {
  RunImage image;
  FileTree files; ///< the slice with its source map, for stacks
};

/// Cuts the slice of what `id` names out of a bundle. Where that is all of the bundle, `whole` is
/// what runs. An Error where a package holds another slice than its code gives.
llvm::Expected<SliceImage> makeSliceImage(const Compilation &compilation, llvm::StringRef id,
                                          RunImage whole);

/// The bundle without types, to be read again: slices are cut out of JavaScript. std::nullopt if it
/// is JavaScript as it is, or has syntax that needs a transform.
std::optional<Bundle> withoutTypes(const Compilation &compilation, DiagnosticList &diagnostics);

} // namespace agentc

#endif
