#include "SliceOrder.h"

#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

SliceOrder::SliceOrder(const SliceParts &parts, const ModuleInfo *entry, const ModuleInfo &of)
    : parts_(parts) {
  if (entry)
    load(*entry);
  load(of);
}

/// Depth first, without recursion: a chain of imports may be as long as there are modules.
void SliceOrder::load(const ModuleInfo &root) {
  if (root.goal != Goal::Module)
    return loadRequired(root);
  struct Frame {
    const ModuleInfo *module;
    size_t next = 0;
  };
  if (!seen_.insert(&root).second)
    return;
  std::vector<Frame> frames = {{&root}};
  std::vector<const ModuleInfo *> plain;
  while (!frames.empty()) {
    Frame &frame = frames.back();
    if (frame.next == frame.module->imports.size()) {
      evaluated_.push_back(frame.module);
      frames.pop_back();
      continue;
    }
    const Resolution &resolution = frame.module->imports[frame.next++]->resolution;
    if (resolution.kind != Resolution::Kind::Bundle)
      continue;
    if (resolution.module->goal != Goal::Module)
      plain.push_back(resolution.module);
    else if (seen_.insert(resolution.module).second)
      frames.push_back({resolution.module});
  }
  for (const ModuleInfo *module : plain)
    loadRequired(*module);
}

/// The modules that a unit requires when it is evaluated, in order.
static std::vector<const ModuleInfo *> requiredIn(const SliceParts &parts, const SlicePart &unit) {
  std::vector<const ModuleInfo *> found;
  walk(*unit.node, [&](const Node &node) {
    if (isFunction(node))
      return false;
    if (std::optional<Resolution> required = parts.requiredBy(node);
        required && required->kind == Resolution::Kind::Bundle)
      found.push_back(required->module);
    return true;
  });
  return found;
}

void SliceOrder::loadRequired(const ModuleInfo &root) {
  struct Frame {
    llvm::ArrayRef<SlicePart *> units;
    std::vector<const ModuleInfo *> modules;
    size_t unit = 0, next = 0;
  };
  std::vector<Frame> frames;
  auto enter = [&](const ModuleInfo &module, const SlicePart *loader) {
    if (module.goal == Goal::Module || !seen_.insert(&module).second)
      return;
    required_.push_back(&module);
    loaders_[&module] = loader;
    frames.push_back({parts_.unitsOf(module), {}});
  };
  enter(root, nullptr);
  while (!frames.empty()) {
    Frame &frame = frames.back();
    if (frame.next < frame.modules.size()) {
      const SlicePart *loader = frame.units[frame.unit - 1];
      enter(*frame.modules[frame.next++], loader);
    } else if (frame.unit < frame.units.size()) {
      frame.modules = requiredIn(parts_, *frame.units[frame.unit++]);
      frame.next = 0;
    } else {
      frames.pop_back();
    }
  }
}

} // namespace agentc
