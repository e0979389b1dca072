#include "agentc/Database/Database.h"

#include <sqlite3.h>

namespace agentc {

/// So many prepared statements are kept at most: more than a store has texts.
static constexpr unsigned maxIdleStatements = 128;

Database::~Database() {
  for (const auto &statement : idle_)
    sqlite3_finalize(statement.second);
  sqlite3_close(connection_);
}

llvm::Error Database::failure(int code) const {
  const std::error_code error = code == SQLITE_FULL
                                    ? std::make_error_code(std::errc::no_space_on_device)
                                    : llvm::inconvertibleErrorCode();
  return llvm::createStringError(error, "SQLite: %s",
                                 connection_ ? sqlite3_errmsg(connection_) : sqlite3_errstr(code));
}

llvm::Expected<Database> Database::open(const std::string &path) {
  Database database;
  int code = sqlite3_open_v2(path.empty() ? ":memory:" : path.c_str(), &database.connection_,
                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW |
                                 SQLITE_OPEN_NOMUTEX,
                             nullptr);
  if (code != SQLITE_OK)
    return database.failure(code);
  sqlite3_busy_timeout(database.connection_, 2000);
  // A file's own schema is not trusted.
  sqlite3_db_config(database.connection_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database.connection_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return database;
}

llvm::Error Database::run(const char *statements) {
  int code = sqlite3_exec(connection_, statements, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? llvm::Error::success() : failure(code);
}

llvm::Error Database::change(llvm::function_ref<llvm::Error()> steps) {
  if (llvm::Error error = run("BEGIN IMMEDIATE"))
    return error;
  llvm::Error error = steps();
  if (!error)
    error = run("COMMIT");
  if (error)
    llvm::consumeError(run("ROLLBACK"));
  return error;
}

Database::Statement::Statement(Database &database, llvm::StringRef text) : database_(database) {
  auto idle = database.idle_.find(text);
  if (idle == database.idle_.end()) {
    code_ = sqlite3_prepare_v3(database.connection_, text.data(), static_cast<int>(text.size()),
                               SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
    return;
  }
  statement_ = idle->second;
  database.idle_.erase(idle);
}

Database::Statement::~Statement() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  if (!statement_ || database_.idle_.size() >= maxIdleStatements ||
      !database_.idle_.try_emplace(sqlite3_sql(statement_), statement_).second)
    sqlite3_finalize(statement_);
}

Database::Statement &Database::Statement::bind(llvm::StringRef text) {
  sqlite3_bind_text(statement_, ++parameters_, text.data(), static_cast<int>(text.size()),
                    SQLITE_TRANSIENT);
  return *this;
}

Database::Statement &Database::Statement::bind(int64_t number) {
  sqlite3_bind_int64(statement_, ++parameters_, number);
  return *this;
}

bool Database::Statement::step() {
  if (!statement_)
    return false;
  code_ = sqlite3_step(statement_);
  return code_ == SQLITE_ROW;
}

llvm::Error Database::Statement::finish() {
  llvm::Error error = llvm::Error::success();
  if (!statement_ || (code_ != SQLITE_DONE && code_ != SQLITE_ROW && code_ != SQLITE_OK)) {
    llvm::consumeError(std::move(error));
    error = database_.failure(code_);
  }
  sqlite3_reset(statement_);
  parameters_ = 0;
  return error;
}

std::string Database::Statement::text(int column) const {
  const auto *bytes = static_cast<const char *>(sqlite3_column_blob(statement_, column));
  return std::string(bytes ? bytes : "",
                     static_cast<size_t>(sqlite3_column_bytes(statement_, column)));
}

int64_t Database::Statement::number(int column) const {
  return sqlite3_column_int64(statement_, column);
}

} // namespace agentc
