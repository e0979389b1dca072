#include "PackageList.h"

#include "BundleReport.h"

#include "agentc/Support/Text.h"

#include "llvm/Support/Format.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// The largest files that a list names again.
constexpr size_t largestListed = 5;

llvm::StringRef reasonWord(FileReason::Kind kind) {
  using Kind = FileReason::Kind;
  switch (kind) {
  case Kind::Entry:
    return "entry";
  case Kind::Defining:
    return "defines agents or tools";
  case Kind::Source:
    return "source";
  case Kind::Loaded:
    return "loaded by";
  case Kind::Matched:
    return "can be loaded by";
  case Kind::Package:
    return "decides where names lead in";
  case Kind::Manifest:
    return "data, as npm packs it";
  case Kind::Layout:
    return "part of every package";
  }
  llvm_unreachable("all kinds are named");
}

struct ListedFile {
  std::string path, why;
  size_t size;
};

/// The files of a plan, each with why it is there.
std::vector<ListedFile> listFiles(const Compilation &c, const PackagePlan &plan) {
  std::map<std::string, const FileReason *> bySealed;
  for (const auto &[path, reason] : c.reasons)
    bySealed.try_emplace(sealedName(path), &reason);
  std::vector<ListedFile> files;
  for (const auto &[path, file] : plan.files.files()) {
    llvm::StringRef name = path;
    std::string why =
        name.starts_with("agentc/tools/") ? "a tool by itself" : "agentc's statements";
    // In a package that is packed again, agentc's own files also have a reason from the bundle.
    if (auto reason = bySealed.find(path);
        reason != bySealed.end() && !name.starts_with("agentc/")) {
      why = reasonWord(reason->second->kind).str();
      if (!reason->second->by.empty())
        why += " " + reason->second->by;
    }
    files.push_back({path, std::move(why), file->bytes.size()});
  }
  return files;
}

std::string listAsText(std::vector<ListedFile> files, size_t total, const std::string &digest) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const ListedFile &file : files)
    out << llvm::format_decimal(static_cast<int64_t>(file.size), 9) << "  "
        << escapeForTerminal(file.path) << "  (" << escapeForTerminal(file.why) << ")\n";
  out << files.size() << " files, " << total << " bytes, " << digest << '\n';
  llvm::stable_sort(files,
                    [](const ListedFile &a, const ListedFile &b) { return a.size > b.size; });
  if (files.size() > largestListed) {
    out << "largest:";
    for (const ListedFile &file : llvm::ArrayRef(files).take_front(largestListed))
      out << ' ' << escapeForTerminal(file.path) << " ("
          << file.size * 100 / std::max<size_t>(total, 1) << " %)";
    out << '\n';
  }
  return text;
}

} // namespace

llvm::Expected<int> listContents(DriverEnv &env, const CommonOptions &options, const Compilation &c,
                                 const PackagePlan &plan) {
  std::vector<ListedFile> files = listFiles(c, plan);
  size_t total = 0;
  for (const ListedFile &file : files)
    total += file.size;
  std::string text;
  if (options.format == OutputFormat::Json) {
    Json list = Json::array();
    for (const ListedFile &file : files)
      list.push_back({{"path", file.path}, {"size", file.size}, {"why", file.why}});
    text = printJson({{"schema", "agentc.contents/1"},
                      {"digest", plan.digest},
                      {"size", total},
                      {"files", std::move(list)}});
  } else {
    text = listAsText(std::move(files), total, plan.digest);
  }
  if (llvm::Error error = writeOutput(env, options, text))
    return error;
  return ExitClean;
}

} // namespace agentc
