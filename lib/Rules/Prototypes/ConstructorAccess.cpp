#include "InputSinks.h"
#include "OpenKeys.h"

#include "agentc/Syntax/NodeParts.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

/// `x.constructor[key]`, which is `Function` where the key is `constructor`.
static bool isComputed(llvm::StringRef path) {
  return path.starts_with("any:constructor.[?]"_api) || path.contains(".constructor.[?]") ||
         path.starts_with("global:Function.[?]"_api);
}

/// The constructor that a call gets to call it: `Reflect.construct(x.constructor, list)`; null if
/// the call is of the constructor itself, or the list is written empty.
static const ast::Node *handedOver(const Values &values, const ApiUse &use) {
  auto [callee, arguments, isNew] = partsOf(*use.call);
  const auto *api = callee ? llvm::dyn_cast<ApiValue>(&values.of(*callee)) : nullptr;
  const bool isConstruct = api && api->path == "global:Reflect.construct"_api;
  const bool isApply = api && api->path == "global:Reflect.apply"_api;
  if (arguments.empty() || (!isConstruct && !isApply))
    return nullptr;
  const size_t at = isConstruct ? 1 : 2;
  const auto *list =
      arguments.size() > at ? llvm::dyn_cast<ast::ArrayExpression>(arguments[at]) : nullptr;
  return list && list->elements.empty() ? nullptr : arguments[0];
}

/// `x.constructor(text)`: of a function `x` that makes a function from text. With `new` it is how a
/// library makes another object of the same kind.
static bool isCalled(const Values &values, const ApiUse &use) {
  bool isConstructor = use.path == "any:constructor"_api || use.path.ends_with(".constructor");
  return isConstructor && !use.path.starts_with("global:") && use.kind == UseKind::Call &&
         !llvm::isa<ast::NewExpression>(use.call) &&
         (!use.arguments.empty() || handedOver(values, use)) && !llvm::isa<ast::Super>(use.node);
}

/// `this.constructor(…)`, by which functions of old libraries make another object of their kind.
static bool isOfThis(const Values &values, const ApiUse &use) {
  const ast::Node *handed = handedOver(values, use);
  const auto *member = llvm::dyn_cast<ast::MemberExpression>(handed ? handed : use.node);
  return member && llvm::isa<ast::ThisExpression>(member->object);
}

/// True if the object of a member access can be something other than a constructor or another
/// API.
static bool canBeOther(const Values &values, const ApiUse &use) {
  const auto *member = llvm::dyn_cast<ast::MemberExpression>(use.node);
  bool isOther = false;
  if (member)
    forEachAlternative(values.of(*member->object),
                       [&](const Value &value) { isOther |= !llvm::isa<ApiValue>(value); });
  return isOther;
}

/// Calls of what a tool's input names member by member, over and over: that leads from anything to
/// `Function`.
static void reportInterpreters(const CheckContext &context, RuleReporter &report) {
  using namespace ast;
  InputFlow flow(context.input);
  auto isNamed = [&](const TakenMember &member) {
    bool isOpen = !llvm::isa<MemberExpression>(member.site) ||
                  openMember(context.program, context.values, member.site);
    return isOpen && !flow.into(*member.key, TextUse::Key).empty();
  };
  context.program.forEach<CallExpression>([&](const CallExpression &call) {
    if (call.arguments.empty() ||
        !llvm::isa<UnknownValue, UnionValue>(context.values.of(*call.callee)))
      return;
    bool isStepwise = false;
    std::optional<TakenMember> last =
        flow.memberBehind(*call.callee, [&](const TakenMember &member) {
          // step by step: what it is taken of was taken by the same member before, or by another
          // one that the input names
          return isNamed(member) && flow.memberBehind(*member.object, [&](const auto &before) {
            isStepwise = before.site == member.site;
            return isStepwise || isNamed(before);
          });
        });
    // of a table of tables the result is called only where it is code
    const bool isResultCalled = partsOf(*call.parent).callee == &call;
    if (!last || (!isStepwise && !isResultCalled))
      return;
    Diagnostic &finding = report.at(
        call, "a tool's input names what is called, member by member; that leads to `constructor` "
              "and code from text");
    pointAtMember(finding, last->site);
  });
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (isComputed(use.path)) {
      const auto *member = llvm::dyn_cast<ast::MemberExpression>(use.node);
      Diagnostic &finding =
          report.at(use, "a member of a `constructor` is read by a key that is only known at run "
                         "time");
      pointAtMember(finding, member ? member->object : nullptr);
      if (canBeOther(context.values, use))
        lowerTo(finding, Severity::Warning);
    } else if (use.path == "any:[?].[?]"_api) {
      report.at(use,
                "members whose names are only known at run time are called; of a text, list or "
                "function they can be its `constructor`");
    } else if (isCalled(context.values, use)) {
      Diagnostic &finding =
          report.at(use, "a `constructor` is called; of a function it makes code from text");
      pointAtMember(finding, use.node);
      if (isOfThis(context.values, use))
        lowerTo(finding, Severity::Warning);
    }
  }
  reportInterpreters(context, report);
}

extern const Rule ConstructorAccess = {{.id = "AC5102",
                                        .name = "constructor-access",
                                        .group = "prototypes",
                                        .severity = Severity::Error,
                                        .summary = "computed members and calls of `constructor`",
                                        .access = "code-generation",
                                        .precision = Precision::Medium,
                                        .cwe = 470},
                                       check};

} // namespace agentc::rules
