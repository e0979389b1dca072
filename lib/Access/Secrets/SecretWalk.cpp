#include "SecretWalk.h"

#include "agentc/Access/ParsedObjects.h"
#include "agentc/Flow/UseKind.h"
#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

SecretWalk::SecretWalk(const agentc::Program &program, const Values &values, const ApiUses &uses,
                       llvm::StringRef name)
    : program_(program), values_(values), uses_(uses),
      path_(("global:process.env."_api + name).str()) {
  addSources(name);
}

SecretHeaders SecretWalk::run() && {
  // to the end also where there is another use, since an entry may lack its hosts
  for (size_t i = 0; i < pending_.size(); ++i) {
    if (i == maxSteps) {
      lose(*pending_.front().first);
      break;
    }
    const auto [node, keys] = pending_[i];
    follow(*node, keys);
  }
  const bool isBasic = llvm::all_of(found_.names, [](llvm::StringRef name) {
    return name == "authorization" || name == "proxy-authorization";
  });
  if (encoded_ && !isBasic)
    lose(*encoded_);
  return std::move(found_);
}

void SecretWalk::addSources(llvm::StringRef name) {
  auto addRead = [&](const Node &read) {
    if (llvm::isa<MemberExpression>(read) && canBeApi(values_.of(read), path_))
      add(read, nullptr);
    const auto *property = llvm::dyn_cast<Property>(&read);
    const auto *target = property ? llvm::dyn_cast_or_null<Identifier>(property->value) : nullptr;
    const auto *given =
        property ? llvm::dyn_cast_or_null<AssignmentPattern>(property->value) : nullptr;
    target = given ? llvm::dyn_cast<Identifier>(given->left) : target;
    const Symbol *symbol = target ? program_.symbolOf(*target) : nullptr;
    if (symbol && canBeApi(values_.of(*symbol), path_))
      followSymbol(*symbol, nullptr);
  };
  for (const Node *read : memberIndexOf(program_).of(name).reads)
    addRead(*read);
  for (const Node *read : memberIndexOf(program_).computed().reads)
    if (values_.keyOf(*read) == name)
      addRead(*read);
  for (const ApiUse &use : uses_.all())
    if (use.path == path_ && isExpression(*use.node))
      add(*use.node, nullptr);
    else if (std::optional<std::vector<std::string>> names = variablesParsed(values_, use);
             names && llvm::is_contained(*names, name))
      giveToSchema(*use.node->parent, 0, push(name, nullptr));
}

void SecretWalk::add(const Node &node, const Keys *keys) {
  if (added_.insert({&node, keys}).second)
    pending_.push_back({&node, keys});
}

void SecretWalk::lose(const Node &node) {
  if (!found_.otherUse)
    found_.otherUse = &node;
}

const SecretWalk::Keys *SecretWalk::push(llvm::StringRef key, const Keys *keys) {
  const unsigned depth = keys ? keys->depth + 1 : 1;
  if (depth > maxKeys)
    return keys;
  return &keys_.try_emplace({key.str(), keys}, Keys{key.str(), keys, depth}).first->second;
}

/// `node` holds the secret at `keys`: continues with the use that its parent makes of it.
void SecretWalk::follow(const Node &node, const Keys *keys) {
  const Node &parent = *node.parent;
  switch (parent.kind) {
  case NodeKind::AwaitExpression:
    return add(parent, keys);
  case NodeKind::SequenceExpression:
    if (llvm::cast<SequenceExpression>(parent).expressions.back() == &node)
      add(parent, keys);
    return;
  case NodeKind::ConditionalExpression:
    if (llvm::cast<ConditionalExpression>(parent).test != &node)
      add(parent, keys);
    return;
  case NodeKind::LogicalExpression: {
    const auto &choice = llvm::cast<LogicalExpression>(parent);
    if (choice.op != "&&" || choice.right == &node)
      add(parent, keys);
    return;
  }
  case NodeKind::TemplateLiteral:
  case NodeKind::BinaryExpression:
    return followSum(parent, node, keys);
  case NodeKind::UnaryExpression: {
    llvm::StringRef op = llvm::cast<UnaryExpression>(parent).op;
    const bool isNumber = op == "+" || op == "-" || op == "~";
    return isNumber && !keys ? lose(node) : void();
  }
  case NodeKind::MemberExpression:
    return llvm::cast<MemberExpression>(parent).object == &node
               ? followMember(llvm::cast<MemberExpression>(parent), keys)
               : lose(node);
  case NodeKind::CallExpression:
  case NodeKind::NewExpression:
    if (partsOf(parent).callee != &node)
      return followArgument(parent, node, keys);
    return keys && keys->key == "()" ? add(parent, keys->next) : void();
  case NodeKind::VariableDeclarator:
    return bind(*llvm::cast<VariableDeclarator>(parent).id, keys);
  case NodeKind::AssignmentPattern:
    return bind(*llvm::cast<AssignmentPattern>(parent).left, keys);
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(parent);
    if (assignment.right == &node)
      bind(*assignment.left, keys), add(parent, keys);
    return;
  }
  case NodeKind::ReturnStatement:
    return followResult(parent, keys);
  case NodeKind::ArrowFunctionExpression:
    return llvm::cast<ArrowFunctionExpression>(parent).body == &node ? followResult(node, keys)
                                                                     : void();
  case NodeKind::ForOfStatement:
    if (llvm::cast<ForOfStatement>(parent).right != &node)
      return;
    return keys ? bindElement(node, *llvm::cast<ForOfStatement>(parent).left, keys) : lose(node);
  case NodeKind::IfStatement:
  case NodeKind::WhileStatement:
  case NodeKind::DoWhileStatement:
  case NodeKind::ForStatement:
  case NodeKind::ForInStatement:
  case NodeKind::SwitchStatement:
  case NodeKind::SwitchCase:
  case NodeKind::ExpressionStatement:
  case NodeKind::FunctionDeclaration: // parameters are bound by calls
  case NodeKind::FunctionExpression:
    return;
  default:
    return followPart(parent, node, keys);
  }
}

/// Literals, classes and exports that the secret is part of.
void SecretWalk::followPart(const Node &part, const Node &node, const Keys *keys) {
  if (const auto *property = llvm::dyn_cast<Property>(&part)) {
    if (llvm::isa<ObjectPattern>(part.parent))
      return;
    if (property->value != &node && !property->shorthand)
      return lose(node);
    const bool isGetter = property->propertyKind == PropertyKind::Get;
    return add(*part.parent,
               push(values_.keyOf(part).value_or(""), isGetter && keys ? keys->next : keys));
  }
  if (const auto *list = llvm::dyn_cast<ArrayExpression>(&part)) {
    const size_t index = llvm::find(list->elements, &node) - list->elements.begin();
    const bool isFixed = llvm::none_of(list->elements.take_front(index), [](const Node *element) {
      return llvm::isa_and_nonnull<SpreadElement>(element);
    });
    return add(part, push(isFixed ? std::to_string(index) : "", keys));
  }
  if (llvm::isa<SpreadElement>(part))
    return keys && llvm::isa<ObjectExpression, ArrayExpression>(part.parent)
               ? add(*part.parent, keys)
               : lose(node);
  if (const auto *field = llvm::dyn_cast<PropertyDefinition>(&part)) {
    if (field->value != &node)
      return lose(node);
    const Keys *member = push(values_.keyOf(part).value_or(""), keys);
    return field->isStatic ? holdClass(*part.parent->parent, member)
                           : holdInstance(*part.parent->parent, member);
  }
  if (const auto *method = llvm::dyn_cast<MethodDefinition>(&part)) {
    const bool isGetter = method->methodKind == MethodKind::Get;
    const Keys *member =
        push(values_.keyOf(part).value_or(""), isGetter && keys ? keys->next : keys);
    return method->isStatic ? holdClass(*part.parent->parent, member)
                            : holdInstance(*part.parent->parent, member);
  }
  if (isClass(part) && superClassOf(part) == &node)
    return holdClass(part, keys);
  if (llvm::isa<ExportDefaultDeclaration>(part))
    return exportFrom(program_.moduleOf(part), node, push("default", keys));
  // a tag that is only called, and its texts
  if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&part);
      tagged && tagged->tag == &node && keys && keys->key == "()")
    return add(part, keys->next);
  lose(node);
}

/// Sums and templates carry the text; comparisons with what the program itself states only test
/// that it is there.
void SecretWalk::followSum(const Node &sum, const Node &node, const Keys *keys) {
  if (keys) // the text of an object has none of its members
    return keys->isElement() ? lose(node) : void();
  if (llvm::isa<TemplateLiteral>(sum))
    return llvm::isa<TaggedTemplateExpression>(sum.parent) ? lose(node) : add(sum, nullptr);
  const auto &binary = llvm::cast<BinaryExpression>(sum);
  if (binary.op == "+")
    return add(sum, nullptr);
  const Value &other = values_.of(binary.left == &node ? *binary.right : *binary.left);
  const bool isTest = binary.op.starts_with("==") || binary.op.starts_with("!=");
  if (!isTest || !llvm::isa<UndefinedValue, NullValue, StringValue, BooleanValue>(other))
    lose(node);
}

void SecretWalk::followMember(const MemberExpression &member, const Keys *keys) {
  std::optional<std::string> key = values_.keyOf(member);
  const auto *call = llvm::dyn_cast<CallExpression>(member.parent);
  const bool isCalled = call && call->callee == &member;
  if (!keys) {
    // `key.length > 0` only tests that it is there
    const auto *test = llvm::dyn_cast<BinaryExpression>(member.parent);
    const auto *number = test ? llvm::dyn_cast<NumberValue>(&values_.of(*test->right)) : nullptr;
    if (key == "length" && number && number->value <= 1)
      return;
    return key && isCalled && followTextMethod(*call, *key) ? void() : lose(*member.object);
  }
  if (key == keys->key || !key) {
    if (!isWritten(member))
      add(member, keys->next);
    return;
  }
  if (isCalled)
    return followMethod(*call, *key, keys) ? void() : lose(*member.object);
  if (keys->key.empty() && key != "length" && key != "size" && !isWritten(member))
    add(member, keys->next);
}

} // namespace agentc
