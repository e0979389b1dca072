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

static llvm::Expected<std::string> answer(Broker &broker, const std::string &line, int &code) {
  llvm::Expected<IncomingRequest> incoming = readIncoming(line);
  if (!incoming)
    return incoming.takeError();
  llvm::Expected<ToolReport> report =
      incoming->report ? std::move(*incoming->report) : broker.run(incoming->request);
  if (!report)
    return report.takeError();
  if (report->outcome != Outcome::Ok)
    code = 1;
  return answerTo(incoming->toolUseId, *report);
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
    llvm::Expected<std::string> report = answer(broker, line, code);
    if (!report) {
      complain(llvm::toString(report.takeError()));
      return 2;
    }
    // A reader that has gone wants no more answers.
    if (!writeAll(out, *report))
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
