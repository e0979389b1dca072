#include "SliceUses.h"

#include "ApiEffects.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/Disposal.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

/// Longer ways of a value through parameters are not followed.
static constexpr unsigned maxParameters = 32;

namespace {

const ApiValue *apiOf(const Value &value) { return llvm::dyn_cast<ApiValue>(&value); }

bool isPrimitive(const Value &value) {
  switch (value.kind) {
  case ValueKind::Undefined:
  case ValueKind::Null:
  case ValueKind::Boolean:
  case ValueKind::Number:
  case ValueKind::BigInt:
  case ValueKind::String:
    return true;
  case ValueKind::Union:
    return llvm::all_of(llvm::cast<UnionValue>(value).alternatives,
                        [](const Value *each) { return isPrimitive(*each); });
  default:
    return false;
  }
}

/// The functions of the bundle that a callee denotes; empty if it may be something else.
std::vector<const Node *> functionsOf(const Value &value) {
  std::vector<const Node *> functions;
  bool known = true;
  forEachAlternative(value, [&](const Value &each) {
    if (const auto *function = llvm::dyn_cast<FunctionValue>(&each); function && function->origin)
      functions.push_back(function->origin);
    else
      known = false;
  });
  return known ? functions : std::vector<const Node *>();
}

bool mentionsThis(const Node &node) {
  if (llvm::isa<ThisExpression, Super>(&node))
    return true;
  bool found = false;
  forEachChild(node, [&](const Node &child) {
    found |= !llvm::isa<FunctionExpression, FunctionDeclaration>(&child) && mentionsThis(child);
  });
  return found;
}

/// A function that may keep a state of its own, in the variables of the call that made it.
bool isClosure(const Node &function) { return functionAround(function) != nullptr; }

/// Returns true if running a value's code changes only things that the code names. A module
/// that a bundler wrapped has variables of its own.
bool isPlainCode(const agentc::Program &program, const Value &value) {
  bool plain = true;
  forEachAlternative(value, [&](const Value &each) {
    if (llvm::isa<FunctionValue, ClassValue>(&each))
      plain &= each.origin && !isClosure(*each.origin) && !program.wrappedBy(*each.origin);
    else
      plain &= !llvm::isa<UnknownValue, ResultValue>(&each);
  });
  return plain;
}

bool isObject(const Value &value) {
  return !isPrimitive(value) && !llvm::isa<FunctionValue, ClassValue, ApiValue>(&value);
}

const Node *calleeOf(const Node &node) {
  const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&node);
  return tagged ? tagged->tag : partsOf(node).callee;
}

/// `module.exports` or a member of `exports`, of CommonJS.
bool isExportsPlace(const agentc::Program &program, const Node &target) {
  const Node *root = &target;
  while (const auto *member = llvm::dyn_cast<MemberExpression>(root))
    root = member->object;
  const auto *id = llvm::dyn_cast<Identifier>(root);
  return id && root != &target && !program.symbolOf(*id) &&
         (id->name == "module" || id->name == "exports");
}

} // namespace

/// Returns true if functions passed to a call change their arguments, which are mostly
/// elements.
bool SliceUses::changesArguments(const Node &call, unsigned depth) {
  if (depth > maxParameters)
    return true;
  auto changes = [&](const Node *function) {
    for (size_t i = 0; i < paramsOf(*function).size(); ++i)
      if (ofParameter(*function, i, depth + 1) == Flow::Touch)
        return true;
    return false;
  };
  return llvm::any_of(partsOf(call).arguments, [&](const Node *argument) {
    const Value &value = parts_.values().of(*argument);
    std::vector<const Node *> functions = functionsOf(value);
    if (functions.empty())
      return llvm::isa<UnknownValue>(&value) && llvm::isa<Identifier>(argument);
    return llvm::any_of(functions, changes);
  });
}

SliceUses::Flow SliceUses::ofMethodCall(const Node &call, const Node &callee, unsigned depth) {
  const Values &values = parts_.values();
  const Value &value = values.of(callee);
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (const ApiValue *api = apiOf(value)) {
    if (apiChanges(api->path))
      return Flow::Touch;
    // a method of what the language or a module made: a map, a regular expression, an emitter
    const bool isMade = member && (api->path.contains("()") || !apiOf(values.of(*member->object)));
    const llvm::StringRef name = api->path.rsplit('.').second;
    if (isMade &&
        (isDefining(api->path) ? runsDefinition(name)
                               : !builtinMethod(name).does(BuiltinMethod::LeavesReceiver)))
      return Flow::Touch;
    if (isMade && !isDefining(api->path))
      return changesArguments(call, depth) ? Flow::Touch : Flow::Out;
    return isProvided(api->path) ? Flow::None : Flow::Touch;
  }
  std::vector<const Node *> functions = functionsOf(value);
  if (!functions.empty())
    return llvm::any_of(functions,
                        [](const Node *each) { return mentionsThis(*each) || isClosure(*each); })
               ? Flow::Touch
               : Flow::Call;
  if (llvm::isa<CallExpression>(call) && member &&
      !llvm::isa<RegExpValue>(&values.of(*member->object)))
    if (std::optional<std::string> key = values.keyOf(*member);
        key && builtinMethod(*key).does(BuiltinMethod::LeavesReceiver) &&
        (llvm::isa<ArrayValue, StringValue>(&values.of(*member->object)) ||
         !parts_.definesMember(*key)))
      return changesArguments(call, depth) ? Flow::Touch : Flow::Out;
  return Flow::Touch;
}

/// Returns the effect of a function on one of its own parameters; an effect that depends on
/// itself counts as a touch.
SliceUses::Flow SliceUses::ofParameter(const Node &function, size_t index, unsigned depth) {
  auto [it, isNew] = parameters_.try_emplace({&function, index}, Flow::Touch);
  if (isNew)
    it->second = readParameter(function, index, depth);
  return it->second;
}

SliceUses::Flow SliceUses::readParameter(const Node &function, size_t index, unsigned depth) {
  NodeList params = paramsOf(function);
  if (depth > maxParameters)
    return Flow::Touch;
  for (const Node *param : params)
    if (!llvm::isa<Identifier>(param))
      return Flow::Touch;
  if (index >= params.size())
    return Flow::None; // `arguments` is not a name of the function's own: see below
  const Symbol *symbol = parts_.program().symbolOf(*llvm::cast<Identifier>(params[index]));
  if (!symbol || symbol->targets.size() > 1)
    return Flow::Touch;
  Flow result = Flow::None;
  for (const Identifier *reference : symbol->references) {
    bool out = false;
    SliceUse use = follow(*reference, true, depth + 1, out);
    if (use == SliceUse::Touch)
      return Flow::Touch;
    if (out)
      result = Flow::Out;
    else if (use == SliceUse::Call && result == Flow::None)
      result = Flow::Call;
  }
  return result;
}

SliceUses::Flow SliceUses::ofArgument(const Node &call, const Node &argument, unsigned depth) {
  const Node &callee = *calleeOf(call);
  NodeList arguments = partsOf(call).arguments;
  size_t index = llvm::find(arguments, &argument) - arguments.begin();
  const agentc::Program &program = parts_.program();
  if (HelperShape shape = program.shapeOfCallee(callee); shape.kind != HelperShape::Kind::None) {
    bool isWritten =
        index == shape.target &&
        (shape.kind == HelperShape::Kind::DefineGetters ||
         shape.kind == HelperShape::Kind::CopyMembers ||
         shape.kind == HelperShape::Kind::BindMember ||
         shape.kind == HelperShape::Kind::MarkModule ||
         shape.kind == HelperShape::Kind::SetDefault || shape.kind == HelperShape::Kind::Inherit ||
         shape.kind == HelperShape::Kind::SetMember ||
         shape.kind == HelperShape::Kind::DefineMethods || shape.kind == HelperShape::Kind::Assign);
    if (isWritten)
      return Flow::Touch;
    bool isAwait =
        shape.kind == HelperShape::Kind::Await || shape.kind == HelperShape::Kind::Generator;
    return isAwait ? Flow::Touch : Flow::Out;
  }
  const Value &value = parts_.values().of(callee);
  if (const ApiValue *api = apiOf(value)) {
    if (apiChanges(api->path) || !isProvided(api->path))
      return Flow::Touch;
    return isDefining(api->path) ? Flow::None : Flow::Call;
  }
  std::vector<const Node *> functions = functionsOf(value);
  if (functions.empty())
    return Flow::Touch;
  Flow result = Flow::None;
  for (const Node *function : functions) {
    // `arguments` gives all of them away
    bool usesAll = !argumentsIn(program, *function).empty();
    Flow one = usesAll ? Flow::Touch : ofParameter(*function, index, depth);
    result = std::max(result, one);
    if (one == Flow::Touch)
      return Flow::Touch;
  }
  return result;
}

/// Returns true if the bundle runs no code of its own when a value becomes a text, a number or
/// JSON.
bool SliceUses::convertsSilently(const Node &node) const {
  return isPrimitive(parts_.values().of(node)) || !parts_.definesHooks();
}

/// The same where its members are read or its elements gone through, which also changes an
/// iterator.
bool SliceUses::isReadSilently(const Node &node) const {
  const Value &value = parts_.values().of(node);
  if (llvm::isa<ArrayValue, StringValue, ApiValue>(&value))
    return true;
  return llvm::isa<ObjectValue, NamespaceValue, ClassValue, FunctionValue>(&value) &&
         !parts_.definesGetters() && !parts_.definesHooks();
}

/// Returns true if reading a member may run code of the bundle.
bool SliceUses::runsCode(const MemberExpression &member) const {
  if (apiOf(parts_.values().of(*member.object)))
    return false;
  std::optional<std::string> key = parts_.values().keyOf(member);
  return !key || parts_.definesGetter(*key);
}

/// In or as the callee of a call; std::nullopt where the result is to be followed.
std::optional<SliceUse> SliceUses::inCall(const Node &call, const Node &node, unsigned depth,
                                          bool &isMember, SliceUse &least) {
  if (calleeOf(call) == &node) {
    if (!isMember)
      return SliceUse::Call;
    Flow flow = ofMethodCall(call, node, depth);
    if (flow == Flow::Touch)
      return SliceUse::Touch;
    if (flow == Flow::Out)
      return std::nullopt;
    return flow == Flow::Call ? SliceUse::Call : least;
  }
  if (llvm::isa<TaggedTemplateExpression>(&call))
    return SliceUse::Touch;
  Flow flow = depth > maxParameters ? Flow::Touch : ofArgument(call, node, depth);
  if (flow == Flow::Touch)
    return SliceUse::Touch;
  if (flow == Flow::None)
    return least;
  if (flow == Flow::Call && !apiOf(parts_.values().of(*calleeOf(call))))
    return SliceUse::Call;
  // what the call gives may hold it
  if (flow == Flow::Call)
    least = SliceUse::Call;
  isMember = true;
  return std::nullopt;
}

/// Returns the use of a value through a variable inside a function.
SliceUse SliceUses::ofLocal(const Identifier *id, unsigned depth, bool &out) {
  const Symbol *symbol = id ? parts_.program().symbolOf(*id) : nullptr;
  if (!symbol || parts_.isTopLevel(*symbol) || symbol->targets.size() != 1 || depth > maxParameters)
    return SliceUse::Touch;
  SliceUse worst = SliceUse::None;
  for (const Identifier *reference : symbol->references) {
    worst = std::max(worst, follow(*reference, true, depth + 1, out));
    if (worst == SliceUse::Touch)
      break;
  }
  return worst;
}

SliceUse SliceUses::follow(const Node &expression, bool deep, unsigned depth, bool &out) {
  const agentc::Program &program = parts_.program();
  const Values &values = parts_.values();
  bool isMember = false;
  SliceUse least = SliceUse::None;
  if (++steps_ > maxSteps)
    return SliceUse::Touch;
  for (const Node *node = &expression, *parent = node->parent; parent;
       node = parent, parent = node->parent) {
    if (isMember && isPrimitive(values.of(*node)) && !targetOf(*parent) &&
        !llvm::isa<MemberExpression>(parent))
      return least;
    switch (parent->kind) {
    case NodeKind::MemberExpression:
      if (llvm::cast<MemberExpression>(parent)->object != node)
        return least;
      isMember = true;
      if (runsCode(*llvm::cast<MemberExpression>(parent)))
        return SliceUse::Touch;
      continue;
    case NodeKind::CallExpression:
    case NodeKind::NewExpression:
    case NodeKind::TaggedTemplateExpression:
      if (std::optional<SliceUse> use = inCall(*parent, *node, depth, isMember, least))
        return *use;
      continue;
    case NodeKind::TemplateLiteral:
      if (llvm::isa_and_nonnull<TaggedTemplateExpression>(parent->parent))
        return SliceUse::Touch;
      return convertsSilently(*node) ? least : SliceUse::Touch;
    case NodeKind::AssignmentExpression: {
      const auto &assignment = *llvm::cast<AssignmentExpression>(parent);
      if (assignment.left == node)
        return SliceUse::Touch;
      return !deep && isExportsPlace(program, *assignment.left) ? least : SliceUse::Touch;
    }
    case NodeKind::UpdateExpression:
      return SliceUse::Touch;
    case NodeKind::UnaryExpression:
      if (llvm::cast<UnaryExpression>(parent)->op == "delete")
        return SliceUse::Touch;
      return convertsSilently(*node) ? least : SliceUse::Touch;
    case NodeKind::LogicalExpression:
    case NodeKind::AwaitExpression:
    case NodeKind::ObjectExpression:
    case NodeKind::ArrayExpression:
      continue;
    case NodeKind::SpreadElement:
      if (!isReadSilently(*node))
        return SliceUse::Touch;
      continue;
    case NodeKind::ConditionalExpression:
      if (llvm::cast<ConditionalExpression>(parent)->test == node)
        return least;
      continue;
    case NodeKind::SequenceExpression:
      if (llvm::cast<SequenceExpression>(parent)->expressions.back() != node)
        return least;
      continue;
    case NodeKind::Property:
      if (llvm::cast<Property>(parent)->value != node)
        return least;
      if (parent->parent && llvm::isa<ObjectPattern>(parent->parent))
        return SliceUse::Touch;
      continue;
    case NodeKind::VariableDeclarator: {
      const auto *id = llvm::dyn_cast<Identifier>(llvm::cast<VariableDeclarator>(parent)->id);
      if (disposes(*parent->parent))
        return SliceUse::Touch;
      // a pattern reads members, or iterates
      if (!id && !isReadSilently(*node))
        return SliceUse::Touch;
      if (!deep && parts_.at(*parent))
        return least;
      return std::max(least, ofLocal(id, depth, out));
    }
    case NodeKind::ReturnStatement:
      out = true;
      return least;
    case NodeKind::ArrowFunctionExpression:
      out = llvm::cast<ArrowFunctionExpression>(parent)->body == node;
      return out ? least : SliceUse::Touch;
    case NodeKind::ClassDeclaration:
    case NodeKind::ClassExpression:
      return SliceUse::Call;
    case NodeKind::BinaryExpression:
      return convertsSilently(*node) ? least : SliceUse::Touch;
    case NodeKind::ExpressionStatement:
    case NodeKind::IfStatement:
    case NodeKind::WhileStatement:
    case NodeKind::DoWhileStatement:
    case NodeKind::ForStatement:
    case NodeKind::SwitchStatement:
    case NodeKind::SwitchCase:
    case NodeKind::ExportSpecifier:
      return least;
    case NodeKind::ExportDefaultDeclaration:
      return deep ? SliceUse::Touch : least;
    default:
      return SliceUse::Touch;
    }
  }
  return SliceUse::Touch;
}

SliceUse SliceUses::of(const Node &expression, bool deep) {
  bool out = false;
  SliceUse use = follow(expression, deep, 0, out);
  if (use == SliceUse::Call &&
      (!isPlainCode(parts_.program(), parts_.values().of(expression)) ||
       (parts_.definesHooks() && isObject(parts_.values().of(expression)))))
    return SliceUse::Touch;
  return out ? SliceUse::Touch : use;
}

bool SliceUses::runsAtOnce(const Node &function) const {
  const agentc::Program &program = parts_.program();
  for (const Node *node = &function, *parent = node->parent; parent;
       node = parent, parent = node->parent) {
    switch (parent->kind) {
    case NodeKind::Property:
    case NodeKind::ObjectExpression:
    case NodeKind::ArrayExpression:
    case NodeKind::ConditionalExpression:
    case NodeKind::LogicalExpression:
      continue;
    case NodeKind::VariableDeclarator:
      return !parts_.at(*parent);
    case NodeKind::ExportDefaultDeclaration:
    case NodeKind::TopLevel:
    case NodeKind::ExportNamedDeclaration:
      return false;
    case NodeKind::AssignmentExpression:
      return !isExportsPlace(program, *llvm::cast<AssignmentExpression>(parent)->left);
    case NodeKind::CallExpression:
    case NodeKind::NewExpression: {
      const Node &callee = *calleeOf(*parent);
      if (&callee == node)
        return true;
      if (const ApiValue *api = apiOf(parts_.values().of(callee)); api && isDefining(api->path))
        return false;
      return program.shapeOfCallee(callee).kind == HelperShape::Kind::None;
    }
    default:
      return !llvm::isa<FunctionDeclaration>(&function) || !parts_.at(function);
    }
  }
  return true;
}

} // namespace agentc
