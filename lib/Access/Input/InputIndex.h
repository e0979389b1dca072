#ifndef AGENTC_LIB_ACCESS_INPUT_INPUTINDEX_H
#define AGENTC_LIB_ACCESS_INPUT_INPUTINDEX_H

#include "InputGuards.h"

#include "llvm/ADT/DenseMap.h"

namespace agentc {

/// A call that a function gets its arguments from, directly or as a callback of what is called.
struct CallSite {
  const ast::Node *call;
  std::optional<unsigned> callback; ///< which argument the function is
};

/// The facts about a program that InputFlow needs again and again. Calls are collected at the
/// first question, since most bundles have no place where one is asked.
class InputFlow::Index {
public:
  Index(const Program &program, const Values &values, const AgentConfig &config);

  const Program &program;
  const Values &values;

  /// The budget of all questions together, in nodes looked at; beyond it nothing is found.
  uint64_t steps = 20000000;
  const ast::Node *lost = nullptr; ///< the answer of InputFlow::lost

  struct Entry {
    llvm::StringRef id;
    const Json *schema; ///< null if it has none that is known
  };
  /// Whose input a function gets; null for a function that is not a tool's or handler's.
  const Entry *entryOf(const ast::Node &function) const;
  /// True if no function is a tool's or handler's, so that the answer to every question is no.
  bool hasNoInput() const { return entries_.empty(); }
  llvm::ArrayRef<CallSite> sitesOf(const ast::Node &function);
  /// The expressions that a function gives back.
  llvm::ArrayRef<const ast::Node *> resultsOf(const ast::Node &function);
  /// The values that a class's code assigns to `this` by that name.
  llvm::ArrayRef<const ast::Node *> writesOf(const ast::Node &type, llvm::StringRef key);

private:
  void collect();

  llvm::DenseMap<const ast::Node *, Entry> entries_;
  llvm::DenseMap<const ast::Node *, std::vector<CallSite>> sites_;
  llvm::DenseMap<const ast::Node *, std::vector<const ast::Node *>> results_;
  std::map<std::pair<const ast::Node *, std::string>, std::vector<const ast::Node *>> writes_;
  llvm::DenseSet<const ast::Node *> classes_;
  bool isCollected_ = false;
};

/// True if, by its schema, a field of the input can carry text that nobody chose beforehand: it
/// is not a number, a choice or a fixed form. `keys` lead from the input to the field; an empty
/// key leads to any element.
bool canCarryText(const Json &schema, llvm::ArrayRef<llvm::StringRef> keys);

} // namespace agentc

#endif
