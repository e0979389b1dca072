#ifndef AGENTC_LIB_ACCESS_INPUT_TEXTPATTERNS_H
#define AGENTC_LIB_ACCESS_INPUT_TEXTPATTERNS_H

#include "agentc/Access/InputFlow.h"

namespace agentc {

/// True if a text that the expression matches is harmless in that use: it stands for the whole
/// text, and no character that it leaves open ends a text, a word or a folder there.
bool isAllowList(const RegExpValue &expression, TextUse use);

/// False if nothing that a group matches, by its name or number, does harm in that use.
bool canMatchHarm(const RegExpValue &expression, llvm::StringRef group, TextUse use);

/// True if a text in which the expression finds nothing is harmless in that use: it looks for one
/// character of a set that has all that do harm.
bool isDenyListOfAll(const RegExpValue &expression, TextUse use);

/// True if the expression finds each step to an outer folder.
bool findsOuterFolders(const RegExpValue &expression);

/// True if replacing what a pattern matches changes no step between folders: it takes no dot, and
/// no slash but for another one or at the end.
bool keepsFolders(const Value &pattern, const Value &replacement);

/// True if replacing what a value matches leaves nothing harmful in a text: what ends a text in
/// that use, or all but a named set. A text is replaced once unless `isAll`.
bool isCleaning(const Value &pattern, bool isAll, TextUse use);

} // namespace agentc

#endif
