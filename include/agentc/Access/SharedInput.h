#ifndef AGENTC_ACCESS_SHAREDINPUT_H
#define AGENTC_ACCESS_SHAREDINPUT_H

#include <memory>

namespace agentc {

struct AgentConfig;
class InputIndex;
class Program;
class Values;

/// While it lives, all `InputFlow`s that its thread makes for the same program, values and
/// configuration share the facts that they collect; each keeps a budget and a `lost` of its own.
class SharedInput {
public:
  SharedInput(const Program &program, const Values &values, const AgentConfig &config);
  ~SharedInput();
  SharedInput(const SharedInput &) = delete;
  SharedInput &operator=(const SharedInput &) = delete;

private:
  std::shared_ptr<InputIndex> outer_; ///< of one that was made before and still lives
};

} // namespace agentc

#endif
