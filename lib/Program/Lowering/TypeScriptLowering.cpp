#include "TypeScriptLowering.h"

#include "TypeScriptNames.h"

namespace agentc {

using namespace ast;

uint32_t TypeScriptLowering::find(char wanted, uint32_t offset) const {
  for (uint32_t at = skipTrivia(text_, offset); at < text_.size(); at = skipTrivia(text_, at + 1))
    if (text_[at] == wanted)
      return at;
  return static_cast<uint32_t>(text_.size());
}

bool TypeScriptLowering::isAtTop(const Node &declaration) const {
  const Node *outer = declaration.parent;
  if (llvm::isa_and_nonnull<ExportNamedDeclaration>(outer))
    outer = outer->parent;
  return llvm::isa_and_nonnull<ast::TopLevel>(outer);
}

/// `var A; (function (A) {` in place of a declaration's head, and `})(A || (A = {}));` in place of
/// its last brace.
void TypeScriptLowering::makeObject(const Node &declaration, const Identifier &id, uint32_t open,
                                    llvm::ArrayRef<llvm::StringRef> path) {
  const Symbol *symbol = program_.symbolOf(id);
  const bool isFirst = symbol && !symbol->targets.empty() && symbol->targets.front() == &id;
  const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(declaration.parent);
  const TSModuleDeclaration *space = spaceOfExported(declaration);
  uint32_t begin = declaration.range.begin;
  // a second declaration exports nothing anew
  if (exported && (space || !isFirst))
    begin = exported->range.begin;
  std::string head =
      isFirst ? (isAtTop(declaration) ? "var " : "let ") + path[0].str() + "; " : ";";
  std::string tail;
  for (size_t at = 0; at < path.size(); ++at) {
    std::string name = path[at].str();
    std::string owner = at > 0 ? path[at - 1].str() : space ? pathOf(*space).back().str() : "";
    if (at > 0)
      head += " let " + name + "; ";
    head += "(function (" + name + ") {";
    std::string member = owner + "." + name;
    tail.insert(0, owner.empty() ? "})(" + name + " || (" + name + " = {}));"
                                 : "})(" + name + " = " + member + " || (" + member + " = {}));");
  }
  replace(begin, open + 1, head);
  replace(declaration.range.end - 1, declaration.range.end, tail);
}

void TypeScriptLowering::lowerEnum(const TSEnumDeclaration &declaration, Refuse refuse) {
  const auto *id = llvm::dyn_cast<Identifier>(declaration.id);
  uint32_t open = find('{', declaration.id->range.end);
  if (!id || open >= declaration.range.end || text_[declaration.range.end - 1] != '}')
    return refuse(declaration, "this `enum`");
  makeObject(declaration, *id, open, {id->name});
  const TSEnumMember *before = nullptr;
  for (const Node *node : declaration.members) {
    const auto &member = llvm::cast<TSEnumMember>(*node);
    lowerMember(member, id->name, before);
    before = &member;
  }
}

/// True if an initializer is a string by its syntax; no number then maps back to the member's
/// name.
bool TypeScriptLowering::isStringy(const Node &node, unsigned depth) const {
  constexpr unsigned most = 16;
  if (depth > most)
    return false;
  switch (node.kind) {
  case NodeKind::Literal:
    return llvm::cast<Literal>(node).literal == LiteralKind::String;
  case NodeKind::TemplateLiteral:
    return true;
  case NodeKind::BinaryExpression: {
    const auto &binary = llvm::cast<BinaryExpression>(node);
    return binary.op == "+" &&
           (isStringy(*binary.left, depth + 1) || isStringy(*binary.right, depth + 1));
  }
  case NodeKind::Identifier: {
    const Symbol *symbol = program_.symbolOf(llvm::cast<Identifier>(node));
    const Identifier *target =
        symbol && symbol->targets.size() == 1 ? symbol->targets.front() : nullptr;
    const Node *parent = target ? target->parent : nullptr;
    if (const auto *member = llvm::dyn_cast_or_null<TSEnumMember>(parent))
      return member->initializer && isStringy(*member->initializer, depth + 1);
    const auto *variable = llvm::dyn_cast_or_null<VariableDeclarator>(parent);
    return variable && symbol->kind == SymbolKind::Const && variable->init &&
           variable->id == target && isStringy(*variable->init, depth + 1);
  }
  case NodeKind::MemberExpression: {
    const auto &access = llvm::cast<MemberExpression>(node);
    const auto *object = llvm::dyn_cast<Identifier>(access.object);
    const Symbol *symbol = object ? program_.symbolOf(*object) : nullptr;
    const auto *key = llvm::dyn_cast<Literal>(access.property);
    llvm::StringRef name = key               ? key->text
                           : access.computed ? ""
                                             : nameOfIdentifier(access.property);
    if (symbol && !name.empty())
      for (const Identifier *target : symbol->targets)
        if (const auto *declared = llvm::dyn_cast_or_null<TSEnumDeclaration>(target->parent))
          for (const Node *one : declared->members) {
            const auto &member = llvm::cast<TSEnumMember>(*one);
            const auto *quoted = llvm::dyn_cast<Literal>(member.id);
            if ((quoted ? quoted->text : nameOfIdentifier(member.id)) == name)
              return member.initializer && isStringy(*member.initializer, depth + 1);
          }
    return false;
  }
  default:
    return false;
  }
}

void TypeScriptLowering::lowerMember(const TSEnumMember &member, llvm::StringRef name,
                                     const TSEnumMember *before) {
  auto keyOf = [&](const TSEnumMember &of) {
    if (const auto *id = llvm::dyn_cast<Identifier>(of.id))
      return "\"" + id->name.str() + "\"";
    return text_.slice(of.id->range.begin, of.id->range.end).str();
  };
  std::string place = name.str() + "[" + keyOf(member) + "]";
  // TypeScript looks into no assertion
  const bool isText = member.initializer && isStringy(*member.initializer) &&
                      llvm::none_of(module_.syntax->typeSpans, [&](const TypeSpan &span) {
                        return span.range.begin >= member.id->range.end &&
                               span.range.end <= member.range.end &&
                               (span.range.end <= member.initializer->range.begin ||
                                span.range.begin >= member.initializer->range.end);
                      });
  std::string head = isText ? place + " =" : name.str() + "[" + place + " =";
  std::string tail = isText ? ";" : "] = " + keyOf(member) + ";";
  uint32_t begin = member.range.begin;
  if (member.initializer) {
    uint32_t assign = find('=', member.id->range.end);
    replace(begin, assign + 1, head);
    insert(member.range.end, tail);
  } else {
    std::string value = before ? name.str() + "[" + keyOf(*before) + "] + 1" : "0";
    replace(begin, member.range.end, head + " " + value + tail);
  }
  uint32_t comma = skipTrivia(text_, member.range.end);
  if (comma < text_.size() && text_[comma] == ',')
    replace(comma, comma + 1, " ");
}

/// Returns the qualifier of a name that is a member of an enclosing enum or namespace.
std::optional<std::string> TypeScriptLowering::qualifierOf(const Identifier &id) const {
  const Symbol *symbol = program_.symbolOf(id);
  auto isWithin = [&](const Node &node) {
    return symbol && llvm::any_of(symbol->targets, [&](const Identifier *target) {
             return target->range.begin >= node.range.begin && target->range.end <= node.range.end;
           });
  };
  for (const Node *at = id.parent; at; at = at->parent) {
    if (const auto *declared = llvm::dyn_cast<TSEnumDeclaration>(at)) {
      const Symbol *own = program_.symbolOf(*llvm::cast<Identifier>(declared->id));
      if (symbol && symbol->scope && symbol->scope->node == declared)
        return nameOfIdentifier(declared->id).str() + ".";
      if (!symbol && own)
        for (const Identifier *target : own->targets)
          if (const auto *other = llvm::dyn_cast_or_null<TSEnumDeclaration>(target->parent))
            for (const Node *member : other->members)
              if (nameOfIdentifier(llvm::cast<TSEnumMember>(member)->id) == id.name)
                return nameOfIdentifier(declared->id).str() + ".";
    }
    const auto *space = llvm::dyn_cast<TSModuleDeclaration>(at);
    if (!space || !space->body)
      continue;
    if (std::optional<std::string> found = qualifierIn(*space, id, isWithin(*space->body)))
      return found->empty() ? std::nullopt : std::move(found);
  }
  return std::nullopt;
}

void TypeScriptLowering::lowerReference(const Identifier &id) {
  if (!mayQualify_ || !program_.isReference(id) || qualified_.contains(&id))
    return;
  const auto *member = llvm::dyn_cast_or_null<TSEnumMember>(id.parent);
  if (member && member->id == &id)
    return;
  std::optional<std::string> qualifier = qualifierOf(id);
  if (!qualifier)
    return;
  insert(id.range.begin, isShorthand(id) ? id.name.str() + ": " + *qualifier : *qualifier);
}

/// Parameter properties: a field each, and an assignment where the constructor's own code begins.
void TypeScriptLowering::lowerClass(const Node &type, const Node *superClass, const ClassBody &body,
                                    Refuse refuse) {
  const FunctionExpression *constructor = nullptr;
  for (const Node *member : body.body)
    if (const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(member))
      if (method->methodKind == MethodKind::Constructor)
        constructor = llvm::dyn_cast<FunctionExpression>(method->value);
  if (!constructor)
    return;
  std::string fields, assignments;
  for (const Node *parameter : constructor->params) {
    if (const auto *decorated = llvm::dyn_cast_or_null<TSDecoratedParameter>(parameter))
      parameter = decorated->parameter;
    const auto *property = llvm::dyn_cast_or_null<TSParameterProperty>(parameter);
    if (!property)
      continue;
    replace(property->range.begin, property->parameter->range.begin, "");
    forEachName(*property->parameter, [&](const Identifier &id) {
      fields += " " + id.name.str() + ";";
      assignments += " this." + id.name.str() + " = " + id.name.str() + ";";
    });
  }
  if (fields.empty())
    return;
  const auto &code = llvm::cast<BlockStatement>(*constructor->body);
  uint32_t place = code.range.begin + 1;
  bool placed = !superClass;
  for (const Node *node : code.body) {
    const auto *statement = llvm::dyn_cast_or_null<ExpressionStatement>(node);
    const auto *call = statement ? llvm::dyn_cast<CallExpression>(statement->expression) : nullptr;
    bool isSuper = call && llvm::isa<Super>(call->callee);
    if (statement && (statement->directive || (superClass && isSuper)))
      place = statement->range.end;
    placed |= isSuper;
    if (isSuper)
      break;
  }
  if (!placed)
    return refuse(type, "a parameter property beside a hidden `super()`");
  insert(body.range.begin + 1, fields);
  insert(place, ";" + assignments);
}

void TypeScriptLowering::lowerImport(const TSImportEqualsDeclaration &declaration, Refuse refuse) {
  const auto *id = llvm::dyn_cast<Identifier>(declaration.id);
  const Symbol *symbol = id ? program_.symbolOf(*id) : nullptr;
  const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(declaration.parent);
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(declaration.reference);
  uint32_t assign = id ? find('=', id->range.end) : 0;
  if (!symbol || assign >= declaration.range.end || (call && exported))
    return refuse(declaration, call ? "`import … = require()`" : "this `import … =`");
  const Node *root = declaration.reference;
  while (const auto *member = llvm::dyn_cast<MemberExpression>(root))
    root = member->object;
  const auto *first = llvm::dyn_cast<Identifier>(root);
  bool isValue = call || (first && (program_.symbolOf(*first) || qualifierOf(*first)));
  if (!isValue || (!exported && symbol->references.empty())) {
    erased_.push_back(exported ? exported->range : declaration.range);
    return;
  }
  const TSModuleDeclaration *space = spaceOfExported(declaration);
  if (space)
    return replace(exported->range.begin, assign + 1,
                   pathOf(*space).back().str() + "." + id->name.str() + " =");
  if (!call || module_.syntax->goal == Goal::CommonJs)
    return replace(declaration.range.begin, declaration.range.begin + 6,
                   call || !isAtTop(declaration) ? "const " : "var   ");
  // Node gives an ES module what `require` does under the default name
  const ImportRecord *record = program_.importOf(*call);
  bool isEsm =
      record && record->resolution.module && record->resolution.module->goal == Goal::Module;
  const Node *source = call->arguments.empty() ? nullptr : call->arguments[0];
  uint32_t close = source ? find(')', source->range.end) : 0;
  if (!source || close >= declaration.range.end)
    return refuse(declaration, "`import … = require()`");
  if (isEsm)
    insert(id->range.begin, "* as ");
  replace(assign, source->range.begin, "from ");
  replace(close, close + 1, ";");
}

void TypeScriptLowering::lowerExport(const TSExportAssignment &assignment, Refuse refuse) {
  if (module_.syntax->goal != Goal::CommonJs)
    return refuse(assignment, "`export =` in an ES module");
  const auto *id = llvm::dyn_cast<Identifier>(assignment.expression);
  if (id && !program_.symbolOf(*id) && !program_.isRead(*id) && !id->name.empty()) {
    bool isType = llvm::any_of(module_.syntax->typeSpans, [&](const TypeSpan &span) {
      return span.statement &&
             text_.slice(span.range.begin, span.range.end).contains(" " + id->name.str());
    });
    if (isType)
      return erased_.push_back(assignment.range);
  }
  // `tsc` exports behind all other statements
  const auto &statements = module_.syntax->program->body;
  const bool isLast = !statements.empty() && statements.back() == &assignment;
  if (!id && !isLast)
    return refuse(assignment, "`export =` of an expression before other code");
  if (!isLast) {
    erased_.push_back(assignment.range);
    return insert(statements.back()->range.end, "; module.exports = " + id->name.str() + ";");
  }
  uint32_t assign = find('=', assignment.range.begin);
  replace(assignment.range.begin, assign + 1, "module.exports =");
}

void TypeScriptLowering::lower(const Node &node, Refuse refuse) {
  if (!sawSpaces_) {
    sawSpaces_ = true;
    if (text_.contains("namespace") || text_.contains("module"))
      readSpaces(*module_.syntax->program);
    mayQualify_ = !spaces_.empty() || text_.contains("enum");
  }
  switch (node.kind) {
  case NodeKind::TSEnumDeclaration:
    return lowerEnum(llvm::cast<TSEnumDeclaration>(node), refuse);
  case NodeKind::TSModuleDeclaration:
    return lowerNamespace(llvm::cast<TSModuleDeclaration>(node), refuse);
  case NodeKind::TSImportEqualsDeclaration:
    return lowerImport(llvm::cast<TSImportEqualsDeclaration>(node), refuse);
  case NodeKind::TSExportAssignment:
    return lowerExport(llvm::cast<TSExportAssignment>(node), refuse);
  case NodeKind::ClassDeclaration: {
    const auto &type = llvm::cast<ClassDeclaration>(node);
    return lowerClass(type, type.superClass, llvm::cast<ClassBody>(*type.body), refuse);
  }
  case NodeKind::ClassExpression: {
    const auto &type = llvm::cast<ClassExpression>(node);
    return lowerClass(type, type.superClass, llvm::cast<ClassBody>(*type.body), refuse);
  }
  case NodeKind::Identifier:
    return lowerReference(llvm::cast<Identifier>(node));
  default:
    return;
  }
}

} // namespace agentc
