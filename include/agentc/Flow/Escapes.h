#ifndef AGENTC_FLOW_ESCAPES_H
#define AGENTC_FLOW_ESCAPES_H

#include "agentc/Values/Values.h"

#include "llvm/ADT/DenseSet.h"

namespace agentc {

/// Finds the code that whoever gets a value can call: functions, methods and accessors of the
/// value and of its contents, to a limited depth.
class Escapes {
public:
  explicit Escapes(const Values &values) : values_(values) {}

  /// Calls `onFunction` for each function with its `this`, `onFields` for each class whose
  /// instances can be made, `onApi` for what fields of instances hold of the host.
  void run(const Value &value,
           llvm::function_ref<void(const FunctionValue &, const Value *)> onFunction,
           llvm::function_ref<void(const ClassValue &, const Value &)> onFields,
           llvm::function_ref<void(llvm::StringRef)> onApi);

  /// Calls `visit` for the calls that made a host's object. Using the object may call their
  /// arguments: `memoize(f)()`. `value` is the called object or a member of it.
  static void forEachMaker(const Value &value, llvm::function_ref<void(const ResultValue &)> visit);
  static bool holdsCode(const Value &value, const Values &values);
  /// True if `known`, or several such values together, hold all code that `value` holds.
  static bool covers(const Value &known, const Value &value, const Values &values);
  static bool coversAll(llvm::ArrayRef<const Value *> known, const Value &value,
                        const Values &values);
  /// Getters and setters of an object, an instance or a class.
  static void forEachAccessor(
      const Value &object, const Values &values,
      llvm::function_ref<void(const FunctionValue &, llvm::StringRef, ast::MethodKind)> visit);

private:
  const Values &values_;
};

} // namespace agentc

#endif
