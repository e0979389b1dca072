#include "Uses.h"

#include "agentc/Access/TextShape.h"
#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

/// The scheme of a specifier that holds its module's code or fetches it; empty for others.
static llvm::StringRef schemeOf(llvm::StringRef specifier) {
  for (llvm::StringRef scheme : {"data:", "blob:", "http:", "https:"})
    if (specifier.trim().starts_with_insensitive(scheme))
      return scheme;
  return {};
}

/// The same of a value that `import()` is given: a text, or a URL object.
static llvm::StringRef schemeOf(const Values &values, const Value &value) {
  const auto *result = llvm::dyn_cast<ResultValue>(&value);
  if (result && result->callee->path == "global:URL.createObjectURL"_api)
    return "blob:";
  return schemeOf(textShape(values, value).beginning());
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    llvm::StringRef scheme;
    if (use.isImport && !use.call)
      scheme = schemeOf(use.module);
    if (use.path == "global:import"_api && !use.arguments.empty())
      forEachAlternative(*use.arguments[0], [&](const Value &value) {
        llvm::StringRef found = schemeOf(context.values, value);
        scheme = found.empty() ? scheme : found;
      });
    if (!scheme.empty())
      report.at(use, "a module is imported from a `" + scheme.str() + "` URL, which is " +
                         (scheme.starts_with("http") ? "code that somebody else can change"
                                                     : "code made from text"));
  }
}

extern const Rule DataImport = {
    {.id = "AC4210",
     .name = "data-import",
     .group = "modules",
     .severity = Severity::Error,
     .summary = "modules whose code is in their URL, or comes over the network",
     .access = "code-generation",
     .cwe = 94},
    check};

} // namespace agentc::rules
