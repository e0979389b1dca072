#ifndef AGENTC_LIB_SUPPORT_GITGLOB_H
#define AGENTC_LIB_SUPPORT_GITGLOB_H

#include "llvm/ADT/StringRef.h"

#include <bitset>
#include <optional>
#include <vector>

namespace agentc {

/// The pattern of one name, as git's wildmatch reads it: by bytes, with classes such as
/// `[[:alpha:]]`.
class GitGlob {
public:
  /// Takes text up to a `/` that stands in no brackets, which it leaves; std::nullopt for a pattern
  /// that fits nothing, such as one with open brackets.
  static std::optional<GitGlob> parse(llvm::StringRef &text);

  /// `**` and more stars.
  bool isStars() const { return stars_ >= 2 && stars_ == length_; }
  bool matches(llvm::StringRef name) const;

  static GitGlob anything();

private:
  using Set = std::bitset<256>;
  struct Step {
    bool isStar = false;
    uint8_t byte = 0;
    uint16_t set = 0; ///< from 1; 0: the byte alone
  };

  /// Takes brackets behind their `[`.
  bool takeSet(llvm::StringRef &text);
  void add(const Set &set);
  bool fits(const Step &step, char c) const {
    const auto byte = static_cast<uint8_t>(c);
    return step.set ? sets_[step.set - 1][byte] : step.byte == byte;
  }

  std::vector<Step> steps_;
  std::vector<Set> sets_;
  size_t stars_ = 0, length_ = 0; ///< of the text
};

} // namespace agentc

#endif
