#ifndef AGENTC_LIB_PIPELINE_BUNDLECONTENTS_H
#define AGENTC_LIB_PIPELINE_BUNDLECONTENTS_H

#include "agentc/Packaging/Contents.h"
#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// The stage `parse`: finds the files that a bundle consists of while it parses them, and leaves no
/// others in the compilation's bundle. Of a source tree all is kept, and `contents` stays empty.
void findContents(Compilation &compilation, std::optional<Contents> &contents);

/// Makes a note of a missing entry where the bundle defines agents or tools, by whose files it is
/// entered.
void excuseMissingEntry(Compilation &compilation);

/// Returns true if values told of more files. These are then parsed, and the caller resolves
/// and evaluates again.
bool addFound(Compilation &compilation, Contents &contents);

} // namespace agentc

#endif
