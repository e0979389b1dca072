#ifndef AGENTC_LIB_ARCHIVE_ZIPFORMAT_H
#define AGENTC_LIB_ARCHIVE_ZIPFORMAT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"

#include <cassert>

/// Numbers of APPNOTE 6.3.10, which reading and writing share.
namespace agentc::zip {

inline constexpr uint32_t localSignature = 0x04034b50;
inline constexpr uint32_t centralSignature = 0x02014b50;
inline constexpr uint32_t endSignature = 0x06054b50;
inline constexpr uint32_t descriptorSignature = 0x08074b50;
inline constexpr uint32_t zip64EndSignature = 0x06064b50;
inline constexpr uint32_t zip64LocatorSignature = 0x07064b50;
inline constexpr size_t localSize = 30;
inline constexpr size_t centralSize = 46;
inline constexpr size_t endSize = 22;
inline constexpr size_t zip64EndSize = 56;
inline constexpr size_t zip64LocatorSize = 20;
inline constexpr size_t longestComment = 0xffff;

inline constexpr uint16_t encryptedFlag = 1 << 0;
inline constexpr uint16_t deflateLevelFlags = 3 << 1;
inline constexpr uint16_t descriptorFlag = 1 << 3;
inline constexpr uint16_t strongEncryptionFlag = 1 << 6;
inline constexpr uint16_t utf8Flag = 1 << 11;
inline constexpr uint16_t maskedHeaderFlag = 1 << 13;

inline constexpr uint16_t stored = 0;
inline constexpr uint16_t deflated = 8;

/// The values of a field whose number is in a zip64 field or record instead.
inline constexpr uint16_t elsewhere16 = 0xffff;
inline constexpr uint32_t elsewhere32 = 0xffffffff;

/// Unix file types in the upper half of the external attributes.
inline constexpr uint16_t typeMask = 0170000;
inline constexpr uint16_t regularType = 0100000;
inline constexpr uint16_t folderType = 0040000;
inline constexpr uint16_t linkType = 0120000;

inline uint16_t read16(llvm::StringRef bytes, size_t at) {
  assert(bytes.size() >= 2 && at <= bytes.size() - 2 && "the caller checks a record's size");
  return llvm::support::endian::read16le(bytes.data() + at);
}

inline uint32_t read32(llvm::StringRef bytes, size_t at) {
  assert(bytes.size() >= 4 && at <= bytes.size() - 4 && "the caller checks a record's size");
  return llvm::support::endian::read32le(bytes.data() + at);
}

inline uint64_t read64(llvm::StringRef bytes, size_t at) {
  return read32(bytes, at) | uint64_t(read32(bytes, at + 4)) << 32;
}

/// True if a short field agrees with the number that zip64 has for it.
inline bool isSameIn16(uint16_t field, uint64_t number) {
  return field == elsewhere16 || field == number;
}
inline bool isSameIn32(uint32_t field, uint64_t number) {
  return field == elsewhere32 || field == number;
}

} // namespace agentc::zip

#endif
