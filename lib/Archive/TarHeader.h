#ifndef AGENTC_LIB_ARCHIVE_TARHEADER_H
#define AGENTC_LIB_ARCHIVE_TARHEADER_H

#include "Refusals.h"

#include <array>
#include <optional>

namespace agentc {

inline constexpr size_t tarBlockSize = 512;
using TarBlock = std::array<char, tarBlockSize>;

/// The contents of a tar header block (POSIX ustar, GNU or the old form).
struct TarHeader {
  std::string name;
  uint64_t size = 0;
  char type = '0';
};

/// Reads a header block that isn't all zeros; nullopt after reporting.
std::optional<TarHeader> readTarHeader(const TarBlock &block, Refusals &refusals);

/// The properties of an entry that the records before it state.
struct TarExtension {
  std::optional<std::string> name;
  std::optional<uint64_t> size;

  bool empty() const { return !name && !size; }
};

/// Adds the records of a pax extended header (POSIX.1-2008) for the next entry, or for all if
/// `isGlobal`, which may then say nothing about names and sizes; false after reporting.
bool readPaxRecords(llvm::StringRef records, bool isGlobal, TarExtension &extension,
                    Refusals &refusals);

} // namespace agentc

#endif
