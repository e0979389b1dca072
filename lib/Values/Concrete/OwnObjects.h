#ifndef AGENTC_LIB_VALUES_CONCRETE_OWNOBJECTS_H
#define AGENTC_LIB_VALUES_CONCRETE_OWNOBJECTS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Applies the changes that running code makes to its own arrays and objects.
class OwnObjects final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// True if the run made an array, an object, a class's object or a collection with known
  /// elements, and may change it; isLocal tests arrays and objects alone.
  bool isRunsOwn(const Value &value) const {
    const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
    const auto *made = llvm::dyn_cast<ResultValue>(&value);
    bool isOwn = made && made->arguments.size() == 1 && made->arguments[0]->origin == made->origin;
    return isLocal(isOwn                          ? *made->arguments[0]
                   : instance && instance->fields ? *instance->fields
                                                  : value);
  }
  bool isLocal(const Value &value) const { return run() && run()->locals.contains(&value); }
  void setMember(const Value &object, llvm::StringRef key, const Value &value,
                 const ast::Node &site);
  void setUnknownMember(const Value &object, const ast::Node &site);
  void deleteMember(const Value &object, llvm::StringRef key, const ast::Node &site);
  void escape(const Value &value, unsigned nesting = 3);
  std::vector<const Value *> *changeElements(const ArrayValue &list, const ast::Node &site);
  void changed(const ArrayValue &list);
  /// Functions of the host that change what they get; null: not one of these.
  const Value *changeByHost(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  /// Methods that change an array; null: not one of these.
  const Value *changeLocalArray(const ArrayValue &list, llvm::StringRef key, Arguments arguments,
                                const ast::Node &site);

private:
  bool isToldByArguments(const Value &value) const;
  void setProperty(const ObjectValue &object, llvm::StringRef key, const Value *value,
                   const ast::Node &site);
};

} // namespace agentc

#endif
