// bench-reading bare|read|extract|check FOLDER [RULE...]: parses a bundle's sources by tree-sitter
// alone, reads it to the end of `evaluate`, or to its configuration, or checks it by these rules,
// and prints what that took as JSON; times are wall time in ms, `peakBytes` the whole process's.
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
const TSLanguage *tree_sitter_json(void);
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
    return tree_sitter_json();
  }
  return nullptr;
}

static void parseBare(const SourceUnit &unit) {
  TSParser *parser = ts_parser_new();
  ts_parser_set_language(parser, grammarOf(unit.language));
  TSTree *tree = ts_parser_parse_string(parser, nullptr, unit.text.data(),
                                        static_cast<uint32_t>(unit.text.size()));
  ts_tree_delete(tree);
  ts_parser_delete(parser);
}

static std::vector<const Rule *> rulesNamed(llvm::ArrayRef<const char *> names) {
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

int main(int argc, char **argv) {
  llvm::StringRef mode = argc >= 3 ? argv[1] : "";
  if (mode != "bare" && mode != "read" && mode != "extract" && mode != "check") {
    llvm::errs() << "usage: bench-reading bare|read|extract|check FOLDER [RULE...]\n";
    return 2;
  }
  nlohmann::json result;
  auto last = std::chrono::steady_clock::now();
  std::clock_t lastUsed = std::clock();
  auto took = [&](const char *stage) {
    auto now = std::chrono::steady_clock::now();
    std::clock_t used = std::clock();
    result["processor"][stage] = static_cast<double>(used - lastUsed) * 1000 / CLOCKS_PER_SEC;
    lastUsed = used;
    result[stage] = std::chrono::duration<double, std::milli>(now - last).count();
    last = now;
  };
  DiagnosticList diagnostics;
  BundleRequest request;
  request.path = argv[2];
  llvm::Expected<std::optional<Bundle>> bundle = openBundle(request, diagnostics);
  if (!bundle || !*bundle) {
    llvm::errs() << "bench-reading: cannot open " << argv[2] << '\n';
    if (!bundle)
      llvm::consumeError(bundle.takeError());
    return 2;
  }
  const Manifest manifest = readManifest(**bundle, std::nullopt, diagnostics);
  const std::vector<SourceUnit> units = selectSources(**bundle, diagnostics);
  took("open");
  if (mode == "bare") {
    for (const SourceUnit &unit : units)
      parseBare(unit);
    took("parse");
  } else {
    const ast::Forest forest = parse(units, diagnostics);
    took("parse");
    result["parsePeakBytes"] = peakBytes();
    const Program program = resolve(forest, (*bundle)->files, manifest);
    took("resolve");
    const Values values = evaluate(program);
    took("evaluate");
    result["calls"] = values.calls();
    result["resolvedCalls"] = values.resolvedCalls();
    result["exhausted"] = values.exhaustedAt() != nullptr;
    if (mode == "extract" || mode == "check") {
      const Settings settings = defaultSettings();
      const AgentConfig config = extract(program, values, manifest, settings);
      took("extract");
      const ApiUses uses = collectUses(program, values);
      const AccessMap access = infer(program, values, uses, config);
      took("infer");
      if (mode == "check") {
        std::vector<SecretPlace> secrets;
        result["findings"] =
            check({**bundle, manifest, settings, program, values, uses, config, access},
                  rulesNamed(llvm::ArrayRef(argv + 3, argc - 3)), secrets)
                .all()
                .size();
        took("check");
      }
      result["text"] = printJson(configToJson(config, access, (*bundle)->files, false)).size();
      took("write");
      result["agents"] = config.agents.size();
      result["tools"] = config.tools.size();
      result["unresolved"] = config.unresolved.size();
    }
  }
  size_t bytes = 0;
  for (const SourceUnit &unit : units)
    bytes += unit.text.size();
  result["files"] = units.size();
  result["bytes"] = bytes;
  result["peakBytes"] = peakBytes();
  llvm::outs() << result.dump() << '\n';
  return 0;
}
