#include "SliceModuleLinker.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

ModuleLinker::ModuleLinker(const SliceChoice &choice, FreshNames &names)
    : choice_(choice), names_(names) {
  for (const ModuleInfo *module : choice.order.evaluated())
    if (choice.hasText(*module))
      modules_.push_back(module);
}

std::optional<ModuleLinker::Key> ModuleLinker::keyOf(const SliceTarget &target,
                                                     const Symbol *import) const {
  using Kind = SliceTarget::Kind;
  switch (target.kind) {
  case Kind::Symbol:
    return Key(target.symbol, "");
  case Kind::Default:
    return Key(target.node, "");
  case Kind::Namespace:
    return Key(target.module, "*");
  case Kind::CommonJs:
    return Key(import, "");
  case Kind::External:
    return Key(nullptr, target.specifier.str() + "\n" + target.name);
  case Kind::Missing:
    return std::nullopt;
  }
  return std::nullopt;
}

ModuleLinker::Meaning &ModuleLinker::meaningOf(const SliceTarget &target, const Symbol *import,
                                               llvm::StringRef wanted) {
  Key key = *keyOf(target, import);
  auto [it, isNew] = indices_.try_emplace(key, meanings_.size());
  if (isNew) {
    Meaning &made = meanings_.emplace_back();
    made.wanted =
        target.kind == SliceTarget::Kind::Symbol ? target.symbol->name.str() : wanted.str();
    made.symbol = target.kind == SliceTarget::Kind::Symbol ? target.symbol : import;
    made.target = target;
  }
  return meanings_[it->second];
}

static SliceTarget symbolTarget(const Symbol &symbol) {
  SliceTarget target;
  target.kind = SliceTarget::Kind::Symbol;
  target.symbol = &symbol;
  return target;
}

/// The target of a top-level name: what an import leads to, or the name itself.
static SliceTarget targetOf(const SliceParts &parts, const Symbol &symbol) {
  return symbol.kind == SymbolKind::Import ? parts.targetOf(symbol) : symbolTarget(symbol);
}

/// The member of a namespace that stands alone: `ns.name`.
static const MemberExpression *memberOfNamespace(const Identifier &name,
                                                 const SliceTarget &target) {
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(name.parent);
  if (target.kind != SliceTarget::Kind::Namespace || !member || member->object != &name ||
      !writtenKeyOf(*member))
    return nullptr;
  return member;
}

void ModuleLinker::collectName(const ModuleInfo &module, const Identifier &name) {
  const agentc::Program &program = choice_.parts.program();
  const Symbol *symbol = program.symbolOf(name);
  if (!symbol) {
    if (program.isReference(name))
      globals_.insert(name.name);
    return;
  }
  if (!choice_.parts.isTopLevel(*symbol))
    return;
  SliceTarget target = targetOf(choice_.parts, *symbol);
  bool isMember = false;
  if (const MemberExpression *member = memberOfNamespace(name, target)) {
    target = choice_.parts.exportOf(*target.module, *writtenKeyOf(*member));
    isMember = true;
    if (target.kind == SliceTarget::Kind::CommonJs)
      return;
  }
  if (target.kind == SliceTarget::Kind::Missing)
    return;
  llvm::StringRef wanted =
      isMember ? *writtenKeyOf(*llvm::cast<MemberExpression>(name.parent)) : name.name;
  Meaning &meaning = meaningOf(target, symbol, wanted);
  if (isMember || meaning.wanted != name.name)
    meaning.renamedIn.insert(&module);
}

void ModuleLinker::collect() {
  // own names first, so that they are kept
  for (const ModuleInfo *module : modules_)
    choice_.forEachNode(*module, [&](const Node &node) {
      if (const SlicePart *part = choice_.parts.at(node))
        for (const Symbol *symbol : choice_.parts.declaredBy(*part))
          meaningOf(symbolTarget(*symbol), symbol, symbol->name);
      return true;
    });
  for (const ModuleInfo *module : modules_) {
    choice_.forEachNode(*module, [&](const Node &node) {
      if (const auto *name = llvm::dyn_cast<Identifier>(&node))
        collectName(*module, *name);
      if (llvm::isa<ExportDefaultDeclaration>(&node)) {
        SliceTarget target = choice_.parts.exportOf(*module, "default");
        if (target.kind == SliceTarget::Kind::Default)
          meaningOf(target, nullptr, "default_");
      }
      return true;
    });
  }
  for (const ModuleInfo *module : choice_.needs.modules())
    if (module->goal == Goal::CommonJs)
      choice_.forEachNode(*module, [&](const Node &node) {
        const auto *name = llvm::dyn_cast<Identifier>(&node);
        if (name && !choice_.parts.program().symbolOf(*name))
          globals_.insert(name->name);
        return true;
      });
  for (const ModuleInfo *module : choice_.needs.namespaces())
    if (module->goal == Goal::Module)
      for (const auto &[name, record] : module->exports)
        if (SliceTarget target = choice_.parts.exportOf(*module, name);
            target.kind != SliceTarget::Kind::Missing && target.kind != SliceTarget::Kind::CommonJs)
          meaningOf(target, nullptr, name == "default" ? "default_" : name);
  if (choice_.start.form == SliceStart::Form::Export &&
      choice_.start.module->goal == Goal::Module) {
    SliceTarget target = choice_.parts.exportOf(*choice_.start.module, choice_.start.exportName);
    if (target.kind != SliceTarget::Kind::Missing && target.kind != SliceTarget::Kind::CommonJs)
      meaningOf(target, nullptr, "default_");
  }
}

bool ModuleLinker::isFree(const Meaning &meaning, llvm::StringRef name) const {
  if (given_.contains(name) || name == "default")
    return false;
  // what others mean by it is a global
  if (globals_.contains(name))
    return false;
  return llvm::none_of(meaning.renamedIn, [&](const ModuleInfo *module) {
    auto found = names_.program().inner.find(module);
    return found != names_.program().inner.end() && found->second.contains(name);
  });
}

void ModuleLinker::chooseNames() {
  for (Meaning &meaning : meanings_) {
    meaning.name = isFree(meaning, meaning.wanted) ? meaning.wanted : names_.make(meaning.wanted);
    given_.insert(meaning.name);
    names_.take(meaning.name);
  }
}

std::string ModuleLinker::nameOf(const SliceTarget &target, const Symbol *import) const {
  std::optional<Key> key = keyOf(target, import);
  auto found = key ? indices_.find(*key) : indices_.end();
  return found == indices_.end() ? "" : meanings_[found->second].name;
}

void ModuleLinker::editName(const Identifier &name, SliceEdits &edits) {
  const Symbol *symbol = choice_.parts.program().symbolOf(name);
  if (!symbol || !choice_.parts.isTopLevel(*symbol))
    return;
  SliceTarget target = targetOf(choice_.parts, *symbol);
  if (const MemberExpression *member = memberOfNamespace(name, target)) {
    SliceTarget inner = choice_.parts.exportOf(*target.module, *writtenKeyOf(*member));
    if (inner.kind != SliceTarget::Kind::CommonJs) {
      edits.replace(member->range, nameOf(inner));
      return;
    }
  }
  std::string given = nameOf(target, symbol);
  if (given.empty() || given == name.name)
    return;
  const Node *holder = name.parent;
  if (holder && llvm::isa<AssignmentPattern>(holder) &&
      llvm::cast<AssignmentPattern>(holder)->left == &name)
    holder = holder->parent;
  const auto *property = llvm::dyn_cast_or_null<Property>(holder);
  if (property && property->shorthand)
    given = (name.name + ": " + given).str();
  edits.replace(name.range, std::move(given));
}

/// A function's or class's own `name` is what it was called, whatever the variable is called now.
void ModuleLinker::keepName(const Node &declaration, llvm::StringRef name, SliceEdits &edits) {
  if (const auto *function = llvm::dyn_cast<FunctionDeclaration>(&declaration)) {
    const Symbol *symbol = choice_.parts.program().symbolOf(*llvm::cast<Identifier>(function->id));
    renamedFunctions_.push_back("Object.defineProperty(" + nameOf(symbolTarget(*symbol)) +
                                ", \"name\", { value: " + quote(name) +
                                ", configurable: true });\n");
  } else if (llvm::isa<ClassDeclaration>(&declaration)) {
    const ClassBody *body = classBody(declaration);
    auto isName = [](const Node *member) { return writtenKeyOf(*member) == "name"; };
    if (body && llvm::none_of(body->body, isName))
      edits.replace({body->range.begin + 1, body->range.begin + 1},
                    " static { Object.defineProperty(this, \"name\", { value: " + quote(name) +
                        ", configurable: true }); }");
  } else if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&declaration)) {
    const Node *made = declarator->init;
    const auto *function = llvm::dyn_cast_or_null<FunctionExpression>(made);
    const auto *type = llvm::dyn_cast_or_null<ClassExpression>(made);
    if (!made || !(llvm::isa<ArrowFunctionExpression>(made) || (function && !function->id) ||
                   (type && !type->id)))
      return;
    edits.replace({made->range.begin, made->range.begin}, "{ " + quote(name) + ": ");
    edits.replace({made->range.end, made->range.end}, " }[" + quote(name) + "]");
  }
}

void ModuleLinker::edit(const ModuleInfo &module, SliceEdits &edits) {
  leaveOut(choice_, module, edits);
  choice_.forEachNode(module, [&](const Node &node) {
    const Identifier *id = nullptr;
    if (const auto *function = llvm::dyn_cast<FunctionDeclaration>(&node))
      id = llvm::dyn_cast_or_null<Identifier>(function->id);
    else if (const auto *type = llvm::dyn_cast<ClassDeclaration>(&node))
      id = llvm::dyn_cast_or_null<Identifier>(type->id);
    else if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&node))
      id = llvm::dyn_cast<Identifier>(declarator->id);
    if (const Symbol *symbol = id ? choice_.parts.program().symbolOf(*id) : nullptr;
        symbol && choice_.parts.isTopLevel(*symbol) && nameOf(symbolTarget(*symbol)) != id->name)
      keepName(node, id->name, edits);
    if (const auto *name = llvm::dyn_cast<Identifier>(&node))
      editName(*name, edits);
    return true;
  });
  for (const SlicePart *statement : choice_.parts.statementsOf(module)) {
    if (!choice_.needs.has(*statement))
      continue;
    const Node &node = *statement->node;
    if (const auto *named = llvm::dyn_cast<ExportNamedDeclaration>(&node)) {
      edits.remove({node.range.begin, named->declaration->range.begin});
    } else if (const auto *byDefault = llvm::dyn_cast<ExportDefaultDeclaration>(&node)) {
      SliceTarget target = choice_.parts.exportOf(module, "default");
      const Node &declared = *byDefault->declaration;
      if (target.kind != SliceTarget::Kind::Default) {
        edits.remove({node.range.begin, declared.range.begin});
        continue;
      }
      llvm::StringRef text = module.syntax->text;
      uint32_t end = static_cast<uint32_t>(text.find("default", node.range.begin + 6) + 7);
      std::string name = nameOf(target);
      if (llvm::isa<FunctionDeclaration>(&declared)) {
        edits.remove({node.range.begin, declared.range.begin});
        size_t open = text.find('(', declared.range.begin);
        edits.replace({static_cast<uint32_t>(open), static_cast<uint32_t>(open)}, " " + name);
        renamedFunctions_.push_back("Object.defineProperty(" + name +
                                    ", \"name\", { value: \"default\", configurable: true });\n");
        continue;
      }
      bool isAnonymous =
          (llvm::isa<ClassDeclaration>(&declared) ||
           llvm::isa<ArrowFunctionExpression>(&declared) ||
           (llvm::isa<FunctionExpression>(&declared) &&
            !llvm::cast<FunctionExpression>(&declared)->id) ||
           (llvm::isa<ClassExpression>(&declared) && !llvm::cast<ClassExpression>(&declared)->id));
      edits.replace({node.range.begin, end},
                    "const " + name + " =" + (isAnonymous ? " { default:" : ""));
      if (isAnonymous) {
        uint32_t close = node.range.end;
        if (text[close - 1] == ';')
          --close;
        edits.replace({close, close}, " }.default");
      }
    }
  }
}

void ModuleLinker::writeBody(const ModuleInfo &module, const SliceEdits &edits, SliceText &out) {
  const SliceStart &start = choice_.start;
  const SlicePart *first = start.part && start.part->outer ? start.part->outer : start.part;
  for (const SlicePart *statement : choice_.parts.statementsOf(module)) {
    if (choice_.needs.has(*statement))
      copyStatement(*statement, edits, out);
    if (start.form == SliceStart::Form::Expression && statement == first) {
      out.append("const " + tool_ + " = ");
      copyDefinition(choice_, edits, out);
    }
  }
}

void ModuleLinker::write(SliceText &out) {
  collect();
  chooseNames();
  const SliceStart &start = choice_.start;
  if (start.form == SliceStart::Form::Expression && start.module->goal == Goal::Module)
    tool_ = names_.make("$tool");
  std::vector<SliceEdits> edits(modules_.size());
  for (size_t i = 0; i < modules_.size(); ++i)
    edit(*modules_[i], edits[i]);
  writeImports(out);
  CommonJsLinker plain(choice_, names_);
  if (!plain.isEmpty()) {
    std::string require = names_.make("$require"), table = names_.make("$outside");
    std::string entries;
    for (const std::string &external : plain.externals()) {
      std::string name = names_.make("$module");
      out.append("import " + name + " from " + quote(external) + ";\n");
      entries += "[" + quote(external) + ", " + name + "],";
    }
    out.append("const " + table + " = new Map([" + entries + "]);\n");
    out.append("function " + require + "(name) {\n  if (!" + table +
               ".has(name)) throw new Error(`Cannot find module '${name}'`);\n  return " + table +
               ".get(name);\n}\n");
    plain.writeModules(out, require);
    writePlainImports(plain, out);
  }
  writeNamespaces(out);
  for (const std::string &line : renamedFunctions_)
    out.append(line);
  for (size_t i = 0; i < modules_.size(); ++i)
    writeBody(*modules_[i], edits[i], out);
  writeExport(plain, out);
}

} // namespace agentc
