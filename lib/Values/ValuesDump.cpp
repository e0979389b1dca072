#include "agentc/Values/Values.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

/// How much of an argument is shown.
constexpr unsigned maxShownDepth = 4;
constexpr size_t maxShownMembers = 20;

class Dumper {
public:
  Dumper(const Values &values, const ModuleInfo &module, llvm::raw_ostream &out)
      : values_(values), lines_(module.syntax->text), out_(out) {}

  void visit(const Node &node) {
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&node)) {
      if (declarator->init)
        line("let", *declarator->id, values_.of(*declarator->init));
    } else if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
      line("call", *call->callee, values_.of(*call->callee));
      for (const Node *argument : call->arguments)
        line("argument", *argument, show(values_.of(*argument), maxShownDepth));
      line("result", node, values_.of(node));
    } else if (const auto *construction = llvm::dyn_cast<NewExpression>(&node)) {
      line("new", *construction->callee, values_.of(*construction->callee));
    } else if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&node)) {
      line("tag", *tagged->tag, values_.of(*tagged->tag));
    } else if (llvm::isa<MemberExpression, ImportExpression>(&node)) {
      line("member", node, values_.of(node));
    }
    forEachChild(node, [&](const Node &child) { visit(child); });
  }

private:
  void line(llvm::StringRef what, const Node &node, const Value &value) {
    line(what, node, describe(value));
  }
  void line(llvm::StringRef what, const Node &node, const std::string &text) {
    Position at = lines_.position(node.range.begin);
    out_ << "  " << what << " @" << at.line << ':' << at.column << ' ' << text << '\n';
  }

  std::string show(const Value &value, unsigned depth);
  std::string showMembers(const Value &value, unsigned depth);

  const Values &values_;
  LineTable lines_;
  llvm::raw_ostream &out_;
};

/// Members sorted by name, since tools don't keep their order.
std::string Dumper::showMembers(const Value &value, unsigned depth) {
  std::vector<std::string> members;
  auto add = [&](llvm::StringRef key, const Value &member) {
    if (members.size() < maxShownMembers)
      members.push_back(escapeForTerminal(key.take_front(80)) + ": " + show(member, depth - 1));
  };
  bool open = false;
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&value)) {
    for (const PropertyValue &property : known->properties)
      add(property.key, *property.value);
    open = known->open || known->properties.size() > maxShownMembers;
  } else {
    const ModuleInfo &module = *llvm::cast<NamespaceValue>(value).module;
    for (const auto &[name, record] : module.exports)
      add(name, values_.exportOf(module, name));
    open = !module.starExports.empty() || module.goal != Goal::Module;
  }
  llvm::sort(members);
  if (open)
    members.push_back("…");
  return "{" + llvm::join(members, ", ") + "}";
}

/// The value with what it holds, some levels deep.
std::string Dumper::show(const Value &value, unsigned depth) {
  if (depth == 0)
    return describe(value);
  if (llvm::isa<ObjectValue, NamespaceValue>(value))
    return showMembers(value, depth);
  std::vector<std::string> parts;
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&value)) {
    for (const Value *element : list->elements.take_front(maxShownMembers))
      parts.push_back(show(*element, depth - 1));
    if (list->open || list->elements.size() > maxShownMembers)
      parts.push_back("…");
    return "[" + llvm::join(parts, ", ") + "]";
  }
  const auto *several = llvm::dyn_cast<UnionValue>(&value);
  if (!several)
    return describe(value);
  for (const Value *alternative : several->alternatives)
    parts.push_back(show(*alternative, depth - 1));
  llvm::sort(parts);
  return "(" + llvm::join(parts, " | ") + ")";
}

} // namespace

void dumpValues(const agentc::Program &program, const Values &values, llvm::raw_ostream &out) {
  for (const auto &module : program.modules()) {
    out << escapeForTerminal(module->path()) << '\n';
    Dumper(values, *module, out).visit(*module->syntax->program);
    for (const auto &[name, record] : module->exports)
      out << "  export " << escapeForTerminal(name) << ' '
          << describe(values.exportOf(*module, name)) << '\n';
    if (module->goal != Goal::Module)
      out << "  exports " << describe(values.exportsOf(*module)) << '\n';
  }
}

} // namespace agentc
