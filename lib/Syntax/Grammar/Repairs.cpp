#include "Repairs.h"

#include "Tokens.h"
#include "TypeArguments.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

/// Reading with a log is what costs: some megabytes a second.
constexpr size_t maxRepairBytes = size_t(4) << 20;
constexpr size_t maxRepairs = 64;

/// As the grammars have it.
bool isReference(llvm::StringRef text) {
  llvm::StringRef name = text.drop_front();
  size_t size = name.find(';');
  name = name.take_front(size);
  if (size == llvm::StringRef::npos || name.empty() || name.size() > 30)
    return false;
  if (!name.consume_front("#"))
    return llvm::all_of(name, [](char c) { return llvm::isAlpha(c); });
  if (name.consume_front("x") || name.consume_front("X"))
    return !name.empty() && name.size() <= 6 && llvm::all_of(name, llvm::isHexDigit);
  return !name.empty() && name.size() <= 5 && llvm::all_of(name, llvm::isDigit);
}

bool repairAttribute(const Grammar &grammar, const Stumble &stumble, std::string &text) {
  for (char quote : {'"', '\''}) {
    llvm::StringRef name = quote == '"' ? "\"" : "'";
    if (!isExpected(grammar, stumble.state, {name, "html_character_reference"}))
      continue;
    size_t end = text.find(quote, stumble.offset);
    bool changed = false;
    for (size_t at = stumble.offset; at < std::min(end, text.size()); ++at)
      if (text[at] == '&' && !isReference(llvm::StringRef(text).slice(at, end))) {
        text[at] = '_';
        changed = true;
      }
    return changed;
  }
  return false;
}

bool repairBreak(const Stumble &stumble, RepairedText &repaired) {
  llvm::StringRef text = repaired.text;
  size_t next = endOfTrivia(text, stumble.offset);
  if (next == text.size() || !llvm::isSpace(text[stumble.offset]) ||
      !hasLineTerminator(text.slice(stumble.offset, next)))
    return false;
  repaired.text[stumble.offset] = ';';
  repaired.semicolons.push_back(stumble.offset);
  return true;
}

/// `() => {}⏎/"/.test(a)`, which the grammar takes for a division until it stumbles.
bool repairRegularExpression(const Stumble &stumble, RepairedText &repaired) {
  constexpr size_t most = 16384;
  llvm::StringRef text = repaired.text;
  size_t from = stumble.offset > most ? stumble.offset - most : 0;
  for (size_t at = stumble.offset; at-- > from;) {
    if (text[at] != '}' || at + 1 == text.size() || !llvm::isSpace(text[at + 1]))
      continue;
    size_t next = endOfTrivia(text, at + 1);
    if (!text.substr(next).starts_with("/") || !hasLineTerminator(text.slice(at, next)))
      continue;
    repaired.text[at + 1] = ';';
    repaired.semicolons.push_back(static_cast<uint32_t>(at + 1));
    return true;
  }
  return false;
}

} // namespace

std::optional<RepairedText> repairText(const Grammar &grammar, llvm::StringRef text) {
  RepairedText repaired{text.str(), {}};
  size_t most = std::min(maxRepairs, maxRepairBytes / std::max<size_t>(text.size(), 1));
  auto isRead = [&](const RepairedText &tried) {
    ParsedText parsed = parseText(grammar, tried.text);
    return parsed.tree && !parsed.hasError();
  };
  std::vector<Stumble> stumbles = findStumbles(grammar, repaired.text, 1, maxParseBytes);
  for (size_t count = 0; count < most && !stumbles.empty(); ++count) {
    RepairedText tried = repaired;
    if (repairRegularExpression(stumbles[0], tried)) {
      if (isRead(tried))
        return tried;
      std::vector<Stumble> next = findStumbles(grammar, tried.text, 1, maxParseBytes);
      if (!next.empty() && next[0].offset > stumbles[0].offset) {
        repaired = std::move(tried);
        stumbles = std::move(next);
        continue;
      }
    }
    if (!repairAttribute(grammar, stumbles[0], repaired.text) &&
        !repairBreak(stumbles[0], repaired))
      return std::nullopt;
    if (isRead(repaired))
      return repaired;
    stumbles = findStumbles(grammar, repaired.text, 1, maxParseBytes);
  }
  return std::nullopt;
}

/// True if a node can be followed by neither a call nor a member access, so that a line break
/// behind it ends the statement.
static bool isEnding(const Node &node) {
  switch (node.kind) {
  case NodeKind::BreakStatement:
  case NodeKind::ContinueStatement:
  case NodeKind::DebuggerStatement:
  case NodeKind::ExportAllDeclaration:
  case NodeKind::ImportDeclaration:
  case NodeKind::TSImportEqualsDeclaration:
    return true;
  case NodeKind::ArrowFunctionExpression:
    return llvm::isa<BlockStatement>(llvm::cast<ArrowFunctionExpression>(node).body);
  case NodeKind::UpdateExpression:
    return !llvm::cast<UpdateExpression>(node).prefix;
  case NodeKind::ExportNamedDeclaration: {
    const Node *declaration = llvm::cast<ExportNamedDeclaration>(node).declaration;
    return !declaration || isEnding(*declaration);
  }
  case NodeKind::VariableDeclaration: {
    const auto &declaration = llvm::cast<VariableDeclaration>(node);
    return !declaration.declarations.empty() &&
           !llvm::cast<VariableDeclarator>(declaration.declarations.back())->init;
  }
  default:
    return false;
  }
}

bool isEndedByBreak(const TopLevel &program, uint32_t semicolon) {
  llvm::SmallVector<const Node *> open{&program};
  while (!open.empty()) {
    const Node *node = open.pop_back_val();
    if (isEnding(*node) && (node->range.end == semicolon || node->range.end == semicolon + 1))
      return true;
    forEachChild(*node, [&](const Node &child) {
      if (child.range.begin <= semicolon && semicolon <= child.range.end)
        open.push_back(&child);
    });
  }
  return false;
}

} // namespace agentc
