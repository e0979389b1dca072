#ifndef AGENTC_LIB_PROGRAM_LOWERING_WRITTENTYPES_H
#define AGENTC_LIB_PROGRAM_LOWERING_WRITTENTYPES_H

#include "agentc/Program/Program.h"

#include "llvm/ADT/StringSet.h"

namespace agentc {

/// Serializes the types that a module's annotations write, as JavaScript that gives the constructor
/// of each when the program runs: as `tsc` does with `emitDecoratorMetadata`, but for functions,
/// which are `Object`.
class WrittenTypes {
public:
  WrittenTypes(const Program &program, const ModuleInfo &module)
      : program_(program), module_(module), text_(module.syntax->text) {}

  void setStrictNullChecks(bool strict) { strictNullChecks_ = strict; }

  /// The type in the annotation that follows an offset.
  std::string typeBehind(uint32_t offset);
  /// Those of parameters, as a list.
  std::string typesOf(ast::NodeList parameters);
  std::string returnTypeOf(const ast::FunctionExpression &function);
  /// True if the code of a type names a variable that the module imports.
  bool names(llvm::StringRef variable) const { return named_.contains(variable); }

private:
  std::string annotationBehind(uint32_t offset) const;
  std::string typeOf(llvm::StringRef text, unsigned depth);
  std::string typeOfAll(llvm::ArrayRef<llvm::StringRef> types, bool isIntersection, unsigned depth);
  std::string typeOfEnum(const Symbol &symbol);
  std::string typeOfName(llvm::StringRef names, unsigned depth);
  std::optional<std::string> typeOfDeclared(llvm::StringRef name, unsigned depth);

  const Program &program_;
  const ModuleInfo &module_;
  llvm::StringRef text_;
  bool strictNullChecks_ = false;
  llvm::StringSet<> named_;
};

} // namespace agentc

#endif
