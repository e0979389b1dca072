#include "JoinedOffer.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>

namespace agentc {

std::string wordOf(llvm::StringRef name) {
  std::string word;
  for (char c : name.ltrim('@'))
    word += llvm::isAlnum(c) || c == '-' || c == '_' ? c : '_';
  return word;
}

llvm::Error joinTools(std::vector<ServedPackage> &packages, Offer &offer) {
  std::map<std::string, unsigned> times;
  for (const ServedPackage &package : packages)
    for (const OfferedTool &tool : package.tools)
      ++times[tool.name];
  for (ServedPackage &package : packages)
    for (OfferedTool &tool : package.tools) {
      if (times[tool.name] > 1) {
        tool.name = wordOf(package.name) + "_" + tool.name;
        tool.definition["name"] = tool.name;
      }
      offer.tools.push_back(std::move(tool));
    }
  llvm::sort(offer.tools,
             [](const OfferedTool &a, const OfferedTool &b) { return a.name < b.name; });
  auto twice = std::adjacent_find(
      offer.tools.begin(), offer.tools.end(),
      [](const OfferedTool &a, const OfferedTool &b) { return a.name == b.name; });
  if (twice != offer.tools.end())
    return usageError("two tools are named `" + escapeForTerminal(twice->name) +
                      "`; serve their packages apart");
  return llvm::Error::success();
}

llvm::Error markAsked(llvm::ArrayRef<std::string> asked, Offer &offer) {
  for (const std::string &which : asked) {
    bool isKnown = which == "all" || which == "changes";
    for (OfferedTool &tool : offer.tools) {
      const bool changes = tool.definition["annotations"]["readOnlyHint"] != Json(true);
      const bool isMeant = which == "all" || tool.name == which || (which == "changes" && changes);
      tool.needsApproval |= isMeant;
      isKnown |= isMeant;
    }
    if (!isKnown)
      return usageError("`--ask` takes `all`, `changes` or a tool's name, and there is no tool `" +
                        escapeForTerminal(which) + "`");
  }
  return llvm::Error::success();
}

void joinMethods(DriverEnv &env, bool isQuiet, std::vector<ServedPackage> &packages, Offer &offer) {
  const size_t count = llvm::count_if(
      packages, [](const ServedPackage &package) { return package.methods.has_value(); });
  if (count > 1 && !isQuiet)
    env.err << "agentc: note: resources and prompts are left out, since several of the packages "
               "have some; serve them apart\n";
  for (ServedPackage &package : packages)
    if (package.methods && count == 1)
      offer.methods = std::move(package.methods);
}

} // namespace agentc
