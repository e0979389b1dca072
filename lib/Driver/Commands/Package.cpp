#include "Flags/LoadTestFlag.h"
#include "Reports/BundleReport.h"
#include "Reports/Dump.h"
#include "Reports/PackageList.h"
#include "Signatures.h"
#include "Subcommand.h"
#include "Terminal/NextSteps.h"

#include "agentc/Calls/LoadTest.h"
#include "agentc/Check/DependencyFindings.h"
#include "agentc/Check/Waive.h"
#include "agentc/Packaging/Attestation.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

void printSealed(DriverEnv &env, const CommonOptions &options, const std::string &file,
                 const Compilation &c, const std::optional<SigningKey> &key) {
  size_t size = c.package->bytes.size(), waived = c.findings.waived.size();
  if (options.format == OutputFormat::Json) {
    Json result = {{"schema", "agentc.packaged/1"},
                   {"file", file},
                   {"size", size},
                   {"digest", c.plan->digest},
                   {"signed", key.has_value()}};
    if (key)
      result["keyId"] = key->publicKey().id();
    env.out << printJson(result);
  } else if (!options.quiet) {
    (options.format == OutputFormat::Text ? env.out : env.err)
        << escapeForTerminal(file) << ": " << size << " bytes, " << c.plan->digest
        << (key ? ", signed by " + key->publicKey().id() : ", unsigned")
        << (waived ? ", " + std::to_string(waived) + " waived" : "") << '\n';
  }
}

/// The key that `--sign` names; read first, so that a wrong one costs nothing.
llvm::Expected<std::optional<SigningKey>> readSigningKey(DriverEnv &env,
                                                         const llvm::opt::InputArgList &arguments) {
  const llvm::opt::Arg *argument = arguments.getLastArg(OPT_sign);
  if (!argument)
    return std::nullopt;
  llvm::Expected<std::string> pem = env.readFile(argument->getValue());
  if (!pem)
    return pem.takeError();
  llvm::Expected<SigningKey> key = SigningKey::fromPem(*pem);
  if (!key)
    return usageError("`" + escapeForTerminal(argument->getValue()) + "` " +
                      llvm::toString(key.takeError()));
  return std::optional<SigningKey>(std::move(*key));
}

/// Places by lines: what TypeScript becomes stays in its line, not always in its column.
class LinesOf {
public:
  explicit LinesOf(const FileTree &files) : files_(files) {}

  /// 0 where there is no place.
  uint32_t lineOf(llvm::StringRef path, std::optional<ByteRange> range) {
    const File *file = range ? files_.find(path) : nullptr;
    if (!file)
      return 0;
    std::unique_ptr<LineTable> &lines = tables_[path];
    if (!lines)
      lines = std::make_unique<LineTable>(file->bytes);
    return lines->position(range->begin).line;
  }

private:
  const FileTree &files_;
  llvm::StringMap<std::unique_ptr<LineTable>> tables_;
};

/// Collects the waivers of findings in the bundle, to be found again in the files that are
/// sealed: erasing types leaves all lines as they are and changes a file's name; in a manifest,
/// places move. For a package, a rule has one finding, whose worst place and number of places
/// depend on the trust.
KnownWaivers waivedIn(const Compilation &c, const FileTree &sealedFiles) {
  using Key = std::tuple<const RuleInfo *, std::string, std::string, uint32_t>;
  auto keyOf = [](const Diagnostic &finding, LinesOf &lines) {
    if (llvm::StringRef package = packageFolderOf(finding.file); !package.empty())
      return Key(finding.rule, package.str(), "", 0);
    std::string file = sealedName(finding.file);
    const bool moves = languageOf(file) == ast::Language::Json;
    return Key(finding.rule, std::move(file), finding.message,
               moves ? 0 : lines.lineOf(finding.file, finding.range));
  };
  std::map<Key, Waived> waived;
  LinesOf lines(c.bundle->files);
  for (const Diagnostic &finding : c.diagnostics.all())
    if (finding.waived)
      waived.try_emplace(keyOf(finding, lines), *finding.waived);
  auto sealedLines = std::make_shared<LinesOf>(sealedFiles);
  return [=, waived = std::move(waived)](const Diagnostic &sealed) -> std::optional<Waived> {
    auto found = waived.find(keyOf(sealed, *sealedLines));
    return found == waived.end() ? std::nullopt : std::optional(found->second);
  };
}

/// A warning that the project's settings lowered or turned off was judged by the project; that goes
/// along as a decision, since whoever verifies has no settings of it.
KnownWaivers decidedBySettings(const Settings &settings, KnownWaivers known) {
  static const Waivable waivable(allRules());
  return [severities = Severities(settings, waivable, {}),
          known = std::move(known)](const Diagnostic &finding) {
    std::optional<Waived> waived = known(finding);
    std::optional<Severity> chosen = severities.of(finding);
    if (!waived && finding.severity != Severity::Error && (!chosen || *chosen < finding.severity))
      waived = Waived{WaivedBy::Suppression,
                      "the project's settings say `" +
                          (chosen ? severityName(*chosen) : llvm::StringRef("off")).str() + "`",
                      "", "", ""};
    return waived;
  };
}

/// Takes the planned files through the stages once more, as `verify` will, without the project's
/// settings: what is sealed is what can be extracted from the package itself, and what nobody's
/// `verify` takes is not sealed.
llvm::Error sealPlan(const PipelineRequest &request, const Compilation &compilation,
                     Compilation &sealed) {
  const PackagePlan &plan = *compilation.plan;
  PipelineRequest again;
  again.opened = OpenedBundle{
      Bundle{request.bundle.path, BundleForm::Zip, Trust::Registry, plan.files}, nullptr, {}};
  again.findSettings = [](const Bundle &, FileTree &, DiagnosticList &) {
    return defaultSettings();
  };
  again.findWaivers = [](const Bundle &, const Settings &, FileTree &, DiagnosticList &) {
    return Waivers();
  };
  again.today = request.today;
  again.knownWaivers = decidedBySettings(*compilation.settings, waivedIn(compilation, plan.files));
  again.last = Stage::Seal;
  return compile(again, sealed);
}

bool isFileThere(llvm::StringRef path) {
  return llvm::sys::fs::exists(path) && llvm::sys::fs::is_regular_file(path);
}

/// How to see that the package is what it says; by the public half of the key, if it lies beside.
std::string verifyStep(const std::string &file, const llvm::opt::InputArgList &arguments) {
  std::string command = "agentc verify ";
  if (const llvm::opt::Arg *key = arguments.getLastArg(OPT_sign)) {
    const std::string publicFile = publicKeyFile(key->getValue());
    if (isFileThere(publicFile))
      command += "--key " + shellWord(publicFile, "KEY.pub.pem") + " ";
  }
  return nextStep(command + shellWord(file, "PACKAGE"), "reads it again");
}

int refuse(DriverEnv &env, const CommonOptions &options, const BundleResult &result,
           bool isSealed = false) {
  env.out << renderResults(result, options, options.outColor, options.quiet)
          << stepsFor(options, result, "package");
  if (options.format == OutputFormat::Text)
    env.err << "agentc: error: `" << escapeForTerminal(result.path) << "` is not packaged; "
            << (isSealed ? "`agentc verify`, which knows no settings of the project, would refuse "
                           "the package for these findings\n"
                         : "see the findings\n");
  return ExitFindings;
}

/// Lists what the package would hold, or of a bundle that is refused what its plan would be.
llvm::Expected<int> listPackage(DriverEnv &env, const CommonOptions &options,
                                const PipelineRequest &request, const Compilation &compilation) {
  Compilation sealed;
  if (compilation.plan)
    if (llvm::Error error = sealPlan(request, compilation, sealed))
      return error;
  const PackagePlan plan = sealed.plan        ? *sealed.plan
                           : compilation.plan ? *compilation.plan
                                              : describeBundle(planInput(compilation));
  return listContents(env, options, compilation, plan);
}

llvm::Expected<int> packageBundle(DriverEnv &env, const llvm::opt::InputArgList &arguments,
                                  const CommonOptions &options, PipelineRequest &request) {
  llvm::Expected<std::optional<SigningKey>> key = readSigningKey(env, arguments);
  if (!key)
    return key.takeError();
  Compilation compilation;
  if (llvm::Error error = compile(request, compilation))
    return error;
  if (compilation.bundle && compilation.bundle->form == BundleForm::SingleFile)
    return usageError("`" + escapeForTerminal(request.bundle.path) +
                      "` is a single file; a package needs a folder or an archive with a "
                      "`package.json`");
  if (arguments.hasArg(OPT_list_contents) && compilation.access)
    return listPackage(env, options, request, compilation);
  BundleResult result = makeResult(compilation, request.bundle.path, options.failOn);
  if (!result.valid || !compilation.plan)
    return refuse(env, options, result);
  Compilation sealed;
  if (llvm::Error error = sealPlan(request, compilation, sealed))
    return error;
  if (!sealed.package || hasFindings(sealed.diagnostics, options.failOn))
    return refuse(env, options, makeResult(sealed, request.bundle.path, options.failOn),
                  /*isSealed=*/true);
  if (*key) {
    signPlan(*sealed.plan, **key, {compilation.bundle->trust, options.failOn});
    sealed.package = seal(*sealed.plan);
  }
  std::string file = options.output.value_or(compilation.plan->fileName);
  const bool force = arguments.hasArg(OPT_force);
  if (!force && isFileThere(file))
    return usageError("`" + escapeForTerminal(file) +
                      "` is there already; `--force` overwrites it");
  if (llvm::Error error =
          writeFileAtomically(file, sealed.package->bytes, {.mode = 0644, .replace = force}))
    return error;
  if (options.format == OutputFormat::Text || options.format == OutputFormat::Json)
    printFindings(env, options, result);
  else
    env.out << renderResults(result, options, options.outColor, options.quiet);
  printSealed(env, options, file, sealed, *key);
  if (options.format == OutputFormat::Text && !options.quiet)
    env.out << verifyStep(file, arguments);
  return ExitClean;
}

llvm::Expected<int> package(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<const Dump *> dump = readDump(arguments);
  if (!dump)
    return dump.takeError();
  if (arguments.hasArg(OPT_list_contents) && options->format != OutputFormat::Text &&
      options->format != OutputFormat::Json)
    return usageError("`--list` prints `text` or `json`; the other formats are of findings");
  llvm::Expected<std::string> path = onlyInput(arguments, "bundle");
  if (!path)
    return path.takeError();
  std::optional<ToolProcess> sandbox;
  if (!*dump && !arguments.hasArg(OPT_list_contents))
    if (llvm::Error error = startForLoadTest(arguments, sandbox))
      return error;
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, *options, *path);
  if (!request)
    return request.takeError();
  request->unseal = false;
  if (*dump)
    return dumpStage(env, *options, std::move(*request), **dump);
  request->loadTest = loadTester(sandbox ? &*sandbox : nullptr);
  request->last = Stage::Plan;
  return packageBundle(env, arguments, *options, *request);
}

} // namespace

const Subcommand packageSubcommand = {
    "package",
    ForPackage,
    "[FLAGS] [BUNDLE] [-o OUT.zip]",
    "validates a bundle and seals it into a package; refuses what `validate` refuses",
    "  agentc package my-agent/ -o my-agent.zip\n"
    "  # what would be sealed, and why; nothing is written\n"
    "  agentc package --list my-agent/\n"
    "  # signed, and in place of an older one\n"
    "  agentc package --sign release.pem --force my-agent/ -o my-agent.zip\n",
    package,
    CommandGroup::Package,
    "the bundle has errors, or warnings that nobody approved; nothing is written",
    Formats::Reports};

} // namespace agentc
