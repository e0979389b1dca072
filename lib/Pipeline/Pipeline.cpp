#include "BundleContents.h"
#include "StatementText.h"

#include "agentc/Check/DependencyFindings.h"
#include "agentc/Diagnostics/Fingerprint.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Pipeline/CompiledAccess.h"
#include "agentc/Pipeline/FoundSecrets.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Support/Version.h"

namespace agentc {

namespace {

template <typename T, typename U> llvm::Error take(llvm::Expected<T> from, std::optional<U> &to) {
  if (!from)
    return from.takeError();
  to = std::move(*from);
  return llvm::Error::success();
}

llvm::Error open(const PipelineRequest &request, Compilation &c) {
  if (request.opened)
    c.opened = *request.opened;
  else if (auto opened = openWithPackages(request.bundle, c.diagnostics); !opened)
    return opened.takeError();
  else
    c.opened = std::move(*opened);
  if (c.opened)
    c.bundle = c.opened->bundle;
  bool isArchive =
      c.bundle && c.bundle->form != BundleForm::Folder && c.bundle->form != BundleForm::SingleFile;
  if (isArchive && request.unseal && isSealedPackage(c.bundle->files)) {
    c.packageFiles = c.bundle->files;
    c.opened->bundle.files = withoutSeal(*c.packageFiles);
    c.bundle = c.opened->bundle;
  }
  return llvm::Error::success();
}

/// The bundle as its manifest is judged.
OpenedBundle withManifest(const PipelineRequest &request, const OpenedBundle &opened) {
  OpenedBundle judged = opened;
  judged.bundle.isSourceTree &= !request.isAgent;
  return judged;
}

/// Waivers are for findings by their fingerprints, and for what they say to people.
void nameFindings(Compilation &c) {
  maskSecrets(c.diagnostics, c.secrets);
  c.diagnostics.sort();
  StatementText statements(c);
  setFingerprints(c.diagnostics,
                  [&](const Diagnostic &diagnostic) { return statements.around(diagnostic); });
}

KnownWaivers knownWaivers(const PipelineRequest &request, const Compilation &c) {
  if (!request.believeSeal || !c.packageFiles)
    return request.knownWaivers;
  std::map<std::pair<std::string, std::string>, Waived> sealed;
  for (WaivedFinding &finding : readSealedWaivers(*c.packageFiles))
    sealed.try_emplace({finding.rule, finding.fingerprint}, std::move(finding.why));
  return [sealed = std::move(sealed)](const Diagnostic &finding) -> std::optional<Waived> {
    auto found = sealed.find({finding.rule->name.str(), finding.fingerprint});
    return found == sealed.end() ? std::nullopt : std::optional(found->second);
  };
}

const std::set<std::string> *baselineOf(const PipelineRequest &request, const Compilation &c) {
  if (!request.baseline)
    return nullptr;
  std::string name = bundleName(*c.manifest);
  auto known = request.baseline->fingerprints.find(name.empty() ? request.bundle.path : name);
  return known == request.baseline->fingerprints.end() ? nullptr : &known->second;
}

FindingsSummary summarize(const DiagnosticList &list) {
  FindingsSummary summary{
      list.count(Severity::Error), list.count(Severity::Warning), list.count(Severity::Note), {}};
  for (const Diagnostic &finding : list.all())
    if (finding.waived)
      summary.waived.push_back({finding.rule->name.str(), finding.fingerprint, finding.file,
                                finding.message, *finding.waived});
  return summary;
}

/// True if a package can be planned. Code with errors is not sealed, and a single file can only
/// be checked. An existing package is planned again whatever the check says, for comparison.
bool isPlannable(const Compilation &c) {
  return c.packageFiles ||
         (c.bundle->form != BundleForm::SingleFile && !c.diagnostics.has(Severity::Error));
}

Stage after(Stage stage) { return static_cast<Stage>(static_cast<int>(stage) + 1); }

const CodeFlow &flow(Compilation &c) {
  return c.flow ? *c.flow : c.flow.emplace(link(*c.program, *c.values, *c.uses));
}

const InputFacts &input(Compilation &c) {
  return c.input ? *c.input : c.input.emplace(collectInput(*c.program, *c.values, *c.config));
}

const ReachedCode &reached(Compilation &c) {
  return c.reached ? *c.reached : c.reached.emplace(reach(flow(c), *c.config));
}

DiagnosticList checked(llvm::ArrayRef<const Rule *> rules, Compilation &c,
                       const Severities &severity) {
  auto reachedCode = [&]() -> const ReachedCode & { return reached(c); };
  auto inferred = [&]() -> const AccessMap & { return accessOf(c); };
  return check({*c.bundle, *c.manifest, *c.settings, *c.program, *c.values, *c.uses, *c.config,
                input(c), reachedCode, inferred},
               rules, severity, c.secrets);
}

const Waivable &waivable() {
  static const Waivable waivable(allRules());
  return waivable;
}

Severities severities(const PipelineRequest &request, const Compilation &c) {
  const bool isTree = c.bundle->isSourceTree;
  return {*c.settings,
          waivable(),
          {.isBundle = !isTree || request.isAgent,
           .isUnbuilt = isTree || request.isUnbuilt,
           .trust = c.bundle->trust}};
}

WaiveInput waiveInput(const PipelineRequest &request, const Compilation &c,
                      const Severities &severities, const KnownWaivers &known) {
  return {*c.bundle,     *c.manifest, *c.settings,
          *c.forest,     waivable(),  severities,
          fullCatalog(), *c.waivers,  baselineOf(request, c),
          request.today, known};
}

} // namespace

PlanInput planInput(const Compilation &c) {
  return {*c.bundle,
          *c.manifest,
          c.manifestSecrets,
          *c.program,
          *c.values,
          *c.config,
          *c.access,
          c.findings,
          version(),
          version(),
          c.packageFiles.has_value()};
}

const AccessMap &accessOf(Compilation &c) {
  return c.access ? *c.access : c.access.emplace(infer(flow(c), *c.config, input(c)));
}

void findSecrets(const PipelineRequest &request, Compilation &c) {
  std::vector<const Rule *> rules;
  llvm::copy_if(allRules(), std::back_inserter(rules),
                [](const Rule *rule) { return rule->info.group == "secrets"; });
  checked(rules, c, severities(request, c));
}

// One line a stage, which test/Driver/support/ablate.py empties in turn. The check stands before
// the load test: what is dangerous is not even loaded.
llvm::Error compile(const PipelineRequest &request, Compilation &c) {
  DiagnosticList &report = c.diagnostics;
  auto isLast = [&](Stage stage) {
    const bool ends = !c.bundle || request.last == stage;
    if (!ends && request.onStage)
      request.onStage(after(stage), c);
    return ends;
  };
  auto done = [] { return llvm::Error::success(); };

  if (request.onStage)
    request.onStage(Stage::Open, c);
  if (llvm::Error error = open(request, c))
    return error;
  if (isLast(Stage::Open))
    return done();
  if (llvm::Error error = take(request.findSettings(*c.bundle, c.outside, report), c.settings))
    return error;
  c.manifest.emplace(readManifest(withManifest(request, *c.opened), request.manifest, report));
  c.manifestSecrets = readManifestSecrets(c.opened->bundle, request.manifest);
  if (isLast(Stage::Manifest))
    return done();
  std::optional<Contents> contents;
  findContents(c, contents);
  if (isLast(Stage::Parse))
    return done();
  do {
    c.program.emplace(resolve(*c.forest, c.bundle->files, *c.manifest));
    if (isLast(Stage::Resolve))
      return done();
    c.values.emplace(evaluate(*c.program, definitionResultOf));
  } while (contents && addFound(c, *contents));
  if (isLast(Stage::Evaluate))
    return done();
  c.config.emplace(extract(*c.program, *c.values, *c.manifest, *c.settings));
  excuseMissingEntry(c);
  if (isLast(Stage::Extract))
    return done();
  c.uses.emplace(collectUses(*c.program, *c.values));
  if (request.last != Stage::Check)
    accessOf(c);
  if (isLast(Stage::Infer))
    return done();
  const Severities severity = severities(request, c);
  report.append(checked(request.rules ? llvm::ArrayRef(*request.rules) : allRules(), c, severity));
  if (llvm::Error error =
          take(request.findWaivers(*c.bundle, *c.settings, c.outside, report), c.waivers))
    return error;
  severity.apply(report);
  if (!request.eachPlace)
    groupByPackage(c.bundle->files, report);
  nameFindings(c);
  waive(waiveInput(request, c, severity, knownWaivers(request, c)), report);
  c.findings = summarize(report);
  if (isLast(Stage::Check))
    return done();
  if (request.loadTest && !report.has(Severity::Error))
    if (llvm::Error error = take(request.loadTest(c, report), c.load))
      return error;
  if (isLast(Stage::Load) || !isPlannable(c))
    return done();
  c.plan = planPackage(planInput(c), report);
  if (isLast(Stage::Plan) || !c.plan)
    return done();
  c.package.emplace(seal(*c.plan));
  return done();
}

} // namespace agentc
