#include "SecretWalk.h"

namespace agentc {

static std::string quoted(const std::set<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "`" : ", `") + word + "`";
  return text;
}

std::string describe(const SecretHeaders &headers) {
  return quoted(headers.hosts) + " in the header" + (headers.names.size() > 1 ? "s " : " ") +
         quoted(headers.names);
}

SecretHeaders headersOfVariable(const Program &program, const Values &values, const ApiUses &uses,
                                llvm::StringRef name) {
  return SecretWalk(program, values, uses, name).run();
}

} // namespace agentc
