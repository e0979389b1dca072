#include "agentc/Packaging/Difference.h"

#include "PackageRecord.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

namespace agentc {
namespace {

using Area = Change::Area;
using Kind = Change::Kind;

constexpr size_t maxPlaces = 100;

/// Returns the part of an extracted field that people compare: its value, or a note that it
/// isn't known.
Json fieldValue(const Json &definition, const char *name) {
  const Json field = memberAt(definition, name);
  if (!field.is_object())
    return field;
  return field.contains("value") ? field["value"] : Json("not known: " + textAt(field, "reason"));
}

using ById = std::map<std::string, Json>;
ById byMember(const Json &list, const char *member) {
  ById result;
  for (const Json &item : list)
    result.try_emplace(textAt(item, member), item);
  return result;
}

class PlanComparison {
public:
  PlanComparison(const PackagePlan &before, const PackagePlan &after)
      : before_(before), after_(after), old_(documentsOf(before)), new_(documentsOf(after)) {}

  std::vector<Change> run();

private:
  void add(Change change) { changes_.push_back(std::move(change)); }
  void compareValue(Area area, const std::string &subject, const std::string &what,
                    const Json &before, const Json &after, bool widens = false);
  void compareAccess();
  void compareReach(const std::string &owner, const Json &before, const Json &after);
  void compareAllowance();
  void compareWords(const std::string &what, const Json &before, const Json &after);
  void compareDefinitions(Area area, const char *list);
  void compareDefinition(Area area, const std::string &id, const Json &before, const Json &after);
  void compareSchema(const std::string &id, const std::string &path, const Json &before,
                     const Json &after, size_t &places);
  void compareLists(Area area, const std::string &id, const char *name, const Json &before,
                    const Json &after);
  void compareFindings();
  void compareComponents();
  void compareFiles();

  const PackagePlan &before_, &after_;
  PlanDocuments old_, new_;
  std::vector<Change> changes_;
};

/// A place's bytes; a place in a file that isn't there has none.
std::optional<ByteRange> rangeAt(const Json &place) {
  auto offset = [&](const char *end) {
    const Json value = memberAt(memberAt(memberAt(place, "range"), end), "offset");
    return value.is_number_unsigned() ? std::optional(value.get<uint32_t>()) : std::nullopt;
  };
  const std::optional<uint32_t> begin = offset("start"), end = offset("end");
  return begin && end ? std::optional(ByteRange{*begin, *end}) : std::nullopt;
}

/// Places are named by the files that were read; the new version's are as they are sealed.
void setPlace(Change &change, const Json &place) {
  change.file = sealedName(textAt(place, "file"));
  change.range = rangeAt(place);
}

Kind kindOf(const Json &before, const Json &after) {
  return before.is_null() ? Kind::Added : after.is_null() ? Kind::Removed : Kind::Changed;
}

void PlanComparison::compareValue(Area area, const std::string &subject, const std::string &what,
                                  const Json &before, const Json &after, bool widens) {
  if (before != after)
    add({area, kindOf(before, after), subject, what, before, after, widens});
}

/// A new tool's items are all new: it can be called with what it reaches.
void PlanComparison::compareReach(const std::string &owner, const Json &before, const Json &after) {
  for (const char *kind :
       {"hosts", "env", "files", "modules", "globals", "codeGeneration", "unanalyzed"}) {
    const char *member = llvm::StringRef(kind) == "unanalyzed" ? "reason" : "name";
    const ById old = byMember(memberAt(before, kind), member),
               now = byMember(memberAt(after, kind), member);
    for (const auto &[name, item] : now) {
      if (old.count(name))
        continue;
      Change change{Area::Access, Kind::Added, owner, kind, nullptr, name};
      change.widens = llvm::StringRef(kind) != "globals";
      if (const Json via = memberAt(item, "via"); !via.empty())
        setPlace(change, via.back());
      add(std::move(change));
    }
    for (const auto &[name, item] : old)
      if (!now.count(name))
        add({Area::Access, Kind::Removed, owner, kind, name, nullptr});
  }
}

void PlanComparison::compareAccess() {
  const Json &before = old_.record["access"], &after = new_.record["access"];
  for (auto [list, word] : {std::pair("agents", "agent"), std::pair("tools", "tool")}) {
    ById old = byMember(before[list], "id"), now = byMember(after[list], "id");
    for (const auto &[id, entry] : now)
      compareReach(std::string(word) + " `" + id + "`", old[id], entry);
    for (const auto &[id, entry] : old)
      if (!now.count(id))
        compareReach(std::string(word) + " `" + id + "`", entry, Json());
  }
  compareReach("top level", before["topLevel"], after["topLevel"]);
}

void PlanComparison::compareWords(const std::string &what, const Json &before, const Json &after) {
  for (const Json &word : after)
    if (llvm::find(before, word) == before.end())
      add({Area::Allowance, Kind::Added, "", what, nullptr, word, /*widens=*/true});
  for (const Json &word : before)
    if (llvm::find(after, word) == after.end())
      add({Area::Allowance, Kind::Removed, "", what, word, nullptr});
}

/// Each way out that a secret may take: `CRM_KEY, to api.crm.example in authorization`.
Json waysOfSecrets(const Json &secrets) {
  Json ways = Json::array();
  for (const Json &secret : secrets)
    for (const Json &host : memberAt(secret, "hosts"))
      for (const Json &header : memberAt(secret, "headers"))
        ways.push_back(textAt(secret, "name") + ", to " + host.get<std::string>() + " in " +
                       header.get<std::string>());
  return ways;
}

void PlanComparison::compareAllowance() {
  const Json &before = old_.record["allowed"], &after = new_.record["allowed"];
  for (const char *what : {"hosts", "env", "modules"})
    compareWords(what, before[what], after[what]);
  compareWords("secrets", waysOfSecrets(memberAt(before, "secrets")),
               waysOfSecrets(memberAt(after, "secrets")));
  compareValue(Area::Allowance, "", "tools", before["tools"], after["tools"]);
  const Json data = memberAt(before, "dataBytes"), newData = memberAt(after, "dataBytes");
  compareValue(Area::Allowance, "", "dataBytes", data, newData,
               /*widens=*/!newData.is_null() && (data.is_null() || newData > data));
  for (const auto &[name, value] : new_.record["limits"].items())
    compareValue(Area::Allowance, "", name, old_.record["limits"][name], value);
}

void PlanComparison::compareLists(Area area, const std::string &id, const char *name,
                                  const Json &before, const Json &after) {
  const Json old = before.is_null() ? Json::array() : before;
  const Json now = after.is_null() ? Json::array() : after;
  for (const Json &item : now)
    if (llvm::find(old, item) == old.end())
      add({area, Kind::Added, id, name, nullptr, item});
  for (const Json &item : old)
    if (llvm::find(now, item) == now.end())
      add({area, Kind::Removed, id, name, item, nullptr});
}

/// Nested at most maxJsonDepth deep.
void PlanComparison::compareSchema(const std::string &id, const std::string &path,
                                   const Json &before, const Json &after, size_t &places) {
  if (before == after || places >= maxPlaces)
    return;
  if (!before.is_object() || !after.is_object()) {
    ++places;
    return compareValue(Area::Tool, id, path, before, after);
  }
  for (const auto &[name, value] : before.items())
    compareSchema(id, path + "." + name, value, memberAt(after, name.c_str()), places);
  for (const auto &[name, value] : after.items())
    if (!before.contains(name))
      compareSchema(id, path + "." + name, Json(), value, places);
}

/// The text of a definition's function as it is sealed, which moves nothing.
Json codeOf(const PackagePlan &plan, const Json &function) {
  if (!function.is_object())
    return nullptr;
  const File *file = plan.files.find(sealedName(textAt(function, "file")));
  if (!file)
    return nullptr;
  const std::optional<ByteRange> range = rangeAt(function);
  return range ? Json(llvm::StringRef(file->bytes).slice(range->begin, range->end).str()) : Json();
}

void PlanComparison::compareDefinition(Area area, const std::string &id, const Json &before,
                                       const Json &after) {
  for (const char *name : {"name", "title", "description", "instructions", "model", "uri",
                           "uriTemplate", "metadata", "arguments"})
    compareValue(area, id, name, fieldValue(before, name), fieldValue(after, name));
  for (const char *name : {"parameters", "outputSchema"}) {
    size_t places = 0;
    compareSchema(id, name, fieldValue(before, name), fieldValue(after, name), places);
  }
  for (const char *name : {"tools", "handoffs"})
    compareLists(area, id, name, memberAt(before, name), memberAt(after, name));
  const char *function = area == Area::Tool ? "execute" : "handler";
  if (codeOf(before_, memberAt(before, function)) != codeOf(after_, memberAt(after, function)))
    add({area, Kind::Changed, id, "code"});
}

void PlanComparison::compareDefinitions(Area area, const char *list) {
  const ById old = byMember(old_.record["configuration"][list], "id"),
             now = byMember(new_.record["configuration"][list], "id");
  const size_t first = changes_.size();
  for (const auto &[id, definition] : now) {
    const size_t own = changes_.size();
    if (auto found = old.find(id); found != old.end())
      compareDefinition(area, id, found->second, definition);
    else
      add({area, Kind::Added, id, "", nullptr, fieldValue(definition, "description")});
    for (size_t i = own; i < changes_.size(); ++i)
      setPlace(changes_[i], definition["source"]);
  }
  for (const auto &[id, definition] : old)
    if (!now.count(id))
      add({area, Kind::Removed, id, "", fieldValue(definition, "description"), nullptr});
  std::stable_sort(changes_.begin() + first, changes_.end(),
                   [](const Change &a, const Change &b) { return a.subject < b.subject; });
}

void PlanComparison::compareFindings() {
  const Json &before = old_.record["findings"], &after = new_.record["findings"];
  for (const char *name : {"error", "warning", "note"})
    compareValue(Area::Finding, "", name, before[name], after[name]);
  const ById old = byMember(before["waived"], "fingerprint"),
             now = byMember(after["waived"], "fingerprint");
  auto words = [](const Json &finding) {
    return Json(textAt(finding, "file") + ": " + textAt(finding, "message") + "; " +
                textAt(finding, "reason"));
  };
  for (const auto &[fingerprint, finding] : now)
    if (!old.count(fingerprint))
      add({Area::Finding, Kind::Added, textAt(finding, "rule"), "waived", nullptr, words(finding)});
  for (const auto &[fingerprint, finding] : old)
    if (!now.count(fingerprint))
      add({Area::Finding, Kind::Removed, textAt(finding, "rule"), "waived", words(finding),
           nullptr});
}

/// The versions of each component's name; `unknown` where none is known.
std::map<std::string, std::set<std::string>> versionsOf(const Json &sbom) {
  std::map<std::string, std::set<std::string>> result;
  for (const Json &component : sbom["components"]) {
    const std::string group = textAt(component, "group"), version = textAt(component, "version");
    result[(group.empty() ? "" : group + "/") + textAt(component, "name")].insert(
        version.empty() ? "unknown" : version);
  }
  return result;
}

void PlanComparison::compareComponents() {
  auto old = versionsOf(old_.sbom), now = versionsOf(new_.sbom);
  auto words = [](const std::set<std::string> &versions) {
    return versions.empty() ? Json() : Json(llvm::join(versions, ", "));
  };
  for (const auto &[name, versions] : now)
    compareValue(Area::Component, name, "version", words(old[name]), words(versions));
  for (const auto &[name, versions] : old)
    if (!now.count(name))
      compareValue(Area::Component, name, "version", words(versions), Json());
}

void PlanComparison::compareFiles() {
  const ById old = byMember(old_.record["files"], "path"),
             now = byMember(new_.record["files"], "path");
  auto sizeOf = [](const ById &files, const std::string &path) {
    auto found = files.find(path);
    return found == files.end() ? Json() : found->second["size"];
  };
  for (const auto &[path, file] : now) {
    auto found = old.find(path);
    if (found != old.end() && found->second == file)
      continue;
    Change change{
        Area::File,  found == old.end() ? Kind::Added : Kind::Changed, path, "", sizeOf(old, path),
        file["size"]};
    change.file = path;
    add(std::move(change));
  }
  for (const auto &[path, file] : old)
    if (!now.count(path))
      add({Area::File, Kind::Removed, path, "", file["size"], nullptr});
}

std::vector<Change> PlanComparison::run() {
  compareAccess();
  compareAllowance();
  compareDefinitions(Area::Agent, "agents");
  compareDefinitions(Area::Tool, "tools");
  compareDefinitions(Area::Resource, "resources");
  compareDefinitions(Area::Resource, "resourceTemplates");
  compareDefinitions(Area::Prompt, "prompts");
  for (const char *name : {"name", "version", "agentType", "entry", "capabilities"})
    compareValue(Area::Package, "", name, old_.record[name], new_.record[name]);
  compareFindings();
  compareComponents();
  compareFiles();
  return std::move(changes_);
}

} // namespace

PlanDocuments documentsOf(const PackagePlan &plan) {
  auto read = [&](llvm::StringRef path) {
    std::optional<Json> json = parseJson(plan.files.find(path)->bytes);
    assert(json && "a planned document is JSON");
    return std::move(*json);
  };
  return {read(recordPath), read(sbomPath)};
}

std::vector<Change> comparePlans(const PackagePlan &before, const PackagePlan &after) {
  return PlanComparison(before, after).run();
}

} // namespace agentc
