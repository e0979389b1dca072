#ifndef AGENTC_ARCHIVE_ZIPWRITER_H
#define AGENTC_ARCHIVE_ZIPWRITER_H

#include "agentc/Support/FileTree.h"

#include "llvm/Support/Error.h"

#include <string>

namespace agentc {

/// Writes the canonical zip of a tree: equal trees give equal bytes, and no other bytes are
/// canonical for them, so that a reader can check an archive by writing its contents again.
///
/// Entries are the tree's files in byte order of their paths; folders have none. The archive is
/// the local entries, the central directory and the end record, adjoining, starting at offset 0.
/// Little-endian fields, with `N`, `S`, `C` and `O` the entry's name, size, CRC-32 and offset:
///
///     field                     local header   central directory
///     signature                 0x04034b50     0x02014b50
///     version made by           -              0x0314 (Unix, 2.0)
///     version needed            20             20
///     flags                     0x0800         0x0800 (UTF-8 names, also for ASCII ones)
///     method                    0 (stored)     0
///     time, date                0, 0x0021      0, 0x0021 (1980-01-01 00:00:00)
///     CRC-32                    C              C
///     compressed size, size     S, S           S, S
///     name and extra length     |N|, 0         |N|, 0
///     comment length            -              0
///     disk                      -              0
///     internal attributes       -              0
///     external attributes       -              0x81a40000 (regular file, 0644)
///     offset of local header    -              O
///     then                      N, the bytes   N
///
/// End record: signature 0x06054b50, disk numbers 0, the number of entries twice, the central
/// directory's size and offset, comment length 0.
///
/// Fails if zip64 would be needed: over 65,534 files, a path over 65,535 bytes, or an archive of
/// 4 GiB or more.
llvm::Expected<std::string> writeCanonicalZip(const FileTree &files);

} // namespace agentc

#endif
