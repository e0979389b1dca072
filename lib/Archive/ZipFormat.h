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
inline constexpr uint32_t zip64LocatorSignature = 0x07064b50;
inline constexpr size_t localSize = 30;
inline constexpr size_t centralSize = 46;
inline constexpr size_t endSize = 22;
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

} // namespace agentc::zip

#endif
