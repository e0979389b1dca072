#include "Refusals.h"

using namespace agentc;

/// A name in backquotes, cut at a character's border if it would fill the screen.
static std::string shown(llvm::StringRef name) {
  constexpr size_t most = 120;
  if (name.size() <= most)
    return ("`" + name + "`").str();
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
    --end;
  return ("`" + name.take_front(end) + "…`").str();
}

bool Refusals::archive(const RuleInfo &rule, const llvm::Twine &what) {
  diagnostics_.report(rule, "", std::nullopt, (shown(archiveName_) + " " + what).str());
  ++count_;
  return false;
}

bool Refusals::entry(const RuleInfo &rule, llvm::StringRef entryName, const llvm::Twine &what) {
  diagnostics_.report(rule, "", std::nullopt,
                      ((entryName.empty() ? "an entry" : shown(entryName)) + " " + what).str());
  ++count_;
  return false;
}
