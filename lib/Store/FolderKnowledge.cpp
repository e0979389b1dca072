#include "FolderKnowledge.h"

#include "KnowledgeSearch.h"
#include "SearchCountTable.h"
#include "Tables.h"

#include "llvm/Support/FileSystem.h"

#include <sys/stat.h>

namespace agentc::store {

Knowledge::~Knowledge() = default;
Search::~Search() = default;

namespace {

constexpr const char *firstKnowledgeStep = R"(
  CREATE TABLE documents (
    key INTEGER PRIMARY KEY, tenant TEXT NOT NULL, id TEXT NOT NULL, collection TEXT NOT NULL,
    title TEXT NOT NULL, data TEXT NOT NULL, created INTEGER NOT NULL, uses INTEGER NOT NULL,
    UNIQUE (tenant, id)) STRICT;
  CREATE INDEX documents_by_collection ON documents (tenant, collection, created);
  CREATE TABLE passages (
    key INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents (key),
    text TEXT NOT NULL, vector BLOB NOT NULL) STRICT;
  CREATE INDEX passages_by_document ON passages (document);
  CREATE VIRTUAL TABLE words USING fts5 (
    text, content = 'passages', content_rowid = 'key', tokenize = 'porter unicode61');
)";
const char *const knowledgeSteps[] = {firstKnowledgeStep, SearchCountTable::schema};
const Schema knowledgeSchema = {"knowledge.db", knowledgeSteps};

std::string bytesOf(llvm::ArrayRef<float> vector) {
  return {reinterpret_cast<const char *>(vector.data()), vector.size() * sizeof(float)};
}

class FolderKnowledge : public Knowledge {
public:
  explicit FolderKnowledge(Database database)
      : database_(std::make_unique<Database>(std::move(database))), searches_(*database_) {}

  llvm::Error put(llvm::StringRef tenant, const Document &document,
                  llvm::ArrayRef<Passage> passages) override;
  llvm::Expected<std::optional<Document>> find(llvm::StringRef tenant, llvm::StringRef id) override;
  llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef id) override {
    return change([&] { return drop(tenant, id); });
  }
  llvm::Expected<std::vector<Document>> list(llvm::StringRef tenant, llvm::StringRef collection,
                                             unsigned most) override;
  std::unique_ptr<Search> search(llvm::StringRef tenant, const Question &question) override {
    return std::make_unique<KnowledgeSearch>(*database_, tenant, question);
  }
  llvm::Error countSearch(llvm::StringRef tenant, llvm::StringRef id,
                          llvm::ArrayRef<std::string> collections,
                          llvm::ArrayRef<std::string> found) override {
    return database_->change([&] { return searches_.add(tenant, id, collections, found); });
  }
  llvm::Expected<bool> countUse(llvm::StringRef tenant, llvm::StringRef id,
                                llvm::StringRef collection, bool isSuccess) override {
    return change([&] { return searches_.use(tenant, id, collection, isSuccess); });
  }
  llvm::Expected<std::map<std::string, SearchCounts>>
  searchCounts(llvm::StringRef tenant) override {
    return searches_.list(tenant);
  }
  llvm::Expected<uint64_t> passages(llvm::StringRef tenant) override;

private:
  /// Runs steps as one transaction.
  llvm::Expected<bool> change(llvm::function_ref<llvm::Expected<bool>()> steps);
  llvm::Expected<bool> drop(llvm::StringRef tenant, llvm::StringRef id);
  llvm::Error add(llvm::StringRef tenant, const Document &document,
                  llvm::ArrayRef<Passage> passages);

  std::unique_ptr<Database> database_;
  SearchCountTable searches_;
};

llvm::Expected<bool> FolderKnowledge::drop(llvm::StringRef tenant, llvm::StringRef id) {
  Database::Statement key(*database_, "SELECT key FROM documents WHERE tenant = ? AND id = ?");
  key.bind(tenant).bind(id);
  const std::optional<int64_t> found = key.step() ? std::optional(key.number(0)) : std::nullopt;
  if (llvm::Error error = key.finish())
    return error;
  if (!found)
    return false;
  // The index of words holds no text of its own, so it must be given the removed text.
  for (const char *text :
       {"INSERT INTO words (words, rowid, text) SELECT 'delete', key, text FROM passages WHERE "
        "document = ?",
        "DELETE FROM passages WHERE document = ?", "DELETE FROM documents WHERE key = ?"}) {
    Database::Statement statement(*database_, text);
    statement.bind(*found);
    if (llvm::Error error = hasRow(statement).takeError())
      return error;
  }
  return true;
}

llvm::Error FolderKnowledge::add(llvm::StringRef tenant, const Document &document,
                                 llvm::ArrayRef<Passage> passages) {
  Database::Statement add(*database_, "INSERT INTO documents (tenant, id, collection, title, data, "
                                      "created, uses) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING key");
  add.bind(tenant).bind(document.id).bind(document.collection).bind(document.title);
  add.bind(document.data).bind(document.created).bind(static_cast<int64_t>(document.uses));
  const int64_t key = add.step() ? add.number(0) : 0;
  if (llvm::Error error = add.finish())
    return error;
  Database::Statement passage(*database_, "INSERT INTO passages (document, text, vector) VALUES "
                                          "(?, ?, CAST(? AS BLOB)) RETURNING key");
  Database::Statement words(*database_, "INSERT INTO words (rowid, text) VALUES (?, ?)");
  for (const Passage &each : passages) {
    passage.bind(key).bind(each.text).bind(bytesOf(each.vector));
    const int64_t row = passage.step() ? passage.number(0) : 0;
    if (llvm::Error error = passage.finish())
      return error;
    words.bind(row).bind(each.text);
    if (llvm::Error error = hasRow(words).takeError())
      return error;
  }
  return llvm::Error::success();
}

llvm::Error FolderKnowledge::put(llvm::StringRef tenant, const Document &document,
                                 llvm::ArrayRef<Passage> passages) {
  return database_->change([&]() -> llvm::Error {
    if (llvm::Error error = drop(tenant, document.id).takeError())
      return error;
    return add(tenant, document, passages);
  });
}

llvm::Expected<bool> FolderKnowledge::change(llvm::function_ref<llvm::Expected<bool>()> steps) {
  bool isDone = false;
  if (llvm::Error error = database_->change([&]() -> llvm::Error {
        llvm::Expected<bool> done = steps();
        if (!done)
          return done.takeError();
        isDone = *done;
        return llvm::Error::success();
      }))
    return error;
  return isDone;
}

llvm::Expected<std::optional<Document>> FolderKnowledge::find(llvm::StringRef tenant,
                                                              llvm::StringRef id) {
  Database::Statement find(*database_, "SELECT id, collection, title, data, created, uses FROM "
                                       "documents WHERE tenant = ? AND id = ?");
  find.bind(tenant).bind(id);
  std::optional<Document> found;
  if (find.step())
    found = readDocument(find);
  if (llvm::Error error = find.finish())
    return error;
  return found;
}

llvm::Expected<std::vector<Document>>
FolderKnowledge::list(llvm::StringRef tenant, llvm::StringRef collection, unsigned most) {
  Database::Statement list(*database_,
                           "SELECT id, collection, title, data, created, uses FROM documents WHERE "
                           "tenant = ?1 AND (?2 = '' OR collection = ?2) ORDER BY created DESC, "
                           "key DESC LIMIT ?3");
  list.bind(tenant).bind(collection).bind(int64_t{most});
  std::vector<Document> found;
  while (list.step())
    found.push_back(readDocument(list));
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

llvm::Expected<uint64_t> FolderKnowledge::passages(llvm::StringRef tenant) {
  Database::Statement count(*database_, "SELECT count(*) FROM passages JOIN documents ON "
                                        "documents.key = passages.document WHERE tenant = ?");
  count.bind(tenant);
  const uint64_t counted = count.step() ? static_cast<uint64_t>(count.number(0)) : 0;
  if (llvm::Error error = count.finish())
    return error;
  return counted;
}

} // namespace

static llvm::Expected<Database> openDatabase(const std::string &path) {
  llvm::Expected<Database> database = Database::open(path);
  if (!database)
    return database;
  ::chmod(path.c_str(), 0600);
  if (llvm::Error error = prepareTables(*database, knowledgeSchema))
    return error;
  return database;
}

llvm::Expected<std::unique_ptr<Knowledge>> openKnowledge(llvm::StringRef folder) {
  llvm::Expected<Database> database = openDatabase((folder + "/" + knowledgeSchema.file).str());
  if (!database)
    return database.takeError();
  return std::make_unique<FolderKnowledge>(std::move(*database));
}

llvm::Expected<std::unique_ptr<Knowledge>> openKnowledgeCopy(llvm::StringRef folder) {
  const std::string path = (folder + "/knowledge-copy.db").str();
  for (const char *suffix : {"", "-wal", "-shm"})
    if (const std::error_code error = llvm::sys::fs::remove(path + suffix))
      return llvm::createFileError(path + suffix, error);
  llvm::Expected<Database> database = openDatabase(path);
  if (!database)
    return database.takeError();
  if (llvm::Error error = database->run("PRAGMA synchronous = OFF"))
    return error;
  return std::make_unique<FolderKnowledge>(std::move(*database));
}

} // namespace agentc::store
