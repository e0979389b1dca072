#include "Flow.h"

namespace agentc {

using namespace ast;

namespace {

using Kind = HelperShape::Kind;

/// Reads the shape of one function. Every member that it writes, and for some shapes what it
/// returns, must be explained as part of that shape, or it has none.
class ShapeReader {
public:
  ShapeReader(const agentc::Program &program, Flow &flow, const Node &function)
      : program_(program), flow_(flow), function_(function), parameters_(paramsOf(function)) {}

  HelperShape read();

private:
  void visit(const Node &node);
  void visitWrite(const Node &object, const Node &key, bool isComputed, const Node &value);
  void visitDescriptor(const Node &object, const Node &key, const Node &descriptor, unsigned depth);
  void visitDescriptorPart(const Node &object, const Node &key, const Property &part);
  void visitCall(const CallExpression &call);
  void visitCopy(Kind kind, const Node &object, const Node &key, const MemberExpression *from);
  void found(Kind kind, std::optional<unsigned> target, std::optional<unsigned> source);
  bool isExplained(const Node &result, unsigned depth = 0);
  bool isExplainedVariable(const Symbol &symbol, unsigned depth);
  HelperShape shapeOfResult();
  std::optional<unsigned> parameterOf(const Node &node) const;
  std::optional<unsigned> listOf(const Node &node) const;
  bool isFirst(const Node &node) const { return parameterOf(node) == 0u; }
  const Symbol *symbolOf(const Node *node) const {
    const auto *name = llvm::dyn_cast_or_null<Identifier>(node);
    return name ? program_.symbolOf(*name) : nullptr;
  }

  const agentc::Program &program_;
  Flow &flow_;
  const Node &function_;
  NodeList parameters_;
  HelperShape shape_;
  Nodes results_;
  bool readsEsModule_ = false, readsDefault_ = false, wrapsDefault_ = false, copiesFirst_ = false;
  bool marks_ = false, setsPrototype_ = false, isBroken_ = false;
};

std::optional<unsigned> ShapeReader::parameterOf(const Node &node) const {
  const Symbol *symbol = symbolOf(&node);
  for (unsigned i = 0; symbol && i < parameters_.size(); ++i)
    if (const Identifier *name = nameOfParameter(parameters_[i]);
        name && program_.symbolOf(*name) == symbol)
      return i;
  // an element of a list that is a parameter: rollup merges several namespaces by one call
  std::optional<ParameterPlace> place = symbol ? placeOfParameter(*symbol) : std::nullopt;
  const auto *each = place && place->function != &function_
                         ? llvm::dyn_cast<CallExpression>(place->function->parent)
                         : nullptr;
  const auto *method = each ? llvm::dyn_cast<MemberExpression>(each->callee) : nullptr;
  bool isElement = method && place->index == 0 && writtenKeyOf(*method) == "forEach" &&
                   llvm::isa<Identifier>(method->object);
  return isElement ? parameterOf(*method->object) : std::nullopt;
}

/// The parameter whose elements are taken one by one, where the node is one of these: webpack lists
/// keys and getters in turn.
std::optional<unsigned> ShapeReader::listOf(const Node &node) const {
  const Node *at = &node;
  if (const Symbol *symbol = symbolOf(at))
    for (const Identifier *target : symbol->targets)
      if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent))
        if (declarator->init)
          at = declarator->init;
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at);
  bool isNext = member && member->computed && llvm::isa<UpdateExpression>(member->property);
  return isNext ? parameterOf(*member->object) : std::nullopt;
}

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
  const Symbol *keySymbol = symbolOf(&key);
  if (!from || !from->computed || !keySymbol) {
    isBroken_ = true;
    return;
  }
  std::optional<unsigned> target = parameterOf(object), source = parameterOf(*from->object);
  std::optional<unsigned> newKey = parameterOf(key), oldKey = parameterOf(*from->property);
  if (newKey && oldKey && target && source)
    shape_ = {Kind::BindMember, *target, *source, *oldKey, *newKey};
  else if (symbolOf(from->property) == keySymbol)
    found(kind, target, source);
  else
    isBroken_ = true;
}

namespace {

/// What a function of one return gives; the node itself if it is no function.
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
  } else if (name == "prototype" || name == "__proto__" || name == "constructor") {
    setsPrototype_ |= isFirst(object) && name == "prototype";
  } else if (name) {
    isBroken_ = true;
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
    if (isDescriptor)
      found(Kind::CopyMembers, parameterOf(object), parameterOf(*call->arguments[0]));
    isBroken_ |= !isDescriptor;
  } else if (!llvm::isa<Literal>(descriptor)) {
    isBroken_ = true;
  }
}

void ShapeReader::visitCall(const CallExpression &call) {
  std::string host = flow_.hostNameOf(*call.callee);
  if (host == "Object.defineProperty" && call.arguments.size() >= 3) {
    if (textOfLiteral(call.arguments[1]) == "__esModule")
      marks_ = true;
    else if (flow_.hostNameOf(*call.arguments[1]) != "Symbol.toStringTag")
      visitDescriptor(*call.arguments[0], *call.arguments[1], *call.arguments[2], 0);
    return;
  }
  if (!host.empty()) {
    isBroken_ |= host == "Object.assign" || host == "Object.defineProperties" ||
                 host == "Reflect.set" || host == "Reflect.defineProperty";
    return;
  }
  HelperShape shape = flow_.shapeOfCallee(*call.callee);
  auto argument = [&](unsigned index) {
    return index < call.arguments.size() ? parameterOf(*call.arguments[index]) : std::nullopt;
  };
  switch (shape.kind) {
  case Kind::CopyMembers:
  case Kind::DefineGetters:
    return found(shape.kind, argument(shape.target), argument(shape.source));
  case Kind::BindMember:
    return found(Kind::CopyMembers, argument(shape.target), argument(shape.source));
  case Kind::SetDefault:
    wrapsDefault_ |= argument(shape.source) == 0u;
    return found(Kind::SetDefault, argument(shape.target), argument(shape.source));
  case Kind::MarkModule:
    marks_ = true;
    return;
  default:
    return;
  }
}

void ShapeReader::visit(const Node &node) {
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node)) {
    if (const auto *target = llvm::dyn_cast<MemberExpression>(assignment->left))
      visitWrite(*target->object, *target->property, target->computed, *assignment->right);
  } else if (const auto *property = llvm::dyn_cast<Property>(&node)) {
    wrapsDefault_ |= writtenKeyOf(*property) == "default" && isFirst(*property->value);
    marks_ |= writtenKeyOf(*property) == "__esModule";
  } else if (const auto *member = llvm::dyn_cast<MemberExpression>(&node)) {
    readsEsModule_ |= isFirst(*member->object) && writtenKeyOf(*member) == "__esModule";
    readsDefault_ |= isFirst(*member->object) && writtenKeyOf(*member) == "default";
  } else if (const auto *end = llvm::dyn_cast<ReturnStatement>(&node)) {
    if (end->argument && functionAround(node) == &function_)
      results_.push_back(end->argument);
  } else if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
    visitCall(*call);
  }
  forEachChild(node, [&](const Node &child) { visit(child); });
}

bool ShapeReader::isExplainedVariable(const Symbol &symbol, unsigned depth) {
  for (const Identifier *target : symbol.targets) {
    const Node *source = nullptr;
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent))
      source = declarator->init;
    else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent))
      source = assignment->right;
    else if (!nameOfParameter(target))
      return false;
    if (source && !isExplained(*source, depth + 1))
      return false;
  }
  return true;
}

/// Whether a result is the first parameter, its default, or an object that holds only its members.
bool ShapeReader::isExplained(const Node &node, unsigned depth) {
  if (depth > 8)
    return false;
  auto next = [&](const Node *one) { return one && isExplained(*one, depth + 1); };
  switch (node.kind) {
  case NodeKind::Identifier: {
    const Symbol *symbol = symbolOf(&node);
    return symbol ? isFirst(node) || isExplainedVariable(*symbol, depth)
                  : llvm::cast<Identifier>(node).name == "undefined";
  }
  case NodeKind::Literal:
    return true;
  case NodeKind::ConditionalExpression:
    return next(llvm::cast<ConditionalExpression>(node).consequent) &&
           next(llvm::cast<ConditionalExpression>(node).alternate);
  case NodeKind::LogicalExpression:
    // what stands left of `&&` comes out only where it is falsy
    return (llvm::cast<LogicalExpression>(node).op == "&&" ||
            next(llvm::cast<LogicalExpression>(node).left)) &&
           next(llvm::cast<LogicalExpression>(node).right);
  case NodeKind::SequenceExpression:
    return next(llvm::cast<SequenceExpression>(node).expressions.back());
  case NodeKind::AssignmentExpression:
    return next(llvm::cast<AssignmentExpression>(node).right);
  case NodeKind::MemberExpression: {
    const auto &member = llvm::cast<MemberExpression>(node);
    return writtenKeyOf(member) == "default" && isFirst(*member.object);
  }
  case NodeKind::ObjectExpression:
    return llvm::all_of(llvm::cast<ObjectExpression>(node).properties, [&](const Node *part) {
      const auto *property = llvm::dyn_cast<Property>(part);
      return property && (isFirst(*property->value) || llvm::isa<Literal>(property->value));
    });
  case NodeKind::CallExpression: {
    const auto &call = llvm::cast<CallExpression>(node);
    std::string host = flow_.hostNameOf(*call.callee);
    if (host == "Object.create")
      return true;
    if (host == "Object.freeze" || host == "Object.defineProperty")
      return !call.arguments.empty() && next(call.arguments[0]);
    const auto *method = llvm::dyn_cast<MemberExpression>(call.callee);
    if (method && writtenKeyOf(*method) == "get") // of a cache
      return call.arguments.size() == 1 && isFirst(*call.arguments[0]);
    HelperShape shape = flow_.shapeOfCallee(*call.callee);
    return shape.kind == Kind::CopyMembers && shape.target < call.arguments.size() &&
           next(call.arguments[shape.target]);
  }
  default:
    return false;
  }
}

HelperShape ShapeReader::shapeOfResult() {
  HelperShape shape;
  // a helper that replaces itself by another one of its kind and calls that
  if (results_.size() == 1)
    if (const auto *call = llvm::dyn_cast<CallExpression>(results_.front());
        call && !call->arguments.empty() && isFirst(*call->arguments[0])) {
      HelperShape inner = flow_.shapeOfCallee(*call->callee);
      if (inner.kind == Kind::ToNamespace || inner.kind == Kind::ToDefault ||
          inner.kind == Kind::ToItself)
        return inner;
    }
  if (isBroken_ || results_.empty() ||
      !llvm::all_of(results_, [&](const Node *result) { return isExplained(*result); }))
    return shape;
  if (wrapsDefault_ && readsEsModule_)
    shape.kind = Kind::ToNamespace;
  else if (readsDefault_ && readsEsModule_ && !copiesFirst_)
    shape.kind = Kind::ToDefault;
  else if (copiesFirst_)
    shape.kind = Kind::ToItself;
  return shape;
}

HelperShape ShapeReader::read() {
  const Node *body = bodyOf(function_);
  if (!body || parameters_.empty() || parameters_.size() > 8)
    return {};
  visit(*body);
  if (!llvm::isa<BlockStatement>(body))
    results_.push_back(body);
  if (HelperShape shape = shapeOfResult(); shape.kind != Kind::None)
    return shape;
  if (isBroken_)
    return {};
  if (setsPrototype_ && parameters_.size() == 2)
    return {Kind::Inherit, 0, 1, 0, 0};
  if (shape_.kind == Kind::None && marks_ && parameters_.size() == 1)
    shape_.kind = Kind::MarkModule;
  return shape_;
}

} // namespace

HelperShape Flow::shapeOf(const Node &function) {
  auto [entry, isNew] = shapes_.try_emplace(&function);
  if (!isNew)
    return entry->second;
  if (!isHarmless(function))
    return {};
  HelperShape shape = ShapeReader(*program_, *this, function).read();
  return shapes_[&function] = shape;
}

} // namespace agentc
