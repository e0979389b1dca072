// Answers about ignore files, to be held against git's. For tests alone.
//
//   ignore-answers    for each line of the standard input, `[TEXT OF AN IGNORE FILE, PATH…]` where
//                     folders' paths end in `/`: the paths' answers, one letter each, `y` or `n`
#include "Files/IgnoreRules.h"

#include "agentc/Support/Json.h"

#include <iostream>
#include <nlohmann/json.hpp>

using namespace agentc;

static bool isIgnored(const IgnoreRules &rules, llvm::StringRef path) {
  const bool isFolder = path.consume_back("/");
  for (size_t slash = path.find('/'); slash != llvm::StringRef::npos;
       slash = path.find('/', slash + 1))
    if (rules.ignores(path.take_front(slash), true))
      return true;
  return rules.ignores(path, isFolder);
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const Json question = *parseJson(line);
    IgnoreRules rules(llvm::ArrayRef<OuterIgnoreFile>{});
    rules.add("", question[0].get_ref<const std::string &>());
    for (size_t i = 1; i < question.size(); ++i)
      std::cout << (isIgnored(rules, question[i].get_ref<const std::string &>()) ? 'y' : 'n');
    std::cout << '\n';
  }
}
