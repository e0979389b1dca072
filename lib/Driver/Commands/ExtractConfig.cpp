#include "Reports/BundleReport.h"
#include "Subcommand.h"

#include "agentc/Access/ConfigText.h"
#include "agentc/Access/StartDefaults.h"
#include "agentc/Config/ToolTargets.h"
#include "agentc/Diagnostics/Secrets.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Pipeline/FoundSecrets.h"
#include "agentc/Pipeline/OuterIgnoreFiles.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringSet.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// Beyond a bundle's limit, for the many files of a repository.
constexpr uint64_t maxTreeEntries = 200000;

/// As what a configuration is printed.
struct Product {
  bool asText = false;
  bool plain = false;
  std::optional<ToolTarget> target;
  std::optional<std::string> agent;
};

llvm::Expected<Product> readProduct(const CommonOptions &options,
                                    const llvm::opt::InputArgList &arguments) {
  Product product;
  product.asText = arguments.hasArg(OPT_format) && options.format == OutputFormat::Text;
  product.plain = arguments.hasArg(OPT_plain);
  if (const llvm::opt::Arg *argument = arguments.getLastArg(OPT_target)) {
    llvm::StringRef name = argument->getValue();
    product.target = name == "anthropic" ? ToolTarget::Anthropic
                     : name == "openai"  ? ToolTarget::OpenAi
                                         : ToolTarget::Mcp;
  }
  if (product.asText && (product.plain || product.target))
    return usageError("`--plain` and `--target` are for JSON, not for `--format=text`");
  if (product.plain && product.target)
    return usageError("`--target` prints bare values anyway; leave `--plain` out");
  if (const llvm::opt::Arg *argument = arguments.getLastArg(OPT_agent)) {
    if (!product.target)
      return usageError("`--agent` chooses whose tools `--target` prints, and there is no "
                        "`--target`");
    product.agent = argument->getValue();
  }
  return product;
}

/// Returns the request that an extraction starts from: every path is read as a source tree.
llvm::Expected<PipelineRequest> makeRequest(DriverEnv &env, const CommonOptions &options,
                                            const llvm::opt::InputArgList &arguments) {
  std::vector<std::string> paths = arguments.getAllArgValues(OPT_INPUT);
  if (paths.empty())
    paths = {"."};
  if (paths.size() > 1 && llvm::is_contained(paths, "-"))
    return usageError("standard input is read alone, not together with files");
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, options, paths[0]);
  if (!request)
    return request;
  BundleRequest &bundle = request->bundle;
  bundle.otherSources.assign(paths.begin() + 1, paths.end());
  if (!arguments.hasArg(OPT_max_entries))
    bundle.limits.entries = maxTreeEntries;
  bundle.sourceTree.emplace();
  bundle.sourceTree->tests = arguments.hasArg(OPT_include_tests);
  bundle.sourceTree->ignored = arguments.hasArg(OPT_no_ignore);
  if (paths.size() == 1 && paths[0] != "-")
    bundle.sourceTree->ignoreFiles = findOuterIgnoreFiles(env, paths[0]);
  request->last = Stage::Infer;
  return request;
}

/// How many sources were read and how many there are besides.
Json countSources(const Compilation &compilation) {
  size_t read = 0, all = 0;
  for (const auto &[path, file] : compilation.bundle->files.files()) {
    auto language = languageOf(path);
    if (!language || *language == ast::Language::Json)
      continue;
    ++all;
    const ast::Module *module = compilation.forest->find(path);
    read += module && module->program;
  }
  return {{"read", read}, {"leftOut", all - read}};
}

bool isNamed(const AgentDefinition &agent, const std::string &name) {
  return agent.id == name || agent.key == name ||
         (agent.name && agent.name->value && *agent.name->value == name);
}

/// The configuration with the tools of one agent only.
llvm::Expected<AgentConfig> toolsOf(const AgentConfig &config, const std::string &name) {
  AgentConfig chosen;
  llvm::StringSet<> ids;
  std::vector<std::string> known;
  for (const AgentDefinition &agent : config.agents) {
    known.push_back(agent.id);
    if (isNamed(agent, name)) {
      chosen.agents.push_back(agent);
      ids.insert(agent.tools.begin(), agent.tools.end());
    }
  }
  if (chosen.agents.empty())
    return usageError("no agent is named `" + escapeForTerminal(name) + "`" +
                      didYouMean(name, known));
  for (const ToolDefinition &tool : config.tools)
    if (ids.contains(tool.id))
      chosen.tools.push_back(tool);
  return chosen;
}

/// The document as it is printed: with stars for the secrets of the code.
std::string printedConfig(Json document, const Compilation &compilation) {
  maskSecrets(document, compilation.secrets);
  return printJson(document);
}

llvm::Expected<std::string> render(const Product &product, const CommonOptions &options,
                                   Compilation &compilation) {
  const AgentConfig &config = *compilation.config;
  const FileTree &files = compilation.bundle->files;
  if (product.target && product.agent) {
    llvm::Expected<AgentConfig> chosen = toolsOf(config, *product.agent);
    if (!chosen)
      return chosen.takeError();
    return printedConfig(toolsForTarget(*chosen, *product.target, compilation.diagnostics),
                         compilation);
  }
  if (product.target)
    return printedConfig(toolsForTarget(config, *product.target, compilation.diagnostics),
                         compilation);
  if (!product.asText) {
    Json json = configToJson(config, *compilation.access, files, product.plain);
    json["sources"] = countSources(compilation);
    return printedConfig(std::move(json), compilation);
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  printConfig(config, *compilation.access, files, options.outColor, out);
  Json shown = std::move(text);
  maskSecrets(shown, compilation.secrets);
  return shown.get<std::string>();
}

/// `--strict`: what the rule notes is an error.
void reportUnresolved(const Catalog &catalog, const AgentConfig &config,
                      DiagnosticList &diagnostics) {
  const RuleInfo *rule = catalog.find("unresolved-config");
  for (const UnresolvedField &field : config.unresolved)
    diagnostics
        .report(*rule, field.source.file, field.source.range,
                "`" + field.path + "` could not be determined: " + field.reason)
        .severity = Severity::Error;
}

llvm::Expected<int> extractConfig(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<Product> product = readProduct(*options, arguments);
  if (!product)
    return product.takeError();
  llvm::Expected<PipelineRequest> request = makeRequest(env, *options, arguments);
  if (!request)
    return request.takeError();
  Compilation compilation;
  if (llvm::Error error = compile(*request, compilation))
    return error;
  if (compilation.access)
    addStartDefaults(*compilation.config, *compilation.program, *compilation.values,
                     *compilation.uses, *compilation.manifest, *compilation.settings,
                     product->target.has_value());
  if (compilation.access)
    findSecrets(*request, compilation);
  const Catalog &catalog = fullCatalog();
  if (compilation.access && arguments.hasArg(OPT_strict))
    reportUnresolved(catalog, *compilation.config, compilation.diagnostics);
  llvm::Expected<std::string> text =
      compilation.access ? render(*product, *options, compilation) : std::string();
  if (!text)
    return text.takeError();
  const std::string &path = compilation.bundle ? compilation.bundle->path : request->bundle.path;
  printFindings(env, *options, makeResult(compilation, path, Severity::Error));
  bool failed = compilation.diagnostics.has(Severity::Error);
  // A bundle that can't be opened has no configuration, rather than an empty one.
  if (!compilation.access)
    return ExitFindings;

  // Whoever reads a file later doesn't see the exit code.
  if (failed && options->output)
    return ExitFindings;
  if (llvm::Error error = writeOutput(env, *options, *text))
    return error;
  return failed ? ExitFindings : ExitClean;
}

} // namespace

const Subcommand extractConfigSubcommand = {
    "extract-config",
    ForExtract,
    "[FLAGS] BUNDLE | SOURCE...",
    "prints the agents and tools of a bundle, source tree or files as JSON, without running it",
    "  # everything that a repository defines\n"
    "  agentc extract-config my-repository/\n"
    "  # for a person\n"
    "  agentc extract-config --format=text src/agent.ts src/tools.ts\n"
    "  # exit with 1 if anything could not be determined\n"
    "  agentc extract-config --plain --strict -o config.json my-agent.zip\n"
    "  # tool definitions, ready for an API\n"
    "  agentc extract-config --target=anthropic my-agent/ > tools.json\n",
    extractConfig,
    CommandGroup::Read,
    "the bundle could not be read; with `--strict`, also if anything could not be determined"};

} // namespace agentc
