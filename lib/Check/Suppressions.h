#ifndef AGENTC_LIB_CHECK_SUPPRESSIONS_H
#define AGENTC_LIB_CHECK_SUPPRESSIONS_H

#include "agentc/Check/Waive.h"

namespace agentc {

/// A comment `agentc-disable-next-line RULE[, RULE] -- reason`, or `agentc-disable-line …`.
struct Suppression {
  struct Name {
    std::string text;
    ByteRange range;
    const RuleInfo *rule = nullptr; ///< null if it is none that can be suppressed
    bool used = false;
  };
  ByteRange range; ///< the comment
  uint32_t line;   ///< the line that it means
  std::vector<Name> names;
  std::string reason;
  std::string mistake; ///< why it has no effect; empty if it has
};

/// The suppressions of a source in their order, malformed ones too; `lines` is the source's.
std::vector<Suppression> collectSuppressions(const ast::Module &module, const LineTable &lines);

/// Marks what the suppressions of the bundle's sources silence and reports those that do nothing;
/// in registry trust only notes that they are there.
DiagnosticList applySuppressions(const WaiveInput &input, DiagnosticList &list);

} // namespace agentc

#endif
