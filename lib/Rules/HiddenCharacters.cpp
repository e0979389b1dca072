#include "HiddenCharacters.h"

#include "Characters.h"

#include "agentc/Support/Text.h"
#include "agentc/Syntax/Walk.h"

#include <algorithm>
#include <cstring>

namespace agentc {

using namespace ast;

namespace {

struct Token {
  ByteRange range;
  TextPlace place;
};

/// The tokens of a source that may hold any character, sorted, disjoint.
std::vector<Token> tokensOf(const ast::TopLevel &program) {
  std::vector<Token> tokens;
  walk(program, [&](const Node &node) {
    if (llvm::isa<Identifier, PrivateIdentifier, JSXIdentifier>(node))
      tokens.push_back({node.range, TextPlace::Name});
    else if (llvm::isa<TemplateElement, JSXText>(node))
      tokens.push_back({node.range, TextPlace::Text});
    else if (const auto *literal = llvm::dyn_cast<Literal>(&node))
      tokens.push_back({node.range, literal->literal == LiteralKind::RegExp ? TextPlace::Pattern
                                                                            : TextPlace::Text});
    return true;
  });
  std::stable_sort(tokens.begin(), tokens.end(),
                   [](const Token &a, const Token &b) { return a.range.begin < b.range.begin; });
  return tokens;
}

size_t skipAscii(llvm::StringRef text, size_t at) {
  for (uint64_t word; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if (word & 0x8080808080808080ull)
      break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80)
    ++at;
  return at;
}

} // namespace

bool isBidiControl(uint32_t codePoint) {
  return (codePoint >= 0x202A && codePoint <= 0x202E) ||
         (codePoint >= 0x2066 && codePoint <= 0x2069);
}

std::vector<HiddenCharacter> hiddenCharactersOf(const ast::Module &module) {
  std::vector<HiddenCharacter> hidden;
  llvm::StringRef text = module.text;
  for (size_t at = skipAscii(text, 0); at < text.size(); at = skipAscii(text, at)) {
    DecodedCharacter character = decodeUtf8(text, at);
    auto begin = static_cast<uint32_t>(at);
    at += character.length;
    uint32_t c = character.codePoint.value_or(0);
    // A byte order mark is none of the text's characters.
    if (c && (begin || c != 0xFEFF) && (isInvisible(c) || isBidiControl(c) || isPrivateUse(c)))
      hidden.push_back({c,
                        {begin, static_cast<uint32_t>(at)},
                        TextPlace::Between,
                        {0, static_cast<uint32_t>(text.size())}});
  }
  if (hidden.empty() || !module.program)
    return hidden;
  std::vector<Token> tokens = tokensOf(*module.program);
  auto token = tokens.begin();
  for (HiddenCharacter &character : hidden) {
    while (token != tokens.end() && token->range.end <= character.range.begin)
      ++token;
    if (token != tokens.end() && token->range.begin <= character.range.begin) {
      character.place = token->place;
      character.token = token->range;
    }
  }
  return hidden;
}

} // namespace agentc
