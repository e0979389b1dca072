#ifndef AGENTC_SYNTAX_JSX_H
#define AGENTC_SYNTAX_JSX_H

#include "agentc/Syntax/Parse.h"

namespace agentc {

/// How a source's JSX is meant; a text that is empty is unsaid.
struct JsxSettings {
  enum class Runtime : uint8_t {
    Unsaid,
    Preserved, ///< for a later compiler, which all take the automatic one
    Automatic, ///< calls of functions of `importSource`'s `/jsx-runtime`
    Classic,   ///< calls of `factory`
  };
  Runtime runtime = Runtime::Unsaid;
  std::string importSource; ///< `react` if unsaid
  std::string factory;      ///< a chain of names, `React.createElement` if unsaid
  std::string fragment;     ///< `React.Fragment` if unsaid
};

/// As the other `parseModule`; `jsx` is what compilers' settings say, and the comments that the
/// source begins with (`@jsx`, `@jsxRuntime` …) say more.
std::unique_ptr<ast::Module> parseModule(const SourceUnit &unit, const JsxSettings &jsx,
                                         DiagnosticList &diagnostics);

/// JSX as it is written, where the tree has the call that it means.
struct WrittenJsx {
  const ast::Node *node = nullptr; ///< JSXElement or JSXFragment
  ByteRange opening;               ///< the tag
  ByteRange closing;               ///< empty behind `/>`
  ast::NodeList children;          ///< those that are there when the program runs
  const ast::Node *key = nullptr;  ///< the attribute that is an argument of its own
  bool isAutomatic = false;        ///< `children` are a property, not arguments
};

/// The element that a call was written as; null if it is a call as it stands.
const WrittenJsx *writtenJsx(const ast::Node &node);
/// True if a statement only loads the functions that JSX calls. The statement has no text of
/// its own; its range is that of the first element's name.
bool isJsxImport(const ast::Node &statement);
/// True if no engine can read a module as written: it has types, JSX, decorators or `accessor`.
bool mustBeLowered(const ast::Module &module);

} // namespace agentc

#endif
