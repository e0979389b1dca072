#include "SchemaReader.h"

#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::schemas {

using namespace ast;

namespace {

constexpr const Library *libraries[] = {&zod,     &bundledZod, &jsonSchemas,
                                        &typeBox, &valibot,    &arkType};

/// The call that everything in a path hangs on.
const ApiValue &rootOf(const ApiValue &path) {
  const ApiValue *root = &path;
  while (root->receiver)
    root = root->receiver->callee;
  return *root;
}

} // namespace

std::pair<const Library *, llvm::StringRef> libraryOf(llvm::StringRef path) {
  for (const Library *library : libraries)
    if (std::optional<llvm::StringRef> name = library->nameOf(path))
      return {library, *name};
  return {nullptr, {}};
}

std::string pathTo(llvm::StringRef base, llvm::StringRef key) {
  bool isName = !key.empty() && !llvm::isDigit(key.front()) &&
                llvm::all_of(key, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
  if (isName)
    return base.empty() ? key.str() : (base + "." + key).str();
  if (!key.empty() && llvm::all_of(key, llvm::isDigit))
    return (base + "[" + key + "]").str();
  return base.str() + "[" +
         Json(key.str()).dump(-1, ' ', true, nlohmann::detail::error_handler_t::replace) + "]";
}

const Value *option(const Value *options, llvm::StringRef key) {
  const auto *object = llvm::dyn_cast_or_null<ObjectValue>(options);
  const PropertyValue *property = object ? object->find(key) : nullptr;
  return property ? property->value : nullptr;
}

std::vector<llvm::StringRef> stepsAfter(const Values &values, const ApiValue &path) {
  llvm::SmallVector<llvm::StringRef, 4> steps;
  std::string before = (path.receiver->callee->path + "()").str();
  llvm::StringRef rest = path.path;
  if (rest.consume_front(before) && rest.consume_front(".")) {
    rest.split(steps, '.');
    return {steps.begin(), steps.end()};
  }
  // a path that repeats itself is cut; what stands there says whether one name is all of it
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(path.origin);
  if (member && &values.of(*member->object) == path.receiver)
    return {path.path.substr(path.path.rfind('.') + 1)};
  return {};
}

SchemaNode &Reader::make(SchemaKind kind, const Node *site, const Library *library) {
  SchemaNode &node = nodes_.emplace_back(kind, site);
  node.library = library;
  return node;
}

SchemaNode &Reader::unresolved(const Node *site, std::string reason) {
  SchemaNode &node = make(SchemaKind::Unresolved, site, nullptr);
  node.problems.push_back({"", site, std::move(reason)});
  return node;
}

SchemaNode &Reader::wrap(SchemaKind kind, SchemaPart inner, const Node *site,
                         const Library *library) {
  SchemaNode &node = make(kind, site, library);
  node.parts.push_back(inner);
  return node;
}

SchemaNode &Reader::copyOf(SchemaNode &base, const Node *site, bool inherits) {
  if (!spend(base.members.size() + base.parts.size() + base.checks.size() + base.entries.size()))
    return unresolved(site, "it is larger than agentc extracts");
  SchemaNode &node = make(base.kind, site, base.library);
  node.parts = base.parts;
  node.members = base.members;
  node.memberIndex = base.memberIndex;
  node.rest = base.rest;
  node.hasRest = base.hasRest;
  node.exclusive = base.exclusive;
  node.partial = base.partial;
  node.loose = base.loose;
  node.checks = base.checks;
  node.value = base.value;
  node.entries = base.entries;
  node.problems = base.problems;
  node.notes = base.notes;
  node.made = base.made;
  node.zod = base.zod;
  node.isDerived = base.isDerived;
  node.copied = &base;
  node.checkedByCode = base.checkedByCode;
  node.parent = inherits ? &base : nullptr;
  return node;
}

SchemaNode &Reader::read(const Value &value) {
  auto [entry, isNew] = read_.try_emplace(&value, nullptr);
  if (isNew)
    if (const Value *once = madeOnce(value); once && once != &value) {
      read_.erase(&value);
      SchemaNode &node = read(*once);
      return *(read_[&value] = &node);
    }
  if (!isNew)
    return entry->second ? *entry->second : unresolved(value.origin, "it depends on itself");
  SchemaNode *node = nullptr;
  if (depth_ >= maxChain || !spend(1)) {
    node = &unresolved(value.origin, "it is larger than agentc extracts");
  } else {
    ++depth_;
    node = &compute(value);
    --depth_;
    if (node->site == value.origin)
      node->isReturned = isReturned(value.origin);
  }
  read_[&value] = node;
  return *node;
}

const Value *Reader::madeOnce(const Value &value) const {
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  if (!made || !made->origin || !isExpression(*made->origin))
    return nullptr;
  for (const Node *at = made->origin->parent; at; at = at->parent)
    if ((isFunction(*at) && !paramsOf(*at).empty()) ||
        llvm::isa<ForOfStatement, ForInStatement, ForStatement, WhileStatement, DoWhileStatement>(
            at))
      return nullptr;
  const auto *known = llvm::dyn_cast<ResultValue>(&values.of(*made->origin));
  return known && known->callee->path == made->callee->path ? known : nullptr;
}

/// The major version of zod that a path says; 0 where it says none.
static uint8_t zodOf(llvm::StringRef path) {
  if (path.starts_with("module:zod/v3"_api) || path.starts_with("bundled:zod3"))
    return 3;
  return path.starts_with("module:zod/"_api) || path.starts_with("bundled:zod4") ? 4 : 0;
}

bool Reader::isReturned(const Node *site) {
  for (const Node *at = site; at; at = at->parent) {
    if (llvm::isa<ReturnStatement>(at))
      return true;
    if (at->parent && isFunction(*at->parent))
      return bodyOf(*at->parent) == at;
    if (isStatement(*at))
      return false;
  }
  return false;
}

SchemaNode &Reader::compute(const Value &value) {
  switch (value.kind) {
  case ValueKind::Result:
    return computeCall(llvm::cast<ResultValue>(value));
  case ValueKind::Api:
    return computePath(llvm::cast<ApiValue>(value));
  case ValueKind::Union:
    return unresolved(value.origin, "it is one of several values: " + describe(value));
  case ValueKind::Unknown:
    return unresolved(value.origin,
                      unknownReasonText(llvm::cast<UnknownValue>(value).reason).str());
  default:
    return unresolved(value.origin, "it is not a schema but " + describe(value));
  }
}

/// True of a function that notes something on the schema that it is given, and gives it back:
/// `completable` of the Model Context Protocol's SDK.
static bool givesBackSchema(llvm::StringRef path) {
  return path.starts_with("module:@modelcontextprotocol/"_api) && path.ends_with(".completable");
}

SchemaNode &Reader::computeCall(const ResultValue &call) {
  const ApiValue &callee = *call.callee;
  if (!callee.receiver) {
    if (givesBackSchema(callee.path) && !call.arguments.empty())
      return read(*call.arguments[0]);
    auto [library, name] = libraryOf(callee.path);
    if (library) {
      SchemaNode &node = library->construct(*this, name, call);
      if (!node.zod)
        node.zod = zodOf(callee.path);
      return node;
    }
    return unresolved(call.origin, "it is not a schema but " + describe(call));
  }
  SchemaNode &base = read(*callee.receiver);
  std::vector<llvm::StringRef> steps = stepsAfter(values, callee);
  if (!base.library || steps.empty() || !base.library->method)
    return unresolved(call.origin, base.kind == SchemaKind::Unresolved && !base.problems.empty()
                                       ? base.problems.front().message
                                       : "it is not a schema but " + describe(call));
  llvm::StringRef method = steps.back();
  auto derived = [&](SchemaNode &of) -> SchemaNode & {
    SchemaNode &node = of.library->method(*this, of, method, call);
    if (!node.zod)
      node.zod = of.zod;
    return node;
  };
  if (steps.size() == 1)
    return derived(base);
  steps.pop_back();
  SchemaNode &inner = base.library->member ? base.library->member(*this, base, steps, call.origin)
                                           : unresolved(call.origin, "it is not a schema");
  if (!inner.library)
    return inner;
  return derived(inner);
}

SchemaNode &Reader::computePath(const ApiValue &path) {
  if (!path.receiver) {
    auto [library, name] = libraryOf(path.path);
    if (library && library->bare)
      return library->bare(*this, name, path.origin);
    return unresolved(path.origin, "it is not a schema but " + describe(path));
  }
  SchemaNode &base = read(*path.receiver);
  std::vector<llvm::StringRef> steps = stepsAfter(values, path);
  if (!base.library || steps.empty() || !base.library->member)
    return unresolved(path.origin, "it is not a schema but " + describe(path));
  return base.library->member(*this, base, steps, path.origin);
}

const Value *Reader::returned(const Node &function) const {
  if (!paramsOf(function).empty())
    return nullptr;
  const Node *body = bodyOf(function);
  if (body && isExpression(*body))
    return &values.of(*body);
  const auto *block = llvm::dyn_cast_or_null<BlockStatement>(body);
  if (!block || block->body.empty())
    return nullptr;
  const auto *only = llvm::dyn_cast<ReturnStatement>(block->body.front());
  return only && only->argument ? &values.of(*only->argument) : nullptr;
}

const Value *Reader::called(const Value &function) const {
  const auto *known = llvm::dyn_cast<FunctionValue>(&function);
  // a closure sees what its variables held when it was made
  return known && known->environment ? &values.resultOf(*known)
         : known                     ? returned(*known->origin)
                                     : nullptr;
}

const Value &Reader::settled(const Value &value, const Node *written) const {
  const auto *unknown = llvm::dyn_cast<UnknownValue>(&value);
  if (!unknown || unknown->reason != UnknownReason::Cycle || !written)
    return value;
  if (isFunction(*written)) { // a getter
    const Value *got = returned(*written);
    return got ? *got : value;
  }
  return isExpression(*written) ? values.of(*written) : value;
}

Arguments Reader::argumentsOf(const ResultValue &call) {
  const auto *written = llvm::dyn_cast_or_null<CallExpression>(call.origin);
  bool isSettled = !written || llvm::none_of(call.arguments, [](const Value *argument) {
    return llvm::isa<UnknownValue>(argument);
  });
  if (isSettled || written->arguments.size() != call.arguments.size())
    return call.arguments;
  std::vector<const Value *> &arguments = arguments_.emplace_back();
  for (size_t i = 0; i < call.arguments.size(); ++i)
    arguments.push_back(&settled(*call.arguments[i], written->arguments[i]));
  return arguments;
}

std::optional<double> Reader::number(const Value *value, SchemaNode &owner, llvm::StringRef what) {
  if (const auto *known = llvm::dyn_cast_or_null<NumberValue>(value))
    return known->value;
  if (const auto *path = llvm::dyn_cast_or_null<ApiValue>(value)) {
    static constexpr std::pair<llvm::StringLiteral, double> constants[] = {
        {"global:Infinity"_api, std::numeric_limits<double>::infinity()},
        {"global:Number.MAX_SAFE_INTEGER"_api, 9007199254740991.0},
        {"global:Number.MIN_SAFE_INTEGER"_api, -9007199254740991.0},
        {"global:Number.MAX_VALUE"_api, std::numeric_limits<double>::max()}};
    for (const auto &[name, constant] : constants)
      if (path->path == name)
        return constant;
  }
  owner.problems.push_back({what.str(), value ? value->origin : owner.site,
                            value ? "it is not a number that is known: " + describe(*value)
                                  : std::string("it is not given")});
  return std::nullopt;
}

std::optional<std::string> Reader::text(const Value *value, SchemaNode &owner,
                                        llvm::StringRef what) {
  if (const auto *known = llvm::dyn_cast_or_null<StringValue>(value))
    return known->value.str();
  owner.problems.push_back({what.str(), value ? value->origin : owner.site,
                            value ? "it is not text that is known: " + describe(*value)
                                  : std::string("it is not given")});
  return std::nullopt;
}

} // namespace agentc::schemas

namespace agentc {

bool isSchema(const Value &value) {
  const auto *call = llvm::dyn_cast<ResultValue>(&value);
  const auto *path = call ? call->callee : llvm::dyn_cast<ApiValue>(&value);
  if (!path || (!call && !path->receiver))
    return path && !call && path->receiver == nullptr &&
           schemas::libraryOf(path->path).first == &schemas::arkType;
  llvm::StringRef root = schemas::rootOf(*path).path;
  return schemas::givesBackSchema(root) || schemas::libraryOf(root).first;
}

} // namespace agentc
