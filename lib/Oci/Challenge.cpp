#include "Challenge.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::oci {

namespace {

bool isTokenCharacter(char c) {
  return llvm::isAlnum(c) || llvm::StringRef("!#$%&'*+-.^_`|~").contains(c);
}

llvm::StringRef takeToken(llvm::StringRef &rest) {
  llvm::StringRef token = rest.take_while(isTokenCharacter);
  rest = rest.drop_front(token.size());
  return token;
}

/// A quoted string or a token; false if there is neither.
bool takeValue(llvm::StringRef &rest, std::string &value) {
  if (!rest.consume_front("\"")) {
    value = takeToken(rest).str();
    return !value.empty();
  }
  while (!rest.empty() && rest.front() != '"') {
    if (rest.front() == '\\')
      rest = rest.drop_front();
    if (rest.empty())
      return false;
    value += rest.front();
    rest = rest.drop_front();
  }
  return rest.consume_front("\"");
}

/// `name = value`; leaves `rest` where it was if no parameter stands there.
bool takeParameter(llvm::StringRef &rest, Challenge &challenge) {
  llvm::StringRef ahead = rest;
  const std::string name = takeToken(ahead).lower();
  ahead = ahead.ltrim(" \t");
  if (name.empty() || !ahead.consume_front("="))
    return false;
  ahead = ahead.ltrim(" \t");
  std::string value;
  if (!takeValue(ahead, value))
    return false;
  challenge.parameters.try_emplace(name, std::move(value));
  rest = ahead;
  return true;
}

} // namespace

std::vector<Challenge> parseChallenges(llvm::StringRef header) {
  std::vector<Challenge> challenges;
  llvm::StringRef rest = header.ltrim(" \t,");
  while (!rest.empty()) {
    Challenge challenge;
    challenge.scheme = takeToken(rest).lower();
    if (challenge.scheme.empty())
      break;
    rest = rest.ltrim(" \t");
    while (takeParameter(rest, challenge))
      rest = rest.ltrim(" \t,");
    challenges.push_back(std::move(challenge));
    rest = rest.ltrim(" \t,");
  }
  return challenges;
}

} // namespace agentc::oci
