#include "Compiled/RuntimeHelpers.h"

#include "agentc/Values/ApiPath.h"

#include "Abstract/Calls.h"
#include "Abstract/ConstructorFunctions.h"
#include "Abstract/Exports.h"
#include "Abstract/Members.h"
#include "Builtins/Conversions.h"
#include "Builtins/HostCalls.h"
#include "Compiled/CompiledCode.h"
#include "Concrete/OwnObjects.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

/// Returns the result of a bundler's `require` for a key.
const Value &RuntimeHelpers::loadBundled(const Node &function, const Value &key, const Node &site) {
  llvm::SmallVector<const Value *, 4> loaded;
  forEachAlternative(key, [&](const Value &one) {
    std::optional<std::string> text = conversions().textOf(one);
    const ModuleInfo *module = text ? program().requiredBy(function, *text) : nullptr;
    loaded.push_back(module
                         ? &exports().exportsOf(*module, &site)
                         : &unknown(text ? UnknownReason::Unresolved : UnknownReason::Call, &site));
  });
  if (program().isOpenRequire(function))
    loaded.push_back(&unknown(UnknownReason::Call, &site));
  return unite(loaded, &site);
}

/// Returns the result of `import * as` for a CommonJS module by Babel's convention: a module
/// compiled from an ES module is its own namespace; any other module is also the default
/// export. In Node's mode every module is of the second kind.
const Value &RuntimeHelpers::namespaceOf(const Value &module, bool isNodeMode, const Node &site) {
  llvm::SmallVector<const Value *, 4> spaces;
  forEachAlternative(module, [&](const Value &one) {
    const auto *known = llvm::dyn_cast<ObjectValue>(&one);
    bool isSpace = llvm::isa<ApiValue, ResultValue, UnknownValue, NamespaceValue>(one);
    const PropertyValue *mark = known ? known->find("__esModule") : nullptr;
    if (isSpace || (mark && !isNodeMode)) {
      spaces.push_back(&one);
      return;
    }
    llvm::SmallVector<PropertyValue, 8> properties;
    if (known && spend(known->properties.size() * propertyWork))
      for (const PropertyValue &property : known->properties)
        if (property.key != "default")
          properties.push_back(property);
    properties.push_back({"default", &one, &site});
    spaces.push_back(&object(properties, !known || known->open, &site));
  });
  return unite(spaces, &site);
}

const Value &RuntimeHelpers::defaultOf(const Value &module, const Node &site) {
  llvm::SmallVector<const Value *, 4> values;
  forEachAlternative(module, [&](const Value &one) {
    const auto *known = llvm::dyn_cast<ObjectValue>(&one);
    bool hasDefault = (known && known->find("__esModule")) || llvm::isa<NamespaceValue>(one);
    values.push_back(hasDefault ? &members().member(one, "default", &site) : &one);
  });
  return unite(values, &site);
}

const Value *RuntimeHelpers::invokeRuntimeHelper(const Node &function, Arguments arguments,
                                                 const Node &site) {
  if (const ModuleInfo *module = program().wrappedBy(function))
    return &exports().exportsOf(*module, &site);
  if (program().isBundlersRequire(function))
    return arguments.empty() ? nullptr : &loadBundled(function, *arguments[0], site);
  if (std::optional<unsigned> index = program().wrapperArgumentOf(function);
      index && *index < arguments.size()) {
    // the loader of a module stands for its wrapper, which gives the exports when it is called
    const Value *wrapper = arguments[*index];
    if (const auto *holder = llvm::dyn_cast<ObjectValue>(wrapper);
        holder && holder->properties.size() == 1)
      wrapper = holder->properties[0].value;
    bool isKnown = llvm::isa<FunctionValue>(wrapper) && program().wrappedBy(*wrapper->origin);
    return isKnown ? wrapper : nullptr;
  }
  const HelperShape shape = program().shapeOf(function);
  using Kind = HelperShape::Kind;
  if (shape.kind == Kind::None || arguments.empty() || shape.source >= arguments.size())
    return nullptr;
  const Value &source = *arguments[shape.source];
  const Value *target = shape.target < arguments.size() ? arguments[shape.target] : nullptr;
  if (shape.kind == Kind::SetMember && target && ownObjects().isRunsOwn(*target) &&
      shape.key < arguments.size())
    if (std::optional<std::string> key = conversions().textOf(*arguments[shape.key])) {
      ownObjects().setMember(*target, strings().save(llvm::StringRef(*key)), source, site);
      return target;
    }
  if (shape.kind == Kind::CallSuper && target && ownObjects().isRunsOwn(*target))
    return constructorFunctions().constructParent(*target, source, arguments, site);
  // what running code has made it changes itself
  if (target && (ownObjects().isRunsOwn(*target) || ownObjects().isRunsOwn(source)))
    return nullptr;
  switch (shape.kind) {
  case Kind::ToNamespace:
    return &namespaceOf(
        source, arguments.size() > 1 && toBooleanConstant(*arguments[1]).value_or(false), site);
  case Kind::ToDefault:
    return &defaultOf(source, site);
  case Kind::ToItself:
    return &source;
  case Kind::ToArray:
    return llvm::isa<ArrayValue, ApiValue, ResultValue>(source) ? &source : nullptr;
  case Kind::Concat: {
    const auto *first = llvm::dyn_cast_or_null<ArrayValue>(target);
    const auto *second = llvm::dyn_cast<ArrayValue>(&source);
    if (!first || !second ||
        !spend((first->elements.size() + second->elements.size()) * elementWork))
      return nullptr;
    llvm::SmallVector<const Value *, 16> elements(first->elements);
    elements.append(second->elements.begin(), second->elements.end());
    return &array(elements, first->open || second->open, &site);
  }
  case Kind::Assign:
    return hostCalls().invokeHost("global:Object.assign"_api, arguments, site);
  case Kind::Template:
    return target ? &compiledCode().templateObject(*target, source, site) : nullptr;
  case Kind::Generator:
    return &compiledCode().resultOfStates(source, site);
  case Kind::Await:
    return &calls().invoke(source, {}, site, false);
  case Kind::CopyMembers:
    if (!shape.givesTarget)
      return nullptr;
    if (target && llvm::isa<ObjectValue>(target) && llvm::isa<ObjectValue>(source))
      return hostCalls().invokeHost("global:Object.assign"_api, {target, &source}, site);
    return target;
  case Kind::SetMember:
    if (!shape.givesTarget)
      return nullptr;
    if (const auto *object = llvm::dyn_cast_or_null<ObjectValue>(target);
        object && shape.key < arguments.size())
      if (std::optional<std::string> key = conversions().textOf(*arguments[shape.key]))
        return hostCalls().invokeHost(
            "global:Object.assign"_api,
            {object, &this->object({{strings().save(llvm::StringRef(*key)), &source, &site}}, false,
                                   &site)},
            site);
    return target;
  case Kind::DefineGetters:
  case Kind::BindMember:
  case Kind::MarkModule:
  case Kind::SetDefault:
  case Kind::DefineMethods:
    return shape.givesTarget ? target : nullptr;
  case Kind::GetPrototype:
    return constructorFunctions().prototypeBehind(source, site);
  case Kind::GetMember:
    if (shape.key < arguments.size())
      if (std::optional<std::string> key = conversions().textOf(*arguments[shape.key]))
        return &members().member(source, strings().save(llvm::StringRef(*key)), &site);
    return nullptr;
  case Kind::CallSuper:
    return target;
  case Kind::Inherit:
    return &make<UndefinedValue>(&site);
  case Kind::None:
    return nullptr;
  }
  return nullptr;
}

/// The module of `module.exports` where `module` is what a bundler hands a wrapped module; null for
/// all else.
const ModuleInfo *RuntimeHelpers::moduleOfExports(const MemberExpression &expression) const {
  const auto *name = llvm::dyn_cast<Identifier>(expression.object);
  const Symbol *symbol = name && !expression.computed ? program().symbolOf(*name) : nullptr;
  if (!symbol || symbol->kind != SymbolKind::Parameter || symbol->targets.size() != 1 ||
      writtenKeyOf(expression) != "exports" || !program().wrappedBy(*symbol->scope->node))
    return nullptr;
  const CommonJsPart part = program().partIn(*symbol);
  return part.kind == CommonJsPart::Kind::Module ? part.module : nullptr;
}

const Value *RuntimeHelpers::valueOfHelperParameter(const Node &function, const Node &parameter) {
  const auto *name = llvm::dyn_cast<Identifier>(&parameter);
  const Symbol *symbol =
      name && program().wrappedBy(function) ? program().symbolOf(*name) : nullptr;
  const CommonJsPart part = symbol ? program().partIn(*symbol) : CommonJsPart();
  switch (part.kind) {
  case CommonJsPart::Kind::Exports:
    return &exports().exportsOf(*part.module, &parameter);
  case CommonJsPart::Kind::Module:
    return &object({{"exports", &exports().exportsOf(*part.module, &parameter), &parameter}}, true,
                   &parameter);
  case CommonJsPart::Kind::Require:
    return part.function ? &make<FunctionValue>(part.function) : nullptr;
  case CommonJsPart::Kind::None:
    return nullptr;
  }
  return nullptr;
}

} // namespace agentc
