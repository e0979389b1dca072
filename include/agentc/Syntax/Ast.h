#ifndef AGENTC_SYNTAX_AST_H
#define AGENTC_SYNTAX_AST_H

#include "agentc/Support/Range.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// The syntax tree: ESTree's nodes in arenas, immutable once parsed.
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
  /// The node that holds this one; null for a Program.
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

enum class Language : uint8_t { JavaScript, TypeScript, Tsx, Json };

/// How a source is run. `Detect` becomes Module where the source has import or export syntax (or
/// `import.meta`, or top-level await), else CommonJs.
enum class Goal : uint8_t { Detect, Module, CommonJs, Json };

/// Hands out nodes' indices, from blocks so that threads need not agree on each.
class NodeIndices {
public:
  static constexpr uint32_t blockSize = 1024;
  uint32_t take() {
    if (next_ % blockSize == 0)
      next_ = newBlock();
    return next_++;
  }

private:
  static uint32_t newBlock();
  uint32_t next_ = 0;
};

/// A span of type-only syntax, for erasure.
struct TypeSpan {
  ByteRange range;
  /// A whole statement (interface, type alias, `import type`, `declare`, overload signature).
  bool statement = false;
};

/// The nodes of a tree by their kind, so that whoever looks for a few kinds need not walk it.
class NodeIndex {
public:
  NodeIndex() = default;
  explicit NodeIndex(const Node &root);

  /// In source order, parents first.
  NodeList of(NodeKind kind) const {
    auto at = static_cast<size_t>(kind);
    return NodeList(nodes_).slice(begins_[at], begins_[at + 1] - begins_[at]);
  }

private:
  std::vector<const Node *> nodes_;
  std::array<uint32_t, nodeKindCount + 1> begins_{};
};

/// One parsed source. Owns its nodes; the text belongs to the FileTree that it was parsed from.
struct Module {
  std::string path;
  llvm::StringRef text;
  Language language = Language::JavaScript;
  Goal goal = Goal::CommonJs; ///< never Detect after parsing
  /// Null where the source could not be read at all; for JSON a Program of one ExpressionStatement.
  const Program *program = nullptr;
  bool hasErrors = false;
  std::vector<TypeSpan> typeSpans; ///< sorted, disjoint
  std::vector<ByteRange> comments; ///< in order, each with its `//` or `/*`
  llvm::BumpPtrAllocator arena;
  NodeIndices indices;
  NodeIndex nodes; ///< of the program, once it is whole

  /// Calls `visit(const T &)` for each node of that type, in source order, parents first.
  template <typename T, typename Visitor> void forEach(Visitor &&visit) const {
    for (const Node *node : nodes.of(T::ownKind))
      visit(llvm::cast<T>(*node));
  }

  template <typename T> T *newNode(ByteRange range) {
    T *node = new (arena) T();
    node->range = range;
    node->index = indices.take();
    return node;
  }
};

/// All modules of a bundle by path.
class Forest {
public:
  void add(std::unique_ptr<Module> module);
  const Module *find(llvm::StringRef path) const;
  const std::map<std::string, std::unique_ptr<Module>, std::less<>> &modules() const {
    return modules_;
  }

private:
  std::map<std::string, std::unique_ptr<Module>, std::less<>> modules_;
};

} // namespace agentc::ast

#endif
