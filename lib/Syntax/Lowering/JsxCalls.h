#ifndef AGENTC_LIB_SYNTAX_LOWERING_JSXCALLS_H
#define AGENTC_LIB_SYNTAX_LOWERING_JSXCALLS_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Makes of an element of JSX the call that it means, by the settings of `tsconfig.json`.
class JsxCalls final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *jsxCall(WrittenJsx written, const ast::Node *name, Nodes &attributes,
                           Nodes &content);
  void addJsxImports(ast::NodeList &body);

private:
  const ast::Node *jsxType(const ast::Node &name);
  const ast::Node *jsxValue(const ast::Node *value);
  const ast::Node *jsxProperty(const ast::JSXAttribute &attribute);
  const ast::Node *jsxProperties(const WrittenJsx &written,
                                 llvm::ArrayRef<const ast::Node *> attributes,
                                 llvm::ArrayRef<const ast::Node *> children);
  const ast::Node *jsxChain(llvm::StringRef names, uint32_t offset);
  /// The name that a function of the automatic runtime has in this source.
  const ast::Identifier *jsxImported(llvm::StringRef name, uint32_t offset);
  const ast::Literal *textNode(llvm::StringRef text, ByteRange range);
  const ast::Node *jsxImport(llvm::StringRef source, llvm::ArrayRef<llvm::StringRef> names,
                             ByteRange range);

  const JsxSettings &jsx_ = lowering_.jsxSettings();
  std::string jsxSuffix_;                         ///< that no name of the source ends with
  llvm::SmallVector<llvm::StringRef, 4> jsxUsed_; ///< functions of the automatic runtime
  std::optional<ByteRange> firstJsx_;             ///< the tag's beginning
};

} // namespace agentc

#endif
