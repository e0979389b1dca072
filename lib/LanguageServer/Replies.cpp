#include "Replies.h"

#include "JsonList.h"

#include "agentc/Pipeline/Catalog.h"

namespace agentc::lsp {

namespace {

using Result = std::variant<Json, RpcFault>;

/// A position as it compares.
using Place = std::pair<uint64_t, uint64_t>;

std::optional<Place> placeOf(const Json *position) {
  const Json *line = position ? member(*position, "line") : nullptr,
             *character = position ? member(*position, "character") : nullptr;
  if (!line || !character || !line->is_number_unsigned() || !character->is_number_unsigned())
    return std::nullopt;
  return Place{line->get<uint64_t>(), character->get<uint64_t>()};
}

struct Span {
  Place start, end;
  bool meets(const Span &other) const { return start <= other.end && other.start <= end; }
};

std::optional<Span> spanOf(const Json *range) {
  const std::optional<Place> start = range ? placeOf(member(*range, "start")) : std::nullopt,
                             end = range ? placeOf(member(*range, "end")) : std::nullopt;
  return start && end && *start <= *end ? std::optional(Span{*start, *end}) : std::nullopt;
}

/// The span that a request asks about, by a position or a range.
std::variant<Span, RpcFault> askedSpan(const Json &params) {
  if (std::optional<Place> place = placeOf(member(params, "position")))
    return Span{*place, *place};
  if (std::optional<Span> span = spanOf(member(params, "range")))
    return *span;
  return invalid("there is neither a `position` nor a `range`");
}

/// Calls `visit` with each item of a list in what is known whose range meets the span.
template <typename Visit>
void forEachAt(const Json &answers, const char *list, const Span &span, Visit &&visit) {
  if (const Json *items = member(answers, list))
    for (const Json &item : *items)
      if (std::optional<Span> place = spanOf(member(item, "range")); place && place->meets(span))
        visit(item);
}

Result hover(const World &world, const ClientAbilities &, const Json &params, const Json &answers) {
  std::variant<Span, RpcFault> asked = askedSpan(params);
  if (const auto *fault = std::get_if<RpcFault>(&asked))
    return *fault;
  const Span &span = std::get<Span>(asked);
  std::string text;
  Json range;
  auto add = [&](const Json &item, const std::string &part) {
    text += (text.empty() ? "" : "\n---\n\n") + part;
    range = range.is_null() ? item["range"] : range;
  };
  std::set<std::string> told;
  forEachAt(answers, "diagnostics", span, [&](const Json &finding) {
    const RuleInfo *rule = fullCatalog().find(finding["code"].get<std::string>());
    if (!rule || !told.insert(rule->name.str()).second)
      return;
    const RulePages &pages = world.options.pages;
    const std::string page = pages ? pages(*rule) : "", name = ("`" + rule->name + "`").str();
    add(finding, "**" + (page.empty() ? name : "[" + name + "](" + page + ")") + "** " +
                     rule->id.str() + ": " + rule->summary.str() + "\n\n" +
                     manualPageMarkdown(fullCatalog().page(*rule)));
  });
  forEachAt(answers, "hovers", span,
            [&](const Json &item) { add(item, item["text"].get<std::string>()); });
  if (text.empty())
    return Json();
  return Json{{"contents", {{"kind", "markdown"}, {"value", std::move(text)}}},
              {"range", std::move(range)}};
}

Json locationsAt(const Json &answers, const Span &span, llvm::StringRef kind) {
  Json targets = Json::array();
  forEachAt(answers, "links", span, [&](const Json &link) {
    if (link["kind"].get<std::string>() == kind)
      for (const Json &target : link["targets"])
        if (!hasItem(targets, target))
          targets.push_back(target);
  });
  return targets;
}

/// From a tool's definition to the places that its access comes from.
Result definition(const World &, const ClientAbilities &, const Json &params, const Json &answers) {
  std::variant<Span, RpcFault> asked = askedSpan(params);
  if (const auto *fault = std::get_if<RpcFault>(&asked))
    return *fault;
  return locationsAt(answers, std::get<Span>(asked), "definition");
}

/// From a place of access to the definitions that reach it.
Result references(const World &, const ClientAbilities &, const Json &params, const Json &answers) {
  std::variant<Span, RpcFault> asked = askedSpan(params);
  if (const auto *fault = std::get_if<RpcFault>(&asked))
    return *fault;
  return locationsAt(answers, std::get<Span>(asked), "use");
}

Result codeLens(const World &, const ClientAbilities &client, const Json &params,
                const Json &answers) {
  Json lenses = Json::array();
  if (const Json *known = member(answers, "lenses"))
    for (const Json &lens : *known) {
      const std::optional<Span> span = spanOf(&lens["range"]);
      Json places = span ? locationsAt(answers, *span, "definition") : Json::array();
      Json command = {{"title", lens["title"]}, {"command", ""}};
      if (client.showsPlaces && !places.empty()) {
        command["command"] = "agentc.showPlaces";
        command["arguments"] = {*documentUri(params), lens["range"]["start"], std::move(places)};
      }
      lenses.push_back({{"range", lens["range"]}, {"command", std::move(command)}});
    }
  return lenses;
}

Result inlayHint(const World &, const ClientAbilities &, const Json &params, const Json &answers) {
  std::variant<Span, RpcFault> asked = askedSpan(params);
  if (const auto *fault = std::get_if<RpcFault>(&asked))
    return *fault;
  const Span &span = std::get<Span>(asked);
  Json hints = Json::array();
  if (const Json *known = member(answers, "hints"))
    for (const Json &hint : *known)
      if (std::optional<Place> place = placeOf(&hint["position"]);
          place && span.start <= *place && *place <= span.end)
        hints.push_back(hint);
  return hints;
}

/// Edits by URI as the client takes them; an open document's only for the version that was read.
Json workspaceEdit(const World &world, const ClientAbilities &client, const Json &edits) {
  if (!client.versionedEdits)
    return {{"changes", edits}};
  Json changes = Json::array();
  for (const auto &[uri, list] : edits.items()) {
    const Document *document = world.documents.find(uri);
    changes.push_back(
        {{"textDocument", {{"uri", uri}, {"version", document ? Json(document->version) : Json()}}},
         {"edits", list}});
  }
  return {{"documentChanges", std::move(changes)}};
}

/// True if a client wants actions of a kind.
bool wants(const Json &params, llvm::StringRef kind) {
  const Json *context = member(params, "context");
  const Json *only = context ? member(*context, "only") : nullptr;
  if (!only || !only->is_array())
    return true;
  return llvm::any_of(*only, [&](const Json &wanted) {
    const llvm::StringRef prefix =
        wanted.is_string() ? llvm::StringRef(wanted.get_ref<const std::string &>()) : "?";
    return prefix.empty() || kind == prefix || kind.starts_with((prefix + ".").str());
  });
}

constexpr llvm::StringLiteral quickFix = "quickfix", fixAll = "source.fixAll.agentc";

Result codeAction(const World &world, const ClientAbilities &client, const Json &params,
                  const Json &answers) {
  std::variant<Span, RpcFault> asked = askedSpan(params);
  if (const auto *fault = std::get_if<RpcFault>(&asked))
    return *fault;
  Json actions = Json::array();
  const Json *known = wants(params, quickFix) ? member(answers, "actions") : nullptr;
  for (size_t i = 0; known && i < known->size(); ++i) {
    const Json &action = (*known)[i];
    const Json &finding = answers["diagnostics"][action["diagnostic"].get<size_t>()];
    if (!spanOf(&finding["range"])->meets(std::get<Span>(asked)))
      continue;
    actions.push_back({{"title", action["title"]},
                       {"kind", quickFix.str()},
                       {"diagnostics", Json::array({finding})},
                       {"isPreferred", action["isPreferred"]},
                       {"edit", workspaceEdit(world, client, action["edits"])}});
  }
  if (const Json *certain = wants(params, fixAll) ? member(answers, "certain") : nullptr)
    actions.push_back({{"title", "take away what does nothing: unused suppressions and allowances"},
                       {"kind", fixAll.str()},
                       {"edit", workspaceEdit(world, client, {{*documentUri(params), *certain}})}});
  return actions;
}

} // namespace

Reply findReply(llvm::StringRef method) {
  static constexpr std::pair<llvm::StringLiteral, Reply> replies[] = {
      {"textDocument/hover", hover},           {"textDocument/definition", definition},
      {"textDocument/references", references}, {"textDocument/codeLens", codeLens},
      {"textDocument/inlayHint", inlayHint},   {"textDocument/codeAction", codeAction}};
  for (const auto &[name, reply] : replies)
    if (name == method)
      return reply;
  return nullptr;
}

} // namespace agentc::lsp
