// bench-reading bare|read|extract FOLDER: parses a bundle's sources by tree-sitter alone, reads it
// to the end of `evaluate`, or to its configuration, and prints what that took as JSON; times are
// wall time in ms, `peakBytes` the whole process's.
#include "agentc/Analysis/Access.h"
#include "agentc/Bundle/Manifest.h"
#include "agentc/Values/Values.h"

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

static uint64_t peakBytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<uint64_t>(used.ru_maxrss) * 1024;
}

int main(int argc, char **argv) {
  llvm::StringRef mode = argc == 3 ? argv[1] : "";
  if (mode != "bare" && mode != "read" && mode != "extract") {
    llvm::errs() << "usage: bench-reading bare|read|extract FOLDER\n";
    return 2;
  }
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
    if (mode == "extract") {
      const AgentConfig config = extract(program, values, manifest, defaultSettings());
      took("extract");
      const AccessMap access = infer(program, values, collectUses(program, values), config);
      took("infer");
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
