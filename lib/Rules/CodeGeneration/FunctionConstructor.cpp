#include "InputSinks.h"

#include "agentc/Access/RefusedCode.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

/// The body of the one text that a use makes a function of; std::nullopt if that isn't known.
static std::optional<llvm::StringRef> onlyBody(const ApiUse &use) {
  std::optional<llvm::StringRef> text =
      use.arguments.size() == 1 ? asString(*use.arguments[0]) : std::nullopt;
  return text ? std::optional(text->trim(" \t\r\n;")) : std::nullopt;
}

/// `Function('return this')` is how old code finds the global object.
static bool givesGlobalObject(llvm::StringRef body) {
  return body == "return this" || body == "return globalThis" || body == "return self" ||
         body == "return window";
}

/// `new x.constructor(…)`, which makes another object of x's kind, where x can be anything and
/// among that a function.
static bool isCopy(const Values &values, const ApiUse &use) {
  bool canBeOther = false;
  forEachAlternative(values.of(*use.node), [&](const Value &value) {
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    canBeOther |= api && api->path == "any:constructor"_api;
  });
  return canBeOther && llvm::isa<ast::NewExpression>(use.call);
}

/// Text that becomes code, unless that is known not to happen in the sandbox.
static void reportText(const ApiUse &use, RefusedCode &refused, RuleReporter &report) {
  switch (refused.whether(*use.node)) {
  case RefusedCode::Answer::Runs:
    report.at(use, "`Function` makes a function from text");
    break;
  case RefusedCode::Answer::IsRefused:
    lowerTo(report.at(use, "`Function` makes a function from text where a test says that it may; "
                           "in the sandbox the test fails"),
            Severity::Note);
    break;
  case RefusedCode::Answer::IsUncalled:
    lowerTo(report.at(use, "`Function` makes a function from text in code that nothing calls"),
            Severity::Note);
    break;
  }
}

/// True if an expression is `Function`, or the constructor of something unknown, that is not called
/// or compared where it stands.
static bool isMentioned(const CheckContext &context) {
  bool isOne = false;
  auto check = [&](const ast::Node &node) {
    const auto *api = llvm::dyn_cast<ApiValue>(&context.values.of(node));
    isOne |= api && (api->path == "global:Function"_api || api->path == "any:constructor"_api) &&
             partsOf(*node.parent).callee != &node &&
             !llvm::isa<ast::BinaryExpression, ast::MemberExpression>(node.parent);
  };
  context.program.forEach<ast::Identifier>([&](const ast::Identifier &name) { check(name); });
  context.program.forEach<ast::MemberExpression>(
      [&](const ast::MemberExpression &member) { check(member); });
  return isOne;
}

/// Calls of something that nothing names and that can be `Function`, once it was handed on.
static void reportHidden(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.input);
  auto check = [&](const ast::Node &call) {
    auto [callee, arguments, isNew] = partsOf(call);
    if (!arguments.empty() && llvm::isa<UnknownValue>(context.values.of(*callee)) &&
        flow.canBe(*callee, "global:Function"_api))
      report.at(call, "`Function` gets here by other names, and makes a function from text");
  };
  context.program.forEach<ast::CallExpression>([&](const ast::CallExpression &one) { check(one); });
  context.program.forEach<ast::NewExpression>([&](const ast::NewExpression &one) { check(one); });
}

static void check(const CheckContext &context, RuleReporter &report) {
  RefusedCode refused(context.program, context.values, context.uses, context.reached,
                      context.config);
  for (const ApiUse &use : context.uses.all()) {
    if (use.path != "global:Function"_api && !use.path.ends_with(".constructor.constructor"))
      continue;
    if (use.kind == UseKind::Call) {
      std::optional<llvm::StringRef> body = onlyBody(use);
      if (body && givesGlobalObject(*body))
        lowerTo(report.at(use, "`Function` makes a function that gives the global object; "
                               "`globalThis` is it"),
                Severity::Note);
      else if (body && body->empty())
        lowerTo(report.at(use, "`Function` makes a function that does nothing, which tells whether "
                               "text may become code; the sandbox refuses it"),
                Severity::Note);
      else if (isCopy(context.values, use))
        lowerTo(report.at(use, "a `constructor` is called with `new`; of a function it is "
                               "`Function`, which makes a function from text"),
                Severity::Warning);
      else
        reportText(use, refused, report);
    } else if (use.kind == UseKind::Escape) {
      bool isExtended = use.node->parent && ast::isClass(*use.node->parent);
      Diagnostic &finding =
          report.at(use, isExtended ? "a class extends `Function`, whose constructor makes "
                                      "functions from text"
                                    : "`Function` is handed on; whoever gets it can make functions "
                                      "from text");
      if (!isExtended)
        lowerTo(finding, Severity::Warning);
    }
  }
  if (isMentioned(context))
    reportHidden(context, report);
}

extern const Rule FunctionConstructor = {{.id = "AC4102",
                                          .name = "function-constructor",
                                          .group = "code generation",
                                          .severity = Severity::Error,
                                          .summary = "functions made from text",
                                          .access = "code-generation",
                                          .cwe = 95},
                                         check};

} // namespace agentc::rules
