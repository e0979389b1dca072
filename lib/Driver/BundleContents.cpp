#include "BundleContents.h"

namespace agentc {

static void takeContents(Compilation &c, const Contents &contents) {
  c.bundle->files = contents.files();
  c.reasons = contents.reasons();
}

void findContents(Compilation &c, std::optional<Contents> &contents) {
  c.forest.emplace();
  if (c.bundle->isSourceTree) {
    LoadedFiles files(*c.opened, *c.forest, c.diagnostics);
    for (const std::string &path : findSources(*c.bundle, c.diagnostics))
      files.add(path, {});
    files.follow();
    return leaveBrokenOut(*c.forest);
  }
  contents.emplace(*c.opened, *c.manifest, c.packageFiles.has_value(), *c.forest, c.diagnostics);
  takeContents(c, *contents);
}

bool addFound(Compilation &c, Contents &contents) {
  if (!contents.addFound(*c.program, *c.values))
    return false;
  c.values.reset();
  c.program.reset();
  takeContents(c, contents);
  return true;
}

} // namespace agentc
