#ifndef AGENTC_SYNTAX_COROUTINES_H
#define AGENTC_SYNTAX_COROUTINES_H

#include "agentc/Syntax/Ast.h"

/// Generators that compilers make of `async` functions and asynchronous generators, and hand to a
/// helper: `helper(this, arguments, function* () {…})`, `helper(function* () {…}).call(this)`.
namespace agentc {

/// True if a generator is handed to a function, which goes on with it when what it yields is there.
bool isCoroutine(const ast::Node &function);
/// The coroutine that a call runs, or calls what a helper made of; null for another call.
const ast::Node *coroutineOf(const ast::Node &call);
/// The expression that is `this` in a coroutine where its helper is called; null if none is given
/// there.
const ast::Node *thisGivenTo(const ast::Node &coroutine);

} // namespace agentc

#endif
