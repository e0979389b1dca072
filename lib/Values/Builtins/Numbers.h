#ifndef AGENTC_LIB_VALUES_NUMBERS_H
#define AGENTC_LIB_VALUES_NUMBERS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace agentc {

/// ECMA-262 Number::toString in base 10.
std::string numberToString(double value);
/// Number::toString in another base, 2 to 36, digit by digit as V8 prints fractions; std::nullopt
/// beyond the integers that a double holds exactly, where versions of V8 differ.
std::optional<std::string> numberToRadix(double value, unsigned radix);
/// Number.prototype.toFixed for 0 to 100 digits.
std::string numberToFixed(double value, unsigned digits);
/// Number.prototype.toExponential; without `digits` as many as are needed.
std::string numberToExponential(double value, std::optional<unsigned> digits);
/// Number.prototype.toPrecision for 1 to 100 digits.
std::string numberToPrecision(double value, unsigned precision);

/// ECMA-262 StringToNumber.
double stringToNumber(llvm::StringRef wtf8);
/// `parseInt`; std::nullopt where engines may round differently.
std::optional<double> parseInteger(llvm::StringRef wtf8, double radix);
/// `parseFloat`.
double parseFloatPrefix(llvm::StringRef wtf8);
/// Strips WhiteSpace and LineTerminator code points, as `trimStart` and `trimEnd` do.
llvm::StringRef trimSpaceStart(llvm::StringRef wtf8);
llvm::StringRef trimSpaceEnd(llvm::StringRef wtf8);

/// ECMA-262 ToUint32 and ToInt32.
uint32_t toUint32(double value);
inline int32_t toInt32(double value) { return static_cast<int32_t>(toUint32(value)); }
/// ECMA-262 ToIntegerOrInfinity.
double toInteger(double value);
/// `base ** exponent` where every engine gives the same bits.
std::optional<double> exactPower(double base, double exponent);

/// The canonical array index that a property key spells (`"7"`, never `"07"`), if it is one.
std::optional<uint32_t> arrayIndex(llvm::StringRef key);

} // namespace agentc

#endif
