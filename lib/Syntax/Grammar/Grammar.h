#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_GRAMMAR_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_GRAMMAR_H

#include "agentc/Syntax/Ast.h"

#include <tree_sitter/api.h>

#include <vector>

namespace agentc {

/// The kind of a node in a concrete tree, the same for every grammar.
enum class Kind : uint8_t {
  Other,
  Error,
#define NAMED(Name, text) Name,
#define TOKEN(Name, text) Name,
#include "Kinds.def"
};

/// The role of a node in the token audit.
enum class Shape : uint8_t {
  Inner, ///< made of other nodes, or a leaf if it has none
  Leaf,  ///< one token; strings and regular expressions too, whatever parts the grammar gives them
  Template,
  Substitution,
};

/// A grammar and the meaning of its symbols.
struct Grammar {
  const TSLanguage *language = nullptr;
  std::vector<Kind> kinds;   ///< by symbol
  std::vector<Shape> shapes; ///< by symbol

  Kind kindOf(TSSymbol symbol) const { return symbol < kinds.size() ? kinds[symbol] : Kind::Error; }
  Shape shapeOf(TSSymbol symbol) const {
    return symbol < shapes.size() ? shapes[symbol] : Shape::Inner;
  }
  Kind kindOf(TSNode node) const { return kindOf(ts_node_symbol(node)); }
};

/// The grammar of a language; made at first use, then shared and constant.
const Grammar &grammarFor(ast::Language language);

} // namespace agentc

#endif
