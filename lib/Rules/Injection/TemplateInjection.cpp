#include "InputSinks.h"

namespace agentc::rules {

namespace {

/// A function that makes code of a text: a template engine's, or that of a package that runs texts.
struct Compiler {
  llvm::StringLiteral module;
  llvm::StringLiteral functions; ///< the last names, between blanks; empty for the package itself
};
/// Functions of a page that run a text there, where it is not a function.
constexpr llvm::StringLiteral pageFunctions =
    "evaluate evaluateHandle evaluateOnNewDocument addInitScript";
constexpr Compiler compilers[] = {
    {"lodash", "template"},
    {"lodash-es", "template"},
    {"lodash.template", ""},
    {"lodash/template", ""},
    {"lodash-es/template", ""},
    {"underscore", "template"},
    {"ejs", "render compile"},
    {"pug", "render compile compileClient"},
    {"jade", "render compile compileClient"},
    {"nunjucks", "renderString compile Template"},
    {"dot", "template compile"},
    {"eta", "renderString renderStringAsync compile"},
    {"art-template", "render compile"},
    {"squirrelly", "render compile"},
    {"swig-templates", "render compile"},
    {"velocityjs", "render parse"},
    {"vm2", "run VMScript"},
    {"isolated-vm", "eval evalSync evalClosure compileScript compileScriptSync"},
    {"safe-eval", ""},
    {"notevil", ""},
    {"require-from-string", ""},
    {"node-eval", ""},
    {"jiti", "import evalModule"},
    {"puppeteer", pageFunctions},
    {"puppeteer-core", pageFunctions},
    {"playwright", pageFunctions},
    {"playwright-core", pageFunctions},
};

/// `render` of `module:ejs.render` and of `module:ejs.default.render`; empty for the package.
llvm::StringRef functionOf(const ApiUse &use) {
  llvm::StringRef path = use.path;
  if (!path.consume_front("module:") || !path.consume_front(use.module))
    return {};
  if (path == ".default")
    return {};
  return path.rsplit('.').second;
}

bool makesCode(const ApiUse &use) {
  return llvm::any_of(compilers, [&](const Compiler &one) {
    if (use.module != one.module)
      return false;
    llvm::StringRef name = functionOf(use);
    llvm::SmallVector<llvm::StringRef, 4> functions;
    llvm::StringRef(one.functions).split(functions, ' ', -1, /*KeepEmpty=*/false);
    return functions.empty() ? name.empty() : llvm::is_contained(functions, name);
  });
}

/// Functions whose results are functions that run the file they are given.
constexpr llvm::StringLiteral loaderMakers[] = {"jiti", "jiti.createJiti", "jiti.default"};

bool isMadeLoader(const Value &callee) {
  bool isOne = false;
  forEachAlternative(callee, [&](const Value &value) {
    const auto *made = llvm::dyn_cast<ResultValue>(&value);
    llvm::StringRef path = made ? made->callee->path : llvm::StringRef();
    isOne |= path.consume_front("module:") && llvm::is_contained(loaderMakers, path);
  });
  return isOne;
}

constexpr llvm::StringLiteral into = "a template or script that runs as code";
constexpr llvm::StringLiteral hint = "hand it over as data that the template shows";

/// `createJiti(import.meta.url)(file)`, which is a use of what `jiti` gave rather than of itself.
void checkLoaders(const CheckContext &context, const InputFlow &flow, RuleReporter &report) {
  context.program.forEach<ast::CallExpression>([&](const ast::CallExpression &call) {
    if (call.arguments.empty() || !isMadeLoader(context.values.of(*call.callee)))
      return;
    for (const InputTrace &trace : flow.into(*call.arguments[0], TextUse::Command))
      addWay(report.at(call, inputMessage(trace, into, hint)), context.program, trace, call);
  });
}

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.input);
  if (llvm::any_of(context.uses.all(), [](const ApiUse &use) { return use.module == "jiti"; }))
    checkLoaders(context, flow, report);
  for (const ApiUse &use : context.uses.all()) {
    if (!isPlainCall(use) || !makesCode(use))
      continue;
    for (const InputTrace &trace : inputOf(context.values, flow, use, 0, TextUse::Command))
      addWay(report.at(use, inputMessage(trace, into, hint)), context.program, trace, *use.node);
  }
  reportLost(report, flow, into);
}

extern const Rule TemplateInjection = {
    {.id = "AC6205",
     .name = "template-injection",
     .group = "injection",
     .severity = Severity::Error,
     .summary = "templates and scripts put together from a tool's input",
     .precision = Precision::High,
     .cwe = 1336},
    check};

} // namespace agentc::rules
