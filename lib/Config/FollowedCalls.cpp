#include "FollowedCalls.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/Support/thread.h"

namespace agentc {

using namespace ast;

namespace {

/// Calls that are looked at before no more are entered, elements of one loop, and calls inside of
/// each other.
constexpr size_t maxCalls = 6000, maxElements = 2000, maxDepth = 60;
constexpr unsigned stackBytes = 512 << 20;
/// The times that a function's code is entered with other things.
constexpr size_t maxTimes = 1000;

bool callsElements(llvm::StringRef method) {
  return llvm::is_contained({"every", "filter", "find", "flatMap", "forEach", "map", "some"},
                            method);
}

std::optional<bool> truthOf(const Value &value) {
  switch (value.kind) {
  case ValueKind::Undefined:
  case ValueKind::Null:
    return false;
  case ValueKind::Boolean:
    return llvm::cast<BooleanValue>(value).value;
  case ValueKind::String:
    return !llvm::cast<StringValue>(value).value.empty();
  case ValueKind::Array:
  case ValueKind::Object:
  case ValueKind::Function:
  case ValueKind::Class:
    return true;
  default:
    return std::nullopt;
  }
}

/// Whether a callee that gets a server may give it tools: it isn't known, or another package's.
bool mayAddTools(const Value &callee) {
  const auto *made = llvm::dyn_cast<ResultValue>(&callee);
  const auto *path = made ? made->callee : llvm::dyn_cast<ApiValue>(&callee);
  if (!path)
    return llvm::isa<UnknownValue>(callee);
  return path->path.contains("[?]") || (path->path.starts_with("module:") &&
                                        !path->path.starts_with("module:@modelcontextprotocol/") &&
                                        !path->path.contains("wrapMcpServer"));
}

/// What Vercel's adapter gives, for each request anew, to the function that it is given.
const ApiValue servedServer("module:@modelcontextprotocol/sdk/server/mcp.js.McpServer", nullptr);

bool givesServer(const Value &callee) {
  const auto *path = llvm::dyn_cast<ApiValue>(&callee);
  return path && llvm::is_contained({"module:mcp-handler.createMcpHandler",
                                     "module:@vercel/mcp-adapter.createMcpHandler",
                                     "module:@vercel/mcp-adapter"},
                                    path->path);
}

/// The code of a function or class that a value is; null for anything else.
const Node *codeOf(const Value &value) {
  return llvm::isa<FunctionValue, ClassValue>(value) ? value.origin : nullptr;
}

} // namespace

/// Looks at the code of one call, in the order that it stands in.
class FollowedCalls::Visitor {
public:
  Visitor(FollowedCalls &calls, Frame frame)
      : calls_(calls), frame_(std::move(frame)),
        values_(frame_.environment ? calls.values_.in(*frame_.environment)
                                   : calls.values_.anywhere()) {}

  void visitCode(const Node &code) {
    forEachChild(code, [&](const Node &child) { visit(child); });
  }

private:
  void visit(const Node &node) {
    if (isFunction(node))
      return;
    if (isClass(node))
      return visitStatics(node);
    if (const auto *loop = llvm::dyn_cast<ForOfStatement>(&node))
      return visitLoop(*loop);
    if (const auto *branch = llvm::dyn_cast<IfStatement>(&node))
      return visitBranch(*branch);
    forEachChild(node, [&](const Node &child) { visit(child); });
    if (llvm::isa<CallExpression, NewExpression>(node))
      addCall(node);
    else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node))
      addPut(*assignment);
  }

  void visitStatics(const Node &type) {
    const ClassBody *body = classBody(type);
    for (const Node *part : body ? body->body : NodeList()) {
      const auto *field = llvm::dyn_cast<PropertyDefinition>(part);
      if (llvm::isa<StaticBlock>(part))
        visitCode(*part);
      else if (field && field->isStatic && field->value)
        visit(*field->value);
    }
  }

  /// A condition that is known decides.
  void visitBranch(const IfStatement &branch) {
    visit(*branch.test);
    std::optional<bool> truth =
        frame_.environment ? truthOf(values_.of(*branch.test)) : std::nullopt;
    if (truth != false)
      visit(*branch.consequent);
    else
      skip(*branch.consequent);
    if (branch.alternate && truth != true)
      visit(*branch.alternate);
    else if (branch.alternate)
      skip(*branch.alternate);
  }

  /// What is never reached makes nothing.
  void skip(const Node &node) {
    if (calls_.wantedCalls_.contains(&node))
      calls_.made_.try_emplace(&node);
    if (!isFunction(node))
      forEachChild(node, [&](const Node &child) { skip(child); });
  }

  void visitLoop(const ForOfStatement &loop) {
    visit(*loop.right);
    std::vector<const Value *> elements;
    bool isWhole = true;
    forEachAlternative(values_.of(*loop.right), [&](const Value &one) {
      const auto *list = llvm::dyn_cast<ArrayValue>(&one);
      isWhole &= list && !list->open;
      if (list)
        elements.insert(elements.end(), list->elements.begin(), list->elements.end());
    });
    if (!isWhole && calls_.wanted_.elementsOf && calls_.leadsOn(*loop.body))
      if (std::vector<const Value *> more = calls_.wanted_.elementsOf(values_, *loop.right);
          !more.empty())
        elements = std::move(more);
    if (elements.empty() || elements.size() > maxElements)
      return visit(*loop.body);
    for (const Value *element : elements) {
      Frame turn = frame_;
      turn.environment = &values_.fieldsOf(loop, *element);
      const Node *origin = element->origin;
      turn.trail.push_back(origin && origin->parent ? origin : &loop);
      Visitor(calls_, std::move(turn)).visit(*loop.body);
    }
  }

  void addCall(const Node &call);
  void addTarget(const Node &call, const CallParts &parts, const Value &target, const Value *self,
                 std::optional<llvm::ArrayRef<const Value *>> arguments);
  void addMade(const Node &call, const ResultValue *result, llvm::ArrayRef<const Value *> given);
  void addResults(const Node &call);
  void addPut(const AssignmentExpression &assignment);
  void construct(const ClassValue &type, const Value &instance,
                 std::optional<llvm::ArrayRef<const Value *>> arguments, const Node &site);
  void addCallbacks(const Node &call, const CallParts &parts);
  std::optional<llvm::SmallVector<const Value *, 4>> argumentsOf(NodeList arguments);
  void forEachTarget(const Node &callee,
                     llvm::function_ref<void(const Value &, const Value *self)> visit);

  FollowedCalls &calls_;
  Frame frame_;
  Values values_;
};

std::optional<llvm::SmallVector<const Value *, 4>>
FollowedCalls::Visitor::argumentsOf(NodeList arguments) {
  llvm::SmallVector<const Value *, 4> given;
  for (const Node *argument : arguments) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(argument);
    const auto *list =
        spread ? llvm::dyn_cast<ArrayValue>(&values_.of(*spread->argument)) : nullptr;
    if (spread && (!list || list->open))
      return std::nullopt;
    if (list)
      given.append(list->elements.begin(), list->elements.end());
    else
      given.push_back(&values_.of(*argument));
  }
  return given;
}

void FollowedCalls::Visitor::forEachTarget(
    const Node &callee, llvm::function_ref<void(const Value &, const Value *)> visit) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (!member)
    return forEachAlternative(values_.of(callee), [&](const Value &one) { visit(one, nullptr); });
  bool isSuper = llvm::isa<Super>(member->object);
  const Value &object = values_.of(*member->object);
  std::optional<std::string> key = values_.keyOf(*member);
  if (isSuper || !key || !llvm::isa<UnionValue>(object))
    return forEachAlternative(values_.of(callee), [&](const Value &one) {
      visit(one, isSuper && frame_.self ? frame_.self : &object);
    });
  forEachAlternative(object, [&](const Value &self) {
    if (!llvm::isa<UndefinedValue, NullValue>(self)) // a call throws
      forEachAlternative(values_.member(self, *key), [&](const Value &one) { visit(one, &self); });
  });
}

void FollowedCalls::Visitor::addCall(const Node &call) {
  CallParts parts = partsOf(call);
  ++calls_.steps_;
  std::optional<llvm::SmallVector<const Value *, 4>> given = argumentsOf(parts.arguments);
  std::optional<llvm::ArrayRef<const Value *>> arguments;
  if (given)
    arguments = *given;
  if (calls_.wanted_.onlyGiven && calls_.wantedCalls_.contains(&call)) {
    if (given)
      addMade(call, nullptr, *given);
    return;
  }
  forEachTarget(*parts.callee, [&](const Value &target, const Value *self) {
    addTarget(call, parts, target, self, arguments);
  });
  addCallbacks(call, parts);
}

void FollowedCalls::Visitor::addTarget(const Node &call, const CallParts &parts,
                                       const Value &target, const Value *self,
                                       std::optional<llvm::ArrayRef<const Value *>> arguments) {
  if (const auto *function = llvm::dyn_cast<FunctionValue>(&target)) {
    if (parts.isNew)
      construct(llvm::cast<ClassValue>(calls_.values_.asClass(target)), values_.of(call), arguments,
                call);
    else
      calls_.enter(*function, self, arguments, frame_, call);
  } else if (const auto *type = llvm::dyn_cast<ClassValue>(&target)) {
    if (parts.isNew)
      construct(*type, values_.of(call), arguments, call);
    else if (llvm::isa<Super>(parts.callee) && frame_.self)
      construct(*type, *frame_.self, arguments, call);
  } else if (const auto *path = llvm::dyn_cast<ApiValue>(&target)) {
    if (calls_.wantedCalls_.contains(&call))
      return addResults(call);
    llvm::StringRef key = path->path.substr(path->path.rfind('.') + 1);
    const Node *server = path->receiver ? path->receiver->origin : nullptr;
    if (auto put = calls_.put_.find({server, key.str()}); server && put != calls_.put_.end())
      return calls_.enter(*put->second, self, arguments, frame_, call);
  }
  if (calls_.wanted_.onlyGiven || !mayAddTools(target))
    return;
  bool getsServer = llvm::any_of(parts.arguments, [&](const Node *argument) {
    return calls_.isServer(values_.of(*argument));
  });
  bool isMethod = llvm::isa<UnknownValue>(target) && calls_.wantedCalls_.contains(&call);
  if (getsServer || isMethod)
    calls_.unknown_.insert(&call);
}

void FollowedCalls::Visitor::addMade(const Node &call, const ResultValue *result,
                                     llvm::ArrayRef<const Value *> given) {
  Made made{result, {given.begin(), given.end()}, frame_.trail};
  made.trail.push_back(&call);
  calls_.made_[&call].push_back(std::move(made));
}

void FollowedCalls::Visitor::addResults(const Node &call) {
  forEachAlternative(values_.of(call), [&](const Value &one) {
    const auto *result = llvm::dyn_cast<ResultValue>(&one);
    if (result && result->origin == &call)
      addMade(call, result, {});
  });
}

/// `server.addOnce = (name, …) => …`
void FollowedCalls::Visitor::addPut(const AssignmentExpression &assignment) {
  const auto *target = llvm::dyn_cast<MemberExpression>(assignment.left);
  if (!target || !calls_.isServer(values_.of(*target->object)))
    return;
  const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*assignment.right));
  std::optional<std::string> key = values_.keyOf(*target);
  const Node *server = values_.of(*target->object).origin;
  if (function && key && server)
    calls_.put_[{server, *key}] = function;
}

void FollowedCalls::Visitor::construct(const ClassValue &type, const Value &made,
                                       std::optional<llvm::ArrayRef<const Value *>> arguments,
                                       const Node &site) {
  const Value *instance = nullptr;
  forEachAlternative(made, [&](const Value &one) {
    if (llvm::isa<InstanceValue>(one))
      instance = &one;
  });
  if (!instance)
    instance = &calls_.values_.member(type, "prototype");
  const ClassValue *at = &type;
  for (unsigned i = 0; at && i < maxDepth; ++i) {
    const Node &node = *at->origin;
    const Node *constructor = isFunction(node) ? &node : constructorOf(node);
    if (!isFunction(node) && calls_.ways_.contains(&node)) {
      Frame fields{&calls_.values_.fieldsOf(node, *instance), instance, frame_.trail};
      fields.trail.push_back(&site);
      const ClassBody *body = classBody(node);
      for (const Node *part : body ? body->body : NodeList())
        if (const auto *field = llvm::dyn_cast<PropertyDefinition>(part);
            field && !field->isStatic && field->value)
          Visitor(calls_, fields).visit(*field->value);
    }
    if (constructor) {
      if (const auto *function = llvm::dyn_cast<FunctionValue>(&calls_.values_.of(*constructor)))
        calls_.enter(*function, instance, arguments, frame_, site);
      return;
    }
    at = at->superClass ? llvm::dyn_cast<ClassValue>(at->superClass) : nullptr;
  }
}

/// Functions that a call is given: each element of an array is given to them, or nobody knows what.
void FollowedCalls::Visitor::addCallbacks(const Node &call, const CallParts &parts) {
  const auto *member = llvm::dyn_cast<MemberExpression>(parts.callee);
  std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
  for (const Node *argument : parts.arguments) {
    const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*argument));
    if (!function || !calls_.ways_.contains(function->origin))
      continue;
    const auto *list = key && callsElements(*key) && argument == parts.arguments.front()
                           ? llvm::dyn_cast<ArrayValue>(&values_.of(*member->object))
                           : nullptr;
    if (!list || list->elements.size() > maxElements) {
      // the bundle's own code calls it, or something of the host's
      bool isOwn = false;
      const ResultValue *server = nullptr;
      forEachTarget(*parts.callee, [&](const Value &target, const Value *) {
        isOwn |= codeOf(target) != nullptr;
        if (givesServer(target))
          server =
              &calls_.served_.emplace_back(&servedServer, llvm::ArrayRef<const Value *>(), &call);
      });
      if (server)
        calls_.enter(*function, nullptr, llvm::ArrayRef<const Value *>{server}, frame_, call);
      else if (!isOwn)
        calls_.enter(*function, nullptr, std::nullopt, frame_, call);
      continue;
    }
    static const UnknownValue index(UnknownReason::Parameter, nullptr);
    for (const Value *element : list->elements) {
      Frame turn = frame_;
      turn.trail.push_back(element->origin && element->origin->parent ? element->origin : &call);
      calls_.enter(*function, nullptr, llvm::ArrayRef<const Value *>{element, &index, list}, turn,
                   call);
    }
  }
}

FollowedCalls::FollowedCalls(const agentc::Program &program, const Values &values,
                             const Wanted &wanted)
    : program_(program), values_(values), wanted_(wanted) {
  // code calls code as deep as it likes
  llvm::thread deep(std::optional<unsigned>(stackBytes), [&] {
    findWays();
    if (!wantedCalls_.empty())
      follow();
  });
  deep.join();
}

bool FollowedCalls::leadsOn(const Node &code) {
  auto [entry, isNew] = leading_.try_emplace(&code, false);
  if (!isNew)
    return entry->second;
  bool leads = false;
  auto look = [&](const Node &node, auto &self) -> void {
    if (leads)
      return;
    if (llvm::isa<CallExpression, NewExpression>(node)) {
      leads = wantedCalls_.contains(&node);
      forEachAlternative(values_.of(*partsOf(node).callee), [&](const Value &one) {
        const Node *called = codeOf(one);
        leads |= called ? ways_.contains(called) : llvm::isa<UnknownValue>(one);
      });
    }
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  look(code, look);
  return leading_[&code] = leads;
}

bool FollowedCalls::isServer(const Value &value) const {
  bool found = false;
  forEachAlternative(value, [&](const Value &one) {
    if (const auto *made = llvm::dyn_cast<ResultValue>(&one))
      found |= wanted_.isServer(made->callee->path);
    const auto *instance = llvm::dyn_cast<InstanceValue>(&one);
    const ClassValue *type = instance ? instance->type : nullptr;
    for (unsigned i = 0; type && type->superClass && i < maxDepth; ++i) {
      const auto *parent = llvm::dyn_cast<ApiValue>(type->superClass);
      found |= parent && wanted_.isServer(parent->path);
      type = llvm::dyn_cast<ClassValue>(type->superClass);
    }
  });
  return found;
}

/// A class leads to what its constructor and fields do.
void FollowedCalls::addWay(const Node &code) {
  ways_.insert(&code);
  const Node *parent = code.parent;
  if (const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(parent);
      method && method->methodKind == MethodKind::Constructor)
    ways_.insert(method->parent->parent);
}

namespace {

/// The function, or for fields the class, that a node's code belongs to; null for a module's own.
const Node *ownerOf(const Node &node) {
  const Node *owner = functionAround(node);
  return owner && !isFunction(*owner) && owner->parent ? owner->parent->parent : owner;
}

} // namespace

void FollowedCalls::findWays() {
  llvm::DenseMap<const Node *, llvm::SmallVector<const Node *, 2>> callers;
  llvm::StringMap<llvm::SmallVector<const Node *, 2>> callersByName;
  llvm::SmallVector<const Node *, 16> seeds;
  auto look = [&](const Node &call) {
    CallParts parts = partsOf(call);
    const auto *member = llvm::dyn_cast<MemberExpression>(parts.callee);
    std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
    const Node *owner = ownerOf(call);
    if (!parts.isNew && wanted_.isCall(call)) {
      wantedCalls_.insert(&call);
      seeds.push_back(owner);
    }
    bool isUnknown = false, isForeign = false;
    auto add = [&](const Value &value) {
      if (const Node *code = codeOf(value))
        callers[code].push_back(owner);
      // an heir may leave all to its parents
      const auto *type = llvm::dyn_cast<ClassValue>(&value);
      for (unsigned i = 0; type && i < maxDepth; ++i) {
        callers[type->origin].push_back(owner);
        type = type->superClass ? llvm::dyn_cast<ClassValue>(type->superClass) : nullptr;
      }
      isUnknown |= llvm::isa<UnknownValue>(value);
      isForeign |= mayAddTools(value);
    };
    forEachAlternative(values_.of(*parts.callee), add);
    if (isUnknown && key)
      callersByName[*key].push_back(owner);
    for (const Node *argument : parts.arguments) {
      forEachAlternative(values_.of(*argument), [&](const Value &value) {
        if (const Node *code = llvm::isa<FunctionValue>(value) ? value.origin : nullptr)
          callers[code].push_back(owner);
      });
      if (isForeign && !wanted_.onlyGiven && isServer(values_.of(*argument)))
        seeds.push_back(owner);
    }
  };
  auto walk = [&](const Node &node, auto &self) -> void {
    if (llvm::isa<CallExpression, NewExpression>(node))
      look(node);
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  for (const auto &module : program_.modules())
    if (module->syntax->program)
      walk(*module->syntax->program, walk);
  for (const Node *seed : seeds)
    if (seed)
      addWay(*seed);
  for (size_t i = 0; i < ways_.size(); ++i) {
    const Node &way = *ways_[i];
    for (const Node *caller : callers.lookup(&way))
      if (caller)
        addWay(*caller);
    std::optional<llvm::StringRef> name = way.parent ? writtenKeyOf(*way.parent) : std::nullopt;
    if (auto found = name ? callersByName.find(*name) : callersByName.end();
        found != callersByName.end())
      for (const Node *caller : found->second)
        if (caller)
          addWay(*caller);
  }
}

bool FollowedCalls::isNew(const Node &code, Environment &environment) {
  llvm::SmallVector<Environment *, 2> &known = entered_[&code];
  if (known.size() >= maxTimes ||
      llvm::any_of(known, [&](Environment *one) { return isSameCall(*one, environment); }))
    return false;
  known.push_back(&environment);
  return true;
}

void FollowedCalls::enter(const FunctionValue &function, const Value *self,
                          std::optional<llvm::ArrayRef<const Value *>> arguments, const Frame &from,
                          const Node &site) {
  if (!ways_.contains(function.origin))
    return;
  // what isn't looked at may add tools
  if (from.trail.size() > maxDepth || steps_ > maxCalls) {
    unknown_.insert(&site);
    return;
  }
  Environment &environment = values_.call(function, self, arguments);
  if (!isNew(*function.origin, environment))
    return;
  Frame frame{&environment, self ? self : from.self, from.trail};
  frame.trail.push_back(&site);
  Visitor(*this, std::move(frame)).visitCode(*function.origin);
}

void FollowedCalls::follow() {
  for (const auto &module : program_.modules())
    if (module->syntax->program)
      Visitor(*this, Frame()).visitCode(*module->syntax->program);
  // what nobody was seen to call
  for (size_t i = 0; i < ways_.size(); ++i)
    if (const Node *way = ways_[i]; isFunction(*way) && !entered_.contains(way))
      if (const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*way)))
        enter(*function, nullptr, std::nullopt, Frame(), *way);
}

} // namespace agentc
