#include "DecoratorLowering.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

llvm::StringRef kindOf(const DecoratedMember &member) {
  if (member.field)
    return member.field->accessor ? "accessor" : "field";
  return member.method->methodKind == MethodKind::Get   ? "getter"
         : member.method->methodKind == MethodKind::Set ? "setter"
                                                        : "method";
}

/// Returns the text of the context object that decorators get for a member.
std::string contextOf(const DecoratedMember &member, llvm::StringRef key,
                      llvm::StringRef metadata) {
  const bool isPrivate = llvm::isa<PrivateIdentifier>(member.key);
  const std::string place = (isPrivate ? "o." + key : "o[" + key + "]").str();
  llvm::StringRef kind = kindOf(member);
  std::string access = ("has: o => " + key + " in o").str();
  if (kind != "setter")
    access += ", get: o => " + place;
  if (kind != "getter" && kind != "method")
    access += ", set: (o, v) => { " + place + " = v; }";
  return ("{ kind: \"" + kind + "\", name: " + (isPrivate ? "\"" + key + "\"" : key) +
          ", static: " + (member.isStatic ? "true" : "false") +
          ", private: " + (isPrivate ? "true" : "false") + ", access: { " + access +
          " }, metadata: " + metadata + " }")
      .str();
}

template <typename Visitor> void forEachThis(const Node &node, Visitor &&visit) {
  if (llvm::isa<ThisExpression>(node))
    return visit(node);
  if ((isFunction(node) && !llvm::isa<ArrowFunctionExpression>(node)) || isClass(node))
    return;
  forEachChild(node, [&](const Node &child) { forEachThis(child, visit); });
}

} // namespace

/// A member with decorators, and what it is decorated with.
struct StandardMember {
  DecoratedMember member;
  std::string decorators, initializers, extra, key;
};

/// One class with the proposal's decorators: what its members are decorated with, and what waits
/// for the next of its fields.
struct StandardClass {
  explicit StandardClass(const DecoratedClass &type) : type(type) {}

  const DecoratedClass &type;
  bool isReplaced = false;
  std::string self = "this"; ///< the class, to what initializes it
  std::string original;      ///< the class as it is written, if anything asks for it
  std::string descriptor, decorators, extra; ///< of the class
  std::string metadata, instanceExtra, staticExtra;
  std::vector<StandardMember> decorated;
  /// Private members whose decorators are still to be looked up: they have no key to do it in.
  std::vector<const StandardMember *> hidden;
  std::vector<std::string> variables;          ///< to be declared before the class
  std::vector<std::string> instances, statics; ///< calls that wait

  std::vector<std::string> &waiting(bool isStatic) { return isStatic ? statics : instances; }
  std::string takeAll(bool isStatic, llvm::StringRef between) {
    std::string all = llvm::join(waiting(isStatic), between);
    waiting(isStatic).clear();
    return all;
  }
};

/// Returns the offset of a field's `=`, or the offset where it would stand.
uint32_t DecoratorLowering::placeOfValue(const DecoratedMember &member) const {
  uint32_t at = endOfKey(member);
  for (uint32_t behind = skipTrivia(text_, at); behind < member.field->range.end;
       behind = skipTrivia(text_, at)) {
    auto span = llvm::find_if(module_.syntax->typeSpans,
                              [&](const TypeSpan &one) { return one.range.begin == behind; });
    if (span == module_.syntax->typeSpans.end())
      return text_[behind] == '=' ? behind : at;
    at = span->range.end;
  }
  return at;
}

static uint32_t endOfField(llvm::StringRef text, const PropertyDefinition &field) {
  const uint32_t end = field.range.end;
  return text[end - 1] == ';' ? end - 1 : end;
}

/// A field's value is what decorators make of it, behind what waits.
void DecoratorLowering::initialize(StandardClass &all, const DecoratedMember &member,
                                   llvm::StringRef initializers) {
  if (initializers.empty() && all.waiting(member.isStatic).empty())
    return;
  const std::string self = member.isStatic ? all.self : "this";
  std::string before = all.takeAll(member.isStatic, ", ");
  std::string head = before.empty() ? "" : "(" + before + ", ", tail = before.empty() ? "" : ")";
  if (!initializers.empty()) {
    head += helper("__runInitializers") + "(" + self + ", " + initializers.str() + ", ";
    tail = ")" + tail;
  }
  const uint32_t place = placeOfValue(member), end = endOfField(text_, *member.field);
  if (!member.field->value)
    return insert(end, " = " + head + "void 0" + tail + ";");
  insert(place + 1, " " + head + "(");
  insert(end, ")" + tail + ";");
}

/// `_decorators = […]`, of private members before it too.
void DecoratorLowering::lookUp(StandardClass &all, const StandardMember &decorated, uint32_t at,
                               llvm::StringRef behind) {
  lookUpHidden(all, at, behind);
  insert(at, decorated.decorators + " = [");
  moveTo(at, decorated.member.decorators);
  insert(at, "]" + behind.str());
}

void DecoratorLowering::lookUpHidden(StandardClass &all, uint32_t at, llvm::StringRef behind) {
  for (const StandardMember *one : std::exchange(all.hidden, {}))
    lookUp(all, *one, at, behind);
}

/// `[(_decorators = […], "x")]` in place of a key, so that decorators are looked up when keys are.
void DecoratorLowering::decorateKey(StandardClass &all, StandardMember &decorated) {
  const DecoratedMember &member = decorated.member;
  const ByteRange key = placeOfKey(member);
  const auto *id = llvm::dyn_cast<Identifier>(member.key);
  llvm::StringRef text = text_.slice(key.begin, key.end);
  if (!member.computed) {
    decorated.key = id ? quoteText(id->name, false) : text.str();
    insert(key.begin, "[(");
    lookUp(all, decorated, key.begin, ", ");
    return replace(key.begin, key.end, decorated.key + ")]");
  }
  decorated.key = freshName("_key");
  all.variables.push_back(decorated.key);
  insert(key.begin, "(");
  lookUp(all, decorated, key.begin, ", ");
  insert(key.begin, decorated.key + " = " + helper("__propKey") + "(");
  insert(key.end, "))");
}

/// `accessor x = 1` becomes a private field, a getter and a setter.
void DecoratorLowering::lowerAccessor(StandardClass &all, const DecoratedMember &member,
                                      StandardMember *decorated) {
  const ByteRange key = placeOfKey(member);
  const auto *id = llvm::dyn_cast<Identifier>(member.key);
  const auto *hidden = llvm::dyn_cast<PrivateIdentifier>(member.key);
  std::string store = "#" + freshName((hidden                   ? hidden->name.drop_front().str()
                                       : id && !member.computed ? id->name.str()
                                                                : std::string("_")) +
                                      "_accessor_storage");
  const auto word = static_cast<uint32_t>(text_.take_front(key.begin).rfind("accessor"));
  const uint32_t end = endOfField(text_, *member.field);
  replace(word, word + 8, store);
  std::string get = member.isStatic ? "; static get " : "; get ";
  std::string set = member.isStatic ? "static set " : "set ", name;
  std::string self = "this";
  if (member.isStatic) {
    if (all.original.empty())
      all.original = freshName("_class");
    self = all.original;
  }
  if (!member.computed) {
    blanks_.push_back(key);
    name = text_.slice(key.begin, key.end).str();
    if (decorated) {
      decorated->key = hidden ? name : id ? quoteText(id->name, false) : name;
    }
  }
  const bool looksUp = decorated && !hidden;
  if (looksUp || member.computed) {
    insert(end, get + "[(");
    if (looksUp)
      lookUp(all, *decorated, end, ", ");
    if (member.computed) {
      std::string variable = freshName("_key");
      all.variables.push_back(variable);
      TextEdit moved{{end, end}, variable + " = " + helper("__propKey") + "("};
      moved.from = key;
      moved.behind = ")";
      const ByteRange brackets{key.begin - 1, key.end + 1};
      edits_.push_back({brackets, "", brackets});
      edits_.push_back(std::move(moved));
      name = "[" + variable + "]";
      if (decorated)
        decorated->key = variable;
    } else {
      insert(end, decorated->key);
    }
    insert(end, ")]");
  } else {
    insert(end, get + name);
  }
  insert(end, "() { return " + self + "." + store + "; } " + set + name + "(value) { " + self +
                  "." + store + " = value; }");
}

/// Writes the class's first static block, which applies all decorators: methods before fields,
/// static members before others.
void DecoratorLowering::decorateAll(StandardClass &all) {
  const uint32_t at = all.type.body->range.begin + 1;
  std::string begin = "static { ";
  for (const std::string &one : {all.original, all.isReplaced ? all.self : std::string()})
    if (!one.empty())
      begin += one + " = this; ";
  if (all.decorated.empty() && !all.isReplaced) {
    if (!all.original.empty())
      insert(at, begin + "}");
    return;
  }
  insert(at, begin + "const " + all.metadata +
                 " = typeof Symbol === \"function\" && Symbol.metadata ? "
                 "Object.create(Object.getPrototypeOf(this)[Symbol.metadata] ?? null) : void 0; ");
  lookUpHidden(all, at, "; ");
  for (bool isField : {false, true})
    for (bool isStatic : {true, false})
      for (StandardMember &one : all.decorated)
        if (one.member.isStatic == isStatic && isField == (kindOf(one.member) == "field"))
          insert(at, helper("__esDecorate") + (isField ? "(null" : "(this") + ", null, " +
                         one.decorators + ", " + contextOf(one.member, one.key, all.metadata) +
                         ", " + (one.initializers.empty() ? "null" : one.initializers) + ", " +
                         one.extra + "); ");
  if (all.isReplaced)
    insert(at, helper("__esDecorate") + "(null, " + all.descriptor + " = { value: " + all.self +
                   " }, " + all.decorators + ", { kind: \"class\", name: " + all.self +
                   ".name, metadata: " + all.metadata + " }, null, " + all.extra + "); " +
                   all.type.name + " = " + all.self + " = " + all.descriptor + ".value; ");
  insert(at, "if (" + all.metadata + ") Object.defineProperty(" + all.self +
                 ", Symbol.metadata, { enumerable: true, configurable: true, writable: true, "
                 "value: " +
                 all.metadata + " }); }");
}

/// Gives names to what a member is decorated with.
void DecoratorLowering::nameVariables(StandardClass &all, StandardMember &one) {
  one.decorators = freshName("_decorators");
  all.variables.push_back(one.decorators);
  if (one.member.field) {
    one.initializers = freshName("_initializers");
    one.extra = freshName("_extraInitializers");
    all.variables.push_back(one.initializers + " = []");
    all.variables.push_back(one.extra + " = []");
    return;
  }
  std::string &shared = one.member.isStatic ? all.staticExtra : all.instanceExtra;
  if (shared.empty()) {
    shared =
        freshName(one.member.isStatic ? "_staticExtraInitializers" : "_instanceExtraInitializers");
    all.variables.push_back(shared + " = []");
    all.waiting(one.member.isStatic)
        .push_back(helper("__runInitializers") + "(" + (one.member.isStatic ? all.self : "this") +
                   ", " + shared + ")");
  }
  one.extra = shared;
}

void DecoratorLowering::lowerMembers(StandardClass &all) {
  for (const DecoratedMember &member : membersOf(all.type)) {
    if (member.decorators.empty())
      continue;
    all.decorated.push_back({member, "", "", "", ""});
    nameVariables(all, all.decorated.back());
  }
  auto *decorated = all.decorated.begin() == all.decorated.end() ? nullptr : all.decorated.data();
  auto *last = decorated + all.decorated.size();
  std::vector<DecoratedMember> members = membersOf(all.type);
  const DecoratedMember *member = members.data();
  for (const Node *node : all.type.body->body) {
    if (const auto *block = llvm::dyn_cast<StaticBlock>(node); block && !all.statics.empty())
      insert(skipTrivia(text_, block->range.begin + 6) + 1, all.takeAll(true, "; ") + ";");
    if (member == members.data() + members.size() || member->node != node)
      continue;
    StandardMember *own =
        decorated != last && decorated->member.node == node ? decorated++ : nullptr;
    const bool isAccessor = member->field && member->field->accessor;
    const bool isPrivate = llvm::isa<PrivateIdentifier>(member->key);
    if (own && isPrivate) {
      own->key = llvm::cast<PrivateIdentifier>(member->key)->name.str();
      all.hidden.push_back(own);
    }
    if (own)
      insert(std::min(own->member.decorators.front()->range.begin, node->range.begin), ";");
    if (own && !isPrivate && !isAccessor)
      decorateKey(all, *own);
    if (member->field) {
      initialize(all, *member, own ? own->initializers : "");
      if (isAccessor)
        lowerAccessor(all, *member, own);
      if (own)
        all.waiting(member->isStatic)
            .push_back(helper("__runInitializers") + "(" + (member->isStatic ? all.self : "this") +
                       ", " + own->extra + ")");
    }
    ++member;
  }
}

/// In what initializes a class that decorators may replace, `this` is what they made.
void DecoratorLowering::renameThis(const StandardClass &all) {
  auto rename = [&](const Node &at) { replace(at.range.begin, at.range.end, all.self); };
  for (const Node *node : all.type.body->body) {
    const auto *field = llvm::dyn_cast_or_null<PropertyDefinition>(node);
    if (field && field->isStatic && field->value)
      forEachThis(*field->value, rename);
    if (const auto *block = llvm::dyn_cast_or_null<StaticBlock>(node))
      for (const Node *statement : block->body)
        forEachThis(*statement, rename);
  }
}

void DecoratorLowering::lowerStandard(DecoratedClass &type, Refuse refuse) {
  StandardClass all(type);
  all.isReplaced = !type.decorators.empty();
  bool isPlain = !all.isReplaced;
  auto hasDecorated = [](const Node *function) {
    return function && llvm::any_of(paramsOf(*function), [](const Node *one) {
             return llvm::isa_and_nonnull<TSDecoratedParameter>(one);
           });
  };
  if (hasDecorated(type.constructor))
    return refuse(*type.node, "a decorator of a parameter without `experimentalDecorators`");
  for (const DecoratedMember &member : membersOf(type)) {
    isPlain &= member.decorators.empty();
    if (member.method && hasDecorated(member.method->value))
      return refuse(*member.node, "a decorator of a parameter without `experimentalDecorators`");
    if (!member.decorators.empty() && llvm::isa<PrivateIdentifier>(member.key) &&
        kindOf(member) != "field")
      return refuse(*member.node, "a decorator of a private method");
  }
  if (!llvm::isa<ClassDeclaration>(type.node) && !isPlain)
    return refuse(*type.node, "a class expression with decorators");
  if (all.isReplaced) {
    if (type.name.empty())
      type.name = freshName("default_1");
    all.self = freshName("_classThis");
    all.descriptor = freshName("_classDescriptor");
    all.extra = freshName("_classExtraInitializers");
    all.decorators = freshName("_classDecorators");
    all.variables = {all.self, all.descriptor, all.extra + " = []"};
  }
  all.metadata = freshName("_metadata");
  lowerMembers(all);
  decorateAll(all);
  const uint32_t end = type.body->range.end - 1;
  if (!all.instances.empty())
    insert(end, "; #" + freshName("_extra") + " = (" + all.takeAll(false, ", ") + ");");
  if (all.isReplaced)
    all.statics.push_back(helper("__runInitializers") + "(" + all.self + ", " + all.extra + ")");
  if (!all.statics.empty())
    insert(end, "; static { " + all.takeAll(true, "; ") + " }");
  if (!all.original.empty())
    all.variables.push_back(all.original);
  declare(all);
}

/// Writes the declarations before the class and the text behind it.
void DecoratorLowering::declare(const StandardClass &all) {
  const DecoratedClass &type = all.type;
  if (!all.variables.empty())
    insert(type.begin, "let " + llvm::join(all.variables, ", ") + "; ");
  if (!all.isReplaced)
    return;
  renameThis(all);
  insert(type.begin, "let " + all.decorators + " = [");
  moveTo(type.begin, type.decorators);
  insert(type.begin, "]; ");
  if (type.isDefault)
    blanks_.push_back({type.begin, type.word});
  if (type.id)
    blanks_.push_back(type.id->range);
  insert(type.word, "let " + type.name + "; " + type.name + " = ");
  insert(type.node->range.end,
         "; " + type.name + " = " + all.self + ";" +
             (type.isDefault ? " export { " + type.name + " as default };" : ""));
}

} // namespace agentc
