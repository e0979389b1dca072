#ifndef AGENTC_MODELS_EMBEDDER_H
#define AGENTC_MODELS_EMBEDDER_H

#include "agentc/Models/LoopClient.h"
#include "agentc/Models/Settings.h"

namespace agentc::models {

/// Embeddings of texts by OpenAI's API (`POST …/embeddings`), on an event loop. One attempt each;
/// retries are the caller's business.
class Embedder {
public:
  using Vectors = std::vector<std::vector<float>>;
  using OnEnd = std::function<void(llvm::Expected<Vectors> vectors)>;

  /// `settings.embeddings` names the model. `loop` must outlive the embedder.
  static llvm::Expected<std::unique_ptr<Embedder>> create(http::EventLoop &loop,
                                                          const ModelSettings &settings);
  ~Embedder();

  /// Asks for one vector for each text, in their order, all of the same dimension. Calls the
  /// function once, from within the loop. Failures never contain the provider's key.
  void ask(const std::vector<std::string> &texts, OnEnd onEnd);

private:
  class Question;
  Embedder(http::EventLoop &loop, const ModelSettings &settings,
           std::unique_ptr<LoopClient> client);
  void end(Question &question);

  http::EventLoop &loop_;
  const Provider provider_;
  const std::string model_;
  const std::chrono::milliseconds patience_;
  std::unique_ptr<LoopClient> client_;
  std::vector<std::unique_ptr<Question>> questions_; ///< under way
};

} // namespace agentc::models

#endif
