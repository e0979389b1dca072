#include "agentc/Access/StartDefaults.h"

#include "agentc/Flow/ModuleLoads.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"
#include "agentc/Values/ProgramStart.h"

#include <nlohmann/json.hpp>

#include <map>

namespace agentc {

namespace {

using FieldOfTool = std::optional<ConfigField> ToolDefinition::*;
constexpr FieldOfTool fieldsAndName[] = {
    &ToolDefinition::name,       &ToolDefinition::title,        &ToolDefinition::description,
    &ToolDefinition::parameters, &ToolDefinition::outputSchema, &ToolDefinition::annotations};
const llvm::ArrayRef<FieldOfTool> fields = llvm::ArrayRef(fieldsAndName).drop_front();

bool isUnknown(const std::optional<ConfigField> &field) {
  return field && field->kind == Provenance::Unresolved;
}

/// True if a use changes the array of the program's arguments.
bool changesArguments(const ApiUse &use) {
  llvm::StringRef path = use.path;
  if (path == "global:process.argv"_api)
    return use.kind == UseKind::Write;
  if (!path.consume_front("global:process.argv."_api))
    return false;
  // what a method gives, as `slice` does, is another's
  bool isWritten = use.kind == UseKind::Write && !path.contains('(');
  return isWritten || changesArray(path);
}

/// The start of a program as its manifest states it, without the parts that the program itself
/// changes; std::nullopt if the program asks for none of it.
std::optional<ProgramStart> startOf(const ApiUses &uses, const Manifest &manifest) {
  ProgramStart start;
  start.arguments.emplace();
  for (const ManifestWord &word : manifest.arguments)
    start.arguments->push_back(word.text);
  llvm::StringSet<> names;
  for (const ManifestWord &word : manifest.allowedEnv)
    names.insert(word.text);
  bool isAsked = false, isAnyName = false;
  for (const ApiUse &use : uses.all()) {
    llvm::StringRef path = use.path;
    if (!path.starts_with("global:process"_api) && path != "global:Object.assign"_api)
      continue;
    isAsked |=
        path.starts_with("global:process.env"_api) || path.starts_with("global:process.argv"_api);
    if (changesArguments(use))
      start.arguments.reset();
    const auto *target = use.kind == UseKind::Call && !use.arguments.empty()
                             ? llvm::dyn_cast<ApiValue>(use.arguments[0])
                             : nullptr;
    bool isMerged = target && target->path == "global:process.env"_api && path.ends_with("assign");
    isAnyName |= isMerged;
    if (use.kind != UseKind::Write || !path.consume_front("global:process.env"_api))
      continue;
    isAnyName |= path.empty() || path == ".[?]";
    if (path.consume_front("."))
      names.insert(path);
  }
  if (!isAnyName)
    start.environment = std::move(names);
  if (!isAsked || (!start.arguments && !start.environment))
    return std::nullopt;
  return start;
}

/// The modules that the program beside the entry loads, or the entry where it is the program, as
/// far as names are known; std::nullopt where nothing is started.
std::optional<llvm::DenseSet<const ModuleInfo *>> modulesAtStart(const Program &program,
                                                                 const Values &values) {
  const ModuleInfo *first = program.startedProgram() ? program.startedProgram() : program.entry();
  if (!first)
    return std::nullopt;
  llvm::DenseMap<const ModuleInfo *, llvm::SmallVector<const ModuleInfo *, 4>> loaded;
  for (const auto &module : program.modules())
    for (const auto &import : module->imports)
      if (import->resolution.kind == Resolution::Kind::Bundle)
        loaded[module.get()].push_back(import->resolution.module);
  ModuleLoads(program, values).forEach([&](const ModuleInfo &from, const ModuleInfo &to) {
    loaded[&from].push_back(&to);
  });
  llvm::DenseSet<const ModuleInfo *> found = {first};
  llvm::SmallVector<const ModuleInfo *, 16> open = {first};
  while (!open.empty())
    for (const ModuleInfo *next : loaded.lookup(open.pop_back_val()))
      if (found.insert(next).second)
        open.push_back(next);
  return found;
}

std::string toolName(const ToolDefinition &tool) {
  const Json *name =
      tool.name && tool.name->kind != Provenance::Unresolved ? tool.name->value.get() : nullptr;
  const auto *text = name ? name->get_ptr<const std::string *>() : nullptr;
  return text ? *text : "";
}

bool isAtSamePlace(const ToolDefinition &a, const ToolDefinition &b) {
  return a.source.file == b.source.file && a.source.range.begin == b.source.range.begin &&
         a.source.range.end == b.source.range.end;
}

using ToolsByName = std::map<std::string, llvm::SmallVector<const ToolDefinition *, 1>>;
ToolsByName toolsByName(const AgentConfig &config) {
  ToolsByName tools;
  for (const ToolDefinition &tool : config.tools)
    tools[toolName(tool)].push_back(&tool);
  return tools;
}

/// The one among others that is the same tool; null where that isn't certain.
const ToolDefinition *findSame(const ToolDefinition &tool, bool isOnlyOfName,
                               llvm::ArrayRef<const ToolDefinition *> others) {
  if (isOnlyOfName && others.size() == 1 && !toolName(tool).empty())
    return others.front();
  auto isSame = [&](const ToolDefinition *other) { return isAtSamePlace(tool, *other); };
  return llvm::count_if(others, isSame) == 1 ? *llvm::find_if(others, isSame) : nullptr;
}

void addDefault(std::optional<ConfigField> &field, const std::optional<ConfigField> &atStart,
                bool isTaken) {
  if (!isUnknown(field) || !atStart || isUnknown(atStart) || !atStart->value)
    return;
  if (isTaken) {
    field = atStart;
  } else if (!field->fallback) {
    field->fallback = atStart->value;
    field->reason += "; `default` is what it is as the program is started by its manifest";
  }
}

/// Of tools of one name that several starts make, leaves the one that this start makes.
void dropOthersOf(AgentConfig &config, const ToolsByName &atStart) {
  llvm::StringMap<ToolDefinition *> kept;
  llvm::DenseSet<const ToolDefinition *> others;
  for (ToolDefinition &tool : config.tools) {
    const std::string name = toolName(tool);
    auto made = atStart.find(name);
    if (name.empty() || made == atStart.end() || made->second.size() != 1)
      continue;
    auto [entry, isFirst] = kept.try_emplace(name, &tool);
    if (isFirst)
      continue;
    others.insert(&tool);
    for (FieldOfTool field : fields)
      entry->second->*field = made->second.front()->*field;
  }
  std::vector<ToolDefinition> tools;
  for (ToolDefinition &tool : config.tools)
    if (!others.contains(&tool))
      tools.push_back(std::move(tool));
  config.tools = std::move(tools);
}

/// The tools of a start whose names aren't known otherwise.
class NewTools {
public:
  NewTools(AgentConfig &config, const AgentConfig &atStart) : config_(config) {
    llvm::StringSet<> names;
    names.insert("");
    for (const ToolDefinition &tool : config.tools) {
      names.insert(toolName(tool));
      ids_.insert(tool.id);
    }
    for (const ToolDefinition &tool : atStart.tools)
      if (names.insert(toolName(tool)).second)
        tools_.push_back(&tool);
  }

  /// Gives a tool without a known name what the only one at its place is.
  void addDefaults() {
    for (ToolDefinition &tool : config_.tools)
      if (toolName(tool).empty() && countAt(tool) == 1)
        for (const ToolDefinition *one : tools_)
          if (isAtSamePlace(tool, *one))
            for (FieldOfTool field : fieldsAndName)
              addDefault(tool.*field, one->*field, false);
  }

  /// Puts them in the place of tools without known names that are made where they are.
  void takeAll() {
    llvm::erase_if(config_.tools, [&](const ToolDefinition &tool) {
      return toolName(tool).empty() && countAt(tool) > 0;
    });
    for (const ToolDefinition *one : tools_) {
      ToolDefinition tool = *one;
      for (unsigned number = 2; !ids_.insert(tool.id).second; ++number)
        tool.id = one->id + "#" + std::to_string(number);
      if (tool.execute)
        tool.execute->value = nullptr; // it is the start's
      config_.tools.push_back(std::move(tool));
    }
  }

private:
  size_t countAt(const ToolDefinition &tool) const {
    return llvm::count_if(tools_, [&](auto *other) { return isAtSamePlace(tool, *other); });
  }

  AgentConfig &config_;
  std::vector<const ToolDefinition *> tools_;
  llvm::StringSet<> ids_;
};

/// True if the start may tell more: about a field, a name, or which tools there are.
bool hasUnknown(const AgentConfig &config) {
  return llvm::any_of(config.tools,
                      [](const ToolDefinition &tool) {
                        return isUnknown(tool.name) || llvm::any_of(fields, [&](FieldOfTool field) {
                                 return isUnknown(tool.*field);
                               });
                      }) ||
         llvm::any_of(config.unresolved,
                      [](const UnresolvedField &field) { return field.path == "tools"; });
}

} // namespace

void addStartDefaults(AgentConfig &config, const Program &program, const Values &values,
                      const ApiUses &uses, const Manifest &manifest, const Settings &settings,
                      bool isTaken) {
  if (!hasUnknown(config))
    return;
  std::optional<ProgramStart> start = startOf(uses, manifest);
  if (!start)
    return;
  start->modules = modulesAtStart(program, values);
  const AgentConfig atStart =
      extract(program, evaluate(program, *start, definitionResultOf), manifest, settings);
  const ToolsByName all = toolsByName(config), known = toolsByName(atStart);
  for (ToolDefinition &tool : config.tools) {
    const std::string name = toolName(tool);
    auto others = known.find(name);
    if (others == known.end())
      continue;
    const ToolDefinition *same = findSame(tool, all.at(name).size() == 1, others->second);
    for (FieldOfTool field : same ? fields : llvm::ArrayRef<FieldOfTool>())
      addDefault(tool.*field, same->*field, isTaken);
  }
  if (isTaken)
    dropOthersOf(config, known);
  NewTools added(config, atStart);
  if (isTaken)
    added.takeAll();
  else
    added.addDefaults();
}

} // namespace agentc
