#ifndef AGENTC_LIB_CONFIG_DEFINITIONCALLS_H
#define AGENTC_LIB_CONFIG_DEFINITIONCALLS_H

#include "FollowedCalls.h"

namespace agentc {

class DefinitionIndex;

/// The calls of what the bundle doesn't define, each time that they are made. Where a function of
/// the bundle forwards to a definition function, each call of that function counts as a definition
/// of its own, and so does each turn of a loop over known elements.
class DefinitionCalls {
public:
  DefinitionCalls(const Program &program, const Values &values, DefinitionIndex &index)
      : program_(program), values_(values), index_(index) {}

  /// A call's result, and the place that stands for it: the call, or the call of its wrapper.
  struct Made {
    const ResultValue *result;
    const ast::Node *site;
    llvm::StringRef key = {}; ///< of the member that it is assigned to, where that is computed
  };
  /// Those whose callee's path is wanted, in source order of the definition functions' calls.
  std::vector<Made> calling(llvm::function_ref<bool(llvm::StringRef path)> isWanted);
  /// Calls that may give a server tools, of which it isn't known what they call.
  llvm::ArrayRef<const ast::Node *> unknown() {
    findAll();
    return followed_->unknown();
  }
  /// The first call that is no longer followed, since too many are; null where all were.
  const ast::Node *givenUp() {
    findAll();
    return followed_->givenUp();
  }
  /// Returns the result that a call makes; null if it isn't known.
  const ResultValue *madeBy(const ast::Node &call) {
    findAll();
    auto found = calls_.find(&call);
    return found == calls_.end() ? nullptr : found->second.direct;
  }
  /// The place that stands for a definition; `turn` tells those apart that share it.
  struct Place {
    const ast::Node *site = nullptr; ///< null for what isn't the result of a call
    unsigned turn = 0;
    llvm::StringRef key = {}; ///< as in Made
  };
  Place placeOf(const Value &definition);
  /// The definition itself, or what else is known to be made by its call, where the call makes one
  /// definition alone and an argument of the given value is unknown.
  const Value &bestKnown(const Value &definition);

private:
  struct Found {
    const ResultValue *direct = nullptr; ///< as the call itself gives it
    bool isFollowed = false;             ///< the call itself doesn't: it was followed there
    std::vector<Made> returned;          ///< as calls of other functions give it
    std::optional<std::vector<Made>> made;
  };
  void findAll();
  void addReturned(const ast::Node &call, const Value &value, unsigned nesting);
  std::vector<Made> followedAt(const ast::Node &call) const;
  void findMade(const ast::Node &call, Found &found, std::vector<Made> &made);
  const std::vector<Made> &madeAt(const ast::Node &call, Found &found);
  void addUnfolded(const ast::Node &call, const ResultValue &anywhere,
                   llvm::function_ref<void(const Made &)> add);
  bool isForwarded(const Made &one, llvm::ArrayRef<Made> others) const;

  const Program &program_;
  const Values &values_;
  DefinitionIndex &index_;
  std::unique_ptr<FollowedCalls> followed_;
  bool isFound_ = false;
  size_t steps_ = 0;
  std::vector<const ast::Node *> order_;
  llvm::DenseMap<const ast::Node *, Found> calls_;
};

/// Returns true if two values define the same thing: they were made at one place from the same
/// parts. Functions are the same if their code stands at the same place.
bool isSameDefinition(const Value &a, const Value &b, unsigned nesting = 8);

} // namespace agentc

#endif
