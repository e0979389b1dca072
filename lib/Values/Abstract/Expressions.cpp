#include "Abstract/Expressions.h"

#include "Abstract/Aliases.h"
#include "Abstract/Calls.h"
#include "Abstract/Classes.h"
#include "Abstract/Exports.h"
#include "Abstract/Members.h"
#include "Abstract/Parameters.h"
#include "Abstract/Places.h"
#include "Abstract/Promises.h"
#include "Abstract/Returns.h"
#include "Abstract/Symbols.h"
#include "Abstract/TypeScriptValues.h"
#include "Builtins/Conversions.h"
#include "Builtins/KnownCollections.h"
#include "Builtins/Operators.h"
#include "Compiled/CompiledCode.h"
#include "Compiled/NullishTests.h"
#include "Concrete/Interpreter.h"
#include "Concrete/RegionRuns.h"
#include "Contexts/CallContexts.h"
#include "agentc/Support/Utf16.h"
#include "agentc/Values/ApiPath.h"

#include <cmath>

namespace agentc {

using namespace ast;

namespace {

bool mayBeNullish(const Value &value) {
  bool may = false;
  forEachAlternative(value, [&](const Value &one) {
    may |= llvm::isa<UndefinedValue, NullValue, UnknownValue>(one);
  });
  return may;
}

/// True for the definitions that zod-to-json-schema always writes of a schema that gets a name.
bool isWritten(const Value &value) {
  const auto *path = llvm::dyn_cast<ApiValue>(&value);
  const auto *call = path ? llvm::dyn_cast_or_null<ResultValue>(path->receiver) : nullptr;
  if (!call || !path->path.starts_with("module:zod-to-json-schema"_api) ||
      !path->path.ends_with("().definitions") || call->arguments.size() < 2)
    return false;
  const Value *name = call->arguments[1];
  if (const auto *options = llvm::dyn_cast<ObjectValue>(name)) {
    const PropertyValue *given = options->find("name");
    name = given ? given->value : name;
  }
  return asString(*name).has_value();
}

} // namespace

const Value &Expressions::compute(const Node &node) {
  switch (node.kind) {
  case NodeKind::Literal:
    return computeLiteral(llvm::cast<Literal>(node));
  case NodeKind::Identifier:
    return computeIdentifier(llvm::cast<Identifier>(node));
  case NodeKind::TemplateLiteral:
    return computeTemplate(llvm::cast<TemplateLiteral>(node));
  case NodeKind::TaggedTemplateExpression:
    return calls().computeTagged(llvm::cast<TaggedTemplateExpression>(node));
  case NodeKind::ArrayExpression:
    return computeArray(llvm::cast<ArrayExpression>(node));
  case NodeKind::ObjectExpression:
    return computeObject(llvm::cast<ObjectExpression>(node));
  case NodeKind::FunctionDeclaration:
  case NodeKind::FunctionExpression:
  case NodeKind::ArrowFunctionExpression:
    return make<FunctionValue>(&node);
  case NodeKind::ClassExpression:
    return classes().computeClass(node, llvm::cast<ClassExpression>(node).superClass);
  case NodeKind::TSEnumDeclaration:
    return typeScript().computeEnum(llvm::cast<TSEnumDeclaration>(node));
  case NodeKind::ClassDeclaration:
    return classes().computeClass(node, llvm::cast<ClassDeclaration>(node).superClass);
  case NodeKind::UnaryExpression:
    return computeUnary(llvm::cast<UnaryExpression>(node));
  case NodeKind::BinaryExpression:
    return computeBinary(llvm::cast<BinaryExpression>(node));
  case NodeKind::LogicalExpression:
    return computeLogical(llvm::cast<LogicalExpression>(node));
  case NodeKind::ConditionalExpression: {
    const auto &expression = llvm::cast<ConditionalExpression>(node);
    if (std::optional<bool> test = toBooleanConstant(eval(*expression.test)))
      return eval(*test ? *expression.consequent : *expression.alternate);
    if (std::optional<NullishTest> test = nullishTestOf(program(), expression))
      if (const Value *known = computeNullish(*test, node))
        return *known;
    return unite({&interpreter().evalMaybe(*expression.consequent),
                  &interpreter().evalMaybe(*expression.alternate)},
                 &node);
  }
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(node);
    const auto *name = llvm::dyn_cast<Identifier>(assignment.left);
    const Symbol *symbol = name && !run() ? program().symbolOf(*name) : nullptr;
    // the variable shows what is written by its name
    if (symbol && llvm::isa<ObjectExpression, ArrayExpression>(assignment.right) &&
        isOnlyValueOf(*symbol, [&](const Node &value) { return &value == assignment.right; }))
      return symbols().ofSymbol(*symbol);
    const Value &right = eval(*assignment.right);
    if (assignment.op == "=")
      return right;
    if (assignment.op == "||=" || assignment.op == "&&=" || assignment.op == "?\?=")
      return unite({&right, &unknown(UnknownReason::Unsupported, &node)}, &node);
    return operators().operate(assignment.op.drop_back(), eval(*assignment.left), right, node);
  }
  case NodeKind::SequenceExpression:
    return eval(*llvm::cast<SequenceExpression>(node).expressions.back());
  case NodeKind::MemberExpression:
    return members().computeMember(llvm::cast<MemberExpression>(node));
  case NodeKind::CallExpression: {
    const auto &call = llvm::cast<CallExpression>(node);
    if (const Value *resumed = compiledCode().valueOfResumption(call))
      return *resumed;
    return calls().computeCall(node, *call.callee, call.arguments, false);
  }
  case NodeKind::NewExpression: {
    const auto &call = llvm::cast<NewExpression>(node);
    return calls().computeCall(node, *call.callee, call.arguments, true);
  }
  case NodeKind::ImportExpression:
    return calls().importModule(node, eval(*llvm::cast<ImportExpression>(node).source));
  case NodeKind::YieldExpression: {
    const Node *argument = llvm::cast<YieldExpression>(node).argument;
    const Node *function = &node;
    while (function && !isFunction(*function))
      function = function->parent;
    return argument && function && compiledCode().isAwaited(*function)
               ? promises().awaited(eval(*argument), node)
               : unknown(UnknownReason::Unsupported, &node);
  }
  case NodeKind::AwaitExpression:
    return promises().awaited(eval(*llvm::cast<AwaitExpression>(node).argument), node);
  case NodeKind::ThisExpression:
    return classes().computeThis(node);
  case NodeKind::Super:
    return classes().computeSuper(node);
  case NodeKind::MetaProperty:
    return computeMeta(llvm::cast<MetaProperty>(node));
  default:
    return unknown(UnknownReason::Unsupported, &node);
  }
}

const Value &Expressions::computeLiteral(const Literal &literal) {
  switch (literal.literal) {
  case LiteralKind::Null:
    return make<NullValue>(&literal);
  case LiteralKind::False:
  case LiteralKind::True:
    return make<BooleanValue>(literal.literal == LiteralKind::True, &literal);
  case LiteralKind::Number:
    return number(literal.number, &literal);
  case LiteralKind::String:
    return make<StringValue>(literal.text, &literal);
  case LiteralKind::BigInt:
    return make<BigIntValue>(literal.text, &literal);
  case LiteralKind::RegExp:
    return make<RegExpValue>(literal.text, literal.flags, &literal);
  }
  return unknown(UnknownReason::Unsupported, &literal);
}

const Value &Expressions::computeTemplate(const TemplateLiteral &literal) {
  if (run() && run()->isOfCall) {
    llvm::SmallVector<const Value *, 8> parts;
    for (size_t i = 0; i < literal.quasis.size(); ++i) {
      parts.push_back(
          &string(llvm::cast<TemplateElement>(literal.quasis[i])->cooked, literal.quasis[i]));
      if (i < literal.expressions.size())
        parts.push_back(&eval(*literal.expressions[i]));
    }
    return callContexts().joined(parts, literal);
  }
  if (literal.quasis.size() == 1)
    return make<StringValue>(llvm::cast<TemplateElement>(literal.quasis[0])->cooked, &literal);
  std::string text;
  for (size_t i = 0; i < literal.quasis.size(); ++i) {
    appendText(text, llvm::cast<TemplateElement>(literal.quasis[i])->cooked);
    if (i >= literal.expressions.size())
      continue;
    std::optional<std::string> part = conversions().textOf(eval(*literal.expressions[i]));
    if (!part || text.size() > maxStringBytes)
      return unknown(UnknownReason::Unsupported, &literal);
    appendText(text, *part);
  }
  return string(text, &literal);
}

const Value &Expressions::computeArray(const ArrayExpression &expression) {
  llvm::SmallVector<const Value *, 8> elements;
  bool open = false, isShared = false;
  for (const Node *element : expression.elements) {
    if (!element) {
      elements.push_back(&make<UndefinedValue>(&expression));
      continue;
    }
    const auto *spread = llvm::dyn_cast<SpreadElement>(element);
    if (!spread) {
      elements.push_back(&eval(*element));
      continue;
    }
    const Value &source = interpreter().oneOf(eval(*spread->argument));
    const auto *spreadArray = llvm::dyn_cast<ArrayValue>(&source);
    spreadArray = spreadArray ? spreadArray
                              : knownCollections().elementsIteratedBy(source, *spread->argument);
    bool fits = spreadArray && elements.size() <= maxArrayElements &&
                spend(spreadArray->elements.size() * elementWork);
    open |= !fits || spreadArray->open;
    isShared |= fits && spreadArray->isShared;
    if (fits)
      elements.append(spreadArray->elements.begin(), spreadArray->elements.end());
  }
  const Value &list = array(elements, open, &expression);
  const Value &made = isShared ? withOthers(list) : list;
  return run() ? made
               : aliases().withChanges(made, aliases().changesOf(expression),
                                       [](const Node &) { return false; });
}

const Value &Expressions::computeObject(const ObjectExpression &expression) {
  const Value &made = makeObject(expression);
  return run() ? made
               : aliases().withChanges(made, aliases().changesOf(expression),
                                       [](const Node &) { return false; });
}

/// The object as it is when it is made.
const Value &Expressions::makeObject(const ObjectExpression &expression) {
  llvm::SmallVector<PropertyValue, 8> properties;
  llvm::DenseMap<llvm::StringRef, size_t> indices;
  bool open = false, isShared = false;
  auto set = [&](PropertyValue property) {
    auto [entry, isNew] = indices.try_emplace(property.key, properties.size());
    if (isNew)
      properties.push_back(property);
    else
      properties[entry->second] = property;
  };
  // what comes by a name that isn't known may replace what is there
  auto loseValues = [&] {
    open = true;
    for (PropertyValue &property : properties)
      property.mayDiffer = true;
  };
  for (const Node *part : expression.properties) {
    if (const auto *spread = llvm::dyn_cast<SpreadElement>(part)) {
      const Value &source = eval(*spread->argument);
      const auto *known = llvm::dyn_cast<ObjectValue>(&source);
      isShared |= known && known->isShared;
      if (commonJs().membersOf(source, set))
        continue;
      loseValues();
      // those that a definition is known to have are sure, whatever else it has
      if (llvm::isa<ResultValue>(source))
        commonJs().membersOf(source, set);
      continue;
    }
    const auto &property = llvm::cast<Property>(*part);
    std::optional<llvm::StringRef> key = members().keyOf(property);
    if (!key) {
      eval(*property.value);
      loseValues();
      continue;
    }
    llvm::StringRef name = *key;
    if (run() && property.propertyKind != PropertyKind::Init)
      return interpreter().fail(property);
    bool isPrototype =
        name == "__proto__" && !property.computed && !property.shorthand && !property.method;
    open |= isPrototype && !llvm::isa<NullValue>(eval(*property.value));
    if (property.propertyKind == PropertyKind::Set || isPrototype)
      continue;
    const Value &value = property.propertyKind == PropertyKind::Get
                             ? returns().of(*property.value, *property.value)
                             : eval(*property.value);
    set({name, &value, property.value});
  }
  const Value &made = object(properties, open, &expression);
  return isShared ? withOthers(made) : made;
}

const Value &Expressions::computeIdentifier(const Identifier &identifier) {
  if (const Symbol *symbol = program().symbolOf(identifier)) {
    const Value *after = regionRuns().valueAfterRegion(identifier, *symbol);
    return after ? *after : symbols().ofSymbol(*symbol);
  }
  llvm::StringRef name = identifier.name;
  if (name == "undefined")
    return make<UndefinedValue>(&identifier);
  if (name == "NaN")
    return number(std::nan(""), &identifier);
  if (name == "Infinity")
    return number(INFINITY, &identifier);
  const ModuleInfo &module = program().moduleOf(identifier);
  if (name == "exports" && module.goal == Goal::CommonJs)
    return exports().exportsOf(module, &identifier);
  if (name == "arguments")
    return parameters().argumentsOf(identifier);
  if (name == "window" || name == "self" || name == "global" || name == "frames")
    name = "globalThis";
  return api("global:" + name, &identifier);
}

namespace {

/// `typeof` of what CommonJS gives a module. `require` counts as there in ES modules too: bundlers
/// ask for it in code that is of use only where it is.
llvm::StringRef typeOfCommonJsName(const agentc::Program &program, const Node &node) {
  const auto *name = llvm::dyn_cast<Identifier>(&node);
  if (!name || program.symbolOf(*name))
    return "";
  if (name->name == "require")
    return "function";
  bool isObject = name->name == "module" || name->name == "exports";
  return isObject && program.moduleOf(node).goal == Goal::CommonJs ? "object" : "";
}

} // namespace

/// True if a sum that contains the value is a text.
static bool isPartOfText(const Value &value) {
  bool isText = false;
  forEachAlternative(value, [&](const Value &one) {
    const auto *result = llvm::dyn_cast<ResultValue>(&one);
    isText |= llvm::isa<StringValue>(one) ||
              (result && result->callee->path == "global:String.prototype.concat"_api);
  });
  return isText;
}

const Value &Expressions::computeUnary(const UnaryExpression &expression) {
  if (expression.op == "typeof")
    if (llvm::StringRef type = typeOfCommonJsName(program(), *expression.argument); !type.empty())
      return string(type, &expression);
  const Value &argument = eval(*expression.argument);
  return operators().operateUnary(expression.op, argument, expression);
}

const Value &Expressions::computeBinary(const BinaryExpression &expression) {
  const Value &left = eval(*expression.left);
  const Value &right = eval(*expression.right);
  const Value &result = operators().operate(expression.op, left, right, expression);
  bool isText = run() && run()->isOfCall && expression.op == "+" && !asString(result);
  return isText && (isPartOfText(left) || isPartOfText(right))
             ? callContexts().joined({&left, &right}, expression)
             : result;
}

/// The value of a choice by null and undefined; null where it may be both sides.
const Value *Expressions::computeNullish(const NullishTest &test, const Node &site) {
  const Value &tested = eval(*test.tested);
  if (!mayBeNullish(tested))
    return &interpreter().evalMaybe(*test.kept);
  if (!test.keepsItself)
    return nullptr;
  llvm::SmallVector<const Value *, 8> kept;
  forEachAlternative(tested, [&](const Value &one) {
    if (!llvm::isa<UndefinedValue, NullValue>(one))
      kept.push_back(&one);
  });
  kept.push_back(&interpreter().evalMaybe(*test.other));
  return &unite(kept, &site);
}

const Value &Expressions::computeLogical(const LogicalExpression &expression) {
  const Value &left = eval(*expression.left);
  if (expression.op == "??") {
    if (llvm::isa<UndefinedValue, NullValue>(left))
      return eval(*expression.right);
    if (toBooleanConstant(left) || isWritten(left))
      return left;
  } else if (std::optional<bool> truth = toBooleanConstant(left)) {
    return *truth == (expression.op == "&&") ? eval(*expression.right) : left;
  }
  if (expression.op != "&&") {
    // of several things only those come out that keep the right side from being asked
    llvm::SmallVector<const Value *, 8> kept;
    forEachAlternative(left, [&](const Value &one) {
      if (expression.op == "??" ? !llvm::isa<UndefinedValue, NullValue>(one)
                                : toBooleanConstant(one) != false)
        kept.push_back(&one);
    });
    kept.push_back(&interpreter().evalMaybe(*expression.right));
    return unite(kept, &expression);
  }
  // of `a && b` only what is falsy of a comes out, and what the host gives is there or undefined
  llvm::SmallVector<const Value *, 8> values;
  forEachAlternative(left, [&](const Value &alternative) {
    values.push_back(llvm::isa<ApiValue>(alternative) ? &make<UndefinedValue>(&expression)
                                                      : &alternative);
  });
  values.push_back(&interpreter().evalMaybe(*expression.right));
  return unite(values, &expression);
}

/// `import.meta` with where its module is; what else it holds is the host's.
const Value &Expressions::computeMeta(const MetaProperty &expression) {
  const auto *word = llvm::dyn_cast<Identifier>(expression.meta);
  if (!word || word->name != "import")
    return unknown(UnknownReason::Unsupported, &expression);
  llvm::SmallVector<PropertyValue, 3> properties;
  for (llvm::StringRef name : {"dirname", "filename", "url"})
    properties.push_back({name, &api("global:import.meta."_api + name, &expression), &expression});
  return object(properties, /*open=*/true, &expression);
}

} // namespace agentc
