#include "TypeScriptLowering.h"

namespace agentc {

using namespace ast;

namespace {

llvm::StringRef nameOf(const Node *node) {
  const auto *id = llvm::dyn_cast_or_null<Identifier>(node);
  return id ? id->name : llvm::StringRef();
}

/// The names of `namespace A.B`, from the outermost.
llvm::SmallVector<llvm::StringRef, 4> pathOf(const TSModuleDeclaration &declaration) {
  llvm::SmallVector<llvm::StringRef, 4> path;
  const Node *at = declaration.id;
  for (; const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at); at = member->object)
    path.push_back(nameOf(member->property));
  path.push_back(nameOf(at));
  std::reverse(path.begin(), path.end());
  return path;
}

const Identifier *outermostName(const TSModuleDeclaration &declaration) {
  const Node *at = declaration.id;
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at))
    at = member->object;
  return llvm::dyn_cast_or_null<Identifier>(at);
}

/// The namespace in whose block a statement stands directly; null if there is none.
const TSModuleDeclaration *spaceAround(const Node &statement) {
  const auto *block = llvm::dyn_cast_or_null<BlockStatement>(statement.parent);
  return block ? llvm::dyn_cast_or_null<TSModuleDeclaration>(block->parent) : nullptr;
}

/// The namespace that a declaration is a member of: what its block exports.
const TSModuleDeclaration *spaceOfExported(const Node &declaration) {
  const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(declaration.parent);
  return exported ? spaceAround(*exported) : nullptr;
}

/// Calls `visit` for each name that a pattern binds.
void forEachName(const Node &pattern, llvm::function_ref<void(const Identifier &)> visit) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&pattern))
    return visit(*name);
  if (const auto *property = llvm::dyn_cast<Property>(&pattern))
    return forEachName(*property->value, visit);
  if (const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(&pattern))
    return forEachName(*withDefault->left, visit);
  if (const auto *parameter = llvm::dyn_cast<TSParameterProperty>(&pattern))
    return forEachName(*parameter->parameter, visit);
  if (const auto *parameter = llvm::dyn_cast<TSDecoratedParameter>(&pattern))
    return forEachName(*parameter->parameter, visit);
  if (llvm::isa<ObjectPattern, ArrayPattern, RestElement>(pattern))
    forEachChild(pattern, [&](const Node &child) { forEachName(child, visit); });
}

bool isShorthand(const Identifier &id) {
  const auto *property = llvm::dyn_cast_or_null<Property>(id.parent);
  if (!property)
    if (const auto *withDefault = llvm::dyn_cast_or_null<AssignmentPattern>(id.parent))
      property = withDefault->left == &id ? llvm::dyn_cast_or_null<Property>(withDefault->parent)
                                          : nullptr;
  return property && property->shorthand;
}

} // namespace

uint32_t TypeScriptLowering::next(uint32_t offset) const {
  llvm::StringRef text = text_.substr(offset);
  for (;;) {
    text = text.ltrim();
    if (text.starts_with("//"))
      text = text.drop_front(std::min(text.find_first_of("\r\n"), text.size()));
    else if (text.starts_with("/*"))
      text = text.drop_front(std::min(text.find("*/", 2), text.size() - 2) + 2);
    else
      return static_cast<uint32_t>(text.data() - text_.data());
  }
}

uint32_t TypeScriptLowering::find(char wanted, uint32_t offset) const {
  for (uint32_t at = next(offset); at < text_.size(); at = next(at + 1))
    if (text_[at] == wanted)
      return at;
  return static_cast<uint32_t>(text_.size());
}

bool TypeScriptLowering::isAtTop(const Node &declaration) const {
  const Node *outer = declaration.parent;
  if (llvm::isa_and_nonnull<ExportNamedDeclaration>(outer))
    outer = outer->parent;
  return llvm::isa_and_nonnull<ast::Program>(outer);
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

/// Whether an initializer gives a text by its looks: then no number leads back to the name.
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
    llvm::StringRef name = key ? key->text : access.computed ? "" : nameOf(access.property);
    if (symbol && !name.empty())
      for (const Identifier *target : symbol->targets)
        if (const auto *declared = llvm::dyn_cast_or_null<TSEnumDeclaration>(target->parent))
          for (const Node *one : declared->members) {
            const auto &member = llvm::cast<TSEnumMember>(*one);
            const auto *quoted = llvm::dyn_cast<Literal>(member.id);
            if ((quoted ? quoted->text : nameOf(member.id)) == name)
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
  uint32_t comma = next(member.range.end);
  if (comma < text_.size() && text_[comma] == ',')
    replace(comma, comma + 1, " ");
}

/// Which namespace it is that a declaration is a block of: the scope that its outermost name stands
/// in, and the names down to that of `depth`.
std::string TypeScriptLowering::keyOf(const TSModuleDeclaration &declaration, size_t depth) const {
  std::string key;
  llvm::SmallVector<llvm::StringRef, 4> path = pathOf(declaration);
  for (llvm::StringRef name : llvm::ArrayRef(path).take_front(std::min(depth, path.size())))
    key += "." + name.str();
  if (const TSModuleDeclaration *outer = spaceOfExported(declaration))
    return keyOf(*outer) + key;
  const Identifier *id = outermostName(declaration);
  const Symbol *symbol = id ? program_.symbolOf(*id) : nullptr;
  return std::to_string(symbol ? symbol->index + 1 : 0) + key;
}

void TypeScriptLowering::readSpaces(const Node &node) {
  if (const auto *declaration = llvm::dyn_cast<TSModuleDeclaration>(&node))
    if (const auto *body = llvm::dyn_cast_or_null<BlockStatement>(declaration->body)) {
      llvm::SmallVector<llvm::StringRef, 4> path = pathOf(*declaration);
      for (size_t depth = 1; depth < path.size(); ++depth)
        spaces_[keyOf(*declaration, depth)].exports.try_emplace(path[depth], false);
      Space &space = spaces_[keyOf(*declaration)];
      for (const Node *statement : body->body) {
        const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(statement);
        const Node *made = exported ? exported->declaration : nullptr;
        if (const auto *variables = llvm::dyn_cast_or_null<VariableDeclaration>(made)) {
          for (const Node *one : variables->declarations)
            forEachName(*llvm::cast<VariableDeclarator>(one)->id,
                        [&](const Identifier &id) { space.exports[id.name] = true; });
        } else if (made) {
          const auto *inner = llvm::dyn_cast<TSModuleDeclaration>(made);
          const auto *alias = llvm::dyn_cast<TSImportEqualsDeclaration>(made);
          llvm::StringRef name = inner ? nameOf(outermostName(*inner)) : llvm::StringRef();
          if (alias)
            name = nameOf(alias->id);
          if (const auto *function = llvm::dyn_cast<FunctionDeclaration>(made))
            name = nameOf(function->id);
          else if (const auto *type = llvm::dyn_cast<ClassDeclaration>(made))
            name = nameOf(type->id);
          else if (const auto *enumeration = llvm::dyn_cast<TSEnumDeclaration>(made))
            name = nameOf(enumeration->id);
          if (!name.empty())
            space.exports.try_emplace(name, alias != nullptr);
        }
      }
    }
  forEachChild(node, [&](const Node &child) { readSpaces(child); });
}

/// What stands before a name that is a member of a namespace around it, by any of its blocks; empty
/// if the name is the block's own, std::nullopt if it is none of these.
std::optional<std::string> TypeScriptLowering::qualifierIn(const TSModuleDeclaration &space,
                                                           const Identifier &id,
                                                           bool isWithin) const {
  llvm::SmallVector<llvm::StringRef, 4> path = pathOf(space);
  for (size_t depth = path.size(); depth > 0; --depth) {
    auto found = spaces_.find(keyOf(space, depth));
    if (found == spaces_.end())
      continue;
    auto exported = found->second.exports.find(id.name);
    bool isExported = exported != found->second.exports.end();
    if (isWithin) {
      const Symbol *symbol = program_.symbolOf(id);
      bool isMember = symbol->scope && symbol->scope->node == &space;
      return isMember && isExported && exported->second ? path[depth - 1].str() + "." : "";
    }
    if (isExported)
      return path[depth - 1].str() + ".";
  }
  return std::nullopt;
}

/// What stands before a name that is a member of an enum or a namespace around it.
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
        return nameOf(declared->id).str() + ".";
      if (!symbol && own)
        for (const Identifier *target : own->targets)
          if (const auto *other = llvm::dyn_cast_or_null<TSEnumDeclaration>(target->parent))
            for (const Node *member : other->members)
              if (nameOf(llvm::cast<TSEnumMember>(member)->id) == id.name)
                return nameOf(declared->id).str() + ".";
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

void TypeScriptLowering::lowerNamespace(const TSModuleDeclaration &declaration, Refuse refuse) {
  const Identifier *id = outermostName(declaration);
  const auto *body = llvm::dyn_cast_or_null<BlockStatement>(declaration.body);
  if (!id || !body || declaration.range.end != body->range.end ||
      text_[declaration.range.end - 1] != '}')
    return refuse(declaration, "this `namespace`");
  llvm::SmallVector<llvm::StringRef, 4> path = pathOf(declaration);
  makeObject(declaration, *id, body->range.begin, path);
  for (const Node *statement : body->body)
    if (const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(statement))
      lowerExported(*exported, declaration, refuse);
}

void TypeScriptLowering::lowerExported(const ExportNamedDeclaration &statement,
                                       const TSModuleDeclaration &space, Refuse refuse) {
  const Node *declaration = statement.declaration;
  llvm::StringRef owner = pathOf(space).back();
  if (!declaration)
    return refuse(statement, "`export {}` in a namespace");
  if (const auto *variables = llvm::dyn_cast<VariableDeclaration>(declaration))
    return lowerVariables(statement, *variables, owner);
  const auto *function = llvm::dyn_cast<FunctionDeclaration>(declaration);
  const auto *type = llvm::dyn_cast<ClassDeclaration>(declaration);
  if (!function && !type)
    return; // it knows itself whose member it is
  llvm::StringRef name = nameOf(function ? function->id : type->id);
  replace(statement.range.begin, declaration->range.begin, "");
  insert(declaration->range.end, " " + owner.str() + "." + name.str() + " = " + name.str() + ";");
}

/// `export const a = 1, {b} = c` becomes `(N.a = 1, {b: N.b} = c)`.
void TypeScriptLowering::lowerVariables(const ExportNamedDeclaration &statement,
                                        const VariableDeclaration &declaration,
                                        llvm::StringRef space) {
  uint32_t begin = declaration.declarations.front()->range.begin;
  uint32_t end = declaration.declarations.back()->range.end;
  // types may leave a `;` where they end
  for (const TypeSpan &span : llvm::reverse(module_.syntax->typeSpans))
    if (span.range.end == end && span.range.begin > begin)
      end = span.range.begin;
  replace(statement.range.begin, begin, ";(");
  for (const Node *one : declaration.declarations) {
    const auto &declarator = llvm::cast<VariableDeclarator>(*one);
    forEachName(*declarator.id, [&](const Identifier &id) {
      std::string qualifier = space.str() + ".";
      qualified_.insert(&id);
      insert(id.range.begin, isShorthand(id) ? id.name.str() + ": " + qualifier : qualifier);
    });
  }
  insert(end, ");");
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
