#ifndef AGENTC_MODELS_MODELCLIENT_H
#define AGENTC_MODELS_MODELCLIENT_H

#include "agentc/Http/EventLoop.h"
#include "agentc/Models/Message.h"
#include "agentc/Models/Settings.h"

#include <functional>
#include <variant>

namespace agentc::models {

/// Questions to models, on an event loop: one attempt each, any number at once. Connections are
/// shared and kept open.
class ModelClient {
public:
  /// A question under way; its end is the question's, of which nothing is told any more.
  class Question {
  public:
    virtual ~Question();
  };
  using OnDeltas = std::function<void(std::vector<ModelDelta> deltas)>;
  using OnEnd = std::function<void(std::variant<ModelAnswer, ModelFailure> end)>;

  /// `loop` must outlive the client, and the client its questions.
  static llvm::Expected<std::unique_ptr<ModelClient>> create(http::EventLoop &loop);
  virtual ~ModelClient();

  /// Asks. Functions are called from within the loop, `onEnd` last and once; either may end the
  /// question. Failures never contain the provider's key.
  [[nodiscard]] virtual std::unique_ptr<Question> ask(const Provider &provider,
                                                      const ModelTimeouts &timeouts,
                                                      const ModelRequest &request,
                                                      OnDeltas onDeltas, OnEnd onEnd) = 0;
};

} // namespace agentc::models

#endif
