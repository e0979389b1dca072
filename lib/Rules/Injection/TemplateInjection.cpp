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

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.input);
  for (const ApiUse &use : context.uses.all()) {
    if (!isPlainCall(use) || !makesCode(use))
      continue;
    for (const InputTrace &trace : inputOf(context.values, flow, use, 0, TextUse::Command))
      addWay(report.at(use, inputMessage(trace, "a template or script that runs as code",
                                         "hand it over as data that the template shows")),
             context.program, trace, *use.node);
  }
  reportLost(report, flow, "a template or script that runs as code");
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
