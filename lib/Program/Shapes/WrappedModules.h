#ifndef AGENTC_LIB_PROGRAM_SHAPES_WRAPPEDMODULES_H
#define AGENTC_LIB_PROGRAM_SHAPES_WRAPPEDMODULES_H

#include "Flow.h"

namespace agentc {

/// A function that makes `{exports: {}}` and hands it to another function as a CommonJS module: the
/// heart of every bundler's run time. Everything is told by its structure.
struct ModuleLoader {
  const ast::Node *function = nullptr;       ///< that makes the module and returns its exports
  const ast::CallExpression *call = nullptr; ///< of the wrapper
  const Symbol *module = nullptr;            ///< the variable that holds the module
  const Symbol *wrappers = nullptr;          ///< the variable that the wrapper comes from
  /// Wrappers are looked up by a key, which is the loader's own parameter of that number.
  std::optional<unsigned> key;

  /// The kinds of the wrapper's parameters, in their order.
  std::vector<CommonJsPart::Kind> parameters;
};

/// The loader that an object `{exports: {}}` belongs to; std::nullopt if it is none, or one that
/// gives anything besides the modules' exports.
std::optional<ModuleLoader> readModuleLoader(const Program &program, Flow &flow,
                                             const ast::ObjectExpression &made);

/// True if no use of a variable that holds a loader with a table lets other code change the
/// results of the loader.
bool isClosed(const Program &program, Flow &flow, const ModuleLoader &loader, const Symbol &holder);

/// A wrapper of a loader: the function, and its key in the loader's table.
struct ModuleWrapper {
  const ast::Node *function;
  std::string key;
};
/// The wrappers that an object or array holds, or that an expression is; empty if it is none.
std::vector<ModuleWrapper> wrappersIn(const ast::Node &expression);

} // namespace agentc

#endif
