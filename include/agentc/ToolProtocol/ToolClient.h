#ifndef AGENTC_TOOLPROTOCOL_TOOLCLIENT_H
#define AGENTC_TOOLPROTOCOL_TOOLCLIENT_H

#include "agentc/ToolProtocol/CallQuestion.h"
#include "agentc/ToolProtocol/ToolCaller.h"

#include <deque>
#include <map>
#include <poll.h>

namespace agentc {

/// Many calls at once in an `agentc-tool-run`, without waiting for any: the owner polls. A sandbox
/// that ends is started anew by the next call; the calls that it had are reported as crashed.
class ToolClient final : public ToolCaller {
public:
  /// `process` may have been started ahead by these flags, or not be running.
  ToolClient(ToolProcess process, SandboxFlags flags)
      : process_(std::move(process)), flags_(std::move(flags)) {}

  /// The line that sends an image ahead, which must live until `removeImage`, or as long as this.
  void addImage(const std::string &digest, llvm::StringRef line) { images_[digest] = line; }
  /// No call of it may be waiting.
  void removeImage(const std::string &digest) { images_.erase(digest); }
  /// `onEvent` and `onReport` are called from within `step`.
  uint64_t call(ToolRequest request, OnEvent onEvent, OnReport onReport) override;
  void cancel(uint64_t call) override;
  /// Has a function, which is called from within `step`, told of a call's questions.
  using OnQuestion = std::function<void(const CallQuestion &)>;
  void hearQuestions(uint64_t call, OnQuestion onQuestion);
  /// Answers a call's question, or a part of it, by an object as QuestionAnswer
  /// has it.
  void answer(uint64_t call, uint32_t question, const Json &answer);
  size_t pending() const { return calls_.size(); }

  /// The descriptor and events to poll for; another descriptor, maybe of the same number, with each
  /// start.
  pollfd descriptor() const;
  unsigned starts() const { return starts_; }
  /// Reads and writes what is possible without waiting. Calls whose sandbox cannot be started get
  /// reports that say so.
  void step();

private:
  struct Call {
    std::optional<ToolRequest> request; ///< until it is on its way
    OnEvent onEvent;
    OnReport onReport;
    OnQuestion onQuestion;
  };
  void send();
  void sendImage(const std::string &digest);
  void sendCall(const ToolRequest &request);
  bool write();
  bool read();
  void take(llvm::StringRef line);
  void end(llvm::StringRef why);

  /// As many as a sandbox runs at once: others wait here, where they can be cancelled at once.
  static constexpr size_t mostAtOnce = 64;

  ToolProcess process_;
  SandboxFlags flags_;
  std::map<std::string, llvm::StringRef> images_;
  std::vector<std::string> sent_;   ///< digests of images that the process has, the last used last
  std::vector<CommonPart> commons_; ///< likewise
  uint64_t lastCommon_ = 0;
  std::map<uint64_t, Call> calls_;
  std::deque<uint64_t> waiting_;
  std::string out_, in_;
  size_t written_ = 0, searched_ = 0;
  uint64_t last_ = 0;
  unsigned starts_ = 1;
};

} // namespace agentc

#endif
