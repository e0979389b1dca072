#include "agentc/Flow/ApiUse.h"

#include "CallForm.h"
#include "agentc/Flow/UseKind.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/NodeTable.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

using namespace ast;

bool isPathOrMember(llvm::StringRef path, llvm::StringRef pattern) {
  return path.consume_front(pattern) &&
         (path.empty() || path.front() == '.' || path.starts_with("()"));
}

namespace {

/// The beginning of a path whose reading alone tells something: an environment variable, a member
/// by an unknown key of something sensitive, a `__proto__`; empty if there is none.
llvm::StringRef telltalePart(llvm::StringRef path) {
  auto until = [&](size_t from) { return path.take_front(path.find_first_of(".(", from)); };
  static constexpr llvm::StringLiteral env = "global:process.env."_api;
  if (path.starts_with(env))
    return until(env.size());
  if (path.contains('_'))
    if (size_t proto = path.find("__proto__");
        proto != llvm::StringRef::npos && llvm::StringRef(".:").contains(path[proto - 1]))
      return until(proto);
  if (!path.contains('['))
    return {};
  for (llvm::StringRef sensitive :
       {"global:[?]"_api, "global:process.[?]"_api, llvm::StringLiteral("constructor.[?]"),
        "global:Function.[?]"_api, "global:module.[?]"_api})
    if (size_t at = path.find(sensitive); at != llvm::StringRef::npos)
      return path.take_front(at + sensitive.size());
  return {};
}

} // namespace

class UseCollector {
public:
  UseCollector(const agentc::Program &program, const Values &values)
      : program_(program), values_(values) {}

  ApiUses run() && {
    for (const auto &module : program_.modules()) {
      if (!module->syntax->program)
        continue;
      size_t first = uses_.uses_.size();
      addImports(*module);
      walk(*module->syntax->program, [&](const Node &node) {
        visit(node);
        return true;
      });
      auto standsBefore = [](const ApiUse &a, const ApiUse &b) {
        return a.node->range.begin < b.node->range.begin;
      };
      auto ofModule = llvm::make_range(uses_.uses_.begin() + first, uses_.uses_.end());
      if (!llvm::is_sorted(ofModule, standsBefore))
        llvm::stable_sort(ofModule, standsBefore);
    }
    return finish();
  }

  ApiUses run(const Node &code, const ApiUses &all) && {
    uses_.modules_ = all.modules_;
    walk(code, [&](const Node &node) {
      bool isOwn = &node == &code || &codeAround(node) == &code;
      if (isOwn)
        visit(node);
      if (const auto *name = isOwn ? llvm::dyn_cast<Identifier>(&node) : nullptr)
        addTaken(*name);
      // a class's own code is that of its fields
      return &node == &code || !isFunction(node);
    });
    return finish();
  }

private:
  ApiUses finish() {
    for (ApiUse &use : uses_.uses_)
      use.module = moduleOf(use.path);
    return std::move(uses_);
  }

  /// A package's name may hold dots, as `socket.io` does: the longest name that is imported counts.
  llvm::StringRef moduleOf(llvm::StringRef path) const {
    if (!path.consume_front("module:"))
      return {};
    llvm::StringRef name = path;
    while (!uses_.modules_.contains(name)) {
      size_t end = name.find_last_of(".(");
      if (end == llvm::StringRef::npos || end == 0)
        return path.take_front(path.find_first_of(".("));
      name = name.take_front(end);
    }
    return name;
  }

  void add(llvm::StringRef path, UseKind kind, const Node &node, const Node *call,
           std::vector<const Value *> arguments = {}, bool isImport = false) {
    if (isImport)
      uses_.modules_.insert(path.drop_front(llvm::StringRef("module:").size()));
    llvm::ArrayRef<const Value *> kept;
    if (!arguments.empty())
      kept = uses_.argumentLists_.emplace_back(std::move(arguments));
    uses_.uses_.push_back({path, kind, &node, call, kept, isImport, {}});
  }
  llvm::StringRef save(std::string path) { return uses_.paths_.emplace_back(std::move(path)); }

  void addImports(const ModuleInfo &module) {
    for (const auto &import : module.imports)
      if (import->source && import->resolution.kind == Resolution::Kind::External &&
          !isErased(module, *import->node))
        add(save("module:" + import->resolution.name), UseKind::Read, *import->source, nullptr, {},
            true);
  }

  /// TypeScript leaves out an import none of whose names is used as a value.
  bool isErased(const ModuleInfo &module, const Node &declaration) const {
    if (const auto *exported = llvm::dyn_cast<ExportNamedDeclaration>(&declaration))
      return exported->typeOnly;
    if (const auto *exported = llvm::dyn_cast<ExportAllDeclaration>(&declaration))
      return exported->typeOnly;
    const auto *import = llvm::dyn_cast<ImportDeclaration>(&declaration);
    if (!import)
      return false;
    if (import->typeOnly)
      return true;
    bool isTypeScript =
        module.syntax->language == Language::TypeScript || module.syntax->language == Language::Tsx;
    return isTypeScript && !import->specifiers.empty() &&
           llvm::none_of(import->specifiers,
                         [&](const Node *specifier) { return isReadAsValue(*specifier); });
  }

  bool isReadAsValue(const Node &specifier) const {
    bool read = false;
    forEachChild(specifier, [&](const Node &child) {
      const auto *name = llvm::dyn_cast<Identifier>(&child);
      const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
      read |= symbol && !symbol->references.empty();
    });
    return read;
  }

  void visit(const Node &node) {
    if (!isExpression(node) || !node.parent || isBinding(node) || std::exchange(seen_[node], true))
      return;
    if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
      addHiddenMember(*call), addCalledMember(*call);
    if (const auto *import = llvm::dyn_cast<ImportExpression>(&node))
      add("global:import"_api, UseKind::Call, node, &node, {&values_.of(*import->source)});
    forEachAlternative(values_.of(node), [&](const Value &value) {
      const auto *api = llvm::dyn_cast<ApiValue>(&value);
      if (!api)
        return;
      if (api->path.starts_with("module:") && isModuleCall(node))
        add(api->path, UseKind::Read, node, nullptr, {}, true);
      llvm::StringRef read = telltalePart(api->path);
      if (read.empty())
        addUse(node, api->path);
      else if (api->path == read)
        addRead(node, *api);
      // a longer path: the part of it that tells is an expression or a name of its own
    });
    // whatever it is the prototype of
    if (llvm::isa<MemberExpression>(node) && values_.keyOf(node) == "__proto__")
      addReadAt(node, "any:__proto__"_api);
  }

  /// Adds a read at a name that a pattern takes, no matter who reads the name later.
  void addTaken(const Identifier &name) {
    const Node *parent = name.parent;
    if (const auto *withDefault = llvm::dyn_cast_or_null<AssignmentPattern>(parent))
      parent = withDefault->parent;
    const Symbol *symbol = program_.symbolOf(name);
    if (!symbol || !isBinding(name) || !llvm::isa_and_nonnull<Property>(parent))
      return;
    const Value *known = values_.inCall(*symbol);
    forEachAlternative(known ? *known : values_.of(*symbol), [&](const Value &value) {
      const auto *api = llvm::dyn_cast<ApiValue>(&value);
      if (api && telltalePart(api->path) == api->path)
        addReadAt(name, api->path);
    });
  }

  /// A read that counts where it is made, whatever becomes of what it gives: later uses of a name
  /// for it are none.
  void addRead(const Node &node, const ApiValue &api) {
    // a name in a pattern, with a default or without, is not an expression: its reads stand for it
    const Node *origin = api.origin;
    if (const auto *withDefault = llvm::dyn_cast_or_null<AssignmentPattern>(origin))
      origin = withDefault->left;
    if (origin && llvm::isa<Identifier, ObjectPattern, ArrayPattern>(origin))
      addReadAt(*origin, api.path);
    else if (!origin || origin == &node)
      addReadAt(node, api.path);
    else if (givesDescriptor(*origin))
      addReadAt(*origin, api.path);
  }

  bool givesDescriptor(const Node &node) const {
    const auto *call = llvm::dyn_cast<CallExpression>(&node);
    const auto *api = call ? llvm::dyn_cast<ApiValue>(&values_.of(*call->callee)) : nullptr;
    return api && api->path.ends_with(".getOwnPropertyDescriptor");
  }

  void addReadAt(const Node &node, llvm::StringRef path) {
    if (!reads_.insert({&node, path}).second)
      return;
    std::optional<UseKind> kind = isBinding(node) || !isExpression(node)
                                      ? std::nullopt
                                      : useKindAt(program_, values_, node, path);
    if (kind == UseKind::Call)
      addCalls(node, path);
    else
      add(path, kind.value_or(UseKind::Read), node, nullptr);
  }

  /// Names that are declared or assigned, keys, labels.
  bool isBinding(const Node &node) const {
    const auto *identifier = llvm::dyn_cast<Identifier>(&node);
    if (!identifier)
      return false;
    if (!program_.isReference(*identifier))
      return true;
    return program_.symbolOf(*identifier) && !program_.isRead(*identifier);
  }

  /// Returns true if a module is loaded here, and not just a part taken of one loaded elsewhere.
  bool isModuleCall(const Node &node) const {
    if (const auto *import = llvm::dyn_cast<ImportExpression>(&node))
      return namesOutside(values_.of(*import->source));
    const auto *call = llvm::dyn_cast<CallExpression>(&node);
    bool loads = false;
    if (call)
      forEachAlternative(values_.of(*call->callee), [&](const Value &value) {
        if (const auto *api = llvm::dyn_cast<ApiValue>(&value))
          loads |= llvm::any_of(callForms(api->path, argumentsOf(node)), [](const CallForm &form) {
            return form.path == "global:require"_api && !form.arguments.empty() &&
                   namesOutside(*form.arguments[0]);
          });
      });
    return loads;
  }

  /// Returns true if a specifier may name something outside the bundle; a file of the bundle may
  /// export its own imports.
  static bool namesOutside(const Value &specifier) {
    bool found = false;
    forEachAlternative(specifier, [&](const Value &value) {
      const auto *text = llvm::dyn_cast<StringValue>(&value);
      found |= !text || !text->value.starts_with(".");
    });
    return found;
  }

  /// True in a function that compilers write to hand modules and their members on, as Values
  /// follows them: a module is used where the bundle has it.
  bool isInHelper(const Node &node) const {
    constexpr unsigned most = 3;
    const Node *function = functionAround(node);
    for (unsigned i = 0; i < most && function && isFunction(*function); ++i) {
      if (program_.shapeOf(*function).kind != HelperShape::Kind::None)
        return true;
      function = functionAround(*function);
    }
    return false;
  }

  void addUse(const Node &node, llvm::StringRef path) {
    if (path.starts_with("module:") && !path.contains('(') && isInHelper(node))
      return;
    std::optional<UseKind> kind = useKindAt(program_, values_, node, path);
    if (!kind)
      return;
    if (*kind != UseKind::Call)
      return add(path, *kind, node, nullptr);
    addCalls(node, path);
  }

  /// `require.bind(null, 'fs')`: what it will be called with counts as called.
  void addBoundRequire(const Node &node) {
    std::vector<const Value *> arguments = argumentsOf(*node.parent);
    if (arguments.size() < 2)
      return;
    forEachAlternative(*arguments[1], [&](const Value &value) {
      const auto *text = llvm::dyn_cast<StringValue>(&value);
      Resolution resolution;
      if (text)
        resolution =
            program_.resolveSpecifier(program_.moduleOf(node), text->value, ImportForm::Require);
      if (text && resolution.kind == Resolution::Kind::External)
        add(save("module:" + resolution.name), UseKind::Read, node, nullptr, {}, true);
      else if (!text)
        add("global:require"_api, UseKind::Call, node, node.parent, {&value});
    });
  }

  void addCalls(const Node &node, llvm::StringRef path) {
    if (path == "global:require.bind"_api)
      addBoundRequire(node);
    for (CallForm &form : callForms(path, argumentsOf(*node.parent))) {
      for (std::string &written : writtenPaths(form))
        add(save(std::move(written)), UseKind::Write, node, nullptr);
      add(form.path, UseKind::Call, node, node.parent, std::move(form.arguments));
    }
  }

  /// `[][a][b](text)`: of a text, a function or an empty list nobody takes members by unknown names
  /// but to get at `constructor`.
  void addHiddenMember(const CallExpression &call) {
    const auto *outer = llvm::dyn_cast<MemberExpression>(call.callee);
    if (!outer || values_.keyOf(*outer))
      return;
    const auto *inner = llvm::dyn_cast<MemberExpression>(outer->object);
    const Value &object = values_.of(inner ? *inner->object : *outer->object);
    const auto *list = llvm::dyn_cast<ArrayValue>(&object);
    bool isEmpty = list && !list->open && list->elements.empty();
    bool isLiteral = isFunction(*outer->object);
    if (inner ? !values_.keyOf(*inner) &&
                    (isEmpty ||
                     llvm::isa<StringValue, NumberValue, RegExpValue, FunctionValue>(object))
              : isLiteral)
      add("any:[?].[?]"_api, UseKind::Call, *outer, &call, argumentsOf(call));
  }

  /// `f[key](text)()`, also with a variable between: among the members of a function, only its
  /// `constructor` gives something that nobody names and that can be called.
  void addCalledMember(const CallExpression &call) {
    forEachAlternative(values_.of(*call.callee), [&](const Value &called) {
      if (!llvm::isa<UnknownValue, ResultValue>(called))
        return;
      const auto *made = llvm::dyn_cast_or_null<CallExpression>(called.origin);
      const auto *member = made ? llvm::dyn_cast<MemberExpression>(made->callee) : nullptr;
      if (!member || !member->computed || made->arguments.empty() || values_.keyOf(*member))
        return;
      bool isOfFunction = false;
      forEachAlternative(values_.of(*member->object), [&](const Value &object) {
        const auto *api = llvm::dyn_cast<ApiValue>(&object);
        isOfFunction |=
            llvm::isa<FunctionValue, ClassValue>(object) || (api && isHostFunction(api->path));
      });
      if (isOfFunction)
        add("any:[?].[?]"_api, UseKind::Call, *member, made, argumentsOf(*made));
    });
  }

  /// Of the language, or a global name that is called.
  static bool isHostFunction(llvm::StringRef path) {
    return path.consume_front("global:") && path != "globalThis" &&
           (nativeFunctionName(path) || path.find_first_of(".([") == llvm::StringRef::npos);
  }

  std::vector<const Value *> argumentsOf(const Node &call) const {
    NodeList list;
    if (const auto *expression = llvm::dyn_cast<CallExpression>(&call))
      list = expression->arguments;
    else if (const auto *construction = llvm::dyn_cast<NewExpression>(&call))
      list = construction->arguments;
    else if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&call))
      return {&values_.of(*tagged->quasi)};
    std::vector<const Value *> values;
    for (const Node *argument : list) {
      if (values.size() >= maxArrayElements)
        break;
      const auto *spread = llvm::dyn_cast<SpreadElement>(argument);
      const Value &value = values_.of(spread ? *spread->argument : *argument);
      const auto *elements = spread ? llvm::dyn_cast<ArrayValue>(&value) : nullptr;
      if (elements)
        values.insert(values.end(), elements->elements.begin(), elements->elements.end());
      else
        values.push_back(&value);
    }
    return values;
  }

  const agentc::Program &program_;
  const Values &values_;
  NodeTable<bool> seen_;
  llvm::DenseSet<std::pair<const Node *, llvm::StringRef>> reads_;
  ApiUses uses_;
};

ApiUses collectUses(const agentc::Program &program, const Values &values) {
  return UseCollector(program, values).run();
}

ApiUses collectUsesIn(const ast::Node &code, const agentc::Program &program, const Values &values,
                      const ApiUses &all) {
  return UseCollector(program, values).run(code, all);
}

} // namespace agentc
