#include "Uses.h"

#include "agentc/Analysis/TextShape.h"

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
  if (result && result->callee->path == "global:URL.createObjectURL")
    return "blob:";
  return schemeOf(textShape(values, value).beginning());
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    llvm::StringRef scheme;
    if (use.isImport && !use.call)
      scheme = schemeOf(use.module);
    if (use.path == "global:import" && !use.arguments.empty())
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

extern const Rule DataImport = {{"AC4210",
                                 "data-import",
                                 "modules",
                                 Severity::Error,
                                 "modules whose code is in their URL, or comes over the network",
                                 "code-generation",
                                 {"A module is imported from a `data:`, `blob:`, `http:` or "
                                  "`https:` URL.",
                                  "Such an import runs code that is no file of the bundle, as "
                                  "`eval` does: nobody has seen it, and "
                                  "the next time it may be other code. The sandbox has no such "
                                  "modules.",
                                  R"(module.exports = async function handler(input) {
  return import('data:text/javascript,' + encodeURIComponent(input.code));
};
)",
                                  R"(module.exports = async function handler() {
  const { default: axios } = await import('axios');
  return axios.get('data:text/plain,hello');
};
)",
                                  "A URL whose scheme is only known at run time is "
                                  "`dynamic-import`."},
                                 Precision::VeryHigh,
                                 94},
                                check};

} // namespace agentc::rules
