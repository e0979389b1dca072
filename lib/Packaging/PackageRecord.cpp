#include "PackageRecord.h"

#include "agentc/Support/Digest.h"

#include <nlohmann/json.hpp>

namespace agentc {

static Json wordsToJson(const std::vector<ManifestWord> &words) {
  Json result = Json::array();
  for (const ManifestWord &word : words)
    result.push_back(word.text);
  return result;
}

static Json wordOrNull(const std::optional<ManifestWord> &word) {
  return word ? Json(word->text) : Json();
}

static Json filesToJson(const FileTree &files) {
  Json result = Json::array();
  for (const auto &[path, file] : files.files())
    result.push_back(
        {{"path", path}, {"size", file->bytes.size()}, {"sha256", sha256Hex(file->bytes)}});
  return result;
}

static Json manifestMembers(const Manifest &manifest) {
  Json enabled = manifest.enabledTools ? wordsToJson(*manifest.enabledTools) : Json();
  return {{"allowed",
           {{"hosts", wordsToJson(manifest.allowedHosts)},
            {"env", wordsToJson(manifest.allowedEnv)},
            {"modules", wordsToJson(manifest.allowedModules)},
            {"tools", std::move(enabled)},
            {"dataBytes", manifest.data ? Json(manifest.data->bytes) : Json()}}},
          {"limits",
           {{"timeoutMs", manifest.timeoutMs},
            {"cpuMs", manifest.cpuMs},
            {"fetchTimeoutMs", manifest.fetchTimeoutMs},
            {"maxMemoryBytes", manifest.maxMemoryBytes}}}};
}

/// The member names of a waived finding's texts; those that are empty are left out.
template <typename Finding, typename Visit> static void eachText(Finding &finding, Visit visit) {
  visit("rule", finding.rule);
  visit("fingerprint", finding.fingerprint);
  visit("file", finding.file);
  visit("message", finding.message);
  visit("reason", finding.why.reason);
  visit("who", finding.why.who);
  visit("created", finding.why.created);
  visit("expires", finding.why.expires);
}

static Json waivedToJson(const FindingsSummary &findings) {
  Json result = Json::array();
  for (const WaivedFinding &finding : findings.waived) {
    Json item = Json::object();
    eachText(finding, [&](const char *name, const std::string &text) {
      if (!text.empty())
        item[name] = text;
    });
    item["by"] = waivedByName(finding.why.by).str();
    result.push_back(std::move(item));
  }
  return result;
}

static Json slicesToJson(llvm::ArrayRef<ToolSlice> slices) {
  Json result = Json::array();
  for (const ToolSlice &slice : slices) {
    Json item = {{"id", slice.id},
                 {"path", slice.path},
                 {"slice", slice.exact ? "exact" : "whole"},
                 {"size", slice.text.size()},
                 {"sha256", sha256Hex(slice.text)}};
    if (!slice.reason.empty())
      item["reason"] = slice.reason;
    result.push_back(std::move(item));
  }
  return result;
}

std::string writeRecord(const PlanInput &input, const FileTree &files, llvm::StringRef digest,
                        llvm::ArrayRef<ToolSlice> slices) {
  const Manifest &manifest = input.manifest;
  Json record = {{"schema", "agentc.package/1"},
                 {"generator", {{"name", "agentc"}, {"version", input.generatorVersion.str()}}},
                 {"ruleSet", input.ruleSetVersion.str()},
                 {"name", wordOrNull(manifest.name)},
                 {"version", wordOrNull(manifest.version)},
                 {"agentType", wordOrNull(manifest.agentType)},
                 {"capabilities", wordsToJson(manifest.capabilities)},
                 {"entry", manifest.entry ? Json(sealedName(*manifest.entry)) : Json()},
                 {"digest", digest.str()}};
  record.update(manifestMembers(manifest));
  if (!input.secrets.empty())
    record["allowed"]["secrets"] = secretsToJson(input.secrets);
  record["findings"] = {{"error", input.findings.error},
                        {"warning", input.findings.warning},
                        {"note", input.findings.note},
                        {"waived", waivedToJson(input.findings)}};
  record["files"] = filesToJson(files);
  record["slices"] = slicesToJson(slices);
  // Places are those of what was read; erasing types moves none of them.
  record["configuration"] =
      configToJson(input.config, input.access, input.bundle.files, /*plain=*/false);
  record["access"] = accessMapToJson(input.access, input.bundle.files);
  return printJson(record);
}

static const Json *member(const Json &object, const char *name) {
  if (!object.is_object())
    return nullptr;
  auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

static bool readText(const Json &object, const char *name, std::string &out) {
  const Json *value = member(object, name);
  if (!value || !value->is_string())
    return false;
  out = value->get<std::string>();
  return true;
}

static bool readFiles(const Json &record, std::vector<SealedFile> &files) {
  const Json *list = member(record, "files");
  if (!list || !list->is_array())
    return false;
  for (const Json &item : *list) {
    SealedFile &file = files.emplace_back();
    const Json *size = member(item, "size");
    if (!readText(item, "path", file.path) || !readText(item, "sha256", file.sha256) || !size ||
        !size->is_number_unsigned())
      return false;
    file.size = size->get<uint64_t>();
  }
  return true;
}

std::optional<SealedRecord> readRecord(const Json &json, std::string &failure) {
  SealedRecord record;
  std::string schema;
  const Json *generator = member(json, "generator");
  if (!readText(json, "schema", schema) || schema != "agentc.package/1")
    failure = "`schema` is not `agentc.package/1`";
  else if (!generator || !readText(*generator, "version", record.generatorVersion))
    failure = "`generator.version` is not a string";
  else if (!readText(json, "ruleSet", record.ruleSetVersion))
    failure = "`ruleSet` is not a string";
  else if (!readText(json, "digest", record.digest))
    failure = "`digest` is not a string";
  else if (!readFiles(json, record.files))
    failure = "`files` is not a list of `path`, `size` and `sha256`";
  else
    return record;
  return std::nullopt;
}

std::vector<WaivedFinding> readSealedWaivers(const FileTree &packageFiles) {
  std::vector<WaivedFinding> result;
  const File *file = packageFiles.find(recordPath);
  std::optional<Json> record = file ? parseJson(file->bytes) : std::nullopt;
  const Json *findings = record ? member(*record, "findings") : nullptr;
  const Json *list = findings ? member(*findings, "waived") : nullptr;
  if (!list || !list->is_array())
    return result;
  for (const Json &item : *list) {
    WaivedFinding finding;
    eachText(finding, [&](const char *name, std::string &text) { readText(item, name, text); });
    std::string by;
    if (!readText(item, "by", by))
      continue;
    finding.why.by = by == "suppression" ? WaivedBy::Suppression : WaivedBy::Waiver;
    result.push_back(std::move(finding));
  }
  return result;
}

/// Adds what stands in one entry's or the top level's lists.
static void addReach(const Json &entry, const std::string &owner, std::set<std::string> &out) {
  if (!entry.is_object())
    return;
  for (const auto &[kind, items] : entry.items()) {
    if (!items.is_array())
      continue;
    for (const Json &item : items) {
      std::string name;
      if (item.is_string())
        name = item.get<std::string>();
      else if (!readText(item, "name", name) && !readText(item, "reason", name))
        continue;
      out.insert(owner + ": " + kind + " `" + name + "`");
    }
  }
}

std::set<std::string> reachOf(const Json &access) {
  std::set<std::string> result;
  for (auto [list, word] : {std::pair("agents", "agent"), std::pair("tools", "tool")})
    if (const Json *entries = member(access, list); entries && entries->is_array())
      for (const Json &entry : *entries) {
        std::string id;
        readText(entry, "id", id);
        addReach(entry, word + (" `" + id + "`"), result);
      }
  if (const Json *topLevel = member(access, "topLevel"))
    addReach(*topLevel, "the top level", result);
  return result;
}

Json memberAt(const Json &object, const char *name) {
  auto found = object.is_object() ? object.find(name) : object.end();
  return found == object.end() ? Json() : *found;
}

std::string textAt(const Json &object, const char *name) {
  auto found = object.is_object() ? object.find(name) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

} // namespace agentc
