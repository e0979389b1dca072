#include "agentc/Values/Values.h"

#include "Abstract/Calls.h"
#include "Abstract/CommonJsExports.h"
#include "Abstract/ConstructorFunctions.h"
#include "Abstract/Exports.h"
#include "Abstract/Members.h"
#include "Abstract/Symbols.h"
#include "Builtins/Numbers.h"
#include "Contexts/CallContexts.h"
#include "Contexts/Unfolding.h"

#include "agentc/Values/ProgramStart.h"

#include "agentc/Support/Text.h"

#include "llvm/Support/thread.h"

namespace agentc {

namespace {

/// Enough for maxEvaluationDepth questions inside each other, sanitizers' frames included.
constexpr unsigned stackBytes = 512 << 20;

} // namespace

llvm::StringRef unknownReasonText(UnknownReason reason) {
  static constexpr llvm::StringLiteral texts[] = {
      "it is a parameter",
      "it is the result of a call that is not followed",
      "it is a member of something unknown, or has an unknown key",
      "this expression is not evaluated",
      "it depends on itself",
      "a limit of evaluation was reached",
      "the import leads nowhere in the bundle",
      "it is used at more places than are followed",
  };
  return texts[static_cast<size_t>(reason)];
}

const PropertyValue *ObjectValue::find(llvm::StringRef key) const {
  auto found = llvm::lower_bound(
      byKey, key, [&](uint32_t index, llvm::StringRef k) { return properties[index].key < k; });
  return found != byKey.end() && properties[*found].key == key ? &properties[*found] : nullptr;
}

Values::Values(std::shared_ptr<Evaluator> evaluator, Environment *call)
    : evaluator_(std::move(evaluator)), call_(call) {}
Values::Values(Values &&) noexcept = default;
Values &Values::operator=(Values &&) noexcept = default;
Values::~Values() = default;

Values Values::in(Environment &call) const { return Values(evaluator_, &call); }
Values Values::anywhere() const { return Values(evaluator_); }

const Value &Values::of(const ast::Node &expression) const {
  if (call_)
    return evaluator_->callContexts().evalIn(*call_, expression);
  const Value *value = evaluator_->lookup(expression);
  return value ? *value : evaluator_->unknownNode;
}

// The functions below ask the evaluator about values it may not have combined yet. Its answers
// depend only on the program, so that the result is the same whoever asks first.
const Value &Values::of(const Symbol &symbol) const {
  return evaluator_->symbols().ofSymbol(symbol);
}

const Value &Values::exportsOf(const ModuleInfo &module) const {
  return evaluator_->exports().exportsOf(module, module.syntax->program);
}

const Value &Values::exportOf(const ModuleInfo &module, llvm::StringRef name) const {
  return evaluator_->exports().exportOf(module, name, module.syntax->program);
}

const Value &Values::definitionIn(const ModuleInfo &module) const {
  return evaluator_->commonJs().definitionIn(module);
}

std::optional<std::string> Values::keyOf(const ast::Node &memberOrProperty) const {
  std::optional<llvm::StringRef> key =
      call_ ? evaluator_->callContexts().keyIn(*call_, memberOrProperty)
            : evaluator_->members().keyOf(memberOrProperty);
  return key ? std::optional(key->str()) : std::nullopt;
}

const Value &Values::member(const Value &object, llvm::StringRef key) const {
  return evaluator_->members().member(object, key, object.origin);
}

Environment &Values::call(const FunctionValue &function, const Value *self,
                          std::optional<llvm::ArrayRef<const Value *>> arguments) const {
  return evaluator_->callContexts().openCall(function, self, arguments);
}

Environment &Values::fieldsOf(const ast::Node &type, const Value &instance) const {
  Environment &fields = evaluator_->callContexts().openFields(type, instance);
  if (llvm::isa<ast::ForOfStatement>(type))
    fields.outer = call_;
  return fields;
}

const Value *Values::inCall(const Symbol &symbol) const {
  return call_ ? evaluator_->callContexts().valueIn(*call_, symbol) : nullptr;
}

const Value &Values::asClass(const Value &value) const {
  return evaluator_->constructorFunctions().asClass(value);
}

const Value &Values::resultOf(const FunctionValue &function) const {
  return evaluator_->calls().invoke(function, {}, *function.origin, false);
}

const Value &Values::resultOf(const FunctionValue &function,
                              llvm::ArrayRef<const Value *> arguments) const {
  return evaluator_->callContexts().callApart(function, nullptr, arguments, *function.origin);
}

std::vector<std::vector<MadeCall>> Values::unfold(llvm::ArrayRef<const ast::Node *> calls) const {
  return evaluator_->unfolding().unfold(calls);
}

const ProgramStart *Values::start() const { return evaluator_->start(); }
uint64_t Values::calls() const { return evaluator_->callSites; }
const ast::Node *Values::exhaustedAt() const { return evaluator_->exhaustedAt; }
uint64_t Values::resolvedCalls() const { return evaluator_->resolvedCallSites; }

Values Values::Evaluator::evaluate(const agentc::Program &program, const ProgramStart *start,
                                   DefinitionResultOf definitionResultOf) {
  auto evaluator = std::make_shared<Evaluator>(program, start, definitionResultOf);
  // values that depend on each other ask for each other, as deep as the program goes
  llvm::thread deep(std::optional<unsigned>(stackBytes), [&] { evaluator->evaluateAll(); });
  deep.join();
  return Values(std::move(evaluator));
}

Values evaluate(const Program &program, DefinitionResultOf definitionResultOf) {
  return Values::Evaluator::evaluate(program, nullptr, definitionResultOf);
}

Values evaluate(const Program &program, const ProgramStart &start,
                DefinitionResultOf definitionResultOf) {
  return Values::Evaluator::evaluate(program, &start, definitionResultOf);
}

void forEachAlternative(const Value &value, llvm::function_ref<void(const Value &)> visit) {
  const auto *alternatives = llvm::dyn_cast<UnionValue>(&value);
  if (!alternatives)
    return visit(value);
  for (const Value *alternative : alternatives->alternatives)
    visit(*alternative);
}

std::optional<llvm::StringRef> asString(const Value &value) {
  if (const auto *text = llvm::dyn_cast<StringValue>(&value))
    return text->value;
  return std::nullopt;
}

namespace {

std::string listOf(llvm::ArrayRef<std::string> parts, bool open, char left, char right) {
  std::string text(1, left);
  for (const std::string &part : parts) {
    if (text.size() > 60)
      return text + ", …" + right;
    text += (text.size() > 1 ? ", " : "") + part;
  }
  if (open)
    text += text.size() > 1 ? ", …" : "…";
  return text + right;
}

} // namespace

std::string describe(const Value &value) {
  switch (value.kind) {
  case ValueKind::Unknown:
    return ("unknown: " + unknownReasonText(llvm::cast<UnknownValue>(value).reason)).str();
  case ValueKind::Undefined:
    return "undefined";
  case ValueKind::Null:
    return "null";
  case ValueKind::Boolean:
    return llvm::cast<BooleanValue>(value).value ? "true" : "false";
  case ValueKind::Number:
    return numberToString(llvm::cast<NumberValue>(value).value);
  case ValueKind::BigInt:
    return llvm::cast<BigIntValue>(value).digits.str() + "n";
  case ValueKind::String: {
    llvm::StringRef text = llvm::cast<StringValue>(value).value;
    return '"' + escapeForTerminal(text.take_front(80)) + (text.size() > 80 ? "…\"" : "\"");
  }
  case ValueKind::RegExp:
    return '/' + escapeForTerminal(llvm::cast<RegExpValue>(value).pattern.take_front(80)) + '/';
  case ValueKind::Array:
    return "array of " + std::to_string(llvm::cast<ArrayValue>(value).elements.size()) +
           (llvm::cast<ArrayValue>(value).open ? " or more" : "");
  case ValueKind::Object: {
    std::vector<std::string> keys;
    for (const PropertyValue &property : llvm::cast<ObjectValue>(value).properties)
      keys.push_back(escapeForTerminal(property.key.take_front(40)));
    return listOf(keys, llvm::cast<ObjectValue>(value).open, '{', '}');
  }
  case ValueKind::Function:
    return "function";
  case ValueKind::Class:
    return "class";
  case ValueKind::Instance:
    return "instance";
  case ValueKind::Namespace:
    return "namespace " + escapeForTerminal(llvm::cast<NamespaceValue>(value).module->path());
  case ValueKind::Api:
    return escapeForTerminal(llvm::cast<ApiValue>(value).path);
  case ValueKind::Result:
    return escapeForTerminal(llvm::cast<ResultValue>(value).callee->path) + "()";
  case ValueKind::Union: {
    std::vector<std::string> parts;
    for (const Value *alternative : llvm::cast<UnionValue>(value).alternatives)
      parts.push_back(describe(*alternative));
    return listOf(parts, false, '(', ')');
  }
  }
  return "";
}

} // namespace agentc
