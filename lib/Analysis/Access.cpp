#include "agentc/Analysis/Access.h"

#include "AgentHooks.h"
#include "CallArguments.h"
#include "CallTree.h"

#include "agentc/Analysis/Walk.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

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

bool AccessMap::isReached(const Node &node) const { return reached.contains(&codeAround(node)); }

const ToolAccess *AccessMap::reachedBy(const Node &node) const {
  auto found = reached.find(&codeAround(node));
  bool isEntry = found != reached.end() && found->second < entries.size();
  return isEntry ? &entries[found->second] : nullptr;
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

  std::vector<const Node *> code() const {
    std::vector<const Node *> reached;
    for (const Step &step : steps_)
      if (const auto *code = llvm::dyn_cast<const Node *>(step.code))
        reached.push_back(code);
    return reached;
  }

  /// With `mentions`, code that is only mentioned or nested counts as reached; with `guesses`, what
  /// names alone tell too.
  void follow(llvm::ArrayRef<const Node *> roots, bool mentions, bool guesses) {
    guesses_ = guesses;
    // once more, since what all callers together hand over is not what these callers do
    follow(roots, mentions, nullptr);
    CallArguments arguments = argumentsFor(roots);
    follow(roots, mentions, &arguments);
  }

  /// What the code that was reached from `roots` gets at.
  std::vector<AccessItem> itemsFrom(llvm::ArrayRef<const Node *> roots) {
    CallArguments arguments = argumentsFor(roots);
    for (size_t step = 0; step < steps_.size(); ++step)
      for (const ApiUse *use : graph_.of(steps_[step].code).uses)
        addItems(*use, step, arguments);
    std::vector<AccessItem> items;
    for (auto &[key, item] : items_)
      items.push_back(std::move(item));
    return items;
  }

private:
  struct Step {
    Reachable code;
    const Node *site;
    size_t previous;
  };

  void follow(llvm::ArrayRef<const Node *> roots, bool mentions, const CallArguments *arguments) {
    steps_.clear();
    seen_.clear();
    for (const Node *root : roots)
      reach(root, nullptr, nullptr);
    for (size_t next = 0; next < steps_.size(); ++next) {
      const Reachable code = steps_[next].code;
      const auto *function = llvm::dyn_cast<const Node *>(code);
      bool isOnlyCalled = arguments && function && arguments->isOnlyCalled(*function);
      for (const CallEdge &edge : graph_.of(code).edges)
        if ((mentions || edge.isCall) && (guesses_ || !edge.isGuessed) &&
            !(isOnlyCalled && edge.byParameter))
          reach(edge.target, edge.site, &steps_[next]);
    }
  }

  CallArguments argumentsFor(llvm::ArrayRef<const Node *> roots) const {
    std::vector<Reachable> reached;
    for (const Step &step : steps_)
      reached.push_back(step.code);
    return CallArguments(program_, values_, graph_, reached, roots, guesses_);
  }

  void reach(Reachable code, const Node *site, const Step *previous) {
    size_t index = previous ? previous - steps_.data() : steps_.size();
    if (seen_.insert(code).second)
      steps_.push_back({code, site, index});
  }

  void addItems(const ApiUse &use, size_t step, CallArguments &arguments) {
    auto known = [&](const Identifier &name) { return arguments.shapesOf(name); };
    for (AccessItem &item : accessOfUse(values_, use, known)) {
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
    const auto *root = llvm::cast<const Node *>(steps_[step].code);
    if (!llvm::isa<ast::Program>(root))
      path.push_back(placeOf(*root));
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
  bool guesses_ = false;
  llvm::DenseSet<Reachable> seen_;
  std::map<std::pair<AccessKind, std::string>, AccessItem> items_;
};

} // namespace

namespace {

/// The way that a call is reached: the root first, the place of access last.
std::vector<SourcePlace> pathTo(const agentc::Program &program, const CallTree &tree, size_t index,
                                const Node &place) {
  auto placeOf = [&](const Node &node) {
    return SourcePlace{program.moduleOf(node).path().str(), node.range};
  };
  std::vector<SourcePlace> path{placeOf(place)};
  const auto &calls = tree.calls();
  for (; calls[index].previous != index; index = calls[index].previous)
    if (calls[index].site)
      path.push_back(placeOf(*calls[index].site));
  path.push_back(placeOf(*calls[index].code));
  std::reverse(path.begin(), path.end());
  return path;
}

/// Whether a place stands in a branch that a call doesn't take.
bool isDead(const CallTree::Call &call, const Node &place) {
  const Node *at = call.dead.empty() ? nullptr : &place;
  while (at && at != call.code && !call.dead.contains(at))
    at = at->parent;
  return at && at != call.code;
}

/// The modules that are loaded when code of some is: they and what they import.
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

class Inference {
public:
  Inference(const agentc::Program &program, const Values &values, const ApiUses &uses)
      : program_(program), values_(values), uses_(uses), named_(program, values),
        graph_(program, values, uses, named_), registrations_(program, values) {
    if (program.entry())
      loaded_.insert(program.entry());
  }

  /// What runs beside the function, without being called by it, is in `hooks`.
  void add(const std::string &id, bool agent, const std::optional<ExecuteFunction> &function,
           const AgentHooks &hooks) {
    ToolAccess access{id, agent, {}};
    std::vector<const Node *> roots = hooks.methods;
    std::vector<const FunctionValue *> called;
    if (function && function->function)
      roots.insert(roots.begin(), function->function);
    for (const Node *root : roots)
      if (const auto *made = llvm::dyn_cast<FunctionValue>(&values_.of(*root)))
        called.push_back(function && root == function->function && function->value ? function->value
                                                                                   : made);
    // An instance holds tools that are not called.
    addReached(access, roots, called.size() == roots.size() ? called : decltype(called)(), true);
    addReached(access, hooks.making, {}, false);
    map_.entries.push_back(std::move(access));
  }

  AccessMap finish() && {
    llvm::SetVector<const ModuleInfo *> all;
    for (const auto &module : program_.modules())
      all.insert(module.get());
    const std::vector<const Node *> roots = topLevels(all);
    Reach whole(program_, values_, graph_);
    whole.follow(roots, false, false);
    map_.topLevel.items = whole.itemsFrom(roots);
    Reach loaded(program_, values_, graph_);
    loaded.follow(topLevels(loaded_.empty() ? all : loaded_), !hasEntry_, false);
    markReached(loaded);
    return std::move(map_);
  }

private:
  void addReached(ToolAccess &access, llvm::ArrayRef<const Node *> roots,
                  llvm::ArrayRef<const FunctionValue *> called, bool mentions) {
    if (roots.empty())
      return;
    hasEntry_ = true;
    for (const Node *code : roots)
      loaded_.insert(&program_.moduleOf(*code));
    std::map<std::pair<AccessKind, std::string>, AccessItem> all;
    for (AccessItem &item : access.items)
      all.try_emplace({item.kind, item.name}, std::move(item));
    Reach reach(program_, values_, graph_);
    reach.follow(roots, mentions, true);
    markReached(reach);
    std::optional<std::vector<AccessItem>> exact = itemsOfCalls(called);
    for (AccessItem &item : exact ? std::move(*exact) : reach.itemsFrom(roots))
      all.try_emplace({item.kind, item.name}, std::move(item));
    access.items.clear();
    for (auto &[key, item] : all)
      access.items.push_back(std::move(item));
  }

  void markReached(const Reach &reach) {
    for (const Node *code : reach.code())
      map_.reached.try_emplace(code, map_.entries.size());
  }

  /// What functions that the host calls reach, each call of what they call told apart; std::nullopt
  /// where these are too many.
  std::optional<std::vector<AccessItem>> itemsOfCalls(llvm::ArrayRef<const FunctionValue *> roots) {
    CallTree tree(program_, values_, registrations_, named_);
    bool isWhole = !roots.empty() && tree.follow(roots, std::min(CallTree::maxCalls, callsLeft_));
    callsLeft_ -= std::min(callsLeft_, tree.calls().size());
    if (!isWhole)
      return std::nullopt;
    std::map<std::pair<AccessKind, std::string>, AccessItem> items;
    auto add = [&](const Values &values, const ApiUse &use, size_t index) {
      for (AccessItem &item : accessOfUse(values, use)) {
        auto [entry, isNew] = items.try_emplace({item.kind, item.name}, item);
        if (isNew)
          entry->second.via = pathTo(program_, tree, index, *use.node);
      }
    };
    for (size_t i = 0; i < tree.calls().size(); ++i) {
      const CallTree::Call &call = tree.calls()[i];
      Values values = tree.valuesIn(call);
      ApiUses uses = collectUsesIn(*call.code, program_, values, uses_);
      for (const ApiUse &use : uses.all())
        if (&codeAround(*use.node) == call.code &&
            !(use.kind == UseKind::Escape && call.followed.contains(use.node)) &&
            !isDead(call, *use.node))
          add(values, use, i);
    }
    for (const CallTree::Loss &loss : tree.losses()) {
      llvm::StringRef module = loss.path;
      if (module.consume_front("module:"))
        module = module.take_front(module.find_first_of(".("));
      add(values_,
          {loss.path, loss.isCall ? UseKind::Call : UseKind::Escape, loss.site,
           loss.isCall ? loss.site : nullptr, loss.arguments, false, module},
          loss.call);
    }
    std::vector<AccessItem> all;
    for (auto &[key, item] : items)
      all.push_back(std::move(item));
    return all;
  }

  const agentc::Program &program_;
  const Values &values_;
  const ApiUses &uses_;
  NamedMembers named_;
  CallGraph graph_;
  Registrations registrations_;
  /// What all tools together may cost.
  size_t callsLeft_ = 4 * CallTree::maxCalls;
  llvm::SetVector<const ModuleInfo *> loaded_;
  bool hasEntry_ = false;
  AccessMap map_;
};

} // namespace

AccessMap infer(const agentc::Program &program, const Values &values, const ApiUses &uses,
                const AgentConfig &config) {
  Inference inference(program, values, uses);
  // To call a tool of a class, the sandbox makes an instance of it.
  llvm::StringMap<AgentHooks> hooksOfTool;
  for (const AgentDefinition &agent : config.agents) {
    AgentHooks hooks = agentHooks(program, values, agent);
    inference.add(agent.id, true, agent.handler, hooks);
    hooks.methods.clear();
    for (const std::string &tool : agent.tools)
      hooksOfTool[tool] = hooks;
  }
  for (const ToolDefinition &tool : config.tools)
    inference.add(tool.id, false, tool.execute, hooksOfTool[tool.id]);
  return std::move(inference).finish();
}

} // namespace agentc
