#ifndef AGENTC_LIB_DRIVER_STATEMENTTEXT_H
#define AGENTC_LIB_DRIVER_STATEMENTTEXT_H

#include "Pipeline.h"

namespace agentc {

/// Finds the text that a diagnostic's fingerprint is made of: the statement around its place, or
/// the line in a file without syntax. Each file's statements are listed once, when first asked for.
class StatementText {
public:
  explicit StatementText(const Compilation &compilation) : compilation_(compilation) {}

  std::string around(const Diagnostic &diagnostic);

private:
  const Compilation &compilation_;
  /// Statements in the order they begin, an outer one before an inner one.
  std::map<std::string, std::vector<const ast::Node *>, std::less<>> statements_;

  const std::vector<const ast::Node *> &statementsOf(const ast::Module &module);
};

} // namespace agentc

#endif
