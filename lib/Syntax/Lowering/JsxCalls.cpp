#include "Lowering/JsxCalls.h"

#include "JsxCall.h"
#include "Literals.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

using Runtime = JsxSettings::Runtime;

/// The members of the automatic runtime that JSX can call.
static constexpr llvm::StringLiteral jsxFunctions[] = {"jsx", "jsxs", "Fragment", "createElement"};

const Literal *JsxCalls::textNode(llvm::StringRef text, ByteRange range) {
  auto *node = make<Literal>(range);
  node->literal = LiteralKind::String;
  node->text = text;
  return node;
}

/// `React.createElement`, without a text of its own.
const Node *JsxCalls::jsxChain(llvm::StringRef names, uint32_t offset) {
  const ByteRange range{offset, offset};
  auto [first, rest] = llvm::StringRef(keep(names)).split('.');
  const Node *node = named(first, range);
  while (!rest.empty()) {
    std::tie(first, rest) = rest.split('.');
    auto *member = make<MemberExpression>(range);
    member->object = node;
    member->property = named(first, range);
    node = done(member);
  }
  return node;
}

const Identifier *JsxCalls::jsxImported(llvm::StringRef name, uint32_t offset) {
  if (jsxSuffix_.empty() && jsxUsed_.empty())
    for (unsigned count = 1;
         llvm::any_of(jsxFunctions,
                      [&](llvm::StringRef one) {
                        return module_.text.contains(("_" + one + jsxSuffix_).str());
                      });
         ++count)
      jsxSuffix_ = "_" + std::to_string(count);
  auto known = llvm::find(jsxFunctions, name);
  if (!llvm::is_contained(jsxUsed_, name))
    jsxUsed_.push_back(*known);
  return named(keep(("_" + name + jsxSuffix_).str()), {offset, offset});
}

/// A name that begins with a small letter, or has a hyphen, is a text.
static bool isIntrinsic(llvm::StringRef name) {
  return name.contains('-') || (!name.empty() && llvm::isLower(name[0]));
}

const Node *JsxCalls::jsxType(const Node &name) {
  auto variable = [&](const JSXIdentifier &id) -> const Node * {
    if (id.name == "this")
      return make<ThisExpression>(id.range);
    return named(id.name, id.range);
  };
  if (const auto *id = llvm::dyn_cast<JSXIdentifier>(&name))
    return isIntrinsic(id->name) && id->name != "this" ? textNode(id->name, id->range)
                                                       : variable(*id);
  if (const auto *spaced = llvm::dyn_cast<JSXNamespacedName>(&name)) {
    const auto *space = llvm::dyn_cast<JSXIdentifier>(spaced->ns);
    const auto *local = llvm::dyn_cast<JSXIdentifier>(spaced->name);
    return textNode(keep(((space ? space->name : "") + ":" + (local ? local->name : "")).str()),
                    name.range);
  }
  const auto *access = llvm::dyn_cast<JSXMemberExpression>(&name);
  if (!access)
    return orMissing(nullptr, name.range.begin);
  auto *member = make<MemberExpression>(name.range);
  const auto *object = llvm::dyn_cast<JSXIdentifier>(access->object);
  const auto *property = llvm::dyn_cast<JSXIdentifier>(access->property);
  member->object = object ? variable(*object) : jsxType(*access->object);
  member->property = property ? named(property->name, property->range)
                              : orMissing(nullptr, access->property->range.begin);
  return done(member);
}

/// The expression of an attribute's value or a child; null for a comment.
const Node *JsxCalls::jsxValue(const Node *value) {
  const auto *container = llvm::dyn_cast_or_null<JSXExpressionContainer>(value);
  return container ? container->expression : value;
}

const Node *JsxCalls::jsxProperty(const JSXAttribute &attribute) {
  auto *property = make<Property>(attribute.range);
  const Node *name = jsxType(*attribute.name);
  const auto *id = llvm::dyn_cast<JSXIdentifier>(attribute.name);
  const bool isPlain = id && !id->name.contains('-');
  property->key = isPlain ? named(id->name, id->range) : name;
  property->value = jsxValue(attribute.value);
  if (!property->value) {
    auto *isTrue = make<Literal>(attribute.name->range);
    isTrue->literal = LiteralKind::True;
    property->value = isTrue;
  }
  return done(property);
}

const Node *JsxCalls::jsxProperties(const WrittenJsx &written,
                                    llvm::ArrayRef<const Node *> attributes,
                                    llvm::ArrayRef<const Node *> children) {
  const ByteRange whole = written.node->range;
  auto *object = make<ObjectExpression>(whole);
  Nodes properties;
  for (const Node *one : attributes) {
    if (const auto *spread = llvm::dyn_cast<JSXSpreadAttribute>(one)) {
      auto *node = make<SpreadElement>(spread->range);
      node->argument = spread->argument;
      properties.push_back(done(node));
    } else if (one != written.key) {
      properties.push_back(jsxProperty(llvm::cast<JSXAttribute>(*one)));
    }
  }
  if (!children.empty()) {
    const ByteRange inner{written.opening.end, written.closing.begin};
    auto *property = make<Property>(inner);
    property->key = named("children", {inner.begin, inner.begin});
    property->value = children[0];
    if (children.size() > 1 || llvm::isa<SpreadElement>(children[0])) {
      auto *all = make<ArrayExpression>(inner);
      all->elements = list(children);
      property->value = done(all);
    }
    properties.push_back(done(property));
  }
  object->properties = list(properties);
  return done(object);
}

static const JSXAttribute *keyIn(const Node *attribute) {
  const auto *plain = llvm::dyn_cast<JSXAttribute>(attribute);
  const auto *name = plain ? llvm::dyn_cast<JSXIdentifier>(plain->name) : nullptr;
  return name && name->name == "key" ? plain : nullptr;
}

/// True if a `key` follows a spread that may hold one: `createElement` is used then, as in
/// TypeScript.
static bool hasKeyBehindSpread(llvm::ArrayRef<const Node *> attributes) {
  bool sawSpread = false;
  for (const Node *one : attributes) {
    const auto *spread = llvm::dyn_cast<JSXSpreadAttribute>(one);
    const auto *object = spread ? llvm::dyn_cast<ObjectExpression>(spread->argument) : nullptr;
    sawSpread |= spread && (!object || llvm::any_of(object->properties, [](const Node *part) {
                   return llvm::isa<SpreadElement>(part);
                 }));
    if (sawSpread && keyIn(one))
      return true;
  }
  return false;
}

/// The call that an element means; the element itself is kept beside the tree.
const Node *JsxCalls::jsxCall(WrittenJsx written, const Node *name, Nodes &attributes,
                              Nodes &content) {
  const ByteRange range = written.node->range;
  const uint32_t at = range.begin;
  if (!firstJsx_)
    firstJsx_ = {at, name ? name->range.end : written.opening.end};
  Nodes children;
  for (const Node *one : content) {
    const auto *text = llvm::dyn_cast<JSXText>(one);
    std::string value = text ? cookJsxText(textOf(text->range)) : "";
    if (text && !value.empty())
      children.push_back(textNode(keep(value), text->range));
    else if (!text && jsxValue(one))
      children.push_back(jsxValue(one));
  }
  const bool isAutomatic = jsx_.runtime == Runtime::Automatic;
  written.isAutomatic = isAutomatic && !hasKeyBehindSpread(attributes);
  if (written.isAutomatic)
    for (const Node *one : llvm::reverse(attributes))
      written.key = keyIn(one) ? one : written.key;
  const bool isList =
      children.size() > 1 || (!children.empty() && llvm::isa<SpreadElement>(children[0]));

  auto *made = new (module_.arena) JsxCall();
  CallExpression *call = &made->call;
  call->range = range;
  call->index = module_.indices.take();
  Nodes arguments;
  if (written.isAutomatic)
    call->callee = jsxImported(isList ? "jsxs" : "jsx", at);
  else
    call->callee = isAutomatic ? jsxImported("createElement", at) : jsxChain(jsx_.factory, at);
  if (name)
    arguments.push_back(jsxType(*name));
  else
    arguments.push_back(isAutomatic ? jsxImported("Fragment", at) : jsxChain(jsx_.fragment, at));
  if (written.isAutomatic) {
    arguments.push_back(jsxProperties(written, attributes, children));
    if (written.key)
      arguments.push_back(
          llvm::cast<Property>(jsxProperty(llvm::cast<JSXAttribute>(*written.key)))->value);
  } else {
    arguments.push_back(attributes.empty() ? make<Literal>({at, at})
                                           : jsxProperties(written, attributes, {}));
    arguments.append(children);
  }
  call->arguments = list(arguments);
  written.children = list(children);
  made->written = written;
  return done(call);
}

/// `import {jsx as _jsx} from "react/jsx-runtime"`, or what CommonJS has for it.
const Node *JsxCalls::jsxImport(llvm::StringRef source, llvm::ArrayRef<llvm::StringRef> names,
                                ByteRange range) {
  Nodes parts;
  const bool isModule =
      module_.goal == Goal::Module ||
      (module_.goal == Goal::Detect && (result_.isModule || !result_.topLevelAwaits.empty()));
  for (llvm::StringRef name : names) {
    const Identifier *imported = named(name, range);
    const Identifier *local = named(keep(("_" + name + jsxSuffix_).str()), range);
    if (isModule) {
      auto *part = make<ImportSpecifier>(range);
      part->imported = imported;
      part->local = local;
      parts.push_back(done(part));
    } else {
      auto *part = make<Property>(range);
      part->key = imported;
      part->value = local;
      parts.push_back(done(part));
    }
  }
  const Literal *from = textNode(keep(source), range);
  if (isModule) {
    auto *node = make<ImportDeclaration>(range);
    node->specifiers = list(parts);
    node->source = from;
    return done(node);
  }
  auto *pattern = make<ObjectPattern>(range);
  pattern->properties = list(parts);
  auto *call = make<CallExpression>(range);
  call->callee = named("require", range);
  call->arguments = list({from});
  auto *declarator = make<VariableDeclarator>(range);
  declarator->id = done(pattern);
  declarator->init = done(call);
  auto *node = make<VariableDeclaration>(range);
  node->variableKind = VariableKind::Const;
  node->declarations = list({done(declarator)});
  return done(node);
}

/// Puts what JSX loads before all but the directives.
void JsxCalls::addJsxImports(NodeList &body) {
  if (jsxUsed_.empty())
    return;
  llvm::SmallVector<llvm::StringRef, 4> fromRuntime, fromWhole;
  for (llvm::StringRef name : jsxFunctions)
    if (llvm::is_contained(jsxUsed_, name))
      (name == "createElement" ? fromWhole : fromRuntime).push_back(name);
  auto first = llvm::find_if(body, [](const Node *statement) {
    const auto *plain = llvm::dyn_cast_or_null<ExpressionStatement>(statement);
    return !plain || !plain->directive;
  });
  llvm::SmallVector<const Node *, 32> all(body.begin(), first);
  if (!fromRuntime.empty())
    all.push_back(jsxImport(jsx_.importSource + "/jsx-runtime", fromRuntime, *firstJsx_));
  if (!fromWhole.empty())
    all.push_back(jsxImport(jsx_.importSource, fromWhole, *firstJsx_));
  all.append(first, body.end());
  body = list(all);
}

} // namespace agentc
