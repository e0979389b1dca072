// Any text is a bundle: every reading stage ends, and findings lie in the files that they name.
#include "support/BundleText.h"

#include "agentc/Access/InputFacts.h"
#include "agentc/Access/ReachedCode.h"
#include "agentc/Rules/Rules.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>

using namespace agentc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  const Bundle bundle = bundleFromText({reinterpret_cast<const char *>(bytes), size});
  DiagnosticList diagnostics;
  const Settings settings = defaultSettings();
  const Manifest manifest = readManifest(bundle, std::nullopt, diagnostics);
  const ast::Forest forest = parse(selectSources(bundle, diagnostics), diagnostics);
  const Program program = resolve(forest, bundle.files, manifest);
  for (const auto &module : program.modules())
    eraseTypes(program, *module, diagnostics);
  const Values values = evaluate(program, definitionResultOf);
  const ApiUses uses = collectUses(program, values);
  const AgentConfig config = extract(program, values, manifest, settings);
  const CodeFlow flow = link(program, values, uses);
  const ReachedCode code = reach(flow, config);
  const InputFacts input = collectInput(program, values, config);
  const AccessMap access = infer(flow, config, input);
  auto reached = [&]() -> const ReachedCode & { return code; };
  auto inferred = [&]() -> const AccessMap & { return access; };
  (void)printJson(configToJson(config, access, bundle.files, false));
  std::vector<SecretPlace> secrets;
  const DiagnosticList findings =
      check({bundle, manifest, settings, program, values, uses, config, input, reached, inferred},
            allRules(), Severities(settings, Waivable(allRules()), {}), secrets);
  diagnostics.append(findings);
  maskSecrets(diagnostics, secrets);
  (void)maskedFiles(bundle.files, secrets);
  diagnostics.sort();
  for (const Diagnostic &diagnostic : diagnostics.all())
    if (const File *file = bundle.files.find(diagnostic.file);
        file && diagnostic.range && diagnostic.range->end > file->bytes.size())
      std::abort();
  return 0;
}
