#include "Lowering/Lowering.h"

#include "Lowering/AssertionLowering.h"
#include "Lowering/CallLowering.h"
#include "Lowering/ChainLowering.h"
#include "Lowering/ClassLowering.h"
#include "Lowering/ControlLowering.h"
#include "Lowering/DecoratorCalls.h"
#include "Lowering/ExpressionLowering.h"
#include "Lowering/FunctionLowering.h"
#include "Lowering/JsxCalls.h"
#include "Lowering/JsxElements.h"
#include "Lowering/LiteralLowering.h"
#include "Lowering/ModuleLowering.h"
#include "Lowering/NamespaceLowering.h"
#include "Lowering/ObjectLowering.h"
#include "Lowering/PatternLowering.h"
#include "Lowering/StatementLowering.h"

#include <algorithm>

namespace agentc {

using namespace ast;

Lowering::Lowering(Module &module, llvm::StringRef parsed, const Grammar &grammar, TSNode root,
                   const JsxSettings &jsx, llvm::ArrayRef<ByteRange> types)
    : module_(module), tree_(module, parsed, grammar, root, result_), jsx_(jsx) {
#define PART(Class, name) name##_ = std::make_unique<Class>(*this);
#include "Lowering/Parts.def"
  module_.typeSpans.clear();
  for (ByteRange range : types)
    module_.typeSpans.push_back({range, false});
}

Lowering::~Lowering() = default;

LoweringResult Lowering::run() {
  result_.program = statements().program();
  finishTypeSpans();
  tree_.finish();
  const TokenAudit &audit = tree_.audit();
  module_.comments.assign(audit.comments().begin(), audit.comments().end());
  result_.audit.assign(audit.findings().begin(), audit.findings().end());
  return std::move(result_);
}

/// Sorts the spans and drops those inside others.
void Lowering::finishTypeSpans() {
  auto &spans = module_.typeSpans;
  std::sort(spans.begin(), spans.end(), [](const TypeSpan &left, const TypeSpan &right) {
    return left.range.begin != right.range.begin ? left.range.begin < right.range.begin
                                                 : left.range.end > right.range.end;
  });
  uint32_t end = 0;
  llvm::erase_if(spans, [&](const TypeSpan &span) {
    bool inside = span.range.end <= end;
    end = std::max(end, span.range.end);
    return inside;
  });
}

} // namespace agentc
