#include "Flow.h"

#include "agentc/Syntax/Disposal.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxHelperNodes = 1000;

/// True if a helper may use a global of the language: it makes or reads objects, and runs no
/// text as code.
bool isHarmlessGlobal(llvm::StringRef name) {
  static constexpr llvm::StringLiteral names[] = {
      "Array",  "Boolean",   "Error",          "Iterator",  "Number",
      "Object", "Promise",   "ReferenceError", "Reflect",   "String",
      "Symbol", "TypeError", "WeakMap",        "undefined", "arguments"};
  return llvm::is_contained(names, name);
}

/// Members that lead to nothing but objects' own properties and prototypes.
bool isHarmlessKey(llvm::StringRef key) {
  static constexpr llvm::StringLiteral keys[] = {"@@iterator",
                                                 "__esModule",
                                                 "__proto__",
                                                 "apply",
                                                 "assign",
                                                 "bind",
                                                 "call",
                                                 "concat",
                                                 "configurable",
                                                 "construct",
                                                 "create",
                                                 "default",
                                                 "defineProperties",
                                                 "defineProperty",
                                                 "done",
                                                 "enumerable",
                                                 "filter",
                                                 "forEach",
                                                 "freeze",
                                                 "from",
                                                 "get",
                                                 "getOwnPropertyDescriptor",
                                                 "getOwnPropertyDescriptors",
                                                 "getOwnPropertyNames",
                                                 "getOwnPropertySymbols",
                                                 "getPrototypeOf",
                                                 "has",
                                                 "hasOwnProperty",
                                                 "indexOf",
                                                 "isArray",
                                                 "iterator",
                                                 "key",
                                                 "label",
                                                 "keys",
                                                 "length",
                                                 "name",
                                                 "next",
                                                 "ops",
                                                 "ownKeys",
                                                 "pop",
                                                 "propertyIsEnumerable",
                                                 "raw",
                                                 "prototype",
                                                 "push",
                                                 "return",
                                                 "sent",
                                                 "set",
                                                 "setPrototypeOf",
                                                 "slice",
                                                 "test",
                                                 "toPrimitive",
                                                 "toString",
                                                 "then",
                                                 "throw",
                                                 "toStringTag",
                                                 "trys",
                                                 "value",
                                                 "valueOf",
                                                 "writable"};
  return llvm::is_contained(keys, key);
}

class HarmCheck {
public:
  HarmCheck(const agentc::Program &program, Flow &flow, const Node &function)
      : program_(program), flow_(flow), function_(function) {}

  bool isHarmless(const Node &node);

private:
  bool isHarmlessName(const Identifier &name);
  bool isHarmlessMember(const MemberExpression &member);
  bool isOwn(const Symbol &symbol) const;

  const agentc::Program &program_;
  Flow &flow_;
  const Node &function_;
  unsigned nodes_ = 0;
};

bool HarmCheck::isOwn(const Symbol &symbol) const {
  const Scope *scope = symbol.scope;
  while (scope && scope->node != &function_)
    scope = scope->parent;
  return scope != nullptr;
}

bool HarmCheck::isHarmlessName(const Identifier &name) {
  if (!program_.isReference(name))
    return true;
  const Symbol *symbol = program_.symbolOf(name);
  if (!symbol)
    return isHarmlessGlobal(name.name);
  if (isOwn(*symbol) || symbol->targets.empty())
    return true;
  std::string host = flow_.hostNameOf(name);
  if (!host.empty())
    return isHarmlessGlobal(llvm::StringRef(host).split('.').first);
  // a cache that a helper keeps for itself
  Nodes sources = flow_.sourcesOf(*symbol);
  if (!sources.empty() && llvm::all_of(sources, [&](const Node *source) {
        const auto *made = llvm::dyn_cast<NewExpression>(source);
        return made && flow_.hostNameOf(*made->callee) == "WeakMap";
      }))
    return true;
  Nodes functions = flow_.functionsOf(name);
  bool isHolder = sources.size() == 1 && llvm::isa<ObjectExpression>(sources.front());
  if (functions.empty() && !isHolder)
    return false;
  // the key of a bundler's function, or of the object of its functions, is judged by what it leads
  // to
  const auto *member = llvm::dyn_cast<MemberExpression>(name.parent);
  std::optional<llvm::StringRef> key =
      member && member->object == &name ? writtenKeyOf(*member) : std::nullopt;
  if (key && (isHolder || !isHarmlessKey(*key)))
    functions = flow_.functionsOf(*member);
  return !functions.empty() && llvm::all_of(functions, [&](const Node *function) {
    return function == &function_ || flow_.isHarmless(*function);
  });
}

/// True if a value, or its name, only decides something and goes nowhere else.
bool isOnlyCompared(const Node &value) {
  const Node *at = &value;
  // the `new.target` of a call of the parent's constructor
  if (const auto *call = llvm::dyn_cast<CallExpression>(at->parent))
    if (const auto *construct = llvm::dyn_cast<MemberExpression>(call->callee))
      return writtenKeyOf(*construct) == "construct" && call->arguments.size() == 3 &&
             call->arguments[2] == at;
  if (const auto *name = llvm::dyn_cast<MemberExpression>(at->parent))
    return name->object == at && writtenKeyOf(*name) == "name";
  while (llvm::isa<LogicalExpression>(at->parent))
    at = at->parent;
  if (llvm::isa<BinaryExpression>(at->parent))
    return true;
  const auto *branch = llvm::dyn_cast<IfStatement>(at->parent);
  const auto *choice = llvm::dyn_cast<ConditionalExpression>(at->parent);
  return (branch && branch->test == at) || (choice && choice->test == at);
}

bool HarmCheck::isHarmlessMember(const MemberExpression &member) {
  if (std::optional<llvm::StringRef> key = writtenKeyOf(member)) {
    // `this.constructor = d`, as inheritance is written out
    const auto *write = llvm::dyn_cast<AssignmentExpression>(member.parent);
    if (llvm::isa<ThisExpression>(member.object))
      return *key == "constructor" && write && write->left == &member;
    bool isKnown = isHarmlessKey(*key) || (*key == "constructor" && isOnlyCompared(member)) ||
                   flow_.hostNameOf(member) == "Promise.resolve" ||
                   !flow_.functionsOf(member).empty();
    return isKnown && isHarmless(*member.object);
  }
  // `this[name] = value`, as bun's setters of exports have it
  if (llvm::isa<ThisExpression>(member.object)) {
    const auto *write = llvm::dyn_cast<AssignmentExpression>(member.parent);
    return write && write->left == &member && llvm::isa<Identifier>(member.property) &&
           isHarmless(*member.property);
  }
  const auto *literal = llvm::dyn_cast<Literal>(member.property);
  const auto *difference = llvm::dyn_cast<BinaryExpression>(member.property);
  bool isKnown = (difference && difference->op == "-") ||
                 llvm::isa<Identifier, MemberExpression, UpdateExpression>(member.property) ||
                 (literal && literal->literal == LiteralKind::Number);
  return isKnown && isHarmless(*member.object) && isHarmless(*member.property);
}

bool HarmCheck::isHarmless(const Node &node) {
  if (++nodes_ > maxHelperNodes)
    return false;
  switch (node.kind) {
  case NodeKind::ThrowStatement:
    return true; // what is thrown ends the helper
  case NodeKind::ThisExpression: {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(node.parent);
    bool isHanded = call && !call->arguments.empty() && call->arguments.front() == &node;
    return isHanded || llvm::isa<ReturnStatement, VariableDeclarator>(node.parent);
  }
  case NodeKind::Super:
  case NodeKind::AwaitExpression:
  case NodeKind::YieldExpression:
  case NodeKind::ImportExpression:
  case NodeKind::TaggedTemplateExpression:
  case NodeKind::ClassExpression:
  case NodeKind::ClassDeclaration:
  case NodeKind::WithStatement:
    return false;
  case NodeKind::VariableDeclaration:
    if (disposes(node))
      return false;
    break;
  case NodeKind::Identifier:
    return isHarmlessName(llvm::cast<Identifier>(node));
  case NodeKind::MemberExpression:
    return isHarmlessMember(llvm::cast<MemberExpression>(node));
  default:
    break;
  }
  bool harmless = true;
  forEachChild(node, [&](const Node &child) { harmless = harmless && isHarmless(child); });
  return harmless;
}

} // namespace

bool Flow::isHarmless(const Node &function) {
  // functions that call each other count as harmful while they are looked at
  auto [entry, isNew] = harmless_.try_emplace(&function, false);
  if (!isNew)
    return entry->second;
  bool harmless = true;
  HarmCheck check(*program_, *this, function);
  for (const Node *parameter : paramsOf(function))
    harmless = harmless && (!parameter || check.isHarmless(*parameter));
  if (const Node *body = bodyOf(function))
    harmless = harmless && check.isHarmless(*body);
  return harmless_[&function] = harmless;
}

} // namespace agentc
