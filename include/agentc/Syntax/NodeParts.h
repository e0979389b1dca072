#ifndef AGENTC_SYNTAX_NODEPARTS_H
#define AGENTC_SYNTAX_NODEPARTS_H

#include "agentc/Syntax/Ast.h"

/// Questions that several places ask of nodes whose kinds differ.
namespace agentc {

/// The key of a member, property, method or field; null for any other node.
struct KeyPart {
  const ast::Node *node = nullptr;
  bool computed = false;
};
KeyPart keyPartOf(const ast::Node &memberOrProperty);
/// The text of a string, or of a template without holes.
std::optional<llvm::StringRef> textOfLiteral(const ast::Node *node);
/// The name that the source spells out for a member, property, method or field, private names with
/// their `#`; std::nullopt where it is computed, and for any other node.
std::optional<llvm::StringRef> writtenKeyOf(const ast::Node &memberOrProperty);

/// The target of an assignment or update; null for any other node.
const ast::Node *targetOf(const ast::Node &node);
/// The function, class field or static block whose code a node belongs to; null for a module's own
/// code.
const ast::Node *functionAround(const ast::Node &node);
/// Calls and constructions alike; no callee for any other node.
struct CallParts {
  const ast::Node *callee = nullptr;
  ast::NodeList arguments;
  bool isNew = false;
};
CallParts partsOf(const ast::Node &call);

/// The name that a function or class has by its own syntax; null if it has none.
const ast::Identifier *ownNameOf(const ast::Node &functionOrClass);
/// The base of a class; null for one that extends nothing, and for any other node.
const ast::Node *superClassOf(const ast::Node &type);
bool isAsync(const ast::Node &function);
bool isGenerator(const ast::Node &function);
/// The body of a class, and the function of its constructor; null if there is none.
const ast::ClassBody *classBody(const ast::Node &type);
const ast::Node *constructorOf(const ast::Node &type);
/// True if a member or call gives undefined when its object or callee is missing, because of a
/// `?.` somewhere in the chain.
bool endsChain(const ast::Node &expression);

} // namespace agentc

#endif
