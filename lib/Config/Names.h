#ifndef AGENTC_LIB_CONFIG_NAMES_H
#define AGENTC_LIB_CONFIG_NAMES_H

#include "agentc/Config/Framework.h"

namespace agentc {

/// The name in a field, if it is known and one that a tool can have.
std::optional<std::string> nameIn(const std::optional<ConfigField> &field);

/// Makes a name that no tool can have an unresolved one.
void checkName(std::optional<ConfigField> &name);

/// Writes `_` for each UTF-16 unit of a name that is not an ASCII letter or digit.
void spellByLetters(std::optional<ConfigField> &name);

/// The name that a definition or its key gives, as an id; else one made of its place.
std::string idOf(ExtractionContext &context, const std::optional<ConfigField> &name,
                 llvm::StringRef key, const ast::Node &site);

/// The name by which a module exports the variable that a definition is assigned to, else the
/// variable's or property's own, else that of the function that returns it; empty if there is none.
std::string variableOf(const ExtractionContext &context, const ast::Node &definition);

/// A function's `name` at run time (ECMA-262 section 10.2.9); empty if it isn't known.
std::string functionNameOf(const ExtractionContext &context, const ast::Node &function);

} // namespace agentc

#endif
