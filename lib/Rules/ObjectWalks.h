#ifndef AGENTC_LIB_RULES_OBJECTWALKS_H
#define AGENTC_LIB_RULES_OBJECTWALKS_H

#include "OpenKeys.h"

namespace agentc {

/// How code goes from an object to its members by keys that can be any text, and whether it asks
/// for the dangerous ones. Bounded in the nodes looked at, for one question and for all.
class ObjectWalks {
public:
  ObjectWalks(const Program &program, const Values &values) : program_(program), values_(values) {}

  /// `cursor = cursor[key]`: where a variable goes from an object to a member by an open key.
  const ast::MemberExpression *stepOf(const Symbol &cursor) const;
  /// `merge(target[key], source[key])` inside of `merge(target, source)`, seen from a place in it;
  /// also where a few functions call each other.
  const ast::MemberExpression *recursionStep(const Symbol &target, const ast::Node &inner);
  /// True if the surrounding code tests for the dangerous names, or for the object's own members,
  /// before it takes the next member; functions that get the key may do the test.
  bool isGuarded(const ast::MemberExpression &step, const Symbol &object);

private:
  /// Which of a function's arguments a variable holds.
  struct Position {
    size_t index = 0;
    bool isAny = false; ///< one of `arguments`, by an index that isn't known
  };

  struct Start {
    const ast::Node *function;
    Position position;
  };

  const ast::MemberExpression *stepBackTo(const Start &start, const ast::Node &function,
                                          const Symbol &object, const ast::MemberExpression *taken,
                                          unsigned depth);
  const ast::MemberExpression *stepThrough(const Start &start, const ast::CallExpression &call,
                                           const Symbol &object, const ast::MemberExpression *taken,
                                           unsigned depth);
  bool isCopy(const Symbol &copy, const Symbol &of) const;
  bool isName(const ast::Node &expression, const Symbol &object) const;
  std::optional<Position> positionOf(const ast::Node &function, const Symbol &symbol,
                                     unsigned depth = 0) const;
  const ast::MemberExpression *memberIn(const ast::Node &expression, const Symbol &object,
                                        unsigned depth) const;
  bool isFunctionHere(const ast::Node &node, const ast::Node &function) const;
  /// Returns the arguments that a call passes to a function, in whatever form: `f(a)`,
  /// `f.call(self, a)`, `Reflect.apply(f, self, [a])`; empty if the call is of something else.
  std::vector<const ast::Node *> argumentsGiven(const ast::CallExpression &call,
                                                const ast::Node &function) const;
  bool asksForNames(const ast::Node &code, const Symbol *object, unsigned depth);
  bool asksForOwn(const ast::CallExpression &call, const Symbol &object) const;
  bool isOutOfSteps();

  const Program &program_;
  const Values &values_;
  unsigned steps_ = 0;
  uint64_t left_ = 5000000; ///< for a bundle
};

} // namespace agentc

#endif
