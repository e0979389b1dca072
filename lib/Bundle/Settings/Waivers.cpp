#include "agentc/Bundle/Waivers.h"

#include "BundleRules.h"
#include "FieldReader.h"

#include "agentc/Support/Json.h"
#include "agentc/Support/Suggestion.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <map>

namespace agentc {

namespace {

constexpr FieldReader::Rules waiverRules = {reported::waiverFieldType, reported::unknownWaiverField,
                                            reported::invalidWaiverJson};
constexpr llvm::StringLiteral schemaName = "agentc.waivers/1";

std::optional<std::chrono::year_month_day> parseDay(llvm::StringRef text) {
  unsigned year = 0, month = 0, day = 0;
  if (text.size() != 10 || text[4] != '-' || text[7] != '-' ||
      text.substr(0, 4).getAsInteger(10, year) || text.substr(5, 2).getAsInteger(10, month) ||
      text.substr(8, 2).getAsInteger(10, day))
    return std::nullopt;
  std::chrono::year_month_day result{std::chrono::year(static_cast<int>(year)),
                                     std::chrono::month(month), std::chrono::day(day)};
  return result.ok() ? std::optional(result) : std::nullopt;
}

bool isFingerprint(llvm::StringRef text) {
  return text.size() == 64 &&
         llvm::all_of(text, [](char c) { return llvm::isDigit(c) || (c >= 'a' && c <= 'f'); });
}

/// The strings of one item by their names; what is wrong with them is reported.
class Item {
public:
  Item(FieldReader &reader, const JsonNode &object, std::string shown,
       llvm::ArrayRef<std::string> known);

  /// The text of a field that must be there.
  std::string required(llvm::StringRef name);
  std::string optional(llvm::StringRef name);
  std::string day(llvm::StringRef name);
  Approval approval();
  void report(const RuleInfo &rule, llvm::StringRef name, const llvm::Twine &message);
  bool isSound() const { return sound_; }
  ByteRange range() const { return object_.range(); }

private:
  FieldReader &reader_;
  const JsonNode &object_;
  std::string shown_;
  std::map<std::string, ManifestWord, std::less<>> words_;
  bool sound_ = true;
};

Item::Item(FieldReader &reader, const JsonNode &object, std::string shown,
           llvm::ArrayRef<std::string> known)
    : reader_(reader), object_(object), shown_(std::move(shown)) {
  for (const JsonNode::Member &member : reader.members(object, shown_)) {
    const std::string path = shown_ + "." + member.key.str();
    if (!llvm::is_contained(known, member.key)) {
      reader.unknown(member, shown_, known);
      sound_ = false;
    } else if (std::optional<ManifestWord> word = reader.word(member.value, path)) {
      words_.insert_or_assign(member.key.str(), std::move(*word));
    } else {
      sound_ = false;
    }
  }
}

void Item::report(const RuleInfo &rule, llvm::StringRef name, const llvm::Twine &message) {
  auto found = words_.find(std::string_view(name));
  reader_.report(rule, found == words_.end() ? object_.range() : found->second.range, message);
  sound_ = false;
}

std::string Item::optional(llvm::StringRef name) {
  auto found = words_.find(std::string_view(name));
  return found == words_.end() ? "" : found->second.text;
}

std::string Item::required(llvm::StringRef name) {
  std::string text = optional(name);
  if (llvm::StringRef(text).trim().empty() && sound_)
    report(reported::incompleteWaiver, name, "`" + shown_ + "` has no `" + name + "`");
  return text;
}

std::string Item::day(llvm::StringRef name) {
  std::string text = required(name);
  if (!text.empty() && !parseDay(text))
    report(reported::invalidWaiverItem, name,
           "`" + shown_ + "." + name + "` is `" + text + "`; it takes a day, as `2027-05-31`");
  return text;
}

Approval Item::approval() {
  Approval approval;
  approval.reason = required("reason");
  approval.who = required("who");
  approval.created = day("created");
  approval.expires = day("expires");
  return approval;
}

class WaiverReader {
public:
  WaiverReader(FieldReader &reader, const Catalog &catalog, Waivers &waivers)
      : reader_(reader), catalog_(catalog), waivers_(waivers) {}

  void read(const JsonNode &root);

private:
  void readFinding(const JsonNode &node, const std::string &shown);
  void readDependency(const JsonNode &node, const std::string &shown);
  const RuleInfo *ruleOf(Item &item);
  template <typename Read> void readList(const JsonNode::Member &member, Read read);

  FieldReader &reader_;
  const Catalog &catalog_;
  Waivers &waivers_;
};

const RuleInfo *WaiverReader::ruleOf(Item &item) {
  std::string name = item.required("rule");
  const RuleInfo *rule = catalog_.find(name);
  if (name.empty() || rule)
    return rule;
  std::vector<std::string> known;
  for (const RuleInfo *info : catalog_.rules())
    known.push_back(info->name.str());
  item.report(reported::unknownWaiverRule, "rule",
              "there is no rule `" + name + "`" + didYouMean(name, known));
  return nullptr;
}

void WaiverReader::readFinding(const JsonNode &node, const std::string &shown) {
  static const std::vector<std::string> known = {
      "rule", "fingerprint", "bundle", "file", "message", "reason", "who", "created", "expires"};
  Item item(reader_, node, shown, known);
  Waiver waiver;
  waiver.rule = ruleOf(item);
  waiver.fingerprint = item.required("fingerprint");
  if (!waiver.fingerprint.empty() && !isFingerprint(waiver.fingerprint))
    item.report(reported::invalidWaiverItem, "fingerprint",
                "`" + shown + ".fingerprint` is not a fingerprint; it has 64 hexadecimal digits");
  waiver.bundle = item.optional("bundle");
  waiver.file = item.optional("file");
  waiver.message = item.optional("message");
  waiver.approval = item.approval();
  waiver.range = item.range();
  if (item.isSound())
    waivers_.findings.push_back(std::move(waiver));
}

void WaiverReader::readDependency(const JsonNode &node, const std::string &shown) {
  static const std::vector<std::string> known = {"name", "range",   "bundle", "reason",
                                                 "who",  "created", "expires"};
  Item item(reader_, node, shown, known);
  ApprovedDependency dependency;
  dependency.name = item.required("name");
  dependency.requirement = item.required("range");
  dependency.bundle = item.optional("bundle");
  dependency.approval = item.approval();
  dependency.range = item.range();
  if (item.isSound())
    waivers_.dependencies.push_back(std::move(dependency));
}

template <typename Read> void WaiverReader::readList(const JsonNode::Member &member, Read read) {
  if (!reader_.expect(member.value, member.key, JsonKind::Array))
    return;
  const std::vector<JsonNode> items = member.value.items();
  for (size_t i = 0; i < items.size(); ++i) {
    const std::string shown = member.key.str() + "[" + std::to_string(i) + "]";
    if (reader_.expect(items[i], shown, JsonKind::Object))
      read(items[i], shown);
  }
}

void WaiverReader::read(const JsonNode &root) {
  const std::vector<std::string> known = {"schema", "waivers", "dependencies"};
  bool hasSchema = false;
  for (const JsonNode::Member &member : reader_.members(root, "")) {
    if (member.key == "schema") {
      hasSchema = true;
      if (auto word = reader_.word(member.value, "schema"); word && word->text != schemaName)
        reader_.report(reported::invalidWaiverItem, word->range,
                       "`schema` is `" + word->text + "`; this agentc reads `" + schemaName + "`");
    } else if (member.key == "waivers") {
      readList(member,
               [&](const JsonNode &item, const std::string &shown) { readFinding(item, shown); });
    } else if (member.key == "dependencies") {
      readList(member, [&](const JsonNode &item, const std::string &shown) {
        readDependency(item, shown);
      });
    } else {
      reader_.unknown(member, "", known);
    }
  }
  if (!hasSchema)
    reader_.report(reported::incompleteWaiver, root.range(),
                   "the file has no `schema`; it takes `" + schemaName + "`");
}

void addApproval(Json &item, const Approval &approval) {
  item["reason"] = approval.reason;
  item["who"] = approval.who;
  item["created"] = approval.created;
  item["expires"] = approval.expires;
}

/// Replaces the item that agrees in the given members, else appends.
void put(Json &list, Json item, std::initializer_list<const char *> same) {
  auto textOf = [](const Json &object, const char *name) {
    auto found = object.find(name);
    return found == object.end() ? Json("") : *found;
  };
  for (Json &existing : list)
    if (llvm::all_of(
            same, [&](const char *name) { return textOf(existing, name) == textOf(item, name); })) {
      existing = std::move(item);
      return;
    }
  list.push_back(std::move(item));
}

} // namespace

bool isDay(llvm::StringRef text) { return parseDay(text).has_value(); }

std::string dayAfter(llvm::StringRef day, unsigned days) {
  std::optional<std::chrono::year_month_day> from = parseDay(day);
  assert(from && "no day");
  std::chrono::year_month_day to = std::chrono::sys_days(*from) + std::chrono::days(days);
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%04d-%02u-%02u", static_cast<int>(to.year()),
                                                 static_cast<unsigned>(to.month()),
                                                 static_cast<unsigned>(to.day()));
  return text;
}

Waivers readWaivers(llvm::StringRef file, llvm::StringRef text, const Catalog &catalog,
                    DiagnosticList &diagnostics) {
  Waivers waivers;
  waivers.file = file.str();
  FieldReader reader(file.str(), waiverRules, diagnostics);
  JsonFile::Error error;
  if (auto json = JsonFile::parse(file, text, error))
    WaiverReader(reader, catalog, waivers).read(json->root());
  else
    reader.report(reported::invalidWaiverJson, error.range, error.message);
  return waivers;
}

std::string addWaivers(llvm::StringRef text, const Waivers &added) {
  Json root = Json::object();
  if (std::optional<Json> existing = parseJson(text))
    root = std::move(*existing);
  root["schema"] = schemaName.str();
  if (!root.contains("waivers"))
    root["waivers"] = Json::array();
  for (const Waiver &waiver : added.findings) {
    Json item = {{"rule", waiver.rule->name.str()}, {"fingerprint", waiver.fingerprint}};
    for (auto [name, value] : {std::pair("bundle", &waiver.bundle), std::pair("file", &waiver.file),
                               std::pair("message", &waiver.message)})
      if (!value->empty())
        item[name] = *value;
    addApproval(item, waiver.approval);
    put(root["waivers"], std::move(item), {"rule", "fingerprint", "bundle"});
  }
  for (const ApprovedDependency &dependency : added.dependencies) {
    Json item = {{"name", dependency.name}, {"range", dependency.requirement}};
    if (!dependency.bundle.empty())
      item["bundle"] = dependency.bundle;
    addApproval(item, dependency.approval);
    if (!root.contains("dependencies"))
      root["dependencies"] = Json::array();
    put(root["dependencies"], std::move(item), {"name", "range", "bundle"});
  }
  return printJson(root);
}

} // namespace agentc
