#ifndef AGENTC_LIB_CONFIG_DEFINITIONINDEX_H
#define AGENTC_LIB_CONFIG_DEFINITIONINDEX_H

#include "DefinitionCalls.h"
#include "FrameworkTable.h"

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
  /// The ids of the tools that are defined at a place, by their names. `turn` tells those apart
  /// that are made at one place.
  std::vector<std::pair<std::string, std::string>> &toolsAt(const SourcePlace &place,
                                                            unsigned turn) {
    return toolPlaces_[{place.file, place.range.begin, place.range.end, turn}];
  }
  /// The same for agents, with their indices.
  std::vector<std::pair<std::string, size_t>> &agentsAt(const SourcePlace &place, unsigned turn) {
    return agentPlaces_[{place.file, place.range.begin, place.range.end, turn}];
  }
  /// The classes of the program that extend something, in source order.
  llvm::ArrayRef<const ClassValue *> classes() const { return classes_; }
  /// The form of an API path.
  const FormOfPath &formOf(llvm::StringRef path);
  /// Where a node begins.
  Position positionOf(const ast::Node &node);

  IdSet agentIds, toolIds;
  DefinitionCalls calls;

  /// Who hands over to what, until all agents are known.
  struct PendingHandoff {
    size_t agent;
    const Value *to;
    const ast::Node *site;
  };
  std::vector<PendingHandoff> handoffs;

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
  using PlaceKey = std::tuple<std::string, uint32_t, uint32_t, unsigned>;
  std::map<PlaceKey, std::vector<std::pair<std::string, std::string>>> toolPlaces_;
  std::map<PlaceKey, std::vector<std::pair<std::string, size_t>>> agentPlaces_;
  llvm::StringMap<FormOfPath> forms_;
  std::vector<const ClassValue *> classes_;
  llvm::DenseMap<const ModuleInfo *, std::unique_ptr<LineTable>> lines_;
};

} // namespace agentc

#endif
