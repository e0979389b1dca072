#ifndef AGENTC_LIB_CONFIG_DEFINITIONPARTS_H
#define AGENTC_LIB_CONFIG_DEFINITIONPARTS_H

#include "FrameworkTable.h"

namespace agentc {

/// A part of a definition and the expression that gives it.
struct DefinitionPart {
  const Value *value = nullptr; ///< null where only `doubt` is known
  const ast::Node *site = nullptr;
  llvm::StringRef doubt = {}; ///< why the value may be another; empty if it may not
};

/// A definition's parts, whether it is a call of a definition function, an object, or a class with
/// fields and `super({…})`.
class DefinitionParts {
public:
  /// `site` is where the definition is used. `options` is a member of each argument that has the
  /// parts.
  DefinitionParts(const ExtractionContext &context, const Value &definition, const ast::Node &site,
                  llvm::StringRef options = {});
  DefinitionParts(const DefinitionParts &) = delete;
  DefinitionParts &operator=(const DefinitionParts &) = delete;

  /// The part at that place; std::nullopt if the definition has no such part.
  std::optional<DefinitionPart> find(PartPlace place) const;
  /// The member of a value by the first of these keys (words) that it has.
  std::optional<DefinitionPart> findIn(const Value &holder, const ast::Node &site,
                                       llvm::StringRef keys) const;

  const Value &definition() const { return *definition_; }
  /// The expression of an argument, or of the definition if that isn't known.
  const ast::Node &siteOf(unsigned argument) const;
  /// The arguments of the definition; empty for classes.
  llvm::ArrayRef<const Value *> arguments() const { return arguments_; }

private:
  std::optional<DefinitionPart> memberOf(const Value &holder, const ast::Node &site,
                                         llvm::StringRef key) const;
  std::optional<DefinitionPart> fieldOf(const Value &holder, llvm::StringRef keys) const;

  const ExtractionContext &context_;
  const Value *definition_;
  const ast::Node &site_;
  llvm::ArrayRef<const Value *> arguments_;
  const Value *self_ = nullptr;     ///< the definition, where it is its own only argument
  const Value *instance_ = nullptr; ///< of a class
  const Value *type_ = nullptr;
  const ast::Node *superArgument_ = nullptr;
  llvm::StringRef options_;
};

/// The class that a value is or is an instance of; null for any other value.
const ClassValue *classOf(const Value &value);

/// The API path that a class's chain of superclasses ends in; empty if it ends in none.
llvm::StringRef basePathOf(const ClassValue &type);

/// A part as a field.
ConfigField readPart(const ExtractionContext &context, const DefinitionPart &part);

/// A part that is a text for people or models: folded as far as it is known, functions by what they
/// return; what isn't known stays as a hole, `${user}`, and makes the field unresolved.
ConfigField readText(const ExtractionContext &context, const DefinitionPart &part);

/// A part that is a model as `{"provider":…,"id":…}`, from a string, a provider's call or an
/// object. With a separator a string is `provider:id`.
ConfigField readModel(const ExtractionContext &context, const DefinitionPart &part,
                      char providerSeparator);

/// A part that is a schema, as JSON Schema; with `takesShape` it may be a shape. `printing` is its
/// server's.
ConfigField readSchema(const ExtractionContext &context, const DefinitionPart &part,
                       bool takesShape, const ServerPrinting *printing = nullptr);

/// A value that the environment decides: the variable, and the value that holds without it.
struct EnvironmentDefault {
  std::string variable;
  const Value *fallback;
};
std::optional<EnvironmentDefault> environmentDefaultOf(const Value &value);
std::string environmentReason(const EnvironmentDefault &environment);

} // namespace agentc

#endif
