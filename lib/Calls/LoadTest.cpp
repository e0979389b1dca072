#include "CallConfig.h"

#include "agentc/Access/LoadComparison.h"
#include "agentc/Calls/FileGrants.h"
#include "agentc/Calls/LoadTest.h"
#include "agentc/Calls/RunImages.h"
#include "agentc/Calls/StackFrames.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"

namespace agentc {

namespace {

/// The offset of a place that V8 names: columns count UTF-16 units.
uint32_t offsetOf(llvm::StringRef text, uint32_t line, uint32_t column) {
  LineTable lines(text);
  if (line == 0 || line > lines.lineCount())
    return 0;
  llvm::StringRef at = lines.line(line);
  size_t begin = static_cast<size_t>(at.data() - text.data()), offset = 0;
  for (uint32_t unit = 1; unit < column && offset < at.size();) {
    DecodedCharacter character = decodeUtf8(at, offset);
    unit += character.codePoint && *character.codePoint > 0xffff ? 2 : 1;
    offset += character.length;
  }
  return static_cast<uint32_t>(begin + offset);
}

/// A place in the bundle that the sandbox named.
struct GuestPlace {
  std::string file;
  std::optional<ByteRange> range;
};

GuestPlace placeOf(const FileTree &files, llvm::StringRef path, uint32_t line, uint32_t column) {
  const File *file = files.find(path);
  if (!file)
    return {};
  if (line == 0)
    return {path.str(), std::nullopt};
  uint32_t offset = offsetOf(file->bytes, line, column);
  return {path.str(), ByteRange{offset, offset}};
}

/// The innermost frame of a stack that lies in the bundle.
GuestPlace placeOfStack(const FileTree &files, llvm::StringRef stack) {
  while (!stack.empty()) {
    llvm::StringRef line;
    std::tie(line, stack) = stack.split('\n');
    std::optional<FramePlace> frame = placeOfFrame(line);
    if (!frame)
      continue;
    GuestPlace place = placeOf(files, frame->path, frame->line, frame->column);
    if (!place.file.empty())
      return place;
  }
  return {};
}

void reportModules(const LoadReport &load, const FileTree &files, DiagnosticList &diagnostics) {
  for (const LoadReport::Module &module : load.modules) {
    if (module.compiled)
      continue;
    GuestPlace place = placeOf(files, module.path, module.line, module.column);
    diagnostics.report(parserDisagreement, place.file, place.range,
                       "V8 does not compile this: " + module.message);
  }
}

std::string namesOf(const std::vector<Grant::Variable> &variables) {
  std::string names;
  for (const Grant::Variable &variable : variables)
    names += (names.empty() ? "`" : ", `") + variable.name + "`";
  return names;
}

void reportLacking(llvm::StringRef what, llvm::StringRef stack, const char *consequence,
                   const FileTree &files, DiagnosticList &diagnostics) {
  GuestPlace place = placeOfStack(files, stack);
  diagnostics.report(loadIncomplete, place.file, place.range,
                     "the load test ends here: the sandbox does not have " + what.str() + "; " +
                         consequence);
}

/// Returns a stand-in for a declared variable that has no value here, by the variable's name.
std::string standIn(llvm::StringRef name) {
  auto says = [&](std::initializer_list<llvm::StringRef> words) {
    return llvm::any_of(words,
                        [&](llvm::StringRef word) { return name.contains_insensitive(word); });
  };
  if (says({"URL", "URI", "ENDPOINT", "ORIGIN", "WEBHOOK"}))
    return "https://stand-in.invalid/";
  if (says({"EMAIL"}))
    return "stand-in@stand-in.invalid";
  if (says({"HOST", "DOMAIN"}))
    return "stand-in.invalid";
  if (says({"PORT", "TIMEOUT", "LIMIT", "MAX", "COUNT", "SIZE", "INTERVAL", "RETRIES", "_MS"}))
    return "1000";
  return name == "NODE_ENV" ? "production" : "stand-in";
}

/// True if loading asked for a variable that the manifest declares.
bool asksForDeclared(const Manifest &manifest, const ToolReport &report) {
  return llvm::any_of(manifest.allowedEnv, [&](const ManifestWord &name) {
    return llvm::is_contained(report.observed.environment, name.text);
  });
}

void reportFailure(const ToolReport &report, const FileTree &files, DiagnosticList &diagnostics) {
  if (!report.error) {
    diagnostics.report(loadFailed, "", std::nullopt,
                       "loading the bundle ended with `" + outcomeName(report.outcome).str() + "`");
    return;
  }
  if (report.load && !report.load->lacking.empty())
    return reportLacking("`" + report.load->lacking + "`", report.error->stack,
                         "what the bundle defines was not compared with what was read", files,
                         diagnostics);
  GuestPlace place = placeOfStack(files, report.error->stack);
  Diagnostic &failed = diagnostics.report(loadFailed, place.file, place.range,
                                          "the bundle does not load: `" + report.error->name +
                                              ": " + report.error->message + "`");
  if (llvm::StringRef(report.error->message).starts_with("`process.exit("))
    failed.help =
        "if the program asks for words on its command line, name them in the manifest, as "
        "`\"agentc\": {\"arguments\": [\"--stdio\"]}`";
}

void reportFinding(const LoadFinding &finding, const FileTree &files, DiagnosticList &diagnostics) {
  GuestPlace place;
  if (finding.kind != LoadFinding::Kind::Incomplete)
    place = placeOfStack(files, finding.stack);
  if (place.file.empty() && !finding.place.file.empty())
    place = {finding.place.file, finding.place.range};
  const RuleInfo &rule = finding.kind == LoadFinding::Kind::Incomplete   ? loadIncomplete
                         : finding.kind == LoadFinding::Kind::Difference ? loadDifference
                                                                         : loadFailed;
  diagnostics.report(rule, place.file, place.range, finding.message);
}

} // namespace

llvm::Expected<LoadReport> loadTest(const Compilation &compilation, ToolProcess &sandbox,
                                    DiagnosticList &diagnostics) {
  ToolRequest request;
  request.id = "load";
  request.mode = ToolRequest::Mode::Load;
  std::optional<RunImage> image = makeRunImage(compilation, diagnostics);
  if (!image)
    return LoadReport();
  request.context.config = chooseConfig(compilation, image->style, "").text;
  request.image = std::make_shared<RunImage>(std::move(*image));
  request.limits = manifestLimits(*compilation.manifest);
  std::optional<PassingFolder> data;
  if (compilation.manifest->data) {
    llvm::Expected<PassingFolder> made = PassingFolder::make();
    if (!made)
      return made.takeError();
    data.emplace(std::move(*made));
    request.grant.files.push_back(grantData(*compilation.manifest, data->path()));
  }
  for (const ManifestWord &module : compilation.manifest->allowedModules)
    request.grant.modules.push_back(module.text);

  llvm::Expected<ToolReport> report = sandbox.call(request);
  if (!report)
    return report.takeError();
  // Code that checks its variables as it is loaded is right to: who runs it gives them.
  bool needsValues = false;
  if (report->outcome == Outcome::LoadFailed && asksForDeclared(*compilation.manifest, *report))
    for (const ManifestWord &name : compilation.manifest->allowedEnv)
      request.grant.environment.push_back({name.text, standIn(name.text)});
  if (!request.grant.environment.empty()) {
    llvm::Expected<ToolReport> again = sandbox.call(request);
    if (!again)
      return again.takeError();
    if (again->outcome == Outcome::Ok)
      report = std::move(again);
    else
      needsValues =
          report->error && again->error && report->error->message != again->error->message;
  }
  LoadReport load = report->load.value_or(LoadReport());
  const FileTree &files = compilation.bundle->files;
  reportModules(load, files, diagnostics);
  bool compiles = llvm::all_of(load.modules, [](const auto &module) { return module.compiled; });
  if (needsValues && compiles)
    reportLacking("the values of " + namesOf(request.grant.environment), report->error->stack,
                  "what the bundle defines was not compared with what was read", files,
                  diagnostics);
  else if (report->outcome != Outcome::Ok && compiles)
    reportFailure(*report, files, diagnostics);
  if (report->outcome == Outcome::Ok && !load.lacking.empty())
    reportLacking("`" + load.lacking + "`", load.lackingStack,
                  "what is defined behind it was not compared with what was read", files,
                  diagnostics);
  if (report->outcome == Outcome::Ok)
    for (const LoadFinding &finding : compareLoad(*compilation.config, load))
      reportFinding(finding, files, diagnostics);
  return load;
}

LoadTester loadTester(ToolProcess *sandbox) {
  if (!sandbox)
    return nullptr;
  return [sandbox](const Compilation &compilation, DiagnosticList &diagnostics) {
    return loadTest(compilation, *sandbox, diagnostics);
  };
}

void dumpLoad(const LoadReport &report, llvm::raw_ostream &out) {
  for (const LoadReport::Module &module : report.modules) {
    out << "module " << escapeForTerminal(module.path);
    if (module.compiled)
      out << '\n';
    else
      out << " does not compile at " << module.line << ':' << module.column << ": "
          << escapeForTerminal(module.message) << '\n';
  }
  for (const LoadReport::Export &exported : report.exports)
    out << "export " << escapeForTerminal(exported.name) << ": " << escapeForTerminal(exported.kind)
        << '\n';
  auto print = [&](const char *kind, const std::vector<LoadReport::Definition> &definitions) {
    for (const LoadReport::Definition &each : definitions) {
      out << kind << ' ' << escapeForTerminal(each.id) << (each.reached ? "" : " is not reached")
          << ": " << escapeForTerminal(each.error.empty() ? each.fields : each.error);
      for (const std::string &field : each.unsaid)
        out << ", " << escapeForTerminal(field) << " is not data";
      out << '\n';
    }
  };
  print("agent", report.agents);
  print("tool", report.tools);
  for (const LoadReport::Extra &extra : report.extras)
    out << "extra " << escapeForTerminal(extra.path) << ": " << escapeForTerminal(extra.name)
        << '\n';
}

} // namespace agentc
