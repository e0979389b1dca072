#include "ShapeReader.h"

namespace agentc {

using namespace ast;

using Kind = HelperShape::Kind;

void ShapeReader::found(Kind kind, std::optional<unsigned> target, std::optional<unsigned> source) {
  if (!source)
    isBroken_ = true;
  else if (!target)
    copiesFirst_ |= *source == 0;
  else if (shape_.kind == Kind::None)
    shape_.kind = kind, shape_.target = *target, shape_.source = *source;
  else if (shape_.kind == kind && shape_.target != *target && shape_.source == *source)
    shape_.secondTarget = *target;
}

/// `object[key]` gets `from`, which has to be the member of the same key of something else.
void ShapeReader::visitCopy(Kind kind, const Node &object, const Node &key,
                            const MemberExpression *from) {
  if (!from || !from->computed) {
    isBroken_ = true;
    changesParameter_ |= parameterOf(object).has_value();
    return;
  }
  std::optional<unsigned> target = parameterOf(object), source = parameterOf(*from->object);
  std::optional<unsigned> newKey = parameterOf(key), oldKey = parameterOf(*from->property);
  if (newKey && oldKey && target && source)
    shape_ = {Kind::BindMember, *target, *source, *oldKey, *newKey};
  else if (isSame(*from->property, key))
    target == 0u && isArgument(*from->object) ? found(Kind::Assign, 0, 0)
                                              : found(kind, target, source);
  else
    isBroken_ = true;
}

namespace {

/// Returns the expression that a function with a single `return` gives; the node itself if it
/// is not a function.
const Node *behindGetter(const Node &value) {
  if (!isFunction(value))
    return &value;
  const Node *body = bodyOf(value);
  const auto *block = llvm::dyn_cast_or_null<BlockStatement>(body);
  if (!block)
    return body;
  const auto *end =
      block->body.size() == 1 ? llvm::dyn_cast<ReturnStatement>(block->body[0]) : nullptr;
  return end ? end->argument : nullptr;
}

} // namespace

/// `object[key] = value`, whichever way it is written.
void ShapeReader::visitWrite(const Node &object, const Node &key, bool isComputed,
                             const Node &value) {
  std::optional<llvm::StringRef> name = textOfLiteral(&key);
  if (const auto *id = llvm::dyn_cast<Identifier>(&key); id && !isComputed)
    name = id->name;
  if (std::optional<unsigned> list = listOf(value); list && listOf(key) == list)
    return found(Kind::DefineGetters, parameterOf(object), list);
  if (name == "default") {
    std::optional<unsigned> source = parameterOf(value);
    wrapsDefault_ |= source == 0u;
    isBroken_ |= !source;
    if (std::optional<unsigned> target = parameterOf(object); target && source)
      found(Kind::SetDefault, target, source);
  } else if (name == "__esModule") {
    marks_ = true;
  } else if ((name == "enumerable" || name == "configurable" || name == "writable") &&
             isListed(object, "")) {
    // of a descriptor
  } else if (name == "raw" && isFirst(object) && parameterOf(value) == 1u) {
    shape_ = {Kind::Template, 0, 1, 0, 0};
  } else if (name == "prototype" || name == "__proto__" || name == "constructor") {
    setsPrototype_ |= isFirst(object) && name == "prototype";
  } else if (name) {
    isBroken_ = true;
    changesParameter_ |= parameterOf(object).has_value();
  } else if (std::optional<unsigned> target = parameterOf(object), given = parameterOf(value),
             newKey = parameterOf(key);
             target && given && newKey) {
    shape_ = {Kind::SetMember, *target, *given, *newKey, 0};
  } else if (const Symbol *symbol = symbolOf(&value);
             symbol && !symbol->targets.empty() &&
             llvm::isa<VariableDeclarator>(symbol->targets.front()->parent) &&
             llvm::isa<ForInStatement>(symbol->targets.front()->parent->parent->parent)) {
    // a list of keys
  } else {
    const Node *from = behindGetter(value);
    visitCopy(Kind::CopyMembers, object, key, llvm::dyn_cast_or_null<MemberExpression>(from));
  }
}

void ShapeReader::visitDescriptorPart(const Node &object, const Node &key, const Property &part) {
  std::optional<llvm::StringRef> name = writtenKeyOf(part);
  if (name != "get" && name != "value")
    return;
  const auto *from = llvm::dyn_cast<MemberExpression>(part.value);
  if (name == "get" && from && from->computed) // what is a function there is a getter here
    return visitCopy(Kind::DefineGetters, object, key, from);
  if (name == "get" && from) // `Object.getOwnPropertyDescriptor(source, key).get`
    return visitDescriptor(object, key, *from->object, 1);
  visitWrite(object, key, true, *part.value);
}

void ShapeReader::visitDescriptor(const Node &object, const Node &key, const Node &descriptor,
                                  unsigned depth) {
  if (depth > 6) {
    isBroken_ = true;
    return;
  }
  auto next = [&](const Node *one) {
    if (one)
      visitDescriptor(object, key, *one, depth + 1);
  };
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&descriptor)) {
    next(choice->consequent);
    next(choice->alternate);
  } else if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&descriptor)) {
    next(logical->right);
  } else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&descriptor)) {
    next(assignment->right);
  } else if (const Symbol *symbol = symbolOf(&descriptor)) {
    for (const Identifier *target : symbol->targets) {
      if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent))
        next(declarator->init);
      else if (const auto *write = llvm::dyn_cast<AssignmentExpression>(target->parent))
        next(write->right);
      else
        isBroken_ = true;
    }
  } else if (const auto *literal = llvm::dyn_cast<ObjectExpression>(&descriptor)) {
    for (const Node *part : literal->properties)
      if (const auto *property = llvm::dyn_cast<Property>(part))
        visitDescriptorPart(object, key, *property);
      else
        isBroken_ = true;
  } else if (const auto *call = llvm::dyn_cast<CallExpression>(&descriptor)) {
    bool isDescriptor = flow_.hostNameOf(*call->callee) == "Object.getOwnPropertyDescriptor" &&
                        call->arguments.size() == 2 && symbolOf(&key) &&
                        symbolOf(call->arguments[1]) == symbolOf(&key);
    if (isDescriptor && isFirst(object) && isArgument(*call->arguments[0]))
      found(Kind::Assign, 0, 0);
    else if (isDescriptor)
      found(Kind::CopyMembers, parameterOf(object), parameterOf(*call->arguments[0]));
    isBroken_ |= !isDescriptor;
  } else if (!llvm::isa<Literal>(descriptor)) {
    isBroken_ = true;
  }
}

} // namespace agentc
