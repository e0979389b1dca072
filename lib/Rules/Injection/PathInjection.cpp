#include "InputSinks.h"

namespace agentc::rules {

namespace {

/// Packages with the functions of `fs`.
constexpr llvm::StringLiteral fileModules[] = {"fs",          "fs/promises", "fs-extra",
                                               "graceful-fs", "jsonfile",    "rimraf",
                                               "memfs",       "del",         "load-json-file"};
/// What gives a path to nobody: descriptors, and what makes names itself.
constexpr llvm::StringLiteral withoutPath[] = {
    "read",      "readv",     "write",   "writev", "close",  "fstat", "fsync",
    "fdatasync", "ftruncate", "futimes", "fchmod", "fchown", "Stats", "unwatchFile"};
/// Functions of two paths.
constexpr llvm::StringLiteral withTwoPaths[] = {
    "rename", "copyFile", "cp", "link", "symlink", "move", "copy", "ensureLink", "ensureSymlink"};

/// `readFile` of `module:fs.promises.readFile` and `module:fs.readFileSync`.
llvm::StringRef operationOf(const ApiUse &use) {
  llvm::StringRef name = lastName(use.path);
  name.consume_back("Sync");
  return name;
}

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.program, context.values, context.config);
  for (const ApiUse &use : context.uses.all()) {
    // what a call of such a function gives is not a function of `fs`
    if (!isPlainCall(use) || !llvm::is_contained(fileModules, use.module) ||
        use.path.contains("()"))
      continue;
    llvm::StringRef operation = operationOf(use);
    if (llvm::is_contained(withoutPath, operation))
      continue;
    std::vector<InputTrace> traces = inputOf(context.values, flow, use, 0, TextUse::Path);
    if (llvm::is_contained(withTwoPaths, operation))
      for (InputTrace &trace : inputOf(context.values, flow, use, 1, TextUse::Path))
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
