#include "ServiceQuestion.h"

#include "agentc/Support/Digest.h"

#include <array>

// The services by which handlers save deliverables and assets.

namespace agentc {

std::optional<Services::End> Services::countSaved(uint64_t bytes) {
  if ((savedBytes_ += bytes) <= request_.limits.savedBytes)
    return std::nullopt;
  return End{Outcome::OutputLimit,
             "saved more than " + std::to_string(request_.limits.savedBytes) + " bytes"};
}

std::optional<Services::End> Services::takeBytes(const Question &question) {
  if (std::optional<End> end = countSaved(question.message.bytes.size()))
    return end;
  parts_[question.number("of", 0)] += question.message.bytes;
  return std::nullopt;
}

/// The ending of a file by what it holds, so that its owner's programs open it.
static llvm::StringRef endingOf(llvm::StringRef mime) {
  static constexpr std::array<std::pair<llvm::StringLiteral, llvm::StringLiteral>, 15> endings = {
      {{"application/json", ".json"},
       {"application/pdf", ".pdf"},
       {"application/zip", ".zip"},
       {"audio/mpeg", ".mp3"},
       {"audio/wav", ".wav"},
       {"image/gif", ".gif"},
       {"image/jpeg", ".jpg"},
       {"image/png", ".png"},
       {"image/svg+xml", ".svg"},
       {"image/webp", ".webp"},
       {"text/csv", ".csv"},
       {"text/html", ".html"},
       {"text/markdown", ".md"},
       {"text/plain", ".txt"},
       {"video/mp4", ".mp4"}}};
  for (const auto &[type, ending] : endings)
    if (mime.split(';').first.trim().equals_insensitive(type))
      return ending;
  return ".bin";
}

/// Keeps bytes in the call's room, with a line that says so. The file's path in the room; empty
/// where nothing is kept.
llvm::Expected<std::string> Services::keep(llvm::StringRef folder, llvm::StringRef name,
                                           llvm::StringRef bytes, Json line) {
  llvm::Expected<Room *> room = platform_.roomOf(request_.context.tenant);
  if (!room)
    return room.takeError();
  const SavedFiles &files = (*room)->files;
  if (!files.isOpen())
    return "";
  const std::string file = (folder + "/" + name).str();
  line["file"] = file;
  llvm::Error error = files.keep(folder, name, bytes);
  if (!error)
    error = files.note(printJson(line, /*indented=*/false));
  if (error)
    return error;
  return file;
}

std::optional<Services::End> Services::saveBuffer(const Question &question) {
  uint64_t of = question.number("of", 0);
  std::string bytes = std::move(parts_[of]);
  parts_.erase(of);
  if (std::optional<End> end = countSaved(question.message.json.size()))
    return end;
  SavedAsset asset;
  asset.sha256 = sha256Hex(bytes);
  asset.id = "asset_" + asset.sha256.substr(0, 32);
  asset.filename = question.text("filename");
  asset.mime = question.text("mime");
  asset.subpath = question.text("subpath");
  asset.size = bytes.size();
  Json answer = {
      {"id", asset.id},      {"url", "/assets/" + asset.id}, {"filename", asset.filename},
      {"mime", asset.mime},  {"subpath", asset.subpath},     {"size", asset.size},
      {"hash", asset.sha256}};
  Json line = {{"kind", "asset"}, {"file", ""}};
  line.update(answer);
  llvm::Expected<std::string> file =
      keep("assets", asset.id + endingOf(asset.mime).str(), bytes, std::move(line));
  if (!file) {
    fail(file.takeError());
    return question.refuse("the asset could not be kept");
  }
  asset.file = std::move(*file);
  report_.assets.push_back(std::move(asset));
  return question.give(std::move(answer));
}

std::optional<Services::End> Services::createDeliverable(const Question &question) {
  if (std::optional<End> end = countSaved(question.message.json.size()))
    return end;
  Json deliverable = {{"title", question.text("title")},
                      {"type", question.text("type")},
                      {"format", question.text("format")},
                      {"content", question.text("content")}};
  for (const char *member : {"attachments", "metadata"})
    deliverable[member] = question.with.value(member, Json::object());
  if (callsAgent(request_) || !request_.context.conversationId.empty())
    deliverable["conversationId"] = conversation_;
  if (!request_.context.userId.empty())
    deliverable["userId"] = request_.context.userId;
  if (std::optional<Json> agent = parseJson(request_.context.agent);
      agent && agent->is_object() && agent->contains("slug"))
    deliverable["agentName"] = (*agent)["slug"];
  std::string id =
      "deliverable_" + sha256Hex(printJson(deliverable, /*indented=*/false)).substr(0, 32);
  Json whole = {{"id", id}, {"url", "/deliverables/" + id}};
  whole.update(deliverable);
  Json line = {{"kind", "deliverable"},
               {"file", ""},
               {"id", id},
               {"title", deliverable["title"]},
               {"type", deliverable["type"]}};
  llvm::Expected<std::string> file =
      keep("deliverables", id + ".json", printJson(whole), std::move(line));
  if (!file) {
    fail(file.takeError());
    return question.refuse("the deliverable could not be kept");
  }
  report_.deliverables.push_back(printJson(whole, /*indented=*/false));
  return question.give(std::move(whole));
}

} // namespace agentc
