#include "agentc/Analysis/TextShape.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxShapeDepth = 32;
constexpr unsigned maxShapeSteps = 1000;

class ShapeMaker {
public:
  explicit ShapeMaker(const Values &values) : values_(values) {}

  void add(const Value &value, unsigned depth);
  TextShape take() { return std::move(shape_); }

private:
  void addHole() {
    if (!llvm::StringRef(shape_.text).ends_with(TextShape::hole))
      shape_.text += TextShape::hole;
  }
  void addNode(const Node &node, unsigned depth);
  void addResult(const ResultValue &result, unsigned depth);

  const Values &values_;
  TextShape shape_;
  unsigned steps_ = 0;
};

void ShapeMaker::addNode(const Node &node, unsigned depth) {
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(&node); sum && sum->op == "+") {
    add(values_.of(*sum->left), depth);
    add(values_.of(*sum->right), depth);
    return;
  }
  const auto *literal = llvm::dyn_cast<TemplateLiteral>(&node);
  if (!literal)
    return addHole();
  for (size_t i = 0; i < literal->quasis.size(); ++i) {
    shape_.text += llvm::cast<TemplateElement>(literal->quasis[i])->cooked;
    if (i < literal->expressions.size())
      add(values_.of(*literal->expressions[i]), depth);
  }
}

void ShapeMaker::addResult(const ResultValue &result, unsigned depth) {
  llvm::StringRef callee = result.callee->path;
  llvm::ArrayRef<const Value *> arguments = result.arguments;
  if ((callee == "global:URL" || callee == "global:Request") && !arguments.empty()) {
    size_t start = shape_.text.size();
    add(*arguments[0], depth);
    bool isAbsolute =
        llvm::StringRef(shape_.text).drop_front(start).split(TextShape::hole).first.contains("://");
    if (isAbsolute || arguments.size() < 2 || callee != "global:URL")
      return;
    shape_.text.resize(start);
    add(*arguments[1], depth);
    return;
  }
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(result.origin);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  const Value *receiver = member ? &values_.of(*member->object) : nullptr;
  const auto *list = receiver ? llvm::dyn_cast<ArrayValue>(receiver) : nullptr;
  if (receiver && callee == "global:URL().toString") {
    add(*receiver, depth);
  } else if (receiver && callee == "global:String.prototype.concat") {
    // as compilers write templates
    add(*receiver, depth);
    for (const Value *argument : arguments)
      add(*argument, depth);
  } else if (list && !list->open && callee == "global:Array.prototype.join") {
    for (size_t i = 0; i < list->elements.size(); ++i) {
      if (i && arguments.empty())
        shape_.text += ",";
      else if (i)
        add(*arguments[0], depth);
      add(*list->elements[i], depth);
    }
  } else {
    addHole();
  }
}

void ShapeMaker::add(const Value &value, unsigned depth) {
  if (++depth > maxShapeDepth || ++steps_ > maxShapeSteps || shape_.text.size() > maxStringBytes)
    return addHole();
  if (const auto *text = llvm::dyn_cast<StringValue>(&value)) {
    shape_.text += text->value;
  } else if (const auto *result = llvm::dyn_cast<ResultValue>(&value)) {
    addResult(*result, depth);
  } else if (const auto *api = llvm::dyn_cast<ApiValue>(&value)) {
    const auto *member = llvm::dyn_cast_or_null<MemberExpression>(api->origin);
    if (member && api->path == "global:URL().href")
      add(values_.of(*member->object), depth);
    else
      addHole();
  } else if (llvm::isa<UnknownValue>(value) && value.origin) {
    addNode(*value.origin, depth);
  } else {
    addHole();
  }
}

} // namespace

TextShape textShape(const Values &values, const Value &value) {
  ShapeMaker maker(values);
  maker.add(value, 0);
  return maker.take();
}

} // namespace agentc
