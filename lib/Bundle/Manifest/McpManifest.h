#ifndef AGENTC_LIB_BUNDLE_MANIFEST_MCPMANIFEST_H
#define AGENTC_LIB_BUNDLE_MANIFEST_MCPMANIFEST_H

#include "agentc/Support/FileTree.h"

#include <optional>
#include <vector>

namespace agentc {

/// The fields that agentc reads of the `manifest.json` of an MCP bundle (`.mcpb`, or `.dxt`,
/// its old name; github.com/anthropics/mcpb, MANIFEST.md).
struct McpManifest {
  std::string name, version;
  std::string entry;                    ///< `server.entry_point`, a file of the bundle
  std::vector<std::string> environment; ///< names that `server.mcp_config.env` sets
};

/// std::nullopt if the file is none, or its entry is not there.
std::optional<McpManifest> readMcpManifest(const FileTree &files);

} // namespace agentc

#endif
