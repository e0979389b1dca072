#ifndef AGENTC_LIB_DRIVER_REPORTS_FUNCTIONNAMES_H
#define AGENTC_LIB_DRIVER_REPORTS_FUNCTIONNAMES_H

#include "agentc/Syntax/Ast.h"

#include <map>
#include <string>
#include <vector>

namespace agentc {

/// The names that the functions of some code have for whoever reads it.
class FunctionNames {
public:
  FunctionNames() = default;
  explicit FunctionNames(const ast::Forest &forest);

  /// The name of the innermost named function around a byte of a file; empty if there is none.
  llvm::StringRef around(llvm::StringRef file, uint32_t offset) const;

private:
  struct Named {
    ByteRange range;
    std::string name;
  };
  std::map<std::string, std::vector<Named>, std::less<>> byFile_;
};

} // namespace agentc

#endif
