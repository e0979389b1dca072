#ifndef AGENTC_LIB_LANGUAGESERVER_WORLD_H
#define AGENTC_LIB_LANGUAGESERVER_WORLD_H

#include "Documents.h"

#include "agentc/Diagnostics/Renderers.h"
#include "agentc/LanguageServer/LanguageServer.h"

#include <set>

namespace agentc::lsp {

/// A folder that the client works in.
struct WorkFolder {
  std::string path; ///< as the client names it
  std::string real; ///< without links
};

/// Everything that is read, as it is at one moment.
struct World {
  const ServerOptions &options;
  Documents documents;
  std::vector<WorkFolder> folders;

  /// The URI of a real path: the client's own where it has one.
  std::string uriOf(llvm::StringRef real) const;
  /// The folders, and the documents that lie in none of them.
  std::vector<std::string> roots() const;
};

/// The files of one checked unit, and their places as the protocol writes them.
class UnitPlaces {
public:
  /// `outside` are files that findings name beside the unit's own: settings, waivers. All arguments
  /// must outlive this.
  UnitPlaces(const World &world, std::string folder, const FileTree &files, const FileTree &outside)
      : world_(world), folder_(std::move(folder)), files_(files), outside_(outside) {}

  /// The bytes of a file; null if it is not there.
  const File *find(llvm::StringRef name) const;
  /// The real path of a file; of the unit as a whole, that of its manifest or first source.
  std::string pathOf(llvm::StringRef name);
  Json range(llvm::StringRef name, ByteRange range);
  Json location(llvm::StringRef name, ByteRange range);
  std::string uriOf(llvm::StringRef name) { return world_.uriOf(pathOf(name)); }
  const World &world() const { return world_; }
  /// Null if the file is not there.
  const TextPositions *positions(llvm::StringRef name);

private:
  const World &world_;
  std::string folder_;
  const FileTree &files_, &outside_;
  std::map<std::string, TextPositions, std::less<>> positions_;
  std::map<std::string, std::string, std::less<>> paths_;
};

} // namespace agentc::lsp

#endif
