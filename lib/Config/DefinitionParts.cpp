#include "DefinitionParts.h"

#include "DefinitionIndex.h"
#include "Definitions.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

const ClassValue *classOf(const Value &value) {
  if (const auto *instance = llvm::dyn_cast<InstanceValue>(&value))
    return instance->type;
  return llvm::dyn_cast<ClassValue>(&value);
}

/// The one alternative that is known, where nothing is known of the others.
static const Value *onlyKnown(const Value &value) {
  const Value *known = nullptr;
  bool isOnly = true;
  forEachAlternative(value, [&](const Value &one) {
    if (llvm::isa<UnknownValue>(one))
      return;
    isOnly &= !known;
    known = &one;
  });
  return isOnly ? known : nullptr;
}

llvm::StringRef basePathOf(const ClassValue &type) {
  const Value *parent = type.superClass;
  for (unsigned depth = 0; parent && depth < 64; ++depth) {
    parent = onlyKnown(*parent);
    if (!parent)
      return {};
    if (const auto *path = llvm::dyn_cast<ApiValue>(parent))
      return path->path;
    const auto *next = llvm::dyn_cast<ClassValue>(parent);
    parent = next ? next->superClass : nullptr;
  }
  return {};
}

DefinitionParts::DefinitionParts(const ExtractionContext &context, const Value &definition,
                                 const Node &site, llvm::StringRef options)
    : context_(context), definition_(&definition), site_(site), options_(options) {
  if (const auto *result = llvm::dyn_cast<ResultValue>(&definition)) {
    arguments_ = result->arguments;
  } else if (const ClassValue *type = classOf(definition)) {
    type_ = type;
    instance_ = llvm::isa<InstanceValue>(definition) ? &definition
                                                     : &context.values.member(*type, "prototype");
    if (type->origin)
      superArgument_ = context.index.superArgumentOf(*type->origin);
  } else {
    self_ = &definition;
    arguments_ = self_;
  }
}

const Node &DefinitionParts::siteOf(unsigned argument) const {
  const Node *origin =
      definition_->origin && definition_->origin->parent ? definition_->origin : &site_;
  if (self_)
    return *origin;
  NodeList list;
  if (const auto *call = llvm::dyn_cast<CallExpression>(origin))
    list = call->arguments;
  else if (const auto *construction = llvm::dyn_cast<NewExpression>(origin))
    list = construction->arguments;
  for (unsigned i = 0; i < list.size() && !llvm::isa<SpreadElement>(list[i]); ++i)
    if (i == argument)
      return *list[i];
  return *origin;
}

std::optional<DefinitionPart> DefinitionParts::find(PartPlace place) const {
  if (place.argument < 0)
    return std::nullopt;
  if (instance_)
    return fieldOf(*instance_, place.keys);
  size_t index = self_ ? 0 : place.argument;
  if (index >= arguments_.size())
    return std::nullopt;
  const Value *argument = arguments_[index];
  const Node *site = &siteOf(index);
  if (!options_.empty()) {
    std::optional<DefinitionPart> inner = memberOf(*argument, *site, options_);
    if (!inner || !inner->value)
      return inner;
    argument = inner->value;
    site = inner->site;
  }
  if (!place.keys.empty())
    return findIn(*argument, *site, place.keys);
  if (llvm::isa<UndefinedValue>(argument))
    return std::nullopt;
  return DefinitionPart{argument, site};
}

std::optional<DefinitionPart> DefinitionParts::findIn(const Value &holder, const Node &site,
                                                      llvm::StringRef keys) const {
  std::optional<DefinitionPart> doubtful;
  while (!keys.empty()) {
    auto [key, more] = keys.split(' ');
    keys = more;
    std::optional<DefinitionPart> part = memberOf(holder, site, key);
    if (part && part->value)
      return part;
    if (part && !doubtful)
      doubtful = part;
  }
  return doubtful;
}

std::optional<DefinitionPart> DefinitionParts::memberOf(const Value &holder, const Node &site,
                                                        llvm::StringRef key) const {
  switch (holder.kind) {
  case ValueKind::Object: {
    const auto &object = llvm::cast<ObjectValue>(holder);
    if (const PropertyValue *property = object.find(key)) {
      if (llvm::isa<UndefinedValue>(property->value))
        return std::nullopt;
      return DefinitionPart{property->value, property->site,
                            property->mayDiffer ? "what comes after it may replace it" : ""};
    }
    if (object.open)
      return DefinitionPart{nullptr, &site, "it may be among members that are not known"};
    return std::nullopt;
  }
  case ValueKind::Union:
  case ValueKind::Namespace:
  case ValueKind::Instance: {
    const Value &value = context_.values.member(holder, key);
    if (llvm::isa<UndefinedValue>(value))
      return std::nullopt;
    return DefinitionPart{&value, value.origin && value.origin->parent ? value.origin : &site};
  }
  case ValueKind::Unknown:
  case ValueKind::Api:
  case ValueKind::Result:
    return DefinitionPart{nullptr, &site, "it is a member of something that is not known"};
  default:
    return std::nullopt;
  }
}

/// A field of an instance, a static one, or a member of what the base class's constructor gets.
std::optional<DefinitionPart> DefinitionParts::fieldOf(const Value &holder,
                                                       llvm::StringRef keys) const {
  const Value *options = superArgument_ ? &context_.values.of(*superArgument_) : nullptr;
  for (llvm::StringRef rest = keys; !rest.empty();) {
    auto [key, more] = rest.split(' ');
    rest = more;
    for (const Value *from : {&holder, type_}) {
      if (from == type_ && key == "name")
        continue; // every class has that
      const Value &value = context_.values.member(*from, key);
      const Node *site = value.origin && value.origin->parent ? value.origin : type_->origin;
      if (!llvm::isa<UndefinedValue, ApiValue>(value))
        return DefinitionPart{&value, site};
    }
  }
  if (!options)
    return std::nullopt;
  return findIn(*options, *superArgument_, keys);
}

/// Makes a field unresolved if its value may be another one.
static void doubt(ConfigField &field, const DefinitionPart &part) {
  if (part.doubt.empty() || (part.value && field.kind == Provenance::Unresolved))
    return;
  field.kind = Provenance::Unresolved;
  field.reason = part.doubt.str();
}

ConfigField readPart(const ExtractionContext &context, const DefinitionPart &part) {
  ConfigField field;
  // what will not be kept would be read for nothing, however large it is
  const bool isLost =
      context.index.isFull() && part.value && llvm::isa<ArrayValue, ObjectValue>(*part.value);
  if (part.value && !isLost)
    field = toField(context.program, context.values, *part.value, *part.site);
  else
    field.source = placeOf(context.program, *part.site);
  if (isLost)
    field.reason = DefinitionIndex::full.str();
  doubt(field, part);
  context.index.count(field);
  return field;
}

ConfigField readSchema(const ExtractionContext &context, const DefinitionPart &part,
                       bool takesShape, const ServerPrinting *printing) {
  if (!part.value)
    return readPart(context, part);
  ConfigField field =
      toSchemaField(context.program, context.values, *part.value, *part.site, takesShape, printing);
  doubt(field, part);
  context.index.count(field);
  return field;
}

} // namespace agentc
