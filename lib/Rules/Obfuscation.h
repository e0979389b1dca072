#ifndef AGENTC_LIB_RULES_OBFUSCATION_H
#define AGENTC_LIB_RULES_OBFUSCATION_H

#include "agentc/Syntax/Ast.h"

#include <array>

namespace agentc {

/// The traits of obfuscated code that neither people nor minifiers produce, each recognized by
/// its structure.
enum class ObfuscationTrait : uint8_t {
  HexNames,        ///< names such as `_0x1a2b`
  SignNames,       ///< names of `$` and `_` alone, or of letters of several scripts
  StringTable,     ///< a function that gives an array of texts and replaces itself by one that does
  TableRotation,   ///< an array turned until a sum fits
  NumberedLookups, ///< members whose names a function gives for a number or a code
  OffsetLookup,    ///< a function that subtracts from its parameter, then takes an element by it
  FlattenedFlow,   ///< a loop around a `switch` whose order a text says
  NumberSums,      ///< numbers written as sums of products
  ForwardingTable, ///< objects of functions that only add, compare or call, under random keys
  SelfDefence,     ///< an expression that hangs if the code was formatted
  EscapedTexts,    ///< texts whose plain letters are written as escapes
  EmptyArithmetic, ///< texts made by adding `[]`, `{}` and `!`
  PackedWords,     ///< a function called with a text and a list of the words to put into it
  ShuffledAlphabet, ///< the alphabet of a base64 of its own
};
inline constexpr size_t obfuscationTraits = 14;

struct TraitCount {
  unsigned count = 0;
  const ast::Node *first = nullptr;
};

/// How often each trait is seen in one file.
struct ObfuscationMeasure {
  std::array<TraitCount, obfuscationTraits> traits;

  const TraitCount &of(ObfuscationTrait trait) const { return traits[static_cast<size_t>(trait)]; }
};

ObfuscationMeasure measureObfuscation(const ast::Module &module);

} // namespace agentc

#endif
