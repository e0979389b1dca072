#include "Judge.h"

#include "agentc/Support/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>

namespace agentc::serve {

static constexpr llvm::StringLiteral gzipped = "\x1f\x8b";

bool isArchive(llvm::StringRef bytes) {
  return bytes.starts_with("PK") || bytes.starts_with(gzipped);
}

llvm::Expected<std::shared_ptr<Workspace>> Workspace::make(const std::string &parent) {
  if (std::error_code error = llvm::sys::fs::create_directories(parent))
    return llvm::createStringError(error, "cannot make a folder for uploads");
  std::string path = parent + "/XXXXXX";
  if (!mkdtemp(path.data()))
    return llvm::createStringError(std::error_code(errno, std::generic_category()),
                                   "cannot make a folder for an upload");
  return std::make_shared<Workspace>(std::move(path));
}

Workspace::~Workspace() { llvm::sys::fs::remove_directories(path_); }

namespace {

using Done = std::function<void(std::variant<Judged, Refusal>)>;

Refusal noRoom() { return refusal(507, "the upload cannot be kept: the server's disk is full"); }

/// The stages of one upload: packed, or verified if it is a package already; then inspected.
class Judgement : public std::enable_shared_from_this<Judgement> {
public:
  Judgement(Children &children, std::shared_ptr<Workspace> workspace, Done done)
      : children_(children), workspace_(std::move(workspace)), done_(std::move(done)) {}

  void begin(const Upload &upload) {
    llvm::Error error = upload.name.empty() ? writeArchive(upload) : writeSource(upload);
    if (error)
      return fail(std::move(error));
    run({"package", "--trust=registry", "--format=json", "--output=package.zip", input_},
        &Judgement::packed);
  }

private:
  using Step = void (Judgement::*)(const Children::Output &);

  std::string pathOf(llvm::StringRef name) const { return workspace_->path() + "/" + name.str(); }

  llvm::Error writeArchive(const Upload &upload) {
    input_ = llvm::StringRef(upload.bytes).starts_with(gzipped) ? "upload.tgz" : "upload.zip";
    return writeFileAtomically(pathOf(input_), upload.bytes, {.durable = false});
  }

  /// A source by itself becomes a bundle with a manifest that allows nothing.
  llvm::Error writeSource(const Upload &upload) {
    input_ = "upload";
    mkdir(pathOf(input_).c_str(), 0700);
    const std::string stem = llvm::StringRef(upload.name).rsplit('.').first.lower();
    std::string name;
    for (char c : stem)
      name += llvm::isAlnum(c) ? c : '-';
    const Json manifest = {{"name", llvm::StringRef(name).trim('-').empty() ? "source" : name},
                           {"version", "0.0.0"},
                           {"main", upload.name}};
    if (llvm::Error error = writeFileAtomically(pathOf("upload/package.json"), printJson(manifest),
                                                {.durable = false}))
      return error;
    return writeFileAtomically(pathOf("upload/" + upload.name), upload.bytes, {.durable = false});
  }

  void run(std::vector<std::string> arguments, Step step) {
    Children::Job job{std::move(arguments), {}, workspace_->path()};
    const bool isTaken = children_.run(
        std::move(job), [self = shared_from_this(), step](const Children::Output &output) {
          (self.get()->*step)(output);
        });
    if (!isTaken)
      done_(refusal(503, "too many uploads wait"));
  }

  void packed(const Children::Output &output) {
    if (output.code == 0) {
      archive_ = "package.zip";
      return inspect();
    }
    const std::optional<Json> found = output.code == 1 ? parseJson(output.out) : std::nullopt;
    if (found && isPackageAlready(*found))
      return run({"verify", "--format=json", input_}, &Judgement::verified);
    refuse(output, found);
  }

  static bool isPackageAlready(const Json &diagnostics) {
    for (const Json &bundle : diagnostics.value("bundles", Json::array()))
      for (const Json &one : bundle.value("diagnostics", Json::array()))
        if (one.value("rule", "") == "reserved-folder")
          return true;
    return false;
  }

  void verified(const Children::Output &output) {
    if (output.code != 0)
      return refuse(output, parseJson(output.out));
    archive_ = input_;
    inspect();
  }

  void inspect() { run({"inspect", "--format=json", archive_}, &Judgement::inspected); }

  void inspected(const Children::Output &output) {
    std::optional<Json> document = output.code == 0 ? parseJson(output.out) : std::nullopt;
    auto bytes = llvm::MemoryBuffer::getFile(pathOf(archive_), /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
    if (!document || !document->contains("package") || !bytes)
      return refuse(output, std::nullopt);
    const Json &package = (*document)["package"];
    Judged judged;
    judged.digest = package.value("digest", "");
    judged.name = package.value("name", "");
    judged.version = package.value("version", "");
    judged.archive = (*bytes)->getBuffer().str();
    judged.path = pathOf(archive_);
    judged.document = printJson(*document, /*indented=*/false);
    judged.workspace = workspace_;
    done_(std::move(judged));
  }

  void refuse(const Children::Output &output, std::optional<Json> diagnostics) {
    if (output.code < 0)
      return done_(refusal(422, "judging the upload took more than it may"));
    if (llvm::StringRef(output.err).contains(std::generic_category().message(ENOSPC)))
      return done_(noRoom());
    Refusal refused = refusal(422, "the upload does not pass");
    if (diagnostics)
      refused.body["diagnostics"] = std::move(*diagnostics);
    else if (llvm::StringRef why = llvm::StringRef(output.err).trim(); !why.empty())
      refused.body["error"] = why.take_front(2000).str();
    done_(std::move(refused));
  }

  void fail(llvm::Error error) {
    llvm::consumeError(std::move(error));
    done_(noRoom());
  }

  Children &children_;
  std::shared_ptr<Workspace> workspace_;
  Done done_;
  std::string input_, archive_;
};

} // namespace

void judge(Children &children, const std::string &incoming, Upload upload, Done done) {
  llvm::Expected<std::shared_ptr<Workspace>> workspace = Workspace::make(incoming);
  if (!workspace) {
    llvm::consumeError(workspace.takeError());
    return done(noRoom());
  }
  std::make_shared<Judgement>(children, std::move(*workspace), std::move(done))->begin(upload);
}

} // namespace agentc::serve
