#include "Sections.h"

#include "agentc/Report/RecordText.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

static std::string licencesText(const Json &components) {
  std::map<std::string, size_t> counts;
  for (const Json &component : components)
    ++counts[licenceOf(component)];
  std::string text;
  for (const auto &[licence, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + licence;
  return text;
}

static void writeRow(Html &html, const Json &component) {
  const std::string group = textOf(component, "group"), name = textOf(component, "name");
  Element row(html, "tr");
  {
    Element cell(html, "td");
    html.code(group.empty() ? name : group + "/" + name);
  }
  html.element("td", textOf(component, "version"));
  html.element("td", licenceOf(component));
  html.element("td", llvm::join(presencesOf(component), ", "));
}

void writeComponents(const ReviewPage &page) {
  Html &html = page.html;
  const Json &components = page.review.documents.sbom["components"];
  Element section(html, "section", {{"id", "components"}});
  html.element("h2", "Components and licences");
  if (components.empty()) {
    html.element("p", "The bundle has no components but itself.", {{"class", "calm"}});
    return;
  }
  html.element("p", licencesText(components));
  Element table(html, "table");
  writeTableHead(html, {"Component", "Version", "Licence", "How it is known"});
  Element body(html, "tbody");
  for (const Json &component : components)
    writeRow(html, component);
}

} // namespace agentc
