#include "Dump.h"

#include "Flags/OptionIds.h"

#include "agentc/Calls/LoadTest.h"
#include "agentc/Calls/SliceImage.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/Support/Format.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

void dumpFiles(const Compilation &c, llvm::raw_ostream &out) {
  if (c.bundle)
    for (const auto &[path, file] : c.bundle->files.files())
      out << llvm::format_decimal(static_cast<int64_t>(file->bytes.size()), 9) << "  "
          << escapeForTerminal(path) << '\n';
}

void dumpManifest(const Compilation &c, llvm::raw_ostream &out) {
  if (!c.manifest)
    return;
  Json json = manifestToJson(*c.manifest);
  if (!c.manifestSecrets.empty())
    json["agent"]["secrets"] = secretsToJson(c.manifestSecrets);
  out << printJson(json);
}

void dumpForest(const Compilation &c, llvm::raw_ostream &out) {
  if (c.forest)
    dumpSyntax(*c.forest, out);
}

void dumpModules(const Compilation &c, llvm::raw_ostream &out) {
  if (c.program)
    dumpProgram(*c.program, out);
}

/// Each module without its types, behind a line with its path and size; nothing where syntax needs
/// a transform.
void dumpErased(const Compilation &c, llvm::raw_ostream &out) {
  for (const auto &module : c.program->modules()) {
    DiagnosticList refused;
    if (!module->syntax->program || module->syntax->hasErrors)
      continue;
    if (std::optional<std::string> text = eraseTypes(*c.program, *module, refused))
      out << "== " << escapeForTerminal(module->path()) << ' ' << text->size() << '\n'
          << *text << '\n';
  }
}

void dumpEvaluated(const Compilation &c, llvm::raw_ostream &out) {
  if (c.values)
    dumpValues(*c.program, *c.values, out);
}

void dumpFolded(const Compilation &c, llvm::raw_ostream &out) {
  if (c.values)
    dumpConstants(*c.program, *c.values, out);
}

void dumpConfig(const Compilation &c, llvm::raw_ostream &out) {
  if (c.config)
    out << printJson(configToJson(*c.config, AccessMap(), c.bundle->files, /*plain=*/false));
}

void dumpAccess(const Compilation &c, llvm::raw_ostream &out) {
  if (c.access)
    out << printJson(accessMapToJson(*c.access, c.bundle->files));
}

void dumpLinked(const Compilation &c, llvm::raw_ostream &out) {
  if (c.flow)
    dumpFlow(*c.flow, out);
}

void dumpLoaded(const Compilation &c, llvm::raw_ostream &out) {
  if (c.load)
    dumpLoad(*c.load, out);
}

void dumpPlanned(const Compilation &c, llvm::raw_ostream &out) {
  if (c.plan)
    dumpPlan(*c.plan, out);
}

void dumpSliced(const Compilation &c, llvm::raw_ostream &out) {
  if (c.config)
    dumpSlices(sliceTools(*c.program, *c.values, *c.config), out);
}

} // namespace

struct Dump {
  llvm::StringRef name;
  Stage stage;
  /// Null for what watches the stages itself.
  void (*print)(const Compilation &, llvm::raw_ostream &);
  bool isShown = true; ///< whether help lists it
  bool erased = false; ///< of the bundle without types
};

namespace {

constexpr Dump dumps[] = {
    {"files", Stage::Open, dumpFiles},
    {"manifest", Stage::Manifest, dumpManifest},
    {"syntax", Stage::Parse, dumpForest},
    {"program", Stage::Resolve, dumpModules},
    {"values", Stage::Evaluate, dumpEvaluated},
    {"config", Stage::Extract, dumpConfig},
    {"flow", Stage::Infer, dumpLinked},
    {"access", Stage::Infer, dumpAccess},
    {"load", Stage::Load, dumpLoaded},
    {"plan", Stage::Plan, dumpPlanned},
    {"constants", Stage::Evaluate, dumpFolded, false},
    {"slices", Stage::Extract, dumpSliced, false, true},
    {"erased", Stage::Resolve, dumpErased, false},
    {"unchanged", Stage::Seal, nullptr, false},
};

std::string printed(const Dump &dump, const Compilation &c) {
  std::string text;
  llvm::raw_string_ostream out(text);
  dump.print(c, out);
  return text;
}

/// Prints of each stage whether its value is still what it was when the next stage began, after
/// all that follow. What only values name is read in further rounds, each of which makes its values
/// anew.
llvm::Error compileWatching(PipelineRequest &request, std::optional<Compilation> &compilation,
                            llvm::raw_ostream &out) {
  std::map<llvm::StringRef, std::string> made;
  bool isRead = false;
  request.onStage = [&](Stage next, const Compilation &c) {
    const bool isAgain = next == Stage::Evaluate && std::exchange(isRead, true);
    for (const Dump &dump : dumps) {
      if (!dump.print || dump.erased || dump.stage >= next)
        continue;
      if (isAgain && dump.stage >= Stage::Parse)
        made.erase(dump.name);
      if (!made.count(dump.name))
        made.emplace(dump.name, printed(dump, c));
    }
  };
  if (llvm::Error error = compile(request, compilation.emplace()))
    return error;
  for (const Dump &dump : dumps)
    if (auto before = made.find(dump.name); before != made.end())
      out << dump.name << ": "
          << (before->second == printed(dump, *compilation) ? "unchanged" : "changed") << '\n';
  return llvm::Error::success();
}

} // namespace

std::vector<std::string> dumpNames() {
  std::vector<std::string> names;
  for (const Dump &dump : dumps)
    if (dump.isShown)
      names.push_back(dump.name.str());
  return names;
}

llvm::Expected<const Dump *> readDump(const llvm::opt::InputArgList &arguments) {
  const llvm::opt::Arg *argument = arguments.getLastArg(OPT_dump_stage);
  if (!argument)
    return nullptr;
  for (const Dump &dump : dumps)
    if (dump.name == argument->getValue())
      return &dump;
  return usageError("no stage is named `" + escapeForTerminal(argument->getValue()) + "`" +
                    didYouMeanOneOf(argument->getValue(), dumpNames()));
}

llvm::Expected<int> dumpStage(DriverEnv &env, const CommonOptions &options, PipelineRequest request,
                              const Dump &dump) {
  std::optional<ToolProcess> sandbox;
  if (dump.stage == Stage::Load) {
    llvm::Expected<ToolProcess> started = ToolProcess::start(forLoading);
    if (!started)
      return started.takeError();
    sandbox.emplace(std::move(*started));
    request.loadTest = loadTester(&*sandbox);
  }
  request.last = dump.stage;
  std::optional<Compilation> compilation;
  std::string text;
  llvm::raw_string_ostream out(text);
  if (llvm::Error error = !dump.print   ? compileWatching(request, compilation, out)
                          : dump.erased ? compileErased(request, compilation)
                                        : compile(request, compilation.emplace()))
    return error;
  if (dump.print)
    dump.print(*compilation, out);
  if (llvm::Error error = writeOutput(env, options, text))
    return error;
  printFindings(env, options, makeResult(*compilation, request.bundle.path, options.failOn));
  return compilation->bundle ? ExitClean : ExitFindings;
}

} // namespace agentc
