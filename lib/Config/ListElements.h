#ifndef AGENTC_LIB_CONFIG_LISTELEMENTS_H
#define AGENTC_LIB_CONFIG_LISTELEMENTS_H

#include "FollowedCalls.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <array>
#include <deque>

namespace agentc {

/// True if nothing is unknown of what an array holds.
bool isAllKnown(const ArrayValue &list);

/// The values that calls of `set`, `add` and `push` put into collections and arrays, wherever
/// these calls stand and each time they are made.
class KeptValues {
public:
  KeptValues(const Program &program, const Values &values, CallTable &calls)
      : program_(program), values_(values), calls_(calls) {}

  struct Kept {
    const Value *key; ///< null where there is none
    const Value *value;
    const ast::Node *site;
  };
  /// Of the collection or array that was made at a node.
  const std::vector<Kept> &in(const ast::Node &origin);
  /// A pair, as a map's entries are.
  const Value &pair(const Value &key, const Value &value);
  /// Returns the object by which `Promise.allSettled` reports a value.
  const Value &settled(const Value &value);

private:
  void findWrites();

  const Program &program_;
  const Values &values_;
  CallTable &calls_;
  bool isFound_ = false;
  size_t steps_ = 0; ///< calls that were looked at for all that is kept
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const ast::Node *, 2>> writes_;
  llvm::DenseMap<const ast::Node *, std::vector<Kept>> kept_;
  std::deque<std::array<const Value *, 2>> items_;
  std::deque<ArrayValue> pairs_;
  std::deque<std::array<PropertyValue, 2>> results_;
  std::deque<ObjectValue> settled_;
};

/// The elements that a list can have, further than its value tells: those of a list that only some
/// are taken of, what a callback makes of each, what a collection is given.
class ListElements {
public:
  struct Element {
    const Value *value;
    const ast::Node *site;
  };

  ListElements(const Program &program, const Values &values, KeptValues &kept)
      : program_(program), values_(values), kept_(kept) {}

  /// Adds the elements of what an expression gives; false where others may be there.
  bool add(const Value &list, const ast::Node &site, unsigned depth = 0);

  std::vector<Element> elements;
  bool isSome = false; ///< some of them may not be there

private:
  /// Of a list that the elements of another one are made of.
  ListElements(const ListElements &outer, const Values &values);

  bool addBehind(const ast::Node &expression, unsigned depth);
  bool addVariable(const Symbol &symbol, unsigned depth);
  bool addPushed(const Symbol &symbol, unsigned depth);
  bool addCall(const ast::CallExpression &call, unsigned depth);
  bool addMethod(const ast::CallExpression &call, const ast::MemberExpression &callee,
                 llvm::StringRef key, unsigned depth);
  bool addFlat(const ast::Node &list, unsigned depth);
  bool addMapped(const ast::Node &list, const ast::Node &callback, bool isFlat, unsigned depth);
  bool addReturned(const FunctionValue &function, const Value *self,
                   llvm::ArrayRef<const Value *> arguments, unsigned depth);
  bool addKept(const ast::Node &origin, bool isEntries);
  bool addCollection(const Value &collection, llvm::StringRef method);

  const Program &program_;
  const Values &values_;
  KeptValues &kept_;
  size_t steps_ = 0;
  llvm::SmallPtrSet<const Symbol *, 4> variables_; ///< whose elements are being added
  llvm::SmallPtrSet<const Symbol *, 4> around_;    ///< those of the lists that these are made into
};

/// Calls `visit` for what each way through a function returns, as one call of it sees it.
void forEachReturned(const Values &values, const FunctionValue &function, const Value *self,
                     std::optional<llvm::ArrayRef<const Value *>> arguments,
                     llvm::function_ref<void(const Values &, const ast::Node &)> visit);

/// The elements of what an expression gives, with something unknown at the end where others may be
/// there; none where nothing is known of them.
std::vector<const Value *> elementsOf(const Program &program, const Values &values,
                                      KeptValues &kept, const ast::Node &list);

} // namespace agentc

#endif
