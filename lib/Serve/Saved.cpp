#include "Saved.h"

#include "agentc/Support/Json.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include <nlohmann/json.hpp>

#include <ctime>

namespace agentc::serve {

llvm::Expected<uint64_t *> Saved::bytesOf(llvm::StringRef tenant) {
  auto found = bytes_.find(tenant);
  if (found == bytes_.end()) {
    llvm::Expected<uint64_t> bytes = store_.savedBytes(tenant);
    if (!bytes)
      return bytes.takeError();
    found = bytes_.try_emplace(tenant, *bytes).first;
  }
  return &found->second;
}

llvm::Expected<uint64_t> Saved::roomOf(llvm::StringRef tenant) {
  llvm::Expected<uint64_t *> bytes = bytesOf(tenant);
  if (!bytes)
    return bytes.takeError();
  return most_ - std::min(most_, **bytes);
}

llvm::Error Saved::note(llvm::StringRef tenant, llvm::StringRef agent, const ToolReport &report) {
  std::vector<store::SavedFile> files;
  for (const SavedAsset &asset : report.assets)
    files.push_back({asset.id, asset.file, asset.filename, asset.mime, agent.str(), asset.size,
                     std::time(nullptr)});
  for (const std::string &deliverable : report.deliverables) {
    const std::string id = parseJson(deliverable).value_or(Json::object()).value("id", "");
    files.push_back({id, "deliverables/" + id + ".json", id + ".json", "application/json",
                     agent.str(), deliverable.size(), std::time(nullptr)});
  }
  if (files.empty())
    return llvm::Error::success();
  if (llvm::Error error = store_.addSaved(tenant, files))
    return error;
  llvm::Expected<uint64_t *> bytes = bytesOf(tenant);
  if (!bytes)
    return bytes.takeError();
  for (const store::SavedFile &file : files)
    **bytes += file.size;
  return llvm::Error::success();
}

std::string Saved::pathOf(llvm::StringRef tenant, const store::SavedFile &file) const {
  return folder_ + "/" + folderOfTenant(tenant) + "/" + file.file;
}

} // namespace agentc::serve
