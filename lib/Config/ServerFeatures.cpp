#include "ServerFeatures.h"

#include "DefinitionIndex.h"
#include "Definitions.h"
#include "Names.h"

#include "agentc/Syntax/NodeParts.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace {

using Kind = ServerFeature::Kind;

/// Returns true if a call is made only on some ways through the code around it, as far as its
/// function tells.
bool isConditional(const Node &site) {
  const Node *below = &site;
  for (const Node *at = site.parent; at; below = at, at = at->parent) {
    if (llvm::isa<FunctionDeclaration, FunctionExpression, ArrowFunctionExpression>(at))
      return false;
    if (const auto *condition = llvm::dyn_cast<IfStatement>(at);
        condition
            ? below != condition->test
            : llvm::isa<ConditionalExpression, LogicalExpression, SwitchStatement, CatchClause>(at))
      return true;
  }
  return false;
}

/// The arguments of a prompt as the SDK lists them, of their schema.
ConfigField argumentsOf(ConfigField schema) {
  schema.notes.clear();
  schema.listed = nullptr;
  if (!schema.value || !schema.value->is_object())
    return schema;
  Json list = Json::array();
  const Json properties = schema.value->value("properties", Json::object());
  const Json required = schema.value->value("required", Json::array());
  for (const auto &[name, property] : properties.items()) {
    Json argument = {{"name", name}};
    if (auto text = property.find("description"); text != property.end())
      argument["description"] = *text;
    argument["required"] = llvm::find(required, Json(name)) != required.end();
    list.push_back(std::move(argument));
  }
  schema.value = std::make_shared<const Json>(std::move(list));
  return schema;
}

class FeatureReader {
public:
  FeatureReader(ExtractionContext &context, const FeatureForm &form, const DefinitionParts &parts,
                ServerFeature &feature)
      : context_(context), form_(form), parts_(parts), arguments_(parts.arguments()),
        feature_(feature) {}

  void read() {
    if (!arguments_.empty())
      feature_.name = readPart(context_, part(0));
    if (form_.kind == Kind::Prompt)
      return form_.isOverloaded ? readOverload() : readPrompt();
    if (arguments_.size() > 1)
      readUri();
    if (arguments_.size() > 3 && !llvm::isa<UndefinedValue>(arguments_[2]))
      feature_.metadata = readPart(context_, part(2));
  }

private:
  DefinitionPart part(unsigned index) const { return {arguments_[index], &parts_.siteOf(index)}; }

  void readPrompt() {
    if (std::optional<DefinitionPart> title = parts_.find({1, "title"}))
      feature_.title = readText(context_, *title);
    if (std::optional<DefinitionPart> description = parts_.find({1, "description"}))
      feature_.description = readText(context_, *description);
    if (std::optional<DefinitionPart> schema = parts_.find({1, "argsSchema"}))
      feature_.arguments = argumentsOf(readSchema(context_, *schema, true));
  }

  /// `prompt(name, description?, shape?, callback)`.
  void readOverload() {
    unsigned next = 1;
    if (arguments_.size() > 2 && !llvm::isa<ObjectValue, FunctionValue>(arguments_[next]))
      feature_.description = readText(context_, part(next++));
    if (next + 1 < arguments_.size())
      feature_.arguments = argumentsOf(readSchema(context_, part(next), true));
  }

  /// A text, or `new ResourceTemplate(text, {list, complete})`.
  void readUri() {
    const auto *made = llvm::dyn_cast<ResultValue>(arguments_[1]);
    if (!made || !made->callee->path.ends_with(".ResourceTemplate") || made->arguments.empty()) {
      feature_.uri = readPart(context_, part(1));
      return;
    }
    feature_.kind = Kind::ResourceTemplate;
    const Node *site = &parts_.siteOf(1);
    if (const NodeList given = made->origin ? partsOf(*made->origin).arguments : NodeList();
        !given.empty())
      site = given[0];
    feature_.uri = readPart(context_, {made->arguments[0], site});
    const auto *callbacks =
        made->arguments.size() > 1 ? llvm::dyn_cast<ObjectValue>(made->arguments[1]) : nullptr;
    const PropertyValue *list = callbacks ? callbacks->find("list") : nullptr;
    feature_.isListedByCode =
        !callbacks || callbacks->open || (list && !llvm::isa<UndefinedValue>(list->value));
  }

  ExtractionContext &context_;
  const FeatureForm &form_;
  const DefinitionParts &parts_;
  llvm::ArrayRef<const Value *> arguments_;
  ServerFeature &feature_;
};

void add(ExtractionContext &context, ServerFeature feature, const DefinitionPlace &place) {
  const auto *name = feature.name && feature.name->value
                         ? feature.name->value->get_ptr<const std::string *>()
                         : nullptr;
  if (!context.index.isNewFeature(place.key, name ? *name : ""))
    return;
  feature.source = placeOf(context.program, place.node);
  feature.id = context.index.featureIds[feature.kind].unique(
      idOf(context, feature.name, "", place.node), feature.server.value_or(""));
  context.config.features.push_back(std::move(feature));
}

/// Reads what a handler that lists features returns.
class ListedFeatures {
public:
  ListedFeatures(ExtractionContext &context, ServerFeature like)
      : context_(context), like_(std::move(like)) {}

  /// False if not all of them are known.
  bool add(const FunctionValue &handler) {
    unsigned ways = 0;
    bool isWhole = true;
    forEachReturned(context_.values, handler, nullptr, std::nullopt,
                    [&](const Values &values, const Node &result) {
                      ExtractionContext inner{context_.program,  values,          context_.manifest,
                                              context_.settings, context_.config, context_.index};
                      isWhole &= ++ways == 1 && addResult(inner, result);
                    });
    return isWhole && ways == 1;
  }

private:
  bool addResult(ExtractionContext &context, const Node &result) {
    const auto *answer = llvm::dyn_cast<ObjectValue>(&context.values.of(result));
    const PropertyValue *list = answer ? answer->find(listName(like_.kind)) : nullptr;
    if (!list || answer->open)
      return false;
    ListElements elements(context.program, context.values, context.index.kept);
    const bool isWhole = elements.add(*list->value, *list->site);
    for (const ListElements::Element &one : elements.elements)
      addElement(context, *one.value, *one.site);
    return isWhole && !elements.isSome;
  }

  void addElement(ExtractionContext &context, const Value &value, const Node &site) {
    ServerFeature feature = like_;
    DefinitionParts parts(context, value, site);
    auto read = [&](llvm::StringRef key, std::optional<ConfigField> &field, auto reader) {
      if (std::optional<DefinitionPart> part = parts.find({0, key}))
        field = reader(context, *part);
    };
    read("name", feature.name, readPart);
    if (like_.kind == Kind::Prompt) {
      read("title", feature.title, readText);
      read("description", feature.description, readText);
      read("arguments", feature.arguments, readPart);
    } else {
      const bool isTemplate = like_.kind == Kind::ResourceTemplate;
      read(isTemplate ? "uriTemplate" : "uri", feature.uri, readPart);
      feature.metadata = readPart(context, {&value, &site});
      withoutIdentity(*feature.metadata);
    }
    agentc::add(context, std::move(feature), placeOf(context, value, site));
  }

  /// Name and URI have fields of their own.
  static void withoutIdentity(ConfigField &metadata) {
    if (!metadata.value || !metadata.value->is_object())
      return;
    Json rest = *metadata.value;
    for (const char *member : {"name", "uri", "uriTemplate"})
      rest.erase(member);
    metadata.value = std::make_shared<const Json>(std::move(rest));
  }

  ExtractionContext &context_;
  ServerFeature like_;
};

} // namespace

void addFeature(ExtractionContext &context, const Framework &framework, const FeatureForm &form,
                const ResultValue &call, const Node &site) {
  const Value &definition = context.index.calls.bestKnown(call);
  ServerFeature feature;
  feature.kind = form.kind;
  feature.framework = framework.name.str();
  feature.form = form.form.str();
  if (call.callee->receiver)
    feature.server = serverNameOf(context, *call.callee->receiver);
  const DefinitionPlace place = placeOf(context, definition, site);
  DefinitionParts parts(context, definition, site);
  FeatureReader(context, form, parts, feature).read();
  feature.isListedByCode |= isConditional(place.node);
  add(context, std::move(feature), place);
}

void addListedFeatures(ExtractionContext &context, const Framework &framework, Kind kind,
                       const Value &handler, const Node &site,
                       const std::optional<std::string> &server) {
  ServerFeature like;
  like.kind = kind;
  like.framework = framework.name.str();
  like.form = kind == Kind::Resource ? "resources/list"
              : kind == Kind::Prompt ? "prompts/list"
                                     : "resources/templates/list";
  like.server = server;
  const auto *function = llvm::dyn_cast<FunctionValue>(&handler);
  const std::string form = like.form;
  if (!function || !ListedFeatures(context, std::move(like)).add(*function))
    context.config.unresolved.push_back({listName(kind).str(), placeOf(context.program, site),
                                         "what the handler of `" + form + "` returns isn't known"});
}

void tellFeatureUpdates(ExtractionContext &context) {
  auto isChange = [&](llvm::StringRef path) {
    auto [registered, method] = path.rsplit("().");
    return (method == "update" || method == "remove" || method == "enable" ||
            method == "disable") &&
           context.index.formOf(registered).feature;
  };
  forEachResult(context, isChange, [&](const ResultValue &change) {
    const ResultValue *made = change.callee->receiver;
    if (!made || !made->origin || !change.origin)
      return;
    const SourcePlace place = placeOf(context.program, placeOf(context, *made, *made->origin).node);
    for (ServerFeature &feature : context.config.features) {
      if (feature.source.file != place.file || feature.source.range.begin != place.range.begin)
        continue;
      ConfigField &name = feature.name.emplace();
      name.source = placeOf(context.program, *change.origin);
      name.reason = "it is changed after it is registered";
    }
  });
}

} // namespace agentc
