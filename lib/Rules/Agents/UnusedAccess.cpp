#include "AllowedHosts.h"
#include "Uses.h"

#include "agentc/Bundle/ModuleNames.h"

namespace agentc::rules {

static void forEachItem(const AccessMap &access,
                        llvm::function_ref<void(const AccessItem &)> visit) {
  for (const ToolAccess &entry : access.entries)
    for (const AccessItem &item : entry.items)
      visit(item);
  for (const AccessItem &item : access.topLevel.items)
    visit(item);
}

static bool isUsed(const AccessItem &item, AccessKind kind, llvm::StringRef word) {
  if (item.kind != kind)
    return false;
  if (kind == AccessKind::Host)
    return allowsHost(word, {"https", item.name}) || allowsHost(word, {"http", item.name});
  return item.name == word || (kind == AccessKind::Module && packageOfSpecifier(item.name) == word);
}

/// The bytes of an array's item with the comma that goes with it.
static ByteRange withComma(llvm::StringRef text, ByteRange range) {
  auto isSpace = [&](size_t at) { return llvm::StringRef(" \t\r\n").contains(text[at]); };
  uint32_t end = range.end;
  while (end < text.size() && isSpace(end))
    ++end;
  if (end < text.size() && text[end] == ',') {
    for (++end; end < text.size() && isSpace(end);)
      ++end;
    return {range.begin, end};
  }
  uint32_t begin = range.begin;
  while (begin > 0 && isSpace(begin - 1))
    --begin;
  return {begin > 0 && text[begin - 1] == ',' ? begin - 1 : range.begin, range.end};
}

static void check(const CheckContext &context, RuleReporter &report) {
  const Manifest &manifest = context.manifest;
  if (manifest.allowedHosts.empty() && manifest.allowedEnv.empty() &&
      manifest.allowedModules.empty() && !manifest.data)
    return;
  bool isLost = context.access().entries.empty();
  forEachItem(context.access(),
              [&](const AccessItem &item) { isLost |= item.kind == AccessKind::Unanalyzed; });
  if (isLost) // what is not seen may be used
    return;
  auto compare = [&](const std::vector<ManifestWord> &words, AccessKind kind,
                     llvm::StringRef field) {
    for (const ManifestWord &word : words) {
      if (word.range.begin == word.range.end) // an MCP bundle's, which stands elsewhere
        continue;
      bool found = false;
      forEachItem(context.access(),
                  [&](const AccessItem &item) { found |= isUsed(item, kind, word.text); });
      if (found)
        continue;
      std::string name = "`" + shownText(word.text) + "`";
      Diagnostic &finding = report.at(manifest.file, word.range,
                                      "`" + field.str() + "` allows " + name +
                                          ", which nothing in the bundle reaches");
      if (const File *file = context.bundle.files.find(manifest.file))
        finding.fix = Fix{"remove " + name + " from `" + field.str() + "`",
                          {{manifest.file, withComma(file->bytes, word.range), ""}}};
    }
  };
  compare(manifest.allowedHosts, AccessKind::Host, "allowedHosts");
  compare(manifest.allowedEnv, AccessKind::Env, "allowedEnv");
  compare(manifest.allowedModules, AccessKind::Module, "allowedModules");
  bool reachesData = !manifest.data;
  forEachItem(context.access(), [&](const AccessItem &item) {
    reachesData |= item.kind == AccessKind::File && mayReachData(item.name);
  });
  if (!reachesData)
    report.at(manifest.file, manifest.data->range,
              "`files.data` gives a folder, which nothing in the bundle reaches");
}

extern const Rule UnusedAccess = {
    {.id = "AC7010",
     .name = "unused-access",
     .group = "agents",
     .severity = Severity::Note,
     .summary = "hosts, variables and modules that are allowed and never reached",
     .precision = Precision::High,
     .cwe = 272,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
