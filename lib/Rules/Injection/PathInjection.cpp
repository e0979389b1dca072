#include "InputSinks.h"

namespace agentc::rules {

namespace {

/// Packages with the functions of `fs`.
constexpr llvm::StringLiteral fileModules[] = {"fs",          "fs/promises", "fs-extra",
                                               "graceful-fs", "jsonfile",    "rimraf",
                                               "memfs",       "del",         "load-json-file"};
/// `readFile` of `module:fs.promises.readFile` and `module:fs.readFileSync`.
llvm::StringRef operationOf(const ApiUse &use) {
  llvm::StringRef name = lastName(use.path);
  name.consume_back("Sync");
  return name;
}

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.input);
  for (const ApiUse &use : context.uses.all()) {
    // what a call of such a function gives is not a function of `fs`
    if (!isPlainCall(use) || !llvm::is_contained(fileModules, use.module) ||
        use.path.contains("()"))
      continue;
    std::vector<InputTrace> traces;
    for (size_t i = 0; i < pathOperations(operationOf(use)).size(); ++i)
      for (InputTrace &trace : inputOf(context.values, flow, use, i, TextUse::Path))
        traces.push_back(std::move(trace));
    for (const InputTrace &trace : traces)
      addWay(report.at(use, inputMessage(trace, "a file's path",
                                         "check that the resolved path stays below one folder")),
             context.program, trace, *use.node);
  }
  reportLost(report, flow, "a file's path");
}

extern const Rule PathInjection = {{.id = "AC6203",
                                    .name = "path-injection",
                                    .group = "injection",
                                    .severity = Severity::Warning,
                                    .summary = "paths of files put together from a tool's input",
                                    .precision = Precision::Medium,
                                    .cwe = 22},
                                   check};

} // namespace agentc::rules
