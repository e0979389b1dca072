#ifndef AGENTC_DATABASE_DATABASE_H
#define AGENTC_DATABASE_DATABASE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace agentc {

/// A database of SQLite, in a file or in memory. Owns its connection, and the statements that were
/// prepared for it, each of which is used again where its text is.
class Database {
public:
  Database() = default;
  Database(Database &&other) { *this = std::move(other); }
  Database &operator=(Database &&other) {
    std::swap(connection_, other.connection_);
    std::swap(idle_, other.idle_);
    return *this;
  }
  ~Database();

  /// A file that is made if it is not there; a link is not followed. Empty: in memory.
  static llvm::Expected<Database> open(const std::string &path);
  bool isOpen() const { return connection_; }
  /// Runs statements without parameters.
  llvm::Error run(const char *statements);
  /// Takes steps as one transaction, which a failure takes back.
  llvm::Error change(llvm::function_ref<llvm::Error()> steps);

  /// A prepared statement; ends before its database does, which does not move meanwhile.
  class Statement {
  public:
    Statement(Database &database, llvm::StringRef text);
    ~Statement();
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;

    /// Parameters in their order, counted from 1.
    Statement &bind(llvm::StringRef text);
    Statement &bind(int64_t number);
    /// True if there is a row, false after the last and on failure; another step goes on.
    bool step();
    /// Returns the failure, if there was one; the next step begins anew, with other parameters.
    llvm::Error finish();

    std::string text(int column) const;
    int64_t number(int column) const;

  private:
    Database &database_;
    sqlite3_stmt *statement_ = nullptr;
    int parameters_ = 0;
    int code_ = 0;
  };

private:
  llvm::Error failure(int code) const;

  sqlite3 *connection_ = nullptr;
  /// By their texts, those that nobody uses now.
  llvm::StringMap<sqlite3_stmt *> idle_;
};

} // namespace agentc

#endif
