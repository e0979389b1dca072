#include "Tables.h"

namespace agentc::store {

static constexpr const char *firstStep = R"(
  CREATE TABLE keys (
    id TEXT NOT NULL, tenant TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    scopes INTEGER NOT NULL, created INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, id)) STRICT;
  CREATE TABLE packages (
    tenant TEXT NOT NULL, digest TEXT NOT NULL, file TEXT NOT NULL, name TEXT NOT NULL,
    version TEXT NOT NULL, size INTEGER NOT NULL, document TEXT NOT NULL,
    created INTEGER NOT NULL, created_by TEXT NOT NULL,
    PRIMARY KEY (tenant, digest)) STRICT;
  CREATE INDEX packages_by_file ON packages (file);
  CREATE TABLE versions (
    tenant TEXT NOT NULL, slug TEXT NOT NULL, number INTEGER NOT NULL, package TEXT NOT NULL,
    settings TEXT NOT NULL, created INTEGER NOT NULL, created_by TEXT NOT NULL,
    approval TEXT NOT NULL,
    PRIMARY KEY (tenant, slug, number),
    FOREIGN KEY (tenant, package) REFERENCES packages (tenant, digest)) STRICT;
  CREATE INDEX versions_by_package ON versions (tenant, package);
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, tenant TEXT NOT NULL,
    key TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT NOT NULL) STRICT;
  CREATE INDEX audit_by_tenant ON audit (tenant, id);
)";

static constexpr const char *savedStep = R"(
  CREATE TABLE saved (
    tenant TEXT NOT NULL, id TEXT NOT NULL, file TEXT NOT NULL, filename TEXT NOT NULL,
    mime TEXT NOT NULL, size INTEGER NOT NULL, agent TEXT NOT NULL, created INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)) STRICT;
)";

static constexpr const char *steps[] = {firstStep, savedStep};
const Schema stateSchema = {"state.db", steps};

static llvm::Error damaged(const Schema &schema, const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "`" + llvm::Twine(schema.file) + "` " + why);
}

llvm::Error prepareTables(Database &database, const Schema &schema) {
  if (llvm::Error error = database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; "
                                       "PRAGMA foreign_keys = ON;"))
    return error;
  Database::Statement check(database, "PRAGMA quick_check(1)");
  if (!check.step() || check.text(0) != "ok") {
    const std::string found = check.text(0);
    if (llvm::Error error = check.finish())
      return error;
    return damaged(schema, "is damaged (" + found + "); put a copy of the folder back");
  }
  if (llvm::Error error = check.finish())
    return error;
  Database::Statement number(database, "PRAGMA user_version");
  const int64_t found = number.step() ? number.number(0) : 0;
  if (llvm::Error error = number.finish())
    return error;
  const auto newest = static_cast<int64_t>(schema.steps.size());
  if (found > newest)
    return damaged(schema, "was written by a newer agentc");
  for (int64_t number = found; number < newest; ++number) {
    const std::string step = "BEGIN IMMEDIATE; " +
                             std::string(schema.steps[static_cast<size_t>(number)]) +
                             "PRAGMA user_version = " + std::to_string(number + 1) + "; COMMIT";
    if (llvm::Error error = database.run(step.c_str()))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<bool> hasRow(Database::Statement &statement) {
  const bool isThere = statement.step();
  if (llvm::Error error = statement.finish())
    return error;
  return isThere;
}

} // namespace agentc::store
