#include "agentc/Access/Access.h"

#include "Reached/CallPath.h"
#include "Reached/Reach.h"
#include "agentc/Flow/CallTree.h"
#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

llvm::StringRef accessKindName(AccessKind kind) {
  switch (kind) {
  case AccessKind::Host:
    return "hosts";
  case AccessKind::Env:
    return "env";
  case AccessKind::File:
    return "files";
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

/// The items that tools and handlers are told one by one, together.
constexpr size_t maxItems = 100'000;
constexpr llvm::StringLiteral tooMuchAccess =
    "the bundle's tools together reach more than 100,000 things";
/// The places of call paths that they have together; of the rest only the ends are kept.
constexpr size_t maxPlaces = 250'000;

/// The way that a call is reached: the root first, the place of access last.
std::vector<SourcePlace> pathTo(const agentc::Program &program, const CallTree &tree, size_t index,
                                const Node &place) {
  CallPath path;
  path.add(place);
  const auto &calls = tree.calls();
  for (; calls[index].previous != index; index = calls[index].previous)
    if (calls[index].site)
      path.add(*calls[index].site);
  path.add(*calls[index].code);
  return path.placesIn(program);
}

/// True if a place is in a branch that a call doesn't take.
bool isDead(const CallTree::Call &call, const Node &place) {
  const Node *at = call.dead.empty() ? nullptr : &place;
  while (at && at != call.code && !call.dead.contains(at))
    at = at->parent;
  return at && at != call.code;
}

class Inference {
public:
  Inference(const CodeFlow &flow, const AgentConfig &config, const InputFacts &input)
      : flow_(flow), files_(flow.program(), flow.uses(), input) {
    for (const ToolDefinition &tool : config.tools)
      if (tool.execute && tool.execute->function && isMadeByCall(tool.framework))
        definitions_[tool.execute->function].push_back(&tool.source);
  }

  ToolAccess of(const EntryPoint &point) {
    Items all;
    add(point.roots, point.called, true, all);
    // An instance holds tools that are not called.
    add(point.making, {}, false, all);
    ToolAccess access{point.id, point.agent, listed(std::move(all))};
    itemsLeft_ -= std::min(itemsLeft_, access.items.size());
    for (AccessItem &item : access.items)
      shorten(item.via);
    return access;
  }

  bool isSpent() const { return itemsLeft_ == 0; }

  /// The access of entry points that are no longer told apart: the first has that of all.
  std::vector<ToolAccess> ofRest(llvm::ArrayRef<EntryPoint> points) {
    std::vector<ToolAccess> rest;
    std::vector<const Node *> roots, making;
    for (const EntryPoint &point : points) {
      llvm::append_range(roots, point.roots);
      llvm::append_range(making, point.making);
      rest.push_back({point.id, point.agent, {}});
      if (const auto &started = point.roots.empty() ? point.making : point.roots; !started.empty())
        rest.back().items.push_back(tooMany(*started.front()));
    }
    Items all;
    add(roots, {}, true, all);
    add(making, {}, false, all);
    if (!rest.empty())
      llvm::append_range(rest.front().items, listed(std::move(all)));
    return rest;
  }

  std::vector<AccessItem> ofLoading() {
    const std::vector<const Node *> roots = topLevels(flow_.program());
    Reach whole(flow_, &files_);
    whole.leaveOut([&](const CallEdge &edge) { return isDefinition(edge); });
    whole.follow(roots, false, false);
    return whole.itemsFrom(roots);
  }

private:
  using Items = std::map<std::pair<AccessKind, std::string>, AccessItem>;

  /// True if an edge only stands for handing a tool's function to the framework's function,
  /// within the tool's own definition. The sandbox's framework keeps the function and calls it
  /// when the tool is called.
  bool isDefinition(const CallEdge &edge) const {
    const auto *target = llvm::dyn_cast<const Node *>(edge.target);
    auto found = target && edge.site ? definitions_.find(target) : definitions_.end();
    return found != definitions_.end() &&
           llvm::any_of(found->second, [&](const SourcePlace *source) {
             return source->range.begin <= edge.site->range.begin &&
                    edge.site->range.end <= source->range.end &&
                    flow_.program().moduleOf(*edge.site).path() == source->file;
           });
  }

  /// Leaves out the middle of a path once there are too many places.
  void shorten(std::vector<SourcePlace> &path) {
    if (placesLeft_ < path.size() && path.size() > 2)
      path.erase(path.begin() + 1, path.end() - 1);
    placesLeft_ -= std::min(placesLeft_, path.size());
  }

  AccessItem tooMany(const Node &function) const {
    CallPath path;
    path.add(function);
    return {AccessKind::Unanalyzed, tooMuchAccess.str(), path.placesIn(flow_.program())};
  }

  static std::vector<AccessItem> listed(Items items) {
    std::vector<AccessItem> list;
    for (auto &[key, item] : items)
      list.push_back(std::move(item));
    return list;
  }

  void add(llvm::ArrayRef<const Node *> roots, llvm::ArrayRef<const FunctionValue *> called,
           bool mentions, Items &all) {
    if (roots.empty() || addCalls(called, all))
      return;
    Reach reach(flow_, &files_);
    reach.follow(roots, mentions, true);
    for (AccessItem &item : reach.itemsFrom(roots))
      all.try_emplace({item.kind, item.name}, std::move(item));
  }

  /// Adds the access of functions that the host calls, with each call below them told apart;
  /// returns false if there are no functions or too many calls.
  bool addCalls(llvm::ArrayRef<const FunctionValue *> roots, Items &items) {
    CallTree tree(flow_.program(), flow_.values(), flow_.registrations(), flow_.named());
    bool isWhole = !roots.empty() && tree.follow(roots, std::min(CallTree::maxCalls, callsLeft_));
    callsLeft_ -= std::min(callsLeft_, tree.calls().size());
    if (!isWhole)
      return false;
    auto add = [&](const Values &values, const ApiUse &use, size_t index) {
      for (AccessItem &item : accessOfUse(values, use, nullptr, &files_)) {
        auto [entry, isNew] = items.try_emplace({item.kind, item.name}, item);
        if (isNew)
          entry->second.via = pathTo(flow_.program(), tree, index, *use.node);
      }
    };
    for (size_t i = 0; i < tree.calls().size(); ++i) {
      const CallTree::Call &call = tree.calls()[i];
      Values values = tree.valuesIn(call);
      ApiUses uses = collectUsesIn(*call.code, flow_.program(), values, flow_.uses());
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
      add(flow_.values(),
          {loss.path, loss.isCall ? UseKind::Call : UseKind::Escape, loss.site,
           loss.isCall ? loss.site : nullptr, loss.arguments, false, module},
          loss.call);
    }
    return true;
  }

  const CodeFlow &flow_;
  FileReaches files_;
  /// Tools' functions, and where they are handed to a framework.
  llvm::DenseMap<const Node *, std::vector<const SourcePlace *>> definitions_;
  /// The calls that all tools together may still follow.
  size_t callsLeft_ = 4 * CallTree::maxCalls;
  size_t itemsLeft_ = maxItems, placesLeft_ = maxPlaces;
};

} // namespace

AccessMap infer(const CodeFlow &flow, const AgentConfig &config, const InputFacts &input) {
  AccessMap map;
  Inference inference(flow, config, input);
  const std::vector<EntryPoint> points = entryPoints(flow, config);
  while (map.entries.size() < points.size() && !inference.isSpent())
    map.entries.push_back(inference.of(points[map.entries.size()]));
  llvm::move(inference.ofRest(llvm::ArrayRef(points).drop_front(map.entries.size())),
             std::back_inserter(map.entries));
  map.topLevel.items = inference.ofLoading();
  return map;
}

} // namespace agentc
