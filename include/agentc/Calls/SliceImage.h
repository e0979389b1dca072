#ifndef AGENTC_CALLS_SLICEIMAGE_H
#define AGENTC_CALLS_SLICEIMAGE_H

#include "agentc/Packaging/Slices.h"
#include "agentc/Pipeline/Pipeline.h"
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

/// `compile` for slices, which are cut out of JavaScript: a bundle with types is read again without
/// them, unless it has syntax that needs a transform.
llvm::Error compileErased(PipelineRequest request, std::optional<Compilation> &result);

} // namespace agentc

#endif
