#ifndef AGENTC_SYNTAX_AST_H
#define AGENTC_SYNTAX_AST_H

#include "agentc/Syntax/Nodes.h"

#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// The syntax trees of a bundle, in arenas.
namespace agentc::ast {

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
  /// Null where the source could not be read at all; for JSON a TopLevel of one
  /// ExpressionStatement.
  const TopLevel *program = nullptr;
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
