#ifndef AGENTC_LIB_RULES_USES_H
#define AGENTC_LIB_RULES_USES_H

#include "agentc/Rules/Rules.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// True if `part` is one of the dot-separated parts of a path.
bool hasPart(llvm::StringRef path, llvm::StringRef part);

/// `global:process.env.KEY` as a person writes it: `process.env.KEY`; long ones cut short.
std::string shown(llvm::StringRef path);

/// A text of the bundle for a message: cut short where it is long.
std::string shownText(llvm::StringRef text);

/// True if every value that an argument can have is a string constant.
bool isConstantString(const Value &value);

/// True if a value is a text that code puts together, known or not: a string, a template, or a
/// sum with one of them.
bool isText(const Values &values, const Value &value);

/// Points a finding at the member's name instead of the whole expression before it: at
/// `__proto__` of `a.b.__proto__`.
void pointAtMember(Diagnostic &finding, const ast::Node *member);

/// True if a use runs only where a test found the API at `path`: `if (globalThis.Deno) …`,
/// `process.binding && process.binding('util')`.
bool isBehindTestOf(const CheckContext &context, const ApiUse &use, llvm::StringRef path);

/// Of a call that loads a module by a name that is only known at run time: whether that is one of
/// the bundle's own, all of which were read, since the name begins with `./` or `../`.
bool loadsRelative(const CheckContext &context, const ApiUse &use);

/// True if a file is other people's, in an installed package.
bool isInstalled(llvm::StringRef file);

/// `typeof process` and the like do no harm by themselves.
inline bool isHarmlessTest(const ApiUse &use) { return use.kind == UseKind::Test; }

} // namespace agentc

#endif
