#include "SliceParts.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

const Node *classIn(const Node &node) {
  const Node *at = &node;
  if (const auto *exported = llvm::dyn_cast<ExportNamedDeclaration>(at))
    at = exported->declaration;
  else if (const auto *byDefault = llvm::dyn_cast<ExportDefaultDeclaration>(at))
    at = byDefault->declaration;
  else if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(at))
    at = declarator->init;
  else if (const auto *statement = llvm::dyn_cast<ExpressionStatement>(at))
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(statement->expression))
      at = assignment->right;
  return at && isClass(*at) ? at : nullptr;
}

bool isDeclaring(const Identifier &target) {
  const Node *node = &target;
  while (const Node *parent = node->parent) {
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent))
      return declarator->id == node;
    if (llvm::isa<ImportSpecifier, ImportDefaultSpecifier, ImportNamespaceSpecifier>(parent))
      return true;
    if (isFunction(*parent))
      return node != bodyOf(*parent);
    if (const auto *type = llvm::dyn_cast<ClassDeclaration>(parent))
      return type->id == node;
    if (const auto *property = llvm::dyn_cast<Property>(parent);
        property && property->value != node)
      return false;
    if (const auto *pattern = llvm::dyn_cast<AssignmentPattern>(parent);
        pattern && pattern->left != node)
      return false;
    if (!llvm::isa<ObjectPattern, ArrayPattern, RestElement, AssignmentPattern, Property>(parent))
      return false;
    node = parent;
  }
  return false;
}

namespace {

/// Returns true if something other than a call by its name may run a method: the language, or a
/// base class.
bool runsByItself(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      // the language's own
      "constructor", "toString", "valueOf", "toJSON", "then", "next", "return", "throw",
      // what `BaseAgent` calls of itself (runtime/prelude/scripts/platform/base-agent.js)
      "create", "processMessage", "ragSearch", "formatRagResults", "buildMessages",
      "getAvailableTools", "processToolCalls", "fetch", "emitMetrics"};
  return names.contains(name);
}

/// Returns the declaration in a named export (null for a plain export list), or any other
/// statement as it is.
const Node *declarationIn(const Node &statement) {
  if (const auto *exported = llvm::dyn_cast<ExportNamedDeclaration>(&statement))
    return exported->declaration;
  return &statement;
}

/// `module.exports = {…}`: the object.
const ObjectExpression *exportedObject(const agentc::Program &program, const Node &statement) {
  const auto *expression = llvm::dyn_cast<ExpressionStatement>(&statement);
  const auto *assignment =
      expression ? llvm::dyn_cast<AssignmentExpression>(expression->expression) : nullptr;
  const auto *member = assignment ? llvm::dyn_cast<MemberExpression>(assignment->left) : nullptr;
  const auto *object = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
  if (!object || object->name != "module" || program.symbolOf(*object) ||
      writtenKeyOf(*member) != "exports" || assignment->op != "=")
    return nullptr;
  return llvm::dyn_cast<ObjectExpression>(assignment->right);
}

} // namespace

SliceParts::SliceParts(const agentc::Program &program, const Values &values,
                       const AgentConfig &config)
    : program_(program), values_(values) {
  for (const ToolDefinition &tool : config.tools)
    if (tool.execute && tool.execute->function)
      for (const Node *node = tool.execute->function; node; node = node->parent)
        if (node->range == tool.source.range) {
          tools_.try_emplace(node, tool.id);
          break;
        }
  for (const auto &module : program.modules())
    if (module->syntax->program && module->syntax->goal != Goal::Json)
      addModule(*module);
  addSymbols();
  findHooks();
}

SlicePart &SliceParts::add(SlicePart::Kind kind, const ModuleInfo &module, const Node &node,
                           SlicePart *outer) {
  SlicePart &part = parts_.emplace_back();
  part.kind = kind;
  part.module = &module;
  part.node = &node;
  part.outer = outer;
  if (outer)
    outer->inner.push_back(&part);
  byNode_[&node] = &part;
  return part;
}

void SliceParts::addModule(const ModuleInfo &module) {
  for (const Node *statement : module.syntax->program->body)
    if (statement)
      addStatement(module, *statement);
}

/// `get name() {}`, `Object.defineProperty(o, 'name', …)`, and what may be any member: a proxy.
void SliceParts::addGetter(const Node &node) {
  const auto *property = llvm::dyn_cast<Property>(&node);
  const auto *method = llvm::dyn_cast<MethodDefinition>(&node);
  const bool isAccessor =
      (property && property->propertyKind != PropertyKind::Init) ||
      (method && (method->methodKind == MethodKind::Get || method->methodKind == MethodKind::Set));
  if (isAccessor) {
    if (std::optional<llvm::StringRef> name = writtenKeyOf(node))
      getters_.insert(*name);
    else
      anyGetter_ = true;
    return;
  }
  const auto *name = llvm::dyn_cast<Identifier>(&node);
  if (name && name->name == "Proxy" && !program_.symbolOf(*name))
    anyGetter_ = true;
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  const auto *callee = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  std::optional<llvm::StringRef> called = callee ? writtenKeyOf(*callee) : std::nullopt;
  if (called == "__defineGetter__" && !call->arguments.empty()) {
    anyGetter_ = true;
  } else if (called == "defineProperty" && call->arguments.size() == 3) {
    if (std::optional<llvm::StringRef> key = textOfLiteral(call->arguments[1]))
      getters_.insert(*key);
    else if (const Node *around = functionAround(node);
             !around || !isFunction(*around) ||
             program_.shapeOf(*around).kind == HelperShape::Kind::None)
      anyGetter_ = true;
  }
}

/// Returns true if code gives a member of that name a value that may be called.
bool SliceParts::definesMember(llvm::StringRef name) const {
  const MemberIndex::Accesses &accesses = memberIndexOf(program_).of(name);
  return llvm::any_of(
             accesses.given,
             [](const MemberIndex::Given &given) {
               return !llvm::isa<Literal, TemplateLiteral, ObjectExpression, ArrayExpression>(
                   given.value);
             }) ||
         llvm::any_of(accesses.writes, [](const MemberExpression *target) {
           return !llvm::isa<AssignmentExpression, UnaryExpression>(target->parent);
         });
}

void SliceParts::findHooks() {
  const MemberIndex &members = memberIndexOf(program_);
  hooks_ = llvm::any_of(members.computed().given,
                        [](const MemberIndex::Given &given) {
                          return keyPartOf(*given.member).computed &&
                                 !llvm::isa<MemberExpression>(given.member);
                        }) ||
           llvm::any_of(llvm::ArrayRef{"toString", "valueOf", "toJSON", "then", "next"},
                        [&](const char *name) { return !members.of(name).given.empty(); });
  program_.forEach<Property>([&](const Property &node) { addGetter(node); });
  program_.forEach<MethodDefinition>([&](const MethodDefinition &node) { addGetter(node); });
  program_.forEach<Identifier>([&](const Identifier &node) { addGetter(node); });
  program_.forEach<CallExpression>([&](const CallExpression &node) { addGetter(node); });
}

void SliceParts::addStatement(const ModuleInfo &module, const Node &statement) {
  const auto *exported = llvm::dyn_cast<ExportNamedDeclaration>(&statement);
  if (llvm::isa<ImportDeclaration, ExportAllDeclaration, EmptyStatement>(&statement) ||
      (exported && !exported->declaration))
    return;
  SlicePart &part = add(SlicePart::Kind::Statement, module, statement);
  statements_[&module].push_back(&part);
  const Node *declaration = declarationIn(statement);
  if (const auto *variables = llvm::dyn_cast<VariableDeclaration>(declaration)) {
    for (const Node *declarator : variables->declarations) {
      SlicePart &inner = add(SlicePart::Kind::Declarator, module, *declarator, &part);
      units_[&module].push_back(&inner);
      if (const Node *type = classIn(*declarator))
        addMethods(inner, *type);
    }
    return;
  }
  units_[&module].push_back(&part);
  if (const Node *type = classIn(statement))
    addMethods(part, *type);
  addExports(part, statement);
}

/// Returns true if code outside the bundle may call a class's methods by names that nothing
/// tells.
bool SliceParts::hasOpenBase(const Node &type, unsigned depth) const {
  const Node *base = superClassOf(type);
  if (!base)
    return false;
  const Value &value = values_.of(*base);
  if (const auto *api = llvm::dyn_cast<ApiValue>(&value))
    return !api->path.ends_with(".BaseAgent") && api->path != "global:BaseAgent"_api;
  const auto *other = llvm::dyn_cast<ClassValue>(&value);
  return !other || !other->origin || depth > 16 || hasOpenBase(*other->origin, depth + 1);
}

void SliceParts::addMethods(SlicePart &part, const Node &type) {
  const ClassBody *body = classBody(type);
  if (!body)
    return;
  const bool isOpen = hasOpenBase(type);
  for (const Node *member : body->body) {
    const auto *method = llvm::dyn_cast<MethodDefinition>(member);
    std::optional<llvm::StringRef> name = method ? writtenKeyOf(*method) : std::nullopt;
    if (method && !isOpen && name && !method->computed && method->decorators.empty() &&
        method->methodKind == MethodKind::Method && !runsByItself(*name))
      add(SlicePart::Kind::Method, *part.module, *member, &part).name = name->str();
  }
  // the other elements of a list of tools
  for (const auto &[tool, id] : tools_) {
    const Node *list = tool->parent;
    if (!list || !llvm::isa<ArrayExpression>(list) || list->range.begin < type.range.begin ||
        list->range.end > type.range.end || &program_.moduleOf(*tool) != part.module)
      continue;
    const Node *field = list->parent;
    if (const auto *definition = llvm::dyn_cast_or_null<PropertyDefinition>(field);
        definition && writtenKeyOf(*definition) == "tools" && field->parent == body)
      add(SlicePart::Kind::OtherTool, *part.module, *tool, &part).name = id.str();
  }
}

void SliceParts::addExports(SlicePart &part, const Node &statement) {
  const ObjectExpression *object = exportedObject(program_, statement);
  if (!object || llvm::any_of(object->properties, [](const Node *each) {
        const auto *property = llvm::dyn_cast<Property>(each);
        return !property || property->computed || !writtenKeyOf(*property);
      }))
    return;
  // a method's `this` may lead to its neighbours
  for (const Node *property : object->properties)
    if (!llvm::isa<FunctionExpression>(llvm::cast<Property>(property)->value))
      add(SlicePart::Kind::Export, *part.module, *property, &part).name =
          writtenKeyOf(*property)->str();
}

void SliceParts::addSymbols() {
  for (const Symbol &symbol : program_.symbols()) {
    if (!isTopLevel(symbol))
      continue;
    for (const Identifier *target : symbol.targets) {
      SlicePart *part = around(*target);
      if (!part)
        continue;
      std::vector<SlicePart *> &all = writing_[&symbol];
      if (!llvm::is_contained(all, part))
        all.push_back(part);
      if (!isDeclaring(*target))
        continue;
      std::vector<SlicePart *> &declaring = declaring_[&symbol];
      if (!llvm::is_contained(declaring, part)) {
        declaring.push_back(part);
        declared_[part].push_back(&symbol);
      }
    }
  }
  // a `var` or `let` without a value
  for (SlicePart &part : parts_) {
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(part.node);
    const auto *id = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
    const Symbol *symbol = id ? program_.symbolOf(*id) : nullptr;
    if (!symbol || !isTopLevel(*symbol) || llvm::is_contained(declaring_[symbol], &part))
      continue;
    declaring_[symbol].push_back(&part);
    writing_[symbol].push_back(&part);
    declared_[&part].push_back(symbol);
  }
}

SlicePart *SliceParts::around(const Node &node) const {
  for (const Node *at = &node; at; at = at->parent)
    if (SlicePart *part = byNode_.lookup(at))
      return part;
  return nullptr;
}

template <typename Map, typename Key> static auto listOf(const Map &map, const Key *key) {
  auto found = map.find(key);
  using List = llvm::ArrayRef<typename Map::mapped_type::value_type>;
  return found == map.end() ? List() : List(found->second);
}

llvm::ArrayRef<SlicePart *> SliceParts::unitsOf(const ModuleInfo &module) const {
  return listOf(units_, &module);
}
llvm::ArrayRef<SlicePart *> SliceParts::statementsOf(const ModuleInfo &module) const {
  return listOf(statements_, &module);
}
llvm::ArrayRef<SlicePart *> SliceParts::declaring(const Symbol &symbol) const {
  return listOf(declaring_, &symbol);
}
llvm::ArrayRef<SlicePart *> SliceParts::writing(const Symbol &symbol) const {
  auto all = listOf(writing_, &symbol);
  return all.empty() ? declaring(symbol) : all;
}
llvm::ArrayRef<const Symbol *> SliceParts::declaredBy(const SlicePart &part) const {
  return listOf(declared_, &part);
}

std::vector<SlicePart *> SliceParts::exporting(const ModuleInfo &module,
                                               llvm::StringRef name) const {
  using Kind = WrittenProperty::Kind;
  std::vector<SlicePart *> result;
  auto take = [&](SlicePart *part) {
    if (part && !llvm::is_contained(result, part))
      result.push_back(part);
  };
  // `module.exports = value` may stand in a chain of assignments; what is written where is told by
  // the statement, whatever stands in it
  for (SlicePart *unit : unitsOf(module)) {
    bool isAll = false;
    for (SlicePart *inner : unit->inner)
      if (inner->kind == SlicePart::Kind::Export) {
        isAll = true;
        if (name == "*" || inner->name == name)
          take(inner);
      }
    if (isAll)
      take(unit);
  }
  for (const WrittenProperty &written : module.commonJsExports) {
    SlicePart *part = written.value ? around(*written.value) : nullptr;
    if (!part)
      continue;
    if (part->kind == SlicePart::Kind::Export) {
      if (name == "*" || part->name == name)
        take(part);
    } else if (name == "*" || written.name.empty() || written.name == name ||
               written.kind == Kind::All || written.kind == Kind::Open) {
      take(part);
    }
  }
  return result;
}

} // namespace agentc
