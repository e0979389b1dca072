#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICEORDER_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICEORDER_H

#include "SliceParts.h"

namespace agentc {

/// The order in which a program's modules are loaded: ES modules as ECMA-262 evaluates them,
/// CommonJS modules as they are first required.
class SliceOrder {
public:
  /// From the entry, and then from the module that a tool stands in.
  SliceOrder(const SliceParts &parts, const ModuleInfo *entry, const ModuleInfo &of);

  /// ES modules in the order of their evaluation.
  llvm::ArrayRef<const ModuleInfo *> evaluated() const { return evaluated_; }
  /// CommonJS and JSON modules in the order in which their loading begins.
  llvm::ArrayRef<const ModuleInfo *> required() const { return required_; }
  bool isLoaded(const ModuleInfo &module) const { return seen_.contains(&module); }
  /// The unit that first requires a CommonJS module; null for one that an ES module imports.
  const SlicePart *loaderOf(const ModuleInfo &module) const { return loaders_.lookup(&module); }

private:
  void load(const ModuleInfo &root);
  void loadRequired(const ModuleInfo &root);

  const SliceParts &parts_;
  std::vector<const ModuleInfo *> evaluated_, required_;
  llvm::DenseSet<const ModuleInfo *> seen_;
  llvm::DenseMap<const ModuleInfo *, const SlicePart *> loaders_;
};

} // namespace agentc

#endif
