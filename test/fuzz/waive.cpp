// Any text is a bundle with the files by which people silence findings: comments in its sources,
// `agentc.json`, `waivers.json` and `baseline.json`. Whatever they say, errors that nobody may
// silence count, and what agentc writes of them it reads again.
#include "support/BundleText.h"

#include "agentc/Access/InputFacts.h"
#include "agentc/Access/ReachedCode.h"
#include "agentc/Diagnostics/Fingerprint.h"
#include "agentc/Rules/Rules.h"

#include "agentc/Check/Waive.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

static std::vector<const RuleInfo *> knownRules() {
  std::vector<const RuleInfo *> rules;
  for (const Rule *rule : allRules())
    rules.push_back(&rule->info);
  for (llvm::ArrayRef<const RuleInfo *> table : {bundleRules(), syntaxRules(), waiveRules()})
    rules.insert(rules.end(), table.begin(), table.end());
  return rules;
}

/// Writes a waiver for each finding and reads it again.
static void checkWritten(const DiagnosticList &list, const Catalog &catalog) {
  Waivers waivers;
  Baseline baseline;
  for (const Diagnostic &finding : list.all()) {
    waivers.findings.push_back({finding.rule,
                                finding.fingerprint,
                                "bundle",
                                finding.file,
                                finding.message,
                                {"looked at", "a reviewer", "2026-01-01", "2026-12-31"},
                                {}});
    baseline.fingerprints["bundle"].insert(finding.fingerprint);
  }
  DiagnosticList none;
  const Waivers again = readWaivers("waivers.json", addWaivers("", waivers), catalog, none);
  llvm::Expected<Baseline> same = readBaseline("baseline.json", printBaseline(baseline));
  if (!none.all().empty() || again.findings.size() > waivers.findings.size() ||
      again.findings.empty() != waivers.findings.empty() || !same ||
      same->fingerprints != baseline.fingerprints)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const Catalog catalog(knownRules());
  static const Waivable waivable(allRules());
  Bundle bundle = bundleFromText({reinterpret_cast<const char *>(bytes), size});
  bundle.trust = size % 2 ? Trust::Author : Trust::Registry;
  auto textOf = [&](llvm::StringRef path) {
    const File *file = bundle.files.find(path);
    return file ? llvm::StringRef(file->bytes) : llvm::StringRef("{}");
  };
  DiagnosticList list;
  Settings settings = defaultSettings();
  readSettings("agentc.json", textOf("agentc.json"), {.catalog = &catalog}, settings, list);
  const Severities severities(settings, waivable, {});
  const Waivers waivers = readWaivers("waivers.json", textOf("waivers.json"), catalog, list);
  llvm::Expected<Baseline> baseline = readBaseline("baseline.json", textOf("baseline.json"));
  const std::set<std::string> *known = nullptr;
  if (!baseline)
    llvm::consumeError(baseline.takeError());
  else if (!baseline->fingerprints.empty())
    known = &baseline->fingerprints.begin()->second;

  const Manifest manifest = readManifest(bundle, std::nullopt, list);
  const ast::Forest forest = parse(selectSources(bundle, list), list);
  const Program program = resolve(forest, bundle.files, manifest);
  const Values values = evaluate(program, definitionResultOf);
  const ApiUses uses = collectUses(program, values);
  const AgentConfig config = extract(program, values, manifest, settings);
  const CodeFlow flow = link(program, values, uses);
  const ReachedCode code = reach(flow, config);
  const InputFacts input = collectInput(program, values, config);
  const AccessMap access = infer(flow, config, input);
  std::vector<SecretPlace> secrets;
  auto reached = [&]() -> const ReachedCode & { return code; };
  auto inferred = [&]() -> const AccessMap & { return access; };
  list.append(
      check({bundle, manifest, settings, program, values, uses, config, input, reached, inferred},
            allRules(), severities, secrets));
  severities.apply(list);
  maskSecrets(list, secrets);
  list.sort();
  setFingerprints(list, [](const Diagnostic &finding) { return finding.message; });
  checkWritten(list, catalog);
  const auto syntaxErrors = llvm::count_if(list.all(), [](const Diagnostic &finding) {
    return finding.rule->name == "syntax-error" && !finding.waived;
  });
  waive({bundle,
         manifest,
         settings,
         forest,
         waivable,
         severities,
         catalog,
         waivers,
         known,
         "2026-11-22",
         {}},
        list);
  if (syntaxErrors != llvm::count_if(list.all(), [](const Diagnostic &finding) {
        return finding.rule->name == "syntax-error" && finding.severity == Severity::Error &&
               !finding.waived;
      }))
    std::abort();
  return 0;
}
