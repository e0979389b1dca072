#include "../SecretSearch.h"

namespace agentc::rules {

extern const Rule HardcodedSecret = {{.id = "AC6101",
                                      .name = "hardcoded-secret",
                                      .group = "secrets",
                                      .severity = Severity::Error,
                                      .summary = "keys, tokens and passwords in the bundle",
                                      .precision = Precision::High,
                                      .cwe = 798},
                                     searchSecrets};

} // namespace agentc::rules
