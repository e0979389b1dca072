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

constexpr FieldReader::Rules settingsRules = {
    reported::settingsFieldType, reported::unknownSettingsField, reported::invalidSettingsJson};

/// Whole scopes, since a framework's providers and integrations are many and change often.
constexpr llvm::StringLiteral allowedScopes[] = {"@ai-sdk/*", "@langchain/*"};

constexpr size_t maxOverrides = 200;
constexpr size_t maxSettingBytes = 1024;

bool isClassReference(llvm::StringRef text) {
  auto [package, name] = text.split('#');
  return isDependencyName(package) && !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
}

bool isAllowance(llvm::StringRef text) { return parseAllowance(text).has_value(); }

class SettingsReader {
public:
  SettingsReader(FieldReader &reader, const SettingsContext &context, Settings &settings)
      : reader_(reader), context_(context), settings_(settings) {}

  void read(const JsonNode &root);

private:
  void readClasses(const JsonNode::Member &member);
  void readDependencies(const JsonNode::Member &member);
  void readExtends(const JsonNode::Member &member);
  void readRules(const JsonNode &settingsRules, RuleSeverities &severities);
  void readOverrides(const JsonNode::Member &member);
  void readOverride(const JsonNode &object);
  void checkRule(const JsonNode::Member &rule);
  void checkIgnored(const JsonNode::Member &member);
  void readWaiverFile(const JsonNode::Member &member);
  void readSeverity(const JsonNode::Member &member, const ManifestWord &word,
                    RuleSeverities &severities);
  void refuse(const ManifestWord &word, llvm::StringRef key, llvm::StringRef expected);

  FieldReader &reader_;
  const SettingsContext &context_;
  Settings &settings_;
};

void SettingsReader::refuse(const ManifestWord &word, llvm::StringRef key,
                            llvm::StringRef expected) {
  reader_.report(reported::invalidSettingsItem, word.range,
                 "`" + word.text + "` in `" + key + "` is not " + expected);
}

/// The list replaces what was there; `...` in it stands for that.
void SettingsReader::readClasses(const JsonNode::Member &member) {
  if (!reader_.expect(member.value, member.key, JsonKind::Array))
    return;
  std::vector<std::string> before;
  std::swap(before, settings_.baseClasses);
  for (ManifestWord &word : reader_.words(member.value, member.key))
    if (word.text == "...")
      llvm::append_range(settings_.baseClasses, before);
    else if (isClassReference(word.text))
      settings_.baseClasses.push_back(std::move(word.text));
    else
      refuse(word, member.key, "`package#Class`");
}

/// The list adds to what was there; `...`, which says so, is left from when it replaced that.
void SettingsReader::readDependencies(const JsonNode::Member &member) {
  if (!reader_.expect(member.value, member.key, JsonKind::Array))
    return;
  std::vector<std::string> &list = settings_.allowedDependencies;
  for (ManifestWord &word : reader_.words(member.value, member.key)) {
    llvm::StringRef name = word.text;
    if (name == "...")
      continue;
    if (name.consume_front("!")) {
      if (!llvm::is_contained(list, name))
        refuse(word, member.key, "an item that was allowed before");
      llvm::erase(list, name.str());
    } else if (!isAllowance(name)) {
      refuse(word, member.key, "a package name or `@scope/*`, with or without `@range`");
    } else if (!llvm::is_contained(list, name)) {
      list.push_back(std::move(word.text));
    }
  }
}

void SettingsReader::readExtends(const JsonNode::Member &member) {
  std::vector<ManifestWord> words;
  if (member.value.kind() == JsonKind::Array)
    words = reader_.words(member.value, member.key);
  else if (std::optional<ManifestWord> word = reader_.word(member.value, member.key))
    words.push_back(std::move(*word));
  for (const ManifestWord &word : words) {
    const std::string why = context_.extend ? context_.extend(word.text, settings_) : std::string();
    if (!why.empty())
      reader_.report(reported::invalidSettingsItem, word.range,
                     "`" + word.text + "` in `extends` is not read: " + why);
  }
}

void SettingsReader::checkRule(const JsonNode::Member &rule) {
  if (!context_.catalog || context_.catalog->find(rule.key))
    return;
  std::vector<std::string> known;
  for (const RuleInfo *info : context_.catalog->rules())
    known.push_back(info->name.str());
  reader_.report(reported::unknownSettingsRule, rule.keyRange,
                 "there is no rule `" + rule.key + "`" + didYouMean(rule.key, known));
}

void SettingsReader::readSeverity(const JsonNode::Member &member, const ManifestWord &word,
                                  RuleSeverities &severities) {
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
  const RuleInfo *rule = context_.catalog ? context_.catalog->find(member.key) : nullptr;
  if (rule && context_.isFixed && context_.isFixed(*rule) && severity != rule->severity)
    return (void)reader_.report(reported::fixedSeverity, member.keyRange,
                                "`" + rule->name +
                                    "` is always an error; what it finds keeps the "
                                    "bundle from being read as it is meant");
  severities[rule ? rule->name.str() : member.key.str()] = severity;
}

void SettingsReader::readRules(const JsonNode &object, RuleSeverities &severities) {
  for (const JsonNode::Member &member : reader_.members(object, "rules")) {
    checkRule(member);
    if (auto word = reader_.word(member.value, ("rules." + member.key).str()))
      readSeverity(member, *word, severities);
  }
}

void SettingsReader::readOverride(const JsonNode &object) {
  SettingsOverride some;
  some.below = context_.below;
  for (const JsonNode::Member &member : reader_.members(object, "overrides")) {
    if (member.key == "rules") {
      if (reader_.expect(member.value, "overrides.rules", JsonKind::Object))
        readRules(member.value, some.severities);
    } else if (member.key != "files") {
      reader_.unknown(member, "overrides", {"files", "rules"});
    } else if (reader_.expect(member.value, "overrides.files", JsonKind::Array)) {
      for (const ManifestWord &word : reader_.words(member.value, "overrides.files"))
        if (word.text.empty() || word.text.size() > maxSettingBytes ||
            llvm::StringRef(word.text).contains('\n'))
          refuse(word, "overrides.files", "one line of an ignore file");
        else
          some.files.push_back(
              std::make_shared<const PathPattern>(word.text, PathPattern::Dialect::Git));
    }
  }
  settings_.overrides.push_back(std::move(some));
}

void SettingsReader::readOverrides(const JsonNode::Member &member) {
  if (!reader_.expect(member.value, member.key, JsonKind::Array))
    return;
  for (const JsonNode &item : member.value.items()) {
    if (settings_.overrides.size() == maxOverrides) {
      reader_.report(reported::invalidSettingsItem, item.range(),
                     "`overrides` has more than " + llvm::Twine(maxOverrides) + " items");
      return;
    }
    if (reader_.expect(item, "overrides", JsonKind::Object))
      readOverride(item);
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
  const std::vector<std::string> known = {
      "$schema", "extends", "baseClasses", "allowedDependencies",
      "ignore",  "rules",   "overrides",   "waivers"};
  const std::vector<JsonNode::Member> members = reader_.members(root, "");
  // The settings of this file override those it extends, wherever it names them.
  for (const JsonNode::Member &member : members)
    if (member.key == "extends")
      readExtends(member);
  for (const JsonNode::Member &member : members) {
    if (member.key == "baseClasses")
      readClasses(member);
    else if (member.key == "allowedDependencies")
      readDependencies(member);
    else if (member.key == "$schema")
      reader_.expect(member.value, "$schema", JsonKind::String);
    else if (member.key == "ignore")
      checkIgnored(member);
    else if (member.key == "waivers")
      readWaiverFile(member);
    else if (member.key == "overrides")
      readOverrides(member);
    else if (member.key == "rules") {
      if (reader_.expect(member.value, "rules", JsonKind::Object))
        readRules(member.value, settings_.severities);
    } else if (member.key != "extends")
      reader_.unknown(member, "", known);
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

void readSettings(llvm::StringRef file, llvm::StringRef text, const SettingsContext &context,
                  Settings &settings, DiagnosticList &diagnostics) {
  settings.file = file.str();
  FieldReader reader(file.str(), settingsRules, diagnostics);
  JsonFile::Error error;
  const std::string plain = settingsAsJson(text);
  if (auto json = JsonFile::parse(file, plain, error))
    SettingsReader(reader, context, settings).read(json->root());
  else
    reader.report(reported::invalidSettingsJson, error.range, error.message);
}

std::string settingsAsJson(llvm::StringRef text) {
  std::string json = text.str();
  std::optional<size_t> comma; // with nothing but space behind it so far
  auto blank = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      if (json[i] != '\n' && json[i] != '\r')
        json[i] = ' ';
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      while (++i < text.size() && text[i] != '"' && text[i] != '\n')
        i += text[i] == '\\';
      comma.reset();
    } else if (text.substr(i).starts_with("//")) {
      const size_t end = std::min(text.find('\n', i), text.size());
      blank(i, end);
      i = end - 1;
    } else if (text.substr(i).starts_with("/*")) {
      // One that never ends stays, so that its place is told.
      const size_t end = text.find("*/", i + 2);
      if (end == llvm::StringRef::npos)
        break;
      blank(i, end + 2);
      i = end + 1;
    } else if (text[i] == ',') {
      comma = i;
    } else if ((text[i] == '}' || text[i] == ']') && comma) {
      json[*comma] = ' ';
      comma.reset();
    } else if (!llvm::isSpace(text[i])) {
      comma.reset();
    }
  }
  return json;
}

static bool means(const SettingsOverride &some, llvm::StringRef file) {
  const std::string path = some.below + file.str();
  llvm::SmallVector<llvm::StringRef, 16> parts;
  llvm::StringRef(path).split(parts, '/');
  bool isMeant = false;
  for (const auto &pattern : some.files)
    // As in an ignore file, a folder's pattern means all that is in it.
    for (size_t count = 1; count <= parts.size(); ++count)
      if (pattern->matches(llvm::ArrayRef(parts).take_front(count), count < parts.size())) {
        isMeant = !pattern->negated();
        break;
      }
  return isMeant;
}

std::optional<std::optional<Severity>> chosenSeverity(const Settings &settings,
                                                      const RuleInfo &rule, llvm::StringRef file) {
  auto chosen = [&](const RuleSeverities &severities) {
    auto found = severities.find(rule.name.str());
    return found == severities.end() ? severities.find(rule.id.str()) : found;
  };
  if (!file.empty())
    for (const SettingsOverride &some : llvm::reverse(settings.overrides))
      if (auto found = chosen(some.severities); found != some.severities.end() && means(some, file))
        return std::optional<std::optional<Severity>>(std::in_place, found->second);
  auto found = chosen(settings.severities);
  if (found == settings.severities.end())
    return std::nullopt;
  return std::optional<std::optional<Severity>>(std::in_place, found->second);
}

/// Returns the text with a member inserted right behind an object's `{`, laid out like the
/// member that follows.
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
  const std::string plain = settingsAsJson(text);
  auto json = JsonFile::parse("agentc.json", plain, error);
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
