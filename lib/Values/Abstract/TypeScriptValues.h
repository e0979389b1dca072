#ifndef AGENTC_LIB_VALUES_ABSTRACT_TYPESCRIPTVALUES_H
#define AGENTC_LIB_VALUES_ABSTRACT_TYPESCRIPTVALUES_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates TypeScript's own declarations: enums and namespaces.
class TypeScriptValues final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &computeEnum(const ast::TSEnumDeclaration &declaration);
  const Value &valueOfEnumMember(const ast::Node &member);
  const Value &valueOfNamespace(const ast::Node &name);
};

} // namespace agentc

#endif
