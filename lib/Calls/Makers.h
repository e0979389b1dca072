#ifndef AGENTC_LIB_CALLS_MAKERS_H
#define AGENTC_LIB_CALLS_MAKERS_H

#include "agentc/Config/Config.h"
#include "agentc/Program/Names.h"
#include "agentc/ToolProtocol/RunImage.h"
#include "agentc/Values/Values.h"

namespace agentc {

/// Finds the exported functions by whose call a program makes a definition.
class Makers {
public:
  Makers(const Program &program, const Values &values)
      : program_(program), values_(values), names_(program) {}

  /// The outermost function around a place, if its module exports it, then such functions that call
  /// it, nearest first.
  std::vector<ExportedFunction> of(const SourcePlace &place);

private:
  std::vector<const ast::Node *> callersOf(const ast::Node &function);

  const Program &program_;
  const Values &values_;
  Names names_;
};

} // namespace agentc

#endif
