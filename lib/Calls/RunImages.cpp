#include "MadeMarks.h"
#include "Makers.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Calls/RunImages.h"
#include "agentc/Flow/ModuleLoads.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Program/RunnableText.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <nlohmann/json.hpp>
#include <set>

namespace agentc {

namespace {

/// Follows the entry's imports through the bundle.
class ImageBuilder {
public:
  ImageBuilder(const Compilation &compilation, DiagnosticList &diagnostics)
      : program_(*compilation.program), values_(*compilation.values), reasons_(compilation.reasons),
        diagnostics_(diagnostics) {}

  /// Adds the entry and what it imports; false if one of these cannot be run.
  bool addEntry(const ModuleInfo &entry, RunImage &image);
  /// Adds a file that holds a tool, and what it imports; false if it cannot be run, which costs
  /// what it holds and nothing else.
  bool addOther(const ModuleInfo &module, RunImage &image);
  void addLinks(RunImage &image);
  void addAssets(const FileTree &files, RunImage &image);

private:
  const Program &program_;
  const Values &values_;
  const std::map<std::string, FileReason, std::less<>> &reasons_;
  DiagnosticList &diagnostics_;
  llvm::SetVector<const ModuleInfo *> modules_;
  llvm::DenseSet<const ModuleInfo *> present_; ///< in the image
  std::map<std::pair<std::string, std::string>, std::string> links_;
  std::map<std::string, std::set<std::string>> imports_;
  std::map<std::string, std::string> handedOn_; ///< the texts of modules that hand others on
  std::set<std::string, std::less<>> globals_;

  void link(const ModuleInfo &from, llvm::StringRef specifier, const Resolution &resolution);
  void linkProvided(const ModuleInfo &from, llvm::StringRef specifier, llvm::StringRef name);
  void linkLoad(const ModuleInfo &from, const ModuleLoad &load);
  void addImport(llvm::StringRef specifier, const ast::Node *declaration);
  void follow(const ModuleInfo &module);
  void followFrom(size_t first);
  bool addModule(const ModuleInfo &module, RunImage &image, DiagnosticList &diagnostics);
};

/// True if a specifier means another module of the sandbox than the one it names.
static bool isHandedOn(llvm::StringRef specifier, const Resolution &resolution) {
  return resolution.kind == Resolution::Kind::External &&
         resolution.name != canonicalModuleName(specifier) && findProvidedModule(resolution.name);
}

void ImageBuilder::link(const ModuleInfo &from, llvm::StringRef specifier,
                        const Resolution &resolution) {
  if (isHandedOn(specifier, resolution))
    return linkProvided(from, specifier, resolution.name);
  if (resolution.kind != Resolution::Kind::Bundle || !resolution.module->syntax->program)
    return;
  modules_.insert(resolution.module);
  links_.try_emplace({from.path().str(), specifier.str()}, resolution.module->path().str());
}

/// Links a specifier that means another version than its own (`zod/v3` for `zod`) to a module
/// in between, which hands on that version.
void ImageBuilder::linkProvided(const ModuleInfo &from, llvm::StringRef specifier,
                                llvm::StringRef name) {
  const bool isEsm = from.goal == ast::Goal::Module;
  std::string path = providedFolder.str();
  for (char c : name)
    path += llvm::isAlnum(c) ? c : '_';
  path += isEsm ? ".mjs" : ".cjs";
  links_.try_emplace({from.path().str(), specifier.str()}, path);
  addImport(name, nullptr);
  handedOn_[path] =
      isEsm ? ("export * from \"" + name + "\";\nexport { default } from \"" + name + "\";\n").str()
            : ("module.exports = require(\"" + name + "\");\n").str();
}

/// The names that a declaration takes from a module outside the bundle.
void ImageBuilder::addImport(llvm::StringRef specifier, const ast::Node *declaration) {
  std::set<std::string> &names = imports_[specifier.str()];
  auto add = [&](const ast::Node *name) {
    if (const auto *identifier = llvm::dyn_cast_or_null<ast::Identifier>(name))
      names.insert(identifier->name.str());
    else if (const auto *text = llvm::dyn_cast_or_null<ast::Literal>(name))
      names.insert(text->text.str());
  };
  if (const auto *import = llvm::dyn_cast_or_null<ast::ImportDeclaration>(declaration)) {
    for (const ast::Node *each : import->specifiers)
      if (const auto *named = llvm::dyn_cast<ast::ImportSpecifier>(each))
        add(named->imported);
  } else if (const auto *exported =
                 llvm::dyn_cast_or_null<ast::ExportNamedDeclaration>(declaration)) {
    for (const ast::Node *each : exported->specifiers)
      if (const auto *named = llvm::dyn_cast<ast::ExportSpecifier>(each))
        add(named->local);
  }
}

void ImageBuilder::linkLoad(const ModuleInfo &from, const ModuleLoad &load) {
  const Value &specifier = values_.of(*load.specifier);
  auto linkText = [&](llvm::StringRef text) {
    Resolution resolution = program_.resolveSpecifier(from, text, load.form);
    link(from, text, resolution);
    if (resolution.kind == Resolution::Kind::External && !isHandedOn(text, resolution))
      addImport(text, nullptr);
  };
  bool isKnown = true;
  forEachAlternative(specifier, [&](const Value &value) {
    if (std::optional<llvm::StringRef> text = asString(value))
      linkText(*text);
    else
      isKnown = false;
  });
  // the sandbox resolves a relative name among what it has
  if (!isKnown)
    for (const auto &[path, reason] : reasons_)
      if (reason.kind == FileReason::Kind::Matched)
        if (const ModuleInfo *module = program_.find(path); module && module->syntax->program)
          modules_.insert(module);
}

void ImageBuilder::follow(const ModuleInfo &module) {
  forEachLoad(values_, module, [&](const ModuleLoad &load) { linkLoad(module, load); });
  for (const auto &import : module.imports)
    if (import->source) {
      link(module, import->source->text, import->resolution);
      if (isHandedOn(import->source->text, import->resolution))
        addImport(import->resolution.name, import->node);
      else if (import->resolution.kind == Resolution::Kind::External)
        addImport(import->source->text, import->node);
    }
  std::vector<const ast::Node *> todo = {module.syntax->program};
  while (!todo.empty()) {
    const ast::Node *node = todo.back();
    todo.pop_back();
    if (const auto *name = llvm::dyn_cast<ast::Identifier>(node)) {
      if (program_.isReference(*name) && !program_.symbolOf(*name))
        globals_.emplace(name->name);
    }
    ast::forEachChild(*node, [&](const ast::Node &child) { todo.push_back(&child); });
  }
}

bool ImageBuilder::addModule(const ModuleInfo &module, RunImage &image,
                             DiagnosticList &diagnostics) {
  const ast::Module &syntax = *module.syntax;
  ImageModule &made = image.modules.emplace_back();
  made.path = syntax.path;
  if (syntax.goal == ast::Goal::Json) {
    made.format = ModuleFormat::Json;
    made.text = syntax.text.str();
    return true;
  }
  made.format = syntax.goal == ast::Goal::Module ? ModuleFormat::Esm : ModuleFormat::CommonJs;
  std::optional<std::string> text = runnableText(program_, module, diagnostics);
  if (text)
    made.text = std::move(*text);
  return text.has_value();
}

void ImageBuilder::followFrom(size_t first) {
  for (size_t i = first; i < modules_.size(); ++i)
    if (modules_[i]->syntax->goal != ast::Goal::Json)
      follow(*modules_[i]);
}

bool ImageBuilder::addEntry(const ModuleInfo &entry, RunImage &image) {
  modules_.insert(&entry);
  followFrom(0);
  bool complete = true;
  for (const ModuleInfo *module : modules_)
    complete &= addModule(*module, image, diagnostics_);
  present_.insert(modules_.begin(), modules_.end());
  return complete;
}

bool ImageBuilder::addOther(const ModuleInfo &module, RunImage &image) {
  size_t first = modules_.size();
  modules_.insert(&module);
  followFrom(first);
  DiagnosticList findings;
  for (size_t i = first; i < modules_.size(); ++i)
    if (addModule(*modules_[i], image, findings))
      present_.insert(modules_[i]);
    else
      image.modules.pop_back();
  for (const Diagnostic &finding : findings.all())
    diagnostics_.report(loadIncomplete, finding.file, finding.range,
                        "the sandbox goes without this file: " + finding.message);
  return present_.contains(&module);
}

/// Adds the bundle's files that code may read, if any of the code imports `fs`.
void ImageBuilder::addAssets(const FileTree &files, RunImage &image) {
  constexpr size_t largest = 4 << 20, most = 16 << 20;
  bool readsFiles = llvm::any_of(imports_, [](const auto &import) {
    const NodeModule *module = findNodeModule(import.first);
    return module && module->reach == ModuleReach::Files;
  });
  if (!readsFiles)
    return;
  llvm::StringSet<> there;
  for (const ImageModule &module : image.modules)
    there.insert(module.path);
  size_t total = 0;
  for (const auto &[path, file] : files.files()) {
    const std::string &bytes = file->bytes;
    if (there.contains(path) || llvm::StringRef(path).starts_with("agentc/") ||
        bytes.size() > largest || total + bytes.size() > most)
      continue;
    total += bytes.size();
    image.modules.push_back({path, ModuleFormat::Asset, bytes});
  }
}

void ImageBuilder::addLinks(RunImage &image) {
  for (const auto &[path, text] : handedOn_)
    image.modules.push_back(
        {path, llvm::StringRef(path).ends_with(".mjs") ? ModuleFormat::Esm : ModuleFormat::CommonJs,
         text});
  std::set<std::string> paths;
  for (const ImageModule &module : image.modules)
    paths.insert(module.path);
  for (auto &[place, target] : links_)
    if (paths.contains(place.first) && paths.contains(target))
      image.links.push_back({place.first, place.second, target});
  for (auto &[specifier, names] : imports_)
    image.imports.push_back({specifier, {names.begin(), names.end()}});
  image.globals.assign(globals_.begin(), globals_.end());
}

/// The stand-in for the entry of an application that is entered through its agents and tools.
constexpr llvm::StringLiteral noEntry = "agentc/entry.mjs";

std::string textOf(const std::optional<ConfigField> &field, llvm::StringRef otherwise) {
  bool isText = field && field->value && field->value->is_string();
  return isText ? field->value->get<std::string>() : otherwise.str();
}

/// Finds where code makes definitions.
class Making {
public:
  Making(const FileTree &files, Makers &makers) : files_(files), makers_(makers) {}

  template <typename Definition> void addTo(ToolLocation &location, const Definition &definition) {
    if (!isMadeByCall(definition.framework))
      return;
    const SourcePlace &source = definition.source;
    const File *file = files_.find(source.file);
    if (!file)
      return;
    std::unique_ptr<LineTable> &lines = lines_[source.file];
    if (!lines)
      lines = std::make_unique<LineTable>(file->bytes);
    Position begin = lines->position(source.range.begin), end = lines->position(source.range.end);
    // A name that only a key gives is not the definition's own, and compared with none.
    location.made = MadeAt{source.file, begin.line, begin.column,
                           end.line,    end.column, textOf(definition.name, "")};
    if (definition.reference.style == RuntimeReference::Style::Registered)
      location.makers = makers_.of(source);
  }

private:
  const FileTree &files_;
  Makers &makers_;
  llvm::StringMap<std::unique_ptr<LineTable>> lines_;
};

/// An agent: of a class, its instance.
ToolLocation locate(const RuntimeReference &reference, llvm::StringRef id, bool isEsm) {
  ToolLocation location;
  location.name = id.str();
  location.module = reference.module;
  // `default` stands for what a CommonJS module exports as a whole.
  if (reference.steps.empty() && !isEsm && reference.style != RuntimeReference::Style::Registered)
    location.path.push_back(ToolStep::member("default"));
  for (const std::string &step : reference.steps)
    location.path.push_back(ToolStep::member(step));
  if (reference.style == RuntimeReference::Style::BaseAgent)
    location.path.push_back(ToolStep::instance());
  return location;
}

ToolLocation locate(const RuntimeReference &reference, llvm::StringRef id,
                    const std::optional<ConfigField> &name, bool isEsm) {
  ToolLocation location = locate(reference, id, isEsm);
  if (reference.style == RuntimeReference::Style::BaseAgent) {
    location.path.push_back(ToolStep::member("tools"));
    location.path.push_back(ToolStep::named(textOf(name, id)));
  }
  return location;
}

/// A schema that is known whole.
std::string schemaText(const std::optional<ConfigField> &field) {
  bool isKnown = field && field->value && field->kind != Provenance::Unresolved;
  return isKnown ? printJson(*field->value, /*indented=*/false) : std::string();
}

void addSchemas(ToolLocation &location, const ToolDefinition &tool) {
  location.inputSchema = schemaText(tool.parameters);
  location.outputSchema = schemaText(tool.outputSchema);
  if (tool.framework == "mcp")
    location.outputMember = "structuredContent";
}

} // namespace

std::optional<RunImage> makeRunImage(const Compilation &compilation, DiagnosticList &diagnostics) {
  const AgentConfig &config = *compilation.config;
  const ModuleInfo *entry = compilation.program->entry();
  if (entry ? !entry->syntax->program : config.tools.empty() && config.agents.empty())
    return std::nullopt;
  RunImage image;
  ImageBuilder builder(compilation, diagnostics);
  if (!entry)
    image.modules.push_back({noEntry.str(), ModuleFormat::Esm, "export {};\n"});
  else if (!builder.addEntry(*entry, image))
    return std::nullopt;
  image.entry = entry ? entry->path().str() : noEntry.str();
  const Manifest &manifest = *compilation.manifest;
  image.name = manifest.name ? manifest.name->text : image.entry;
  auto isThere = [&](const auto &definition) {
    const ModuleInfo *module = compilation.program->find(definition.reference.module);
    return !module || builder.addOther(*module, image);
  };

  for (const ManifestWord &word : manifest.arguments)
    image.arguments.push_back(word.text);
  if (const ModuleInfo *started = compilation.program->startedProgram();
      started && builder.addOther(*started, image))
    image.started.push_back(started->path().str());
  const bool isEsm = !entry || entry->syntax->goal == ast::Goal::Module;
  using Style = RuntimeReference::Style;
  image.style = BundleStyle::Tools;
  Makers makers(*compilation.program, *compilation.values);
  Making making(compilation.bundle->files, makers);
  for (const AgentDefinition &agent : config.agents) {
    if (agent.reference.style == Style::BaseAgent)
      image.style = BundleStyle::BaseAgent;
    if (agent.reference.style == Style::Handler) {
      image.style = BundleStyle::Handler;
      image.tools.push_back(locate(agent.reference, agent.id, agent.name, isEsm));
    } else if (agent.reference.style != Style::None && isThere(agent)) {
      image.agents.push_back(locate(agent.reference, agent.id, isEsm));
      making.addTo(image.agents.back(), agent);
    }
  }
  for (const ToolDefinition &tool : config.tools) {
    if (tool.reference.style == Style::None || !isThere(tool))
      continue;
    image.tools.push_back(locate(tool.reference, tool.id, tool.name, isEsm));
    making.addTo(image.tools.back(), tool);
    addSchemas(image.tools.back(), tool);
  }
  image.carriesFramework = config.carriesFramework;
  if (image.carriesFramework)
    markMadeTools(config, image);
  for (std::vector<ToolLocation> *locations : {&image.tools, &image.agents})
    for (ToolLocation &location : *locations)
      llvm::erase_if(location.makers, [&](const ExportedFunction &maker) {
        return llvm::none_of(image.modules,
                             [&](const auto &one) { return one.path == maker.module; });
      });
  builder.addLinks(image);
  builder.addAssets(compilation.bundle->files, image);
  return image;
}

CallLimits manifestLimits(const Manifest &manifest) {
  CallLimits limits;
  limits.wallMs = manifest.timeoutMs;
  limits.cpuMs = manifest.cpuMs;
  limits.memoryBytes = manifest.maxMemoryBytes;
  limits.fetchMs = manifest.fetchTimeoutMs;
  return limits;
}

} // namespace agentc
