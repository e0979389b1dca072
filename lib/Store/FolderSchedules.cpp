#include "Tables.h"

#include "agentc/Store/Schedules.h"

#include <sys/stat.h>

namespace agentc::store {

Schedules::~Schedules() = default;

namespace {

constexpr const char *firstScheduleStep = R"(
  CREATE TABLE schedules (
    id TEXT PRIMARY KEY, tenant TEXT NOT NULL, agent TEXT NOT NULL, conversation TEXT NOT NULL,
    cron TEXT NOT NULL, start TEXT NOT NULL, next INTEGER NOT NULL, created INTEGER NOT NULL,
    lastRun TEXT NOT NULL, lastError TEXT NOT NULL, missed INTEGER NOT NULL) STRICT;
  CREATE INDEX schedules_by_tenant ON schedules (tenant, created);
  CREATE INDEX schedules_by_time ON schedules (next);
)";
constexpr const char *secondScheduleStep = R"(
  ALTER TABLE schedules ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
)";
constexpr const char *scheduleSteps[] = {firstScheduleStep, secondScheduleStep};
const Schema schedulesSchema = {"schedules.db", scheduleSteps};

/// The columns that `readAll` reads, in their order.
constexpr llvm::StringLiteral scheduleColumns =
    "id, tenant, agent, conversation, cron, start, next, created, lastRun, lastError, missed, due";
/// The `next` of a schedule that has run its only time.
constexpr int64_t never = INT64_MAX;

llvm::Expected<std::vector<Schedule>> readAll(Database::Statement &list) {
  std::vector<Schedule> found;
  while (list.step())
    found.push_back({list.text(0), list.text(1), list.text(2), list.text(3), list.text(4),
                     list.text(5), list.number(6), list.number(7), list.text(8), list.text(9),
                     static_cast<uint64_t>(list.number(10)), list.number(11)});
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

class FolderSchedules : public Schedules {
public:
  explicit FolderSchedules(Database database) : database_(std::move(database)) {}

  llvm::Error add(const Schedule &schedule) override;
  llvm::Expected<std::vector<Schedule>> list(llvm::StringRef tenant) override;
  llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef id) override;
  llvm::Expected<std::optional<Schedule>> first() override;
  llvm::Error update(const Schedule &schedule) override;

private:
  Database database_;
};

llvm::Error FolderSchedules::add(const Schedule &schedule) {
  Database::Statement add(database_, ("INSERT INTO schedules (" + scheduleColumns +
                                      ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                                         .str());
  add.bind(schedule.id).bind(schedule.tenant).bind(schedule.agent).bind(schedule.conversation);
  add.bind(schedule.cron).bind(schedule.start).bind(schedule.next).bind(schedule.created);
  add.bind(schedule.lastRun).bind(schedule.lastError);
  add.bind(static_cast<int64_t>(schedule.missed)).bind(schedule.due);
  add.step();
  return add.finish();
}

llvm::Expected<std::vector<Schedule>> FolderSchedules::list(llvm::StringRef tenant) {
  Database::Statement list(database_, ("SELECT " + scheduleColumns +
                                       " FROM schedules WHERE tenant = ? ORDER BY created, rowid")
                                          .str());
  list.bind(tenant);
  return readAll(list);
}

llvm::Expected<bool> FolderSchedules::remove(llvm::StringRef tenant, llvm::StringRef id) {
  Database::Statement remove(database_,
                             "DELETE FROM schedules WHERE tenant = ? AND id = ? RETURNING id");
  remove.bind(tenant).bind(id);
  return hasRow(remove);
}

llvm::Expected<std::optional<Schedule>> FolderSchedules::first() {
  Database::Statement first(
      database_,
      ("SELECT " + scheduleColumns + " FROM schedules WHERE next < ? ORDER BY next LIMIT 1").str());
  first.bind(never);
  llvm::Expected<std::vector<Schedule>> found = readAll(first);
  if (!found)
    return found.takeError();
  if (found->empty())
    return std::nullopt;
  return std::move(found->front());
}

llvm::Error FolderSchedules::update(const Schedule &schedule) {
  Database::Statement update(database_,
                             "UPDATE schedules SET next = ?, lastRun = ?, lastError = ?, "
                             "missed = ?, due = ? WHERE id = ?");
  update.bind(schedule.next).bind(schedule.lastRun).bind(schedule.lastError);
  update.bind(static_cast<int64_t>(schedule.missed)).bind(schedule.due).bind(schedule.id);
  update.step();
  return update.finish();
}

} // namespace

llvm::Expected<std::unique_ptr<Schedules>> openSchedules(llvm::StringRef folder) {
  // It holds the input of agents.
  const mode_t others = umask(077);
  llvm::Expected<Database> database = Database::open((folder + "/schedules.db").str());
  llvm::Error fault = database ? prepareTables(*database, schedulesSchema) : database.takeError();
  umask(others);
  if (fault)
    return fault;
  if (llvm::Error error = database->run("PRAGMA synchronous = FULL"))
    return error;
  return std::make_unique<FolderSchedules>(std::move(*database));
}

} // namespace agentc::store
