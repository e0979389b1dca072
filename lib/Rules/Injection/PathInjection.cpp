#include "InputSinks.h"

#include "agentc/Access/FileReach.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc::rules {

namespace {

/// Packages with the functions of `fs`.
constexpr llvm::StringLiteral fileModules[] = {"fs",          "fs/promises", "fs-extra",
                                               "graceful-fs", "jsonfile",    "rimraf",
                                               "memfs",       "del",         "load-json-file"};

/// Functions of other packages, and of `process`, that use a file by a path: in which arguments it
/// stands, and in which members of the last one.
struct FileFunction {
  llvm::StringLiteral path;
  llvm::StringLiteral arguments; ///< their indices
  llvm::StringLiteral members = "";
};
constexpr FileFunction fileFunctions[] = {
    {"process.chdir", "0"},
    {"adm-zip", "0"},
    {"adm-zip().extractAllTo", "0"},
    {"adm-zip().extractAllToAsync", "0"},
    {"adm-zip().extractEntryTo", "1"},
    {"adm-zip().addLocalFile", "0"},
    {"adm-zip().addLocalFolder", "0"},
    {"adm-zip().writeZip", "0"},
    {"extract-zip", "0", "dir"},
    {"fast-glob", "0", "cwd"},
    {"fast-glob.glob", "0", "cwd"},
    {"fast-glob.globSync", "0", "cwd"},
    {"fast-glob.stream", "0", "cwd"},
    {"fast-glob.sync", "0", "cwd"},
    {"glob", "0", "cwd"},
    {"glob.glob", "0", "cwd"},
    {"glob.globSync", "0", "cwd"},
    {"glob.sync", "0", "cwd"},
    {"globby.globby", "0", "cwd"},
    {"globby.globbySync", "0", "cwd"},
    {"tar.c", "", "file cwd"},
    {"tar.create", "", "file cwd"},
    {"tar.extract", "", "file cwd"},
    {"tar.x", "", "file cwd"},
    {"tinyglobby.glob", "0", "cwd"},
    {"tinyglobby.globSync", "0", "cwd"},
};

/// `readFile` of `module:fs.promises.readFile` and `module:fs.readFileSync`.
llvm::StringRef operationOf(const ApiUse &use) {
  llvm::StringRef name = lastName(use.path);
  name.consume_back("Sync");
  return name;
}

using Traces = std::vector<InputTrace>;

/// The input in the paths of a function of `fs`.
Traces inputOfFs(const CheckContext &context, const InputFlow &flow, const ApiUse &use) {
  Traces traces;
  // what a call of such a function gives is not a function of `fs`
  if (llvm::is_contained(fileModules, use.module) && !use.path.contains("()"))
    for (size_t i = 0; i < pathOperations(operationOf(use)).size(); ++i)
      llvm::append_range(traces, inputOf(context.values, flow, use, i, TextUse::Path));
  return traces;
}

/// The input in the paths of another function.
Traces inputOfOthers(const CheckContext &context, const InputFlow &flow, const ApiUse &use) {
  llvm::StringRef path = use.path.substr(use.path.find(':') + 1);
  const auto *function =
      llvm::find_if(fileFunctions, [&](const FileFunction &one) { return path == one.path; });
  Traces traces;
  if (function == std::end(fileFunctions))
    return traces;
  for (char index : function->arguments)
    llvm::append_range(traces, inputOf(context.values, flow, use, index - '0', TextUse::Path));
  llvm::ArrayRef<const ast::Node *> given = partsOf(*use.call).arguments;
  llvm::SmallVector<llvm::StringRef, 2> members;
  llvm::StringRef(function->members).split(members, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef member : members)
    if (!given.empty() && given.size() > function->arguments.size())
      llvm::append_range(traces, flow.intoMember(*given.back(), member, TextUse::Path));
  return traces;
}

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.input);
  for (const ApiUse &use : context.uses.all()) {
    if (!isPlainCall(use))
      continue;
    Traces traces = inputOfFs(context, flow, use);
    llvm::append_range(traces, inputOfOthers(context, flow, use));
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
