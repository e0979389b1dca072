#ifndef AGENTC_LIB_ACCESS_SECRETS_URLBEGINNINGS_H
#define AGENTC_LIB_ACCESS_SECRETS_URLBEGINNINGS_H

#include "agentc/Program/Program.h"
#include "agentc/Values/Values.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <set>

namespace agentc {

/// Looks for beginnings of a URL that consists of too many values for its shapes. What an
/// environment variable gives is none: the host is another then where somebody wants it so.
class UrlBeginnings {
public:
  UrlBeginnings(const Program &program, const Values &values)
      : program_(program), values_(values) {}

  std::set<std::string> hosts; ///< reached by https

  /// False if one may name a host that is not known, or is reached otherwise. `isEnded` is true if
  /// the host ends where the text does.
  bool add(const Value &url, bool isEnded);

private:
  static constexpr size_t maxParts = 200;

  bool addText(llvm::StringRef text, bool isEnded);
  bool addOne(const Value &value, bool isEnded);
  bool addSum(const Value &value, bool isEnded);
  bool addMade(const ResultValue &made, bool isEnded);

  const Program &program_;
  const Values &values_;
  llvm::SmallPtrSet<const Value *, 8> seen_;
};

} // namespace agentc

#endif
