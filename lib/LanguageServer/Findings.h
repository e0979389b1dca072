#ifndef AGENTC_LIB_LANGUAGESERVER_FINDINGS_H
#define AGENTC_LIB_LANGUAGESERVER_FINDINGS_H

#include "World.h"

#include "agentc/Syntax/Ast.h"

namespace agentc::lsp {

/// A part of a source in which an inserted line would be text, as in a comment or between JSX tags,
/// or, inside of such a one, code again.
struct TextPart {
  ByteRange range;
  bool isCode = false;
};
/// By the path of each source that is code.
using TextParts = std::map<std::string, std::vector<TextPart>, std::less<>>;
TextParts textParts(const ast::Forest &forest);

/// Adds to `files`, by real path, what is found in each: `diagnostics`, as the protocol publishes
/// them, `actions` that mend or suppress one of them, and `certain`, the edits that only take away
/// what does nothing.
void addFindings(const BundleResult &result, const TextParts &texts, UnitPlaces &places,
                 Json &files);

} // namespace agentc::lsp

#endif
