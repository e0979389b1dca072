#include "CompilerSettings.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

std::string withoutJsonComments(llvm::StringRef text) {
  std::string out = text.str();
  size_t comma = std::string::npos; // the last token, if it is one
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i] == '"') {
      for (++i; i < out.size() && out[i] != '"'; ++i)
        i += out[i] == '\\';
      comma = std::string::npos;
    } else if (text.substr(i).starts_with("//")) {
      for (; i < out.size() && out[i] != '\n'; ++i)
        out[i] = ' ';
    } else if (text.substr(i).starts_with("/*")) {
      size_t end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
      for (; i < end; ++i)
        out[i] = ' ';
      --i;
    } else if (out[i] == ',') {
      comma = i;
    } else if ((out[i] == '}' || out[i] == ']') && comma != std::string::npos) {
      out[comma] = ' ';
      comma = std::string::npos;
    } else if (!llvm::isSpace(out[i])) {
      comma = std::string::npos;
    }
  }
  return out;
}

namespace {

struct Flag {
  const char *name;
  std::optional<bool> CompilerSettings::*member;
};
constexpr Flag flags[] = {
    {"experimentalDecorators", &CompilerSettings::experimentalDecorators},
    {"emitDecoratorMetadata", &CompilerSettings::emitDecoratorMetadata},
    {"strict", &CompilerSettings::strict},
    {"strictNullChecks", &CompilerSettings::strictNullChecks},
};

} // namespace

static void inherit(JsxSettings &settings, const JsxSettings &base) {
  if (base.runtime != JsxSettings::Runtime::Unsaid)
    settings.runtime = base.runtime;
  for (auto text : {&JsxSettings::importSource, &JsxSettings::factory, &JsxSettings::fragment})
    if (!(base.*text).empty())
      settings.*text = base.*text;
}

/// `jsx` and what goes with it, of `compilerOptions`.
static JsxSettings readJsx(const Json &options) {
  using Runtime = JsxSettings::Runtime;
  auto text = [&](const char *key) {
    auto value = options.find(key);
    return value != options.end() && value->is_string() ? value->get<std::string>() : std::string();
  };
  JsxSettings jsx;
  std::string mode = llvm::StringRef(text("jsx")).lower();
  if (mode == "preserve" || mode == "react-native")
    jsx.runtime = Runtime::Preserved;
  else if (mode == "react-jsx" || mode == "react-jsxdev")
    jsx.runtime = Runtime::Automatic;
  else if (mode == "react")
    jsx.runtime = Runtime::Classic;
  jsx.importSource = text("jsxImportSource");
  if (std::string space = text("reactNamespace"); !space.empty()) {
    jsx.factory = space + ".createElement";
    jsx.fragment = space + ".Fragment";
  }
  for (auto [key, member] : {std::pair("jsxFactory", &JsxSettings::factory),
                             std::pair("jsxFragmentFactory", &JsxSettings::fragment)})
    if (std::string value = text(key); !value.empty())
      jsx.*member = std::move(value);
  return jsx;
}

CompilerSettingsFiles::CompilerSettingsFiles(const FileTree &files) : files_(files) {
  for (llvm::StringRef name : {"tsconfig.json", "jsconfig.json"})
    for (const auto &[path, file] : files.files())
      if (llvm::StringRef folder = folderOf(path);
          path.size() >= name.size() && joinPath(folder, name) == path)
        byFolder_.try_emplace(folder, &read(*file, 0));
}

void CompilerSettingsFiles::extend(CompilerSettings &settings, const File &file, const Json &name,
                                   unsigned depth) {
  if (!name.is_string())
    return;
  const std::string &text = name.get_ref<const std::string &>();
  llvm::StringRef written = text;
  std::vector<std::string> candidates;
  if (written.starts_with("./") || written.starts_with("../")) {
    if (auto path = resolveRelative(file.path, written))
      candidates = {*path, *path + ".json"};
  } else {
    for (llvm::StringRef folder = file.path; !folder.empty();) {
      folder = folderOf(folder);
      std::string path = joinPath(folder, ("node_modules/" + written).str());
      candidates.insert(candidates.end(), {path, path + ".json", path + "/tsconfig.json"});
    }
  }
  for (const std::string &path : candidates) {
    const File *base = files_.find(path);
    if (!base)
      continue;
    const CompilerSettings &inherited = read(*base, depth + 1);
    settings.bases.push_back(&inherited);
    if (inherited.baseUrl)
      settings.baseUrl = inherited.baseUrl;
    if (inherited.paths)
      settings.paths = inherited.paths, settings.pathsFolder = inherited.pathsFolder;
    if (inherited.outDir)
      settings.outDir = inherited.outDir;
    if (inherited.rootDir)
      settings.rootDir = inherited.rootDir;
    inherit(settings.jsx, inherited.jsx);
    for (auto flag : flags)
      if (inherited.*flag.member)
        settings.*flag.member = inherited.*flag.member;
    return;
  }
}

void CompilerSettingsFiles::readOptions(CompilerSettings &settings, llvm::StringRef path,
                                        const Json &options) {
  auto folder = [&](const char *key) -> std::optional<std::string> {
    auto value = options.find(key);
    return value != options.end() && value->is_string()
               ? resolveRelative(path, value->get_ref<const std::string &>())
               : std::nullopt;
  };
  if (auto baseUrl = folder("baseUrl"))
    settings.baseUrl = baseUrl;
  if (auto outDir = folder("outDir"))
    settings.outDir = outDir;
  if (auto rootDir = folder("rootDir"))
    settings.rootDir = rootDir;
  inherit(settings.jsx, readJsx(options));
  for (auto flag : flags)
    if (auto value = options.find(flag.name); value != options.end() && value->is_boolean())
      settings.*flag.member = value->get<bool>();
  if (auto paths = options.find("paths"); paths != options.end() && paths->is_object()) {
    settings.paths = std::make_shared<const Json>(*paths);
    settings.pathsFolder = settings.baseUrl ? *settings.baseUrl : folderOf(path).str();
  }
}

const CompilerSettings &CompilerSettingsFiles::read(const File &file, unsigned depth) {
  auto [entry, isNew] = byFile_.try_emplace(file.path);
  if (!isNew)
    return *entry->second; // as far as it is read, where files extend each other
  entry->second = std::make_unique<CompilerSettings>();
  CompilerSettings &settings = *entry->second;
  settings.file = file.path;
  std::optional<Json> json = file.bytes.size() <= maxResolutionFileBytes
                                 ? parseJson(withoutJsonComments(file.bytes))
                                 : std::nullopt;
  if (!json || !json->is_object() || depth > maxResolutionDepth)
    return settings;
  if (auto base = json->find("extends"); base != json->end()) {
    if (!base->is_array())
      extend(settings, file, *base, depth);
    else if (base->size() <= maxResolutionDepth)
      for (const Json &one : *base)
        extend(settings, file, one, depth);
  }
  auto options = json->find("compilerOptions");
  if (options != json->end() && options->is_object())
    readOptions(settings, file.path, *options);
  // a solution's own file has no options: those of the projects it refers to hold
  auto references = json->find("references");
  if (references != json->end() && references->is_array() && !settings.paths && !settings.baseUrl)
    for (const Json &one : *references)
      if (auto path = one.is_object() ? one.find("path") : one.end();
          one.is_object() && path != one.end() && path->is_string() &&
          llvm::StringRef(path->get_ref<const std::string &>()).ends_with(".json") &&
          !settings.paths && settings.bases.size() < maxResolutionDepth)
        extend(settings, file, *path, depth);
  if (settings.paths)
    settings.pathKeys = PathKeys(*settings.paths);
  return settings;
}

const CompilerSettings *CompilerSettingsFiles::around(llvm::StringRef folder) const {
  if (byFolder_.empty() || folder.starts_with("node_modules/") || folder.contains("/node_modules/"))
    return nullptr;
  while (true) {
    if (const CompilerSettings *settings = byFolder_.lookup(folder))
      return settings;
    if (folder.empty())
      return nullptr;
    folder = folderOf(folder);
  }
}

} // namespace agentc
