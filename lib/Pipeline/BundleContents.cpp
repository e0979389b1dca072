#include "BundleContents.h"

#include "agentc/Check/DependencyFindings.h"

namespace agentc {

namespace {

void takeContents(Compilation &c, const Contents &contents) {
  c.bundle->files = contents.files();
  c.reasons = contents.reasons();
}

/// The files that define agents and tools, tests left out, as far as the bundle's own files tell.
std::vector<std::string> findDefining(const Compilation &c) {
  const OpenedBundle own{c.opened->bundle, nullptr, {}};
  ast::Forest forest;
  DiagnosticList ignored; // told when the files that count are read
  LoadedFiles files(own, forest, ignored);
  for (const std::string &path : findSources(own.bundle, ignored))
    if (!isTestPath(path) && packageFolderOf(path).empty())
      files.add(path, {});
  files.follow();
  leaveBrokenOut(forest);
  const Program program = resolve(forest, files.files(), *c.manifest);
  const Values values = evaluate(program, definitionResultOf);
  const AgentConfig config = extract(program, values, *c.manifest, *c.settings);
  std::set<std::string> found;
  for (const AgentDefinition &agent : config.agents)
    found.insert(agent.source.file);
  for (const ToolDefinition &tool : config.tools)
    found.insert(tool.source.file);
  return {found.begin(), found.end()};
}

bool isEnteredByDefinitions(const Compilation &c) {
  return !c.manifest->entry && c.bundle->form != BundleForm::SingleFile;
}

} // namespace

void findContents(Compilation &c, std::optional<Contents> &contents) {
  c.forest.emplace();
  if (c.bundle->isSourceTree) {
    LoadedFiles files(*c.opened, *c.forest, c.diagnostics);
    for (const std::string &path : findSources(*c.bundle, c.diagnostics))
      files.add(path, {});
    files.follow();
    return leaveBrokenOut(*c.forest);
  }
  const bool isSealed = c.packageFiles.has_value();
  std::vector<std::string> defining;
  if (!isSealed && isEnteredByDefinitions(c))
    defining = findDefining(c);
  contents.emplace(*c.opened, *c.manifest, isSealed, defining, *c.forest, c.diagnostics);
  takeContents(c, *contents);
}

void excuseMissingEntry(Compilation &c) {
  if (!isEnteredByDefinitions(c) || (c.config->agents.empty() && c.config->tools.empty()))
    return;
  for (Diagnostic &finding : c.diagnostics.mutableAll())
    if (finding.rule->name == "missing-entry") {
      lowerTo(finding, Severity::Note);
      finding.notes.push_back(
          {"the files that define agents and tools, and what they load, are what counts", "",
           std::nullopt});
    }
}

bool addFound(Compilation &c, Contents &contents) {
  if (!contents.addFound(*c.program, *c.values))
    return false;
  c.values.reset();
  c.program.reset();
  takeContents(c, contents);
  return true;
}

} // namespace agentc
