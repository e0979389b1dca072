#ifndef AGENTC_LIB_SYNTAX_SYNTAXRULES_H
#define AGENTC_LIB_SYNTAX_SYNTAXRULES_H

#include "agentc/Diagnostics/Rule.h"

/// The diagnostics of this library.
namespace agentc::rule {

extern const RuleInfo syntaxError;
extern const RuleInfo syntaxTooDeep;
extern const RuleInfo syntaxTooComplex;
extern const RuleInfo ambiguousSyntax;

} // namespace agentc::rule

#endif
