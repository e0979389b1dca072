#ifndef AGENTC_MODELS_ANSWERREADER_H
#define AGENTC_MODELS_ANSWERREADER_H

#include "agentc/Models/Message.h"
#include "agentc/Models/Settings.h"
#include "agentc/Net/ServerSentEvents.h"

#include <memory>
#include <variant>

namespace agentc::models {

/// Most bytes of an answer's content; a larger answer is refused.
inline constexpr size_t mostAnswerBytes = 4 << 20;

/// Reads a streamed answer, however it is split into pieces.
class AnswerReader {
public:
  virtual ~AnswerReader();

  /// Takes more of the stream. Not to be called after a failure.
  std::optional<ModelFailure> feed(llvm::StringRef bytes);
  /// Deltas since the last call, with neighbours of one kind joined.
  std::vector<ModelDelta> takeDeltas() { return std::exchange(deltas_, {}); }
  /// True once the answer has said that it is whole.
  bool isWhole() const { return isWhole_; }
  /// Ends the stream. To be called once, unless it has failed.
  virtual std::variant<ModelAnswer, ModelFailure> finish() = 0;

protected:
  /// One event's data, as JSON.
  virtual std::optional<ModelFailure> take(const Json &event) = 0;
  void addDelta(ModelDelta::Kind kind, llvm::StringRef text);
  /// Counts bytes that are kept.
  std::optional<ModelFailure> count(size_t bytes);

  ModelAnswer answer_;
  bool isWhole_ = false;

private:
  ServerSentEvents events_;
  std::vector<ModelDelta> deltas_;
  size_t bytes_ = 0;
};

std::unique_ptr<AnswerReader> makeAnswerReader(Api api);

} // namespace agentc::models

#endif
