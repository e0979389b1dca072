// The journal has no text form of its own: what is made of it is tested in test/Serve.
#include "agentc/Store/Journal.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace agentc::store;

namespace {

class JournalTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("journal", folder_));
    open();
  }
  void TearDown() override {
    journal_.reset();
    llvm::sys::fs::remove_directories(folder_);
  }
  void open() {
    journal_.reset();
    journal_ = llvm::cantFail(openJournal(folder_));
  }
  void begin(llvm::StringRef id, llvm::StringRef tenant = "acme", int64_t created = 1) {
    RunRecord run;
    run.id = id.str();
    run.tenant = tenant.str();
    run.agent = "helper";
    run.conversation = "c1";
    run.created = created;
    llvm::cantFail(journal_->begin(run, {1, "run.start", "{}", created}));
  }
  bool append(llvm::StringRef run, uint64_t sequence, RunStatus status = RunStatus::Running,
              Durability durability = Durability::Process) {
    return llvm::cantFail(journal_->append(run, {sequence, "model.delta", "{\"text\":\"é\\n\"}", 2},
                                           durability, status));
  }
  std::vector<uint64_t> read(llvm::StringRef run, uint64_t after, unsigned most = 100) {
    std::vector<uint64_t> sequences;
    for (const RunEvent &event : llvm::cantFail(journal_->read(run, after, most)))
      sequences.push_back(event.sequence);
    return sequences;
  }

  llvm::SmallString<128> folder_;
  std::unique_ptr<Journal> journal_;
};

TEST_F(JournalTest, RemovesRunsThatEndedBefore) {
  begin("old");
  begin("open");
  begin("new", "acme", 50);
  EXPECT_TRUE(append("old", 2, RunStatus::Completed));
  EXPECT_TRUE(append("open", 2));
  EXPECT_TRUE(append("new", 2, RunStatus::Failed));
  EXPECT_EQ(llvm::cantFail(journal_->removeEnded(2, 10)), 0u); // its last event is of then
  EXPECT_EQ(llvm::cantFail(journal_->removeEnded(10, 0)), 0u);
  EXPECT_EQ(llvm::cantFail(journal_->removeEnded(10, 10)), 1u);
  EXPECT_FALSE(llvm::cantFail(journal_->find("acme", "old")));
  EXPECT_TRUE(read("old", 0).empty());
  EXPECT_EQ(read("open", 0), (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(read("new", 0), (std::vector<uint64_t>{1, 2}));
}

TEST_F(JournalTest, KeepsSessions) {
  llvm::cantFail(journal_->addSession({"s", "acme", "helper", "ada", 7}, "hash"));
  open();
  EXPECT_EQ(llvm::cantFail(journal_->findSession("acme", "s"))->user, "ada");
  EXPECT_FALSE(llvm::cantFail(journal_->findSession("other", "s")));
  EXPECT_EQ(llvm::cantFail(journal_->sessionOf("hash"))->created, 7);
  EXPECT_FALSE(llvm::cantFail(journal_->sessionOf("")));
}

TEST_F(JournalTest, KeepsEventsInOrder) {
  begin("a");
  EXPECT_TRUE(append("a", 2));
  EXPECT_TRUE(append("a", 3, RunStatus::Running, Durability::Machine));
  EXPECT_EQ(read("a", 0), (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(read("a", 1), (std::vector<uint64_t>{2, 3}));
  EXPECT_EQ(read("a", 0, 2), (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(read("b", 0), std::vector<uint64_t>());
  const std::vector<RunEvent> events = llvm::cantFail(journal_->read("a", 1, 1));
  EXPECT_EQ(events[0].kind, "model.delta");
  EXPECT_EQ(events[0].data, "{\"text\":\"é\\n\"}");
  EXPECT_EQ(events[0].time, 2);
}

TEST_F(JournalTest, RefusesWhoDoesNotOwnTheRun) {
  begin("a");
  EXPECT_FALSE(append("a", 1));
  EXPECT_FALSE(append("a", 3));
  EXPECT_FALSE(append("b", 1));
  EXPECT_TRUE(append("a", 2));
  EXPECT_FALSE(append("a", 2));
  EXPECT_TRUE(append("a", 3, RunStatus::Cancelled));
  EXPECT_FALSE(append("a", 4));
  EXPECT_EQ(read("a", 0), (std::vector<uint64_t>{1, 2, 3}));
}

TEST_F(JournalTest, TellsRunsByTenantAndState) {
  begin("a", "acme", 1);
  begin("b", "acme", 2);
  begin("c", "other", 3);
  EXPECT_TRUE(append("a", 2, RunStatus::Completed));
  EXPECT_FALSE(llvm::cantFail(journal_->find("other", "a")));
  const RunRecord found = *llvm::cantFail(journal_->find("acme", "a"));
  EXPECT_EQ(statusName(found.status), "completed");
  EXPECT_EQ(found.last, 2u);
  const std::vector<RunRecord> runs = llvm::cantFail(journal_->runs("acme", std::nullopt, 10));
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].id, "b");
  EXPECT_EQ(llvm::cantFail(journal_->runs("acme", "c2", 10)).size(), 0u);
  EXPECT_EQ(llvm::cantFail(journal_->runs("acme", "c1", 1)).size(), 1u);
  const std::vector<RunRecord> unfinished = llvm::cantFail(journal_->unfinished());
  ASSERT_EQ(unfinished.size(), 2u);
  EXPECT_EQ(unfinished[0].id, "b");
  EXPECT_EQ(unfinished[1].id, "c");
}

TEST_F(JournalTest, OutlivesKill) {
  begin("a");
  journal_.reset();
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    journal_ = llvm::cantFail(openJournal(folder_));
    for (uint64_t sequence = 2;; ++sequence) {
      append("a", sequence);
      if (write(ready[1], &sequence, sizeof sequence) < 0)
        _exit(1);
    }
  }
  uint64_t told = 0;
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(::read(ready[0], &told, sizeof told), ssize_t(sizeof told));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ready[1]);
  while (::read(ready[0], &told, sizeof told) > 0)
    continue;
  close(ready[0]);
  open();
  const uint64_t last = llvm::cantFail(journal_->find("acme", "a"))->last;
  EXPECT_GE(last, told);
  EXPECT_EQ(read("a", 0, 1u << 20).size(), last);
  EXPECT_TRUE(append("a", last + 1));
}

TEST_F(JournalTest, RefusesWhatIsNotAJournal) {
  journal_.reset();
  std::error_code error;
  llvm::raw_fd_ostream file((folder_ + "/journal.db").str(), error);
  file << "not a database, but a text that is long enough to be taken for one by its first page";
  file.close();
  for (const char *rest : {"/journal.db-wal", "/journal.db-shm"})
    llvm::sys::fs::remove(folder_ + rest);
  llvm::Expected<std::unique_ptr<Journal>> opened = openJournal(folder_);
  EXPECT_FALSE(static_cast<bool>(opened));
  llvm::consumeError(opened.takeError());
}

} // namespace
