#include "Folding.h"
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
  PatchFinder(const agentc::Program &program, llvm::StringSet<> &patched)
      : program_(program), patched_(patched) {}

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

  void add(llvm::StringRef owner, llvm::StringRef key) {
    if (owner.empty())
      return;
    llvm::StringRef last = key.empty() ? "*" : key;
    patched_.insert(owner == "global" ? last.str() : (owner + "." + last).str());
  }

  void write(const Node &target) {
    if (const auto *name = llvm::dyn_cast<Identifier>(&target)) {
      if (!program_.symbolOf(*name))
        patched_.insert(name->name);
    } else if (const auto *member = llvm::dyn_cast<MemberExpression>(&target)) {
      add(ownerOf(*member->object), writtenKeyOf(*member).value_or(""));
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
    if (call.arguments.empty())
      return;
    std::string owner = ownerOf(isOwn ? *callee->object : *call.arguments[0]);
    const Node *key = isOwn                       ? call.arguments[0]
                      : call.arguments.size() > 1 ? call.arguments[1]
                                                  : nullptr;
    const auto *text = llvm::dyn_cast_or_null<Literal>(key);
    add(owner, text && text->literal == LiteralKind::String ? text->text : "");
  }

  const agentc::Program &program_;
  llvm::StringSet<> &patched_;
};

} // namespace

bool Folding::isPatched(llvm::StringRef owner, llvm::StringRef key) {
  if (!patched_) {
    patched_.emplace();
    PatchFinder finder(program_, *patched_);
    for (const auto &module : program_.modules())
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
