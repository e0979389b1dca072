#ifndef AGENTC_LIB_RULES_SECRETSEARCH_H
#define AGENTC_LIB_RULES_SECRETSEARCH_H

#include "agentc/Rules/Rules.h"

namespace agentc {

/// Reports and hides the secrets in a bundle's files, in texts that its code puts together, and in
/// what it gives to something called a secret. One place is reported once.
void searchSecrets(const CheckContext &context, RuleReporter &report);

} // namespace agentc

#endif
