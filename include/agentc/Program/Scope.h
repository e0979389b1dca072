#ifndef AGENTC_PROGRAM_SCOPE_H
#define AGENTC_PROGRAM_SCOPE_H

#include "agentc/Syntax/Ast.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace agentc {

struct Scope;

enum class SymbolKind : uint8_t {
  Var,
  Let,
  Const,
  Function,
  Class,
  Parameter,
  Catch,
  Import,
  Enum,
  Namespace
};

/// A name that a scope declares (ECMA-262 section 9.1, bindings).
struct Symbol {
  llvm::StringRef name;
  SymbolKind kind;
  const Scope *scope = nullptr;
  /// Identifiers in binding or assignment position that give it a value: declarators, parameters,
  /// assignment targets, loop heads. Function and class declarations and imports stand here by
  /// their id.
  llvm::SmallVector<const ast::Identifier *, 2> targets;
  /// Identifiers that read it, in source order.
  llvm::SmallVector<const ast::Identifier *, 4> references;
  /// Its place in Program::symbols.
  uint32_t index = 0;
};

enum class ScopeKind : uint8_t { Module, Function, Block, Class, With };

struct Scope {
  ScopeKind kind;
  const Scope *parent = nullptr;
  const ast::Node *node = nullptr;
  llvm::StringMap<Symbol *> symbols;
};

} // namespace agentc

#endif
