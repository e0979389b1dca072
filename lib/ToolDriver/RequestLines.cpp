#include "RequestLines.h"

#include "IncomingRequest.h"

#include "agentc/Runtime/Broker.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <unistd.h>

namespace agentc {

namespace {

/// Lines of bounded length from a descriptor.
class LineReader {
public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// Reads what has come; waits if nothing has.
  void fill() {
    char bytes[65536];
    ssize_t size;
    do
      size = read(descriptor_, bytes, sizeof bytes);
    while (size < 0 && errno == EINTR);
    if (size <= 0)
      ended_ = true;
    else
      buffer_.append(bytes, static_cast<size_t>(size));
  }
  /// A line without its end, if a whole one was read; the last needs none.
  std::optional<std::string> take() {
    size_t end = buffer_.find('\n', searched_);
    searched_ = buffer_.size();
    if (end == std::string::npos && (!ended_ || buffer_.empty()))
      return std::nullopt;
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end == std::string::npos ? end : end + 1);
    searched_ = 0;
    return line;
  }
  bool ended() const { return ended_; }
  bool tooLong() const { return buffer_.size() > maxRequestBytes; }

private:
  int descriptor_;
  std::string buffer_;
  size_t searched_ = 0;
  bool ended_ = false;
};

static bool writeAll(int descriptor, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t size = write(descriptor, text.data(), text.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return false;
    text = text.drop_front(static_cast<size_t>(size));
  }
  return true;
}

static void complain(const llvm::Twine &message) {
  llvm::errs() << "agentc-tool-run: error: " << escapeForTerminal(message.str()) << '\n';
}

/// Lines in, lines out: requests are handed to the broker as they come.
class Dialog {
public:
  Dialog(Broker &broker, int in, int out) : broker_(broker), reader_(in), in_(in), out_(out) {}
  int hold();

private:
  void takeLines();
  bool takeUnanswered(IncomingRequest &incoming);
  void keepCommon(CommonPart part);
  SharedImage findImage(llvm::StringRef digest);
  const ToolRequest *findCommon(llvm::StringRef name);
  void submit(IncomingRequest incoming);
  bool mayTake() const { return broker_.pending() < mostPending && !isAlone_ && failure_.empty(); }

  /// Requests that are held at once, of up to maxRequestBytes each.
  static constexpr size_t mostPending = 128;

  Broker &broker_;
  LineReader reader_;
  int in_, out_;
  int code_ = 0;
  unsigned count_ = 0;
  bool isAlone_ = false;            ///< a request runs that nothing may run beside
  bool isHeard_ = true;             ///< somebody reads the answers
  std::vector<SharedImage> images_; ///< sent ahead, the last used last
  std::vector<CommonPart> commons_; ///< likewise
  std::optional<IncomingRequest> next_;
  std::string failure_; ///< of a line that is not a request: nothing is read after it
};

void Dialog::submit(IncomingRequest incoming) {
  bool isNameless = incoming.isNameless();
  auto answer = [this, form = AnswerForm{std::move(incoming.toolUseId), incoming.request.isBrief}](
                    const ToolReport &report) {
    isAlone_ = false;
    if (report.outcome != Outcome::Ok)
      code_ = 1;
    isHeard_ = isHeard_ && writeAll(out_, answerTo(form, report));
  };
  if (incoming.report)
    return answer(*incoming.report);
  isAlone_ = isNameless;
  broker_.submit(std::move(incoming.request), std::move(answer));
}

SharedImage Dialog::findImage(llvm::StringRef digest) {
  auto found = llvm::find_if(images_, [&](const auto &image) { return image->digest == digest; });
  if (found == images_.end())
    return nullptr;
  std::rotate(found, found + 1, images_.end());
  return images_.back();
}

const ToolRequest *Dialog::findCommon(llvm::StringRef name) {
  auto found = llvm::find_if(commons_, [&](const CommonPart &part) { return part.name == name; });
  if (found == commons_.end())
    return nullptr;
  std::rotate(found, found + 1, commons_.end());
  // Each request uses its image, too.
  (void)findImage(commons_.back().request.image->digest);
  return &commons_.back().request;
}

void Dialog::keepCommon(CommonPart part) {
  llvm::erase_if(commons_, [&](const CommonPart &old) { return old.name == part.name; });
  commons_.push_back(std::move(part));
  if (commons_.size() > mostCommonParts)
    commons_.erase(commons_.begin());
}

bool Dialog::takeUnanswered(IncomingRequest &incoming) {
  if (incoming.cancels)
    broker_.cancel(*incoming.cancels);
  else if (incoming.answer)
    broker_.answer(*incoming.answer);
  else if (incoming.common)
    keepCommon(std::move(*incoming.common));
  else if (!incoming.image)
    return false;
  else if (!findImage(incoming.image->digest))
    images_.push_back(std::move(incoming.image));
  if (images_.size() > mostImagesAhead)
    images_.erase(images_.begin());
  return true;
}

void Dialog::takeLines() {
  while (mayTake()) {
    if (!next_) {
      std::optional<std::string> line = reader_.take();
      if (!line)
        return;
      if (llvm::StringRef(*line).trim().empty())
        continue;
      ++count_;
      llvm::Expected<IncomingRequest> request = readIncoming(
          *line, [this](llvm::StringRef digest) { return findImage(digest); },
          [this](llvm::StringRef name) { return findCommon(name); });
      if (!request) {
        failure_ = llvm::toString(request.takeError());
        return;
      }
      if (takeUnanswered(*request))
        continue;
      next_ = std::move(*request);
    }
    // Without an id only the order tells whose report is whose.
    if (next_->isNameless() && broker_.pending() > 0)
      return;
    submit(std::move(*next_));
    next_.reset();
  }
}

int Dialog::hold() {
  while (isHeard_) {
    takeLines();
    bool mayRead = mayTake() && !reader_.ended() && !next_ && !reader_.tooLong();
    if (!mayRead && broker_.pending() == 0)
      break;
    if (reader_.ended() || !failure_.empty() || reader_.tooLong())
      broker_.stopAsking();
    llvm::Expected<bool> isReadable = broker_.work(mayRead ? in_ : -1);
    if (!isReadable) {
      failure_ = llvm::toString(isReadable.takeError());
      break;
    }
    if (*isReadable)
      reader_.fill();
  }
  if (isHeard_ && failure_.empty() && reader_.tooLong())
    failure_ = "a request is longer than " + std::to_string(maxRequestBytes) + " bytes";
  if (count_ == 0 && failure_.empty())
    failure_ = "no request on standard input; try `--help`";
  if (failure_.empty())
    return code_;
  complain(failure_);
  return 2;
}

} // namespace

void printEvent(llvm::StringRef id, const CallEvent &event) {
  // A reader that has gone is noticed with the report.
  (void)writeAll(STDOUT_FILENO, printJson(eventToJson(id, event), /*indented=*/false) + "\n");
}

void printQuestion(llvm::StringRef id, const CallQuestion &question) {
  (void)writeAll(STDOUT_FILENO, printJson(questionToJson(id, question), /*indented=*/false) + "\n");
}

int answerRequests(Broker &broker, int in, int out) { return Dialog(broker, in, out).hold(); }

} // namespace agentc
