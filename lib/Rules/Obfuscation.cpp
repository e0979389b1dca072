#include "Obfuscation.h"

#include "Characters.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>

namespace agentc {

using namespace ast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {

constexpr unsigned maxObfuscatedSumDepth = 64;
/// Of a function that only looks a text up and decodes it.
constexpr uint32_t maxLookupBytes = 4096;
/// Letters of a text that must be escaped before it counts, and of ten characters how many.
constexpr unsigned minEscapedLetters = 4, minEscapedTenths = 8;

const Node *onlyStatement(const Node *body) {
  const auto *block = dyn_cast_or_null<BlockStatement>(body);
  return block && block->body.size() == 1 ? block->body[0] : nullptr;
}

bool isNamed(const Node *node, llvm::StringRef name) {
  const auto *identifier = dyn_cast_or_null<Identifier>(node);
  return identifier && identifier->name == name;
}

std::optional<llvm::StringRef> memberName(const MemberExpression &member) {
  return member.computed ? textOfLiteral(member.property) : writtenKeyOf(member);
}

/// `_0x` and hexadecimal digits.
bool isHexName(llvm::StringRef name) {
  return name.size() >= 5 && name.consume_front("_0x") && llvm::all_of(name, llvm::isHexDigit);
}

bool isSignName(llvm::StringRef name) {
  return name.size() >= 3 &&
         (name.find_first_not_of("$_") == llvm::StringRef::npos || mixesOddScripts(name));
}

/// A number, or a minus before one.
bool isNumber(const Node &node) {
  const auto *minus = llvm::dyn_cast<UnaryExpression>(&node);
  const auto *literal =
      llvm::dyn_cast<Literal>(minus && minus->op == "-" ? minus->argument : &node);
  return literal && literal->literal == LiteralKind::Number;
}

/// Letters and digits in no order of a language: an encoded text rather than a word.
bool isCode(llvm::StringRef text) {
  if (text.size() < 4 || text.contains(' '))
    return false;
  bool upper = false, lower = false, digit = false;
  for (char c : text) {
    upper |= c >= 'A' && c <= 'Z';
    lower |= c >= 'a' && c <= 'z';
    digit |= llvm::isDigit(c);
  }
  return (upper && lower && digit) || text.ends_with("=");
}

/// `a.push(a.shift())`, however the members are written.
bool turnsArray(const CallExpression &call) {
  const auto *push = dyn_cast_or_null<MemberExpression>(call.callee);
  if (!push || call.arguments.size() != 1 || memberName(*push) != llvm::StringRef("push"))
    return false;
  const auto *inner = dyn_cast_or_null<CallExpression>(call.arguments[0]);
  const auto *shift = inner ? dyn_cast_or_null<MemberExpression>(inner->callee) : nullptr;
  const auto *array = dyn_cast_or_null<Identifier>(push->object);
  return shift && array && isNamed(shift->object, array->name) &&
         memberName(*shift) == llvm::StringRef("shift");
}

/// True if such a call turns a table until something fits: the call is in a `catch`, or in a
/// loop that does nothing else.
bool isRotation(const CallExpression &call) {
  const Node *statement = call.parent;
  while (statement && isa<SequenceExpression, ExpressionStatement>(statement))
    statement = statement->parent;
  if (const auto *block = dyn_cast_or_null<BlockStatement>(statement))
    if (isa<CatchClause>(block->parent))
      return true;
  for (const Node *at = statement; at && !isFunction(*at); at = at->parent)
    if (const auto *loop = llvm::dyn_cast<WhileStatement>(at))
      return isa<UpdateExpression>(loop->test) && onlyStatement(loop->body);
  return false;
}

/// The array that a table begins with: `['a']`, `['a'].concat(…)`.
const ArrayExpression *tableIn(const Node *init) {
  for (unsigned depth = 0; init && depth < maxObfuscatedSumDepth; ++depth) {
    if (const auto *array = llvm::dyn_cast<ArrayExpression>(init))
      return array;
    const auto *call = llvm::dyn_cast<CallExpression>(init);
    const auto *callee = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    init = callee ? callee->object : nullptr;
  }
  return nullptr;
}

/// `function f() { const texts = […]; f = function () { return texts }; return f(); }`
bool isStringTable(const FunctionDeclaration &function) {
  const auto *body = dyn_cast_or_null<BlockStatement>(function.body);
  const auto *name = dyn_cast_or_null<Identifier>(function.id);
  if (!body || !name || body->body.size() > 4 || !function.params.empty())
    return false;
  llvm::StringRef table, given;
  for (const Node *statement : body->body) {
    if (const auto *declaration = llvm::dyn_cast<VariableDeclaration>(statement)) {
      const auto *variable = llvm::dyn_cast<VariableDeclarator>(declaration->declarations.front());
      const ArrayExpression *array = variable ? tableIn(variable->init) : nullptr;
      const auto *id = variable ? llvm::dyn_cast<Identifier>(variable->id) : nullptr;
      if (id && array && !array->elements.empty() && textOfLiteral(array->elements[0]))
        table = id->name;
    }
    const auto *effect = llvm::dyn_cast<ExpressionStatement>(statement);
    const auto *assignment =
        effect ? llvm::dyn_cast<AssignmentExpression>(effect->expression) : nullptr;
    if (!assignment || !isNamed(assignment->left, name->name) || !isFunction(*assignment->right))
      continue;
    const auto *result =
        dyn_cast_or_null<ReturnStatement>(onlyStatement(bodyOf(*assignment->right)));
    if (const auto *id = result ? dyn_cast_or_null<Identifier>(result->argument) : nullptr)
      given = id->name;
  }
  return !table.empty() && table == given;
}

/// `switch (order[i++]) { case '3': …`
bool isFlattened(const SwitchStatement &statement) {
  const auto *order = dyn_cast_or_null<MemberExpression>(statement.discriminant);
  if (!order || !order->computed || !isa<UpdateExpression>(order->property))
    return false;
  return !statement.cases.empty() && llvm::all_of(statement.cases, [](const Node *node) {
    const Node *test = llvm::cast<SwitchCase>(node)->test;
    std::optional<llvm::StringRef> text = test ? textOfLiteral(test) : std::nullopt;
    return text && !text->empty() && llvm::all_of(*text, llvm::isDigit);
  });
}

/// A sum of numbers with a product and a negative number in it: `-0x1 * 0xa4f + 0x2aff`.
bool isNumberSum(const BinaryExpression &sum) {
  bool product = false, negative = false;
  unsigned leaves = 0;
  llvm::SmallVector<const Node *, 16> open{&sum};
  for (unsigned steps = 0; !open.empty(); ++steps) {
    const Node *node = open.pop_back_val();
    const auto *binary = llvm::dyn_cast<BinaryExpression>(node);
    if (binary && (binary->op == "+" || binary->op == "*" || binary->op == "-")) {
      product |= binary->op == "*";
      open.push_back(binary->left);
      open.push_back(binary->right);
    } else if (!isNumber(*node)) {
      return false;
    } else {
      ++leaves;
      negative |= isa<UnaryExpression>(node);
    }
    if (steps > maxObfuscatedSumDepth)
      return false;
  }
  return leaves >= 3 && product && negative;
}

/// A random key of five letters for a function that only calls its first parameter, or joins two by
/// an operator.
bool isForwarder(const Property &property) {
  std::optional<llvm::StringRef> key = textOfLiteral(property.key);
  if (!key || key->size() != 5 || !isFunction(*property.value) ||
      llvm::none_of(key->drop_front(), [](char c) { return c >= 'A' && c <= 'Z'; }))
    return false;
  const auto *result = dyn_cast_or_null<ReturnStatement>(onlyStatement(bodyOf(*property.value)));
  NodeList params = paramsOf(*property.value);
  const auto *first = params.empty() ? nullptr : dyn_cast_or_null<Identifier>(params[0]);
  if (!result || !result->argument || !first)
    return false;
  if (const auto *call = llvm::dyn_cast<CallExpression>(result->argument))
    return isNamed(call->callee, first->name);
  const auto *binary = llvm::dyn_cast<BinaryExpression>(result->argument);
  return binary && isNamed(binary->left, first->name);
}

/// `p = p - 0x71` of a function's own first parameter, by which it then takes an element.
bool isOffsetLookup(const AssignmentExpression &assignment) {
  const auto *name = llvm::dyn_cast<Identifier>(assignment.left);
  const auto *difference = llvm::dyn_cast<BinaryExpression>(assignment.right);
  const Node *function = functionAround(assignment);
  if (!name || !difference || difference->op != "-" || !isNamed(difference->left, name->name) ||
      !function || !isFunction(*function) ||
      function->range.end - function->range.begin > maxLookupBytes ||
      paramsOf(*function).size() < 2 || !isNamed(paramsOf(*function)[0], name->name))
    return false;
  bool found = false;
  walk(*function, [&](const Node &node) {
    const auto *member = llvm::dyn_cast<MemberExpression>(&node);
    found |= member && member->computed && isNamed(member->property, name->name);
    return !found;
  });
  return found;
}

/// Values that only stand for the letters of their texts: `[]`, `{}`, `![]`, `+[]`, `!""`.
bool isEmptyValue(const Node &node) {
  const Node *at = &node;
  bool signs = false;
  while (const auto *unary = llvm::dyn_cast<UnaryExpression>(at)) {
    if (unary->op != "!" && unary->op != "+" && unary->op != "~" && unary->op != "-")
      return false;
    signs = true;
    at = unary->argument;
  }
  if (const auto *array = llvm::dyn_cast<ArrayExpression>(at))
    return array->elements.empty() || (signs && array->elements.size() == 1);
  if (const auto *object = llvm::dyn_cast<ObjectExpression>(at))
    return object->properties.empty();
  return signs && textOfLiteral(at) == llvm::StringRef("");
}

/// `(function (p, a, c, k, e, d) {…})('…', 62, 9, 'a|b'.split('|'), …)`
bool isPacked(const CallExpression &call) {
  if (!isFunction(*call.callee) || call.arguments.size() < 4)
    return false;
  bool words = false, text = false;
  unsigned numbers = 0;
  for (const Node *argument : call.arguments) {
    numbers += isNumber(*argument);
    text |= textOfLiteral(argument).value_or("").size() >= 8;
    const auto *split = llvm::dyn_cast<CallExpression>(argument);
    const auto *callee = split ? llvm::dyn_cast<MemberExpression>(split->callee) : nullptr;
    words |=
        callee && textOfLiteral(callee->object) && memberName(*callee) == llvm::StringRef("split");
  }
  return words && text && numbers >= 2;
}

/// How many plain letters a text's source writes as escapes.
unsigned escapedLetters(llvm::StringRef source) {
  unsigned count = 0;
  for (size_t at = 0; at + 3 < source.size(); ++at) {
    if (source[at] != '\\')
      continue;
    char kind = source[at + 1];
    llvm::StringRef digits = kind == 'x' ? source.substr(at + 2, 2) : source.substr(at + 2, 4);
    unsigned code = 0;
    if ((kind == 'x' || kind == 'u') && !digits.getAsInteger(16, code) && code < 0x80)
      count += llvm::isAlnum(static_cast<char>(code));
    ++at;
  }
  return count;
}

class Measurer {
public:
  explicit Measurer(const ast::Module &module) : module_(module) {}
  ObfuscationMeasure measure();

private:
  const ast::Module &module_;
  ObfuscationMeasure measure_;
  llvm::DenseSet<llvm::StringRef> names_;

  void add(ObfuscationTrait trait, const Node &node, unsigned count = 1);
  void visit(const Node &node);
  void visitName(const Identifier &name);
  void visitText(const Node &node, llvm::StringRef text);
  void visitMember(const MemberExpression &member);
  void visitBinary(const BinaryExpression &binary);
  void visitCall(const CallExpression &call);
};

void Measurer::add(ObfuscationTrait trait, const Node &node, unsigned count) {
  TraitCount &seen = measure_.traits[static_cast<size_t>(trait)];
  if (!seen.first)
    seen.first = &node;
  seen.count += count;
}

void Measurer::visitName(const Identifier &name) {
  if (name.name.size() < 3 || !names_.insert(name.name).second)
    return;
  if (isHexName(name.name))
    add(ObfuscationTrait::HexNames, name);
  else if (isSignName(name.name))
    add(ObfuscationTrait::SignNames, name);
}

void Measurer::visitText(const Node &node, llvm::StringRef text) {
  if (text.contains("(((.+)+)+)+"))
    add(ObfuscationTrait::SelfDefence, node);
  if (text.starts_with("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"))
    add(ObfuscationTrait::ShuffledAlphabet, node);
  llvm::StringRef source = module_.text.slice(node.range.begin, node.range.end);
  if (source.size() < 4 * minEscapedLetters || !source.contains('\\'))
    return;
  unsigned escaped = escapedLetters(source);
  if (escaped >= minEscapedLetters && escaped * 10 >= text.size() * minEscapedTenths)
    add(ObfuscationTrait::EscapedTexts, node, escaped);
}

void Measurer::visitMember(const MemberExpression &member) {
  const auto *call = member.computed ? llvm::dyn_cast<CallExpression>(member.property) : nullptr;
  if (!call || call->arguments.empty() || !isa<Identifier>(call->callee))
    return;
  bool coded = llvm::all_of(call->arguments, [](const Node *argument) {
    std::optional<llvm::StringRef> text = textOfLiteral(argument);
    return isNumber(*argument) || isa<BinaryExpression>(argument) || (text && isCode(*text)) ||
           (text && text->starts_with("0x"));
  });
  bool keyed = call->arguments.size() == 2 && isNumber(*call->arguments[0]) &&
               textOfLiteral(call->arguments[1]).value_or("").size() == 4;
  if (coded || keyed)
    add(ObfuscationTrait::NumberedLookups, member);
}

void Measurer::visitBinary(const BinaryExpression &binary) {
  const auto *outer = dyn_cast_or_null<BinaryExpression>(binary.parent);
  bool isOuter = !outer || (outer->op != "+" && outer->op != "-" && outer->op != "*");
  if ((binary.op == "+" || binary.op == "-") && isOuter && isNumberSum(binary))
    add(ObfuscationTrait::NumberSums, binary);
  if (binary.op == "+" && (isEmptyValue(*binary.left) || isEmptyValue(*binary.right)))
    add(ObfuscationTrait::EmptyArithmetic, binary);
}

void Measurer::visitCall(const CallExpression &call) {
  if (turnsArray(call) && isRotation(call))
    add(ObfuscationTrait::TableRotation, call);
  if (isPacked(call))
    add(ObfuscationTrait::PackedWords, call);
}

void Measurer::visit(const Node &node) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&node))
    visitName(*name);
  else if (std::optional<llvm::StringRef> text = textOfLiteral(&node))
    visitText(node, *text);
  else if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
    visitMember(*member);
  else if (const auto *binary = llvm::dyn_cast<BinaryExpression>(&node))
    visitBinary(*binary);
  else if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    visitCall(*call);
  else if (const auto *function = llvm::dyn_cast<FunctionDeclaration>(&node);
           function && isStringTable(*function))
    add(ObfuscationTrait::StringTable, node);
  else if (const auto *property = llvm::dyn_cast<Property>(&node);
           property && property->value && isForwarder(*property))
    add(ObfuscationTrait::ForwardingTable, node);
  else if (const auto *choice = llvm::dyn_cast<SwitchStatement>(&node);
           choice && isFlattened(*choice))
    add(ObfuscationTrait::FlattenedFlow, node);
  else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node);
           assignment && isOffsetLookup(*assignment))
    add(ObfuscationTrait::OffsetLookup, node);
}

ObfuscationMeasure Measurer::measure() {
  if (module_.program)
    walk(*module_.program, [&](const Node &node) {
      visit(node);
      return true;
    });
  return measure_;
}

} // namespace

ObfuscationMeasure measureObfuscation(const ast::Module &module) {
  return Measurer(module).measure();
}

} // namespace agentc
