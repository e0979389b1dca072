#ifndef AGENTC_LIB_ACCESS_REACHED_CALLPATH_H
#define AGENTC_LIB_ACCESS_REACHED_CALLPATH_H

#include "agentc/Config/Config.h"
#include "agentc/Program/Program.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

/// Gathers the path of calls that leads to a place, from its end: the place first, the root last.
class CallPath {
public:
  /// The places that are kept; of a longer path the middle is left out.
  static constexpr size_t maxPlaces = 32;

  void add(const ast::Node &place) {
    if (places_.size() == maxPlaces)
      places_.pop_back();
    places_.push_back(&place);
  }

  /// The path from the root on.
  std::vector<SourcePlace> placesIn(const Program &program) const {
    std::vector<SourcePlace> path;
    path.reserve(places_.size());
    for (const ast::Node *place : llvm::reverse(places_))
      path.push_back({program.moduleOf(*place).path().str(), place->range});
    return path;
  }

private:
  llvm::SmallVector<const ast::Node *, maxPlaces> places_;
};

} // namespace agentc

#endif
