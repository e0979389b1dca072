#include "agentc/Flow/UseKind.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/Disposal.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

bool canBeApi(const Value &value, llvm::StringRef path) {
  bool found = false;
  forEachAlternative(value, [&](const Value &alternative) {
    const auto *api = llvm::dyn_cast<ApiValue>(&alternative);
    found |= api && api->path == path;
  });
  return found;
}

namespace {

bool hasApi(const Value &value) {
  bool found = false;
  forEachAlternative(value,
                     [&](const Value &alternative) { found |= llvm::isa<ApiValue>(alternative); });
  return found;
}

/// Returns true if every alternative is known and none was made at `maker`.
bool isKnownOther(const Value &value, const Node &maker) {
  bool found = true;
  forEachAlternative(value, [&](const Value &alternative) {
    found &= !llvm::isa<UnknownValue>(alternative) && alternative.origin != &maker;
  });
  return found;
}

/// Returns true if the readers of a variable only take known members of its value.
bool isTakenApart(const Values &values, const Symbol *symbol) {
  return symbol && symbol->targets.size() == 1 &&
         llvm::all_of(symbol->references, [&](const Identifier *reference) {
           const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
           return member && member->object == reference && values.keyOf(*member);
         });
}

/// Returns true if Values follows the members of an object or array literal wherever the
/// literal goes.
bool isFollowed(const agentc::Program &program, const Values &values, const Node &literal) {
  const Node *parent = literal.parent;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(parent))
    return member->object == &literal && values.keyOf(*member);
  const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent);
  if (!declarator || !declarator->id || disposes(*declarator->parent))
    return false;
  const auto *name = llvm::dyn_cast<Identifier>(declarator->id);
  return name && isTakenApart(values, program.symbolOf(*name));
}

/// Returns true if a pattern takes members by keys only, without a rest element.
bool takesKnownKeys(const Node &pattern) {
  const auto *object = llvm::dyn_cast<ObjectPattern>(&pattern);
  return object && llvm::all_of(object->properties, [&](const Node *property) {
           return llvm::isa<Property>(property);
         });
}

/// Returns the kind of use when an API is given to a name or pattern: none if Values knows that
/// the name can be the API. A name that nothing declares, or that can be too many things, is
/// not followed further.
std::optional<UseKind> kindOfBinding(const agentc::Program &program, const Values &values,
                                     const Node *target, llvm::StringRef path) {
  const auto *name = llvm::dyn_cast_or_null<Identifier>(target);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  bool isKnown =
      symbol ? canBeApi(values.of(*symbol), path) : !name && (!target || takesKnownKeys(*target));
  return isKnown ? std::nullopt : std::optional(UseKind::Escape);
}

/// Returns true if the called host function is one that Values follows, so that its result
/// shows the fate of the argument.
bool isFollowedCall(const Values &values, const CallExpression &call) {
  bool known = false;
  forEachAlternative(values.of(*call.callee), [&](const Value &callee) {
    const auto *api = llvm::dyn_cast<ApiValue>(&callee);
    known |= api &&
             (api->path == "global:Function.prototype.call.call"_api ||
              api->path == "global:Function.prototype.apply.call"_api ||
              api->path == "global:Reflect.get"_api || api->path == "global:Reflect.apply"_api ||
              api->path == "global:Reflect.construct"_api ||
              api->path == "global:Object.getOwnPropertyDescriptor"_api ||
              api->path == "global:Object.getPrototypeOf"_api ||
              api->path == "global:Reflect.getPrototypeOf"_api ||
              api->path == "global:Object.freeze"_api || api->path == "module:util.promisify"_api);
  });
  return known;
}

/// The function that gets the arguments of a call or construction; null where it is none of the
/// bundle's.
const Node *receiverOf(const Value &callee) {
  if (const auto *type = llvm::dyn_cast<ClassValue>(&callee))
    return constructorIn(*type);
  return llvm::isa<FunctionValue>(callee) ? callee.origin : nullptr;
}

/// Returns true if an argument goes only to functions of the bundle, through whose parameters
/// Values follows it.
bool isFollowedArgument(const agentc::Program &program, const Values &values, const Node &callee,
                        NodeList arguments, const Node &node, llvm::StringRef path) {
  size_t index = llvm::find(arguments, &node) - arguments.begin();
  auto isSpread = [](const Node *argument) { return llvm::isa<SpreadElement>(argument); };
  if (llvm::any_of(arguments.take_front(index), isSpread))
    return false;
  bool isFollowed = true;
  forEachAlternative(values.of(callee), [&](const Value &called) {
    if (isOnlyInherited(values, called))
      return;
    const Node *function = receiverOf(called);
    NodeList parameters = function ? paramsOf(*function) : NodeList();
    const auto *name =
        index < parameters.size() ? llvm::dyn_cast<Identifier>(parameters[index]) : nullptr;
    const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
    isFollowed = isFollowed && symbol && canBeApi(values.of(*symbol), path) &&
                 argumentsIn(program, *function).empty();
  });
  return isFollowed;
}

/// Returns true if a field of the very instance that code runs for is known to hold the value
/// assigned to it.
bool isKept(const Values &values, const Node &target, llvm::StringRef path) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&target);
  const auto *instance = member && llvm::isa<ThisExpression>(member->object)
                             ? llvm::dyn_cast<InstanceValue>(&values.of(*member->object))
                             : nullptr;
  std::optional<std::string> key = instance ? values.keyOf(*member) : std::nullopt;
  return key && instance->fields && instance->fields->find(*key) &&
         canBeApi(values.member(*instance, *key), path);
}

/// Returns true if a path is a built-in prototype's member that an object only inherits.
bool isInherited(const Value &object, llvm::StringRef path) {
  llvm::StringRef owner = path.rsplit('.').first;
  return owner.ends_with(".prototype") && !canBeApi(object, owner);
}

/// Writing to a variable is not a use, nor to a member of the bundle's own objects, whatever it is
/// inherited from.
std::optional<UseKind> kindOfTarget(const agentc::Program &program, const Values &values,
                                    const Node &target, llvm::StringRef path) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&target))
    return program.symbolOf(*name) ? std::nullopt : std::optional(UseKind::Write);
  const auto *member = llvm::dyn_cast<MemberExpression>(&target);
  std::optional<std::string> key = member ? values.keyOf(*member) : std::nullopt;
  bool isOwn = false;
  if (member && key != "__proto__") {
    const Value &object = values.of(*member->object);
    isOwn = !hasApi(object) || isInherited(object, path);
  }
  // what a member holds under another name is not what is written: `module.exports = JSON.parse`
  bool isOther = key && !(path.consume_back(*key) && (path.ends_with(".") || path.ends_with(":")));
  return isOwn || isOther ? std::nullopt : std::optional(UseKind::Write);
}

std::optional<UseKind> kindInAssignment(const agentc::Program &program, const Values &values,
                                        const AssignmentExpression &assignment, const Node &node,
                                        llvm::StringRef path) {
  if (assignment.left == &node) {
    return kindOfTarget(program, values, node, path);
  }
  if (!llvm::isa<MemberExpression>(assignment.left))
    return kindOfBinding(program, values, assignment.left, path);
  return isKept(values, *assignment.left, path) ? std::nullopt : std::optional(UseKind::Escape);
}

/// Returns true if Values follows the result of a function at all its calls.
bool isResultFollowed(const agentc::Program &program, const Values &values, const Node &inside,
                      llvm::StringRef path) {
  const Node *function = inside.parent;
  while (function && !isFunction(*function))
    function = function->parent;
  if (!function)
    return false;
  // a call whose result is known and something else was given something else
  auto isFollowed = [&](const Node &callee) {
    const auto *call = llvm::dyn_cast<CallExpression>(callee.parent);
    return call && call->callee == &callee &&
           (canBeApi(values.of(*call), path) || isKnownOther(values.of(*call), inside));
  };
  if (isFollowed(*function))
    return true;
  const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(function);
  const Node *holder = function->parent;
  while (llvm::isa<LogicalExpression>(holder)) // TypeScript's `(this && this.help) || function …`
    holder = holder->parent;
  const auto *declarator = llvm::dyn_cast<VariableDeclarator>(holder);
  const auto *name = llvm::dyn_cast_or_null<Identifier>(declaration  ? declaration->id
                                                        : declarator ? declarator->id
                                                                     : nullptr);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  return symbol && symbol->targets.size() <= 1 && !symbol->references.empty() &&
         llvm::all_of(symbol->references,
                      [&](const Identifier *reference) { return isFollowed(*reference); });
}

/// Returns true if a literal is the result of a function and Values follows that result. A
/// value passed through the literal counts as the value itself: compilers' helpers make
/// `{default: module}` of modules.
bool isGivenAndFollowed(const agentc::Program &program, const Values &values, const Node &literal,
                        llvm::StringRef path) {
  const Node *value = &literal;
  while (llvm::isa<ConditionalExpression, LogicalExpression>(value->parent))
    value = value->parent;
  const auto *arrow = llvm::dyn_cast<ArrowFunctionExpression>(value->parent);
  return (llvm::isa<ReturnStatement>(value->parent) || (arrow && arrow->body == value)) &&
         isResultFollowed(program, values, literal, path);
}

/// Conditions, and operands of `&&`, `||` and `?:` whose value goes on.
std::optional<UseKind> kindInChoice(const Values &values, const Node &parent,
                                    llvm::StringRef path) {
  if (canBeApi(values.of(parent), path))
    return std::nullopt;
  // one of too many things that the whole can be
  return llvm::isa<UnknownValue>(values.of(parent)) ? UseKind::Escape : UseKind::Test;
}

} // namespace

const Node *constructorIn(const ClassValue &type) {
  constexpr unsigned maxSuperClasses = 32;
  const ClassValue *at = &type;
  for (unsigned i = 0; at && i < maxSuperClasses; ++i) {
    if (isFunction(*at->origin))
      return at->origin;
    if (const Node *constructor = constructorOf(*at->origin))
      return constructor;
    at = llvm::dyn_cast_or_null<ClassValue>(at->superClass);
  }
  return nullptr;
}

const Node *deadBranch(const Node &node, const Values &values) {
  const auto *branch = llvm::dyn_cast<IfStatement>(&node);
  const auto *choice = llvm::dyn_cast<ConditionalExpression>(&node);
  const auto *logical = llvm::dyn_cast<LogicalExpression>(&node);
  if (!branch && !choice && !(logical && logical->op == "&&"))
    return nullptr;
  const Node &test = branch ? *branch->test : choice ? *choice->test : *logical->left;
  // what instances hold may be changed in more ways than are seen
  const auto *member = llvm::dyn_cast<MemberExpression>(&test);
  bool isPlain =
      member ? llvm::isa<ObjectValue>(values.of(*member->object)) : llvm::isa<Identifier>(test);
  if (!isPlain)
    return nullptr;
  const Value &value = values.of(test);
  if (llvm::isa<UndefinedValue, NullValue>(value))
    return branch ? branch->consequent : choice ? choice->consequent : logical->right;
  const auto *text = llvm::dyn_cast<StringValue>(&value);
  if (text && !text->value.empty() && !logical)
    return branch ? branch->alternate : choice->alternate;
  return nullptr;
}

std::optional<UseKind> useKindAt(const agentc::Program &program, const Values &values,
                                 const Node &node, llvm::StringRef path) {
  const Node &parent = *node.parent;
  switch (parent.kind) {
  case NodeKind::CallExpression: {
    const auto &call = llvm::cast<CallExpression>(parent);
    if (call.callee == &node)
      return UseKind::Call;
    return isFollowedCall(values, call) ||
                   isFollowedArgument(program, values, *call.callee, call.arguments, node, path)
               ? std::nullopt
               : std::optional(UseKind::Escape);
  }
  case NodeKind::NewExpression: {
    const auto &call = llvm::cast<NewExpression>(parent);
    if (call.callee == &node)
      return UseKind::Call;
    return isFollowedArgument(program, values, *call.callee, call.arguments, node, path)
               ? std::nullopt
               : std::optional(UseKind::Escape);
  }
  case NodeKind::TaggedTemplateExpression:
    return UseKind::Call;
  case NodeKind::MemberExpression: {
    const auto &member = llvm::cast<MemberExpression>(parent);
    if (member.property == &node)
      return UseKind::Read;
    if (hasApi(values.of(parent)) || values.keyOf(member) == "exports")
      return std::nullopt;
    return UseKind::Read;
  }
  case NodeKind::SequenceExpression:
    if (llvm::cast<SequenceExpression>(parent).expressions.back() == &node)
      return std::nullopt;
    return UseKind::Read;
  case NodeKind::AwaitExpression:
    return canBeApi(values.of(parent), path) ? std::nullopt : std::optional(UseKind::Read);
  case NodeKind::LogicalExpression:
    return kindInChoice(values, parent, path);
  case NodeKind::ConditionalExpression:
    if (llvm::cast<ConditionalExpression>(parent).test == &node)
      return UseKind::Test;
    return kindInChoice(values, parent, path);
  case NodeKind::VariableDeclarator:
    // whoever loads the bundle gets what its entry exports
    if (llvm::isa<ExportNamedDeclaration>(parent.parent->parent) && program.entry() &&
        &program.moduleOf(node) == program.entry())
      return UseKind::Escape;
    return kindOfBinding(program, values, llvm::cast<VariableDeclarator>(parent).id, path);
  case NodeKind::AssignmentPattern:
    return kindOfBinding(program, values, llvm::cast<AssignmentPattern>(parent).left, path);
  case NodeKind::AssignmentExpression:
    return kindInAssignment(program, values, llvm::cast<AssignmentExpression>(parent), node, path);
  case NodeKind::UpdateExpression:
    return kindOfTarget(program, values, node, path);
  case NodeKind::UnaryExpression: {
    llvm::StringRef op = llvm::cast<UnaryExpression>(parent).op;
    if (op == "delete")
      return kindOfTarget(program, values, node, path);
    return op == "typeof" || op == "!" ? UseKind::Test : UseKind::Read;
  }
  case NodeKind::BinaryExpression: {
    llvm::StringRef op = llvm::cast<BinaryExpression>(parent).op;
    return op.starts_with("==") || op.starts_with("!=") || op == "in" || op == "instanceof"
               ? UseKind::Test
               : UseKind::Read;
  }
  case NodeKind::IfStatement:
  case NodeKind::WhileStatement:
  case NodeKind::DoWhileStatement:
  case NodeKind::SwitchStatement:
  case NodeKind::SwitchCase:
    return UseKind::Test;
  case NodeKind::Property:
    if (llvm::cast<Property>(parent).value != &node)
      return UseKind::Read;
    if (llvm::isa<ObjectPattern>(parent.parent))
      return llvm::isa<MemberExpression>(node) ? std::optional(UseKind::Write) : std::nullopt;
    // whoever asks the object for what it doesn't have gets it from there
    if (values.keyOf(parent) == "__proto__")
      return UseKind::Escape;
    return isFollowed(program, values, *parent.parent) ||
                   isGivenAndFollowed(program, values, *parent.parent, path)
               ? std::nullopt
               : std::optional(UseKind::Escape);
  case NodeKind::ArrayExpression:
    return isFollowed(program, values, parent) ? std::nullopt : std::optional(UseKind::Escape);
  case NodeKind::ExpressionStatement:
    return llvm::isa<Identifier, MemberExpression>(node) ? std::optional(UseKind::Read)
                                                         : std::nullopt;
  case NodeKind::TemplateLiteral:
  case NodeKind::ForStatement:
    return UseKind::Read;
  case NodeKind::ExportSpecifier:
    return std::nullopt;
  case NodeKind::ArrowFunctionExpression:
    // a default or a parameter is not a use; the body is what the function gives
    return llvm::cast<ArrowFunctionExpression>(parent).body == &node &&
                   !isResultFollowed(program, values, node, path)
               ? std::optional(UseKind::Escape)
               : std::nullopt;
  case NodeKind::ReturnStatement:
    return isResultFollowed(program, values, node, path) ? std::nullopt
                                                         : std::optional(UseKind::Escape);
  case NodeKind::FunctionDeclaration:
  case NodeKind::FunctionExpression:
    return std::nullopt;
  default:
    return UseKind::Escape;
  }
}

} // namespace agentc
