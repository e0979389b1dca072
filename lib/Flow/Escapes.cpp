#include "agentc/Flow/Escapes.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxNesting = 4, maxSuperClasses = 32;
/// Host objects made by host objects that are looked at.
constexpr unsigned maxReceivers = 16;
constexpr size_t maxValues = 4000;

/// Calls `visit` for a value and all that it holds; `visit` answers whether to look inside.
void forEachInside(const Value &value, const Values &values,
                   llvm::function_ref<bool(const Value &, const Value *)> visit) {
  struct Step {
    const Value *value, *self;
    unsigned nesting;
  };
  llvm::SmallVector<Step, 16> open{{&value, nullptr, maxNesting}};
  llvm::DenseSet<const Value *> seen;
  while (!open.empty() && seen.size() <= maxValues) {
    auto [one, self, nesting] = open.pop_back_val();
    if (!seen.insert(one).second || !visit(*one, self) || nesting == 0)
      continue;
    auto add = [&](const Value &held, const Value *of) {
      open.push_back({&held, of, nesting - 1});
    };
    if (const auto *choice = llvm::dyn_cast<UnionValue>(one)) {
      for (const Value *alternative : choice->alternatives)
        open.push_back({alternative, self, nesting});
    } else if (const auto *object = llvm::dyn_cast<ObjectValue>(one)) {
      for (const PropertyValue &property : object->properties)
        add(*property.value, one);
      const auto *literal = llvm::dyn_cast_or_null<ObjectExpression>(object->origin);
      for (const Node *part : literal ? literal->properties : NodeList())
        if (const auto *property = llvm::dyn_cast<Property>(part);
            property && property->computed && !values.keyOf(*property))
          add(values.of(*property->value), one);
    } else if (const auto *list = llvm::dyn_cast<ArrayValue>(one)) {
      for (const Value *element : list->elements)
        add(*element, nullptr);
    } else if (const auto *instance = llvm::dyn_cast<InstanceValue>(one)) {
      for (const PropertyValue &field :
           instance->fields ? instance->fields->properties : llvm::ArrayRef<PropertyValue>())
        add(*field.value, one);
    } else if (const auto *space = llvm::dyn_cast<NamespaceValue>(one)) {
      for (const auto &[name, record] : space->module->exports)
        add(values.exportOf(*space->module, name), nullptr);
    }
  }
}

llvm::DenseSet<const Node *> codeIn(const Value &value, const Values &values) {
  llvm::DenseSet<const Node *> code;
  forEachInside(value, values, [&](const Value &one, const Value *) {
    if (llvm::isa<FunctionValue, ClassValue>(one))
      code.insert(one.origin);
    if (const auto *instance = llvm::dyn_cast<InstanceValue>(&one))
      code.insert(instance->type->origin);
    if (llvm::isa<ObjectValue>(one))
      Escapes::forEachAccessor(one, values,
                               [&](const FunctionValue &function, llvm::StringRef, MethodKind) {
                                 code.insert(function.origin);
                               });
    return true;
  });
  return code;
}

/// The methods of a class's body and of what it extends.
void forEachMethod(const ClassValue &type,
                   llvm::function_ref<void(const MethodDefinition &)> visit) {
  const ClassValue *at = &type;
  for (unsigned i = 0; at && i < maxSuperClasses; ++i) {
    if (const ClassBody *body = isClass(*at->origin) ? classBody(*at->origin) : nullptr)
      for (const Node *part : body->body)
        if (const auto *method = llvm::dyn_cast<MethodDefinition>(part))
          visit(*method);
    at = llvm::dyn_cast_or_null<ClassValue>(at->superClass);
  }
}

} // namespace

void Escapes::forEachMaker(const Value &value,
                           llvm::function_ref<void(const ResultValue &)> visit) {
  forEachAlternative(value, [&](const Value &one) {
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    llvm::SmallVector<const ResultValue *, 8> open{api ? api->receiver
                                                       : llvm::dyn_cast<ResultValue>(&one)};
    for (unsigned i = 0; i < open.size() && i < maxReceivers; ++i) {
      if (!open[i])
        continue;
      visit(*open[i]);
      open.push_back(open[i]->callee->receiver);
      for (const Value *argument : open[i]->arguments.take_front(maxReceivers))
        open.push_back(llvm::dyn_cast<ResultValue>(argument));
    }
  });
}

bool Escapes::holdsCode(const Value &value, const Values &values) {
  if (llvm::isa<FunctionValue, ClassValue, InstanceValue>(value))
    return true;
  if (!llvm::isa<UnionValue, ObjectValue, ArrayValue, NamespaceValue>(value))
    return false;
  bool found = false;
  forEachInside(value, values, [&](const Value &one, const Value *) {
    found |= llvm::isa<FunctionValue, ClassValue, InstanceValue>(one);
    if (llvm::isa<ObjectValue>(one))
      forEachAccessor(one, values,
                      [&](const FunctionValue &, llvm::StringRef, MethodKind) { found = true; });
    return !found;
  });
  return found;
}

bool Escapes::covers(const Value &known, const Value &value, const Values &values) {
  return &known == &value || coversAll(&known, value, values);
}

bool Escapes::coversAll(llvm::ArrayRef<const Value *> known, const Value &value,
                        const Values &values) {
  llvm::DenseSet<const Node *> wanted = codeIn(value, values);
  for (const Value *one : known)
    for (const Node *code : codeIn(*one, values))
      wanted.erase(code);
  return wanted.empty();
}

void Escapes::forEachAccessor(
    const Value &object, const Values &values,
    llvm::function_ref<void(const FunctionValue &, llvm::StringRef, MethodKind)> visit) {
  auto add = [&](const Node &function, const Node &keyed, MethodKind kind) {
    std::optional<std::string> key = values.keyOf(keyed);
    if (const auto *made = llvm::dyn_cast<FunctionValue>(&values.of(function)); made && key)
      visit(*made, *key, kind);
  };
  const auto *instance = llvm::dyn_cast<InstanceValue>(&object);
  const auto *type = instance ? instance->type : llvm::dyn_cast<ClassValue>(&object);
  if (type)
    forEachMethod(*type, [&](const MethodDefinition &method) {
      bool isAccessor =
          method.methodKind == MethodKind::Get || method.methodKind == MethodKind::Set;
      if (isAccessor && method.isStatic == !instance)
        add(*method.value, method, method.methodKind);
    });
  const auto *literal = llvm::isa<ObjectValue>(object) && object.origin
                            ? llvm::dyn_cast<ObjectExpression>(object.origin)
                            : nullptr;
  for (const Node *part : literal ? literal->properties : NodeList())
    if (const auto *property = llvm::dyn_cast<Property>(part);
        property && property->propertyKind != PropertyKind::Init)
      add(*property->value, *property,
          property->propertyKind == PropertyKind::Get ? MethodKind::Get : MethodKind::Set);
}

void Escapes::run(const Value &value,
                  llvm::function_ref<void(const FunctionValue &, const Value *)> onFunction,
                  llvm::function_ref<void(const ClassValue &, const Value &)> onFields,
                  llvm::function_ref<void(llvm::StringRef)> onApi) {
  forEachInside(value, values_, [&](const Value &one, const Value *self) {
    if (const auto *function = llvm::dyn_cast<FunctionValue>(&one)) {
      onFunction(*function, self);
      return true;
    }
    if (const auto *api = llvm::dyn_cast<ApiValue>(&one)) {
      if (llvm::isa_and_nonnull<InstanceValue>(self))
        onApi(api->path);
      return true;
    }
    const auto *instance = llvm::dyn_cast<InstanceValue>(&one);
    const auto *type = instance ? instance->type : llvm::dyn_cast<ClassValue>(&one);
    if (type && isFunction(*type->origin))
      if (const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*type->origin)))
        onFunction(*function, nullptr);
    if (type)
      forEachMethod(*type, [&](const MethodDefinition &method) {
        bool isOwn =
            !instance || (!method.isStatic && method.methodKind != MethodKind::Constructor);
        if (const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*method.value));
            function && isOwn)
          onFunction(*function, instance);
      });
    for (const ClassValue *at = instance ? nullptr : type; at;
         at = llvm::dyn_cast_or_null<ClassValue>(at->superClass))
      if (isClass(*at->origin))
        onFields(*at, values_.member(*type, "prototype"));
    forEachAccessor(one, values_, [&](const FunctionValue &function, llvm::StringRef, MethodKind) {
      onFunction(function, &one);
    });
    return true;
  });
}

} // namespace agentc
