#include "BaseClass.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxSuperclasses = 64;

bool isBasePath(const Settings &settings, llvm::StringRef path) {
  return llvm::any_of(settings.baseClasses, [&](llvm::StringRef base) {
    auto [package, name] = base.split('#');
    llvm::StringRef rest = path;
    if (rest.consume_front("global:"))
      return rest == name;
    if (!rest.consume_front("module:") || !rest.consume_front(package))
      return false;
    // `module:package/lib/agent.BaseAgent` is a module of the package
    return rest == ("." + name).str() ||
           (rest.starts_with("/") && rest.ends_with(("." + name).str()));
  });
}

const Identifier *nameOf(const Node *type) {
  const Node *id = nullptr;
  if (const auto *declaration = llvm::dyn_cast_or_null<ClassDeclaration>(type))
    id = declaration->id;
  else if (const auto *expression = llvm::dyn_cast_or_null<ClassExpression>(type))
    id = expression->id;
  return llvm::dyn_cast_or_null<Identifier>(id);
}

bool hasBaseName(const Settings &settings, const Identifier *name) {
  return name && llvm::any_of(settings.baseClasses, [&](llvm::StringRef base) {
           return base.split('#').second == name->name;
         });
}

/// The class that a value is, if it is one; of several the first.
const ClassValue *classOf(const Value &value) {
  const ClassValue *found = nullptr;
  forEachAlternative(value, [&](const Value &alternative) {
    if (!found)
      found = llvm::dyn_cast<ClassValue>(&alternative);
  });
  return found;
}

bool canBeBase(const Settings &settings, const Value &value) {
  bool found = false;
  forEachAlternative(value, [&](const Value &alternative) {
    const auto *api = llvm::dyn_cast<ApiValue>(&alternative);
    found |= api && isBasePath(settings, api->path);
  });
  return found;
}

} // namespace

const Identifier *findLookalike(const Settings &settings, const Value &value) {
  const ClassValue *type = classOf(value);
  for (unsigned i = 0; type && i < maxSuperclasses; ++i) {
    const Identifier *name = nameOf(type->origin);
    if (i > 0 && hasBaseName(settings, name))
      return name;
    type = type->superClass ? classOf(*type->superClass) : nullptr;
  }
  return nullptr;
}

BaseRelation relationToBase(const Settings &settings, const Value &value) {
  const Value *at = &value;
  for (unsigned i = 0; i < maxSuperclasses; ++i) {
    const ClassValue *type = classOf(*at);
    if (!type) {
      if (i > 0 && canBeBase(settings, *at))
        return BaseRelation::Extends;
      if (findLookalike(settings, value))
        return BaseRelation::Lookalike;
      return llvm::isa<UnknownValue, ResultValue>(at) ? BaseRelation::Unknown : BaseRelation::None;
    }
    if (!type->superClass)
      break;
    at = type->superClass;
  }
  return findLookalike(settings, value) ? BaseRelation::Lookalike : BaseRelation::None;
}

std::string baseClassNames(const Settings &settings) {
  std::vector<std::string> names;
  for (llvm::StringRef base : settings.baseClasses)
    names.push_back("`" + base.split('#').second.str() + "`");
  return llvm::join(names, " or ");
}

} // namespace agentc
