#include "Flow.h"

namespace agentc {

using namespace ast;

namespace {

using Shape = HelperShape::Kind;
using Written = WrittenProperty::Kind;

/// Adds what one place writes to an object.
class WriteCollector {
public:
  WriteCollector(const agentc::Program &program, Flow &flow, const Node &site,
                 std::vector<WrittenProperty> &out)
      : program_(program), flow_(flow), isAlways_(runsAlways(site)), out_(out) {}

  void addAssignment(const MemberExpression &target, const AssignmentExpression &assignment);
  void addCall(const CallExpression &call, unsigned index, llvm::StringRef known);

private:
  bool runsAlways(const Node &site) const;
  void add(llvm::StringRef name, const Node *value, Written kind = Written::Value,
           llvm::StringRef member = {}) {
    out_.push_back({name.str(), value, kind, member.str(), isAlways_});
  }
  const Node &valueOf(const Node &value) const;
  void addAll(const Node &source);
  void addByUnknownKey(const Node &key, const Node &value);
  void addDescriptor(const Node &key, const Node &descriptor);
  void addGetters(const Node &definitions);
  void addMethods(const Node &list, llvm::StringRef prefix);
  void addHostCall(llvm::StringRef name, const CallExpression &call, unsigned index);
  void addHelperCall(const HelperShape &shape, const CallExpression &call, unsigned index);

  const agentc::Program &program_;
  Flow &flow_;
  const bool isAlways_;
  std::vector<WrittenProperty> &out_;
};

/// True if a place is in a statement of its own at the top of a module.
bool WriteCollector::runsAlways(const Node &site) const {
  const Node *at = site.parent;
  while (at &&
         llvm::isa<AssignmentExpression, SequenceExpression, VariableDeclarator,
                   VariableDeclaration, ExpressionStatement, CallExpression, MemberExpression>(at))
    at = at->parent;
  if (at && llvm::isa<BlockStatement>(at))
    at = at->parent;
  return at && (llvm::isa<ast::TopLevel>(at) || program_.wrappedBy(*at));
}

/// Returns the value of a chain of assignments: the last value, or a variable in the chain,
/// which may get other values too.
const Node &WriteCollector::valueOf(const Node &value) const {
  const Node *at = &value;
  while (const auto *inner = llvm::dyn_cast<AssignmentExpression>(at)) {
    if (inner->op != "=")
      break;
    const auto *variable = llvm::dyn_cast<Identifier>(inner->left);
    if (variable && program_.symbolOf(*variable))
      return *variable;
    at = inner->right;
  }
  return *at;
}

void WriteCollector::addAssignment(const MemberExpression &target,
                                   const AssignmentExpression &assignment) {
  const Node &value =
      assignment.op == "=" ? valueOf(*assignment.right) : static_cast<const Node &>(assignment);
  if (std::optional<llvm::StringRef> key = writtenKeyOf(target))
    add(*key, &value);
  else
    addByUnknownKey(*target.property, value);
}

/// `exports[key] = source[key]`, or a getter that gives it, copies what `source` has.
void WriteCollector::addByUnknownKey(const Node &key, const Node &value) {
  const Node *from = &value;
  if (isFunction(*from)) {
    from = bodyOf(*from);
    if (const auto *block = llvm::dyn_cast_or_null<BlockStatement>(from)) {
      const auto *end =
          block->body.size() == 1 ? llvm::dyn_cast<ReturnStatement>(block->body[0]) : nullptr;
      from = end ? end->argument : nullptr;
    }
  }
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(from);
  const auto *name = llvm::dyn_cast<Identifier>(&key);
  const auto *read =
      member && member->computed ? llvm::dyn_cast<Identifier>(member->property) : nullptr;
  const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
  if (read && symbol && program_.symbolOf(*read) == symbol)
    add("", member->object, Written::All);
  else
    add("", &value, Written::Open);
}

void WriteCollector::addDescriptor(const Node &key, const Node &descriptor) {
  const auto *literal = llvm::dyn_cast<ObjectExpression>(&descriptor);
  std::optional<llvm::StringRef> name = textOfLiteral(&key);
  if (const auto *id = llvm::dyn_cast<Identifier>(&key); id && !program_.isReference(*id))
    name = id->name;
  for (const Node *part : literal ? literal->properties : NodeList()) {
    const auto *property = llvm::dyn_cast<Property>(part);
    std::optional<llvm::StringRef> role = property ? writtenKeyOf(*property) : std::nullopt;
    if (role != "value" && role != "get")
      continue;
    if (name)
      return add(*name, property->value, role == "get" ? Written::Getter : Written::Value);
    return addByUnknownKey(key, *property->value);
  }
  if (flow_.hostNameOf(key) != "Symbol.toStringTag")
    add("", &descriptor, Written::Open);
}

/// `{a: () => a, get b() { … }}`, or webpack's list of keys, each with a getter or `0` and a value.
void WriteCollector::addGetters(const Node &definitions) {
  if (const auto *object = llvm::dyn_cast<ObjectExpression>(&definitions)) {
    for (const Node *part : object->properties) {
      const auto *property = llvm::dyn_cast<Property>(part);
      std::optional<llvm::StringRef> name = property ? writtenKeyOf(*property) : std::nullopt;
      if (name)
        add(*name, property->value, Written::Getter);
      else
        add("", part, Written::Open);
    }
    return;
  }
  const auto *list = llvm::dyn_cast<ArrayExpression>(&definitions);
  NodeList elements = list ? list->elements : NodeList();
  for (size_t i = 0; i + 1 < elements.size(); i += 2) {
    std::optional<llvm::StringRef> name = textOfLiteral(elements[i]);
    const auto *zero = llvm::dyn_cast_or_null<Literal>(elements[i + 1]);
    bool isValue = zero && zero->literal == LiteralKind::Number && i + 2 < elements.size();
    i += isValue;
    if (!name || !elements[i + 1])
      return add("", &definitions, Written::Open);
    add(*name, elements[i + 1], isValue ? Written::Value : Written::Getter);
  }
  if (!list)
    add("", &definitions, Written::Open);
}

/// `[{key: "name", value: function …}, {key: "other", get: function …}]`.
void WriteCollector::addMethods(const Node &list, llvm::StringRef prefix) {
  const auto *methods = llvm::dyn_cast<ArrayExpression>(&list);
  for (const Node *element : methods ? methods->elements : NodeList()) {
    const auto *method = llvm::dyn_cast_or_null<ObjectExpression>(element);
    std::optional<llvm::StringRef> key;
    const Node *value = nullptr;
    Written kind = Written::Value;
    for (const Node *part : method ? method->properties : NodeList()) {
      const auto *property = llvm::dyn_cast<Property>(part);
      std::optional<llvm::StringRef> name = property ? writtenKeyOf(*property) : std::nullopt;
      if (name == "key")
        key = textOfLiteral(property->value);
      else if (name == "value")
        value = property->value;
      else if (name == "get")
        value = property->value, kind = Written::Getter;
    }
    if (key && value)
      add((prefix + *key).str(), value, kind);
  }
}

void WriteCollector::addAll(const Node &source) {
  const auto *object = llvm::dyn_cast<ObjectExpression>(&source);
  bool isPlain =
      object && llvm::all_of(object->properties, [](const Node *part) {
        const auto *property = llvm::dyn_cast<Property>(part);
        return property && property->propertyKind != PropertyKind::Set && writtenKeyOf(*property);
      });
  if (isPlain) {
    for (const Node *part : object->properties) {
      const auto &property = llvm::cast<Property>(*part);
      add(*writtenKeyOf(property), property.value,
          property.propertyKind == PropertyKind::Get ? Written::Getter : Written::Value);
    }
    return;
  }
  const auto *list = llvm::dyn_cast<ArrayExpression>(&source);
  if (!list)
    return add("", &source, Written::All);
  for (const Node *element : list->elements)
    if (element)
      add("", element, Written::All);
}

void WriteCollector::addHostCall(llvm::StringRef name, const CallExpression &call, unsigned index) {
  NodeList arguments = call.arguments;
  if (name == "tslib.__exportStar" && index == 1)
    return addAll(*arguments[0]);
  if (index != 0)
    return;
  if ((name == "Object.defineProperty" || name == "Reflect.defineProperty") &&
      arguments.size() >= 3)
    return addDescriptor(*arguments[1], *arguments[2]);
  if (name == "Object.defineProperties" && arguments.size() >= 2) {
    const auto *all = llvm::dyn_cast<ObjectExpression>(arguments[1]);
    for (const Node *part : all ? all->properties : NodeList())
      if (const auto *property = llvm::dyn_cast<Property>(part))
        addDescriptor(*property->key, *property->value);
    return;
  }
  if (name == "Object.assign" || name == "tslib.__assign")
    for (const Node *source : arguments.drop_front()) {
      addAll(*source);
      if (out_.empty() || out_.back().kind == Written::All)
        add("default", source, Written::Member, "default");
    }
  if (name == "tslib.__createBinding" && arguments.size() >= 3)
    if (std::optional<llvm::StringRef> key = textOfLiteral(arguments[2]))
      add(arguments.size() > 3 ? textOfLiteral(arguments[3]).value_or(*key) : *key, arguments[1],
          Written::Member, *key);
}

void WriteCollector::addHelperCall(const HelperShape &shape, const CallExpression &call,
                                   unsigned index) {
  NodeList arguments = call.arguments;
  bool isTarget = index == shape.target ||
                  (shape.kind == Shape::CopyMembers && shape.secondTarget == index && index);
  if (!isTarget || shape.source >= arguments.size())
    return;
  const Node &source = *arguments[shape.source];
  switch (shape.kind) {
  case Shape::DefineGetters:
    return addGetters(source);
  case Shape::CopyMembers:
    return addAll(source);
  case Shape::BindMember: {
    std::optional<llvm::StringRef> key =
        shape.key < arguments.size() ? textOfLiteral(arguments[shape.key]) : std::nullopt;
    if (!key)
      return add("", &source, Written::Open);
    std::optional<llvm::StringRef> newKey =
        shape.newKey < arguments.size() ? textOfLiteral(arguments[shape.newKey]) : std::nullopt;
    return add(newKey.value_or(*key), &source, Written::Member, *key);
  }
  case Shape::SetDefault:
    return add("default", &source);
  case Shape::SetMember: {
    std::optional<llvm::StringRef> key =
        shape.key < arguments.size() ? textOfLiteral(arguments[shape.key]) : std::nullopt;
    return key ? add(*key, &source) : add("", &source, Written::Open);
  }
  case Shape::DefineMethods:
    addMethods(source, "prototype.");
    if (shape.key && shape.key < arguments.size())
      addMethods(*arguments[shape.key], "");
    return;
  case Shape::MarkModule:
    return add("__esModule", nullptr);
  default:
    return;
  }
}

void WriteCollector::addCall(const CallExpression &call, unsigned index, llvm::StringRef known) {
  for (const Node *argument : call.arguments)
    if (llvm::isa<SpreadElement>(argument))
      return;
  std::string host = known.empty() ? flow_.hostNameOf(*call.callee) : known.str();
  if (!host.empty())
    addHostCall(host, call, index);
  else
    addHelperCall(flow_.shapeOfCallee(*call.callee), call, index);
}

} // namespace

void Flow::collectWrites(const Node &holder, std::vector<WrittenProperty> &out,
                         llvm::StringRef host) {
  const Node *parent = holder.parent;
  WriteCollector collector(*program_, *this, holder, out);
  if (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(parent)) {
    const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(member->parent);
    if (member->object == &holder && assignment && assignment->left == member)
      collector.addAssignment(*member, *assignment);
  } else if (const auto *call = llvm::dyn_cast_or_null<CallExpression>(parent)) {
    if (size_t index = llvm::find(call->arguments, &holder) - call->arguments.begin();
        index < call->arguments.size())
      collector.addCall(*call, index, host);
  }
}

} // namespace agentc
