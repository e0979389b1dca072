#ifndef AGENTC_LIB_TOOLPROTOCOL_MEMBERREADER_H
#define AGENTC_LIB_TOOLPROTOCOL_MEMBERREADER_H

#include "agentc/Support/Json.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace agentc {

/// Reads an object's members strictly: the first wrong type, missing or unknown member is kept as
/// the error, by its path (`image.modules[3].format`), and everything after it is skipped.
class MemberReader {
public:
  /// `failure` collects the first error and is shared by nested readers.
  MemberReader(const Json &json, std::string where, std::string &failure);

  bool failed() const { return !failure_.empty(); }
  void fail(llvm::StringRef member, llvm::StringRef what);

  /// Absent members leave the target as it is, unless `required`.
  void text(llvm::StringRef member, std::string &target, bool required = false);
  void number(llvm::StringRef member, uint64_t &target, uint64_t least, uint64_t most);
  void number(llvm::StringRef member, uint32_t &target);
  void number(llvm::StringRef member, double &target);
  void flag(llvm::StringRef member, bool &target);
  void texts(llvm::StringRef member, std::vector<std::string> &target);
  /// The member, or null; it counts as known then.
  const Json *find(llvm::StringRef member);
  void object(llvm::StringRef member, llvm::function_ref<void(MemberReader &)> read);
  void objects(llvm::StringRef member, llvm::function_ref<void(MemberReader &)> read);
  /// Any value, as JSON text.
  void value(llvm::StringRef member, std::string &target);
  /// A list of any values, as JSON texts.
  void values(llvm::StringRef member, std::vector<std::string> &target);

  /// Refuses every member that was not asked for. Call last.
  void finish();

private:
  std::string path(llvm::StringRef member) const;
  const Json *typed(llvm::StringRef member, bool required, bool (Json::*is)() const noexcept,
                    llvm::StringRef type);

  const Json *json_;
  std::string where_;
  std::string &failure_;
  std::vector<std::string> known_;
};

/// The error of a finished read.
llvm::Error readFailure(const std::string &failure);

} // namespace agentc

#endif
