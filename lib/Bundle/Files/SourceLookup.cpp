#include "agentc/Bundle/SourceLookup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace agentc {

namespace {

constexpr llvm::StringLiteral extensions[] = {".js",  ".mjs", ".cjs", ".ts",
                                              ".mts", ".cts", ".tsx", ".jsx"};
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> twins[] = {
    {".js", ".ts"},   {".js", ".tsx"},  {".js", ".jsx"}, {".jsx", ".tsx"},
    {".mjs", ".mts"}, {".cjs", ".cts"}, {".ts", ".js"},  {".tsx", ".js"},
    {".jsx", ".js"},  {".mts", ".mjs"}, {".cts", ".cjs"}};

} // namespace

std::optional<std::string> findWrittenFile(const FileTree &files, llvm::StringRef path) {
  if (files.find(path))
    return path.str();
  for (const auto &[written, actual] : twins)
    if (path.ends_with(written))
      if (std::string twin = (path.drop_back(written.size()) + actual).str(); files.find(twin))
        return twin;
  return std::nullopt;
}

std::optional<std::string> findByExtension(const FileTree &files, llvm::StringRef path,
                                           bool alsoJson) {
  for (llvm::StringRef extension : extensions)
    if (std::string longer = (path + extension).str(); files.find(longer))
      return longer;
  if (std::string json = (path + ".json").str(); alsoJson && files.find(json))
    return json;
  return std::nullopt;
}

std::optional<std::string> findUnbuiltSource(const FileTree &files, llvm::StringRef packageFolder,
                                             llvm::StringRef path) {
  const bool isAtTop = packageFolder.empty();
  if (packageFolder.contains("node_modules") ||
      !(isAtTop || (path.consume_front(packageFolder) && path.consume_front("/"))))
    return std::nullopt;
  auto [output, below] = path.split('/');
  if (below.empty() || !llvm::is_contained({"dist", "lib", "build", "out"}, output))
    return std::nullopt;
  auto find = [&](llvm::StringRef rest) -> std::optional<std::string> {
    std::string source = (packageFolder + (isAtTop ? "src/" : "/src/") + rest).str();
    if (auto file = findWrittenFile(files, source))
      return file;
    if (auto file = findByExtension(files, source, /*alsoJson=*/true))
      return file;
    // bundlers write modules of either kind of one source
    auto [stem, extension] = llvm::StringRef(source).rsplit('.');
    return llvm::is_contained({"js", "mjs", "cjs"}, extension)
               ? findByExtension(files, stem, /*alsoJson=*/false)
               : std::nullopt;
  };
  if (auto file = find(below))
    return file;
  auto [form, rest] = below.split('/');
  return llvm::is_contained({"esm", "cjs"}, form) ? find(rest) : std::nullopt;
}

} // namespace agentc
