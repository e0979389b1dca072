#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICESTART_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICESTART_H

#include "SliceNeeds.h"

namespace agentc {

/// The start of a slice: the part of its module that leads to the tool.
struct SliceStart {
  enum class Form : uint8_t {
    Symbol,     ///< a variable that holds the definition
    Expression, ///< the definition's expression, taken out of what is around it
    Export,     ///< an export of the module, and the way from there
    Made,       ///< the code that makes the definition, by a framework's function
  };
  Form form = Form::Export;
  const ModuleInfo *module = nullptr;
  const Symbol *symbol = nullptr;
  const ast::Node *expression = nullptr;
  const SlicePart *part = nullptr; ///< of Expression and Made: what the definition stands in
  std::string exportName = {};     ///< of Export: `*` for all that a CommonJS module exports
};

/// The expression, function or class at a place of the program; null if there is none.
const ast::Node *definitionAt(const Program &program, const SourcePlace &place);

/// Returns the start of a definition's slice; std::nullopt if nothing can call the definition.
std::optional<SliceStart> findStart(const SliceParts &parts, SliceEffectTable &effects,
                                    const SliceOrder &order, const ast::Node *definition,
                                    const RuntimeReference &reference);

} // namespace agentc

#endif
