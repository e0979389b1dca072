#ifndef AGENTC_LIB_VALUES_BUILTINS_HOSTFILES_H
#define AGENTC_LIB_VALUES_BUILTINS_HOSTFILES_H

#include "EvaluatorPart.h"

namespace agentc {

/// Files of the bundle, read from its root as the current folder.
class HostFiles final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *invokeFileFunction(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  std::optional<std::string> readFile(const ResultValue &call);
  /// Of a path below the bundle's folder, how it ends.
  const Value *foldPlaceMethod(const Value &path, llvm::StringRef key, Arguments arguments,
                               const ast::Node &site);
  /// A member of an entry of a folder, as `readdir` with file types gives them.
  const Value *memberOfEntry(const ResultValue &made, llvm::StringRef key);
  /// The file that a specifier leads to which is not a text but a place in the bundle.
  std::optional<std::string> placeOfModule(const Value &specifier);

private:
  std::optional<std::string> placeOf(const Value &value);
  std::optional<std::string> placeOfUrl(const ResultValue &made);
  const Value *foldEntryMethod(const ResultValue &entry, llvm::StringRef key,
                               const ast::Node &site);
  const Value *listFolder(Arguments arguments, const ast::Node &site);
};

} // namespace agentc

#endif
