#ifndef AGENTC_LIB_RULES_MODELTEXTS_H
#define AGENTC_LIB_RULES_MODELTEXTS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace agentc {

/// The ways in which a text that a model reads goes beyond description.
enum class TextTrick : uint8_t {
  Override,   ///< orders to forget other instructions
  Secrecy,    ///< orders to keep something from the user
  SecretFile, ///< orders to read a file with secrets
  OtherTools, ///< orders about what other tools do
  Preference, ///< orders to use this tool rather than others, or before them
  Sending,    ///< orders to send what was said, or secrets, somewhere
  Markup,     ///< markup that ends the description or begins another speaker's part
  Emphasis,   ///< markup as instructions have it, around a part
  Hidden,     ///< characters that nobody sees, or another order than is seen
  FarBehind,  ///< text behind more white space than a window shows
  Terminal,   ///< codes that a terminal obeys
};

struct FoundTrick {
  TextTrick trick;
  std::string quote; ///< the words that do it
};

/// Each trick of a text once, in the order of TextTrick. Letters that look alike count as the same,
/// invisible ones not at all; encoded parts are read too.
std::vector<FoundTrick> findTricks(llvm::StringRef text);

} // namespace agentc

#endif
