#include "agentc/Access/ReachedCode.h"

#include "AgentHooks.h"
#include "Reach.h"

#include "agentc/Flow/ModuleLoads.h"
#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

std::vector<const Node *> topLevels(llvm::SetVector<const ModuleInfo *> modules) {
  std::vector<const Node *> roots;
  for (size_t i = 0; i < modules.size(); ++i) {
    const ModuleInfo *module = modules[i];
    if (module->syntax->program)
      roots.push_back(module->syntax->program);
    for (const auto &import : module->imports)
      if (import->resolution.kind == Resolution::Kind::Bundle)
        modules.insert(import->resolution.module);
  }
  return roots;
}

std::vector<const Node *> topLevels(const agentc::Program &program) {
  llvm::SetVector<const ModuleInfo *> all;
  for (const auto &module : program.modules())
    all.insert(module.get());
  return topLevels(std::move(all));
}

/// Makes an entry point; `hooks` is the code that runs beside the function, not called by it.
static EntryPoint entryPoint(const Values &values, const std::string &id, bool agent,
                             const std::optional<ExecuteFunction> &function,
                             const AgentHooks &hooks) {
  EntryPoint point{id, agent, hooks.methods, {}, hooks.making};
  if (function && function->function)
    point.roots.insert(point.roots.begin(), function->function);
  for (const Node *root : point.roots)
    if (const auto *made = llvm::dyn_cast<FunctionValue>(&values.of(*root)))
      point.called.push_back(
          function && root == function->function && function->value ? function->value : made);
  if (point.called.size() != point.roots.size())
    point.called.clear();
  return point;
}

std::vector<EntryPoint> entryPoints(const CodeFlow &flow, const AgentConfig &config) {
  const Values &values = flow.values();
  std::vector<EntryPoint> points;
  llvm::StringMap<AgentHooks> hooksOfTool;
  for (const AgentDefinition &agent : config.agents) {
    AgentHooks hooks = agentHooks(flow.program(), values, agent);
    points.push_back(entryPoint(values, agent.id, true, agent.handler, hooks));
    // To call a tool of a class, the sandbox makes an instance of it; the host calls no other
    // method of that.
    hooks.methods.clear();
    for (const std::string &tool : agent.tools)
      hooksOfTool[tool] = hooks;
  }
  for (const ToolDefinition &tool : config.tools)
    points.push_back(entryPoint(values, tool.id, false, tool.execute, hooksOfTool[tool.id]));
  return points;
}

bool ReachedCode::contains(const Node &node) const { return code_.contains(&codeAround(node)); }

const ReachedCode::Entry *ReachedCode::firstTo(const Node &node) const {
  auto found = code_.find(&codeAround(node));
  bool isEntry = found != code_.end() && found->second < entries_.size();
  return isEntry ? &entries_[found->second] : nullptr;
}

ReachedCode reach(const CodeFlow &flow, const AgentConfig &config) {
  const agentc::Program &program = flow.program();
  ReachedCode reached;
  llvm::SetVector<const ModuleInfo *> loaded;
  auto load = [&](const ModuleInfo *module) {
    if (module)
      loaded.insert(module);
  };
  load(program.entry());
  load(program.startedProgram());
  if (!program.entry()) { // the sandbox loads by itself what defines agents and tools
    for (const AgentDefinition &agent : config.agents)
      load(program.find(agent.source.file));
    for (const ToolDefinition &tool : config.tools)
      load(program.find(tool.source.file));
  }
  llvm::SetVector<const ModuleInfo *> later;
  auto mark = [&](llvm::ArrayRef<const Node *> roots, bool mentions, bool guesses) {
    Reach reach(flow);
    reach.follow(roots, mentions, guesses);
    for (const Node *code : reach.code()) {
      reached.code_.try_emplace(code, reached.entries_.size());
      for (const ModuleInfo *module : flow.loads().of(*code))
        later.insert(module);
    }
  };
  bool hasEntry = false;
  for (const EntryPoint &point : entryPoints(flow, config)) {
    for (auto [roots, mentions] :
         {std::pair(&point.roots, true), std::pair(&point.making, false)}) {
      hasEntry |= !roots->empty();
      for (const Node *code : *roots)
        loaded.insert(&program.moduleOf(*code));
      if (!roots->empty())
        mark(*roots, mentions, true);
    }
    reached.entries_.push_back({point.id, point.agent});
  }
  mark(loaded.empty() ? topLevels(program) : topLevels(std::move(loaded)), !hasEntry, false);
  while (!later.empty()) {
    std::vector<const Node *> roots = topLevels(std::exchange(later, {}));
    llvm::erase_if(roots, [&](const Node *root) { return reached.code_.contains(root); });
    if (!roots.empty())
      mark(roots, !hasEntry, false);
  }
  return reached;
}

} // namespace agentc
