#include "DefinitionIndex.h"
#include "DefinitionParts.h"
#include "Definitions.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

std::optional<EnvironmentDefault> environmentDefaultOf(const Value &value) {
  const auto *either = llvm::dyn_cast<UnionValue>(&value);
  if (!either || either->alternatives.size() != 2)
    return std::nullopt;
  EnvironmentDefault found{"", nullptr};
  for (const Value *one : either->alternatives) {
    llvm::StringRef path;
    if (const auto *api = llvm::dyn_cast<ApiValue>(one))
      path = api->path;
    if (path.consume_front("global:process.env."_api) ||
        path.consume_front("global:Bun.env."_api) || path.consume_front("module:process.env."_api))
      found.variable = path.str();
    else if (const auto *call = llvm::dyn_cast<ResultValue>(one);
             call && call->callee->path == "global:Deno.env.get"_api &&
             call->arguments.size() == 1 && asString(*call->arguments[0]))
      found.variable = asString(*call->arguments[0])->str();
    else if (asString(*one))
      found.fallback = one;
  }
  if (found.variable.empty() || !found.fallback)
    return std::nullopt;
  return found;
}

std::string environmentReason(const EnvironmentDefault &environment) {
  return isValidName(environment.variable)
             ? "the environment's `" + environment.variable + "` decides it"
             : "the environment decides it";
}

namespace {

constexpr size_t maxHoleBytes = 80;
constexpr size_t maxTextSteps = 20000;

/// Returns a text as `dedent` and the like would: without the indentation that all its lines
/// share, and without surrounding space.
std::string dedented(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  size_t indent = llvm::StringRef::npos;
  for (llvm::StringRef line : lines) {
    size_t first = line.find_first_not_of(" \t");
    if (first != llvm::StringRef::npos && first != 0)
      indent = std::min(indent, first);
  }
  std::string result;
  for (size_t i = 0; i < lines.size(); ++i) {
    llvm::StringRef line = lines[i];
    bool isIndented = line.starts_with(" ") || line.starts_with("\t");
    if (i)
      result += '\n';
    result += isIndented && indent != llvm::StringRef::npos
                  ? line.drop_front(std::min(indent, line.size()))
                  : line;
  }
  return llvm::StringRef(result).trim(" \t\r\n\f\v").str();
}

bool isDedent(llvm::StringRef path) {
  return path == "module:dedent"_api || path == "module:dedent.default"_api ||
         path == "module:dedent.dedent"_api;
}

/// Puts a text together of what is known of it.
class TextReader {
public:
  TextReader(const ExtractionContext &context) : context_(context) {}

  std::string text;
  bool isWhole = true; ///< nothing of it is missing
  bool hasText = false;

  /// Adds what a value says that `node` gives.
  void add(const Value &value, const Node *node, unsigned depth = 0);

private:
  bool addExpression(const Node &node, unsigned depth);
  bool addCall(const CallExpression &call, unsigned depth);
  void addTemplate(const TemplateLiteral &parts, unsigned depth);
  void addJoined(const ArrayValue &list, llvm::StringRef separator, const Node *node,
                 unsigned depth);
  void addHole(const Node *node);
  void addText(llvm::StringRef more, bool isSure = true) {
    if (text.size() + more.size() > maxFieldBytes) {
      isWhole = false;
      return;
    }
    text += more;
    hasText |= isSure && !more.empty();
  }
  /// Adds by `read`, then changes what it added.
  void change(llvm::function_ref<void()> read,
              llvm::function_ref<std::string(llvm::StringRef)> by) {
    size_t begin = text.size();
    read();
    std::string changed = by(llvm::StringRef(text).drop_front(begin));
    text.resize(begin);
    addText(changed, false);
  }

  const ExtractionContext &context_;
  size_t steps_ = 0;
};

void TextReader::add(const Value &value, const Node *node, unsigned depth) {
  if (depth > maxFieldDepth || ++steps_ > maxTextSteps) {
    isWhole = false;
    return;
  }
  switch (value.kind) {
  case ValueKind::String:
    return addText(llvm::cast<StringValue>(value).value);
  case ValueKind::Number:
  case ValueKind::Boolean:
    if (depth == 0)
      break; // a text is asked for
    return addText(describe(value), false);
  case ValueKind::Object:
    // a message: {role: 'system', content: '…'}
    if (const PropertyValue *content = llvm::cast<ObjectValue>(value).find("content");
        content && !content->mayDiffer && depth == 0)
      return add(*content->value, content->site, depth + 1);
    break;
  case ValueKind::Result:
    if (const auto &call = llvm::cast<ResultValue>(value);
        call.callee->path.ends_with(".SystemMessage") && call.arguments.size() == 1)
      return add(*call.arguments[0], node, depth + 1);
    break;
  case ValueKind::Function:
    if (depth == 0 && !isGenerator(*value.origin))
      if (const Node *result = context_.index.onlyResultOf(*value.origin))
        return add(context_.values.of(*result), result, depth + 1);
    break;
  default:
    break;
  }
  // the parts of what could not be folded
  for (const Node *from : {node, value.origin})
    if (from && from->parent && isExpression(*from) && addExpression(*from, depth))
      return;
  addHole(node);
}

bool TextReader::addExpression(const Node &node, unsigned depth) {
  auto part = [&](const Node &expression) {
    add(context_.values.of(expression), &expression, depth + 1);
  };
  if (const auto *parts = llvm::dyn_cast<TemplateLiteral>(&node)) {
    addTemplate(*parts, depth);
    return true;
  }
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(&node); sum && sum->op == "+") {
    // a sum that holds no text may be one of numbers
    size_t begin = text.size();
    bool hadText = hasText;
    hasText = false;
    part(*sum->left);
    part(*sum->right);
    bool isText = hasText;
    hasText |= hadText;
    if (!isText)
      text.resize(begin);
    return isText;
  }
  if (const auto *awaited = llvm::dyn_cast<AwaitExpression>(&node)) {
    part(*awaited->argument);
    return true;
  }
  if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&node)) {
    const auto *tag = llvm::dyn_cast<ApiValue>(&context_.values.of(*tagged->tag));
    const auto *parts = llvm::dyn_cast<TemplateLiteral>(tagged->quasi);
    if (!tag || !isDedent(tag->path) || !parts)
      return false;
    // it reads escapes in its own way
    for (const Node *quasi : parts->quasis)
      isWhole &= !llvm::cast<TemplateElement>(quasi)->raw.contains('\\');
    change([&] { addTemplate(*parts, depth); }, dedented);
    return true;
  }
  if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    return addCall(*call, depth);
  return false;
}

bool TextReader::addCall(const CallExpression &call, unsigned depth) {
  const Value &callee = context_.values.of(*call.callee);
  if (const auto *tag = llvm::dyn_cast<ApiValue>(&callee);
      tag && isDedent(tag->path) && call.arguments.size() == 1) {
    change([&] { add(context_.values.of(*call.arguments[0]), call.arguments[0], depth + 1); },
           dedented);
    return true;
  }
  // a function of the bundle that builds a text of its arguments
  if (const auto *function = llvm::dyn_cast<FunctionValue>(&callee)) {
    const Node *result = context_.index.onlyResultOf(*function->origin);
    bool isPromise = isAsync(*function->origin) && !llvm::isa<AwaitExpression>(call.parent);
    if (!result || isPromise || isGenerator(*function->origin))
      return false;
    size_t before = text.size();
    bool wasWhole = isWhole;
    add(context_.values.of(*result), result, depth + 1);
    if (text.size() != before)
      return true;
    isWhole = wasWhole;
    return false;
  }
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  std::optional<std::string> method = member ? context_.values.keyOf(*member) : std::nullopt;
  if (!method)
    return false;
  const Value &object = context_.values.of(*member->object);
  if (*method == "join" && call.arguments.size() <= 1) {
    const auto *list = llvm::dyn_cast<ArrayValue>(&object);
    std::optional<llvm::StringRef> separator =
        call.arguments.empty() ? std::optional<llvm::StringRef>(",")
                               : asString(context_.values.of(*call.arguments[0]));
    if (!list || !separator)
      return false;
    addJoined(*list, *separator, member->object, depth);
    return true;
  }
  if (call.arguments.empty() &&
      (*method == "trim" || *method == "trimStart" || *method == "trimEnd")) {
    change([&] { add(object, member->object, depth + 1); },
           [&](llvm::StringRef added) {
             constexpr llvm::StringLiteral space = " \t\r\n\f\v";
             if (*method != "trimEnd")
               added = added.ltrim(space);
             if (*method != "trimStart")
               added = added.rtrim(space);
             return added.str();
           });
    return true;
  }
  return false;
}

void TextReader::addTemplate(const TemplateLiteral &parts, unsigned depth) {
  for (size_t i = 0; i < parts.quasis.size(); ++i) {
    llvm::StringRef written = llvm::cast<TemplateElement>(parts.quasis[i])->cooked;
    addText(written);
    if (i < parts.expressions.size())
      add(context_.values.of(*parts.expressions[i]), parts.expressions[i], depth + 1);
  }
}

void TextReader::addJoined(const ArrayValue &list, llvm::StringRef separator, const Node *node,
                           unsigned depth) {
  const auto *written = llvm::dyn_cast<ArrayExpression>(node);
  bool isWritten = written && written->elements.size() == list.elements.size();
  for (size_t i = 0; i < list.elements.size(); ++i) {
    if (i)
      addText(separator);
    const Value &element = *list.elements[i];
    const Node *site = isWritten ? written->elements[i] : element.origin;
    if (!llvm::isa<UndefinedValue, NullValue>(element))
      add(element, site, depth + 1);
  }
  isWhole &= !list.open;
}

/// Leaves `${name}` for what isn't known, by the expression's own words.
void TextReader::addHole(const Node *node) {
  isWhole = false;
  llvm::StringRef words = "…";
  if (node && node->parent) {
    llvm::StringRef source = context_.program.moduleOf(*node).syntax->text;
    llvm::StringRef spelt = source.slice(node->range.begin, node->range.end);
    if (spelt.size() <= maxHoleBytes && !spelt.contains('\n'))
      words = spelt;
  }
  text += ("${" + words + "}").str();
}

} // namespace

ConfigField readText(const ExtractionContext &context, const DefinitionPart &part) {
  ConfigField field = readPart(context, part);
  if (!part.value || !part.doubt.empty() ||
      (field.kind != Provenance::Unresolved && field.value->is_string()))
    return field;
  if (std::optional<EnvironmentDefault> environment = environmentDefaultOf(*part.value)) {
    field.fallback =
        toField(context.program, context.values, *environment->fallback, *part.site).value;
    field.reason = environmentReason(*environment);
    return field;
  }
  TextReader reader(context);
  reader.add(*part.value, part.site);
  if (!reader.hasText) {
    // a list of messages, a preset: data, though no text
    if (field.kind != Provenance::Unresolved && !field.value->is_structured()) {
      field.kind = Provenance::Unresolved;
      field.value = nullptr;
      field.reason = "it is not text";
    }
    return field;
  }
  field.value = std::make_shared<const Json>(reader.text);
  if (reader.isWhole) {
    field.kind = Provenance::Folded;
    field.reason.clear();
  } else {
    field.kind = Provenance::Unresolved;
    field.reason = "only a part of it is known";
  }
  context.index.count(field);
  return field;
}

} // namespace agentc
