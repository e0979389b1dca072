#ifndef AGENTC_LIB_ACCESS_PLACES_PATHSHAPE_H
#define AGENTC_LIB_ACCESS_PLACES_PATHSHAPE_H

#include "agentc/Values/Values.h"

namespace agentc {

/// The paths in the sandbox that a value can lead `fs` to, each absolute and normalized, with
/// `pathHole` for each name that is only known at run time. An empty text stands for any path:
/// where it can't be told, or where `..` in a part that isn't known may lead out. `ofFile`: of what
/// fails on folders. At most maxPathShapes; of more there is one, which is any.
std::vector<std::string> pathShapes(const Program &program, const Values &values,
                                    const Value &value, bool ofFile);

inline constexpr char pathHole = '\x01';
inline constexpr size_t maxPathShapes = 16;

} // namespace agentc

#endif
