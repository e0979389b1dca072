#ifndef AGENTC_LIB_AGENTS_RUNCODE_H
#define AGENTC_LIB_AGENTS_RUNCODE_H

#include "Run.h"

#include <set>

namespace agentc::agents {

/// An agent's own code as it runs in this process: answers its questions, tells its events. If the
/// code runs again after a crash, it gets the same answers as before, and what it has shown is not
/// shown again.
class AgentLoop::Run::Code {
public:
  explicit Code(Run &run) : run_(run) {}

  void start(bool isRepeated);
  /// Asks what waited while the run was held.
  void release();
  /// Ends what is under way for it.
  void drop() { asks_.clear(); }

private:
  /// A question to a model that is under way.
  struct Ask {
    uint32_t question = 0; ///< the code's number for it
    std::unique_ptr<models::ModelClient::Question> asked;
    std::unique_ptr<http::EventLoop::Timer> timer; ///< until the next attempt
    bool isShown = false;                          ///< a part of the answer was shown
    size_t shown = 0;                              ///< bytes of `shown_` when it was asked
  };

  void takeEvent(const CallEvent &event);
  void takeCall(const std::string &tool, llvm::StringRef status);
  void takeQuestion(const CallQuestion &question);
  void takeChat(uint32_t question, const Json &with);
  void tellHistory(uint32_t question, const Json &with);
  void remember(uint32_t question, const Json &with);
  void takeSearch(uint32_t question, const Json &with);
  void tellFound(uint32_t question, const Json &with, const ToolHost::Passages &found);
  std::vector<models::ModelName> modelsFor(const Json &with) const;
  void ask(uint64_t number);
  void takeAnswer(uint64_t number, const models::ModelAnswer &answer);
  void takeFailure(uint64_t number, const models::ModelFailure &failure);
  void failAnswer(uint64_t number, const models::ModelFailure &failure);
  void giveAnswer(uint64_t number, bool isShown);
  bool isStreamed(uint64_t number) const;
  bool show(llvm::StringRef text);
  void refuse(uint32_t question, llvm::StringRef code, const std::string &message);
  void reply(uint32_t question, const Json &answer);
  void finish(const ToolReport &report);

  Run &run_;
  std::map<uint64_t, Ask> asks_; ///< by the numbers of the state's questions
  size_t known_ = 0;             ///< questions that were in the journal when it began
  std::vector<uint64_t> held_;   ///< questions that wait while the run is held
  std::set<uint64_t> taken_;     ///< those of them that it has asked again
  bool hasDiverged_ = false;     ///< it does not ask the same as before
  size_t knownSearches_ = 0;     ///< searches that were in the journal when it began
  std::set<size_t> searched_;    ///< those of them that it has asked for again
  unsigned searches_ = 0;        ///< that it has asked for
  size_t appends_ = 0;           ///< lists of messages that it has remembered
  unsigned skippedCalls_ = 0;    ///< starts and ends of tools that it has yet to repeat
  unsigned begun_ = 0;           ///< tools that it has begun to call
  std::vector<std::pair<std::string, std::string>> open_; ///< ids and names of those under way
  std::string shown_;                                     ///< text since the last tool
  std::optional<models::ModelFailure> lastFailure_;
};

} // namespace agentc::agents

#endif
