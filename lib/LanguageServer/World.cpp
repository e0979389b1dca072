#include "World.h"

#include "Uri.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace agentc::lsp {

std::string World::uriOf(llvm::StringRef real) const {
  if (const Document *document = documents.findPath(real))
    return document->uri;
  for (const WorkFolder &folder : folders)
    if (isBelow(real, folder.real))
      return uriOfPath(folder.path + real.drop_front(folder.real.size()).str());
  return uriOfPath(real);
}

std::vector<std::string> World::roots() const {
  std::vector<std::string> roots;
  for (const WorkFolder &folder : folders)
    if (llvm::sys::fs::is_directory(folder.real))
      roots.push_back(folder.real);
  for (const auto &[uri, document] : documents.all())
    if (!document.path.empty() && llvm::sys::fs::is_regular_file(document.path) &&
        llvm::none_of(
            folders, [&](const WorkFolder &folder) { return isBelow(document.path, folder.real); }))
      roots.push_back(document.path);
  return roots;
}

const File *UnitPlaces::find(llvm::StringRef name) const {
  const File *file = files_.find(name);
  return file ? file : outside_.find(name);
}

std::string UnitPlaces::pathOf(llvm::StringRef name) {
  auto [place, isNew] = paths_.try_emplace(name.str());
  if (!isNew)
    return place->second;
  if (name.empty()) {
    const auto &files = files_.files();
    place->second = files_.find("package.json") || files.empty()
                        ? shownBelow(folder_, "package.json")
                        : shownBelow(folder_, files.begin()->first);
  } else if (const File *other = files_.find(name) ? nullptr : outside_.find(name)) {
    llvm::SmallString<256> path(other->path);
    if (!llvm::sys::fs::make_absolute(path))
      place->second = realPathOf(path);
  } else {
    place->second = shownBelow(folder_, name);
  }
  return place->second;
}

const TextPositions *UnitPlaces::positions(llvm::StringRef name) {
  auto known = positions_.find(name);
  if (known != positions_.end())
    return &known->second;
  const File *file = find(name);
  return file ? &positions_
                     .try_emplace(name.str(),
                                  TextPositions(file->bytes, world_.documents.encoding()))
                     .first->second
              : nullptr;
}

Json UnitPlaces::range(llvm::StringRef name, ByteRange range) {
  const TextPositions *text = positions(name);
  return text ? text->range(range) : TextPositions("", Encoding::Utf16).range({});
}

Json UnitPlaces::location(llvm::StringRef name, ByteRange place) {
  return {{"uri", uriOf(name)}, {"range", range(name, place)}};
}

} // namespace agentc::lsp
