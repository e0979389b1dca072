#include "ModuleUses.h"

#include "agentc/Access/ReachedCode.h"

namespace agentc {

namespace {

/// The members of a path below its module, `promises` and `default` left out, which only lead on.
llvm::SmallVector<llvm::StringRef> membersOf(const ApiUse &use) {
  llvm::StringRef rest = use.path;
  rest.consume_front("module:");
  rest.consume_front(use.module);
  llvm::SmallVector<llvm::StringRef> all, kept;
  rest.split(all, '.', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : all)
    if (!(kept.empty() && (name == "promises" || name == "default")))
      kept.push_back(name);
  return kept;
}

/// True if the bundle's own exports hand the module on to whoever loads the bundle.
bool isExportedAway(const CheckContext &context, const ApiUse &use) {
  return llvm::isa_and_nonnull<ast::ExportNamedDeclaration, ast::ExportAllDeclaration>(
             use.node->parent) &&
         &context.program.moduleOf(*use.node) == context.program.entry();
}

/// `import … from 'fs'` and `require('fs')`, as everybody writes them.
bool isPlain(const ApiUse &use) {
  const auto *call = llvm::dyn_cast<ast::CallExpression>(use.node);
  const auto *callee = call ? llvm::dyn_cast<ast::Identifier>(call->callee) : nullptr;
  return callee ? callee->name == "require" : !call && llvm::isa<ast::Literal>(use.node);
}

/// The most that a use is worth. `isLost`: nothing that code does with the module is known.
std::optional<Severity> severityOf(const CheckContext &context, const NodeModule &module,
                                   const ApiUse &use, bool isLost) {
  const ReachedCode &reached = context.reached();
  const bool byEntry = reached.firstTo(*use.node);
  if (use.isImport)
    return byEntry || module.isAbsent || isExportedAway(context, use) || (isLost && !isPlain(use))
               ? Severity::Error
               : Severity::Note;
  if (isHarmlessTest(use))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef> members = membersOf(use);
  llvm::SmallVector<llvm::StringRef> harmless;
  module.harmless.split(harmless, ' ');
  if (members.empty() ? use.kind == UseKind::Read
                      : llvm::is_contained(harmless, members[0].split('(').first)) {
    // a server that the program around the tools starts is never connected to
    bool connects = !members.empty() && llvm::is_contained({"listen", "connect"}, members.back());
    return connects && byEntry ? std::optional(Severity::Error) : std::nullopt;
  }
  // what is done with a call's result was told with the call
  if (llvm::StringRef(use.path).contains("()."))
    return std::nullopt;
  return reached.contains(*use.node) ? Severity::Error : Severity::Note;
}

} // namespace

void reportModules(
    const CheckContext &context, RuleReporter &report, ModuleReach reach,
    llvm::function_ref<std::optional<ModuleFinding>(const ApiUse &use, bool isLost)> told) {
  auto isMeant = [&](const ApiUse &use) {
    const NodeModule *module = use.module.empty() ? nullptr : findNodeModule(use.module);
    return module && module->reach == reach;
  };
  if (llvm::none_of(context.uses.all(), isMeant))
    return;
  llvm::StringSet<> used;
  llvm::DenseSet<const ast::Node *> objects; // of members that are used right there
  for (const ApiUse &use : context.uses.all()) {
    if (use.isImport)
      continue;
    used.insert(use.module);
    const ast::Node *at = use.node;
    while (const auto *member = llvm::dyn_cast<ast::MemberExpression>(at)) {
      at = member->object;
      if (const auto *await = llvm::dyn_cast<ast::AwaitExpression>(at))
        at = await->argument;
      objects.insert(at);
    }
  }
  for (const ApiUse &use : context.uses.all()) {
    if (!isMeant(use) || (use.isImport && objects.contains(use.node)))
      continue;
    const bool isLost =
        !used.contains(use.module) || (use.isImport && isExportedAway(context, use));
    std::optional<Severity> most = severityOf(context, *findNodeModule(use.module), use, isLost);
    std::optional<ModuleFinding> what = most ? told(use, isLost) : std::nullopt;
    if (!what)
      continue;
    std::string name = use.isImport ? use.module.str() : shown(use.path);
    Diagnostic &finding = report.at(use, "`" + name + "` " + what->gives);
    finding.subject = use.module;
    finding.help = what->help;
    lowerTo(finding, *most);
    lowerTo(finding, what->most);
  }
}

void reportModules(const CheckContext &context, RuleReporter &report, ModuleReach reach,
                   llvm::StringRef gives) {
  reportModules(context, report, reach, [&](const ApiUse &, bool) {
    return std::optional(ModuleFinding{Severity::Error, gives.str()});
  });
}

bool isAllowedModule(const CheckContext &context, llvm::StringRef name) {
  if (findProvidedModule(name))
    return true;
  std::optional<llvm::StringRef> package = packageOfSpecifier(name);
  if (!package || isNodeModule(name))
    return false;
  for (llvm::StringRef base : context.settings.baseClasses)
    if (base.split('#').first == *package)
      return true;
  return llvm::any_of(context.manifest.allowedModules, [&](const ManifestWord &allowed) {
    return allowed.text == name || allowed.text == *package;
  });
}

bool hasOwnRule(llvm::StringRef module) {
  const NodeModule *known = findNodeModule(module);
  return (known && known->reach != ModuleReach::Nothing) || module.ends_with(".node");
}

} // namespace agentc
