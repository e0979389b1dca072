#include "FollowedCode.h"

#include "agentc/Flow/CallTargets.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

/// Elements of one loop that are followed.
constexpr size_t maxFollowedElements = 2000;

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

/// The server that Vercel's adapter passes to the function it is given, anew for each request.
const ApiValue servedServer("module:@modelcontextprotocol/sdk/server/mcp.js.McpServer"_api,
                            nullptr);

bool givesServer(const Value &callee) {
  const auto *path = llvm::dyn_cast<ApiValue>(&callee);
  return path && llvm::is_contained({"module:mcp-handler.createMcpHandler"_api,
                                     "module:@vercel/mcp-adapter.createMcpHandler"_api,
                                     "module:@vercel/mcp-adapter"_api},
                                    path->path);
}

} // namespace

const Node *codeOf(const Value &value) {
  return llvm::isa<FunctionValue, ClassValue>(value) ? value.origin : nullptr;
}

bool mayAddTools(const Value &callee) {
  const auto *made = llvm::dyn_cast<ResultValue>(&callee);
  const auto *path = made ? made->callee : llvm::dyn_cast<ApiValue>(&callee);
  if (!path)
    return llvm::isa<UnknownValue>(callee);
  return path->path.contains("[?]") ||
         (path->path.starts_with("module:") &&
          !path->path.starts_with("module:@modelcontextprotocol/"_api) &&
          !path->path.contains("wrapMcpServer"));
}

void FollowedCalls::Visitor::visit(const Node &node) {
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

void FollowedCalls::Visitor::visitStatics(const Node &type) {
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
void FollowedCalls::Visitor::visitBranch(const IfStatement &branch) {
  visit(*branch.test);
  bool isAsked = frame_.environment && (calls_.hasLead(*branch.consequent) ||
                                        (branch.alternate && calls_.hasLead(*branch.alternate)));
  std::optional<bool> truth = isAsked ? truthOf(values_.of(*branch.test)) : std::nullopt;
  if (truth != false)
    visit(*branch.consequent);
  else
    skip(*branch.consequent);
  if (branch.alternate && truth != true)
    visit(*branch.alternate);
  else if (branch.alternate)
    skip(*branch.alternate);
}

/// Records that the wanted calls in code that is never reached make nothing.
void FollowedCalls::Visitor::skip(const Node &node) {
  if (calls_.wantedCalls_.contains(&node))
    calls_.made_.try_emplace(&node);
  if (!isFunction(node))
    forEachChild(node, [&](const Node &child) { skip(child); });
}

/// The elements that a list may hold, as its value or the code that fills it tells; an unknown one
/// is among those that this code may give besides.
FollowedCalls::Visitor::Held FollowedCalls::Visitor::heldIn(const Value &list, const Node &site) {
  Held held;
  forEachAlternative(list, [&](const Value &one) {
    const auto *known = llvm::dyn_cast<ArrayValue>(&one);
    held.isWhole &= known && !known->open;
    if (known)
      held.elements.insert(held.elements.end(), known->elements.begin(), known->elements.end());
  });
  if (held.isWhole || !calls_.wanted_.elementsOf)
    return held;
  if (std::vector<const Value *> more = calls_.wanted_.elementsOf(values_, site); !more.empty())
    held = {std::move(more), true};
  return held;
}

/// The elements of what code is run for each of; nothing where none are known.
std::optional<std::vector<const Value *>> FollowedCalls::Visitor::elementsOf(const Value &list,
                                                                             const Node &site) {
  Held held = heldIn(list, site);
  if (!held.isWhole && held.elements.empty())
    return std::nullopt;
  return std::move(held.elements);
}

void FollowedCalls::Visitor::visitLoop(const ForOfStatement &loop) {
  visit(*loop.right);
  if (!calls_.hasLead(*loop.body))
    return visit(*loop.body);
  std::optional<std::vector<const Value *>> elements =
      elementsOf(values_.of(*loop.right), *loop.right);
  if (!elements || elements->empty() || elements->size() > maxFollowedElements)
    return visit(*loop.body);
  for (const Value *element : *elements) {
    Frame turn = frame_;
    turn.environment = &values_.fieldsOf(loop, *element);
    const Node *origin = element->origin;
    turn.trail.push_back(origin && origin->parent ? origin : &loop);
    Visitor(calls_, std::move(turn)).visit(*loop.body);
  }
}

void FollowedCalls::Visitor::addCall(const Node &call) {
  CallParts parts = partsOf(call);
  if (!calls_.mayLead(call))
    return addForeign(call, parts);
  ++calls_.steps_;
  std::optional<llvm::SmallVector<const Value *, 4>> given =
      argumentsGiven(values_, parts.arguments);
  std::optional<llvm::ArrayRef<const Value *>> arguments;
  if (given)
    arguments = *given;
  if (calls_.wanted_.onlyGiven && calls_.wantedCalls_.contains(&call))
    return addMade(call, nullptr, given ? *given : argumentsMaybeGiven(parts.arguments));
  forEachTarget(values_, *parts.callee, frame_.self, [&](const Value &target, const Value *self) {
    addTarget(call, parts, target, self, arguments);
  });
  // what a server is given for a request runs after it has told its tools
  if (!values_.start() || !calls_.wantedCalls_.contains(&call))
    addCallbacks(call, parts);
}

/// Of arguments that are spread, each that may be among them, and an unknown one where more may be.
llvm::SmallVector<const Value *, 4>
FollowedCalls::Visitor::argumentsMaybeGiven(NodeList arguments) {
  static const UnknownValue other(UnknownReason::Member, nullptr);
  llvm::SmallVector<const Value *, 4> given;
  for (const Node *argument : arguments) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(argument);
    if (!spread) {
      given.push_back(&values_.of(*argument));
      continue;
    }
    const Held held = heldIn(values_.of(*spread->argument), *spread->argument);
    given.append(held.elements.begin(), held.elements.end());
    if (!held.isWhole)
      given.push_back(&other);
  }
  return given;
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
      return addResults(call, *path, arguments);
    llvm::StringRef key = path->path.substr(path->path.rfind('.') + 1);
    const Node *server = path->receiver ? path->receiver->origin : nullptr;
    if (auto put = calls_.put_.find({server, key.str()}); server && put != calls_.put_.end())
      return calls_.enter(*put->second, self, arguments, frame_, call);
  }
  if (!calls_.wanted_.onlyGiven && llvm::isa<UnknownValue>(target) &&
      calls_.wantedCalls_.contains(&call))
    calls_.unknown_.insert(&call);
  else if (mayAddTools(target))
    addForeign(call, parts);
}

/// A server that is given away where nobody knows to what, or to another package.
void FollowedCalls::Visitor::addForeign(const Node &call, const CallParts &parts) {
  if (calls_.wanted_.onlyGiven || parts.arguments.empty())
    return;
  bool isForeign = false;
  forEachAlternative(values_.of(*parts.callee),
                     [&](const Value &one) { isForeign |= mayAddTools(one); });
  if (isForeign && llvm::any_of(parts.arguments, [&](const Node *argument) {
        return calls_.isServer(values_.of(*argument));
      }))
    calls_.unknown_.insert(&call);
}

void FollowedCalls::Visitor::addMade(const Node &call, const ResultValue *result,
                                     llvm::ArrayRef<const Value *> given) {
  Made made{result, {given.begin(), given.end()}, frame_.trail};
  made.trail.push_back(&call);
  calls_.made_[&call].push_back(std::move(made));
}

/// Of a callee that may be something unknown as well, what the call gives isn't told: what that
/// would do with the arguments isn't. It is one or the other, and of the other nothing is known.
void FollowedCalls::Visitor::addResults(const Node &call, const ApiValue &callee,
                                        std::optional<llvm::ArrayRef<const Value *>> arguments) {
  if (arguments && llvm::isa<UnionValue>(values_.of(*partsOf(call).callee))) {
    const auto &given = calls_.given_.emplace_back(arguments->vec());
    return addMade(call, &calls_.results_.emplace_back(&callee, given, &call), {});
  }
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
  for (unsigned i = 0; at && i < maxFollowedDepth; ++i) {
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
    bool isEach = key && builtinMethod(*key).does(BuiltinMethod::CallsEach) &&
                  argument == parts.arguments.front();
    const Value *list = isEach ? &values_.of(*member->object) : nullptr;
    std::optional<std::vector<const Value *>> elements;
    if (isEach)
      elements = elementsOf(*list, *member->object);
    if (!elements || elements->size() > maxFollowedElements) {
      // the bundle's own code calls it, or something of the host's
      bool isOwn = false;
      const ResultValue *server = nullptr;
      forEachTarget(values_, *parts.callee, frame_.self, [&](const Value &target, const Value *) {
        isOwn |= codeOf(target) != nullptr;
        if (givesServer(target))
          server =
              &calls_.results_.emplace_back(&servedServer, llvm::ArrayRef<const Value *>(), &call);
      });
      if (server)
        calls_.enter(*function, nullptr, llvm::ArrayRef<const Value *>{server}, frame_, call);
      else if (!isOwn)
        calls_.enter(*function, nullptr, std::nullopt, frame_, call);
      continue;
    }
    static const UnknownValue index(UnknownReason::Parameter, nullptr);
    const auto *made = llvm::dyn_cast<ResultValue>(list);
    bool isMap = made && made->callee->path == "global:Map"_api;
    for (const Value *element : *elements) {
      Frame turn = frame_;
      turn.trail.push_back(element->origin && element->origin->parent ? element->origin : &call);
      // of a map the value comes first
      const auto *pair = isMap ? llvm::dyn_cast<ArrayValue>(element) : nullptr;
      bool isPair = pair && pair->elements.size() == 2;
      const Value *given[] = {isPair ? pair->elements[1] : element,
                              isPair ? pair->elements[0] : &index, list};
      calls_.enter(*function, nullptr, llvm::ArrayRef<const Value *>(given), turn, call);
    }
  }
}

} // namespace agentc
