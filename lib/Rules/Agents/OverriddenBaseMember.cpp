#include "BaseClass.h"
#include "Uses.h"

namespace agentc::rules {

/// Members of the base class that hold what the platform promises of every agent; the others are
/// there to be overridden.
static constexpr llvm::StringLiteral guarded[] = {"fetch"};

/// The first thing that a member can be besides the base class's own; null if there is none.
static const Value *otherThanBase(const CheckContext &context, const Value &member) {
  const Value *other = nullptr;
  forEachAlternative(member, [&](const Value &one) {
    const auto *path = llvm::dyn_cast<ApiValue>(&one);
    bool isBase = path && isBasePath(context.settings, path->path);
    // where what a class extends is not all known, neither is what it has
    bool isKnown = !llvm::isa<UnknownValue, UndefinedValue>(one);
    if (!isBase && isKnown && !other)
      other = &one;
  });
  return other;
}

static void check(const CheckContext &context, RuleReporter &report) {
  const ModuleInfo *entry = context.program.entry();
  if (!entry || entry->syntax->goal == ast::Goal::Json)
    return;
  forEachAlternative(agentClassOf(context, *entry), [&](const Value &one) {
    const auto *type = llvm::dyn_cast<ClassValue>(&one);
    if (!type || findBase(context, one).relation != BaseRelation::Extends)
      return;
    for (llvm::StringRef name : guarded) {
      const Value &instance = context.values.member(*type, "prototype");
      const Value *other = otherThanBase(context, context.values.member(instance, name));
      if (!other)
        continue;
      bool isOwn = llvm::isa<FunctionValue, ClassValue>(other) && other->origin;
      const ast::Node &place = isOwn ? *other->origin : *type->origin;
      Diagnostic &finding =
          report.at(place, "`" + name.str() + "` overrides a member of " +
                               baseClassNames(context.settings) + " that must not be overridden");
      if (!isOwn) {
        finding.range = headOfClass(place);
        continue;
      }
      // the key says more than the function behind it
      const auto *method = llvm::dyn_cast<ast::MethodDefinition>(place.parent);
      const auto *field = llvm::dyn_cast<ast::PropertyDefinition>(place.parent);
      if (const ast::Node *key = method ? method->key : field ? field->key : nullptr)
        finding.range = key->range;
      else
        finding.range = headOfClass(place);
    }
  });
}

extern const Rule OverriddenBaseMember = {{.id = "AC7008",
                                           .name = "overridden-base-member",
                                           .group = "agents",
                                           .severity = Severity::Warning,
                                           .summary = "agents that override what guards them",
                                           .access = "network",
                                           .precision = Precision::High,
                                           .cwe = 693,
                                           .concern = Concern::Bundle},
                                          check};

} // namespace agentc::rules
