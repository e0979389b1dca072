#include "agentc/ToolProtocol/RunImage.h"

#include "MemberReader.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Base64.h"

#include <array>

namespace agentc {

static constexpr std::array<const char *, 4> formatNames = {"esm", "cjs", "json", "asset"};
static constexpr std::array<const char *, 3> styleNames = {"handler", "baseAgent", "tools"};

static Json locationsToJson(const std::vector<ToolLocation> &locations) {
  Json json = Json::array();
  for (const ToolLocation &each : locations) {
    Json path = Json::array();
    for (const ToolStep &step : each.path)
      switch (step.kind) {
      case ToolStep::Kind::Member:
        path.push_back({{"member", step.name}});
        break;
      case ToolStep::Kind::Index:
        path.push_back({{"index", step.index}});
        break;
      case ToolStep::Kind::Named:
        path.push_back({{"named", step.name}});
        break;
      case ToolStep::Kind::Instance:
        path.push_back({{"instance", true}});
        break;
      }
    Json location = {{"name", each.name}};
    if (!each.module.empty())
      location["module"] = each.module;
    location["path"] = std::move(path);
    if (const std::optional<MadeAt> &made = each.made) {
      location["made"] = {{"file", made->file},
                          {"line", made->line},
                          {"column", made->column},
                          {"endLine", made->endLine},
                          {"endColumn", made->endColumn}};
      if (!made->name.empty())
        location["made"]["name"] = made->name;
    }
    for (const ExportedFunction &maker : each.makers)
      location["makers"].push_back({{"module", maker.module}, {"name", maker.name}});
    if (!each.inputSchema.empty())
      location["inputSchemaText"] = each.inputSchema;
    if (!each.outputSchema.empty())
      location["outputSchemaText"] = each.outputSchema;
    if (!each.outputMember.empty())
      location["outputMember"] = each.outputMember;
    json.push_back(std::move(location));
  }
  return json;
}

Json imageToJson(const RunImage &image) {
  Json modules = Json::array(), links = Json::array(), imports = Json::array();
  for (const ImageModule &module : image.modules)
    modules.push_back(
        {{"path", module.path},
         {"format", formatNames[static_cast<size_t>(module.format)]},
         {"text",
          module.format == ModuleFormat::Asset ? llvm::encodeBase64(module.text) : module.text}});
  for (const ImageLink &link : image.links)
    links.push_back(
        {{"module", link.module}, {"specifier", link.specifier}, {"target", link.target}});
  for (const ImageImport &import : image.imports)
    imports.push_back({{"specifier", import.specifier}, {"names", import.names}});
  Json json = {{"name", image.name},
               {"entry", image.entry},
               {"style", styleNames[static_cast<size_t>(image.style)]},
               {"modules", std::move(modules)},
               {"links", std::move(links)},
               {"imports", std::move(imports)},
               {"globals", image.globals},
               {"tools", locationsToJson(image.tools)},
               {"agents", locationsToJson(image.agents)}};
  if (!image.started.empty())
    json["started"] = image.started;
  if (!image.arguments.empty())
    json["arguments"] = image.arguments;
  if (image.carriesFramework)
    json["carriesFramework"] = true;
  return json;
}

template <typename Enum, size_t count>
static void readEnum(MemberReader &reader, llvm::StringRef member, Enum &target,
                     const std::array<const char *, count> &names) {
  std::string name;
  reader.text(member, name, /*required=*/true);
  for (size_t i = 0; i < count; ++i)
    if (name == names[i]) {
      target = static_cast<Enum>(i);
      return;
    }
  reader.fail(member, "is `" + escapeForTerminal(name) + "`, which is not one of its words");
}

static bool isNormalized(llvm::StringRef path) {
  if (path.empty() || path.size() > 4096)
    return false;
  for (unsigned char c : path)
    if (c < 0x20 || c == 0x7f)
      return false;
  while (!path.empty()) {
    auto [part, rest] = path.split('/');
    if (part.empty() || part == "." || part == "..")
      return false;
    if (rest.empty() && path.ends_with("/"))
      return false;
    path = rest;
  }
  return true;
}

static ToolStep readStep(MemberReader &reader) {
  ToolStep step;
  bool instance = false;
  if (reader.find("member")) {
    reader.text("member", step.name);
  } else if (reader.find("named")) {
    step.kind = ToolStep::Kind::Named;
    reader.text("named", step.name);
  } else if (reader.find("index")) {
    step.kind = ToolStep::Kind::Index;
    reader.number("index", step.index);
  } else {
    step.kind = ToolStep::Kind::Instance;
    reader.flag("instance", instance);
    if (!instance)
      reader.fail("instance", "is missing; a step has one of `member`, `index`, `named`, "
                              "`instance`");
  }
  return step;
}

static MadeAt readMadeAt(MemberReader &reader) {
  MadeAt made;
  reader.text("file", made.file, /*required=*/true);
  reader.number("line", made.line);
  reader.number("column", made.column);
  reader.number("endLine", made.endLine);
  reader.number("endColumn", made.endColumn);
  reader.text("name", made.name);
  return made;
}

/// Reads an image from the members of `reader`, which also a request uses.
void readImage(MemberReader &reader, RunImage &image) {
  reader.text("name", image.name);
  reader.text("entry", image.entry, /*required=*/true);
  readEnum(reader, "style", image.style, styleNames);
  llvm::StringSet<> paths;
  reader.objects("modules", [&](MemberReader &item) {
    ImageModule &module = image.modules.emplace_back();
    item.text("path", module.path, /*required=*/true);
    readEnum(item, "format", module.format, formatNames);
    item.text("text", module.text, /*required=*/true);
    if (std::vector<char> bytes; module.format == ModuleFormat::Asset) {
      if (llvm::Error error = llvm::decodeBase64(module.text, bytes)) {
        llvm::consumeError(std::move(error));
        item.fail("text", "is not base64, as an asset's is");
      }
      module.text.assign(bytes.begin(), bytes.end());
    }
    if (!isNormalized(module.path))
      item.fail("path", "is not a normalized path");
    else if (!paths.insert(module.path).second)
      item.fail("path", "is there twice");
  });
  auto mustExist = [&](MemberReader &item, llvm::StringRef member, const std::string &path) {
    if (!paths.contains(path))
      item.fail(member, "is `" + escapeForTerminal(path) + "`, which is not a module of the image");
  };
  mustExist(reader, "entry", image.entry);
  reader.texts("started", image.started);
  for (const std::string &path : image.started)
    mustExist(reader, "started", path);
  reader.texts("arguments", image.arguments);
  reader.objects("links", [&](MemberReader &item) {
    ImageLink &link = image.links.emplace_back();
    item.text("module", link.module, /*required=*/true);
    item.text("specifier", link.specifier, /*required=*/true);
    item.text("target", link.target, /*required=*/true);
    mustExist(item, "module", link.module);
    mustExist(item, "target", link.target);
  });
  reader.objects("imports", [&](MemberReader &item) {
    ImageImport &import = image.imports.emplace_back();
    item.text("specifier", import.specifier, /*required=*/true);
    item.texts("names", import.names);
  });
  reader.texts("globals", image.globals);
  reader.flag("carriesFramework", image.carriesFramework);
  auto readLocations = [&](llvm::StringRef member, std::vector<ToolLocation> &locations) {
    llvm::StringSet<> names;
    reader.objects(member, [&](MemberReader &item) {
      ToolLocation &location = locations.emplace_back();
      item.text("name", location.name, /*required=*/true);
      if (!names.insert(location.name).second)
        item.fail("name", "is there twice");
      item.text("module", location.module);
      if (!location.module.empty())
        mustExist(item, "module", location.module);
      item.objects("path", [&](MemberReader &step) { location.path.push_back(readStep(step)); });
      if (location.path.size() > 64)
        item.fail("path", "has more than 64 steps");
      item.object("made", [&](MemberReader &place) { location.made = readMadeAt(place); });
      item.objects("makers", [&](MemberReader &maker) {
        ExportedFunction &function = location.makers.emplace_back();
        maker.text("module", function.module, /*required=*/true);
        maker.text("name", function.name, /*required=*/true);
        mustExist(maker, "module", function.module);
      });
      item.text("inputSchemaText", location.inputSchema);
      item.text("outputSchemaText", location.outputSchema);
      item.text("outputMember", location.outputMember);
    });
  };
  readLocations("tools", image.tools);
  readLocations("agents", image.agents);
}

static std::string digestOf(const Json &image) {
  return "sha256:" + sha256Hex(printJson(image, /*indented=*/false));
}

std::string sendAhead(RunImage &image) {
  Json json = imageToJson(image);
  image.digest = digestOf(json);
  return printJson({{"schema", sentImageSchema}, {"digest", image.digest}, {"image", json}},
                   /*indented=*/false) +
         "\n";
}

llvm::Expected<SharedImage> sentAhead(const Json &line) {
  std::string failure, schema, digest;
  MemberReader reader(line, "", failure);
  auto image = std::make_shared<RunImage>();
  reader.text("schema", schema, /*required=*/true);
  reader.text("digest", digest, /*required=*/true);
  reader.object("image", [&](MemberReader &item) { readImage(item, *image); });
  if (!reader.failed() && digest != digestOf(imageToJson(*image)))
    reader.fail("digest", "is not the image's");
  reader.finish();
  if (llvm::Error error = readFailure(failure))
    return error;
  image->digest = digest;
  return image;
}

} // namespace agentc
