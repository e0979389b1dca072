#include "Sections.h"

#include "agentc/Report/RecordText.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// Who reaches something: names and addresses of definitions.
using Owners = std::vector<std::pair<std::string, std::string>>;

/// Things reached by the same ones: they, and the names of these in their order.
using Reached = llvm::MapVector<Owners, std::vector<std::string>, std::map<Owners, unsigned>>;

constexpr const char *loading = "loading the bundle";

Reached reachedBy(const Json &record, const AccessWords &words) {
  std::map<std::string, Owners> owners;
  auto add = [&](const Json &access, const std::string &owner, const std::string &address) {
    auto items = access.find(words.kind);
    if (items == access.end())
      return;
    for (const Json &item : *items)
      owners[textOf(item, words.member)].emplace_back(owner, address);
  };
  for (const char *list : {"agents", "tools"}) {
    size_t index = 0;
    for (const Json &definition : record["configuration"][list])
      if (const std::string address = "#" + definitionAnchor(list, index++);
          definition.contains("access"))
        add(definition["access"], textOf(definition, "id"), address);
  }
  add(record["access"]["topLevel"], loading, "#top-level");
  Reached result;
  for (const auto &[name, who] : owners)
    result[who].push_back(name);
  return result;
}

/// Names who reaches something; of many tools, if it is all, their number.
void writeOwners(Html &html, Owners owners, size_t tools) {
  constexpr size_t maxNamed = 5;
  auto isTool = [](const auto &owner) {
    return llvm::StringRef(owner.second).starts_with("#tool-");
  };
  const bool isAll =
      tools > maxNamed && static_cast<size_t>(llvm::count_if(owners, isTool)) == tools;
  if (isAll) {
    llvm::erase_if(owners, isTool);
    html.text("all " + std::to_string(tools) + " tools" + (owners.empty() ? "" : ", "));
  }
  for (const auto &[owner, address] : owners) {
    if (&owner != &owners.front().first)
      html.text(", ");
    html.link(address, owner);
  }
}

void writeReachedRow(Html &html, const AccessWords &words, const std::vector<std::string> &names,
                     const Owners &owners, size_t tools) {
  Element row(html, "tr");
  {
    Element cell(html, "td");
    const std::string style = std::string("kind ") + words.kind;
    html.element("span", llvm::StringRef(words.word).rtrim(':'), {{"class", style}});
  }
  {
    Element cell(html, "td");
    for (const std::string &name : names) {
      if (&name != &names.front())
        html.text(", ");
      html.element("b", name);
    }
  }
  Element cell(html, "td");
  writeOwners(html, owners, tools);
}

} // namespace

void writeReach(const ReviewPage &page) {
  Html &html = page.html;
  const Json &record = page.review.documents.record;
  Element section(html, "section", {{"id", "reach"}});
  html.element("h2", "What is reached");
  std::vector<std::pair<const AccessWords *, Reached>> kinds;
  for (const AccessWords &words : allAccessWords())
    if (Reached all = reachedBy(record, words); !all.empty())
      kinds.emplace_back(&words, std::move(all));
  if (kinds.empty()) {
    html.element("p", "No tool and no agent reaches anything outside of its own code.",
                 {{"class", "calm"}});
    return;
  }
  html.element(
      "p",
      "What the code can get at outside of itself, as its text tells. “Not followed” stands "
      "where the text does not tell all.",
      {{"class", "about"}});
  Element table(html, "table", {{"class", "reach"}});
  writeTableHead(html, {"Kind", "Name", "Reached by"});
  Element body(html, "tbody");
  for (const auto &[words, all] : kinds)
    for (const auto &[owners, names] : all)
      writeReachedRow(html, *words, names, owners, record["configuration"]["tools"].size());
}

} // namespace agentc
