#ifndef AGENTC_LIB_VALUES_BUNDLEDCODE_H
#define AGENTC_LIB_VALUES_BUNDLEDCODE_H

#include "Evaluator.h"

#include "llvm/ADT/StringSet.h"

namespace agentc::bundled {

/// The names and texts that identify a framework's code where a bundler put it into the file:
/// minifiers keep the names of members, and texts.
using Names = llvm::ArrayRef<llvm::StringLiteral>;
using NameSet = llvm::StringSet<>;

bool hasAll(const NameSet &names, Names wanted);

/// Calls `visit` for each node of a function's or class's code, those of nested ones too, until it
/// answers true.
bool anyOf(const ast::Node &node, llvm::function_ref<bool(const ast::Node &)> visit);

const ast::Property *propertyOf(const ast::ObjectExpression &object, llvm::StringRef key);

bool isText(const ast::Node *node, llvm::StringRef text);

/// Methods, fields and members that the constructor gives; static ones with `static ` before.
NameSet membersOf(const ast::Node &type);

/// The API path of the framework's class that a class is, or nothing.
llvm::StringRef pathOfClass(const agentc::Program &program, const ast::Node &type);

} // namespace agentc::bundled

#endif
