// Any bytes are a package.json: reading it ends with a manifest whose ranges lie in the file.
#include "agentc/Bundle/Manifest.h"
#include "agentc/Bundle/Settings.h"
#include "agentc/Bundle/Waivers.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>

using namespace agentc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  const std::string text(reinterpret_cast<const char *>(bytes), size);
  Bundle bundle;
  bundle.path = "bundle";
  bundle.files.add("package.json", text);
  bundle.files.add("index.js", "module.exports = async () => 1\n");
  DiagnosticList diagnostics;
  const Manifest manifest = readManifest(bundle, std::nullopt, diagnostics);
  (void)manifestToJson(manifest);
  Settings settings = defaultSettings();
  readSettings("agentc.json", text, {}, settings, diagnostics);
  readWaivers("agentc.waivers.json", text, Catalog({}), diagnostics);
  diagnostics.sort();
  for (const Diagnostic &diagnostic : diagnostics.all())
    if (diagnostic.range && diagnostic.range->end > size && diagnostic.file != "index.js")
      std::abort();
  return 0;
}
