#ifndef AGENTC_LIB_VALUES_VALUEMAKER_H
#define AGENTC_LIB_VALUES_VALUEMAKER_H

#include "Concrete/Environment.h"

#include "agentc/Values/Values.h"

#include "llvm/Support/StringSaver.h"

namespace agentc {

using Arguments = llvm::ArrayRef<const Value *>;

/// How much folding may copy in all, in bytes or about as long as a byte takes; without it a short
/// source could ask for any amount (`s[0]; s[0]; …` of a long string).
inline constexpr uint64_t maxFoldingWork = 512 << 20;
/// The work that copying an element of an array, or a property of an object, counts as.
inline constexpr uint64_t elementWork = 8, propertyWork = 32;

/// The store of the values of one evaluation, and the cost of making them.
struct ValueStore {
  const UnknownValue nothing{UnknownReason::Cycle, nullptr};
  llvm::BumpPtrAllocator arena;
  llvm::UniqueStringSaver strings{arena};
  llvm::DenseMap<size_t, const UnionValue *> unions; ///< the last one made, by hash
  uint64_t work = 0;
  /// The run of code that values are made in; null outside of runs.
  Run *run = nullptr;
};

/// Makes values in a store, as far as memory and work go; beyond that they are Unknown.
class ValueMaker {
public:
  explicit ValueMaker(ValueStore &store) : store_(store) {}

  /// The first answer to a question that depends on itself; not an alternative of a union.
  const UnknownValue &nothing() const { return store_.nothing; }
  /// The run of code that values are made in; null outside of runs.
  Run *run() const { return store_.run; }
  llvm::BumpPtrAllocator &arena() const { return store_.arena; }
  llvm::UniqueStringSaver &strings() const { return store_.strings; }

  template <typename T, typename... Args> const T &make(Args &&...args) {
    return *new (store_.arena.Allocate<T>()) T(std::forward<Args>(args)...);
  }
  /// The same, which the run that it is made in may change until it ends.
  template <typename T, typename... Args> const T &makeLocal(Args &&...args) {
    T *made = new (store_.arena.Allocate<T>()) T(std::forward<Args>(args)...);
    if (store_.run)
      store_.run->locals.try_emplace(made, made);
    return *made;
  }
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> items) {
    return items.copy(store_.arena);
  }
  const Value &unknown(UnknownReason reason, const ast::Node *site) {
    return make<UnknownValue>(reason, site);
  }
  const Value &string(llvm::StringRef text, const ast::Node *site);
  /// Returns the values that iterating over a string gives: its code points.
  llvm::SmallVector<const Value *, 16> charactersOf(llvm::StringRef text, const ast::Node &site);
  const Value &number(double value, const ast::Node *site) {
    return make<NumberValue>(value, site);
  }
  const Value &api(const llvm::Twine &path, const ast::Node *site,
                   const ResultValue *receiver = nullptr);
  /// One of several values. Containers that were made at the same place are the same where what
  /// they hold is, as far as `nesting` says: what differs deeper down is lost, so little is
  /// compared only where values are widened.
  const Value &unite(llvm::ArrayRef<const Value *> values, const ast::Node *site,
                     unsigned nesting = 8);
  const Value &object(llvm::ArrayRef<PropertyValue> properties, bool open, const ast::Node *site);
  const Value &array(llvm::ArrayRef<const Value *> elements, bool open, const ast::Node *site);
  /// The object or array as one that others may change: see ObjectValue::isShared.
  const Value &withOthers(const Value &value);
  /// Marks as unclear whatever the language made of values, where others may change one of these.
  const Value &madeOf(llvm::ArrayRef<const Value *> values, const Value &made,
                      const ast::Node *site);
  bool isOutOfMemory() const { return store_.arena.getBytesAllocated() > maxValueBytes; }
  /// Counts work; true if so much may still be done.
  bool spend(uint64_t work) {
    store_.work += work;
    return store_.work <= maxFoldingWork;
  }
  bool isExhausted() const { return store_.work > maxFoldingWork || isOutOfMemory(); }
  const Value &widened(const Value &value, unsigned nesting = 2);

protected:
  ValueStore &store_;

private:
  const Value *onlyOne(llvm::ArrayRef<const Value *> values) const;
};

} // namespace agentc

#endif
