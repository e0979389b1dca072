#ifndef AGENTC_SYNTAX_NODES_H
#define AGENTC_SYNTAX_NODES_H

#include "agentc/Support/Range.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>

/// The nodes of the syntax tree: ESTree's, immutable once parsed.
namespace agentc::ast {

enum class LiteralKind : uint8_t {
  Null,
  False,
  True,
  Number,
  String, ///< `text` is the value
  BigInt, ///< `text` is the digits in the base they were written, without `n` and separators
  RegExp, ///< `text` is the pattern
};
enum class PropertyKind : uint8_t { Init, Get, Set };
enum class MethodKind : uint8_t { Method, Constructor, Get, Set };
/// `using` and `await using` are ECMA-262 section 14.3.1's.
enum class VariableKind : uint8_t { Var, Let, Const, Using, AwaitUsing };

enum class NodeKind : uint8_t {
#define NODE(Name, ...) Name,
#include "agentc/Syntax/Nodes.def"
};

llvm::StringRef kindName(NodeKind kind);

#define NODE(Name, ...) +1
inline constexpr size_t nodeKindCount = 0
#include "agentc/Syntax/Nodes.def"
    ;

/// The parts of every node. `range` covers the node's own tokens, without parentheses around it.
struct Node {
  NodeKind kind;
  ByteRange range;
  /// Which of all nodes that a process parses it is, so that tables need no hashes.
  uint32_t index = 0;
  /// The node that holds this one; null for a TopLevel.
  const Node *parent = nullptr;

protected:
  explicit Node(NodeKind kind) : kind(kind) {}
};

using NodeList = llvm::ArrayRef<const Node *>;

#define NODE(Name, ...)                                                                            \
  struct Name final : Node {                                                                       \
    static constexpr NodeKind ownKind = NodeKind::Name;                                            \
    Name() : Node(NodeKind::Name) {}                                                               \
    static bool classof(const Node *node) { return node->kind == NodeKind::Name; }                 \
    __VA_ARGS__                                                                                    \
  };
#define CHILD(name) const Node *name = nullptr;
#define LIST(name) NodeList name;
#define FLAG(name) bool name = false;
#define TEXT(name) llvm::StringRef name;
#define NUMBER(name) double name = 0;
#define ENUM(Type, name) Type name{};
#include "agentc/Syntax/Nodes.def"

/// Calls `visit(const Node &)` for each child that is there, in source order as Nodes.def lists
/// them.
template <typename Visitor> void forEachChild(const Node &node, Visitor &&visit) {
  [[maybe_unused]] auto one = [&](const Node *child) {
    if (child)
      visit(*child);
  };
  [[maybe_unused]] auto list = [&](NodeList children) {
    for (const Node *child : children)
      one(child);
  };
  switch (node.kind) {
#define NODE(Name, ...)                                                                            \
  case NodeKind::Name: {                                                                           \
    [[maybe_unused]] const auto &self = static_cast<const Name &>(node);                           \
    __VA_ARGS__ break;                                                                             \
  }
#define CHILD(name) one(self.name);
#define LIST(name) list(self.name);
#define FLAG(name)
#define TEXT(name)
#define NUMBER(name)
#define ENUM(Type, name)
#include "agentc/Syntax/Nodes.def"
  }
}

/// True for nodes that can stand where an expression is asked for.
bool isExpression(const Node &node);
bool isStatement(const Node &node);
/// FunctionDeclaration, FunctionExpression or ArrowFunctionExpression.
bool isFunction(const Node &node);
bool isClass(const Node &node);
NodeList paramsOf(const Node &function);
const Node *bodyOf(const Node &function);

} // namespace agentc::ast

#endif
