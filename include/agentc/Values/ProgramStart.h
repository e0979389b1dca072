#ifndef AGENTC_VALUES_PROGRAMSTART_H
#define AGENTC_VALUES_PROGRAMSTART_H

#include "agentc/Values/Values.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace agentc {

/// How a program is started, by one who says so: its arguments and the environment are known then.
struct ProgramStart {
  /// Behind the program's name, as `process.argv` has them; std::nullopt: any.
  std::optional<std::vector<std::string>> arguments;
  /// Names of the environment that may have any value; all others have none. std::nullopt: all may.
  std::optional<llvm::StringSet<>> environment;
  /// The modules that it loads; std::nullopt: any may be.
  std::optional<llvm::DenseSet<const ModuleInfo *>> modules;
};

/// Evaluates what each expression can denote if the program is only started that way.
/// `evaluate` without a start tells all that the code can do.
Values evaluate(const Program &program, const ProgramStart &start,
                DefinitionResultOf definitionResultOf = nullptr);

} // namespace agentc

#endif
