#include "agentc/Support/Suggestion.h"

#include "agentc/Support/Text.h"

namespace agentc {

std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> candidates) {
  std::optional<std::string> meant = nearest(word, candidates);
  return meant ? "; did you mean `" + escapeForTerminal(*meant) + "`?" : "";
}

std::string didYouMeanOneOf(llvm::StringRef word, llvm::ArrayRef<std::string> all) {
  std::string hint = didYouMean(word, all);
  if (!hint.empty())
    return hint;
  for (const std::string &each : all)
    hint += (hint.empty() ? "; it can be `" : ", `") + escapeForTerminal(each) + "`";
  return hint;
}

} // namespace agentc
