#include "Uses.h"

#include "agentc/Bundle/Allowance.h"
#include "agentc/Bundle/ModuleNames.h"

namespace agentc::rules {

constexpr size_t shortestName = 4;

/// True if two names differ by one added, missing or changed letter, or by two swapped letters.
static bool isOneEditAway(llvm::StringRef a, llvm::StringRef b) {
  if (a.size() > b.size())
    std::swap(a, b);
  if (b.size() - a.size() > 1)
    return false;
  size_t at = 0;
  while (at < a.size() && a[at] == b[at])
    ++at;
  if (a.size() < b.size())
    return a.drop_front(at) == b.drop_front(at + 1);
  if (at == a.size())
    return false;
  if (a.drop_front(at + 1) == b.drop_front(at + 1))
    return true;
  return at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at] &&
         a.drop_front(at + 2) == b.drop_front(at + 2);
}

/// A name without what people leave out or mix up: separators, the scope's mark, case.
static std::string skeleton(llvm::StringRef name) {
  std::string text;
  for (char c : name.lower())
    if (llvm::StringRef("@/-_.").find(c) == llvm::StringRef::npos)
      text += c == '0' ? 'o' : c == '1' ? 'l' : c;
  return text;
}

static bool isNumbered(llvm::StringRef name, llvm::StringRef known) {
  return name.consume_front(known) && !name.empty() &&
         llvm::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

static void check(const CheckContext &context, RuleReporter &report) {
  std::vector<std::string> known;
  for (llvm::StringRef item : context.settings.allowedDependencies)
    if (auto allowance = parseAllowance(item); allowance && !allowance->isScope)
      known.push_back(allowance->package.str());
  for (const ProvidedModule &module : providedModules())
    if (!isNodeModule(module.name))
      known.push_back(module.name.str());
  for (const Dependency &dependency : context.manifest.dependencies) {
    llvm::StringRef name = dependency.name;
    if (allowsDependency(context.settings, name) || llvm::is_contained(known, name))
      continue;
    for (llvm::StringRef one : known) {
      bool isNear = one.size() >= shortestName && isOneEditAway(name, one);
      if (isNumbered(name, one) || (!isNear && skeleton(name) != skeleton(one)))
        continue;
      report.at(context.manifest.file, dependency.range,
                "`" + shownText(name) + "` is almost the name of `" + one.str() +
                    "`, and another package");
      break;
    }
  }
}

extern const Rule LookalikeDependency = {
    {.id = "AC2111",
     .name = "lookalike-dependency",
     .group = "supply chain",
     .severity = Severity::Warning,
     .summary = "dependencies with almost the name of a known package",
     .access = "modules",
     .precision = Precision::Medium,
     .cwe = 1357},
    check};

} // namespace agentc::rules
