#ifndef AGENTC_LIB_VALUES_ABSTRACT_CLASSES_H
#define AGENTC_LIB_VALUES_ABSTRACT_CLASSES_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates classes, `this` and `super`, and the members of classes and their instances.
class Classes final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// The sources of a class's members: methods, fields, and assignments to members of `this`.
  struct MemberSources {
    llvm::SmallVector<const ast::Node *, 1> nodes;
    std::vector<WrittenProperty> written; ///< by calls of helpers
  };
  struct ClassMembers {
    llvm::StringMap<MemberSources> ofInstance, ofClass;
    /// The values given to `this` of an object as a whole, and the writes by unknown keys.
    MemberSources open;
  };

  const Value &computeClass(const ast::Node &node, const ast::Node *superClass);
  const Value &computeThis(const ast::Node &expression);
  /// True if code is strict (ECMA-262 section 11.2.2), so that a plain call gives no `this`, and
  /// `arguments` is a list of its own.
  bool isStrict(const ast::Node &node);
  const Value &thisFor(const Value *receiver, const ast::Node &function, const ast::Node &site);
  const Value &computeSuper(const ast::Node &expression);
  const Value *memberOfNewInstance(const InstanceValue &instance, llvm::StringRef key,
                                   const ast::Node &site);
  const Value &writtenBy(const ast::Node &write);
  const Value &memberOfKnownInstance(const InstanceValue &instance, const PropertyValue &field,
                                     const ast::Node *site);
  const Value &memberOfInstance(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  const Value &memberOfClass(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  const ClassMembers &membersOf(const ClassValue &type);
  bool hasSetter(const ClassValue &type, llvm::StringRef key);
  const Value *ownMember(const ClassValue &type, llvm::StringRef key, bool isStatic);
  const ast::Node *enclosingClass(const ast::Node &node, bool &isStatic) const;
  const Value *inheritedMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site);

private:
  const Value &thisOfCalls(const ast::Node &function, const ast::Node &expression);
  const Value &thisOfCall(const ast::Node &call, const ast::Node &function);
  void addParameterProperty(const ast::Node *parameter, ClassMembers &members);

  llvm::DenseMap<const ast::Node *, std::unique_ptr<ClassMembers>> classMembers_;
};

} // namespace agentc

#endif
