#ifndef AGENTC_ACCESS_INPUTFACTS_H
#define AGENTC_ACCESS_INPUTFACTS_H

#include <memory>

namespace agentc {

struct AgentConfig;
class InputIndex;
class Program;
class Values;

/// The facts about a program that all its `InputFlow`s share.
class InputFacts {
public:
  InputFacts(InputFacts &&) noexcept;
  ~InputFacts();

private:
  friend class InputFlow;
  friend InputFacts collectInput(const Program &program, const Values &values,
                                 const AgentConfig &config);
  explicit InputFacts(std::unique_ptr<InputIndex> index);
  std::unique_ptr<InputIndex> index_;
};

/// Finds what the tools of a configuration take as input. The work is done when a flow is first
/// asked. The program, the values and the configuration must outlive the facts.
InputFacts collectInput(const Program &program, const Values &values, const AgentConfig &config);

} // namespace agentc

#endif
