#ifndef AGENTC_LIB_VALUES_CONCRETE_REGIONRUNS_H
#define AGENTC_LIB_VALUES_CONCRETE_REGIONRUNS_H

#include "Concrete/Regions.h"
#include "EvaluatorPart.h"

namespace agentc {

/// Statements that are run for the values that variables have after them.
class RegionRuns final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Region *regionOf(const Symbol &symbol);
  const Value *valueAfterRegion(const ast::Identifier &identifier, const Symbol &symbol);

private:
  const Value &runRegion(const Region &region, const Symbol &symbol);
  bool isMentionedBefore(const ast::Node &function, uint32_t end);

  llvm::DenseMap<const Symbol *, std::unique_ptr<Region>> regions_;
};

} // namespace agentc

#endif
