#include "agentc/Bundle/ModuleNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace agentc {

namespace {

constexpr NodeModule nodeModules[] = {
#define NODE_MODULE(NAME, SCRIPT, REACH, HARMLESS)                                                 \
  {NAME, ModuleReach::REACH, HARMLESS, std::string_view(#SCRIPT) == "absent"},
#include "agentc/Bundle/Modules.def"
#undef NODE_MODULE
};

constexpr ProvidedModule packages[] = {
#define PROVIDED_PACKAGE(NAME, VERSION, SCRIPT) {NAME, VERSION},
#include "agentc/Bundle/Modules.def"
#undef PROVIDED_PACKAGE
};

bool isBefore(const ProvidedModule &a, const ProvidedModule &b) { return a.name < b.name; }

std::vector<ProvidedModule> allProvided() {
  std::vector<ProvidedModule> all(std::begin(packages), std::end(packages));
  for (const NodeModule &module : nodeModules)
    if (module.reach == ModuleReach::Nothing && !module.isAbsent)
      all.push_back({module.name, ""});
  llvm::sort(all, isBefore);
  return all;
}

const ProvidedModule *findExact(llvm::StringRef name) {
  llvm::ArrayRef<ProvidedModule> provided = providedModules();
  const auto *at = llvm::lower_bound(provided, ProvidedModule{name, ""}, isBefore);
  return at != provided.end() && at->name == name ? at : nullptr;
}

bool isWord(llvm::StringRef text) { return !text.empty() && llvm::all_of(text, llvm::isAlnum); }

/// Which modules inside a provided package are provided with it.
bool providesSubpath(llvm::StringRef package, llvm::StringRef subpath) {
  if (package == "lodash-es") {
    subpath.consume_back(".js");
    return isWord(subpath);
  }
  if (package == "zod")
    return llvm::is_contained({"mini", "v3", "v4", "v4-mini", "v4/core", "v4/mini"}, subpath);
  // A framework's definitions are the same under each of its subpaths.
  return package != "axios" && !isNodeModule(package) && !subpath.empty();
}

} // namespace

llvm::ArrayRef<ProvidedModule> providedModules() {
  static const std::vector<ProvidedModule> all = allProvided();
  return all;
}

const ProvidedModule *findProvidedModule(llvm::StringRef specifier) {
  const bool nodeScheme = specifier.consume_front("node:");
  if (const ProvidedModule *exact = findExact(specifier))
    return nodeScheme && !isNodeModule(specifier) ? nullptr : exact;
  auto package = packageOfSpecifier(specifier);
  if (nodeScheme || !package || *package == specifier)
    return nullptr;
  const ProvidedModule *found = findExact(*package);
  return found && providesSubpath(*package, specifier.drop_front(package->size() + 1)) ? found
                                                                                       : nullptr;
}

const NodeModule *findNodeModule(llvm::StringRef specifier) {
  specifier.consume_front("node:");
  const auto *at = llvm::lower_bound(
      nodeModules, specifier, [](const NodeModule &a, llvm::StringRef b) { return a.name < b; });
  return at != std::end(nodeModules) && at->name == specifier ? at : nullptr;
}

bool isNodeModule(llvm::StringRef specifier) {
  // Only Node's own modules can stand behind its scheme, whatever a later version adds.
  return specifier.starts_with("node:") || findNodeModule(specifier);
}

llvm::StringRef canonicalModuleName(llvm::StringRef specifier) {
  llvm::StringRef name = specifier;
  // `node:test` has no short name: `test` is a package.
  return name.consume_front("node:") && isNodeModule(name) ? name : specifier;
}

std::optional<llvm::StringRef> packageOfSpecifier(llvm::StringRef specifier) {
  if (specifier.empty() || specifier.starts_with(".") || specifier.starts_with("/") ||
      specifier.starts_with("#") || specifier.contains(':') || specifier.contains('\\'))
    return std::nullopt;
  size_t end = specifier.find('/');
  if (specifier.starts_with("@") && end != llvm::StringRef::npos)
    end = specifier.find('/', end + 1);
  return specifier.take_front(end);
}

} // namespace agentc
