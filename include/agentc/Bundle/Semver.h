#ifndef AGENTC_BUNDLE_SEMVER_H
#define AGENTC_BUNDLE_SEMVER_H

#include "llvm/ADT/StringRef.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// A version by Semantic Versioning 2.0.0. Build metadata is checked and dropped, since it doesn't
/// take part in precedence.
struct Version {
  uint64_t major = 0;
  uint64_t minor = 0;
  uint64_t patch = 0;
  std::vector<std::string> prerelease;

  friend bool operator==(const Version &, const Version &) = default;
};

/// Precedence as section 11 of Semantic Versioning says.
std::strong_ordering operator<=>(const Version &a, const Version &b);

/// Strict: no `v`, no missing parts, no leading zeros; numbers up to 2^53 - 1 and at most 256
/// characters, as npm reads them.
std::optional<Version> parseVersion(llvm::StringRef text);

/// A set of versions as npm's package.json writes it: `^1.2`, `~1`, `1.x`, `>=1 <3`, `1 - 2`,
/// alternatives by `||`. A version with a prerelease is only in the range where the range names a
/// prerelease of the same major, minor and patch, as npm has it.
class VersionRange {
public:
  /// std::nullopt if the text is not a range; tags and URLs are none.
  static std::optional<VersionRange> parse(llvm::StringRef text);

  bool contains(const Version &version) const;

  /// True if each version of this range is also in the other range. False if it takes several
  /// alternatives of the other range together to hold one of this range's.
  bool isWithin(const VersionRange &other) const;

  /// True if the range has versions equal to or later than the given one.
  bool reaches(const Version &version) const;

private:
  enum class Operator { Less, LessEqual, Equal, GreaterEqual, Greater };
  struct Comparator {
    Operator op;
    Version version;
  };
  using Comparators = std::vector<Comparator>; ///< all must hold; none: any version
  struct Bounds;

  friend class RangeParser;
  std::vector<Comparators> alternatives_;
};

} // namespace agentc

#endif
