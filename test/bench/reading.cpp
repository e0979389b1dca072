// bench-reading bare|read|extract|check FOLDER [RULE...]: parses a bundle's sources by tree-sitter
// alone, reads it to the end of `evaluate`, or to its configuration, or checks it by these rules,
// and prints what that took as JSON; times are wall time in ms, `peakBytes` the whole process's.
#include "agentc/Access/InputFacts.h"
#include "agentc/Access/ReachedCode.h"
#include "agentc/Bundle/Manifest.h"
#include "agentc/Rules/Rules.h"

#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>
#include <tree_sitter/api.h>

#include <chrono>
#include <ctime>
#include <sys/resource.h>

extern "C" {
const TSLanguage *tree_sitter_javascript(void);
const TSLanguage *tree_sitter_tsx(void);
const TSLanguage *tree_sitter_typescript(void);
}

using namespace agentc;

static const TSLanguage *grammarOf(ast::Language language) {
  switch (language) {
  case ast::Language::JavaScript:
    return tree_sitter_javascript();
  case ast::Language::TypeScript:
    return tree_sitter_typescript();
  case ast::Language::Tsx:
    return tree_sitter_tsx();
  case ast::Language::Json:
    break;
  }
  return nullptr;
}

static void parseBare(const SourceUnit &unit) {
  const TSLanguage *grammar = grammarOf(unit.language);
  if (!grammar)
    return;
  TSParser *parser = ts_parser_new();
  ts_parser_set_language(parser, grammar);
  TSTree *tree = ts_parser_parse_string(parser, nullptr, unit.text.data(),
                                        static_cast<uint32_t>(unit.text.size()));
  ts_tree_delete(tree);
  ts_parser_delete(parser);
}

static std::vector<const Rule *> rulesNamed(llvm::ArrayRef<char *> names) {
  std::vector<const Rule *> rules;
  for (const Rule *rule : allRules())
    if (llvm::is_contained(names, rule->info.name))
      rules.push_back(rule);
  return rules;
}

static uint64_t peakBytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<uint64_t>(used.ru_maxrss) * 1024;
}

namespace {

/// Writes the time that each stage took to the result.
class Stages {
public:
  explicit Stages(nlohmann::json &result) : result_(result) {}

  void ended(const char *stage) {
    const auto now = std::chrono::steady_clock::now();
    const std::clock_t used = std::clock();
    result_["processor"][stage] = static_cast<double>(used - lastUsed_) * 1000 / CLOCKS_PER_SEC;
    result_[stage] = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    lastUsed_ = used;
  }

private:
  nlohmann::json &result_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::clock_t lastUsed_ = std::clock();
};

struct Task {
  llvm::StringRef mode, path;
  std::vector<const Rule *> rules;
};

} // namespace

static void extractAndCheck(const Task &task, const Bundle &bundle, const Manifest &manifest,
                            const Program &program, const Values &values, Stages &stages,
                            nlohmann::json &result) {
  const Settings settings = defaultSettings();
  const AgentConfig config = extract(program, values, manifest, settings);
  stages.ended("extract");
  const ApiUses uses = collectUses(program, values);
  std::optional<CodeFlow> flow;
  std::optional<ReachedCode> code;
  std::optional<AccessMap> access;
  const InputFacts input = collectInput(program, values, config);
  auto linked = [&]() -> const CodeFlow & {
    return flow ? *flow : flow.emplace(link(program, values, uses));
  };
  auto reached = [&]() -> const ReachedCode & {
    return code ? *code : code.emplace(reach(linked(), config));
  };
  auto inferred = [&]() -> const AccessMap & {
    return access ? *access : access.emplace(infer(linked(), config, input));
  };
  if (task.mode == "extract")
    inferred();
  stages.ended("infer");
  result["agents"] = config.agents.size();
  result["tools"] = config.tools.size();
  result["unresolved"] = config.unresolved.size();
  if (task.mode == "extract") {
    result["text"] = printJson(configToJson(config, *access, bundle.files, false)).size();
    stages.ended("write");
    return;
  }
  std::vector<SecretPlace> secrets;
  const DiagnosticList findings =
      check({bundle, manifest, settings, program, values, uses, config, input, reached, inferred},
            task.rules, Severities(settings, Waivable(allRules()), {}), secrets);
  result["findings"] = findings.all().size();
  stages.ended("check");
}

/// False if the bundle cannot be opened.
static bool perform(const Task &task, nlohmann::json &result) {
  Stages stages(result);
  DiagnosticList diagnostics;
  BundleRequest request;
  request.path = task.path.str();
  llvm::Expected<std::optional<Bundle>> opened = openBundle(request, diagnostics);
  if (!opened)
    llvm::consumeError(opened.takeError());
  if (!opened || !*opened)
    return false;
  const Bundle &bundle = **opened;
  const Manifest manifest = readManifest(bundle, std::nullopt, diagnostics);
  const std::vector<SourceUnit> units = selectSources(bundle, diagnostics);
  size_t bytes = 0;
  for (const SourceUnit &unit : units)
    bytes += unit.text.size();
  result["files"] = units.size();
  result["bytes"] = bytes;
  stages.ended("open");
  if (task.mode == "bare") {
    for (const SourceUnit &unit : units)
      parseBare(unit);
    stages.ended("parse");
    return true;
  }
  const ast::Forest forest = parse(units, diagnostics);
  stages.ended("parse");
  result["parsePeakBytes"] = peakBytes();
  const Program program = resolve(forest, bundle.files, manifest);
  stages.ended("resolve");
  const Values values = evaluate(program, definitionResultOf);
  stages.ended("evaluate");
  result["calls"] = values.calls();
  result["resolvedCalls"] = values.resolvedCalls();
  result["exhausted"] = values.exhaustedAt() != nullptr;
  if (task.mode != "read")
    extractAndCheck(task, bundle, manifest, program, values, stages, result);
  return true;
}

int main(int argc, char **argv) {
  const Task task = {argc >= 3 ? argv[1] : "", argc >= 3 ? argv[2] : "",
                     rulesNamed(llvm::ArrayRef(argv, argc).drop_front(std::min(argc, 3)))};
  if (!llvm::is_contained({"bare", "read", "extract", "check"}, task.mode)) {
    llvm::errs() << "usage: bench-reading bare|read|extract|check FOLDER [RULE...]\n";
    return 2;
  }
  nlohmann::json result;
  if (!perform(task, result)) {
    llvm::errs() << "bench-reading: cannot open " << task.path << '\n';
    return 2;
  }
  result["peakBytes"] = peakBytes();
  llvm::outs() << result.dump() << '\n';
  return 0;
}
