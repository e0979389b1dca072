#include "ReachTree.h"
#include "Sections.h"

#include "agentc/Report/RecordText.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace agentc {

namespace {

/// The names by which a schema says what a value is: `string`, `string or null`, `one of a, b`.
std::string typeText(const Json &schema) {
  if (!schema.is_object())
    return "";
  if (auto values = schema.find("enum"); values != schema.end() && values->is_array()) {
    std::string text;
    for (const Json &value : *values)
      text += (text.empty() ? "one of " : ", ") + printJson(value, /*indented=*/false);
    return text;
  }
  auto type = schema.find("type");
  if (type == schema.end() || !type->is_array())
    return textOf(schema, "type");
  std::string text;
  for (const Json &name : *type)
    if (name.is_string())
      text += (text.empty() ? "" : " or ") + name.get<std::string>();
  return text;
}

bool isRequired(const Json &schema, const std::string &name) {
  auto list = schema.find("required");
  return list != schema.end() && list->is_array() &&
         std::find(list->begin(), list->end(), Json(name)) != list->end();
}

void writeProperties(Html &html, const Json &schema, llvm::StringRef caption) {
  auto properties = schema.is_object() ? schema.find("properties") : schema.end();
  if (properties == schema.end() || !properties->is_object() || properties->empty())
    return;
  Element table(html, "table");
  html.element("caption", caption);
  writeTableHead(html, {"Name", "Type", "Description"});
  Element body(html, "tbody");
  for (const auto &[name, property] : properties->items()) {
    Element row(html, "tr");
    {
      Element cell(html, "td");
      html.code(name);
    }
    const std::string type = typeText(property);
    html.element("td", !isRequired(schema, name) ? type
                       : type.empty()            ? "required"
                                                 : type + ", required");
    html.element("td", property.is_object() ? textOf(property, "description") : "");
  }
}

/// A schema as a table of its properties, and whole.
void writeSchema(Html &html, const Json &definition, const char *member, llvm::StringRef caption) {
  auto field = definition.find(member);
  if (field == definition.end())
    return;
  auto schema = field->find("value");
  if (schema == field->end()) {
    html.element("p", caption.str() + " is not known: " + textOf(*field, "reason"),
                 {{"class", "grave"}});
    return;
  }
  writeProperties(html, *schema, caption);
  Element details(html, "details");
  html.element("summary", caption.str() + " as JSON Schema");
  Element pre(html, "pre", {{"class", "json"}});
  Element code(html, "code");
  html.text(printJson(*schema), true);
}

void writeTexts(Html &html, const Json &definition,
                std::initializer_list<std::pair<const char *, llvm::StringRef>> fields) {
  for (auto [member, title] : fields) {
    const std::string text = fieldText(definition, member);
    if (text.empty())
      continue;
    html.element("p", title, {{"class", "label"}});
    Element quote(html, "blockquote");
    html.text(text, true);
  }
}

/// A list of definitions by their ids, each a link to where it stands.
void writeNames(const ReviewPage &page, llvm::StringRef title, const Json &ids,
                llvm::StringRef list) {
  if (!ids.is_array() || ids.empty())
    return;
  Html &html = page.html;
  const Json &all = page.review.documents.record["configuration"][list.str()];
  Element line(html, "p");
  html.element("span", title, {{"class", "label"}});
  bool isFirst = true;
  for (const Json &id : ids) {
    html.text(std::exchange(isFirst, false) ? " " : ", ");
    auto found =
        std::find_if(all.begin(), all.end(), [&](const Json &each) { return each["id"] == id; });
    html.link(found == all.end()
                  ? ""
                  : "#" + definitionAnchor(list, static_cast<size_t>(found - all.begin())),
              id.get<std::string>());
  }
}

void writeAccess(const ReviewPage &page, ReachTrees &trees, const std::string &owner,
                 const std::string &anchor, const Json &access) {
  if (reachesAny(access))
    trees.write(owner, "#" + anchor, access);
  else
    page.html.element("p", "Reaches nothing outside of its own code.", {{"class", "calm"}});
}

void writeDefinition(const ReviewPage &page, ReachTrees &trees, const Json &definition,
                     llvm::StringRef list, size_t index) {
  Html &html = page.html;
  const bool isTool = list == "tools";
  const std::string id = textOf(definition, "id"), anchor = definitionAnchor(list, index);
  Element article(html, "article", {{"id", anchor}, {"class", "definition"}});
  {
    Element heading(html, "h3");
    html.element("span", isTool ? "tool" : "agent", {{"class", "badge"}});
    html.text(" ");
    html.text(id);
  }
  {
    Element about(html, "p", {{"class", "about"}});
    html.text(textOf(definition, "framework") + " · ");
    page.sources.writeLink(html, placeFromJson(definition["source"]));
    if (std::string package = textOf(definition, "package"); !package.empty())
      html.text(" · of the package " + package);
    if (definition.contains("hosted"))
      html.text(" · runs elsewhere: the bundle has no code of it");
  }
  writeTexts(html, definition,
             {{"title", "Title"},
              {"description", "Description"},
              {"instructions", "Instructions"},
              {"model", "Model"}});
  if (isTool) {
    writeSchema(html, definition, "parameters", "Input");
    writeSchema(html, definition, "outputSchema", "Output");
  } else {
    writeNames(page, "Tools:", definition["tools"], "tools");
    if (definition.contains("handoffs"))
      writeNames(page, "Hands over to:", definition["handoffs"], "agents");
  }
  if (definition.contains("access")) {
    html.element("h4", "What it reaches");
    writeAccess(page, trees, id, anchor, definition["access"]);
  }
}

/// A resource or prompt of an MCP server.
void writeFeature(const ReviewPage &page, const Json &feature, llvm::StringRef list, size_t index) {
  Html &html = page.html;
  Element article(html, "article",
                  {{"id", definitionAnchor(list, index)}, {"class", "definition"}});
  {
    Element heading(html, "h3");
    html.element("span", list == "prompts" ? "prompt" : "resource", {{"class", "badge"}});
    html.text(" ");
    html.text(textOf(feature, "id"));
  }
  {
    Element about(html, "p", {{"class", "about"}});
    html.text(textOf(feature, "framework") + " · ");
    page.sources.writeLink(html, placeFromJson(feature["source"]));
    html.text(" · reaches what loading does");
  }
  writeTexts(html, feature,
             {{"uri", "URI"},
              {"uriTemplate", "URI"},
              {"title", "Title"},
              {"description", "Description"},
              {"metadata", "Metadata"},
              {"arguments", "Arguments"}});
}

void writeTopLevel(const ReviewPage &page, ReachTrees &trees) {
  const Json &access = page.review.documents.record["access"]["topLevel"];
  if (!reachesAny(access))
    return;
  Html &html = page.html;
  Element article(html, "article", {{"id", "top-level"}, {"class", "definition"}});
  {
    Element heading(html, "h3");
    html.element("span", "loading", {{"class", "badge"}});
    html.text(" what the bundle reaches when it is loaded");
  }
  trees.write("loading", "#top-level", access);
}

} // namespace

std::string definitionAnchor(llvm::StringRef list, size_t index) {
  return (list.drop_back() + "-" + llvm::Twine(index + 1)).str();
}

void writeDefinitions(const ReviewPage &page) {
  Html &html = page.html;
  const Json &configuration = page.review.documents.record["configuration"];
  Element section(html, "section", {{"id", "definitions"}});
  html.element("h2", "Agents and tools");
  if (configuration["agents"].empty() && configuration["tools"].empty())
    html.element("p", "The bundle defines neither agents nor tools.");
  ReachTrees trees(html, page.sources, page.review);
  for (const char *list : {"agents", "tools"}) {
    size_t index = 0;
    for (const Json &definition : configuration[list])
      writeDefinition(page, trees, definition, list, index++);
  }
  for (const char *list : {"resources", "resourceTemplates", "prompts"}) {
    size_t index = 0;
    for (const Json &feature : configuration.value(list, Json::array()))
      writeFeature(page, feature, list, index++);
  }
  writeTopLevel(page, trees);
}

} // namespace agentc
