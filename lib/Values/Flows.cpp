#include "Flows.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

/// A function that goes to more places than this gets anywhere.
constexpr size_t maxFlowPlaces = 2000;

} // namespace

bool isExports(const Node &node) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&node))
    return name->name == "exports";
  const auto *member = llvm::dyn_cast<MemberExpression>(&node);
  const auto *object = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
  return object && object->name == "module" && writtenKeyOf(*member) == "exports";
}

Flows::Flows(const agentc::Program &program, const llvm::DenseSet<const ModuleInfo *> *modules)
    : program_(program), names_(program) {
  for (const auto &module : program.modules())
    if (modules && !modules->contains(module.get()))
      left_.insert(module->syntax);
}

/// Collects the uses of one function; a place is an expression that denotes it.
struct Flows::Follower {
  Flows &flows;
  FunctionUses &uses;
  llvm::SetVector<const Node *> places;
  llvm::SetVector<const Symbol *> symbols;

  void run() {
    for (size_t i = 0; i < places.size(); ++i) {
      if (places.size() > maxFlowPlaces) {
        uses.escapes = true;
        return;
      }
      follow(*places[i]);
    }
  }

  void add(const Node &place) {
    if (flows.left_.empty() || !flows.left_.contains(flows.program_.moduleOf(place).syntax))
      places.insert(&place);
  }

  void addReads(const Symbol &symbol) {
    if (!symbols.insert(&symbol))
      return;
    for (const Identifier *reference : symbol.references)
      add(*reference);
    for (llvm::StringRef name : flows.names_.exportsOf(symbol))
      addImporters(flows.program_.moduleOf(*symbol.scope->node), name);
  }

  void addImporters(const ModuleInfo &module, llvm::StringRef name) {
    const Importers &importers = flows.names_.importersOf(module, name);
    uses.escapes |= importers.isOfEntry;
    uses.keys.insert(importers.keys.begin(), importers.keys.end());
    for (const Node *member : importers.members)
      add(*member);
    for (const Symbol *symbol : importers.symbols)
      addReads(*symbol);
  }

  /// Into a variable; what takes it apart gets only its members.
  void addTarget(const Node &target) {
    if (const auto *name = llvm::dyn_cast<Identifier>(&target)) {
      if (const Symbol *symbol = flows.program_.symbolOf(*name))
        addReads(*symbol);
      else
        uses.escapes = true;
    } else if (const auto *member = llvm::dyn_cast<MemberExpression>(&target)) {
      addMember(*member);
    }
  }

  void addMember(const MemberExpression &member) {
    const ModuleInfo &module = flows.program_.moduleOf(member);
    if (module.goal == Goal::CommonJs && isExports(member))
      return addModule(module);
    addKey(writtenKeyOf(member));
  }

  /// The whole of a CommonJS module: what requires and imports of it give.
  void addModule(const ModuleInfo &module) {
    for (const Node *call : flows.names_.requiresOf(module))
      add(*call);
    addImporters(module, "default");
  }

  void addKey(std::optional<llvm::StringRef> key) {
    if (key)
      uses.keys.insert(*key);
    else
      uses.escapes = true;
  }

  /// The property that a function is the getter of, as compilers write exports: `get name() …`,
  /// `get` of what `Object.defineProperty` is given, and `name: () => …` for a bundler's function
  /// that makes getters of them.
  const Property *getterOf(const Node &function) const {
    const auto *property = llvm::dyn_cast<Property>(function.parent);
    if (!property || property->value != &function)
      return nullptr;
    bool isGetter = property->propertyKind == PropertyKind::Get;
    return isGetter || descriptorCallOf(*property) || isListedGetter(*property) ? property
                                                                                : nullptr;
  }

  bool isListedGetter(const Property &property) const {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(property.parent->parent);
    if (!call || call->callee == property.parent)
      return false;
    HelperShape shape = flows.program_.shapeOfCallee(*call->callee);
    return shape.kind == HelperShape::Kind::DefineGetters &&
           shape.source < call->arguments.size() &&
           call->arguments[shape.source] == property.parent;
  }

  /// Adds a property by its key; the `value` passed to `Object.defineProperty` is the member it
  /// defines.
  void addProperty(const Property &property) {
    const CallExpression *define = descriptorCallOf(property, "value");
    std::optional<llvm::StringRef> key =
        define ? textOfLiteral(define->arguments[1]) : std::nullopt;
    addKey(key ? key : writtenKeyOf(property));
  }

  static const CallExpression *descriptorCallOf(const Property &property,
                                                llvm::StringRef part = "get") {
    const Node *descriptor = writtenKeyOf(property) == part ? property.parent : nullptr;
    const auto *call =
        descriptor ? llvm::dyn_cast_or_null<CallExpression>(descriptor->parent) : nullptr;
    const auto *define = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    bool isDefined = define && writtenKeyOf(*define) == "defineProperty" &&
                     call->arguments.size() == 3 && call->arguments[2] == descriptor;
    return isDefined ? call : nullptr;
  }

  static std::optional<llvm::StringRef> keyOfGetter(const Property &property) {
    const CallExpression *define =
        property.propertyKind == PropertyKind::Get ? nullptr : descriptorCallOf(property);
    return define ? textOfLiteral(define->arguments[1]) : writtenKeyOf(property);
  }

  /// Follows an element of a list to what goes through the list, by names as far as these tell.
  void followElement(const Node &list) {
    llvm::SetVector<const Node *> lists;
    lists.insert(&list);
    for (size_t i = 0; i < lists.size() && !uses.escapes; ++i) {
      const Node &at = *lists[i], &parent = *at.parent;
      if (const auto *loop = llvm::dyn_cast<ForOfStatement>(&parent); loop && loop->right == &at)
        addLoopTarget(*loop->left);
      else if (const auto *member = llvm::dyn_cast<MemberExpression>(&parent))
        followListMember(*member);
      else if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&parent))
        addListReads(*declarator->id, lists);
      else if (!llvm::isa<ExportSpecifier, ExpressionStatement>(parent))
        uses.escapes = true;
    }
  }

  void addLoopTarget(const Node &left) {
    const auto *declaration = llvm::dyn_cast<VariableDeclaration>(&left);
    addTarget(declaration ? *llvm::cast<VariableDeclarator>(declaration->declarations.front())->id
                          : left);
  }

  /// `list.forEach((element) => …)` and the like, `list[i]`, `list.length`.
  void followListMember(const MemberExpression &member) {
    std::optional<llvm::StringRef> key = writtenKeyOf(member);
    const auto *call = llvm::dyn_cast<CallExpression>(member.parent);
    if (!key && member.computed)
      return add(member);
    if (key == "length")
      return;
    const BuiltinMethod known = builtinMethod(key.value_or(""));
    // with each element, none of which is in the result
    bool isLoop = known.does(BuiltinMethod::CallsEach) &&
                  !known.does(BuiltinMethod::GivesElement | BuiltinMethod::GivesElements);
    const Node *callback = isLoop && call && call->callee == &member && !call->arguments.empty()
                               ? call->arguments.front()
                               : nullptr;
    if (!callback || !isFunction(*callback)) {
      uses.escapes = true;
      return;
    }
    if (NodeList parameters = paramsOf(*callback); !parameters.empty())
      addTarget(*parameters.front());
    uses.escapes |= paramsOf(*callback).size() > 2;
  }

  void addListReads(const Node &name, llvm::SetVector<const Node *> &lists) {
    const auto *identifier = llvm::dyn_cast<Identifier>(&name);
    const Symbol *symbol = identifier ? flows.program_.symbolOf(*identifier) : nullptr;
    if (!symbol) {
      uses.escapes = true;
      return;
    }
    lists.insert(symbol->references.begin(), symbol->references.end());
    for (llvm::StringRef exported : flows.names_.exportsOf(*symbol)) {
      const Importers &importers =
          flows.names_.importersOf(flows.program_.moduleOf(*symbol->scope->node), exported);
      uses.escapes |= importers.isOfEntry || !importers.keys.empty();
      lists.insert(importers.members.begin(), importers.members.end());
      for (const Symbol *imported : importers.symbols)
        lists.insert(imported->references.begin(), imported->references.end());
    }
  }

  /// Follows the result of a function to its calls.
  void addReturned(const Node &from) {
    const Node *function = functionAround(from);
    if (!function || !isFunction(*function)) {
      uses.escapes = true;
      return;
    }
    if (const Property *property = getterOf(*function))
      return addKey(keyOfGetter(*property));
    const FunctionUses &outer = flows.of(*function);
    for (const Node *call : outer.calls)
      add(*call);
    uses.escapes |= outer.escapes || !outer.passed.empty() || !outer.keys.empty();
  }

  void follow(const Node &place) {
    const Node &parent = *place.parent;
    switch (parent.kind) {
    case NodeKind::CallExpression:
      return followCall(place, parent, *llvm::cast<CallExpression>(parent).callee,
                        llvm::cast<CallExpression>(parent).arguments);
    case NodeKind::NewExpression:
      return followCall(place, parent, *llvm::cast<NewExpression>(parent).callee,
                        llvm::cast<NewExpression>(parent).arguments);
    case NodeKind::MemberExpression: {
      const auto &member = llvm::cast<MemberExpression>(parent);
      std::optional<llvm::StringRef> key = writtenKeyOf(member);
      const auto *call = llvm::dyn_cast_or_null<CallExpression>(parent.parent);
      bool isCalled = member.object == &place && call && call->callee == &parent;
      if (isCalled && (key == "call" || key == "apply"))
        uses.calls.push_back(call);
      else
        uses.escapes |= isCalled && (!key || key == "bind");
      return;
    }
    case NodeKind::VariableDeclarator:
      return addTarget(*llvm::cast<VariableDeclarator>(parent).id);
    case NodeKind::AssignmentPattern:
      return addTarget(*llvm::cast<AssignmentPattern>(parent).left);
    case NodeKind::AssignmentExpression:
      if (llvm::cast<AssignmentExpression>(parent).left == &place)
        return;
      addTarget(*llvm::cast<AssignmentExpression>(parent).left);
      return add(parent);
    case NodeKind::ConditionalExpression:
      if (llvm::cast<ConditionalExpression>(parent).test != &place)
        add(parent);
      return;
    case NodeKind::SequenceExpression:
      if (llvm::cast<SequenceExpression>(parent).expressions.back() == &place)
        add(parent);
      return;
    case NodeKind::LogicalExpression:
    case NodeKind::AwaitExpression:
      return add(parent);
    case NodeKind::ReturnStatement:
      return addReturned(parent);
    case NodeKind::ArrowFunctionExpression:
      return addReturned(place);
    case NodeKind::Property:
      // a pattern's property is a name for the member
      if (llvm::isa<ObjectPattern>(parent.parent))
        return addTarget(*llvm::cast<Property>(parent).value);
      return addProperty(llvm::cast<Property>(parent));
    case NodeKind::ArrayExpression:
      return followElement(parent);
    case NodeKind::PropertyDefinition:
    case NodeKind::MethodDefinition:
      return addKey(writtenKeyOf(parent));
    case NodeKind::ClassDeclaration:
    case NodeKind::ClassExpression:
      return followSubclass(parent);
    case NodeKind::ExportDefaultDeclaration:
      return addImporters(flows.program_.moduleOf(parent), "default");
    case NodeKind::TSExportAssignment:
      return addModule(flows.program_.moduleOf(parent));
    case NodeKind::ExportSpecifier:
    case NodeKind::ExpressionStatement:
    case NodeKind::UnaryExpression:
    case NodeKind::BinaryExpression:
    case NodeKind::IfStatement:
    case NodeKind::WhileStatement:
    case NodeKind::UpdateExpression:
      return;
    default:
      uses.escapes = true;
    }
  }

  void followCall(const Node &place, const Node &call, const Node &callee, NodeList arguments) {
    if (&callee == &place)
      return uses.calls.push_back(&call);
    for (size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i] == &place)
        uses.passed.push_back({&call, static_cast<unsigned>(i)});
  }

  /// A subclass hands arguments on by `super(…)`, or as they are where it has no constructor.
  void followSubclass(const Node &type) {
    const Node *constructor = constructorOf(type);
    if (!constructor)
      return addMade(type);
    auto findSuper = [&](const Node &node, auto &self) -> void {
      const auto *call = llvm::dyn_cast<CallExpression>(&node);
      if (call && llvm::isa<Super>(call->callee))
        uses.calls.push_back(call);
      forEachChild(node, [&](const Node &child) { self(child, self); });
    };
    findSuper(*bodyOf(*constructor), findSuper);
  }

  /// Starts where a function or class is made.
  void addMade(const Node &node) {
    if (const Identifier *id = ownNameOf(node))
      if (const Symbol *symbol = flows.program_.symbolOf(*id))
        addReads(*symbol);
    bool isDeclaration = llvm::isa<FunctionDeclaration, ClassDeclaration>(node);
    if (!isDeclaration || llvm::isa<ExportDefaultDeclaration>(node.parent))
      add(node);
  }
};

const FunctionUses &Flows::of(const Node &node) {
  std::unique_ptr<FunctionUses> &entry = uses_[&node];
  if (entry)
    return *entry;
  entry = std::make_unique<FunctionUses>();
  FunctionUses &uses = *entry;
  Follower follower{*this, uses, {}, {}};
  const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(node.parent);
  bool isConstructor = method && method->methodKind == MethodKind::Constructor;
  follower.addMade(isConstructor ? *method->parent->parent : node);
  follower.run();
  return uses;
}

const FunctionUses &Flows::of(const Symbol &symbol) {
  std::unique_ptr<FunctionUses> &entry = uses_[&symbol];
  if (entry)
    return *entry;
  entry = std::make_unique<FunctionUses>();
  FunctionUses &uses = *entry;
  Follower follower{*this, uses, {}, {}};
  follower.addReads(symbol);
  follower.run();
  return uses;
}

const FunctionUses &Flows::ofKey(llvm::StringRef key) {
  std::unique_ptr<FunctionUses> &entry = ofKeys_[key];
  if (entry)
    return *entry;
  entry = std::make_unique<FunctionUses>();
  FunctionUses &uses = *entry;
  Follower follower{*this, uses, {}, {}};
  for (const Node *read : memberIndexOf(program_).of(key).reads) {
    // what a member is assigned comes from elsewhere
    const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(read->parent);
    if (const auto *property = llvm::dyn_cast<Property>(read))
      follower.addTarget(*property->value);
    else if (!assignment || assignment->left != read)
      follower.add(*read);
  }
  follower.run();
  return uses;
}

} // namespace agentc
