#include "agentc/Syntax/Ast.h"

#include <atomic>

namespace agentc::ast {

uint32_t NodeIndices::newBlock() {
  static std::atomic<uint32_t> blocks = 0;
  return blocks.fetch_add(1, std::memory_order_relaxed) * blockSize;
}

llvm::StringRef kindName(NodeKind kind) {
  if (kind == NodeKind::TopLevel)
    return "Program"; // ESTree's name
  switch (kind) {
#define NODE(Name, ...)                                                                            \
  case NodeKind::Name:                                                                             \
    return #Name;
#include "agentc/Syntax/Nodes.def"
  }
  return "";
}

bool isExpression(const Node &node) {
  switch (node.kind) {
#define NODE(Name, ...)
#define EXPRESSION(Name, ...)                                                                      \
  case NodeKind::Name:                                                                             \
    return true;
#include "agentc/Syntax/Nodes.def"
  default:
    return false;
  }
}

bool isStatement(const Node &node) {
  switch (node.kind) {
#define NODE(Name, ...)
#define STATEMENT(Name, ...)                                                                       \
  case NodeKind::Name:                                                                             \
    return true;
#include "agentc/Syntax/Nodes.def"
  default:
    return false;
  }
}

bool isFunction(const Node &node) {
  return llvm::isa<FunctionDeclaration, FunctionExpression, ArrowFunctionExpression>(&node);
}

bool isClass(const Node &node) { return llvm::isa<ClassDeclaration, ClassExpression>(&node); }

NodeList paramsOf(const Node &function) {
  if (const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function))
    return declaration->params;
  if (const auto *expression = llvm::dyn_cast<FunctionExpression>(&function))
    return expression->params;
  return llvm::cast<ArrowFunctionExpression>(function).params;
}

const Node *bodyOf(const Node &function) {
  if (const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function))
    return declaration->body;
  if (const auto *expression = llvm::dyn_cast<FunctionExpression>(&function))
    return expression->body;
  return llvm::cast<ArrowFunctionExpression>(function).body;
}

void Forest::add(std::unique_ptr<Module> module) {
  std::string path = module->path;
  modules_.insert_or_assign(std::move(path), std::move(module));
}

const Module *Forest::find(llvm::StringRef path) const {
  auto found = modules_.find(std::string_view(path.data(), path.size()));
  return found == modules_.end() ? nullptr : found->second.get();
}

} // namespace agentc::ast
