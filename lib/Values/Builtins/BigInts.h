#ifndef AGENTC_LIB_VALUES_BIGINTS_H
#define AGENTC_LIB_VALUES_BIGINTS_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// BigInts longer than this aren't computed.
inline constexpr unsigned maxBigIntBits = 8192;

/// A BigInt of any width, two's complement; std::nullopt if it is too long or no integer.
/// `digits` as a literal has them: decimal or prefixed, `_` between digits, perhaps a sign.
std::optional<llvm::APInt> parseBigInt(llvm::StringRef digits);
/// StringToBigInt: white space around, no sign before a prefix.
std::optional<llvm::APInt> stringToBigInt(llvm::StringRef wtf8);
std::optional<llvm::APInt> numberToBigInt(double value);
double bigIntToNumber(const llvm::APInt &value);
std::string bigIntToString(const llvm::APInt &value, unsigned radix = 10);

/// A binary operator of BigInts; std::nullopt where it throws or the result is too long.
std::optional<llvm::APInt> operateOnBigInts(llvm::StringRef op, const llvm::APInt &left,
                                            const llvm::APInt &right);
/// Negative, zero or positive; std::nullopt for NaN.
std::optional<int> compareBigInt(const llvm::APInt &left, double right);
int compareBigInt(const llvm::APInt &left, const llvm::APInt &right);

} // namespace agentc

#endif
