#ifndef AGENTC_LIB_PROGRAM_TYPESCRIPTNAMES_H
#define AGENTC_LIB_PROGRAM_TYPESCRIPTNAMES_H

#include "agentc/Syntax/Ast.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace agentc {

/// An identifier's name; empty for any other node.
llvm::StringRef nameOfIdentifier(const ast::Node *node);
/// The names of `namespace A.B`, from the outermost.
llvm::SmallVector<llvm::StringRef, 4> pathOf(const ast::TSModuleDeclaration &declaration);
/// `A` of `namespace A.B`; null for `declare module "name"`.
const ast::Identifier *outermostName(const ast::TSModuleDeclaration &declaration);
/// The namespace that a declaration is a member of: what its block exports. Null if there is none.
const ast::TSModuleDeclaration *spaceOfExported(const ast::Node &declaration);
/// Calls `visit` for each name that a pattern binds.
void forEachName(const ast::Node &pattern, llvm::function_ref<void(const ast::Identifier &)> visit);
/// The first statement that is written and isn't a directive; null if there is none.
const ast::Node *firstStatement(const ast::Module &module);
/// True if an identifier is both the key and the value of a property, as in `{a}`.
bool isShorthand(const ast::Identifier &id);

} // namespace agentc

#endif
