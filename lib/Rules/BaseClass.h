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

/// The result of a search through the classes above a class.
struct BaseSearch {
  BaseRelation relation = BaseRelation::None;
  /// The bundle's own class of a base class's name, or its name; null if there is none.
  const ast::Node *lookalike = nullptr;
  /// The name that makes it one.
  llvm::StringRef lookalikeName;
};
BaseSearch findBase(const CheckContext &context, const Value &value);

/// The class that the bundle's entry defines as its agent.
const Value &agentClassOf(const CheckContext &context, const ModuleInfo &entry);

/// True if a path leads to a base class of the settings or, below `.prototype`, to a member of
/// one.
bool isBasePath(const Settings &settings, llvm::StringRef path);

/// `BaseAgent` of `@buzzi/base-agent#BaseAgent`, for messages.
std::string baseClassNames(const Settings &settings);

/// The head of a class, for findings: its name, else the word `class`.
ByteRange headOfClass(const ast::Node &type);

} // namespace agentc

#endif
