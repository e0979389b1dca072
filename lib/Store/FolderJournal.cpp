#include "Decisions.h"
#include "Tables.h"

#include "agentc/Store/Journal.h"

#include <chrono>
#include <sys/stat.h>

namespace agentc::store {

Journal::~Journal() = default;

static constexpr llvm::StringLiteral statusNames[] = {"running", "completed", "failed",
                                                      "cancelled"};

int64_t eventTime() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

llvm::StringRef statusName(RunStatus status) { return statusNames[static_cast<size_t>(status)]; }

namespace {

constexpr const char *firstJournalStep = R"(
  CREATE TABLE runs (
    id TEXT PRIMARY KEY, tenant TEXT NOT NULL, agent TEXT NOT NULL, conversation TEXT NOT NULL,
    status INTEGER NOT NULL, created INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
  CREATE INDEX runs_by_tenant ON runs (tenant, created);
  CREATE INDEX runs_by_conversation ON runs (tenant, conversation, created);
  CREATE INDEX runs_unfinished ON runs (created) WHERE status = 0;
  CREATE TABLE events (
    run TEXT NOT NULL REFERENCES runs (id), sequence INTEGER NOT NULL, kind TEXT NOT NULL,
    data TEXT NOT NULL, time INTEGER NOT NULL,
    PRIMARY KEY (run, sequence)) STRICT, WITHOUT ROWID;
)";
constexpr const char *secondJournalStep = R"(
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, tenant TEXT NOT NULL, agent TEXT NOT NULL,
    user TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
)";
constexpr const char *thirdStep = R"(
  ALTER TABLE sessions ADD COLUMN context TEXT NOT NULL DEFAULT '{}';
)";
constexpr const char *fourthStep = R"(
  CREATE TABLE decisions (
    alike TEXT NOT NULL, run TEXT NOT NULL REFERENCES runs (id), denied INTEGER NOT NULL,
    PRIMARY KEY (alike, run)) STRICT, WITHOUT ROWID;
  CREATE INDEX decisions_by_run ON decisions (run);
)";
constexpr const char *journalSteps[] = {firstJournalStep, secondJournalStep, thirdStep, fourthStep};
const Schema journalSchema = {"journal.db", journalSteps};

/// The columns that `readRun` reads, in their order.
constexpr llvm::StringLiteral runColumns = "id, tenant, agent, conversation, status, created, last";

RunRecord readRun(const Database::Statement &row) {
  return {row.text(0),
          row.text(1),
          row.text(2),
          row.text(3),
          static_cast<RunStatus>(row.number(4)),
          row.number(5),
          static_cast<uint64_t>(row.number(6))};
}

llvm::Expected<std::vector<RunRecord>> readRuns(Database::Statement &list) {
  std::vector<RunRecord> found;
  while (list.step())
    found.push_back(readRun(list));
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

class FolderJournal : public Journal {
public:
  explicit FolderJournal(Database database)
      : database_(std::make_unique<Database>(std::move(database))),
        advance_(*database_, "UPDATE runs SET last = ?2, status = ?3 WHERE id = ?1 AND "
                             "last = ?2 - 1 AND status = 0 RETURNING id"),
        add_(*database_, "INSERT INTO events (run, sequence, kind, data, time) "
                         "VALUES (?, ?, ?, ?, ?)"),
        decisions_(*database_) {}

  llvm::Error begin(const RunRecord &run, const RunEvent &first) override;
  llvm::Expected<bool> append(llvm::StringRef run, const RunEvent &event, Durability durability,
                              RunStatus status) override;
  llvm::Expected<std::optional<RunRecord>> find(llvm::StringRef tenant,
                                                llvm::StringRef run) override;
  llvm::Expected<std::vector<RunRecord>>
  runs(llvm::StringRef tenant, std::optional<llvm::StringRef> conversation, unsigned most) override;
  llvm::Expected<std::vector<RunRecord>> unfinished() override;
  llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef run) override;
  llvm::Expected<unsigned> removeEnded(int64_t before, unsigned most) override;
  llvm::Expected<DecisionCounts> decisions(llvm::StringRef tenant, llvm::StringRef alike) override {
    return decisions_.count(tenant, alike);
  }
  llvm::Error addSession(const SessionRecord &session, llvm::StringRef token) override;
  llvm::Expected<std::optional<SessionRecord>> findSession(llvm::StringRef tenant,
                                                           llvm::StringRef id) override;
  llvm::Expected<std::optional<SessionRecord>> sessionOf(llvm::StringRef token) override;
  llvm::Expected<std::vector<RunEvent>> read(llvm::StringRef run, uint64_t after,
                                             unsigned most) override;

private:
  llvm::Error change(Durability durability, llvm::function_ref<llvm::Error()> steps);
  llvm::Error removeAll(llvm::ArrayRef<std::string> runs, Durability durability);
  llvm::Error addEvent(llvm::StringRef run, const RunEvent &event);

  std::unique_ptr<Database> database_;
  Database::Statement advance_, add_;
  DecisionTable decisions_;
  std::optional<Durability> durability_; ///< that the connection is set to
};

llvm::Error FolderJournal::change(Durability durability, llvm::function_ref<llvm::Error()> steps) {
  if (durability_ != durability) {
    // FULL waits for the disk at each commit, and thereby for those before it, which did not wait.
    if (llvm::Error error =
            database_->run(durability == Durability::Machine ? "PRAGMA synchronous = FULL"
                                                             : "PRAGMA synchronous = NORMAL"))
      return error;
    durability_ = durability;
  }
  return database_->change(steps);
}

llvm::Error FolderJournal::addEvent(llvm::StringRef run, const RunEvent &event) {
  add_.bind(run).bind(static_cast<int64_t>(event.sequence)).bind(event.kind).bind(event.data);
  add_.bind(event.time);
  add_.step();
  if (llvm::Error error = add_.finish())
    return error;
  return decisions_.add(run, decisionOf(event));
}

llvm::Error FolderJournal::begin(const RunRecord &run, const RunEvent &first) {
  return change(Durability::Machine, [&]() -> llvm::Error {
    Database::Statement add(*database_,
                            "INSERT INTO runs (id, tenant, agent, conversation, status, created, "
                            "last) VALUES (?, ?, ?, ?, 0, ?, ?)");
    add.bind(run.id).bind(run.tenant).bind(run.agent).bind(run.conversation).bind(run.created);
    add.bind(static_cast<int64_t>(first.sequence));
    add.step();
    if (llvm::Error error = add.finish())
      return error;
    return addEvent(run.id, first);
  });
}

llvm::Expected<bool> FolderJournal::append(llvm::StringRef run, const RunEvent &event,
                                           Durability durability, RunStatus status) {
  bool isNext = false;
  llvm::Error error = change(durability, [&]() -> llvm::Error {
    advance_.bind(run)
        .bind(static_cast<int64_t>(event.sequence))
        .bind(static_cast<int64_t>(status));
    llvm::Expected<bool> hasAdvanced = hasRow(advance_);
    if (!hasAdvanced)
      return hasAdvanced.takeError();
    isNext = *hasAdvanced;
    return isNext ? addEvent(run, event) : llvm::Error::success();
  });
  if (error)
    return error;
  return isNext;
}

llvm::Expected<std::optional<RunRecord>> FolderJournal::find(llvm::StringRef tenant,
                                                             llvm::StringRef run) {
  Database::Statement find(
      *database_, ("SELECT " + runColumns + " FROM runs WHERE tenant = ? AND id = ?").str());
  find.bind(tenant).bind(run);
  llvm::Expected<std::vector<RunRecord>> found = readRuns(find);
  if (!found)
    return found.takeError();
  if (found->empty())
    return std::nullopt;
  return std::move(found->front());
}

llvm::Expected<std::vector<RunRecord>>
FolderJournal::runs(llvm::StringRef tenant, std::optional<llvm::StringRef> conversation,
                    unsigned most) {
  Database::Statement list(*database_, ("SELECT " + runColumns + " FROM runs WHERE tenant = ? " +
                                        (conversation ? "AND conversation = ? " : "") +
                                        "ORDER BY created DESC, rowid DESC LIMIT ?")
                                           .str());
  list.bind(tenant);
  if (conversation)
    list.bind(*conversation);
  list.bind(static_cast<int64_t>(most));
  return readRuns(list);
}

llvm::Expected<std::vector<RunRecord>> FolderJournal::unfinished() {
  Database::Statement list(
      *database_, ("SELECT " + runColumns + " FROM runs WHERE status = 0 ORDER BY created").str());
  return readRuns(list);
}

llvm::Error FolderJournal::addSession(const SessionRecord &session, llvm::StringRef token) {
  return change(Durability::Machine, [&]() -> llvm::Error {
    Database::Statement add(*database_, "INSERT INTO sessions (id, token, tenant, agent, user, "
                                        "created, context) VALUES (?, ?, ?, ?, ?, ?, ?)");
    add.bind(session.id).bind(token).bind(session.tenant).bind(session.agent).bind(session.user);
    add.bind(session.created).bind(session.context);
    add.step();
    return add.finish();
  });
}

/// The session that a statement finds by its bound parameters.
static llvm::Expected<std::optional<SessionRecord>> readSession(Database::Statement &find) {
  std::optional<SessionRecord> found;
  if (find.step())
    found = SessionRecord{find.text(0), find.text(1),   find.text(2),
                          find.text(3), find.number(4), find.text(5)};
  if (llvm::Error error = find.finish())
    return error;
  return found;
}

llvm::Expected<std::optional<SessionRecord>> FolderJournal::findSession(llvm::StringRef tenant,
                                                                        llvm::StringRef id) {
  Database::Statement find(*database_,
                           "SELECT id, tenant, agent, user, created, context FROM sessions "
                           "WHERE id = ? AND tenant = ?");
  find.bind(id).bind(tenant);
  return readSession(find);
}

llvm::Expected<std::optional<SessionRecord>> FolderJournal::sessionOf(llvm::StringRef token) {
  Database::Statement find(*database_,
                           "SELECT id, tenant, agent, user, created, context FROM sessions WHERE "
                           "token = ?");
  find.bind(token);
  return readSession(find);
}

llvm::Expected<unsigned> FolderJournal::removeEnded(int64_t before, unsigned most) {
  std::vector<std::string> ended;
  Database::Statement list(*database_,
                           "SELECT id FROM runs JOIN events ON run = id AND sequence = last WHERE "
                           "status <> 0 AND created < ?1 AND time < ?1 LIMIT ?2");
  list.bind(before).bind(static_cast<int64_t>(most));
  while (list.step())
    ended.push_back(list.text(0));
  if (llvm::Error error = list.finish())
    return error;
  if (ended.empty())
    return 0;
  if (llvm::Error error = removeAll(ended, Durability::Process))
    return error;
  return static_cast<unsigned>(ended.size());
}

llvm::Expected<bool> FolderJournal::remove(llvm::StringRef tenant, llvm::StringRef run) {
  llvm::Expected<std::optional<RunRecord>> found = find(tenant, run);
  if (!found)
    return found.takeError();
  if (!*found || (*found)->status == RunStatus::Running)
    return false;
  if (llvm::Error error = removeAll({(*found)->id}, Durability::Machine))
    return error;
  return true;
}

llvm::Error FolderJournal::removeAll(llvm::ArrayRef<std::string> runs, Durability durability) {
  return change(durability, [&]() -> llvm::Error {
    for (const char *statement :
         {"DELETE FROM decisions WHERE run = ?", "DELETE FROM events WHERE run = ?",
          "DELETE FROM runs WHERE id = ?"}) {
      Database::Statement remove(*database_, statement);
      for (const std::string &id : runs) {
        remove.bind(id);
        remove.step();
        if (llvm::Error error = remove.finish())
          return error;
      }
    }
    return llvm::Error::success();
  });
}

llvm::Expected<std::vector<RunEvent>> FolderJournal::read(llvm::StringRef run, uint64_t after,
                                                          unsigned most) {
  Database::Statement list(*database_,
                           "SELECT sequence, kind, data, time FROM events WHERE run = ? "
                           "AND sequence > ? ORDER BY sequence LIMIT ?");
  list.bind(run).bind(static_cast<int64_t>(after)).bind(static_cast<int64_t>(most));
  std::vector<RunEvent> found;
  while (list.step())
    found.push_back(
        {static_cast<uint64_t>(list.number(0)), list.text(1), list.text(2), list.number(3)});
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

} // namespace

llvm::Expected<std::unique_ptr<Journal>> openJournal(llvm::StringRef folder) {
  // It holds conversations.
  const mode_t others = umask(077);
  llvm::Expected<Database> database = Database::open((folder + "/journal.db").str());
  llvm::Error fault = database ? prepareTables(*database, journalSchema) : database.takeError();
  umask(others);
  if (fault)
    return fault;
  return std::make_unique<FolderJournal>(std::move(*database));
}

} // namespace agentc::store
