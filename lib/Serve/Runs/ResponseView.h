#ifndef AGENTC_LIB_SERVE_RESPONSEVIEW_H
#define AGENTC_LIB_SERVE_RESPONSEVIEW_H

#include "Runs/RunViews.h"

namespace agentc::serve {

/// A run as the Responses API has it (Open Responses, and OpenAI's clients): a `response` object,
/// and the events that make it, numbered from 0. Both are made from the run's events, beginning
/// with the first, so that they are the same at any time.
///
/// Tools run on the server, so their calls are items of a separate type, `agentc:tool_call`, which
/// clients do not mistake for calls that they have to make. So are questions for approval.
class ResponseView final : public RunView {
public:
  /// With `after`, only events after that number are shown; without it, the answer is the response
  /// alone.
  ResponseView(const store::RunRecord &run, std::optional<int64_t> after);

  std::string show(const store::RunEvent &event) override;
  bool isStreamed() const override { return after_.has_value(); }
  bool startsAnew() const override { return true; }
  /// The response as the events so far have made it.
  Json whole() const override;

private:
  /// A part of the output. Text of a failed attempt of the model stays in the stream, which cannot
  /// retract it, but not in the response.
  struct Item {
    Json json;
    bool isVoid = false;
  };

  void emit(llvm::StringRef type, Json members);
  void emitResponse(llvm::StringRef type);
  void start(const store::RunEvent &event, const Json &data);
  void addText(llvm::StringRef type, llvm::StringRef text);
  void closeText(bool isVoid);
  llvm::StringRef lastText() const;
  void takeAnswer(const Json &data);
  void takeCall(const Json &data);
  void endCall(const Json &data);
  void ask(uint64_t approval, const Json &data);
  void takeDecision(const Json &data);
  void finish(const store::RunEvent &event, const Json &data);
  /// Adds an item; its place.
  size_t add(Json item);
  void close(size_t place);
  void closeUnfinished(size_t place);

  Json head_; ///< the response but for its output
  std::vector<Item> items_;
  std::optional<size_t> text_;           ///< the item whose text is coming
  std::map<std::string, size_t> calls_;  ///< items of calls under way, by their ids
  std::map<uint64_t, size_t> questions_; ///< items of open questions
  std::map<std::string, Json> inputs_;   ///< of the last answer's calls
  bool hasText_ = false;                 ///< of the answer that is coming
  const std::string id_;
  const std::optional<int64_t> after_;
  int64_t sequence_ = 0;
  std::string out_;
};

/// The id of a run's response, and of a response's run.
std::string responseId(llvm::StringRef run);
std::string runOfResponse(llvm::StringRef response);

} // namespace agentc::serve

#endif
