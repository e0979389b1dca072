#include "WrittenTypes.h"

#include "TextEdit.h"
#include "ValueExports.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxTypeDepth = 32;

/// Returns the offset behind the bracket that closes the one at the text's beginning; the
/// text's size if none does.
size_t endOfBrackets(llvm::StringRef text) {
  int open = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'' || c == '`') {
      size_t close = text.find(c, at + 1);
      at = std::min(close, text.size() - 1);
    } else if (c == '=' && text.substr(at).starts_with("=>")) {
      ++at;
    } else if (llvm::StringRef("([{<").contains(c)) {
      ++open;
    } else if (llvm::StringRef(")]}>").contains(c) && --open == 0) {
      return at + 1;
    }
    if (open == 0)
      return at + 1;
  }
  return text.size();
}

/// The parts of a type between a mark that stands in no brackets.
llvm::SmallVector<llvm::StringRef, 4> splitType(llvm::StringRef text, llvm::StringRef mark) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(mark)) {
      parts.push_back(text.slice(begin, at).trim());
      at += mark.size();
      begin = at;
    } else if (text.substr(at).starts_with("=>")) {
      at += 2;
    } else if (llvm::StringRef("([{<\"'`").contains(text[at])) {
      at += endOfBrackets(text.substr(at));
    } else {
      ++at;
    }
  }
  parts.push_back(text.substr(begin).trim());
  return parts;
}

bool beginsWithWord(llvm::StringRef text, llvm::StringRef word) {
  return text.consume_front(word) && (text.empty() || !(llvm::isAlnum(text[0]) || text[0] == '_' ||
                                                        text[0] == '$' || text[0] == '.'));
}

llvm::StringRef typeOfKeyword(llvm::StringRef word) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> types[] = {
      {"any", "Object"},       {"unknown", "Object"}, {"this", "Object"},   {"object", "Object"},
      {"string", "String"},    {"number", "Number"},  {"bigint", "BigInt"}, {"symbol", "Symbol"},
      {"boolean", "Boolean"},  {"true", "Boolean"},   {"false", "Boolean"}, {"void", "void 0"},
      {"undefined", "void 0"}, {"never", "void 0"},   {"null", "void 0"}};
  for (auto [name, type] : types)
    if (word == name)
      return type;
  return "";
}

/// The text without comments.
std::string withoutComments(llvm::StringRef text) {
  std::string out;
  while (!text.empty()) {
    llvm::StringRef rest = skipTrivia(text);
    if (rest.size() != text.size())
      out += ' ';
    if (rest.empty())
      break;
    const bool isText = rest[0] == '"' || rest[0] == '\'' || rest[0] == '`';
    size_t length = isText ? std::min(rest.find(rest[0], 1), rest.size() - 1) + 1 : 1;
    out += rest.take_front(length);
    text = rest.drop_front(length);
  }
  return out;
}

} // namespace

std::string WrittenTypes::typeOfAll(llvm::ArrayRef<llvm::StringRef> types, bool isIntersection,
                                    unsigned depth) {
  std::string result;
  for (llvm::StringRef type : types) {
    if (type.empty())
      continue;
    if (type == "never") {
      if (isIntersection)
        return "void 0";
      continue;
    }
    if (type == "unknown" && isIntersection)
      continue;
    if ((type == "null" || type == "undefined") && !strictNullChecks_)
      continue;
    std::string one = typeOf(type, depth + 1);
    if (one == "Object" || (!result.empty() && result != one))
      return "Object";
    result = one;
  }
  return result.empty() ? "void 0" : result;
}

/// The name of what a type is when the program runs, as `tsc` serializes it but for functions.
std::string WrittenTypes::typeOf(llvm::StringRef text, unsigned depth) {
  text = text.trim();
  if (text.empty() || depth > maxTypeDepth)
    return "Object";
  if (beginsWithWord(text, "asserts"))
    return "void 0";
  auto conditional = splitType(text, " extends ");
  if (conditional.size() > 1 && !conditional[0].contains("=>")) {
    auto branches = splitType(conditional.back(), "?");
    llvm::StringRef rest = branches.size() > 1 ? branches[1] : llvm::StringRef();
    return typeOfAll(splitType(rest, ":"), false, depth);
  }
  for (size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("=>"))
      return "Object"; // whoever gets `Function` can make code of text
    at += llvm::StringRef("([{<\"'`").contains(text[at]) ? endOfBrackets(text.substr(at)) : 1;
  }
  if (splitType(text, " is ").size() > 1)
    return "Boolean";
  if (auto parts = splitType(text, "|"); parts.size() > 1)
    return typeOfAll(parts, false, depth);
  if (auto parts = splitType(text, "&"); parts.size() > 1)
    return typeOfAll(parts, true, depth);
  if (beginsWithWord(text, "readonly"))
    return typeOf(text.drop_front(8), depth + 1);
  for (llvm::StringRef word : {"keyof", "unique", "typeof", "infer", "import"})
    if (beginsWithWord(text, word))
      return "Object";
  if (text[0] == '(' && endOfBrackets(text) == text.size())
    return typeOf(text.drop_front().drop_back(), depth + 1);
  if (text.ends_with("]")) {
    for (size_t at = 0; at < text.size();) {
      size_t length =
          llvm::StringRef("([{<\"'`").contains(text[at]) ? endOfBrackets(text.substr(at)) : 1;
      if (at + length >= text.size() && text[at] == '[')
        return at == 0 || text.substr(at + 1).drop_back().trim().empty() ? "Array" : "Object";
      at += length;
    }
    return "Object";
  }
  if (text[0] == '{')
    return "Object";
  if (llvm::StringRef("\"'`").contains(text[0]))
    return "String";
  if (llvm::isDigit(text[0]) || text[0] == '-')
    return text.ends_with("n") ? "BigInt" : "Number";
  if (llvm::StringRef keyword = typeOfKeyword(text); !keyword.empty())
    return keyword.str();
  return typeOfName(text.take_until([](char c) { return c == '<'; }).trim(), depth);
}

/// Returns the metadata type of a name that no code declares; std::nullopt where the module
/// says nothing about the name.
std::optional<std::string> WrittenTypes::typeOfDeclared(llvm::StringRef name, unsigned depth) {
  for (const TypeSpan &span : module_.syntax->typeSpans) {
    llvm::StringRef text = text_.slice(span.range.begin, span.range.end);
    if (!span.statement || !text.contains(name))
      continue;
    for (llvm::StringRef word : {"export", "declare"})
      if (beginsWithWord(text, word))
        text = skipTrivia(text.drop_front(word.size()));
    if (beginsWithWord(text, "import") && !text.contains('=')) {
      llvm::SmallVector<llvm::StringRef, 8> words;
      llvm::SplitString(text, words, " \t\r\n{},");
      if (llvm::is_contained(words, name))
        return "Object";
    }
    const bool isAlias = beginsWithWord(text, "type");
    if (!isAlias && !beginsWithWord(text, "interface"))
      continue;
    text = skipTrivia(text.drop_front(isAlias ? 4 : 9));
    if (!beginsWithWord(text, name))
      continue;
    text = skipTrivia(text.drop_front(name.size()));
    if (!isAlias)
      return "Object";
    if (text.starts_with("<"))
      text = skipTrivia(text.drop_front(endOfBrackets(text)));
    if (!text.consume_front("="))
      return "Object";
    return typeOf(withoutComments(text.rtrim("; \t\r\n")), depth + 1);
  }
  return std::nullopt;
}

std::string WrittenTypes::typeOfName(llvm::StringRef names, unsigned depth) {
  llvm::StringRef first = names.split('.').first.trim();
  const Symbol *found = nullptr;
  for (const Symbol &symbol : program_.symbols())
    if (symbol.name == first && symbol.scope == module_.scope)
      found = &symbol;
  if (!found)
    if (std::optional<std::string> declared = typeOfDeclared(first, depth))
      return *declared;
  if (found && found->kind == SymbolKind::Enum && first == names)
    return typeOfEnum(*found);
  if (found && found->kind == SymbolKind::Class && first == names)
    return first.str();
  if (found && found->kind == SymbolKind::Import) {
    if (!ValueExports(program_).isValue(*found))
      return "Object";
    named_.insert(first);
  }
  // a name of a module or of the host: it may be a type only
  std::string known, test;
  for (llvm::StringRef rest = names; !rest.empty();) {
    auto [name, behind] = rest.split('.');
    known += (known.empty() ? "" : ".") + name.trim().str();
    rest = behind;
    test += "typeof " + known + (rest.empty() ? " === \"function\"" : " !== \"undefined\" && ");
  }
  return "(" + test + " ? " + known + " : Object)";
}

/// Numbers, texts, or both.
std::string WrittenTypes::typeOfEnum(const Symbol &symbol) {
  bool hasText = false, hasNumber = false;
  for (const Identifier *target : symbol.targets)
    if (const auto *declared = llvm::dyn_cast_or_null<TSEnumDeclaration>(target->parent))
      for (const Node *member : declared->members) {
        const Node *value = llvm::cast<TSEnumMember>(member)->initializer;
        const auto *literal = llvm::dyn_cast_or_null<Literal>(value);
        bool isText = llvm::isa_and_nonnull<TemplateLiteral>(value) ||
                      (literal && literal->literal == LiteralKind::String);
        (isText ? hasText : hasNumber) = true;
      }
  return hasText && hasNumber ? "Object" : hasText ? "String" : "Number";
}

/// The text of the type annotation that follows an offset; empty if there is none.
std::string WrittenTypes::annotationBehind(uint32_t offset) const {
  uint32_t at = skipTrivia(text_, offset);
  if (at < text_.size() && (text_[at] == '?' || text_[at] == '!'))
    at = skipTrivia(text_, at + 1);
  for (const TypeSpan &span : module_.syntax->typeSpans)
    if (span.range.begin <= at && at < span.range.end && text_[at] == ':')
      return withoutComments(text_.slice(at + 1, span.range.end));
  return "";
}

std::string WrittenTypes::typeBehind(uint32_t offset) {
  return typeOf(annotationBehind(offset), 0);
}

std::string WrittenTypes::typesOf(NodeList parameters) {
  std::string types;
  for (const Node *plain : parameters) {
    if (const auto *decorated = llvm::dyn_cast<TSDecoratedParameter>(plain))
      plain = decorated->parameter;
    if (const auto *property = llvm::dyn_cast<TSParameterProperty>(plain))
      plain = property->parameter;
    if (const auto *assignment = llvm::dyn_cast<AssignmentPattern>(plain))
      plain = assignment->left;
    std::string written = annotationBehind(plain->range.end);
    llvm::StringRef type = llvm::StringRef(written).trim();
    if (llvm::isa<RestElement>(plain)) {
      bool isArray = type.consume_back("[]");
      if (!isArray && type.consume_back(">"))
        type = type.split('<').second;
      else if (!isArray)
        type = "";
    }
    types += (types.empty() ? "" : ", ") + typeOf(type, 0);
  }
  return "[" + types + "]";
}

std::string WrittenTypes::returnTypeOf(const FunctionExpression &function) {
  for (const TypeSpan &span : llvm::reverse(module_.syntax->typeSpans)) {
    llvm::StringRef type = text_.slice(span.range.begin, span.range.end).ltrim();
    if (span.range.end <= function.body->range.begin &&
        skipTrivia(text_, span.range.end) == function.body->range.begin && type.consume_front(":"))
      return typeOf(withoutComments(type), 0);
    if (span.range.end < function.range.begin)
      break;
  }
  return function.async ? "Promise" : "void 0";
}

} // namespace agentc
