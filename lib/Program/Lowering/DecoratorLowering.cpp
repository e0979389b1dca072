#include "DecoratorLowering.h"

#include "Specifiers/CompilerSettings.h"
#include "TypeScriptNames.h"

#include "agentc/Syntax/Decorators.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace {

/// The helpers that `tsc` puts before code with decorators, each on one line.
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> helperTexts[] = {
    {"__decorate",
     "function (decorators, target, key, desc) { var c = arguments.length, r = c < 3 ? target : "
     "desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d; if (typeof "
     "Reflect === \"object\" && typeof Reflect.decorate === \"function\") r = "
     "Reflect.decorate(decorators, target, key, desc); else for (var i = decorators.length - 1; i "
     ">= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, "
     "key)) || r; return c > 3 && r && Object.defineProperty(target, key, r), r; }"},
    {"__metadata", "function (k, v) { if (typeof Reflect === \"object\" && typeof "
                   "Reflect.metadata === \"function\") return Reflect.metadata(k, v); }"},
    {"__param", "function (paramIndex, decorator) { return function (target, key) { "
                "decorator(target, key, paramIndex); } }"},
    {"__runInitializers",
     "function (thisArg, initializers, value) { var useValue = arguments.length > 2; for (var i = "
     "0; i < initializers.length; i++) { value = useValue ? initializers[i].call(thisArg, value) : "
     "initializers[i].call(thisArg); } return useValue ? value : void 0; }"},
    {"__esDecorate",
     "function (ctor, descriptorIn, decorators, contextIn, initializers, extraInitializers) { "
     "function accept(f) { if (f !== void 0 && typeof f !== \"function\") throw new "
     "TypeError(\"Function expected\"); return f; } var kind = contextIn.kind, key = kind === "
     "\"getter\" ? \"get\" : kind === \"setter\" ? \"set\" : \"value\"; var target = "
     "!descriptorIn && ctor ? contextIn[\"static\"] ? ctor : ctor.prototype : null; var "
     "descriptor = descriptorIn || (target ? Object.getOwnPropertyDescriptor(target, "
     "contextIn.name) : {}); var _, done = false; for (var i = decorators.length - 1; i >= 0; "
     "i--) { var context = {}; for (var p in contextIn) context[p] = p === \"access\" ? {} : "
     "contextIn[p]; for (var p in contextIn.access) context.access[p] = contextIn.access[p]; "
     "context.addInitializer = function (f) { if (done) throw new TypeError(\"Cannot add "
     "initializers after decoration has completed\"); extraInitializers.push(accept(f || null)); "
     "}; var result = (0, decorators[i])(kind === \"accessor\" ? { get: descriptor.get, set: "
     "descriptor.set } : descriptor[key], context); if (kind === \"accessor\") { if (result === "
     "void 0) continue; if (result === null || typeof result !== \"object\") throw new "
     "TypeError(\"Object expected\"); if (_ = accept(result.get)) descriptor.get = _; if (_ = "
     "accept(result.set)) descriptor.set = _; if (_ = accept(result.init)) "
     "initializers.unshift(_); } else if (_ = accept(result)) { if (kind === \"field\") "
     "initializers.unshift(_); else descriptor[key] = _; } } if (target) "
     "Object.defineProperty(target, contextIn.name, descriptor); done = true; }"},
    {"__propKey", "function (x) { return typeof x === \"symbol\" ? x : \"\".concat(x); }"},
};

/// True if a line break in a decorator's expression means no more than a space.
bool isFlat(const Node &node, llvm::StringRef text) {
  if (text.contains("//"))
    return false;
  llvm::SmallVector<const Node *, 16> open{&node};
  while (!open.empty()) {
    const Node *at = open.pop_back_val();
    if (llvm::isa<BlockStatement, ClassBody, TemplateLiteral>(at))
      return false;
    forEachChild(*at, [&](const Node &child) { open.push_back(&child); });
  }
  return true;
}

DecoratorSettings settingsFor(const agentc::Program &program, const ModuleInfo &module) {
  CompilerSettingsFiles files(program.files());
  const CompilerSettings *found = files.around(folderOf(module.path()));
  if (!found)
    return {};
  return {found->experimentalDecorators.value_or(false),
          found->emitDecoratorMetadata.value_or(false),
          found->strictNullChecks.value_or(found->strict.value_or(false))};
}

} // namespace

std::string DecoratorLowering::freshName(llvm::StringRef wanted) {
  std::string name = wanted.str();
  for (unsigned count = 1; text_.contains(name) || !taken_.insert(name).second; ++count)
    name = (wanted + "_" + llvm::Twine(count)).str();
  return name;
}

std::string DecoratorLowering::helper(llvm::StringRef name) {
  if (!llvm::is_contained(helpers_, name))
    helpers_.push_back(name.str());
  return name.str();
}

void DecoratorLowering::insertHelpers() {
  std::string text;
  for (auto [name, body] : helperTexts)
    if (llvm::is_contained(helpers_, name))
      text += ("var " + name + " = " + body + "; ").str();
  const Node *first = firstStatement(*module_.syntax);
  if (!text.empty() && first)
    edits_.insert(edits_.begin(), TextEdit{{first->range.begin, first->range.begin}, text});
}

void DecoratorLowering::moveOne(uint32_t at, llvm::StringRef before, const Decorator &decorator,
                                llvm::StringRef behind) {
  TextEdit moved{{at, at}, before.str()};
  moved.from = {decorator.range.begin + 1, decorator.range.end};
  moved.behind = behind.str();
  moved.flat =
      isFlat(*writtenDecorator(decorator), text_.slice(decorator.range.begin, decorator.range.end));
  if (moved.flat)
    blanks_.push_back(decorator.range);
  else
    edits_.push_back({decorator.range, "", decorator.range});
  edits_.push_back(std::move(moved));
}

void DecoratorLowering::moveTo(uint32_t at, NodeList decorators) {
  for (const Node *one : decorators)
    moveOne(at, "", llvm::cast<Decorator>(*one), ", ");
}

ByteRange DecoratorLowering::placeOfKey(const DecoratedMember &member) const {
  ByteRange range = member.key->range;
  if (!member.computed)
    return range;
  range.begin = static_cast<uint32_t>(text_.take_front(range.begin).rfind('[')) + 1;
  range.end = skipTrivia(text_, range.end);
  while (text_.substr(range.end).starts_with(")"))
    range.end = skipTrivia(text_, range.end + 1);
  return range;
}

std::string DecoratorLowering::keyOf(const DecoratedMember &member,
                                     std::vector<std::string> &temporaries) {
  const ByteRange range = placeOfKey(member);
  llvm::StringRef text = text_.slice(member.key->range.begin, member.key->range.end);
  if (const auto *id = llvm::dyn_cast<Identifier>(member.key); id && !member.computed)
    return quoteText(id->name, false);
  if (llvm::isa<Literal>(member.key))
    return text.str();
  temporaries.push_back(freshName("_key"));
  insert(range.begin, temporaries.back() + " = (");
  insert(range.end, ")");
  return temporaries.back();
}

std::vector<DecoratedMember> membersOf(const DecoratedClass &type) {
  std::vector<DecoratedMember> members;
  for (const Node *node : type.body->body) {
    DecoratedMember member;
    member.node = node;
    member.method = llvm::dyn_cast_or_null<MethodDefinition>(node);
    member.field = llvm::dyn_cast_or_null<PropertyDefinition>(node);
    if (member.method && member.method->methodKind == MethodKind::Constructor)
      continue;
    if (member.method) {
      member.decorators = member.method->decorators;
      member.isStatic = member.method->isStatic;
    } else if (member.field) {
      member.decorators = member.field->decorators;
      member.isStatic = member.field->isStatic;
    } else {
      continue;
    }
    member.key = member.method ? member.method->key : member.field->key;
    member.computed = member.method ? member.method->computed : member.field->computed;
    members.push_back(member);
  }
  return members;
}

/// Finds where a class statement begins, where its `class` keyword stands, and whether the
/// class is its module's default export.
void DecoratorLowering::readStatement(DecoratedClass &type) {
  auto behind = [&](uint32_t at) {
    at = skipTrivia(text_, at);
    for (const Node *one : type.decorators)
      if (one->range.begin == at)
        at = skipTrivia(text_, one->range.end);
    return at;
  };
  const Node *parent = type.node->parent;
  const bool isExported =
      llvm::isa_and_nonnull<ExportNamedDeclaration, ExportDefaultDeclaration>(parent);
  type.begin = behind(isExported ? parent->range.begin : type.node->range.begin);
  type.isDefault = llvm::isa_and_nonnull<ExportDefaultDeclaration>(parent);
  uint32_t at = type.begin;
  for (llvm::StringRef word : {"export", "default", "abstract"})
    if (text_.substr(at).starts_with(word) && (isExported || word == "abstract"))
      at = behind(at + static_cast<uint32_t>(word.size()));
  type.word = at;
  // of what a namespace exports, all before the class goes
  if (spaceOfExported(*type.node))
    type.begin = at;
}

std::optional<DecoratedClass> DecoratorLowering::read(const Node &node) {
  DecoratedClass type;
  type.node = &node;
  type.superClass = superClassOf(node);
  type.body = classBody(node);
  type.id = ownNameOf(node);
  type.constructor = llvm::dyn_cast_or_null<FunctionExpression>(constructorOf(node));
  const auto *declaration = llvm::dyn_cast<ClassDeclaration>(&node);
  type.decorators =
      declaration ? declaration->decorators : llvm::cast<ClassExpression>(node).decorators;
  bool isMeant = !type.decorators.empty();
  for (const DecoratedMember &member : membersOf(type)) {
    isMeant |= !member.decorators.empty() || (member.field && member.field->accessor);
    for (const Node *one : member.method ? paramsOf(*member.method->value) : NodeList())
      isMeant |= llvm::isa_and_nonnull<TSDecoratedParameter>(one);
  }
  for (const Node *one : type.constructor ? type.constructor->params : NodeList())
    isMeant |= llvm::isa_and_nonnull<TSDecoratedParameter>(one);
  if (!isMeant)
    return std::nullopt;
  readStatement(type);
  type.name = type.id ? type.id->name.str() : "";
  return type;
}

void DecoratorLowering::visit(const Node &node, Refuse refuse) {
  if (isClass(node))
    if (std::optional<DecoratedClass> type = read(node)) {
      if (!text_.substr(type->word).starts_with("class"))
        refuse(node, "this class with decorators");
      else if (settings_.isLegacy)
        lowerLegacy(*type, refuse);
      else
        lowerStandard(*type, refuse);
    }
  forEachChild(node, [&](const Node &child) { visit(child, refuse); });
}

void DecoratorLowering::lower(Refuse refuse) {
  if (!text_.contains('@') && !text_.contains("accessor"))
    return;
  settings_ = settingsFor(program_, module_);
  types_.setStrictNullChecks(settings_.strictNullChecks);
  // the tree has no field that is only declared, which TypeScript decorates nevertheless
  for (const TypeSpan &span : module_.syntax->typeSpans)
    if (span.statement && text_.substr(span.range.begin).starts_with("@")) {
      EmptyStatement place;
      place.range = span.range;
      refuse(place, "a decorator of a field that is only declared");
    }
  visit(*module_.syntax->program, refuse);
  insertHelpers();
}

} // namespace agentc
