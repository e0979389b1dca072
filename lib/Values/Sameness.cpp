#include "agentc/Values/Values.h"

#include "llvm/ADT/bit.h"

namespace agentc {

namespace {

/// Parts that values share are compared each time they are met, so deep comparisons are bounded;
/// beyond that values count as different.
constexpr unsigned shallow = 2;
constexpr uint64_t maxSteps = 2'000;

class Comparison {
public:
  explicit Comparison(unsigned nesting) : steps_(nesting <= shallow ? UINT64_MAX : maxSteps) {}

  bool isSame(const Value &a, const Value &b, unsigned nesting) {
    if (&a == &b)
      return true;
    if (a.kind != b.kind || steps_ == 0)
      return false;
    --steps_;
    auto as = [&]<typename T>(auto compare) { return compare(llvm::cast<T>(a), llvm::cast<T>(b)); };
    switch (a.kind) {
    case ValueKind::Unknown:
    case ValueKind::Undefined:
    case ValueKind::Null:
      return true;
    case ValueKind::Boolean:
      return as.operator()<BooleanValue>([](auto &x, auto &y) { return x.value == y.value; });
    case ValueKind::Number:
      return as.operator()<NumberValue>([](auto &x, auto &y) {
        return llvm::bit_cast<uint64_t>(x.value) == llvm::bit_cast<uint64_t>(y.value);
      });
    case ValueKind::BigInt:
      return as.operator()<BigIntValue>([](auto &x, auto &y) { return x.digits == y.digits; });
    case ValueKind::String:
      return as.operator()<StringValue>([](auto &x, auto &y) { return x.value == y.value; });
    case ValueKind::RegExp:
      return as.operator()<RegExpValue>(
          [](auto &x, auto &y) { return x.pattern == y.pattern && x.flags == y.flags; });
    case ValueKind::Array:
      return as.operator()<ArrayValue>([&](auto &x, auto &y) {
        return x.origin == y.origin &&
               (nesting == 0 || (x.open == y.open && x.isShared == y.isShared &&
                                 isSameList(x.elements, y.elements, nesting)));
      });
    case ValueKind::Object:
      return isSameObject(llvm::cast<ObjectValue>(a), llvm::cast<ObjectValue>(b), nesting);
    case ValueKind::Function:
      return as.operator()<FunctionValue>([&](auto &x, auto &y) {
        return x.origin == y.origin && (nesting == 0 || x.environment == y.environment);
      });
    case ValueKind::Class:
      return as.operator()<ClassValue>([&](auto &x, auto &y) {
        bool bothExtend = x.superClass && y.superClass;
        return x.origin == y.origin && !x.superClass == !y.superClass &&
               (!bothExtend || nesting == 0 || isSame(*x.superClass, *y.superClass, nesting - 1));
      });
    case ValueKind::Instance:
      return as.operator()<InstanceValue>([&](auto &x, auto &y) {
        bool isSameType = x.type->origin == y.type->origin;
        return nesting == 0 || !isSameType || !x.fields || !y.fields
                   ? isSameType && (nesting == 0 || x.fields == y.fields)
                   : isSameObject(*x.fields, *y.fields, nesting);
      });
    case ValueKind::Namespace:
      return as.operator()<NamespaceValue>([](auto &x, auto &y) { return x.module == y.module; });
    case ValueKind::Api:
      return isSameApi(llvm::cast<ApiValue>(a), llvm::cast<ApiValue>(b), nesting);
    case ValueKind::Result:
      return as.operator()<ResultValue>([&](auto &x, auto &y) {
        return x.origin == y.origin && isSameApi(*x.callee, *y.callee, nesting) &&
               (nesting == 0 || isSameList(x.arguments, y.arguments, nesting));
      });
    case ValueKind::Union:
      return isSameUnion(llvm::cast<UnionValue>(a), llvm::cast<UnionValue>(b), nesting);
    }
    return false;
  }

private:
  bool isSameList(llvm::ArrayRef<const Value *> a, llvm::ArrayRef<const Value *> b,
                  unsigned nesting) {
    return llvm::equal(a, b,
                       [&](const Value *x, const Value *y) { return isSame(*x, *y, nesting - 1); });
  }

  bool isSameObject(const ObjectValue &a, const ObjectValue &b, unsigned nesting) {
    if (a.origin != b.origin || nesting == 0)
      return a.origin == b.origin;
    return a.open == b.open && a.isShared == b.isShared &&
           llvm::equal(a.properties, b.properties, [&](auto &x, auto &y) {
             return x.key == y.key && isSame(*x.value, *y.value, nesting - 1);
           });
  }

  bool isSameApi(const ApiValue &a, const ApiValue &b, unsigned nesting) {
    if (a.path != b.path || !a.receiver != !b.receiver)
      return false;
    return !a.receiver || nesting == 0 || isSame(*a.receiver, *b.receiver, nesting - 1);
  }

  bool isSameUnion(const UnionValue &a, const UnionValue &b, unsigned nesting) {
    return a.alternatives.size() == b.alternatives.size() &&
           llvm::all_of(a.alternatives, [&](const Value *x) {
             return llvm::any_of(b.alternatives,
                                 [&](const Value *y) { return isSame(*x, *y, nesting); });
           });
  }

  uint64_t steps_;
};

} // namespace

bool isSame(const Value &a, const Value &b, unsigned nesting) {
  // most that differ do so near the top
  return Comparison(shallow).isSame(a, b, std::min(nesting, shallow)) &&
         (nesting <= shallow || Comparison(nesting).isSame(a, b, nesting));
}

} // namespace agentc
