#include "WrappedModules.h"

#include <cmath>

namespace agentc {

using namespace ast;

namespace {

using PartKind = CommonJsPart::Kind;

class LoaderReader {
public:
  LoaderReader(const agentc::Program &program, Flow &flow) : program_(program), flow_(flow) {}

  std::optional<ModuleLoader> read(const ObjectExpression &made);

private:
  const Symbol *symbolOf(const Node *node) const {
    const auto *name = llvm::dyn_cast_or_null<Identifier>(node);
    return name ? program_.symbolOf(*name) : nullptr;
  }
  const Symbol *holderOf(const ObjectExpression &made);
  bool holdsOnly(const Symbol &symbol, const ObjectExpression &made);
  const CallExpression *findCall();
  PartKind partOf(const Node &argument);
  bool readCallee(const Node &callee);
  bool returnsExports();
  bool isLoadersOwn(const Symbol &symbol);
  bool isExports(const Node &value);

  const agentc::Program &program_;
  Flow &flow_;
  ModuleLoader loader_;
};

/// `m` of `m = {exports: {}}` and of `var m = cache[id] = {exports: {}}`.
const Symbol *LoaderReader::holderOf(const ObjectExpression &made) {
  const Node *at = &made;
  while (const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(at->parent)) {
    if (const Symbol *symbol = symbolOf(assignment->left))
      return symbol;
    at = assignment;
  }
  const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(at->parent);
  return declarator ? symbolOf(declarator->id) : nullptr;
}

/// Nothing but the module, and what marks that there is none, is ever in the variable.
bool LoaderReader::holdsOnly(const Symbol &symbol, const ObjectExpression &made) {
  return llvm::all_of(symbol.targets, [&](const Identifier *target) {
    const Node *parent = target->parent;
    if (nameOfParameter(target) && isFunction(*parent))
      return true; // which no caller gives; see readCallee
    const Node *value = nullptr;
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent))
      value = assignment->right;
    else if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent))
      value = declarator->init;
    while (const auto *inner = llvm::dyn_cast_or_null<AssignmentExpression>(value))
      value = inner->right;
    return !value || value == &made || llvm::isa<Literal>(value);
  });
}

PartKind LoaderReader::partOf(const Node &argument) {
  const Node *at = &argument;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(at)) {
    const Node *object = member->object;
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(object))
      object = assignment->left;
    return symbolOf(object) == loader_.module && writtenKeyOf(*member) == "exports"
               ? PartKind::Exports
               : PartKind::None;
  }
  const Symbol *symbol = symbolOf(at);
  if (symbol && symbol == loader_.module)
    return PartKind::Module;
  Nodes functions = symbol ? flow_.functionsOf(*at) : Nodes();
  return functions.size() == 1 && functions.front() == loader_.function ? PartKind::Require
                                                                        : PartKind::None;
}

/// The call that gets the module: `wrapper(module.exports, module)` in any order, or by `.call`.
const CallExpression *LoaderReader::findCall() {
  for (const Identifier *reference : loader_.module->references) {
    if (functionAround(*reference) != loader_.function)
      continue;
    const Node *at = reference;
    const auto *member = llvm::dyn_cast<MemberExpression>(at->parent);
    const auto *call = llvm::dyn_cast<CallExpression>(member ? member->parent : at->parent);
    if (call && llvm::is_contained(call->arguments, member ? member : at))
      return call;
  }
  return nullptr;
}

/// `wrappers`, `wrappers[key]` and esbuild's `wrappers[namesOf(wrappers)[0]]`.
bool LoaderReader::readCallee(const Node &callee) {
  const Node *at = &callee;
  if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(at))
    at = sequence->expressions.back();
  const auto *member = llvm::dyn_cast<MemberExpression>(at);
  if (member && !member->computed)
    return false;
  loader_.wrappers = symbolOf(member ? member->object : at);
  if (!loader_.wrappers)
    return false;
  if (member)
    if (const Symbol *key = symbolOf(member->property))
      if (std::optional<ParameterPlace> place = placeOfParameter(*key);
          place && place->function == loader_.function)
        loader_.key = place->index;
  return isLoadersOwn(*loader_.wrappers);
}

/// True if only the loader uses the table, or the cache. Bundlers also make it a member of the
/// loader; isClosed checks the uses of that member.
bool LoaderReader::isLoadersOwn(const Symbol &symbol) {
  return llvm::all_of(symbol.references, [&](const Identifier *use) {
    const Node *function = functionAround(*use);
    if (function == loader_.function)
      return true;
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(use->parent);
    const auto *target = assignment && assignment->right == use
                             ? llvm::dyn_cast<MemberExpression>(assignment->left)
                             : nullptr;
    return target && (writtenKeyOf(*target) == "m" || writtenKeyOf(*target) == "c") &&
           partOf(*target->object) == PartKind::Require;
  });
}

/// `module.exports`, and the exports of what the loader's own cache gave.
bool LoaderReader::isExports(const Node &value) {
  const Node *at = &value;
  if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(at))
    at = sequence->expressions.back();
  const auto *member = llvm::dyn_cast<MemberExpression>(at);
  if (!member || writtenKeyOf(*member) != "exports")
    return false;
  const Node *object = member->object;
  const Symbol *symbol = symbolOf(object);
  if (symbol && symbol == loader_.module)
    return true;
  if (symbol) {
    Nodes sources = flow_.sourcesOf(*symbol);
    object = sources.size() == 1 ? sources.front() : nullptr;
  }
  const auto *cached = llvm::dyn_cast_or_null<MemberExpression>(object);
  const Symbol *cache = cached && cached->computed ? symbolOf(cached->object) : nullptr;
  return cache && isLoadersOwn(*cache);
}

bool LoaderReader::returnsExports() {
  bool returns = true, any = false;
  auto visit = [&](const Node &node, auto &self) -> void {
    if (isFunction(node))
      return;
    if (const auto *end = llvm::dyn_cast<ReturnStatement>(&node)) {
      returns &= end->argument && isExports(*end->argument);
      any = true;
    }
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  const Node *body = bodyOf(*loader_.function);
  if (body && !llvm::isa<BlockStatement>(body))
    return isExports(*body);
  if (body)
    visit(*body, visit);
  return returns && any;
}

std::optional<ModuleLoader> LoaderReader::read(const ObjectExpression &made) {
  loader_.function = functionAround(made);
  loader_.module = holderOf(made);
  if (!loader_.function || !loader_.module || !holdsOnly(*loader_.module, made))
    return std::nullopt;
  // `wrapper((module = {exports: {}}).exports, module)` itself refers to the module once
  loader_.call = findCall();
  if (!loader_.call)
    return std::nullopt;
  const auto *member = llvm::dyn_cast<MemberExpression>(loader_.call->callee);
  bool isCall = member && writtenKeyOf(*member) == "call";
  if (!readCallee(isCall ? *member->object : *loader_.call->callee) || !returnsExports())
    return std::nullopt;
  for (const Node *argument : loader_.call->arguments.drop_front(isCall))
    loader_.parameters.push_back(partOf(*argument));
  return loader_;
}

std::string keyTextOf(const Property &property) {
  if (std::optional<llvm::StringRef> text = writtenKeyOf(property))
    return text->str();
  const auto *literal = llvm::dyn_cast<Literal>(property.key);
  bool isIndex = literal && literal->literal == LiteralKind::Number && literal->number >= 0 &&
                 literal->number < 1e15 && literal->number == std::floor(literal->number);
  return isIndex ? std::to_string(static_cast<uint64_t>(literal->number)) : "";
}

} // namespace

std::optional<ModuleLoader> readModuleLoader(const agentc::Program &program, Flow &flow,
                                             const ObjectExpression &made) {
  return LoaderReader(program, flow).read(made);
}

/// True if a use of `require` is usual in a bundler's code: calling it, reading or writing its
/// members, or handing it on where modules get it.
static bool isUsual(const agentc::Program &program, Flow &flow, const ModuleLoader &loader,
                    const Identifier &use) {
  const Node *parent = use.parent;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(parent)) {
    std::optional<llvm::StringRef> key = writtenKeyOf(*member);
    if (!key || (*key != "m" && *key != "c"))
      return key.has_value();
    const auto *write = llvm::dyn_cast<AssignmentExpression>(member->parent);
    if (write && write->left == member)
      return true;
    // `require.m[id] = chunk[id]`, of which the chunk's modules are known by their file
    const auto *entry = llvm::dyn_cast<MemberExpression>(member->parent);
    const auto *install =
        entry ? llvm::dyn_cast_or_null<AssignmentExpression>(entry->parent) : nullptr;
    const auto *from = install && install->left == entry
                           ? llvm::dyn_cast<MemberExpression>(install->right)
                           : nullptr;
    const auto *id = from ? llvm::dyn_cast<Identifier>(from->property) : nullptr;
    const auto *same = entry ? llvm::dyn_cast<Identifier>(entry->property) : nullptr;
    return id && same && from->computed && program.symbolOf(*id) == program.symbolOf(*same);
  }
  if (functionAround(use) == loader.function)
    return true;
  const auto *call = llvm::dyn_cast<CallExpression>(parent);
  if (!call)
    return llvm::isa<UnaryExpression>(parent);
  if (call->callee == &use)
    return true;
  const auto *method = llvm::dyn_cast<MemberExpression>(call->callee);
  if (method && (writtenKeyOf(*method) == "bind" || writtenKeyOf(*method) == "call"))
    return llvm::isa<Identifier>(method->object) &&
           llvm::is_contained(flow.functionsOf(*method->object), loader.function);
  // a chunk's own start
  const auto *name = llvm::dyn_cast<Identifier>(call->callee);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  Nodes sources = symbol ? flow.sourcesOf(*symbol) : Nodes();
  const auto *source =
      sources.size() == 1 ? llvm::dyn_cast<MemberExpression>(sources.front()) : nullptr;
  return source && writtenKeyOf(*source) == "runtime";
}

bool isClosed(const agentc::Program &program, Flow &flow, const ModuleLoader &loader,
              const Symbol &holder) {
  return llvm::all_of(holder.references,
                      [&](const Identifier *use) { return isUsual(program, flow, loader, *use); });
}

std::vector<ModuleWrapper> wrappersIn(const Node &expression) {
  std::vector<ModuleWrapper> found;
  if (isFunction(expression))
    return {{&expression, ""}};
  if (const auto *object = llvm::dyn_cast<ObjectExpression>(&expression)) {
    for (const Node *part : object->properties) {
      const auto *property = llvm::dyn_cast<Property>(part);
      if (!property || !isFunction(*property->value))
        return {};
      found.push_back({property->value, keyTextOf(*property)});
    }
  } else if (const auto *list = llvm::dyn_cast<ArrayExpression>(&expression)) {
    for (size_t i = 0; i < list->elements.size(); ++i)
      if (list->elements[i] && isFunction(*list->elements[i]))
        found.push_back({list->elements[i], std::to_string(i)});
  }
  return found;
}

} // namespace agentc
