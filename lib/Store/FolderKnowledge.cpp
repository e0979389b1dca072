#include "Tables.h"

#include "agentc/Store/Knowledge.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <cstring>
#include <map>
#include <sys/stat.h>

namespace agentc::store {

Knowledge::~Knowledge() = default;

namespace {

constexpr const char *firstStep = R"(
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
constexpr const char *steps[] = {firstStep};
const Schema knowledgeSchema = {"knowledge.db", steps};

/// Ranks beyond this count for nothing.
constexpr unsigned mostRanked = 100;
/// Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet", 2009.
constexpr double fusionConstant = 60;

std::string bytesOf(llvm::ArrayRef<float> vector) {
  return {reinterpret_cast<const char *>(vector.data()), vector.size() * sizeof(float)};
}

/// The cosine of the angle between two vectors; std::nullopt if they cannot be compared.
std::optional<double> cosine(llvm::ArrayRef<float> left, llvm::StringRef bytes) {
  if (left.empty() || bytes.size() != left.size() * sizeof(float))
    return std::nullopt;
  double product = 0, leftSquare = 0, rightSquare = 0;
  for (size_t i = 0; i < left.size(); ++i) {
    float right = 0;
    std::memcpy(&right, bytes.data() + i * sizeof right, sizeof right);
    product += double{left[i]} * right;
    leftSquare += double{left[i]} * left[i];
    rightSquare += double{right} * right;
  }
  const double length = std::sqrt(leftSquare) * std::sqrt(rightSquare);
  return length > 0 && std::isfinite(length) ? std::optional(product / length) : std::nullopt;
}

/// A question's words in FTS5's language: any of them, and none of its operators.
std::string wordsOf(llvm::StringRef text) {
  constexpr size_t mostWords = 64;
  std::string words;
  size_t count = 0;
  std::string word;
  const auto add = [&] {
    if (!word.empty() && count++ < mostWords)
      words += (words.empty() ? "\"" : " OR \"") + word + "\"";
    word.clear();
  };
  for (const char c : text)
    // Characters beyond ASCII belong to words, as far as the tokenizer finds any there.
    if (llvm::isAlnum(c) || static_cast<signed char>(c) < 0)
      word += c;
    else
      add();
  add();
  return words;
}

/// Passages by their rank.
struct Ranked {
  int64_t passage = 0, document = 0;
  double similarity = 0;
};

class FolderKnowledge : public Knowledge {
public:
  explicit FolderKnowledge(Database database)
      : database_(std::make_unique<Database>(std::move(database))) {}

  llvm::Error put(llvm::StringRef tenant, const Document &document,
                  llvm::ArrayRef<Passage> passages) override;
  llvm::Expected<std::optional<Document>> find(llvm::StringRef tenant, llvm::StringRef id) override;
  llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef id) override;
  llvm::Expected<std::vector<Document>> list(llvm::StringRef tenant, llvm::StringRef collection,
                                             unsigned most) override;
  llvm::Expected<std::vector<Found>> search(llvm::StringRef tenant,
                                            const Question &question) override;
  llvm::Expected<uint64_t> passages(llvm::StringRef tenant) override;

private:
  llvm::Expected<bool> drop(llvm::StringRef tenant, llvm::StringRef id);
  llvm::Error add(llvm::StringRef tenant, const Document &document,
                  llvm::ArrayRef<Passage> passages);
  llvm::Expected<std::vector<Ranked>> byWords(llvm::StringRef tenant, const Question &question);
  llvm::Expected<std::vector<Ranked>> byVector(llvm::StringRef tenant, const Question &question);
  llvm::Expected<Found> read(const Ranked &ranked, double score, bool countsUse);

  std::unique_ptr<Database> database_;
};

llvm::Expected<bool> FolderKnowledge::drop(llvm::StringRef tenant, llvm::StringRef id) {
  Database::Statement key(*database_, "SELECT key FROM documents WHERE tenant = ? AND id = ?");
  key.bind(tenant).bind(id);
  const std::optional<int64_t> found = key.step() ? std::optional(key.number(0)) : std::nullopt;
  if (llvm::Error error = key.finish())
    return error;
  if (!found)
    return false;
  // The index of words has no text of its own, and must be told what goes.
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

llvm::Expected<bool> FolderKnowledge::remove(llvm::StringRef tenant, llvm::StringRef id) {
  bool wasThere = false;
  if (llvm::Error error = database_->change([&]() -> llvm::Error {
        llvm::Expected<bool> dropped = drop(tenant, id);
        if (!dropped)
          return dropped.takeError();
        wasThere = *dropped;
        return llvm::Error::success();
      }))
    return error;
  return wasThere;
}

Document readDocument(const Database::Statement &row) {
  return {row.text(0), row.text(1),   row.text(2),
          row.text(3), row.number(4), static_cast<uint64_t>(row.number(5))};
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

/// The condition by which passages are those of a tenant's collections, and its parameters.
std::string conditionOf(const Question &question) {
  std::string condition = "documents.tenant = ? AND instr(documents.collection, ?) = 1";
  for (size_t i = 0; i < question.collections.size(); ++i)
    condition += i == 0 ? " AND documents.collection IN (?" : ", ?";
  return condition + (question.collections.empty() ? "" : ")");
}

void bindCondition(Database::Statement &statement, llvm::StringRef tenant,
                   const Question &question) {
  statement.bind(tenant).bind(question.prefix);
  for (const std::string &collection : question.collections)
    statement.bind(collection);
}

llvm::Expected<std::vector<Ranked>> FolderKnowledge::byWords(llvm::StringRef tenant,
                                                             const Question &question) {
  std::vector<Ranked> ranked;
  const std::string words = wordsOf(question.text);
  if (words.empty())
    return ranked;
  Database::Statement search(
      *database_, "SELECT passages.key, passages.document FROM words JOIN passages ON passages.key "
                  "= words.rowid JOIN documents ON documents.key = passages.document WHERE words "
                  "MATCH ? AND " +
                      conditionOf(question) + " ORDER BY words.rank, passages.key LIMIT " +
                      std::to_string(mostRanked));
  search.bind(words);
  bindCondition(search, tenant, question);
  while (search.step())
    ranked.push_back({search.number(0), search.number(1)});
  if (llvm::Error error = search.finish())
    return error;
  return ranked;
}

llvm::Expected<std::vector<Ranked>> FolderKnowledge::byVector(llvm::StringRef tenant,
                                                              const Question &question) {
  std::vector<Ranked> ranked;
  if (question.vector.empty())
    return ranked;
  Database::Statement all(*database_,
                          "SELECT passages.key, passages.document, passages.vector FROM passages "
                          "JOIN documents ON documents.key = passages.document WHERE " +
                              conditionOf(question));
  bindCondition(all, tenant, question);
  while (all.step())
    if (const std::optional<double> similarity = cosine(question.vector, all.text(2)))
      ranked.push_back({all.number(0), all.number(1), *similarity});
  if (llvm::Error error = all.finish())
    return error;
  llvm::stable_sort(ranked, [](const Ranked &left, const Ranked &right) {
    return left.similarity > right.similarity;
  });
  if (ranked.size() > mostRanked)
    ranked.resize(mostRanked);
  return ranked;
}

llvm::Expected<Found> FolderKnowledge::read(const Ranked &ranked, double score, bool countsUse) {
  if (countsUse) {
    Database::Statement use(*database_, "UPDATE documents SET uses = uses + 1 WHERE key = ?");
    use.bind(ranked.document);
    if (llvm::Error error = hasRow(use).takeError())
      return error;
  }
  Database::Statement read(*database_,
                           "SELECT id, collection, title, data, created, uses, passages.text FROM "
                           "passages JOIN documents ON documents.key = passages.document WHERE "
                           "passages.key = ?");
  read.bind(ranked.passage);
  Found found;
  if (read.step())
    found = {readDocument(read), read.text(6), score, ranked.similarity};
  if (llvm::Error error = read.finish())
    return error;
  return found;
}

llvm::Expected<std::vector<Found>> FolderKnowledge::search(llvm::StringRef tenant,
                                                           const Question &question) {
  llvm::Expected<std::vector<Ranked>> words = byWords(tenant, question);
  if (!words)
    return words.takeError();
  llvm::Expected<std::vector<Ranked>> vectors = byVector(tenant, question);
  if (!vectors)
    return vectors.takeError();
  struct Fused {
    Ranked best;
    double score = 0;
  };
  std::map<int64_t, Fused> documents;
  for (const std::vector<Ranked> *ranks : {&*vectors, &*words}) {
    std::map<int64_t, size_t> places; // of documents, by their best passage
    for (const Ranked &ranked : *ranks) {
      if (!places.try_emplace(ranked.document, places.size()).second)
        continue;
      Fused &fused = documents.try_emplace(ranked.document, Fused{ranked}).first->second;
      fused.score += 1 / (fusionConstant + static_cast<double>(places[ranked.document]) + 1);
    }
  }
  std::vector<Fused> order;
  for (const auto &[key, fused] : documents)
    order.push_back(fused);
  llvm::stable_sort(order,
                    [](const Fused &left, const Fused &right) { return left.score > right.score; });
  std::vector<Found> found;
  for (const Fused &fused : llvm::ArrayRef(order).take_front(question.most)) {
    llvm::Expected<Found> one = read(fused.best, fused.score, question.countsUses);
    if (!one)
      return one.takeError();
    found.push_back(std::move(*one));
  }
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

llvm::Expected<std::unique_ptr<Knowledge>> openKnowledge(llvm::StringRef folder) {
  const std::string path = (folder + "/" + knowledgeSchema.file).str();
  llvm::Expected<Database> database = Database::open(path);
  if (!database)
    return database.takeError();
  ::chmod(path.c_str(), 0600);
  if (llvm::Error error = prepareTables(*database, knowledgeSchema))
    return error;
  return std::make_unique<FolderKnowledge>(std::move(*database));
}

} // namespace agentc::store
