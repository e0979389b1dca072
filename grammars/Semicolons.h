/* Where ECMAScript (ECMA-262 12.10) and TypeScript insert a semicolon, for the grammars of both. It
 * takes the place of that part of the grammars' own scanners, which end no line at a carriage
 * return, take `in1` for `in`, and read on over line breaks behind which only a new statement or
 * member can begin. And the text of JSX, in which they allow no `&` that begins no character
 * reference (https://github.com/tree-sitter/tree-sitter-javascript/issues/366). Included with SCAN,
 * GRAMMAR_SCAN and IS_TYPESCRIPT defined: the function that the parser calls, the grammar's own
 * under the name that CMakeLists.txt gives it. */
#include "tree_sitter/parser.h"

#include <stdbool.h>

enum Token {
  AutomaticSemicolon,
  TemplateChars,
  TernaryQuestion,
  HtmlComment,
  LogicalOr,
  EscapeSequence,
  RegexPattern,
  JsxText,
  SignatureSemicolon, /* TypeScript's grammars only */
};

bool GRAMMAR_SCAN(void *payload, TSLexer *lexer, const bool *valid);

static bool isLineEnd(int32_t c) { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029; }

static bool isSpace(int32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || c == 0xFEFF || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

static bool isNamePart(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '\\' || c >= 0x80;
}

static bool takes(TSLexer *lexer, const char *word) {
  for (; *word; ++word) {
    if (lexer->lookahead != *word)
      return false;
    lexer->advance(lexer, true);
  }
  return !isNamePart(lexer->lookahead);
}

/* Skips a comment behind its first slash; false if there is none. */
static bool skipComment(TSLexer *lexer, bool *newLine) {
  if (lexer->lookahead == '/') {
    while (!lexer->eof(lexer) && !isLineEnd(lexer->lookahead))
      lexer->advance(lexer, true);
    return true;
  }
  if (lexer->lookahead != '*')
    return false;
  lexer->advance(lexer, true);
  for (bool star = false; !lexer->eof(lexer);) {
    int32_t c = lexer->lookahead;
    *newLine |= isLineEnd(c);
    lexer->advance(lexer, true);
    if (star && c == '/')
      break;
    star = c == '*';
  }
  return true;
}

/* Whether what comes behind a line break cannot go on with what stands before it. `operand`: an
 * expression ends there. */
static bool isOffending(TSLexer *lexer, const bool *valid, bool isTypeScript, bool operand,
                        bool commented) {
  switch (lexer->lookahead) {
  case ',':
  case ';':
  case '=':
  case '?':
  case ':':
  case '>':
  case '%':
  case '^':
  case '|':
  case '&':
    return false;
  case '.':
    lexer->advance(lexer, true);
    return lexer->lookahead >= '0' && lexer->lookahead <= '9';
  case '`':
  case '[':
  case '<':
  case '*':
    return !operand;
  case '(':
    return !operand && (isTypeScript || commented);
  case '{':
    return !isTypeScript || !valid[SignatureSemicolon];
  case '+':
  case '-': {
    int32_t sign = lexer->lookahead;
    lexer->advance(lexer, true);
    return !operand || lexer->lookahead == sign;
  }
  case '!':
    lexer->advance(lexer, true);
    return lexer->lookahead != '=';
  case 'i':
    lexer->advance(lexer, true);
    if (lexer->lookahead != 'n')
      return true;
    lexer->advance(lexer, true);
    if (isNamePart(lexer->lookahead))
      return !takes(lexer, "stanceof");
    if (operand)
      return false;
    /* `for (let a`, then `in b`, or a member of that name */
    while (isSpace(lexer->lookahead))
      lexer->advance(lexer, true);
    return lexer->lookahead == ':' || lexer->lookahead == '?' || lexer->lookahead == '=' ||
           lexer->lookahead == ';';
  default:
    return true;
  }
}

static bool scanSemicolon(TSLexer *lexer, const bool *valid, bool isTypeScript, bool *commented) {
  const bool operand = valid[LogicalOr];
  bool newLine = false;
  lexer->result_symbol = AutomaticSemicolon;
  lexer->mark_end(lexer);
  for (;;) {
    while (isSpace(lexer->lookahead)) {
      newLine |= isLineEnd(lexer->lookahead);
      lexer->advance(lexer, true);
    }
    if (lexer->lookahead != '/')
      break;
    lexer->advance(lexer, true);
    if (!skipComment(lexer, &newLine))
      return newLine && !operand; /* a regular expression, where nothing can be divided */
    *commented = true;
  }
  if (lexer->eof(lexer))
    return true;
  if (lexer->lookahead == '}') {
    if (!isTypeScript)
      return true;
    /* `({a}: {a: number}) => b` is a pattern with its type, not an object behind a statement */
    do
      lexer->advance(lexer, true);
    while (isSpace(lexer->lookahead));
    return lexer->lookahead != ':' || operand;
  }
  if (newLine)
    return isOffending(lexer, valid, isTypeScript, operand, *commented);
  return false;
}

static bool isAsciiLetter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool isDigitOf(int32_t c, bool hex) {
  return (c >= '0' && c <= '9') || (hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

/* Reads on behind a `&` as far as it could be a character reference by the grammars, and says
 * whether it is one. */
static bool isReference(TSLexer *lexer) {
  unsigned count = 0;
  if (lexer->lookahead != '#') {
    for (; isAsciiLetter(lexer->lookahead) && count < 30; ++count)
      lexer->advance(lexer, false);
    return count > 0 && lexer->lookahead == ';';
  }
  lexer->advance(lexer, false);
  bool hex = lexer->lookahead == 'x' || lexer->lookahead == 'X';
  if (hex)
    lexer->advance(lexer, false);
  for (; isDigitOf(lexer->lookahead, hex) && count < (hex ? 6 : 5); ++count)
    lexer->advance(lexer, false);
  return count > 0 && lexer->lookahead == ';';
}

/* Text that is more than the line ends and indentation between elements. */
static bool scanJsxText(TSLexer *lexer) {
  bool sawText = false, atLineStart = false;
  lexer->result_symbol = JsxText;
  for (;;) {
    lexer->mark_end(lexer);
    int32_t c = lexer->lookahead;
    if (c == 0 || c == '<' || c == '>' || c == '{' || c == '}')
      return sawText;
    if (c == '&') {
      lexer->advance(lexer, false);
      if (isReference(lexer))
        return sawText;
      sawText = true;
      atLineStart = false;
      continue;
    }
    if (c == '\n') {
      atLineStart = true;
    } else {
      atLineStart &= isSpace(c);
      sawText |= !atLineStart;
    }
    lexer->advance(lexer, false);
  }
}

bool SCAN(void *payload, TSLexer *lexer, const bool *valid);

bool SCAN(void *payload, TSLexer *lexer, const bool *valid) {
  const bool wanted = valid[AutomaticSemicolon] || (IS_TYPESCRIPT && valid[SignatureSemicolon]);
  /* all is valid where the parser recovers from an error */
  if (valid[JsxText] && !valid[TemplateChars]) {
    if (scanJsxText(lexer))
      return true;
    bool rest[10] = {false};
    for (int token = 0; token < (IS_TYPESCRIPT ? 10 : JsxText + 1); ++token)
      rest[token] = valid[token] && token != JsxText;
    return GRAMMAR_SCAN(payload, lexer, rest);
  }
  if (!wanted || valid[TemplateChars])
    return GRAMMAR_SCAN(payload, lexer, valid);
  bool commented = false;
  if (scanSemicolon(lexer, valid, IS_TYPESCRIPT, &commented))
    return true;
  if (commented || !valid[TernaryQuestion] || lexer->lookahead != '?')
    return false;
  bool rest[] = {false, false, true, false, false, false, false, false, false, false};
  return GRAMMAR_SCAN(payload, lexer, rest);
}
