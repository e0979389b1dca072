#include "RequestLines.h"

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

  /// The next line without its end; false at the end of the input or of patience with its length.
  bool next(std::string &line) {
    for (size_t searched = 0;;) {
      size_t end = buffer_.find('\n', searched);
      if (end != std::string::npos) {
        line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return true;
      }
      searched = buffer_.size();
      if (searched > maxRequestBytes) {
        tooLong_ = true;
        return false;
      }
      char bytes[65536];
      ssize_t size = read(descriptor_, bytes, sizeof bytes);
      if (size < 0 && errno == EINTR)
        continue;
      if (size <= 0) {
        line = std::move(buffer_);
        buffer_.clear();
        return !line.empty();
      }
      buffer_.append(bytes, static_cast<size_t>(size));
    }
  }
  bool tooLong() const { return tooLong_; }

private:
  int descriptor_;
  std::string buffer_;
  bool tooLong_ = false;
};

} // namespace

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

void printEvent(llvm::StringRef id, const CallEvent &event) {
  // A reader that has gone is noticed with the report.
  (void)writeAll(STDOUT_FILENO, printJson(eventToJson(id, event), /*indented=*/false) + "\n");
}

static void complain(const llvm::Twine &message) {
  llvm::errs() << "agentc-tool-run: error: " << escapeForTerminal(message.str()) << '\n';
}

static llvm::Expected<ToolReport> answer(Broker &broker, const std::string &line) {
  JsonError error;
  std::optional<Json> json = parseJson(line, &error);
  if (!json)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the request is no JSON: %s at byte %zu", error.message.c_str(),
                                   error.offset);
  llvm::Expected<ToolRequest> request = requestFromJson(*json);
  if (!request)
    return request.takeError();
  json.reset();
  return broker.run(*request);
}

int answerRequests(Broker &broker, int in, int out) {
  LineReader reader(in);
  std::string line;
  int code = 0;
  unsigned count = 0;
  while (reader.next(line)) {
    if (llvm::StringRef(line).trim().empty())
      continue;
    ++count;
    llvm::Expected<ToolReport> report = answer(broker, line);
    if (!report) {
      complain(llvm::toString(report.takeError()));
      return 2;
    }
    if (report->outcome != Outcome::Ok)
      code = 1;
    // A reader that has gone wants no more answers.
    if (!writeAll(out, printJson(reportToJson(*report), /*indented=*/false) + "\n"))
      return code;
  }
  if (reader.tooLong()) {
    complain("a request is longer than " + llvm::Twine(maxRequestBytes) + " bytes");
    return 2;
  }
  if (count == 0) {
    complain("no request on standard input; try `--help`");
    return 2;
  }
  return code;
}

} // namespace agentc
