#ifndef AGENTC_LIB_CONFIG_SERVERPRINTERS_H
#define AGENTC_LIB_CONFIG_SERVERPRINTERS_H

#include "agentc/Config/Framework.h"
#include "agentc/Values/Schema.h"

namespace agentc {

/// How MCP's SDK lists schemas, at the version that the bundle requires; `path` is the API path of
/// what makes the tool.
ServerPrinting sdkPrinting(const ExtractionContext &context, llvm::StringRef path, bool isOutput);

/// How FastMCP does: by `toJsonSchema` of the package xsschema, which tells printers nothing.
ServerPrinting fastMcpPrinting(const ExtractionContext &context, llvm::StringRef path,
                               bool isOutput);

/// How tmcp's adapter for zod does: by its `toJSONSchema`, as what comes out.
ServerPrinting tmcpPrinting(const ExtractionContext &context, llvm::StringRef path, bool isOutput);

} // namespace agentc

#endif
