#include "SyntaxErrors.h"

#include "SyntaxRules.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace agentc {

namespace {

constexpr size_t maxErrors = 10;

/// A token that the parser had to invent to go on.
struct MissingToken {
  uint32_t offset;
  llvm::StringRef name;
};

std::vector<MissingToken> missingTokens(TSTree *tree) {
  std::vector<MissingToken> found;
  if (!tree)
    return found;
  visitTree(tree, [&](TSNode node) {
    if (ts_node_is_missing(node))
      found.push_back({ts_node_start_byte(node), ts_node_type(node)});
    return ts_node_has_error(node) && found.size() < 100;
  });
  return found;
}

/// Skips white space and comments.
uint32_t skipTrivia(llvm::StringRef text, uint32_t offset) {
  for (;;) {
    size_t next = text.find_first_not_of(" \t\r\n\v\f", offset);
    offset = static_cast<uint32_t>(std::min(next, text.size()));
    llvm::StringRef rest = text.substr(offset);
    size_t end = llvm::StringRef::npos;
    if (rest.starts_with("//"))
      end = std::min(rest.find('\n'), rest.size());
    else if (rest.starts_with("/*"))
      end = rest.find("*/", 2);
    if (end == llvm::StringRef::npos)
      return offset;
    offset += static_cast<uint32_t>(end + (rest.starts_with("/*") ? 2 : 0));
  }
}

bool isShownWordByte(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '#' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// At most `size` bytes, ending between characters.
llvm::StringRef shortened(llvm::StringRef text, size_t size) {
  if (text.size() <= size)
    return text;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
    --size;
  return text.take_front(size);
}

/// The token at an offset, as far as a message needs it.
llvm::StringRef tokenAt(llvm::StringRef text, uint32_t offset, llvm::StringRef lookahead) {
  llvm::StringRef rest = text.substr(offset);
  if (rest.empty())
    return rest;
  if (isShownWordByte(rest.front()))
    return shortened(rest.take_while(isShownWordByte), 80);
  if (!lookahead.empty() && rest.starts_with(lookahead))
    return rest.take_front(lookahead.size());
  return rest.take_front(1);
}

std::string quoted(llvm::StringRef token) {
  if (token.size() > 40)
    return "`" + shortened(token, 40).str() + "…`";
  return token == "`" ? "backtick" : "`" + token.str() + "`";
}

class Reporter {
public:
  Reporter(const ast::Module &module, const Grammar &grammar, llvm::StringRef text, TSTree *tree,
           DiagnosticList &diagnostics)
      : module_(module), grammar_(grammar), text_(text), diagnostics_(diagnostics),
        missing_(missingTokens(tree)) {}

  void report(const Stumble &stumble) {
    uint32_t offset = skipTrivia(text_, stumble.offset);
    if (reportUnterminated(stumble, offset))
      return;
    // what an earlier error left open
    if (offset == text_.size() && !seen_.empty())
      return;
    llvm::StringRef token = tokenAt(text_, offset, stumble.lookahead);
    ByteRange range{offset, offset + static_cast<uint32_t>(token.size())};
    std::string seen = token.empty() ? "end of file" : quoted(token);
    for (const MissingToken &missing : missing_)
      if (missing.offset >= stumble.offset && missing.offset <= offset &&
          isPunctuation(missing.name)) {
        add(range, "unexpected " + seen + "; expected `" + missing.name.str() + "`");
        return;
      }
    add(range, "unexpected " + seen);
  }

  /// For trees with errors that the parser's log doesn't explain.
  void reportFirst(TSTree *tree) {
    bool found = false;
    visitTree(tree, [&](TSNode node) {
      if (!found && (ts_node_is_error(node) || ts_node_is_missing(node))) {
        found = true;
        report({ts_node_start_byte(node), 0, ""});
      }
      return !found && ts_node_has_error(node);
    });
  }

  size_t count() const { return seen_.size(); }

private:
  static bool isPunctuation(llvm::StringRef name) {
    return !name.empty() && !llvm::isAlnum(name.front()) && name.front() != '_' && name != "`";
  }

  void add(ByteRange range, std::string message) {
    if (llvm::is_contained(seen_, range.begin))
      return;
    seen_.push_back(range.begin);
    diagnostics_.report(rule::syntaxError, module_.path, range, std::move(message));
  }

  /// Strings, templates and comments without end: the place is where they begin.
  bool reportUnterminated(const Stumble &stumble, uint32_t offset) {
    auto begin = [&](llvm::StringRef quote) {
      size_t found = text_.take_front(stumble.offset).rfind(quote);
      return found == llvm::StringRef::npos ? stumble.offset : static_cast<uint32_t>(found);
    };
    for (llvm::StringRef quote : {"\"", "'"})
      if (stumble.state && isExpected(grammar_, stumble.state, {quote, "escape_sequence"})) {
        uint32_t from = begin(quote);
        add({from, from + 1}, "unterminated string");
        return true;
      }
    size_t comment = text_.take_front(offset + 2).rfind("/*");
    if (comment != llvm::StringRef::npos && !text_.substr(comment + 2).contains("*/")) {
      auto from = static_cast<uint32_t>(comment);
      add({from, from + 2}, "unterminated comment");
      return true;
    }
    bool inTemplate =
        offset == text_.size() && stumble.state && isExpected(grammar_, stumble.state, {"`", "${"});
    if (inTemplate || (text_.take_front(stumble.offset).ends_with("`") &&
                       !text_.substr(stumble.offset).contains('`'))) {
      uint32_t from = begin("`");
      add({from, from + 1}, "unterminated template");
      return true;
    }
    return false;
  }

  const ast::Module &module_;
  const Grammar &grammar_;
  llvm::StringRef text_;
  DiagnosticList &diagnostics_;
  std::vector<MissingToken> missing_;
  std::vector<uint32_t> seen_;
};

} // namespace

bool reportSyntaxErrors(const ast::Module &module, const Grammar &grammar, llvm::StringRef text,
                        const ParsedText &parsed, DiagnosticList &diagnostics) {
  Reporter reporter(module, grammar, module.text, parsed.tree, diagnostics);
  size_t maxBytes = maxParseBytes - std::min(maxParseBytes, parsed.memory->bytes());
  std::vector<Stumble> stumbles = findStumbles(grammar, text, maxErrors + 1, maxBytes);
  for (const Stumble &stumble : llvm::ArrayRef<Stumble>(stumbles).take_front(maxErrors))
    reporter.report(stumble);
  if (reporter.count() == 0 && parsed.tree)
    reporter.reportFirst(parsed.tree);
  if (stumbles.size() > maxErrors)
    diagnostics.report(rule::syntaxError, module.path,
                       ByteRange{stumbles.back().offset, stumbles.back().offset},
                       "more syntax errors follow");
  return reporter.count() > 0;
}

void reportTooLarge(ast::Module &module, uint32_t offset, DiagnosticList &diagnostics) {
  module.hasErrors = true;
  diagnostics.report(rule::syntaxTooComplex, module.path, ByteRange{offset, offset},
                     "reading the source takes more than " + std::to_string(maxParseBytes >> 20) +
                         " MB of memory");
}

} // namespace agentc
