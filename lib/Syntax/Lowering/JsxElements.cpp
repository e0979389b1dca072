#include "Lowering/JsxElements.h"

#include "Literals.h"
#include "Lowering/JsxCalls.h"
#include "Lowering/LiteralLowering.h"
#include "Lowering/ObjectLowering.h"

#include "llvm/Support/SaveAndRestore.h"

namespace agentc {

using namespace ast;

const Node *JsxElements::jsxElement(Here at) {
  // an element becomes a call in a list in an object in a call
  llvm::SaveAndRestore deeper(lowering_.depth(), lowering_.depth() + 1);
  WrittenJsx written;
  const Node *name = nullptr;
  Nodes attributes, content;
  uint32_t textBegin = UINT32_MAX;
  auto addText = [&](uint32_t end) {
    if (textBegin >= end)
      return;
    auto *node = make<JSXText>({textBegin, end});
    llvm::StringRef body = textOf(node->range);
    node->value = body.contains('&') ? keep(cookJsx(body)) : body;
    content.push_back(node);
  };
  children([&](Here child) {
    switch (child.kind) {
    case Kind::JsxOpeningElement:
      written.opening = child.range;
      textBegin = child.range.end;
      return jsxTag(name, attributes);
    case Kind::JsxClosingElement:
      written.closing = child.range;
      return addText(child.range.begin);
    case Kind::JsxExpression:
    case Kind::JsxElement:
    case Kind::JsxSelfClosingElement:
      addText(child.range.begin);
      textBegin = child.range.end;
      if (const Node *node =
              child.kind == Kind::JsxExpression ? jsxExpression(child) : expression(child))
        content.push_back(node);
      return;
    default:
      return;
    }
  });
  auto finish = [&](auto *node) {
    node->children = list(content);
    written.node = done(node);
    return jsxCalls().jsxCall(written, name, attributes, content);
  };
  if (!name)
    return finish(make<JSXFragment>(at.range));
  auto *node = make<JSXElement>(at.range);
  node->name = name;
  node->attributes = list(attributes);
  return finish(node);
}

const Node *JsxElements::jsxSelfClosing(Here at) {
  llvm::SaveAndRestore deeper(lowering_.depth(), lowering_.depth() + 1);
  auto *node = make<JSXElement>(at.range);
  Nodes attributes, content;
  jsxTag(node->name, attributes);
  node->name = orMissing(node->name, at.range.begin);
  node->attributes = list(attributes);
  WrittenJsx written;
  written.node = done(node);
  written.opening = at.range;
  return jsxCalls().jsxCall(written, node->name, attributes, content);
}

/// The name and the attributes of the tag under the cursor.
void JsxElements::jsxTag(const Node *&name, Nodes &attributes) {
  children([&](Here child) {
    switch (child.kind) {
    case Kind::Other:
      break;
    case Kind::TypeArguments:
      typeSpan(child.range);
      break;
    case Kind::JsxAttribute:
      attributes.push_back(jsxAttribute(child));
      break;
    case Kind::JsxExpression:
      attributes.push_back(jsxSpreadAttribute(child));
      break;
    default:
      if (!name)
        name = jsxName(child);
    }
  });
}

const Node *JsxElements::jsxName(Here at) {
  auto simple = [&](Here part) {
    auto *node = make<JSXIdentifier>(part.range);
    node->name = nameOf(part.range);
    return node;
  };
  if (at.kind == Kind::JsxNamespaceName) {
    auto *node = make<JSXNamespacedName>(at.range);
    children([&](Here child) {
      if (child.kind == Kind::Identifier)
        (node->ns ? node->name : node->ns) = simple(child);
    });
    node->ns = orMissing(node->ns, at.range.begin);
    node->name = orMissing(node->name, at.range.end);
    return done(node);
  }
  if (at.kind != Kind::MemberExpression && at.kind != Kind::NestedIdentifier)
    return simple(at);
  auto *node = make<JSXMemberExpression>(at.range);
  if (!descend(at.range))
    return orMissing(nullptr, at.range.begin);
  children([&](Here child) {
    if (child.kind == Kind::Other)
      return;
    if (!node->object)
      node->object = jsxName(child);
    else
      node->property = simple(child);
  });
  ascend();
  node->object = orMissing(node->object, at.range.begin);
  node->property = orMissing(node->property, at.range.end);
  return done(node);
}

const Node *JsxElements::jsxAttribute(Here at) {
  auto *node = make<JSXAttribute>(at.range);
  children([&](Here child) {
    switch (child.kind) {
    case Kind::PropertyIdentifier:
    case Kind::JsxNamespaceName:
      node->name = jsxName(child);
      break;
    case Kind::String:
      node->value = literals().string(child, true);
      break;
    case Kind::JsxExpression:
      node->value = jsxExpression(child);
      break;
    case Kind::JsxElement:
    case Kind::JsxSelfClosingElement:
      node->value = expression(child);
      break;
    default:
      break;
    }
  });
  node->name = orMissing(node->name, at.range.begin);
  return done(node);
}

const Node *JsxElements::jsxSpreadAttribute(Here at) {
  auto *node = make<JSXSpreadAttribute>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::SpreadElement)
      node->argument = llvm::cast<SpreadElement>(objects().spread(child))->argument;
  });
  node->argument = orMissing(node->argument, at.range.end);
  return done(node);
}

/// `{expression}`; the expression of `{}` is null.
const Node *JsxElements::jsxExpression(Here at) {
  auto *node = make<JSXExpressionContainer>(at.range);
  children([&](Here child) {
    if (child.kind != Kind::Other && child.kind != Kind::CloseBrace)
      node->expression = expression(child);
  });
  return done(node);
}

} // namespace agentc
