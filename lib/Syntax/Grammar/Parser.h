#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_PARSER_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_PARSER_H

#include "Grammar.h"
#include "ParseMemory.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace agentc {

enum class ParseStop { None, TooDeep, TooSlow, TooLarge };

/// The bytes that tree-sitter may hold at once for one source. It takes about 30 times the
/// length of code written by people, 430 times at worst; the nodes made from its tree take a
/// fifth more.
inline constexpr size_t maxParseBytes = size_t(640) << 20;

/// A tree, or why there is none and how far the parser came.
struct ParsedText {
  std::unique_ptr<ParseMemory> memory;
  TSTree *tree = nullptr; ///< lives in `memory`
  ParseStop stop = ParseStop::None;
  uint32_t offset = 0;

  bool hasError() const { return tree && ts_node_has_error(ts_tree_root_node(tree)); }
};

/// Parses within bounds of depth, work and memory that no honest text comes near.
ParsedText parseText(const Grammar &grammar, llvm::StringRef text);

/// Calls `visit(node)` in the order of the text; its answer says whether to go into the node.
template <typename Visitor> void visitTree(TSTree *tree, Visitor &&visit) {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  for (bool done = false; !done;) {
    if (visit(ts_tree_cursor_current_node(&cursor)) && ts_tree_cursor_goto_first_child(&cursor))
      continue;
    while (!done && !ts_tree_cursor_goto_next_sibling(&cursor))
      done = !ts_tree_cursor_goto_parent(&cursor);
  }
  ts_tree_cursor_delete(&cursor);
}

/// A place where no reading of the text could go on.
struct Stumble {
  uint32_t offset = 0;   ///< the end of what was read; white space and comments may follow
  TSStateId state = 0;   ///< the parser's state there
  std::string lookahead; ///< the grammar's name of the token that did not fit
};

/// True if the grammar accepts each of these symbols in a state.
bool isExpected(const Grammar &grammar, TSStateId state,
                std::initializer_list<llvm::StringRef> names);

/// Parses again, slowly, to learn where the parser stumbles: at most `limit` places, in order, as
/// far as `maxBytes` of memory reach.
std::vector<Stumble> findStumbles(const Grammar &grammar, llvm::StringRef text, size_t limit,
                                  size_t maxBytes);

} // namespace agentc

#endif
