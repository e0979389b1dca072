#include "DecoratorLowering.h"

#include "TypeScriptNames.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

void DecoratorLowering::moveParameters(uint32_t at, const Node *function) {
  if (!function)
    return;
  NodeList parameters = paramsOf(*function);
  for (auto [index, parameter] : llvm::enumerate(parameters))
    if (const auto *decorated = llvm::dyn_cast_or_null<TSDecoratedParameter>(parameter))
      for (const Node *one : decorated->decorators)
        moveOne(at, helper("__param") + "(" + std::to_string(index) + ", ",
                llvm::cast<Decorator>(*one), "), ");
}

/// Gives the class as its own code knows it another name, where that code names it: the class's
/// name will be what decorators made of it. Empty if nothing does.
std::string DecoratorLowering::aliasIn(const DecoratedClass &type) {
  const Symbol *symbol = type.id ? program_.symbolOf(*type.id) : nullptr;
  std::string alias;
  for (const Identifier *reference :
       symbol ? llvm::ArrayRef(symbol->references) : llvm::ArrayRef<const Identifier *>()) {
    bool isInBody = false, isInDecorator = false;
    for (const Node *at = reference; at; at = at->parent) {
      isInDecorator |= !isInBody && llvm::isa<Decorator>(at);
      isInBody |= at == type.body;
    }
    if (!isInBody || isInDecorator || reference->range.begin == reference->range.end)
      continue;
    if (alias.empty())
      alias = freshName(type.name + "_1");
    replace(reference->range.begin, reference->range.end,
            (isShorthand(*reference) ? reference->name.str() + ": " : "") + alias);
  }
  return alias;
}

/// The setter beside a getter, for what its parameter says; else the method itself.
const MethodDefinition *DecoratorLowering::setterOf(const DecoratedClass &type,
                                                    const DecoratedMember &member) const {
  if (member.method->methodKind == MethodKind::Get)
    for (const DecoratedMember &other : membersOf(type))
      if (other.method && other.method->methodKind == MethodKind::Set &&
          other.isStatic == member.isStatic &&
          writtenKeyOf(*other.node) == writtenKeyOf(*member.node))
        return other.method;
  return member.method;
}

std::string DecoratorLowering::metadata(llvm::StringRef key, llvm::StringRef value) {
  return (helper("__metadata") + "(\"design:" + key + "\", " + value + "), ").str();
}

std::string DecoratorLowering::metadataOf(const DecoratedClass &type,
                                          const DecoratedMember &member) {
  if (!settings_.keepsTypes)
    return "";
  if (member.field)
    return metadata("type", types_.typeBehind(endOfKey(member)));
  const auto &function = llvm::cast<FunctionExpression>(*member.method->value);
  if (member.method->methodKind == MethodKind::Method)
    return metadata("type", "Object") + metadata("paramtypes", types_.typesOf(function.params)) +
           metadata("returntype", types_.returnTypeOf(function));
  // a getter and a setter of one name have one type
  const MethodDefinition *beside = setterOf(type, member);
  const auto *setter = beside->methodKind == MethodKind::Set
                           ? llvm::cast<FunctionExpression>(beside->value)
                           : nullptr;
  const auto *getter = member.method->methodKind == MethodKind::Get ? &function : nullptr;
  std::string types = setter ? types_.typesOf(setter->params) : "[]";
  std::string given = llvm::StringRef(types).drop_front().drop_back().str();
  if (getter && (given.empty() || given == "Object"))
    given = types_.returnTypeOf(*getter) == "void 0" ? "Object" : types_.returnTypeOf(*getter);
  return metadata("type", given.empty() ? "Object" : given) + metadata("paramtypes", types);
}

std::string DecoratorLowering::metadataOf(const DecoratedClass &type) {
  if (!settings_.keepsTypes || !type.constructor)
    return "";
  return metadata("paramtypes", types_.typesOf(type.constructor->params));
}

/// `__decorate([…], A.prototype, "m", null);`
void DecoratorLowering::lowerLegacyMember(const DecoratedClass &type, const DecoratedMember &member,
                                          std::vector<std::string> &temporaries) {
  const uint32_t end = type.node->range.end;
  insert(end, helper("__decorate") + "([");
  moveTo(end, member.decorators);
  moveParameters(end, member.method ? setterOf(type, member)->value : nullptr);
  const bool isField = member.field && !member.field->accessor;
  insert(end, metadataOf(type, member) + "], " + type.name + (member.isStatic ? "" : ".prototype") +
                  ", " + keyOf(member, temporaries) + (isField ? ", void 0); " : ", null); "));
}

/// Those of a setter's parameter only count with some of the accessor.
static bool hasDecorators(const DecoratedMember &member) {
  if (!member.decorators.empty())
    return true;
  const auto *method = member.method;
  return method && method->methodKind == MethodKind::Method &&
         llvm::any_of(paramsOf(*method->value), [](const Node *one) {
           return llvm::isa_and_nonnull<TSDecoratedParameter>(one);
         });
}

void DecoratorLowering::leaveOut(const DecoratedClass &type, const MethodDefinition &setter) {
  for (const DecoratedMember &member : membersOf(type))
    if (member.method && hasDecorators(member) && setterOf(type, member) == &setter)
      return;
  for (const Node *parameter : paramsOf(*setter.value))
    if (const auto *decorated = llvm::dyn_cast_or_null<TSDecoratedParameter>(parameter))
      for (const Node *one : decorated->decorators)
        blanks_.push_back(one->range);
}

void DecoratorLowering::lowerLegacy(DecoratedClass &type, Refuse refuse) {
  if (!llvm::isa<ClassDeclaration>(type.node))
    return refuse(*type.node, "a class expression with decorators");
  std::vector<DecoratedMember> members = membersOf(type);
  for (const DecoratedMember &member : members) {
    if (hasDecorators(member) && llvm::isa<PrivateIdentifier>(member.key))
      return refuse(*member.node, "a decorator of a private member");
    if (member.field && member.field->accessor)
      return refuse(*member.node, "`accessor` beside `experimentalDecorators`");
  }
  // TypeScript leaves those of an accessor's parameter out where the accessor has none
  for (const DecoratedMember &member : members)
    if (member.method && member.method->methodKind != MethodKind::Method && !hasDecorators(member))
      leaveOut(type, *member.method);
  const bool isReplaced =
      !type.decorators.empty() ||
      (type.constructor && llvm::any_of(type.constructor->params, [](const Node *one) {
         return llvm::isa_and_nonnull<TSDecoratedParameter>(one);
       }));
  const bool isNamed = !type.name.empty();
  if (!isNamed)
    type.name = freshName("default_1");
  const uint32_t end = type.node->range.end, body = type.body->range.begin + 1;
  std::vector<std::string> temporaries;
  insert(end, "; ");
  for (bool isStatic : {false, true})
    for (const DecoratedMember &member : members)
      if (hasDecorators(member) && member.isStatic == isStatic)
        lowerLegacyMember(type, member, temporaries);
  if (isReplaced) {
    std::string alias = aliasIn(type);
    if (!alias.empty()) {
      temporaries.push_back(alias);
      insert(body, "static { " + alias + " = this; }");
    }
    insert(end,
           type.name + " = " + (alias.empty() ? "" : alias + " = ") + helper("__decorate") + "([");
    moveTo(end, type.decorators);
    moveParameters(end, type.constructor);
    insert(end, metadataOf(type) + "], " + type.name + ");");
    if (type.isDefault) {
      blanks_.push_back({type.begin, type.word});
      insert(end, " export { " + type.name + " as default };");
    }
  }
  if (!temporaries.empty())
    insert(type.begin, "let " + llvm::join(temporaries, ", ") + "; ");
  if (isReplaced)
    insert(type.word, "let " + type.name + " = ");
  else if (!isNamed)
    insert(type.word + 5, " " + type.name);
}

} // namespace agentc
