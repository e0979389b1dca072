#ifndef AGENTC_LIB_CONFIG_DEFINITIONINDEX_H
#define AGENTC_LIB_CONFIG_DEFINITIONINDEX_H

#include "DefinitionCalls.h"
#include "FrameworkTable.h"
#include "ListElements.h"

#include "llvm/ADT/StringSet.h"

#include <deque>
#include <map>
#include <set>
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

/// An index of the facts needed for every definition, so that the cost doesn't grow with the
/// square of the number of definitions in a bundle.
class DefinitionIndex {
public:
  DefinitionIndex(const Program &program, const Values &values);

  /// The member names that lead from the entry's exports to a value; null if none do.
  const std::vector<std::string> *stepsTo(const Value &definition) const;
  /// The identity of a definition: the call, object, class or function; the place that stands for
  /// it, such as a call of a wrapper; and the turn at that place.
  using Key = std::tuple<const ast::Node *, const ast::Node *, unsigned>;
  /// The ids of a definition's tools, by their names.
  std::vector<std::pair<std::string, std::string>> &toolsOf(const Key &key) { return tools_[key]; }
  /// The same for agents, with their indices.
  std::vector<std::pair<std::string, size_t>> &agentsOf(const Key &key) { return agents_[key]; }
  /// Remembers a server's feature by its definition and name; false if it was known.
  bool isNewFeature(const Key &key, const std::string &name) {
    return features_.insert({key, name}).second;
  }
  /// The classes of the program that extend something, in source order.
  llvm::ArrayRef<const ClassValue *> classes() const { return classes_; }
  /// Returns the expression that a function returns if it has only one way to return; null for
  /// any other function.
  const ast::Node *onlyResultOf(const ast::Node &function);
  /// The first argument of `super({…})` in a class's constructor; null if there is none.
  const ast::Node *superArgumentOf(const ast::Node &type);
  /// Remembers that an agent has a tool, or hands over to an agent; false if it was known.
  bool isNewTool(size_t agent, llvm::StringRef id) { return agentTools_[agent].insert(id).second; }
  bool isNewHandoff(size_t agent, llvm::StringRef id) {
    return agentHandoffs_[agent].insert(id).second;
  }
  /// The form of an API path.
  const FormOfPath &formOf(llvm::StringRef path);
  /// Returns the position at which a node begins.
  Position positionOf(const ast::Node &node);

  /// True once values beyond maxConfigBytes were counted: no other is kept, for the reason `full`.
  bool isFull() const { return bytes_ > maxConfigBytes; }
  static constexpr llvm::StringLiteral full = "the configuration is larger than agentc extracts";
  /// Counts a field's value; one that is beyond maxConfigBytes becomes unresolved.
  void count(ConfigField &field);

  IdSet agentIds, toolIds;
  std::map<ServerFeature::Kind, IdSet> featureIds;
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
  std::map<Key, std::vector<std::pair<std::string, std::string>>> tools_;
  std::map<Key, std::vector<std::pair<std::string, size_t>>> agents_;
  std::set<std::pair<Key, std::string>> features_;
  llvm::DenseMap<const ast::Node *, const ast::Node *> results_, superArguments_;
  std::map<size_t, llvm::StringSet<>> agentTools_, agentHandoffs_;
  llvm::StringMap<FormOfPath> forms_;
  std::vector<const ClassValue *> classes_;
  llvm::DenseMap<const ModuleInfo *, std::unique_ptr<LineTable>> lines_;
  size_t bytes_ = 0;

public:
  CallTable callTable;
  KeptValues kept;
};

} // namespace agentc

#endif
