#ifndef AGENTC_FLOW_NAMEDMEMBERS_H
#define AGENTC_FLOW_NAMEDMEMBERS_H

#include "agentc/Flow/ModuleLoads.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <memory>

namespace agentc {

/// The values that a program's code gives to members of any object, by the members' names: the
/// candidates for a call whose callee nothing else tells. Only modules that imports connect
/// with the call's module count.
class NamedMembers {
public:
  /// Functions, classes and things of the host that one name may stand for.
  struct Group {
    struct Member {
      const Value *value;
      const ast::Node *given; ///< the expression that a member gets
    };
    llvm::SmallVector<Member, 1> members;
    /// Stands for the group in a call graph.
    UnknownValue anchor{UnknownReason::Call, nullptr};
  };
  using Visit = llvm::function_ref<void(const Group &)>;

  NamedMembers(const Program &program, const Values &values, const ModuleLoads &loads);

  /// Calls `visit` for what a callee may be by the name that it is called by, or that its value was
  /// taken by; for nothing where its value is told. `values` are those that the call's code sees.
  void forEachBehind(const ast::Node &callee, const Values &values, Visit visit) const;

  /// The same for getters where a member is read: for those that calls define, and for all where
  /// what the object inherits is not followed.
  void forEachGetter(const ast::MemberExpression &member, const Values &values, Visit visit) const;

  /// All expressions that give members a value or a getter, by name, in no order of the names.
  void forEachGiven(
      llvm::function_ref<void(llvm::StringRef key, llvm::ArrayRef<const ast::Node *> given)> visit)
      const;

private:
  using Given = llvm::SmallVector<const ast::Node *, 1>;

  void add();
  void addGetter(const ast::Node &member);
  void addTo(const ast::Node &target, const ast::Node &given);
  void addDefinedBy(const ast::CallExpression &call);
  void addDescriptor(llvm::StringRef key, const ast::Node &descriptor);
  void connect(const ModuleInfo &module, const ModuleInfo &other);
  void forEachName(const ast::Node &callee, const Values &values,
                   llvm::function_ref<void(llvm::StringRef)> visit) const;
  void visitNamed(const llvm::StringMap<Given> &members, llvm::StringRef key, const ast::Node &site,
                  Visit visit) const;
  void visitGroup(const Given &given, const ast::Node &site, Visit visit) const;
  unsigned componentOf(const ast::Node &node) const;

  const Program &program_;
  const Values &values_;
  /// The expressions that give members of a name their values.
  llvm::StringMap<Given> given_, globals_, getters_, defined_;
  /// Those that members get by names that are not known, by module, and of prototypes.
  llvm::DenseMap<const ModuleInfo *, Given> unnamed_;
  Given ofPrototypes_;
  llvm::DenseMap<const ModuleInfo *, unsigned> indices_;
  llvm::IntEqClasses components_;
  mutable llvm::DenseMap<std::pair<const Given *, unsigned>, std::unique_ptr<Group>> groups_;
};

} // namespace agentc

#endif
