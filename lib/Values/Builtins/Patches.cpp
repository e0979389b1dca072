#include "Builtins/Patches.h"

#include "Flows.h"
#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/Builtins.h"

#include "llvm/ADT/SmallString.h"

namespace agentc {

using namespace ast;

namespace {

/// Finds what a program writes over in the language's own objects, from the syntax alone, so that
/// it is known before anything is evaluated.
class PatchFinder {
public:
  using UsesOf = llvm::function_ref<const FunctionUses &(const Node &function)>;

  PatchFinder(const agentc::Program &program, UsesOf usesOf, llvm::StringSet<> &patched)
      : program_(program), usesOf_(usesOf), patched_(patched) {}

  void visit(const Node &node) {
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node))
      write(*assignment->left);
    else if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
      define(*call);
    forEachChild(node, [&](const Node &child) { visit(child); });
  }

private:
  /// `Array.prototype`, `JSON`, also by a variable that is one; `*` for the prototype of anything;
  /// empty for what isn't the language's.
  std::string ownerOf(const Node &node, unsigned depth = 0) const {
    if (const auto *name = llvm::dyn_cast<Identifier>(&node)) {
      const Symbol *symbol = program_.symbolOf(*name);
      if (!symbol)
        return isGlobalObject(name->name) ? "global" : name->name.str();
      const auto *declarator =
          symbol->targets.empty()
              ? nullptr
              : llvm::dyn_cast<VariableDeclarator>(symbol->targets.front()->parent);
      return declarator && declarator->init && depth < 4 ? ownerOf(*declarator->init, depth + 1)
                                                         : "";
    }
    if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
      const auto *callee = llvm::dyn_cast<MemberExpression>(call->callee);
      return callee && writtenKeyOf(*callee) == "getPrototypeOf" ? "*" : "";
    }
    const auto *member = llvm::dyn_cast<MemberExpression>(&node);
    if (!member)
      return "";
    llvm::StringRef key = writtenKeyOf(*member).value_or("");
    if (key == "__proto__")
      return "*";
    std::string owner = depth < 4 ? ownerOf(*member->object, depth + 1) : "";
    if (key == "prototype") {
      // a class or function of the bundle has a prototype of its own
      const auto *type = llvm::dyn_cast<MemberExpression>(member->object);
      if (type && writtenKeyOf(*type) == "constructor")
        return "*";
      return isNativeConstructor(owner) ? owner + ".prototype" : "";
    }
    return owner == "global" && !key.empty() ? key.str() : "";
  }

  static bool isGlobalObject(llvm::StringRef name) {
    return name == "globalThis" || name == "window" || name == "self" || name == "global";
  }

  /// Adds the texts that an expression can be as far as the syntax tells: a literal, or a parameter
  /// of a function all of whose calls are seen; false where it may be another.
  bool addKeys(const Node *key, llvm::SetVector<llvm::StringRef> &keys, unsigned depth = 0) {
    if (std::optional<llvm::StringRef> text = key ? textOfLiteral(key) : std::nullopt) {
      keys.insert(*text);
      return true;
    }
    const auto *name = llvm::dyn_cast_or_null<Identifier>(key);
    const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
    constexpr unsigned maxDepth = 3, maxSteps = 10'000;
    if (!symbol || symbol->kind != SymbolKind::Parameter || symbol->targets.size() != 1 ||
        depth == maxDepth || ++steps_ > maxSteps)
      return false;
    const Node &function = *symbol->scope->node;
    NodeList parameters = isFunction(function) ? paramsOf(function) : NodeList();
    const size_t index = llvm::find(parameters, symbol->targets.front()) - parameters.begin();
    if (index == parameters.size() || !argumentsIn(program_, function).empty())
      return false;
    const FunctionUses &uses = usesOf_(function);
    auto addOf = [&](const Node &call) {
      const Node *given = argumentAt(call, index);
      return given && addKeys(given, keys, depth + 1);
    };
    auto addOfReads = [&](llvm::StringRef held) {
      return llvm::all_of(memberIndexOf(program_).of(held).reads, [&](const Node *read) {
        const auto *call = llvm::dyn_cast<CallExpression>(read->parent);
        return call && call->callee == read && addOf(*call);
      });
    };
    return !uses.escapes && uses.passed.empty() &&
           llvm::all_of(uses.calls, [&](const Node *call) { return addOf(*call); }) &&
           llvm::all_of(uses.keys, addOfReads);
  }

  /// Returns the argument that a call passes to a function's parameter; null where it is not
  /// seen.
  static const Node *argumentAt(const Node &call, size_t index) {
    auto [callee, arguments, isNew] = partsOf(call);
    const auto *method = llvm::dyn_cast<MemberExpression>(callee);
    bool isBorrowed = method && llvm::is_contained({"call", "apply", "bind"},
                                                   writtenKeyOf(*method).value_or("call"));
    bool isSpread = llvm::any_of(arguments.take_front(index + 1), llvm::IsaPred<SpreadElement>);
    return isBorrowed || isSpread || index >= arguments.size() ? nullptr : arguments[index];
  }

  void add(llvm::StringRef owner, const Node *key) {
    if (owner.empty())
      return;
    llvm::SetVector<llvm::StringRef> keys;
    if (!addKeys(key, keys))
      return insert(owner, "*");
    for (llvm::StringRef one : keys)
      insert(owner, one);
  }

  void insert(llvm::StringRef owner, llvm::StringRef key) {
    if (!owner.empty())
      patched_.insert(owner == "global" ? key.str() : (owner + "." + key).str());
  }

  void write(const Node &target) {
    if (const auto *name = llvm::dyn_cast<Identifier>(&target)) {
      if (!program_.symbolOf(*name))
        patched_.insert(name->name);
    } else if (const auto *member = llvm::dyn_cast<MemberExpression>(&target)) {
      std::string owner = ownerOf(*member->object);
      if (std::optional<llvm::StringRef> key = writtenKeyOf(*member))
        insert(owner, *key);
      else
        add(owner, member->property);
    }
  }

  /// `Object.defineProperty(Array.prototype, 'at', …)` and the like.
  void define(const CallExpression &call) {
    const auto *callee = llvm::dyn_cast<MemberExpression>(call.callee);
    static constexpr llvm::StringLiteral writers[] = {
        "defineProperty", "defineProperties", "assign",          "set",
        "setPrototypeOf", "__defineGetter__", "__defineSetter__"};
    llvm::StringRef writer = callee ? writtenKeyOf(*callee).value_or("") : "";
    if (!llvm::is_contained(writers, writer))
      return;
    bool isOwn = writer.starts_with("__");
    bool isOneKey = isOwn || writer == "defineProperty" || writer == "set";
    if (call.arguments.empty())
      return;
    std::string owner = ownerOf(isOwn ? *callee->object : *call.arguments[0]);
    const Node *key = isOwn                       ? call.arguments[0]
                      : call.arguments.size() > 1 ? call.arguments[1]
                                                  : nullptr;
    add(owner, isOneKey ? key : nullptr);
  }

  const agentc::Program &program_;
  UsesOf usesOf_;
  llvm::StringSet<> &patched_;
  unsigned steps_ = 0; ///< of looking for keys
};

} // namespace

bool Patches::isPatched(llvm::StringRef owner, llvm::StringRef key) {
  if (!patched_) {
    patched_.emplace();
    auto uses = [this](const Node &function) -> const FunctionUses & {
      return flows().of(function);
    };
    PatchFinder finder(program(), uses, *patched_);
    for (const auto &module : program().modules())
      finder.visit(*module->syntax->program);
  }
  if (patched_->empty())
    return false;
  auto has = [&](const llvm::Twine &path) {
    llvm::SmallString<64> text;
    return patched_->contains(path.toStringRef(text));
  };
  return has(owner + (owner.empty() ? "" : ".") + key) || has(owner + ".*") ||
         (owner.ends_with(".prototype") && (has("*." + key) || has("*.*"))) ||
         has(llvm::StringRef(owner).split('.').first);
}

} // namespace agentc
