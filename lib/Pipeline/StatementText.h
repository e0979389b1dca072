#ifndef AGENTC_LIB_PIPELINE_STATEMENTTEXT_H
#define AGENTC_LIB_PIPELINE_STATEMENTTEXT_H

#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// Finds the text that a diagnostic's fingerprint is made of: the statement around its place, or
/// the line in a file without syntax. Each file's statements are listed once, when first asked for.
class StatementText {
public:
  explicit StatementText(const Compilation &compilation) : compilation_(compilation) {}

  std::string around(const Diagnostic &diagnostic);

private:
  /// The statements and literals of one file.
  struct Listed {
    /// In the order they begin, an outer one before an inner one.
    std::vector<const ast::Node *> statements;
    /// Strings, regular expressions and templates' texts, in order: white space in them counts.
    std::vector<ByteRange> literals;
  };

  const Compilation &compilation_;
  std::map<std::string, Listed, std::less<>> listed_;

  const Listed &listedOf(const ast::Module &module);
};

} // namespace agentc

#endif
