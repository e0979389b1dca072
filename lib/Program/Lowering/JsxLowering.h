#ifndef AGENTC_LIB_PROGRAM_LOWERING_JSXLOWERING_H
#define AGENTC_LIB_PROGRAM_LOWERING_JSXLOWERING_H

#include "TextEdit.h"

#include "agentc/Syntax/Jsx.h"

#include <vector>

namespace agentc {

/// Writes JSX as the calls that the tree has for it, in the same lines and, but for a key, in the
/// order in which it is written.
class JsxLowering {
public:
  explicit JsxLowering(const ast::Module &module) : module_(module), text_(module.text) {}

  /// Notes the edits for one call that JSX means, apart from those for the expressions in it.
  void lower(const ast::CallExpression &call, const WrittenJsx &written);
  /// Notes what loads the functions that JSX calls.
  void lowerImports();
  llvm::ArrayRef<TextEdit> edits() const { return edits_; }

private:
  std::string head(const ast::CallExpression &call, uint32_t begin) const;
  void lowerTag(const ast::CallExpression &call, const WrittenJsx &written);
  void lowerAttribute(const ast::Node &attribute);
  void lowerValue(const ast::Node &value);
  void lowerContainer(const ast::JSXExpressionContainer &container, llvm::StringRef nothing);
  void lowerKey(const WrittenJsx &written, TextEdit &tail);
  uint32_t find(char wanted, uint32_t offset) const;
  std::string quote(const ast::Node &written, llvm::StringRef value) const;

  void replace(uint32_t begin, uint32_t end, std::string text) {
    edits_.push_back({{begin, end}, std::move(text)});
  }
  void insert(uint32_t at, std::string text) { replace(at, at, std::move(text)); }

  const ast::Module &module_;
  llvm::StringRef text_;
  std::vector<TextEdit> edits_;
};

} // namespace agentc

#endif
