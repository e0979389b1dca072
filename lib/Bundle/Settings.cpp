#include "agentc/Bundle/Settings.h"

#include "BundleRules.h"
#include "FieldReader.h"
#include "Names.h"

#include "agentc/Bundle/Allowance.h"
#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Support/Suggestion.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace agentc {

namespace {

constexpr FieldReader::Rules rules = {reported::settingsFieldType, reported::unknownSettingsField,
                                      reported::invalidSettingsJson};

/// Whole scopes, since a framework's providers and integrations are many and change often.
constexpr llvm::StringLiteral allowedScopes[] = {"@ai-sdk/*", "@langchain/*"};

bool isClassReference(llvm::StringRef text) {
  auto [package, name] = text.split('#');
  return isDependencyName(package) && !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
}

bool isAllowance(llvm::StringRef text) { return parseAllowance(text).has_value(); }

class SettingsReader {
public:
  SettingsReader(FieldReader &reader, const Catalog *catalog,
                 const std::function<bool(const RuleInfo &)> &isFixed, Settings &settings)
      : reader_(reader), catalog_(catalog), isFixed_(isFixed), settings_(settings) {}

  void read(const JsonNode &root);

private:
  void readList(const JsonNode::Member &member, bool (*accepts)(llvm::StringRef),
                llvm::StringRef expected, std::vector<std::string> &list);
  void readRules(const JsonNode &rules);
  void checkRule(const JsonNode::Member &rule);
  void checkIgnored(const JsonNode::Member &member);
  void readWaiverFile(const JsonNode::Member &member);
  void readSeverity(const JsonNode::Member &member, const ManifestWord &word);

  FieldReader &reader_;
  const Catalog *catalog_;
  const std::function<bool(const RuleInfo &)> &isFixed_;
  Settings &settings_;
};

/// A list replaces the built-in one; `...` in it stands for the built-in items.
void SettingsReader::readList(const JsonNode::Member &member, bool (*accepts)(llvm::StringRef),
                              llvm::StringRef expected, std::vector<std::string> &list) {
  if (!reader_.expect(member.value, member.key, JsonKind::Array))
    return;
  std::vector<std::string> builtIn;
  std::swap(builtIn, list);
  for (ManifestWord &word : reader_.words(member.value, member.key)) {
    if (word.text == "...")
      list.insert(list.end(), builtIn.begin(), builtIn.end());
    else if (accepts(word.text))
      list.push_back(std::move(word.text));
    else
      reader_.report(reported::invalidSettingsItem, word.range,
                     "`" + word.text + "` in `" + member.key + "` is not " + expected);
  }
}

void SettingsReader::checkRule(const JsonNode::Member &rule) {
  if (!catalog_ || catalog_->find(rule.key))
    return;
  std::vector<std::string> known;
  for (const RuleInfo *info : catalog_->rules())
    known.push_back(info->name.str());
  reader_.report(reported::unknownSettingsRule, rule.keyRange,
                 "there is no rule `" + rule.key + "`" + didYouMean(rule.key, known));
}

void SettingsReader::readSeverity(const JsonNode::Member &member, const ManifestWord &word) {
  auto severity = llvm::StringSwitch<std::optional<Severity>>(word.text)
                      .Case("note", Severity::Note)
                      .Case("warning", Severity::Warning)
                      .Case("error", Severity::Error)
                      .Default(std::nullopt);
  if (!severity && word.text != "off")
    return (void)reader_.report(
        reported::invalidSettingsItem, word.range,
        "`" + word.text + "` is not a severity" +
            didYouMeanOneOf(word.text, {"off", "note", "warning", "error"}));
  const RuleInfo *rule = catalog_ ? catalog_->find(member.key) : nullptr;
  if (rule && isFixed_ && isFixed_(*rule) && severity != rule->severity)
    return (void)reader_.report(reported::fixedSeverity, member.keyRange,
                                "`" + rule->name +
                                    "` is always an error; what it finds keeps the "
                                    "bundle from being read as it is meant");
  settings_.severities[rule ? rule->name.str() : member.key.str()] = severity;
}

void SettingsReader::readRules(const JsonNode &object) {
  for (const JsonNode::Member &member : reader_.members(object, "rules")) {
    checkRule(member);
    if (auto word = reader_.word(member.value, ("rules." + member.key).str()))
      readSeverity(member, *word);
  }
}

/// Whoever reads a folder looks at it (ignoredBySettings).
void SettingsReader::checkIgnored(const JsonNode::Member &member) {
  if (!reader_.expect(member.value, member.key, JsonKind::Array))
    return;
  for (const ManifestWord &word : reader_.words(member.value, member.key))
    if (word.text.empty() || llvm::StringRef(word.text).contains('\n'))
      reader_.report(reported::invalidSettingsItem, word.range,
                     "`" + word.text + "` in `ignore` is not one line of an ignore file");
}

void SettingsReader::readWaiverFile(const JsonNode::Member &member) {
  std::optional<ManifestWord> word = reader_.word(member.value, "waivers");
  if (word && word->text.empty())
    reader_.report(reported::invalidSettingsItem, word->range, "`waivers` names no file");
  else if (word)
    settings_.waivers = word->text;
}

void SettingsReader::read(const JsonNode &root) {
  const std::vector<std::string> known = {"$schema", "baseClasses", "allowedDependencies",
                                          "ignore",  "rules",       "waivers"};
  for (const JsonNode::Member &member : reader_.members(root, "")) {
    if (member.key == "baseClasses")
      readList(member, isClassReference, "`package#Class`", settings_.baseClasses);
    else if (member.key == "allowedDependencies")
      readList(member, isAllowance, "a package name or `@scope/*`, with or without `@range`",
               settings_.allowedDependencies);
    else if (member.key == "$schema")
      reader_.expect(member.value, "$schema", JsonKind::String);
    else if (member.key == "ignore")
      checkIgnored(member);
    else if (member.key == "waivers")
      readWaiverFile(member);
    else if (member.key != "rules")
      reader_.unknown(member, "", known);
    else if (reader_.expect(member.value, "rules", JsonKind::Object))
      readRules(member.value);
  }
}

} // namespace

Settings defaultSettings() {
  Settings settings;
  for (const ProvidedModule &module : providedModules())
    if (!isNodeModule(module.name))
      settings.allowedDependencies.push_back(module.name.str());
  for (llvm::StringRef scope : allowedScopes)
    settings.allowedDependencies.push_back(scope.str());
  llvm::sort(settings.allowedDependencies);
  return settings;
}

Settings readSettings(llvm::StringRef file, llvm::StringRef text, DiagnosticList &diagnostics,
                      const Catalog *catalog,
                      const std::function<bool(const RuleInfo &)> &isFixed) {
  Settings settings = defaultSettings();
  settings.file = file.str();
  FieldReader reader(file.str(), rules, diagnostics);
  JsonFile::Error error;
  if (auto json = JsonFile::parse(file, text, error))
    SettingsReader(reader, catalog, isFixed, settings).read(json->root());
  else
    reader.report(reported::invalidSettingsJson, error.range, error.message);
  return settings;
}

/// Where a member goes behind an object's `{`, laid out as the one that stands there now.
static std::string insertMember(llvm::StringRef text, const JsonNode &object,
                                const std::string &member) {
  const size_t at = object.range().begin + 1;
  const std::vector<JsonNode::Member> members = object.members();
  if (members.empty())
    return (text.take_front(at) + member + text.substr(at).ltrim()).str();
  llvm::StringRef gap = text.slice(at, members.front().keyRange.begin);
  std::string separator = gap.contains('\n') ? "," : ", ";
  return (text.take_front(at) + (gap.contains('\n') ? gap : llvm::StringRef()) + member +
          separator + text.substr(at))
      .str();
}

std::string withRuleSeverity(llvm::StringRef text, llvm::StringRef rule, Severity severity) {
  const std::string member = ("\"" + rule + "\": \"" + severityName(severity) + "\"").str();
  JsonFile::Error error;
  auto json = JsonFile::parse("agentc.json", text, error);
  if (!json)
    return "{\n  \"rules\": {\n    " + member + "\n  }\n}\n";
  for (const JsonNode::Member &field : json->root().members()) {
    if (field.key != "rules" || field.value.kind() != JsonKind::Object)
      continue;
    for (const JsonNode::Member &known : field.value.members())
      if (known.key == rule)
        return (text.take_front(known.value.range().begin) + "\"" + severityName(severity) + "\"" +
                text.substr(known.value.range().end))
            .str();
    return insertMember(text, field.value, member);
  }
  return insertMember(text, json->root(), "\"rules\": {" + member + "}");
}

std::optional<Allowance> parseAllowance(llvm::StringRef text) {
  Allowance allowance;
  size_t at = text.find('@', 1);
  allowance.package = text.take_front(at);
  if (at != llvm::StringRef::npos) {
    allowance.rangeText = text.drop_front(at + 1);
    allowance.range = VersionRange::parse(allowance.rangeText);
    if (allowance.rangeText.empty() || !allowance.range)
      return std::nullopt;
  }
  if (allowance.package.consume_back("*")) {
    allowance.isScope = true;
    if (!allowance.package.starts_with("@") || !allowance.package.ends_with("/"))
      return std::nullopt;
  }
  std::string name = allowance.package.str() + (allowance.isScope ? "a" : "");
  return isDependencyName(name) ? std::optional(std::move(allowance)) : std::nullopt;
}

std::vector<Allowance> allowancesOf(const Settings &settings, llvm::StringRef package) {
  std::vector<Allowance> found;
  for (llvm::StringRef item : settings.allowedDependencies)
    if (std::optional<Allowance> allowance = parseAllowance(item);
        allowance && allowance->covers(package))
      found.push_back(std::move(*allowance));
  return found;
}

bool allowsDependency(const Settings &settings, llvm::StringRef package) {
  return !allowancesOf(settings, package).empty();
}

} // namespace agentc
