#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICENEEDS_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICENEEDS_H

#include "SliceEffects.h"
#include "SliceOrder.h"

#include "llvm/ADT/SetVector.h"

#include <set>

namespace agentc {

/// The parts that a slice needs, by reachability from its root and by what the evaluation of other
/// parts can do to what is reached.
class SliceNeeds {
public:
  /// `tool` is the id of the one that stays in an agent class's list.
  SliceNeeds(const SliceParts &parts, SliceEffectTable &effects, const SliceOrder &order,
             llvm::StringRef tool)
      : parts_(parts), effects_(effects), order_(order), tool_(tool) {}

  void needSymbol(const Symbol &symbol);
  void needExport(const ModuleInfo &module, llvm::StringRef name);
  /// An expression that is taken out of its part.
  void needExpression(const ast::Node &expression);
  /// A part, and whatever may run code of it.
  void needRun(const SlicePart &part);
  /// Adds all that follows; to be called once.
  void close();

  bool has(const SlicePart &part) const { return taken_.contains(&part); }
  bool hasModule(const ModuleInfo &module) const { return modules_.contains(&module); }
  const llvm::SetVector<const ModuleInfo *> &modules() const { return modules_; }
  bool isRoot(SliceRoot root) const { return roots_.contains(root); }
  /// ES modules whose exports are needed as an object.
  const llvm::SetVector<const ModuleInfo *> &namespaces() const { return namespaces_; }
  /// Why the parts are not all that is needed; empty if they are.
  const std::string &unsound() const { return unsound_; }

private:
  void take(const SlicePart &part);
  void takeModule(const ModuleInfo &module);
  void read(const ast::Node &code, const SlicePart *part);
  void readName(const ast::Identifier &name);
  void readMember(const ast::MemberExpression &member);
  void need(const SliceTarget &target);
  void mention(llvm::StringRef name);
  void mentionAll();
  void drain();
  bool takeEffects();
  bool takeLoaders();
  void refuse(llvm::StringRef reason) {
    if (unsound_.empty())
      unsound_ = reason.str();
  }

  const SliceParts &parts_;
  SliceEffectTable &effects_;
  const SliceOrder &order_;
  llvm::StringRef tool_;
  llvm::DenseSet<const SlicePart *> taken_;
  llvm::SetVector<const ModuleInfo *> modules_, namespaces_;
  std::set<std::pair<const ModuleInfo *, std::string>> exports_;
  llvm::DenseSet<SliceRoot> roots_;
  std::vector<const SlicePart *> open_;
  llvm::DenseSet<const SlicePart *> run_; ///< of needRun
  std::set<std::string, std::less<>> mentioned_;
  std::multimap<std::string, const SlicePart *, std::less<>> waiting_; ///< methods by name
  bool mentionsAll_ = false;
  std::string unsound_;
};

} // namespace agentc

#endif
