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

extern const Rule OverriddenBaseMember = {
    {"AC7008",
     "overridden-base-member",
     "agents",
     Severity::Warning,
     "agents that override what guards them",
     "network",
     {"The agent's class, or one that it extends, gives its objects a `fetch` of its own: by a "
      "method, a field, a getter, an assignment to `this` or to a prototype, or "
      "`Object.defineProperty`.",
      "The base class's `fetch` lets requests go to allowed hosts only, within their time. All "
      "else "
      "of the base class may be overridden.",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  async fetch(url, options) {
    return fetch(url, options);
  }
}
)",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  async fetchPrices() {
    return this.fetch('https://api.example.com/prices');
  }
}
)",
      "A static `fetch` is another function, and not reported; nor is a `fetch` of which nothing "
      "is "
      "known. What runs in the sandbox is held to "
      "the allowed hosts whichever `fetch` it calls."},
     Precision::High,
     693},
    check};

} // namespace agentc::rules
