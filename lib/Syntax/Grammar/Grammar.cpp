#include "Grammar.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

extern "C" {
const TSLanguage *tree_sitter_javascript(void);
const TSLanguage *tree_sitter_tsx(void);
const TSLanguage *tree_sitter_typescript(void);
}

namespace agentc {

static Shape shapeOfKind(Kind kind) {
  switch (kind) {
  case Kind::Comment:
  case Kind::HtmlComment:
  case Kind::Identifier:
  case Kind::Number:
  case Kind::PropertyIdentifier:
  case Kind::Regex:
  case Kind::ShorthandPropertyIdentifier:
  case Kind::String:
    return Shape::Leaf;
  case Kind::TemplateLiteralType:
  case Kind::TemplateString:
    return Shape::Template;
  case Kind::TemplateSubstitution:
  case Kind::TemplateType:
    return Shape::Substitution;
  default:
    return Shape::Inner;
  }
}

static Grammar makeGrammar(const TSLanguage *language) {
  llvm::StringMap<Kind> named;
  llvm::StringMap<Kind> tokens;
#define NAMED(Name, text) named[text] = Kind::Name;
#define TOKEN(Name, text) tokens[text] = Kind::Name;
#include "Kinds.def"

  Grammar grammar;
  grammar.language = language;
  grammar.kinds.resize(ts_language_symbol_count(language), Kind::Other);
  grammar.shapes.resize(grammar.kinds.size(), Shape::Leaf);
  for (TSSymbol symbol = 0; symbol < grammar.kinds.size(); ++symbol) {
    bool isNamed = ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular;
    grammar.kinds[symbol] =
        (isNamed ? named : tokens).lookup(ts_language_symbol_name(language, symbol));
    if (isNamed)
      grammar.shapes[symbol] = shapeOfKind(grammar.kinds[symbol]);
  }
  return grammar;
}

const Grammar &grammarFor(ast::Language language) {
  switch (language) {
  case ast::Language::JavaScript: {
    static const Grammar grammar = makeGrammar(tree_sitter_javascript());
    return grammar;
  }
  case ast::Language::TypeScript: {
    static const Grammar grammar = makeGrammar(tree_sitter_typescript());
    return grammar;
  }
  case ast::Language::Tsx: {
    static const Grammar grammar = makeGrammar(tree_sitter_tsx());
    return grammar;
  }
  case ast::Language::Json:
    break;
  }
  llvm_unreachable("JSON has no grammar");
}

} // namespace agentc
