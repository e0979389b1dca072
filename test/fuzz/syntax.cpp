// Any text is a source in each of the languages (its first letter says which): its tree stands in
// the text, and with its types erased it keeps its lines.
#include "support/BundleText.h"

#include "agentc/Bundle/Manifest.h"
#include "agentc/Program/Program.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

static void checkTree(const ast::Node &node, const ast::Node *parent, size_t size) {
  if (node.parent != parent || node.range.begin > node.range.end || node.range.end > size)
    std::abort();
  ast::forEachChild(node, [&](const ast::Node &child) { checkTree(child, &node, size); });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static constexpr llvm::StringRef names[] = {"index.js", "index.mjs", "index.cjs", "index.jsx",
                                              "index.ts", "index.mts", "index.tsx", "data.json"};
  if (size == 0)
    return 0;
  Bundle bundle;
  bundle.path = "bundle";
  bundle.trust = Trust::Registry;
  bundle.files.add(names[bytes[0] % 8].str(),
                   std::string(reinterpret_cast<const char *>(bytes) + 1, size - 1));
  DiagnosticList diagnostics;
  const Manifest manifest = readManifest(bundle, std::nullopt, diagnostics);
  const ast::Forest forest = parse(selectSources(bundle, diagnostics), diagnostics);
  for (const auto &[path, module] : forest.modules()) {
    if (module->program)
      checkTree(*module->program, nullptr, module->text.size());
    dumpSyntax(*module, llvm::nulls());
  }
  const Program program = resolve(forest, bundle.files, manifest);
  dumpProgram(program, llvm::nulls());
  for (const auto &module : program.modules())
    if (std::optional<std::string> erased = eraseTypes(program, *module, diagnostics))
      if (llvm::StringRef(*erased).count('\n') != module->syntax->text.count('\n'))
        std::abort();
  return 0;
}
