#include "Evaluator.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

/// What a bundler's `require` gives for a key.
const Value &Values::Evaluator::loadBundled(const Node &function, const Value &key,
                                            const Node &site) {
  llvm::SmallVector<const Value *, 4> loaded;
  forEachAlternative(key, [&](const Value &one) {
    std::optional<std::string> text = textOf(one);
    const ModuleInfo *module = text ? program_.requiredBy(function, *text) : nullptr;
    loaded.push_back(module
                         ? &exportsOf(*module, &site)
                         : &unknown(text ? UnknownReason::Unresolved : UnknownReason::Call, &site));
  });
  if (program_.isOpenRequire(function))
    loaded.push_back(&unknown(UnknownReason::Call, &site));
  return unite(loaded, &site);
}

/// What `import * as` gives for a CommonJS module by Babel's convention: a module that was an ES
/// module once is its own namespace, any other one is the default export as well. In Node's mode
/// every module is of the second kind.
const Value &Values::Evaluator::namespaceOf(const Value &module, bool isNodeMode,
                                            const Node &site) {
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

const Value &Values::Evaluator::defaultOf(const Value &module, const Node &site) {
  llvm::SmallVector<const Value *, 4> values;
  forEachAlternative(module, [&](const Value &one) {
    const auto *known = llvm::dyn_cast<ObjectValue>(&one);
    bool hasDefault = (known && known->find("__esModule")) || llvm::isa<NamespaceValue>(one);
    values.push_back(hasDefault ? &member(one, "default", &site) : &one);
  });
  return unite(values, &site);
}

const Value *Values::Evaluator::invokeRuntimeHelper(const Node &function, Arguments arguments,
                                                    const Node &site) {
  if (const ModuleInfo *module = program_.wrappedBy(function))
    return &exportsOf(*module, &site);
  if (program_.isBundlersRequire(function))
    return arguments.empty() ? nullptr : &loadBundled(function, *arguments[0], site);
  if (std::optional<unsigned> index = program_.wrapperArgumentOf(function);
      index && *index < arguments.size()) {
    // the loader of a module stands for its wrapper, which gives the exports when it is called
    const Value *wrapper = arguments[*index];
    if (const auto *holder = llvm::dyn_cast<ObjectValue>(wrapper);
        holder && holder->properties.size() == 1)
      wrapper = holder->properties[0].value;
    bool isKnown = llvm::isa<FunctionValue>(wrapper) && program_.wrappedBy(*wrapper->origin);
    return isKnown ? wrapper : nullptr;
  }
  const HelperShape shape = program_.shapeOf(function);
  using Kind = HelperShape::Kind;
  if (shape.kind == Kind::None || arguments.empty() || shape.source >= arguments.size())
    return nullptr;
  const Value &source = *arguments[shape.source];
  const Value *target = shape.target < arguments.size() ? arguments[shape.target] : nullptr;
  // what running code has made it changes itself
  if (target && (isLocal(*target) || isLocal(source)))
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
  case Kind::Assign:
    return invokeHost("global:Object.assign", arguments, site);
  case Kind::CopyMembers:
  case Kind::DefineGetters:
  case Kind::BindMember:
  case Kind::MarkModule:
  case Kind::SetDefault:
  case Kind::SetMember:
  case Kind::DefineMethods:
  case Kind::CallSuper:
    return target;
  case Kind::Inherit:
    return &make<UndefinedValue>(&site);
  case Kind::None:
    return nullptr;
  }
  return nullptr;
}

namespace {

/// The name of a helper of TypeScript's, Babel's or swc's package of helpers, spelled as all of
/// them could: `interopRequireDefault`. Such a package can't be another one: it is not in the
/// bundle.
std::string helperName(llvm::StringRef path) {
  if (!path.consume_front("module:tslib.__") && !path.consume_front("module:@swc/helpers/_/_") &&
      !path.consume_front("module:@babel/runtime/helpers/"))
    return "";
  path.consume_front("esm/");
  path = path.split('.').first;
  std::string name;
  for (size_t i = 0; i < path.size(); ++i)
    name += path[i] == '_' && i + 1 < path.size() ? llvm::toUpper(path[++i]) : path[i];
  return name;
}

} // namespace

const Value *Values::Evaluator::invokePackagedHelper(llvm::StringRef path, Arguments arguments,
                                                     const Node &site) {
  std::string name = path.starts_with("module:") ? helperName(path) : "";
  if (name.empty() || arguments.empty())
    return nullptr;
  if (name == "importStar" || name == "importDefault" || name == "interopRequireDefault" ||
      name == "interopRequireWildcard")
    return &namespaceOf(*arguments[0],
                        arguments.size() > 1 && toBooleanConstant(*arguments[1]).value_or(false),
                        site);
  if (name == "assign" || name == "extends" || name == "objectSpread" || name == "objectSpread2")
    return invokeHost("global:Object.assign", arguments, site);
  if (name == "read" || name == "values" || name == "toConsumableArray" ||
      name == "slicedToArray" || name == "toArray")
    return arguments[0];
  if (name == "makeTemplateObject" || name == "taggedTemplateLiteral")
    return arguments[0];
  return nullptr;
}

const Value *Values::Evaluator::valueOfHelperParameter(const Node &function,
                                                       const Node &parameter) {
  const auto *name = llvm::dyn_cast<Identifier>(&parameter);
  const Symbol *symbol = name && program_.wrappedBy(function) ? program_.symbolOf(*name) : nullptr;
  const CommonJsPart part = symbol ? program_.partIn(*symbol) : CommonJsPart();
  switch (part.kind) {
  case CommonJsPart::Kind::Exports:
    return &exportsOf(*part.module, &parameter);
  case CommonJsPart::Kind::Module:
    return &object({{"exports", &exportsOf(*part.module, &parameter), &parameter}}, true,
                   &parameter);
  case CommonJsPart::Kind::Require:
    return part.function ? &make<FunctionValue>(part.function) : nullptr;
  case CommonJsPart::Kind::None:
    return nullptr;
  }
  return nullptr;
}

} // namespace agentc
