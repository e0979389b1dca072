#ifndef AGENTC_LIB_RULES_BASECLASS_H
#define AGENTC_LIB_RULES_BASECLASS_H

#include "agentc/Rules/Rules.h"

namespace agentc {

/// How a class relates to the base classes that the settings name.
enum class BaseRelation {
  Extends,   ///< its superclasses end in one of them
  Lookalike, ///< in a class of the bundle with the same name
  Unknown,   ///< in something that agentc cannot determine
  None,      ///< in nothing, or in another class
};
BaseRelation relationToBase(const Settings &settings, const Value &value);

/// The bundle's own class of a base class's name among the superclasses; null if there is none.
const ast::Identifier *findLookalike(const Settings &settings, const Value &value);

/// `BaseAgent` of `@buzzi/base-agent#BaseAgent`, for messages.
std::string baseClassNames(const Settings &settings);

} // namespace agentc

#endif
