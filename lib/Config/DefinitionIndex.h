#ifndef AGENTC_LIB_CONFIG_DEFINITIONINDEX_H
#define AGENTC_LIB_CONFIG_DEFINITIONINDEX_H

#include "DefinitionCalls.h"
#include "agentc/Config/Config.h"

#include "llvm/ADT/StringSet.h"

#include <deque>
#include <tuple>

namespace agentc {

/// Ids that are unique in a bundle.
class IdSet {
public:
  /// `wanted`, or with the scope before it or a number behind it where it is taken already.
  std::string unique(llvm::StringRef wanted, llvm::StringRef scope);

private:
  llvm::StringSet<> ids_;
  llvm::StringMap<unsigned> lastNumber_;
};

/// What is asked about every definition, so that a bundle with many of them doesn't cost their
/// square.
class DefinitionIndex {
public:
  DefinitionIndex(const Program &program, const Values &values);

  /// The member names that lead from the entry's exports to a value; null if none do.
  const std::vector<std::string> *stepsTo(const Value &definition) const;
  /// The id that a definition at this place got; empty if there is none yet. `turn` tells those
  /// apart that are made at one place.
  std::string &idAt(const SourcePlace &place, unsigned turn = 0);
  /// Where a node begins.
  Position positionOf(const ast::Node &node);

  IdSet agentIds, toolIds;
  DefinitionCalls calls;

private:
  struct Reached {
    const Value *value;
    std::vector<std::string> steps;
  };
  void expand(const Reached &from);
  void reach(const Value &value, std::vector<std::string> steps, std::string next);

  const Program &program_;
  std::deque<Reached> reached_;
  llvm::DenseMap<const Value *, const Reached *> byValue_;
  llvm::DenseMap<std::pair<const ast::Node *, unsigned>, const Reached *> byOrigin_;
  std::map<std::tuple<std::string, uint32_t, uint32_t, unsigned>, std::string> places_;
  llvm::DenseMap<const ModuleInfo *, std::unique_ptr<LineTable>> lines_;
};

} // namespace agentc

#endif
