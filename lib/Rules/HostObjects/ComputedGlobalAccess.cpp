#include "InputSinks.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

/// `Object.values(globalThis)` and the like, which take all members without naming one.
static bool takesAllMembers(const Values &values, const ApiUse &use) {
  if (llvm::isa<ast::SpreadElement>(use.node->parent))
    return true;
  const auto *call = llvm::dyn_cast<ast::CallExpression>(use.node->parent);
  const auto *api = call ? llvm::dyn_cast<ApiValue>(&values.of(*call->callee)) : nullptr;
  return api && llvm::is_contained({"global:Object.values"_api, "global:Object.entries"_api,
                                    "global:Object.getOwnPropertyDescriptors"_api},
                                   api->path);
}

/// More than the ways to the global object that one expression chooses from.
static constexpr unsigned maxWays = 6;

/// True if an object can be so many things, the global object among them, that it is more
/// likely a variable or parameter with many purposes.
static bool isOneOfMany(const Values &values, const ApiUse &use) {
  const auto *member = llvm::dyn_cast<ast::MemberExpression>(use.node);
  // `Object.defineProperty(object, …)` writes to its argument
  const auto *call = llvm::dyn_cast<ast::CallExpression>(use.node->parent);
  bool isByCall =
      use.kind == UseKind::Write && call && call->callee == use.node && !call->arguments.empty();
  const ast::Node *object = isByCall ? call->arguments[0] : member ? member->object : nullptr;
  unsigned ways = 0;
  if (object)
    forEachAlternative(values.of(*object), [&](const Value &) { ++ways; });
  return ways > maxWays;
}

/// Members, by keys that nothing tells, of something that can be the global object, once it was
/// handed on.
static void reportHidden(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.input);
  context.program.forEach<ast::MemberExpression>([&](const ast::MemberExpression &member) {
    if (member.computed && llvm::isa<UnknownValue>(context.values.of(*member.object)) &&
        !context.values.keyOf(member) && flow.canBe(*member.object, "global:globalThis"_api))
      report.at(member, "the global object gets here by other names, and its member is used by a "
                        "key that is only known at run time");
  });
}

static void check(const CheckContext &context, RuleReporter &report) {
  bool isHandedOn = false;
  for (const ApiUse &use : context.uses.all()) {
    isHandedOn |= use.path == "global:globalThis"_api && use.kind == UseKind::Escape;
    if (use.path.starts_with("global:[?]"_api)) {
      Diagnostic &finding = report.at(
          use, "a member of the global object is used by a key that is only known at run time");
      if (isOneOfMany(context.values, use))
        lowerTo(finding, Severity::Warning);
    } else if (use.path != "global:globalThis"_api || use.kind != UseKind::Escape)
      continue;
    else if (takesAllMembers(context.values, use))
      report.at(use, "all members of the global object are taken");
    else
      lowerTo(report.at(use, "the global object is handed on; what is read of it is not known"),
              Severity::Warning);
  }
  if (isHandedOn)
    reportHidden(context, report);
}

extern const Rule ComputedGlobalAccess = {
    {.id = "AC5004",
     .name = "computed-global-access",
     .group = "host objects",
     .severity = Severity::Error,
     .summary = "members of the global object by keys that are not constant",
     .access = "globals",
     .precision = Precision::High,
     .cwe = 470,
     .concern = Concern::Sandbox},
    check};

} // namespace agentc::rules
