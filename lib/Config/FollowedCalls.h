#ifndef AGENTC_LIB_CONFIG_FOLLOWEDCALLS_H
#define AGENTC_LIB_CONFIG_FOLLOWEDCALLS_H

#include "agentc/Values/Values.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <deque>
#include <map>

namespace agentc {

/// The calls of a program by what they run, found when it is first asked.
class CallTable {
public:
  CallTable(const Program &program, const Values &values) : program_(program), values_(values) {}

  struct Call {
    const ast::Node *node;
    /// The function or class that it stands in; null in a module's own code.
    const ast::Node *owner;
    bool isForeign; ///< it may give tools to a server that it gets
  };
  llvm::ArrayRef<Call> all();
  /// The owners of what calls a function or class, or hands it on; null where that is a module.
  llvm::ArrayRef<const ast::Node *> callersOf(const ast::Node &code) const;
  /// The owners of calls of which only a method's name is known.
  llvm::ArrayRef<const ast::Node *> callersByName(llvm::StringRef name) const;

private:
  void add(const ast::Node &call);

  const Program &program_;
  const Values &values_;
  bool isFound_ = false;
  std::vector<Call> calls_;
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const ast::Node *, 2>> callers_;
  llvm::StringMap<llvm::SmallVector<const ast::Node *, 2>> byName_;
};

/// The calls that are wanted, such as those of methods by which servers get their tools, each time
/// that they are made: follows the program's code from where it begins to them, with what each call
/// on the way is given, each element of what is looped over, and the methods that code puts on a
/// server. Whatever cannot lead to such a call is not followed.
class FollowedCalls {
public:
  struct Wanted {
    llvm::function_ref<bool(const ast::Node &call)> isCall;
    /// Tells the paths of what makes servers.
    llvm::function_ref<bool(llvm::StringRef path)> isServer;
    /// True if only the arguments of the calls are wanted, whatever the calls run.
    bool onlyGiven = false;
    /// The elements of a list that is looped over and whose value doesn't tell them.
    llvm::function_ref<std::vector<const Value *>(const Values &values, const ast::Node &list)>
        elementsOf = nullptr;
  };
  FollowedCalls(const Program &program, const Values &values, CallTable &calls,
                const Wanted &wanted);

  struct Made {
    const ResultValue *result; ///< null where it is not asked for
    llvm::SmallVector<const Value *, 2> given;
    /// The calls and elements that lead there, the outer ones first, the call itself last.
    llvm::SmallVector<const ast::Node *, 8> trail;
  };
  /// Returns the outcomes of a wanted call, one for each time it is made; null if it was not
  /// followed.
  const std::vector<Made> *of(const ast::Node &call) const {
    auto found = made_.find(&call);
    return found == made_.end() ? nullptr : &found->second;
  }
  /// Wanted calls, and calls that get a server, of which it isn't known what they call.
  llvm::ArrayRef<const ast::Node *> unknown() const { return unknown_.getArrayRef(); }
  /// The first call that is no longer entered, since too many are; null where all were.
  const ast::Node *givenUp() const { return givenUp_; }
  /// The calls that were looked at.
  size_t steps() const { return allSteps_ + steps_; }

private:
  class Visitor;
  struct Frame {
    Environment *environment = nullptr; ///< null for a module's own code
    const Value *self = nullptr;
    llvm::SmallVector<const ast::Node *, 8> trail;
  };

  void findWays();
  void findKeys();
  void addWay(const ast::Node &code);
  bool isServer(const Value &value) const;
  /// Returns true if a call is a wanted call or may lead to one, no matter who makes it.
  bool mayLead(const ast::Node &call);
  bool leadsOn(const Value &called, const ast::Node &code) const;
  /// Returns true if a call in the code may lead to a wanted call; functions inside are left out.
  bool hasLead(const ast::Node &code);
  /// Returns true if a call runs nothing but the program's own functions and classes.
  bool callsOwnCode(const ast::Node &call) const;
  void follow();
  void followModules();
  void enter(const FunctionValue &function, const Value *self,
             std::optional<llvm::ArrayRef<const Value *>> arguments, const Frame &from,
             const ast::Node &site);
  bool isNew(const ast::Node &code, Environment &environment);

  const Program &program_;
  const Values &values_;
  CallTable &calls_;
  const Wanted &wanted_;
  llvm::DenseSet<const ast::Node *> wantedCalls_;
  /// Functions and classes whose code leads to one, as they stand in the program.
  llvm::SetVector<const ast::Node *> ways_;
  /// Those of them that don't depend on calls of which just the method's name is known.
  llvm::SetVector<const ast::Node *> surely_;
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<Environment *, 2>> entered_;
  llvm::DenseMap<const ast::Node *, std::vector<Made>> made_;
  llvm::SetVector<const ast::Node *> unknown_;
  const ast::Node *givenUp_ = nullptr;
  llvm::DenseMap<const ast::Node *, bool> leading_, holding_;
  llvm::StringSet<> wayKeys_, putKeys_;
  /// Functions that code puts on servers, by the server's call and the name.
  std::map<std::pair<const ast::Node *, std::string>, const FunctionValue *> put_;
  /// Servers that functions of the host give to callbacks, and what else is made here.
  std::deque<ResultValue> results_;
  std::deque<std::vector<const Value *>> given_; ///< the arguments of results
  size_t steps_ = 0, allSteps_ = 0;
};

} // namespace agentc

#endif
