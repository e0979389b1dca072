#include "DefinitionParts.h"
#include "Definitions.h"

#include "agentc/Values/ApiPath.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr unsigned maxWrappers = 8;
constexpr llvm::StringLiteral idKeys = "model modelName modelId id";

/// Who provides the models that a path's function gives: by its package, or by its name.
std::string providerOf(llvm::StringRef path) {
  bool isModule = path.consume_front("module:");
  path.consume_front("global:");
  if (isModule) {
    llvm::StringRef package = path;
    for (llvm::StringRef scope : {"@ai-sdk/", "@langchain/"})
      if (package.consume_front(scope) && !package.starts_with("core"))
        return package.take_until([](char c) { return c == '.' || c == '/'; }).str();
    if (path.starts_with("@openrouter/"))
      return "openrouter";
    // past the package's name, which may have a scope
    size_t slash = path.starts_with("@") ? path.find('/') : 0;
    size_t dot = path.find('.', slash == llvm::StringRef::npos ? 0 : slash);
    path = dot == llvm::StringRef::npos ? path : path.substr(dot + 1);
  }
  path = path.take_until([](char c) { return c == '.' || c == '('; });
  if (path.size() > 6 && path.starts_with("create") && path[6] >= 'A' && path[6] <= 'Z')
    return path.drop_front(6).lower();
  return path.str();
}

bool isWrapper(llvm::StringRef path) {
  return path == "module:ai.wrapLanguageModel"_api ||
         (path.starts_with("module:@openai/agents-extensions"_api) && path.ends_with(".aisdk"));
}

/// The known facts about a model.
struct KnownModel {
  std::string provider;
  const Value *id = nullptr; ///< as far as it is known
};

KnownModel modelIn(const Value &value) {
  KnownModel model;
  const Value *inside = &value;
  for (unsigned i = 0; i < maxWrappers; ++i) {
    const auto *call = llvm::dyn_cast<ResultValue>(inside);
    if (!call || call->arguments.empty() || !isWrapper(call->callee->path))
      break;
    inside = call->arguments[0];
    if (const auto *options = llvm::dyn_cast<ObjectValue>(inside))
      if (const PropertyValue *wrapped = options->find("model"))
        inside = wrapped->value;
  }
  const Value *options = inside;
  if (const auto *call = llvm::dyn_cast<ResultValue>(inside)) {
    model.provider = providerOf(call->callee->path);
    options = nullptr;
    for (const Value *argument : call->arguments) {
      if (asString(*argument) || environmentDefaultOf(*argument)) {
        model.id = argument;
        return model;
      }
      if (llvm::isa<ObjectValue>(argument)) {
        options = argument;
        break;
      }
    }
  }
  if (const auto *object = llvm::dyn_cast_or_null<ObjectValue>(options)) {
    if (const PropertyValue *provider = object->find("provider"))
      if (std::optional<llvm::StringRef> text = asString(*provider->value))
        model.provider = text->str();
    for (llvm::StringRef rest = idKeys; !rest.empty();) {
      auto [key, more] = rest.split(' ');
      rest = more;
      const PropertyValue *property = object->find(key);
      if (property && !property->mayDiffer) {
        model.id = property->value;
        return model;
      }
    }
    if (const PropertyValue *name = object->find("name"); name && !model.provider.empty())
      model.id = name->value;
    return model;
  }
  if (!llvm::isa<ResultValue>(inside))
    model.id = inside;
  return model;
}

std::shared_ptr<const Json> toJson(const KnownModel &model, std::optional<llvm::StringRef> id,
                                   char separator) {
  Json json = Json::object();
  std::string provider = model.provider;
  if (id && separator && provider.empty() && id->contains(separator)) {
    auto [first, second] = id->split(separator);
    provider = first.str();
    id = second;
  }
  if (!provider.empty())
    json["provider"] = provider;
  if (id)
    json["id"] = id->str();
  return json.empty() ? nullptr : std::make_shared<const Json>(std::move(json));
}

/// Returns the provenance of a model's id, as seen from the expression that gives the model.
Provenance provenanceOf(const ExtractionContext &context, const Value &id, const ast::Node &site) {
  const ast::Node *origin = id.origin;
  if (!origin || !origin->parent)
    return Provenance::Folded;
  if (&context.program.moduleOf(*origin) != &context.program.moduleOf(site))
    return Provenance::Imported;
  bool isInside = site.range.begin <= origin->range.begin && origin->range.end <= site.range.end;
  return isInside && llvm::isa<ast::Literal>(origin) ? Provenance::Literal : Provenance::Folded;
}

} // namespace

ConfigField readModel(const ExtractionContext &context, const DefinitionPart &part,
                      char providerSeparator) {
  ConfigField field = readPart(context, part);
  if (!part.value || !part.doubt.empty())
    return field;
  KnownModel model = modelIn(*part.value);
  std::optional<llvm::StringRef> id = model.id ? asString(*model.id) : std::nullopt;
  if (id && id->size() <= maxFieldBytes) {
    field.value = toJson(model, id, providerSeparator);
    if (field.kind == Provenance::Unresolved) {
      field.kind = provenanceOf(context, *model.id, *part.site);
      field.reason.clear();
    }
    return field;
  }
  field.kind = Provenance::Unresolved;
  field.value = toJson(model, std::nullopt, providerSeparator);
  if (std::optional<EnvironmentDefault> environment =
          model.id ? environmentDefaultOf(*model.id) : std::nullopt) {
    field.fallback = toJson(model, asString(*environment->fallback), providerSeparator);
    field.reason = environmentReason(*environment);
  } else if (field.reason.empty()) {
    field.reason = "it is not a model that agentc can name";
  }
  return field;
}

} // namespace agentc
