#include "agentc/Access/TextShape.h"

#include "agentc/Flow/UseKind.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxShapeDepth = 32;
constexpr unsigned maxShapeSteps = 1000;

class ShapeMaker {
public:
  /// The parts of a text are what any call sees: it may come from another.
  ShapeMaker(const Values &values, size_t most, KnownVariable known = nullptr)
      : values_(values.anywhere()), most_(most), known_(known) {}

  void add(const Value &value, unsigned depth);
  void addExpression(const Node &node, unsigned depth);
  std::vector<TextShape> take() { return std::move(shapes_); }

private:
  void addText(llvm::StringRef text) {
    for (TextShape &shape : shapes_)
      shape.text += text;
  }
  void addHole() {
    for (TextShape &shape : shapes_)
      if (!llvm::StringRef(shape.text).ends_with(TextShape::hole))
        shape.text += TextShape::hole;
  }
  bool isTooLong() const {
    size_t bytes = 0;
    for (const TextShape &shape : shapes_)
      bytes += shape.text.size();
    return bytes > maxStringBytes;
  }
  bool addKnown(const Identifier &reference);
  void addChoice(const UnionValue &choice, unsigned depth);
  void addUrl(llvm::ArrayRef<const Value *> arguments, unsigned depth);
  void addNode(const Node &node, unsigned depth);
  void addResult(const ResultValue &result, unsigned depth);

  Values values_;
  size_t most_;
  KnownVariable known_;
  std::vector<TextShape> shapes_{1};
  unsigned steps_ = 0;
};

/// Returns true if `known_` knows the variable; extends each shape so far with each that the
/// variable can have.
bool ShapeMaker::addKnown(const Identifier &reference) {
  std::optional<std::vector<TextShape>> shapes = known_ ? known_(reference) : std::nullopt;
  if (!shapes)
    return false;
  if (shapes->empty() || shapes->size() * shapes_.size() > most_) {
    addHole();
    return true;
  }
  std::vector<TextShape> all;
  for (const TextShape &before : shapes_)
    for (const TextShape &shape : *shapes)
      all.push_back({before.text + shape.text});
  shapes_ = std::move(all);
  return true;
}

void ShapeMaker::addExpression(const Node &node, unsigned depth) {
  const auto *name = llvm::dyn_cast<Identifier>(&node);
  if (name && addKnown(*name))
    return;
  const auto *sum = llvm::dyn_cast<BinaryExpression>(&node);
  if (known_ && ++depth <= maxShapeDepth && ++steps_ <= maxShapeSteps &&
      (llvm::isa<TemplateLiteral>(node) || (sum && sum->op == "+")))
    return addNode(node, depth);
  add(values_.of(node), depth);
}

void ShapeMaker::addNode(const Node &node, unsigned depth) {
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(&node); sum && sum->op == "+") {
    addExpression(*sum->left, depth);
    addExpression(*sum->right, depth);
    return;
  }
  const auto *literal = llvm::dyn_cast<TemplateLiteral>(&node);
  if (!literal)
    return addHole();
  for (size_t i = 0; i < literal->quasis.size(); ++i) {
    addText(llvm::cast<TemplateElement>(literal->quasis[i])->cooked);
    if (i < literal->expressions.size())
      addExpression(*literal->expressions[i], depth);
  }
}

void ShapeMaker::addResult(const ResultValue &result, unsigned depth) {
  llvm::StringRef callee = result.callee->path;
  llvm::ArrayRef<const Value *> arguments = result.arguments;
  const ResultValue *made = result.callee->receiver;
  if (callee == "global:String.prototype.concat"_api && result.origin &&
      !llvm::isa<CallExpression>(result.origin)) {
    // a template or sum of one call
    for (const Value *part : arguments)
      add(*part, depth);
    return;
  }
  if (callee == "global:URL().toString"_api && made)
    return add(*made, depth);
  if ((callee == "global:URL"_api || callee == "global:Request"_api) && !arguments.empty())
    return addUrl(callee == "global:URL"_api ? arguments : arguments.take_front(), depth);
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(result.origin);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  const Value *receiver = member ? &values_.of(*member->object) : nullptr;
  const auto *list = receiver ? llvm::dyn_cast<ArrayValue>(receiver) : nullptr;
  if (receiver && callee == "global:URL().toString"_api) {
    add(*receiver, depth);
  } else if (receiver && callee == "global:String.prototype.concat"_api) {
    // as compilers write templates
    add(*receiver, depth);
    for (const Value *argument : arguments)
      add(*argument, depth);
  } else if (list && !list->open && callee == "global:Array.prototype.join"_api) {
    for (size_t i = 0; i < list->elements.size(); ++i) {
      if (i && arguments.empty())
        addText(",");
      else if (i)
        add(*arguments[0], depth);
      add(*list->elements[i], depth);
    }
  } else {
    addHole();
  }
}

/// True if a relative URL has a host of its own: `//example.com`, or `\\example.com`, which URL
/// readers take for the same.
static bool hasOwnHost(const TextShape &url) {
  llvm::StringRef text = url.beginning().ltrim();
  auto isSlash = [](char c) { return c == '/' || c == '\\'; };
  return text.size() > 1 && isSlash(text[0]) && isSlash(text[1]);
}

/// `new URL(url, base)`: the base counts where the URL is relative.
void ShapeMaker::addUrl(llvm::ArrayRef<const Value *> arguments, unsigned depth) {
  std::vector<TextShape> before = std::exchange(shapes_, std::vector<TextShape>(1));
  add(*arguments[0], depth);
  bool isRelative =
      llvm::none_of(shapes_, [](const TextShape &url) { return url.beginning().contains("://"); });
  if (isRelative && arguments.size() > 1) {
    std::vector<TextShape> urls = std::exchange(shapes_, std::vector<TextShape>(1));
    add(*arguments[1], depth);
    const bool isPlain = shapes_.front().beginning().starts_with("http:");
    if (llvm::all_of(urls, hasOwnHost))
      shapes_.clear();
    for (TextShape &url : urls)
      if (hasOwnHost(url))
        shapes_.push_back({(isPlain ? "http:" : "https:") + url.text});
  }
  std::vector<TextShape> urls = std::exchange(shapes_, std::move(before));
  if (urls.size() == 1)
    return addText(urls.front().text);
  if (shapes_.size() == 1 && shapes_.front().text.empty())
    shapes_ = std::move(urls);
  else
    addHole();
}

void ShapeMaker::addChoice(const UnionValue &choice, unsigned depth) {
  llvm::SmallVector<const Value *, 16> alternatives;
  llvm::copy_if(choice.alternatives, std::back_inserter(alternatives),
                [&](const Value *one) { return !isOnlyInherited(values_, *one); });
  if (shapes_.size() * alternatives.size() > most_ || alternatives.empty())
    return addHole();
  std::vector<TextShape> before = std::move(shapes_), all;
  for (const Value *alternative : alternatives) {
    shapes_ = before;
    add(*alternative, depth);
    all.insert(all.end(), shapes_.begin(), shapes_.end());
  }
  shapes_ = std::move(all);
  if (shapes_.size() <= most_)
    return;
  shapes_ = std::move(before);
  addHole();
}

void ShapeMaker::add(const Value &value, unsigned depth) {
  if (++depth > maxShapeDepth || ++steps_ > maxShapeSteps || isTooLong())
    return addHole();
  if (const auto *choice = llvm::dyn_cast<UnionValue>(&value)) {
    addChoice(*choice, depth);
  } else if (const auto *text = llvm::dyn_cast<StringValue>(&value)) {
    addText(text->value);
  } else if (const auto *result = llvm::dyn_cast<ResultValue>(&value)) {
    addResult(*result, depth);
  } else if (const auto *api = llvm::dyn_cast<ApiValue>(&value)) {
    const auto *member = llvm::dyn_cast_or_null<MemberExpression>(api->origin);
    if (api->path == "global:URL().href"_api && api->receiver)
      add(*api->receiver, depth);
    else if (member && api->path == "global:URL().href"_api)
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

bool isOnlyInherited(const Values &values, const Value &alternative) {
  const auto *lost = llvm::dyn_cast<UnknownValue>(&alternative);
  const auto *member = lost && lost->reason == UnknownReason::Member
                           ? llvm::dyn_cast_or_null<MemberExpression>(lost->origin)
                           : nullptr;
  if (!member || values.anywhere().keyOf(*member))
    return false;
  bool isKnown = true;
  forEachAlternative(values.anywhere().of(*member->object), [&](const Value &one) {
    const auto *table = llvm::dyn_cast<ObjectValue>(&one);
    isKnown &= table && !table->open;
  });
  return isKnown;
}

TextShape textShape(const Values &values, const Value &value) {
  ShapeMaker maker(values, 1);
  maker.add(value, 0);
  return std::move(maker.take().front());
}

std::vector<TextShape> textShapes(const Values &values, const ast::Node &expression,
                                  KnownVariable known) {
  ShapeMaker maker(values, maxTextShapes, known);
  maker.addExpression(expression, 0);
  return maker.take();
}

std::vector<TextShape> textShapes(const Values &values, const Value &value) {
  ShapeMaker maker(values, maxTextShapes);
  maker.add(value, 0);
  return maker.take();
}

} // namespace agentc
