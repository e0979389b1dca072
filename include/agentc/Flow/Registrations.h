#ifndef AGENTC_FLOW_REGISTRATIONS_H
#define AGENTC_FLOW_REGISTRATIONS_H

#include "agentc/Values/Values.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

/// Functions that objects keep: those of the host, which call them when they are used (interceptors
/// of an HTTP client, listeners of an emitter, middleware), and containers that code fills by names
/// that are not known.
class Registrations {
public:
  Registrations(const Program &program, const Values &values);

  /// Calls `visit` for what using an object may call: `object` is what a method is taken of.
  void forEachOf(const Value &object, llvm::function_ref<void(const Value &)> visit) const;

  /// The same for what an unknown callee may have been taken from.
  void forEachKeptBehind(const ast::Node &callee, const Values &values,
                         llvm::function_ref<void(const Value &)> visit) const;

  /// All that is kept, in no order: by the place that made the container, or else by its name.
  void forEachKept(llvm::function_ref<void(const ast::Node *made, llvm::StringRef name,
                                           llvm::ArrayRef<const Value *> kept)>
                       visit) const;

  /// True if some assignment may write a member of that name.
  bool mayWrite(llvm::StringRef key) const { return writesUnknown_ || written_.contains(key); }

private:
  void addKept(const Values &values, const ast::Node &container, const ast::Node &kept);
  void addKeptBy(const Values &values, const ast::Node &container, const ast::Node &kept);
  void addHandler(const Values &values, const ast::MemberExpression &target,
                  const ast::Node &given);
  void add(const Values &values, const ast::CallExpression &call);

  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const Value *, 2>> byOrigin_;
  llvm::StringMap<llvm::SmallVector<const Value *, 2>> byModule_;
  llvm::StringMap<llvm::SmallVector<const Value *, 2>> byContainer_; ///< its name or member
  llvm::StringSet<> written_;
  bool writesUnknown_ = false;
  const Program &program_;
};

} // namespace agentc

#endif
