#include "JsxLowering.h"

#include "TypeScriptNames.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

/// The names of a chain that no text stands for.
std::string chainOf(const Node &node) {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
    return chainOf(*member->object) + "." + llvm::cast<Identifier>(member->property)->name.str();
  return llvm::cast<Identifier>(node).name.str();
}

bool isName(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text[0]) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
}

NodeList childrenOf(const Node &written) {
  if (const auto *element = llvm::dyn_cast<JSXElement>(&written))
    return element->children;
  return llvm::cast<JSXFragment>(written).children;
}

NodeList attributesOf(const Node &written) {
  const auto *element = llvm::dyn_cast<JSXElement>(&written);
  return element ? element->attributes : NodeList();
}

} // namespace

uint32_t JsxLowering::find(char wanted, uint32_t offset) const {
  for (llvm::StringRef rest = skipTrivia(text_.substr(offset)); !rest.empty();
       rest = skipTrivia(rest.drop_front()))
    if (rest[0] == wanted)
      return static_cast<uint32_t>(rest.begin() - text_.begin());
  return static_cast<uint32_t>(text_.size());
}

/// Characters that only a reference told of stay told.
std::string JsxLowering::quote(const Node &written, llvm::StringRef value) const {
  return quoteText(value, text_.slice(written.range.begin, written.range.end).contains('&'));
}

/// `_jsx(`, behind a space where a word would go on with it.
std::string JsxLowering::head(const CallExpression &call, uint32_t begin) const {
  const auto before = begin ? static_cast<unsigned char>(text_[begin - 1]) : ' ';
  const bool joins = llvm::isAlnum(before) || before == '_' || before == '$' || before >= 0x80;
  const auto *made = llvm::dyn_cast_or_null<NewExpression>(call.parent);
  return (joins ? " " : "") + std::string(made && made->callee == &call ? "(" : "") +
         chainOf(*call.callee) + "(";
}

void JsxLowering::lowerContainer(const JSXExpressionContainer &container, llvm::StringRef nothing) {
  const ByteRange range = container.range;
  const bool isSequence =
      container.expression && llvm::isa<SequenceExpression>(container.expression);
  replace(range.begin, range.begin + 1, isSequence ? "(" : " ");
  if (!container.expression)
    insert(range.end - 1, nothing.str());
  replace(range.end - 1, range.end, isSequence ? ")" : " ");
}

void JsxLowering::lowerValue(const Node &value) {
  if (const auto *container = llvm::dyn_cast<JSXExpressionContainer>(&value))
    lowerContainer(*container, "true");
  else if (const auto *literal = llvm::dyn_cast<Literal>(&value))
    replace(value.range.begin, value.range.end, quote(value, literal->text));
}

void JsxLowering::lowerAttribute(const Node &attribute) {
  const ByteRange range = attribute.range;
  if (llvm::isa<JSXSpreadAttribute>(attribute)) {
    replace(range.begin, range.begin + 1, " ");
    replace(range.end - 1, range.end, " ");
    return insert(range.end, ",");
  }
  const auto &plain = llvm::cast<JSXAttribute>(attribute);
  const ByteRange name = plain.name->range;
  const auto *id = llvm::dyn_cast<JSXIdentifier>(plain.name);
  if (const auto *spaced = llvm::dyn_cast<JSXNamespacedName>(plain.name))
    replace(name.begin, name.end,
            quoteText((llvm::cast<JSXIdentifier>(spaced->ns)->name + ":" +
                       llvm::cast<JSXIdentifier>(spaced->name)->name)
                          .str(),
                      false));
  else if (id && !isName(id->name))
    replace(name.begin, name.end, quoteText(id->name, false));
  if (!plain.value)
    return insert(range.end, ": true,");
  uint32_t assign = find('=', name.end);
  replace(assign, assign + 1, ":");
  lowerValue(*plain.value);
  insert(range.end, ",");
}

/// The key is the last argument: its expression moves behind the properties.
void JsxLowering::lowerKey(const WrittenJsx &written, TextEdit &tail) {
  const auto &key = llvm::cast<JSXAttribute>(*written.key);
  TextEdit gone = {key.range, "", {}, {}, ""};
  tail.text += ", ";
  const auto *container = llvm::dyn_cast_or_null<JSXExpressionContainer>(key.value);
  if (!key.value || (container && !container->expression)) {
    tail.text += "true";
  } else if (const auto *literal = llvm::dyn_cast<Literal>(key.value)) {
    tail.text += quote(*literal, literal->text);
  } else {
    tail.from = gone.moved = key.value->range;
    lowerValue(*key.value);
  }
  edits_.push_back(std::move(gone));
}

void JsxLowering::lowerTag(const CallExpression &call, const WrittenJsx &written) {
  const auto *element = llvm::dyn_cast<JSXElement>(written.node);
  const NodeList attributes = attributesOf(*written.node);
  llvm::StringRef properties = written.isAutomatic || !attributes.empty() ? ", {" : ", null";
  const Node &type = *call.arguments[0];
  if (!element)
    return replace(written.opening.begin, written.opening.end,
                   head(call, written.opening.begin) + chainOf(type) + properties.str());
  const ByteRange name = element->name->range;
  if (const auto *literal = llvm::dyn_cast<Literal>(&type))
    replace(written.opening.begin, name.end,
            head(call, written.opening.begin) + quoteText(literal->text, false));
  else
    replace(written.opening.begin, name.begin, head(call, written.opening.begin));
  insert(name.end, properties.str());
  for (const Node *attribute : attributes)
    if (attribute != written.key)
      lowerAttribute(*attribute);
}

void JsxLowering::lower(const CallExpression &call, const WrittenJsx &written) {
  lowerTag(call, written);
  llvm::SmallVector<const Node *, 8> children;
  for (const Node *child : childrenOf(*written.node)) {
    const Node *value =
        children.size() < written.children.size() ? written.children[children.size()] : nullptr;
    if (value && value->range.begin >= child->range.begin && value->range.end <= child->range.end)
      children.push_back(child);
    else if (const auto *comment = llvm::dyn_cast<JSXExpressionContainer>(child))
      lowerContainer(*comment, "");
    else
      replace(child->range.begin, child->range.end, "");
  }
  const bool isList = children.size() > 1 ||
                      (!children.empty() && llvm::isa<SpreadElement>(written.children.front()));
  const bool hasObject = written.isAutomatic || !attributesOf(*written.node).empty();
  const bool isClosed = written.closing.begin != written.closing.end;
  std::string open, close;
  if (written.isAutomatic) {
    open = children.empty() ? "" : isList ? "children: [" : "children: ";
    close = isList ? "]}" : "}";
  } else {
    open = std::string(hasObject ? "}" : "") + (children.empty() ? "" : ", ");
    close = isClosed || !hasObject ? "" : "}";
  }
  TextEdit tail = {written.closing, close, {}, {}, ")"};
  if (!isClosed) {
    uint32_t end = written.opening.end;
    tail.range = {static_cast<uint32_t>(text_.take_front(end - 1).rtrim().size()) - 1, end};
  } else if (llvm::isa<JSXElement>(written.node)) {
    replace(written.opening.end - 1, written.opening.end, open);
  } else {
    insert(written.opening.end, open);
  }
  for (auto [child, value] : llvm::zip_equal(children, written.children)) {
    if (llvm::isa<JSXText>(child))
      replace(child->range.begin, child->range.end,
              quote(*child, llvm::cast<Literal>(value)->text));
    else if (const auto *container = llvm::dyn_cast<JSXExpressionContainer>(child))
      lowerContainer(*container, "");
    insert(child->range.end, child == children.back() ? "" : ",");
  }
  if (written.key)
    lowerKey(written, tail);
  const auto *made = llvm::dyn_cast_or_null<NewExpression>(call.parent);
  if (made && made->callee == &call)
    tail.behind += ")";
  edits_.push_back(std::move(tail));
}

static std::string namesOf(const Node &import) {
  std::string names;
  auto add = [&](const Node *from, const Node *to, llvm::StringRef between) {
    names += (names.empty() ? "" : ", ") + chainOf(*from) + between.str() + chainOf(*to);
  };
  if (const auto *declaration = llvm::dyn_cast<ImportDeclaration>(&import)) {
    for (const Node *one : declaration->specifiers)
      add(llvm::cast<ImportSpecifier>(one)->imported, llvm::cast<ImportSpecifier>(one)->local,
          " as ");
    return "import {" + names + "} from " +
           quoteText(llvm::cast<Literal>(declaration->source)->text, true) + ";";
  }
  const auto &variable =
      llvm::cast<VariableDeclarator>(*llvm::cast<VariableDeclaration>(import).declarations.front());
  for (const Node *one : llvm::cast<ObjectPattern>(variable.id)->properties)
    add(llvm::cast<Property>(one)->key, llvm::cast<Property>(one)->value, ": ");
  const auto &call = llvm::cast<CallExpression>(*variable.init);
  return "const {" + names + "} = require(" +
         quoteText(llvm::cast<Literal>(call.arguments[0])->text, true) + ");";
}

void JsxLowering::lowerImports() {
  std::string text;
  for (const Node *statement : module_.program->body)
    if (statement && isJsxImport(*statement))
      text += namesOf(*statement) + " ";
  const Node *first = firstStatement(module_);
  if (!text.empty() && first)
    insert(first->range.begin, std::move(text));
}

} // namespace agentc
