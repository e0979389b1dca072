#include "Lowering/ModuleLowering.h"

#include "Lowering/ClassLowering.h"
#include "Lowering/DecoratorCalls.h"
#include "Lowering/ExpressionLowering.h"
#include "Lowering/FunctionLowering.h"
#include "Lowering/LiteralLowering.h"
#include "Lowering/NamespaceLowering.h"
#include "Lowering/ObjectLowering.h"
#include "Tokens.h"

namespace agentc {

using namespace ast;

const Node *ModuleLowering::importStatement(Here at) {
  auto *node = make<ImportDeclaration>(at.range);
  const Node *required = nullptr;
  Nodes specifiers;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::TypeKeyword:
    case Kind::TypeofKeyword:
      node->typeOnly = true;
      break;
    case Kind::ImportClause:
      importClause(specifiers, node->typeOnly);
      break;
    case Kind::ImportRequireClause:
      required = namespaces().importRequire({child.kind, child.shape, at.range});
      break;
    case Kind::String:
      node->source = literals().string(child);
      break;
    case Kind::ImportAttribute:
      node->attributes = attributes();
      break;
    default:
      break;
    }
  });
  trimmed(node);
  if (node->typeOnly)
    typeSpan(at.range, true);
  if (required)
    return node->typeOnly ? nullptr : required;
  result_.isModule = true;
  node->specifiers = list(specifiers);
  node->source = orMissing(node->source, at.range.end);
  return done(node);
}

void ModuleLowering::importClause(Nodes &specifiers, bool erased) {
  children([&](Here child) {
    if (child.kind == Kind::NamedImports) {
      children([&](Here part) {
        if (part.kind == Kind::ImportSpecifier)
          specifiers.push_back(importSpecifier(part, erased));
      });
    } else if (child.kind == Kind::NamespaceImport) {
      auto *node = make<ImportNamespaceSpecifier>(child.range);
      children([&](Here part) {
        if (part.kind == Kind::Identifier)
          node->local = identifier(part);
      });
      node->local = orMissing(node->local, child.range.end);
      specifiers.push_back(done(node));
    } else if (child.kind == Kind::Identifier) {
      auto *node = make<ImportDefaultSpecifier>(child.range);
      node->local = identifier(child);
      specifiers.push_back(done(node));
    }
  });
}

const Node *ModuleLowering::importSpecifier(Here at, bool erased) {
  auto *node = make<ImportSpecifier>(at.range);
  Here name{};
  children([&](Here child) {
    switch (child.kind) {
    case Kind::TypeKeyword:
    case Kind::TypeofKeyword:
      node->typeOnly = true;
      break;
    case Kind::Identifier:
    case Kind::String:
    case Kind::DefaultKeyword:
      if (node->imported) {
        node->local = identifier(child);
      } else {
        name = child;
        node->imported = moduleName(child);
      }
      break;
    default:
      break;
    }
  });
  node->imported = orMissing(node->imported, at.range.begin);
  if (!node->local)
    node->local =
        name.kind == Kind::Identifier ? identifier(name) : orMissing(nullptr, at.range.end);
  if (node->typeOnly && !erased)
    typeSpanWith(at.range, ",");
  node->typeOnly |= erased;
  return done(node);
}

/// The name of an import or export: an Identifier (`default` too) or a string.
const Node *ModuleLowering::moduleName(Here at) {
  bool computed = false;
  return propertyName(at, computed);
}

NodeList ModuleLowering::attributes() {
  Nodes nodes;
  children([&](Here child) {
    if (child.kind != Kind::Object)
      return;
    children([&](Here part) {
      if (part.kind != Kind::Pair)
        return;
      const auto *property = llvm::cast<Property>(objects().pair(part));
      auto *node = make<ImportAttribute>(part.range);
      node->key = property->key;
      node->value = property->value;
      nodes.push_back(done(node));
    });
  });
  return list(nodes);
}

/// Lowers an exported declaration. ECMAScript ends a function or class behind `export default`
/// at its `}`, where the grammar may go on with a call or an operator.
const Node *ModuleLowering::defaultDeclaration(Here at, bool isDefault) {
  auto *node = const_cast<Node *>(statement(at));
  llvm::StringRef text = textOf(at.range);
  if (node && isDefault && text.consume_front("default"))
    node->range.begin = at.range.end - static_cast<uint32_t>(text.ltrim().size());
  if (isDefault && !node && at.kind != Kind::FunctionSignature)
    for (llvm::StringRef word : {"function", "class", "async function"})
      if (text.starts_with(word) && endOfName(text.substr(word.size() - 1), 0) == 1)
        result_.ambiguous.push_back({at.range, "a declaration ends before the end of this"});
  return node;
}

const Node *ModuleLowering::exportStatement(Here at) {
  Nodes decorators, specifiers;
  const Node *source = nullptr;
  const Node *declaration = nullptr;
  const Node *exported = nullptr;
  NodeList given;
  bool isAll = false, isDefault = false, isAssignment = false, typeOnly = false, erased = false;
  bool sawSemicolon = false;
  const bool wasModule = std::exchange(result_.isModule, true);
  children([&](Here child) {
    switch (child.kind) {
    case Kind::Decorator:
      decorators.push_back(classes().decorator(child));
      break;
    case Kind::Star:
      isAll = true;
      break;
    case Kind::NamespaceExport:
      isAll = true;
      children([&](Here part) {
        if (part.kind == Kind::Identifier || part.kind == Kind::String ||
            part.kind == Kind::DefaultKeyword)
          exported = moduleName(part);
      });
      break;
    case Kind::DefaultKeyword:
      isDefault = true;
      break;
    case Kind::TypeKeyword:
      typeOnly = true;
      break;
    case Kind::AsKeyword:
      erased = true;
      break;
    case Kind::Assign:
      isAssignment = true;
      break;
    case Kind::ExportClause:
      children([&](Here part) {
        if (part.kind == Kind::ExportSpecifier)
          specifiers.push_back(exportSpecifier(part, typeOnly));
      });
      break;
    case Kind::ImportAttribute:
      given = attributes();
      break;
    case Kind::Semicolon:
      sawSemicolon = true;
      break;
    case Kind::Other:
    case Kind::NamespaceKeyword:
      break;
    case Kind::FunctionExpression:
    case Kind::GeneratorFunction:
      declaration = isDefault ? functions().function(child, true) : expression(child);
      break;
    case Kind::Class:
      declaration = isDefault ? classes().classNode(child, true) : expression(child);
      break;
    case Kind::String:
      if (!isDefault && !isAssignment) {
        source = literals().string(child);
        break;
      }
      [[fallthrough]];
    default:
      if (erased)
        break;
      isDefault |= !isDefault &&
                   tree_.audit().isStandIn({child.range.begin, child.range.begin + 7}) &&
                   textOf(child.range).starts_with("default");
      declaration = defaultDeclaration(child, isDefault);
      if (!declaration)
        declaration = isDefault || isAssignment ? expressions().expressionOf(child) : nullptr;
      erased = !declaration;
    }
  });
  uint32_t exportEnd = declaration && !sawSemicolon ? declaration->range.end : tree_.lastEnd();
  if (erased) {
    typeSpanWith(at.range, ";", true);
    return nullptr;
  }
  if (typeOnly)
    typeSpan(at.range, true);
  if (!decorators.empty())
    if (auto *decorated = llvm::dyn_cast_or_null<ClassDeclaration>(declaration)) {
      auto *target = const_cast<ClassDeclaration *>(decorated);
      decorators.append(target->decorators.begin(), target->decorators.end());
      target->decorators = list(decorators);
      done(target);
      decoratorCalls().applyDecorators(*target);
    }
  at.range.end = exportEnd;
  if (isAll) {
    // GrammarGaps took the word out
    llvm::StringRef behind = textOf(at.range).drop_front(6).ltrim();
    if (!typeOnly && behind.consume_front("type") && behind.ltrim().starts_with("*")) {
      typeOnly = true;
      typeSpan(at.range, true);
    }
    auto *node = make<ExportAllDeclaration>(at.range);
    node->exported = exported;
    node->source = orMissing(source, at.range.end);
    node->attributes = given;
    node->typeOnly = typeOnly;
    return done(node);
  }
  if (isAssignment) {
    result_.isModule = wasModule;
    auto *node = make<TSExportAssignment>(at.range);
    node->expression = orMissing(declaration, at.range.end);
    return done(node);
  }
  if (isDefault) {
    auto *node = make<ExportDefaultDeclaration>(at.range);
    node->declaration = orMissing(declaration, at.range.end);
    return done(node);
  }
  auto *node = make<ExportNamedDeclaration>(at.range);
  node->declaration = declaration;
  node->specifiers = list(specifiers);
  node->source = source;
  node->attributes = given;
  node->typeOnly = typeOnly;
  return done(node);
}

const Node *ModuleLowering::exportSpecifier(Here at, bool erased) {
  auto *node = make<ExportSpecifier>(at.range);
  Here name{};
  children([&](Here child) {
    switch (child.kind) {
    case Kind::TypeKeyword:
    case Kind::TypeofKeyword:
      node->typeOnly = true;
      break;
    case Kind::Identifier:
    case Kind::String:
    case Kind::DefaultKeyword:
      if (node->local) {
        node->exported = moduleName(child);
      } else {
        name = child;
        node->local = moduleName(child);
      }
      break;
    default:
      break;
    }
  });
  node->local = orMissing(node->local, at.range.begin);
  if (!node->exported)
    node->exported = name.kind == Kind::Other ? orMissing(nullptr, at.range.end) : moduleName(name);
  if (node->typeOnly && !erased)
    typeSpanWith(at.range, ",");
  node->typeOnly |= erased;
  return done(node);
}

} // namespace agentc
