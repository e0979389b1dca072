#include "agentc/Calls/SliceImage.h"
#include "agentc/Calls/RunImages.h"
#include "agentc/Check/DependencyFindings.h"
#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/Text.h"
#include "agentc/Syntax/Jsx.h"

#include <set>

namespace agentc {

namespace {

/// The way to the definition: the slice's own steps, then what follows the exports' members (an
/// instance of a class, and the tool in its list).
void relocate(ToolLocation &location, const ToolSlice &slice) {
  std::vector<ToolStep> path;
  for (const std::string &step : slice.steps)
    path.push_back(ToolStep::member(step));
  auto instance = llvm::find_if(
      location.path, [](const ToolStep &step) { return step.kind == ToolStep::Kind::Instance; });
  path.insert(path.end(), instance, location.path.end());
  location.path = std::move(path);
  location.module = slice.path;
  // A slice exports the definition and none of the functions that make one when they are called.
  location.makers.clear();
  std::string name = location.made ? location.made->name : "";
  location.made.reset();
  if (slice.made)
    location.made = MadeAt{slice.path,          slice.made->line,      slice.made->column,
                           slice.made->endLine, slice.made->endColumn, name};
}

/// Adds the stand-ins for modules of the sandbox where the bundle means another version than
/// the name says; they serve the slice, too.
void addProvided(const RunImage &whole, RunImage &image) {
  std::set<std::string> specifiers;
  for (const ImageLink &link : whole.links) {
    if (!llvm::StringRef(link.target).starts_with(providedFolder) ||
        !packageFolderOf(link.module).empty() || !specifiers.insert(link.specifier).second)
      continue;
    image.links.push_back({image.entry, link.specifier, link.target});
    auto isTarget = [&](const ImageModule &module) { return module.path == link.target; };
    if (llvm::none_of(image.modules, isTarget))
      image.modules.push_back(*llvm::find_if(whole.modules, isTarget));
  }
}

llvm::Error checkSealed(const FileTree &package, const ToolSlice &slice) {
  const File *sealed = package.find(slice.path);
  if (!sealed || sealed->bytes == slice.text)
    return llvm::Error::success();
  return usageError("the package's `" + escapeForTerminal(slice.path) +
                    "` is not what its code gives; `agentc verify` says what differs");
}

/// The bundle without types; std::nullopt if it has none, or syntax that needs a transform.
std::optional<Bundle> withoutTypes(const Compilation &c) {
  DiagnosticList diagnostics;
  bool hasTypes = false, complete = true;
  Bundle erased = *c.bundle;
  erased.files = FileTree();
  for (const auto &[path, file] : c.bundle->files.files()) {
    std::string name = sealedName(path);
    const ModuleInfo *module = c.program->find(path);
    if (!module || !module->syntax->program || (name == path && !mustBeLowered(*module->syntax))) {
      erased.files.share(path, file);
      continue;
    }
    hasTypes = true;
    std::optional<std::string> text = eraseTypes(*c.program, *module, diagnostics);
    complete &= text && erased.files.add(name, std::move(*text));
  }
  return hasTypes && complete ? std::optional(std::move(erased)) : std::nullopt;
}

} // namespace

llvm::Expected<SliceImage> makeSliceImage(const Compilation &c, llvm::StringRef id,
                                          RunImage whole) {
  std::vector<ToolSlice> slices = sliceTools(*c.program, *c.values, *c.config);
  auto slice = llvm::find_if(slices, [&](const ToolSlice &each) { return each.id == id; });
  auto location =
      llvm::find_if(whole.tools, [&](const ToolLocation &each) { return each.name == id; });
  if (slice != slices.end() && c.packageFiles)
    if (llvm::Error error = checkSealed(*c.packageFiles, *slice))
      return error;
  SliceImage made;
  if (slice == slices.end() || location == whole.tools.end() || !slice->exact) {
    made.image = std::move(whole);
    return made;
  }
  made.image.name = whole.name;
  made.image.entry = slice->path;
  made.image.style = whole.style;
  made.image.imports = whole.imports;
  made.image.carriesFramework = whole.carriesFramework;
  made.image.modules.push_back(
      {slice->path, slice->isEsm ? ModuleFormat::Esm : ModuleFormat::CommonJs, slice->text});
  addProvided(whole, made.image);
  relocate(*location, *slice);
  made.image.tools.push_back(std::move(*location));
  made.files.add(slice->path, slice->text);
  made.files.add(slice->path + ".map", slice->sourceMap);
  return made;
}

llvm::Error compileErased(PipelineRequest request, std::optional<Compilation> &result) {
  result.emplace();
  if (llvm::Error error = compile(request, *result))
    return error;
  std::optional<Bundle> erased = result->program ? withoutTypes(*result) : std::nullopt;
  if (!erased)
    return llvm::Error::success();
  request.opened = OpenedBundle{std::move(*erased), nullptr, {}};
  result.emplace();
  return compile(request, *result);
}

} // namespace agentc
