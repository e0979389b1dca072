#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICEEFFECTS_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICEEFFECTS_H

#include "SliceUses.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

/// Something that can be changed: a Symbol, a CommonJS module (its exports), or the key of a module
/// outside the bundle.
using SliceRoot = const void *;

/// The effects that evaluating a unit can have on others.
struct SliceEffects {
  llvm::DenseSet<SliceRoot> touched;
  /// The parts whose code may run.
  llvm::DenseSet<const SlicePart *> reached;
  bool patches = false;         ///< it may change what all code sees: a global, a prototype
  bool ends = false;            ///< a `throw` stands in it
  llvm::StringRef unsound = {}; ///< why nothing can be said of it
};

/// The effects of units, each found once.
class SliceEffectTable {
public:
  explicit SliceEffectTable(const SliceParts &parts) : parts_(parts), uses_(parts) {}

  const SliceEffects &of(const SlicePart &unit);
  SliceRoot rootOf(llvm::StringRef module) { return modules_.insert(module).first->getKeyData(); }
  /// All roots that stand for what a symbol holds.
  void addRoots(const Symbol &symbol, llvm::DenseSet<SliceRoot> &roots);
  /// True if the work exceeded the limit for a bundle.
  bool isExhausted() const { return steps_ > maxSteps; }

private:
  static constexpr size_t maxSteps = 20'000'000;
  /// The effects of one piece of code by itself, and the parts whose code it may run.
  struct Facts {
    SliceEffects own;
    std::vector<const SlicePart *> next;
  };
  Facts read(const ast::Node &code, bool deep);
  const Facts &deepFactsOf(const SlicePart &part);
  void visit(const ast::Node &node, bool deep, Facts &facts);
  void readName(const ast::Identifier &name, bool deep, Facts &facts);
  void readGlobal(const ast::Identifier &name, bool deep, Facts &facts);
  void readRequire(const ast::Node &call, const Resolution &resolution, bool deep, Facts &facts);
  void addExport(const ModuleInfo &module, llvm::StringRef name, llvm::DenseSet<SliceRoot> &roots);
  void expand(const SliceTarget &target, Facts &facts);
  void visitClass(const ast::Node &type, Facts &facts);

  const SliceParts &parts_;
  SliceUses uses_;
  llvm::StringSet<> modules_;
  llvm::DenseMap<const SlicePart *, std::unique_ptr<Facts>> deep_;
  llvm::DenseMap<const SlicePart *, std::unique_ptr<SliceEffects>> effects_;
  size_t steps_ = 0;
};

} // namespace agentc

#endif
