#include "GrammarGaps.h"

#include "Tokens.h"
#include "TypeArguments.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

bool isWordByte(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

constexpr llvm::StringLiteral blanks = " \t";
constexpr llvm::StringLiteral wordBytes =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";

/// Looks at words and single characters without knowing whether they stand in code: in strings,
/// templates, regular expressions and comments a mask changes nothing that the lowering reads.
class Masker {
public:
  Masker(llvm::StringRef text, bool isTypeScript)
      : text_(text), masked_(text.str()), isTypeScript_(isTypeScript) {}

  std::optional<MaskedText> run() {
    maskSpaces();
    for (size_t at = 0; at < text_.size();) {
      char c = text_[at];
      if (isWordByte(c))
        at = maskAt(text_.substr(at).take_while(isWordByte));
      else if (c == '\\')
        at = maskEscape(at);
      else if (c == '(')
        at = maskParentheses(at);
      else if (c == '&')
        maskAmpersand(at++);
      else if (c == '<' && isTypeScript_)
        at = maskTemplateTypes(at);
      else
        ++at;
    }
    if (!changed_)
      return std::nullopt;
    return MaskedText{std::move(masked_), std::move(types_)};
  }

private:
  size_t offsetOf(llvm::StringRef word) const {
    return static_cast<size_t>(word.data() - text_.data());
  }
  size_t endOf(llvm::StringRef word) const { return offsetOf(word) + word.size(); }
  llvm::StringRef before(llvm::StringRef word) const {
    return text_.take_front(offsetOf(word)).rtrim();
  }
  llvm::StringRef after(llvm::StringRef word) const { return text_.substr(endOf(word)).ltrim(); }
  llvm::StringRef afterInLine(llvm::StringRef word) const {
    return text_.substr(endOf(word)).ltrim(blanks);
  }

  /// Wide white space, at which the grammars take no character for white space in some places.
  void maskSpaces() {
    constexpr llvm::StringLiteral first("\xC2\xE1\xE2\xE3\xEF");
    for (size_t at = 0; (at = text_.find_first_of(first, at)) != llvm::StringRef::npos; ++at) {
      DecodedCharacter character = decodeUtf8(text_, at);
      uint32_t code = character.codePoint.value_or(0);
      if (isWideSpace(code) && code != 0x2028 && code != 0x2029)
        mask(text_.substr(at, character.length), ' ');
    }
  }

  /// Masks what begins with a word, and says where to go on.
  size_t maskAt(llvm::StringRef word) {
    if (word == "import" && isTypeScript_ && after(word).starts_with("("))
      maskImportType(word);
    else if (word == "export" || word == "import")
      return maskClause(word);
    else if (word == "as")
      maskAs(word);
    else if (word == "in" || word == "out")
      maskVariance(word);
    else if (word == "accessor")
      maskAccessor(word);
    else if (word == "with" || word == "assert")
      maskAttributes(word);
    else if (word == "satisfies" && isTypeScript_)
      maskSatisfies(word);
    else if (word == "extends" && isTypeScript_ && after(word).starts_with("="))
      mask(word.take_front(1), '$'); // an attribute, which the grammar takes for type parameters
    else if (word == "abstract" && isTypeScript_)
      maskAbstract(word);
    return endOf(word);
  }

  /// `export {…}`, `export type {…}`, `import a, {…}`, `export type *`.
  size_t maskClause(llvm::StringRef word) {
    llvm::StringRef rest = after(word);
    llvm::StringRef first = rest.take_while(isWordByte);
    if (word == "export" && !first.empty() && first != "type")
      return endOf(word); // the braces of `export default {…}` are an object's
    if (!first.empty())
      rest = after(first);
    if (first == "type" && word == "export" && rest.starts_with("*"))
      mask(first, ' ');
    if (first == "type" && !rest.starts_with("{")) {
      llvm::StringRef name = rest.take_while(isWordByte);
      rest = name.empty() ? rest : after(name);
    }
    if (rest.consume_front(","))
      rest = rest.ltrim();
    return rest.starts_with("{") ? maskSpecifiers(rest.take_front(1)) : endOf(word);
  }

  size_t maskSpecifiers(llvm::StringRef brace) {
    for (size_t at = endOf(brace); at < text_.size();) {
      llvm::StringRef rest = text_.substr(at);
      if (isWordByte(rest.front())) {
        llvm::StringRef word = rest.take_while(isWordByte);
        if (isReservedWord(word))
          mask(word.take_front(1), '$');
        at += word.size();
      } else if (rest.starts_with("/*") || rest.starts_with("//")) {
        at = std::min(endOfComment(text_, at), text_.size());
      } else if (rest.front() == '"' || rest.front() == '\'') {
        at = endOfString(text_, at);
      } else if (rest.front() == ',' || llvm::isSpace(rest.front())) {
        ++at;
      } else {
        return at;
      }
    }
    return text_.size();
  }

  /// No expression has `in` or `out` between `<` or `,` and a name in their line.
  void maskVariance(llvm::StringRef word) {
    llvm::StringRef previous = codeBefore(word);
    bool opens = previous.ends_with("<") || previous.ends_with(",") || offsetOf(word) == afterMask_;
    llvm::StringRef next = afterInLine(word);
    if (!opens || next.empty() || !isWordByte(next.front()))
      return;
    mask(word, ' ');
    afterMask_ = offsetOf(next);
  }

  /// The attributes of `export … from "x" with {…}`, which the grammar knows of imports only.
  void maskAttributes(llvm::StringRef word) {
    llvm::StringRef before = text_.take_front(offsetOf(word)).rtrim();
    llvm::StringRef behind = after(word);
    if (!behind.starts_with("{") || !(before.ends_with("\"") || before.ends_with("'")))
      return;
    const char quote = before.back();
    before = before.drop_back();
    before = before.take_front(std::min(before.rfind(quote), before.size())).rtrim();
    const size_t close = behind.find('}');
    const size_t exported = before.rfind("export"), imported = before.rfind("import");
    if (!before.ends_with("from") || close == llvm::StringRef::npos ||
        exported == llvm::StringRef::npos ||
        (imported != llvm::StringRef::npos && imported > exported))
      return;
    mask(text_.slice(offsetOf(word), offsetOf(behind) + close + 1), ' ');
  }

  /// True if code ends with a word that may stand before `accessor`.
  static bool endsWithModifier(llvm::StringRef code) {
    for (llvm::StringRef word : {"static", "abstract", "override", "declare", "readonly", "public",
                                 "private", "protected"})
      if (code.ends_with(word))
        return true;
    return false;
  }

  /// `accessor` where a class member begins, before a name in its line.
  void maskAccessor(llvm::StringRef word) {
    llvm::StringRef next = afterInLine(word);
    llvm::StringRef front = text_.take_front(offsetOf(word));
    llvm::StringRef code = codeBefore(word);
    bool begins = code.ends_with("{") || code.ends_with("}") || code.ends_with(";") ||
                  endsWithModifier(code) || front.rtrim(blanks).ends_with("\n");
    if (begins && !next.empty() && (isWordByte(next.front()) || next.front() == '#'))
      mask(word, ' ');
  }

  /// `satisfies` as a name, where no type follows that it could ask for, or nothing stands before
  /// it.
  void maskSatisfies(llvm::StringRef word) {
    llvm::StringRef next = after(word);
    llvm::StringRef front = before(word);
    char last = front.empty() ? ';' : front.back();
    bool begins = llvm::StringRef("(,=[{;:?&|+-*/%<>!~").contains(last) && !front.ends_with("/>");
    llvm::StringRef lastWord = front.take_back(8);
    lastWord = lastWord.substr(lastWord.find_last_not_of(wordBytes) + 1);
    if (begins || next.empty() || llvm::StringRef(")],;:=.?+*/%!").contains(next.front()) ||
        lastWord == "let" || lastWord == "const" || lastWord == "var" || lastWord == "return" ||
        lastWord == "function" || lastWord == "class")
      mask(word.take_front(1), '$');
  }

  /// `abstract` as a name.
  void maskAbstract(llvm::StringRef word) {
    llvm::StringRef next = after(word);
    bool isComment = next.starts_with("//") || next.starts_with("/*");
    bool isMember = next.starts_with("[") && endOf(word) == offsetOf(next);
    if (isMember || (!isComment && !next.empty() &&
                     llvm::StringRef("?:=;,}(.+-*/%&|^!<>)]`").contains(next.front())))
      mask(word.take_front(1), '$');
  }

  /// `import("x")`, which the grammar knows in few types
  /// (https://github.com/tree-sitter/tree-sitter-typescript/issues/322). The lowering makes an
  /// expression of it again where it is one.
  void maskImportType(llvm::StringRef word) {
    if (before(word).ends_with("."))
      return;
    if (std::optional<size_t> end = endOfImportType(text_, offsetOf(word)))
      mask(text_.slice(offsetOf(word), *end), '_');
  }

  /// `as` as a name, where nothing stands before it that it could be an operator of.
  void maskAs(llvm::StringRef word) {
    llvm::StringRef front = before(word);
    llvm::StringRef last = front.take_back(1);
    llvm::StringRef lastWord = front.take_back(8);
    lastWord = lastWord.substr(lastWord.find_last_not_of(wordBytes) + 1);
    if ((!last.empty() && llvm::StringRef("(,=[{;:?&|").contains(last.front())) ||
        front.ends_with("=>") || front.ends_with("...") || lastWord == "let" ||
        lastWord == "const" || lastWord == "var" || lastWord == "return")
      mask(word.take_front(1), '$');
  }

  /// Returns the text before a word, less trailing white space, block comments and comments that
  /// fill their lines.
  llvm::StringRef codeBefore(llvm::StringRef word) const {
    llvm::StringRef front = before(word);
    for (unsigned comments = 0; comments < 16; ++comments) {
      llvm::StringRef line = front.substr(front.rfind('\n') + 1);
      if (front.ends_with("*/"))
        front = front.take_front(std::min(front.rfind("/*"), front.size() - 2)).rtrim();
      else if (line.ltrim().starts_with("//"))
        front = front.drop_back(line.size()).rtrim();
      else
        break;
    }
    return front;
  }

  /// In JSX, with which the grammars take a quote for a part of the string
  /// (https://github.com/tree-sitter/tree-sitter-javascript/issues/304).
  void maskAmpersand(size_t at) {
    llvm::StringRef next = text_.substr(at + 1);
    if ((next.starts_with("\"") || next.starts_with("'")) && at > 0 && text_[at - 1] != '&')
      mask(text_.substr(at, 1), '_');
  }

  /// A run of backslashes; the last of an odd number begins an escape.
  size_t maskEscape(size_t at) {
    llvm::StringRef run = text_.substr(at).take_while([](char c) { return c == '\\'; });
    size_t end = at + run.size();
    if (run.size() % 2 == 1 && end < text_.size() && (text_[end] == 'x' || text_[end] == 'u') &&
        !isCharacterEscape(text_.substr(end)))
      mask(run.take_back(1), '_');
    if (isTypeScript_)
      maskTypeEscape(run);
    return end;
  }

  /// The grammar knows no escapes in template types. In other templates and in strings it needs
  /// those of quotes and line ends alone.
  void maskTypeEscape(llvm::StringRef run) {
    mask(run.drop_back(run.size() % 2), '_');
    llvm::StringRef next = text_.substr(endOf(run), 1);
    if (run.size() % 2 == 0 || next.empty())
      return;
    if (llvm::isAlnum(next.front()) || next == "`" || next == "$")
      mask(run.take_back(1), '_');
    if (next == "`" || next == "$")
      mask(next, '_');
  }

  /// The types of `tag<T>` before a template, and those that begin with `<<`.
  size_t maskTemplateTypes(size_t at) {
    llvm::StringRef front = text_.take_front(at).rtrim();
    if (front.empty() ||
        !(isWordByte(front.back()) || front.ends_with(")") || front.ends_with("]")))
      return at + 1;
    TypeArguments read = readTypeArguments(text_, at);
    if (read.verdict != TypeArguments::Verdict::Types ||
        (!text_.substr(at).starts_with("<<") &&
         !text_.substr(endOfTrivia(text_, read.end)).starts_with("`")))
      return at + 1;
    types_.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(read.end)});
    mask(text_.slice(at, read.end), ' ');
    return read.end;
  }

  static bool isCharacterEscape(llvm::StringRef rest) {
    auto hexes = [&](size_t from, size_t count) {
      llvm::StringRef digits = rest.substr(from, count);
      return digits.size() == count && llvm::all_of(digits, llvm::isHexDigit);
    };
    if (rest.starts_with("x"))
      return hexes(1, 2);
    if (!rest.starts_with("u{"))
      return hexes(1, 4);
    llvm::StringRef digits = rest.drop_front(2).take_while(llvm::isHexDigit);
    return !digits.empty() && rest.drop_front(2 + digits.size()).starts_with("}");
  }

  /// `(name)` or `(name.name)` as an element, a property's value or an operand of `...`: never a
  /// call's or a function's parentheses.
  size_t maskParentheses(size_t at) {
    llvm::StringRef open = text_.substr(at, 1);
    llvm::StringRef previous = before(open);
    bool isElement = previous.ends_with("[") || previous.ends_with(",") ||
                     previous.ends_with(":") || previous.ends_with("...");
    if (!isElement)
      return at + 1;
    llvm::StringRef inside = text_.substr(at + 1).take_while(
        [](char c) { return isWordByte(c) || c == '.' || c == ' '; });
    llvm::StringRef name = inside.trim(' ');
    llvm::StringRef next = text_.substr(endOf(inside));
    if (!next.starts_with(")") || name.empty() || name.contains(' ') || llvm::isDigit(name[0]) ||
        isReservedWord(name))
      return at + 1;
    llvm::StringRef close = next.take_front(1);
    llvm::StringRef behind = after(close);
    if (behind.starts_with("]") || behind.starts_with(",") || behind.starts_with("}")) {
      mask(open, ' ');
      mask(close, ' ');
    }
    return at + 1;
  }

  void mask(llvm::StringRef word, char by) {
    std::fill_n(masked_.begin() + static_cast<std::ptrdiff_t>(offsetOf(word)), word.size(), by);
    changed_ = true;
  }

  llvm::StringRef text_;
  std::string masked_;
  std::vector<ByteRange> types_;
  size_t afterMask_ = llvm::StringRef::npos;
  bool isTypeScript_;
  bool changed_ = false;
};

} // namespace

std::optional<size_t> endOfImportType(llvm::StringRef text, size_t begin) {
  llvm::StringRef rest = text.substr(begin);
  if (!rest.consume_front("import"))
    return std::nullopt;
  rest = rest.ltrim();
  if (!rest.consume_front("("))
    return std::nullopt;
  rest = rest.ltrim();
  if (!rest.starts_with("'") && !rest.starts_with("\""))
    return std::nullopt;
  size_t end = endOfString(text, static_cast<size_t>(rest.data() - text.data()));
  rest = end == noToken ? llvm::StringRef() : text.substr(end).ltrim();
  if (!rest.consume_front(")"))
    return std::nullopt;
  return static_cast<size_t>(rest.data() - text.data());
}

/// Reads words and `*` behind `default`: `async function *`, `class`. What is read is the front of
/// `rest`; nothing if a name follows.
static llvm::StringRef anonymousHead(llvm::StringRef rest) {
  const char *begin = rest.data();
  auto word = [&](llvm::StringRef wanted) {
    llvm::StringRef next = rest;
    if (!next.consume_front(wanted) || (!next.empty() && isWordByte(next.front())))
      return false;
    rest = next;
    return true;
  };
  bool isFunction = false;
  if (word("async")) {
    rest = rest.ltrim(blanks);
    isFunction = word("function");
    if (!isFunction)
      return {};
  } else if (word("abstract")) {
    rest = rest.ltrim();
  }
  if (!isFunction && !(isFunction = word("function")) && !word("class"))
    return {};
  llvm::StringRef next = rest.ltrim();
  if (isFunction && next.consume_front("*")) {
    rest = next;
    next = next.ltrim();
  }
  llvm::StringRef head(begin, static_cast<size_t>(rest.data() - begin));
  llvm::StringRef name = next.take_while(isWordByte);
  bool anonymous = isFunction ? next.starts_with("(") || next.starts_with("<")
                              : next.starts_with("{") || next.starts_with("<") ||
                                    name == "extends" || name == "implements";
  return anonymous ? head : llvm::StringRef();
}

std::optional<uint32_t> awaitBefore(llvm::StringRef text, size_t word) {
  llvm::StringRef front = text.take_front(word).rtrim(blanks);
  bool isApart = front.size() < word && front.consume_back("await") &&
                 (front.empty() || !isWordByte(front.back()));
  return isApart ? std::optional(static_cast<uint32_t>(front.size())) : std::nullopt;
}

/// True if code ends with `for (` or `for await (`.
static bool isForHead(llvm::StringRef front) {
  if (!front.consume_back("("))
    return false;
  front = front.rtrim();
  if (front.consume_back("await"))
    front = front.rtrim();
  return front.ends_with("for");
}

/// True if `using` declares the name that follows: a name on the same line that gets a value or
/// a type, or that a loop gives one (ECMA-262 sections 14.3.1 and 14.7.5).
static bool declaresByUsing(llvm::StringRef behind, bool isHead, bool isAwaited) {
  behind = behind.ltrim(blanks);
  llvm::StringRef name = behind.take_while(isWordByte);
  llvm::StringRef next = behind.drop_front(name.size()).ltrim();
  if (name.empty() || llvm::isDigit(name.front()))
    return false;
  if (next.consume_front("="))
    return !next.starts_with("=") && !next.starts_with(">");
  // `for (using of of)` goes over `of`
  return next.starts_with(":") ||
         (isHead && (isAwaited || name != "of") && next.take_while(isWordByte) == "of");
}

/// `using` becomes `const` where it declares, without its `await`, and another name elsewhere: the
/// grammars know neither line breaks behind it nor members of what has that name.
static void maskUsing(llvm::StringRef text, llvm::function_ref<std::string &()> changed) {
  constexpr llvm::StringLiteral word = "using", constant = "const", awaiting = "await";
  for (size_t at = 0; (at = text.find(word, at)) != llvm::StringRef::npos; at += word.size()) {
    llvm::StringRef behind = text.substr(at + word.size());
    if ((at > 0 && isWordByte(text[at - 1])) || (!behind.empty() && isWordByte(behind.front())))
      continue;
    std::optional<uint32_t> awaited = awaitBefore(text, at);
    bool isHead = isForHead(text.take_front(awaited.value_or(at)).rtrim());
    if (!declaresByUsing(behind, isHead, awaited.has_value())) {
      changed()[at] = '$';
      continue;
    }
    changed().replace(at, constant.size(), constant.str());
    if (awaited)
      changed().replace(*awaited, awaiting.size(), awaiting.size(), ' ');
  }
}

std::optional<std::string> maskMisreadings(llvm::StringRef text) {
  std::optional<std::string> masked;
  auto changed = [&]() -> std::string & {
    if (!masked)
      masked = text.str();
    return *masked;
  };
  if (text.contains('\0'))
    std::replace(changed().begin(), changed().end(), '\0', '\x01');
  maskUsing(text, changed);
  constexpr llvm::StringLiteral exportWord = "export";
  for (size_t at = 0; (at = text.find(exportWord, at)) != llvm::StringRef::npos;) {
    at += exportWord.size();
    llvm::StringRef rest = text.substr(at).ltrim();
    llvm::StringRef behind = rest;
    if (rest.data() == text.data() + at || !behind.consume_front("default") || behind.empty() ||
        !llvm::isSpace(behind.front()))
      continue;
    llvm::StringRef head = anonymousHead(behind.ltrim());
    if (head.empty())
      continue;
    auto begin = static_cast<size_t>(rest.data() - text.data());
    auto end = static_cast<size_t>(head.end() - text.data());
    std::string swapped = head.str();
    swapped.append(end - begin - head.size() - defaultName.size(), ' ');
    swapped += defaultName;
    changed().replace(begin, swapped.size(), swapped);
  }
  return masked;
}

std::optional<MaskedText> maskGrammarGaps(llvm::StringRef text, bool isTypeScript) {
  return Masker(text, isTypeScript).run();
}

} // namespace agentc
