#include "agentc/Analysis/Access.h"

#include "CallGraph.h"

#include "llvm/ADT/DenseSet.h"

#include <map>

namespace agentc {

using namespace ast;

llvm::StringRef accessKindName(AccessKind kind) {
  switch (kind) {
  case AccessKind::Host:
    return "hosts";
  case AccessKind::Env:
    return "env";
  case AccessKind::Module:
    return "modules";
  case AccessKind::Global:
    return "globals";
  case AccessKind::CodeGeneration:
    return "codeGeneration";
  case AccessKind::Unanalyzed:
    return "unanalyzed";
  }
  return "unanalyzed";
}

bool ToolAccess::has(AccessKind kind) const {
  return llvm::any_of(items, [&](const AccessItem &item) { return item.kind == kind; });
}

const ToolAccess *AccessMap::find(llvm::StringRef id) const {
  for (const ToolAccess &entry : entries)
    if (entry.id == id)
      return &entry;
  return nullptr;
}

namespace {

/// Follows calls from one place on, breadth first, so that the path shown is a shortest one.
class Reach {
public:
  Reach(const agentc::Program &program, const Values &values, const CallGraph &graph)
      : program_(program), values_(values), graph_(graph) {}

  /// With `mentions`, code that is only mentioned or nested counts as reached.
  std::vector<AccessItem> from(llvm::ArrayRef<const Node *> roots, bool mentions) {
    for (const Node *root : roots)
      reach(*root, nullptr, nullptr);
    for (size_t next = 0; next < steps_.size(); ++next) {
      const CodeBlock &block = graph_.of(*steps_[next].code);
      for (const ApiUse *use : block.uses)
        addItems(*use, next);
      for (const CallEdge &edge : block.edges)
        if (mentions || edge.isCall)
          reach(*edge.target, edge.site, &steps_[next]);
    }
    std::vector<AccessItem> items;
    for (auto &[key, item] : items_)
      items.push_back(std::move(item));
    return items;
  }

private:
  struct Step {
    const Node *code;
    const Node *site;
    size_t previous;
  };

  void reach(const Node &code, const Node *site, const Step *previous) {
    size_t index = previous ? previous - steps_.data() : steps_.size();
    if (seen_.insert(&code).second)
      steps_.push_back({&code, site, index});
  }

  void addItems(const ApiUse &use, size_t step) {
    for (AccessItem &item : accessOfUse(values_, use)) {
      auto [entry, isNew] = items_.try_emplace({item.kind, item.name}, item);
      if (isNew)
        entry->second.via = pathTo(use, step);
    }
  }

  std::vector<SourcePlace> pathTo(const ApiUse &use, size_t step) const {
    std::vector<SourcePlace> path{placeOf(*use.node)};
    while (steps_[step].previous != step) {
      if (steps_[step].site)
        path.push_back(placeOf(*steps_[step].site));
      step = steps_[step].previous;
    }
    if (!llvm::isa<ast::Program>(steps_[step].code))
      path.push_back(placeOf(*steps_[step].code));
    std::reverse(path.begin(), path.end());
    return path;
  }

  SourcePlace placeOf(const Node &node) const {
    return {program_.moduleOf(node).path().str(), node.range};
  }

  const agentc::Program &program_;
  const Values &values_;
  const CallGraph &graph_;
  std::vector<Step> steps_;
  llvm::DenseSet<const Node *> seen_;
  std::map<std::pair<AccessKind, std::string>, AccessItem> items_;
};

} // namespace

AccessMap infer(const agentc::Program &program, const Values &values, const ApiUses &uses,
                const AgentConfig &config) {
  CallGraph graph(program, values, uses);
  AccessMap map;
  auto add = [&](const std::string &id, bool agent,
                 const std::optional<ExecuteFunction> &function) {
    ToolAccess access{id, agent, {}};
    if (function && function->function)
      access.items = Reach(program, values, graph).from({function->function}, true);
    map.entries.push_back(std::move(access));
  };
  for (const AgentDefinition &agent : config.agents)
    add(agent.id, true, agent.handler);
  for (const ToolDefinition &tool : config.tools)
    add(tool.id, false, tool.execute);

  std::vector<const Node *> topLevels;
  for (const auto &module : program.modules())
    if (module->syntax->program)
      topLevels.push_back(module->syntax->program);
  map.topLevel.items = Reach(program, values, graph).from(topLevels, false);
  return map;
}

} // namespace agentc
