#include "PreparedPackages.h"

#include "Judge.h"

#include "agentc/Cache/ContentKey.h"
#include "agentc/Support/AtomicFile.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

Refusal refusal(unsigned status, llvm::StringRef message) {
  return {status, {{"error", message.str()}}};
}

Refusal failureOf(llvm::Error error, std::string &why) {
  bool isFull = false, isAway = false;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &one) {
    isFull |= one.convertToErrorCode() == std::errc::no_space_on_device;
    isAway |= one.convertToErrorCode() == std::errc::not_connected;
    why += (why.empty() ? "" : "; ") + one.message();
  });
  return isFull   ? refusal(507, "the server's disk is full")
         : isAway ? refusal(503, "the Redis that nodes share is away; ask again soon")
                  : refusal(503, "the server's state or machine failed; its log tells more");
}

/// The answer for a package that could not be prepared, which is not logged.
static Refusal unprepared(llvm::Error error) {
  std::string why;
  const Refusal failure = failureOf(std::move(error), why);
  return failure.status == 507 ? failure : refusal(503, why);
}

const ToolRequest *PreparedPackage::find(const std::optional<std::string> &tool) const {
  if (offer.entry && (!tool || offer.entry->name == *tool))
    return &offer.entry->request;
  if (!tool)
    return nullptr;
  for (const OfferedTool &one : offer.tools)
    if (one.name == *tool)
      return &one.request;
  return nullptr;
}

/// The offer of `agentc mcp --print-offer`: its line, then that of its image.
static llvm::Expected<SharedPackage> readPrepared(llvm::StringRef text) {
  auto package = std::make_shared<PreparedPackage>();
  const auto [line, rest] = text.split('\n');
  llvm::Expected<Offer> offer = readOffer(line);
  if (!offer)
    return offer.takeError();
  if (offer->images.size() != 1)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "the offer has not one image");
  package->offer = std::move(*offer);
  package->image = std::make_shared<SentImage>(
      SentImage{package->offer.images.front(), (rest.rtrim('\n') + "\n").str()});
  // Parsed definitions and requests take several times the memory of their text.
  package->bytes = rest.size() + 8 * line.size();
  return package;
}

PreparedPackages::Entry *PreparedPackages::add(const std::string &key, Done done) {
  auto [found, isNew] = entries_.try_emplace(key);
  Entry &entry = found->second;
  entry.lastUse = ++uses_;
  if (entry.package) {
    ++hits_;
    done(entry.package);
    return nullptr;
  }
  entry.waiting.push_back(std::move(done));
  if (!isNew)
    return nullptr;
  ++misses_;
  return &entry;
}

static Refusal busy() { return refusal(503, "the server is busy preparing packages"); }

void PreparedPackages::prepare(const std::string &key, llvm::StringRef archive,
                               PreparationSettings settings, std::shared_ptr<Workspace> workspace) {
  // Keeps a tenant's variables from the child's own libraries.
  for (std::string &variable : settings.environment)
    variable.insert(0, "AGENTC_GIVEN_");
  Children::Job job{{"mcp", "--print-offer"}, std::move(settings.environment), "/"};
  if (!settings.config.empty()) {
    const std::string file = workspace->path() + "/context.json";
    if (llvm::Error error =
            writeFileAtomically(file, "{\"config\": " + settings.config + "}", {.durable = false}))
      return finish(key, unprepared(std::move(error)));
    job.arguments.push_back("--context=" + file);
  }
  job.arguments.push_back(archive.str());
  if (!children_.run(std::move(job), [this, key, workspace](Children::Output output) {
        finish(key, std::move(output));
      }))
    finish(key, busy());
}

void PreparedPackages::get(llvm::StringRef file, PreparationSettings settings,
                           llvm::function_ref<llvm::Expected<std::string>()> locate, Done done) {
  ContentKey content;
  content.add(file);
  content.add(settings.config);
  for (const std::string &variable : settings.environment)
    content.add(variable);
  const std::string key = content.hex();
  if (!add(key, std::move(done)))
    return;
  llvm::Expected<std::string> archive = locate();
  if (!archive)
    return finish(key, unprepared(archive.takeError()));
  llvm::Expected<std::shared_ptr<Workspace>> workspace = Workspace::make(incoming_);
  if (!workspace)
    return finish(key, unprepared(workspace.takeError()));
  prepare(key, *archive, std::move(settings), std::move(*workspace));
}

void PreparedPackages::get(Upload upload, Done done) {
  ContentKey content;
  content.add("upload");
  content.add(upload.name);
  content.add(upload.bytes);
  const std::string key = content.hex();
  if (!add(key, std::move(done)))
    return;
  judge(children_, incoming_, std::move(upload),
        [this, key](std::variant<Judged, Refusal> verdict) {
          if (auto *refused = std::get_if<Refusal>(&verdict))
            return finish(key, *refused);
          const Judged &judged = std::get<Judged>(verdict);
          prepare(key, judged.path, {}, judged.workspace);
        });
}

void PreparedPackages::finish(const std::string &key, const Refusal &refusal) {
  auto found = entries_.find(key);
  const std::vector<Done> waiting = std::move(found->second.waiting);
  entries_.erase(found);
  for (const Done &done : waiting)
    done(refusal);
}

void PreparedPackages::finish(const std::string &key, Children::Output output) {
  llvm::StringRef why = llvm::StringRef(output.err).trim();
  why.consume_front("agentc: error: ");
  if (output.code != 0)
    return finish(
        key, refusal(output.code < 0 ? 503 : 422,
                     why.empty() ? "the package could not be prepared" : why.take_front(1000)));
  llvm::Expected<SharedPackage> package = readPrepared(output.out);
  if (!package)
    return finish(key, refusal(503, llvm::toString(package.takeError())));
  // Notes say why a tool was left out, such as a configuration that does not fit.
  if ((*package)->offer.tools.empty() && !(*package)->offer.entry)
    return finish(
        key, refusal(422, ("nothing of the package can be called: " + why.take_front(1000)).str()));
  Entry &entry = entries_[key];
  const std::vector<Done> waiting = std::move(entry.waiting);
  entry.package = *package;
  bytes_ += (*package)->bytes;
  makeRoom();
  for (const Done &done : waiting)
    done(*package);
}

void PreparedPackages::makeRoom() {
  while (bytes_ > mostBytes_) {
    auto oldest = entries_.end();
    for (auto one = entries_.begin(); one != entries_.end(); ++one)
      if (one->second.package &&
          (oldest == entries_.end() || one->second.lastUse < oldest->second.lastUse))
        oldest = one;
    // The latest one stays, however large it is.
    if (oldest == entries_.end() || oldest->second.lastUse == uses_)
      return;
    bytes_ -= oldest->second.package->bytes;
    entries_.erase(oldest);
  }
}

PreparedPackages::Counts PreparedPackages::counts() const {
  return {hits_, misses_, entries_.size(), bytes_};
}

} // namespace agentc::serve
