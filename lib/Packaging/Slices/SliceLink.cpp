#include "SliceLink.h"

#include "SliceModuleLinker.h"

#include "agentc/Support/Json.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

std::string quote(llvm::StringRef text) { return printJson(Json(text.str()), /*indented=*/false); }

SliceNames::SliceNames(const SliceParts &parts) {
  llvm::DenseMap<const Scope *, const ModuleInfo *> byScope;
  for (const auto &module : parts.program().modules()) {
    byScope[module->scope] = module.get();
    if (module->syntax->program && module->goal != Goal::Json)
      module->syntax->forEach<Identifier>([&](const Identifier &name) { all.insert(name.name); });
  }
  for (const Symbol &symbol : parts.program().symbols()) {
    const Scope *scope = symbol.scope;
    if (scope->kind == ScopeKind::Module)
      continue;
    while (scope->parent)
      scope = scope->parent;
    if (const ModuleInfo *module = byScope.lookup(scope))
      inner[module].insert(symbol.name);
  }
}

std::string FreshNames::make(llvm::StringRef wanted) {
  std::string name = wanted.str();
  for (unsigned i = 1; names_.all.contains(name) || !taken_.insert(name).second; ++i)
    name = wanted.str() + "$" + std::to_string(i);
  return name;
}

void SliceChoice::forEachNode(const ModuleInfo &module,
                              llvm::function_ref<bool(const Node &)> visit) const {
  auto visitTaken = [&](const Node &root) {
    walk(root, [&](const Node &node) {
      const SlicePart *part = parts.at(node);
      if (part && &node != &root && !needs.has(*part))
        return false;
      return visit(node);
    });
  };
  for (const SlicePart *statement : parts.statementsOf(module))
    if (needs.has(*statement))
      visitTaken(*statement->node);
  if (start.form == SliceStart::Form::Expression && start.module == &module &&
      !needs.has(*start.part))
    visitTaken(*start.expression);
}

bool SliceChoice::hasText(const ModuleInfo &module) const {
  return needs.hasModule(module) || start.module == &module;
}

/// `a, b, c` without b: with the comma behind, or the one in front of the last.
static void leaveOutOfList(NodeList list, llvm::function_ref<bool(const Node &)> isTaken,
                           SliceEdits &edits) {
  const Node *last = nullptr;
  for (size_t i = 0; i < list.size(); ++i) {
    if (!list[i] || isTaken(*list[i])) {
      last = list[i];
      continue;
    }
    const Node *next = nullptr;
    for (size_t j = i + 1; j < list.size() && !next; ++j)
      if (list[j] && isTaken(*list[j]))
        next = list[j];
    if (next)
      edits.replace({list[i]->range.begin, next->range.begin}, " ");
    else if (last)
      edits.remove({last->range.end, list.back()->range.end});
    while (i + 1 < list.size() && list[i + 1] != next)
      ++i;
  }
}

void leaveOut(const SliceChoice &choice, const ModuleInfo &module, SliceEdits &edits) {
  llvm::StringRef text = module.syntax->text;
  auto removeInner = [&](const SlicePart &part) {
    for (const SlicePart *inner : part.inner) {
      if (choice.needs.has(*inner))
        continue;
      ByteRange range = inner->node->range;
      if (inner->kind != SlicePart::Kind::Method) {
        size_t comma = text.find_first_not_of(" \t\r\n", range.end);
        if (comma != llvm::StringRef::npos && text[comma] == ',')
          range.end = static_cast<uint32_t>(comma + 1);
      }
      if (inner->kind != SlicePart::Kind::Declarator)
        edits.remove(range);
    }
  };
  for (const SlicePart *statement : choice.parts.statementsOf(module)) {
    if (!choice.needs.has(*statement))
      continue;
    removeInner(*statement);
    const Node *declaration = statement->node;
    if (const auto *exported = llvm::dyn_cast<ExportNamedDeclaration>(declaration))
      declaration = exported->declaration;
    const auto *variables = llvm::dyn_cast<VariableDeclaration>(declaration);
    if (!variables)
      continue;
    leaveOutOfList(
        variables->declarations,
        [&](const Node &each) { return choice.needs.has(*choice.parts.at(each)); }, edits);
    for (const SlicePart *declarator : statement->inner)
      removeInner(*declarator);
  }
}

void copyStatement(const SlicePart &statement, const SliceEdits &edits, SliceText &out) {
  out.copy(*statement.module, statement.node->range, edits);
  const Node *node = statement.node;
  if (const auto *exported = llvm::dyn_cast<ExportNamedDeclaration>(node))
    node = exported->declaration;
  bool isClosed = llvm::StringRef(out.text()).ends_with(";") ||
                  llvm::isa<FunctionDeclaration, BlockStatement>(node);
  out.append(isClosed ? "\n" : ";\n");
}

void copyDefinition(const SliceChoice &choice, const SliceEdits &edits, SliceText &out) {
  const Node &definition = *choice.start.expression;
  // a function without a name is called as its property
  const auto *property = llvm::dyn_cast_or_null<Property>(definition.parent);
  const bool isNamed = property && property->value == &definition && !property->computed &&
                       (isFunction(definition) || isClass(definition));
  std::optional<llvm::StringRef> key = isNamed ? writtenKeyOf(*property) : std::nullopt;
  out.append(key ? "({ " : "(");
  out.copy(*choice.start.module, key ? property->range : definition.range, edits);
  out.append(key ? " })[" + quote(*key) + "];\n" : ");\n");
}

LinkedSlice linkSlice(const SliceChoice &choice, const SliceNames &program, llvm::StringRef path) {
  using Form = SliceStart::Form;
  LinkedSlice slice;
  FreshNames names(program);
  slice.isEsm = choice.start.module->goal == Goal::Module ||
                llvm::any_of(choice.needs.modules(),
                             [](const ModuleInfo *module) { return module->goal == Goal::Module; });
  SliceText out;
  if (choice.start.form == Form::Made)
    out.mark(*choice.start.module, *choice.start.expression);
  if (slice.isEsm)
    ModuleLinker(choice, names).write(out);
  else
    CommonJsLinker(choice, names).writeAll(out);
  if (choice.start.form == Form::Symbol || choice.start.form == Form::Expression) {
    slice.steps = {"default"};
  } else if (choice.start.form == Form::Export) {
    slice.steps = choice.reference.steps;
    const bool isPlain = choice.start.module->goal != Goal::Module;
    if (slice.steps.empty() || (isPlain && slice.isEsm && slice.steps[0] != "default"))
      slice.steps.insert(slice.steps.begin(), "default");
  }
  slice.made = out.marked();
  slice.sourceMap = out.sourceMap(path);
  slice.text =
      out.text() + "//# sourceMappingURL=" + path.substr(path.rfind('/') + 1).str() + ".map\n";
  return slice;
}

} // namespace agentc
