#ifndef AGENTC_LIB_PACKAGING_REACH_H
#define AGENTC_LIB_PACKAGING_REACH_H

#include "agentc/Values/Values.h"

#include <set>

namespace agentc {

/// The files that the entry and the files of `tools/` reach by `import`, `export … from`, and by
/// `import()`, `require()` and `require.resolve()` of names that agentc can determine, themselves
/// included; and each `package.json` above one of them, because it decides how they are read.
std::set<std::string, std::less<>> reachedFiles(const Program &program, const Values &values);

} // namespace agentc

#endif
