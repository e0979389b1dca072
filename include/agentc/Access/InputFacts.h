#ifndef AGENTC_ACCESS_INPUTFACTS_H
#define AGENTC_ACCESS_INPUTFACTS_H

#include <memory>

namespace agentc {

struct AgentConfig;
class InputIndex;
class Program;
class Values;

/// The facts about a program that all its `InputFlow`s share. They are collected when one is first
/// asked. The program, the values and the configuration must outlive them.
class InputFacts {
public:
  InputFacts(const Program &program, const Values &values, const AgentConfig &config);
  ~InputFacts();
  InputFacts(const InputFacts &) = delete;
  InputFacts &operator=(const InputFacts &) = delete;

private:
  friend class InputFlow;
  std::unique_ptr<InputIndex> index_;
};

} // namespace agentc

#endif
