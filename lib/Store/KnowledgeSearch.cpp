#include "KnowledgeSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <map>

namespace agentc::store {

namespace {

/// Ranks beyond this count for nothing.
constexpr unsigned mostRanked = 100;
/// Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet", 2009.
constexpr double fusionConstant = 60;
/// Passages whose embeddings are compared before the clock is asked again.
constexpr unsigned atOnce = 32;
/// The time after which a step ends.
constexpr std::chrono::milliseconds stepTime(2);

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

/// The words of a question as an FTS5 query for any of them, with its operators disabled.
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
    // Non-ASCII characters are part of words; the tokenizer decides which count.
    if (llvm::isAlnum(c) || static_cast<signed char>(c) < 0)
      word += c;
    else
      add();
  add();
  return words;
}

/// The condition that selects the passages of a tenant's collections, with its parameters.
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

} // namespace

Document readDocument(const Database::Statement &row) {
  return {row.text(0), row.text(1),   row.text(2),
          row.text(3), row.number(4), static_cast<uint64_t>(row.number(5))};
}

llvm::Expected<std::optional<std::vector<Found>>> KnowledgeSearch::step() {
  if (llvm::Error error = std::exchange(hasBegun_, true) ? compareSome() : begin())
    return error;
  if (!toCompare_.empty())
    return std::nullopt;
  llvm::Expected<std::vector<Found>> found = finish();
  if (!found)
    return found.takeError();
  return std::optional(std::move(*found));
}

llvm::Error KnowledgeSearch::begin() {
  if (llvm::Error error = findWords())
    return error;
  return question_.vector.empty() ? llvm::Error::success() : listPassages();
}

llvm::Error KnowledgeSearch::findWords() {
  const std::string words = wordsOf(question_.text);
  if (words.empty())
    return llvm::Error::success();
  Database::Statement search(
      database_, "SELECT passages.key, passages.document FROM words JOIN passages ON passages.key "
                 "= words.rowid JOIN documents ON documents.key = passages.document WHERE words "
                 "MATCH ? AND " +
                     conditionOf(question_) + " ORDER BY words.rank, passages.key LIMIT " +
                     std::to_string(mostRanked));
  search.bind(words);
  bindCondition(search, tenant_, question_);
  while (search.step())
    words_.push_back({search.number(0), search.number(1)});
  return search.finish();
}

llvm::Error KnowledgeSearch::listPassages() {
  // An index has these; the embeddings themselves are read step by step.
  Database::Statement list(database_,
                           "SELECT passages.key, passages.document FROM documents JOIN passages ON "
                           "passages.document = documents.key WHERE " +
                               conditionOf(question_));
  bindCondition(list, tenant_, question_);
  while (list.step())
    toCompare_.push_back({list.number(0), list.number(1)});
  return list.finish();
}

llvm::Error KnowledgeSearch::compareSome() {
  const auto end = std::chrono::steady_clock::now() + stepTime;
  Database::Statement read(database_, "SELECT vector FROM passages WHERE key = ?");
  for (unsigned count = 0; !toCompare_.empty(); ++count) {
    if (count % atOnce == atOnce - 1 && std::chrono::steady_clock::now() > end)
      return llvm::Error::success();
    Ranked ranked = toCompare_.back();
    toCompare_.pop_back();
    read.bind(ranked.passage);
    const std::string bytes = read.step() ? read.text(0) : "";
    if (llvm::Error error = read.finish())
      return error;
    if (const std::optional<double> similarity = cosine(question_.vector, bytes)) {
      ranked.similarity = *similarity;
      vectors_.push_back(ranked);
    }
  }
  llvm::sort(vectors_, [](const Ranked &left, const Ranked &right) {
    return std::tuple(-left.similarity, left.passage) <
           std::tuple(-right.similarity, right.passage);
  });
  if (vectors_.size() > mostRanked)
    vectors_.resize(mostRanked);
  return llvm::Error::success();
}

std::vector<KnowledgeSearch::Fused> KnowledgeSearch::fuse() const {
  std::map<int64_t, Fused> documents;
  for (const std::vector<Ranked> *ranks : {&vectors_, &words_}) {
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
  return order;
}

llvm::Expected<std::vector<Found>> KnowledgeSearch::finish() {
  std::vector<Found> found;
  for (const Fused &fused : fuse()) {
    if (found.size() == question_.most)
      break;
    llvm::Expected<std::optional<Found>> one = read(fused);
    if (!one)
      return one.takeError();
    if (*one)
      found.push_back(std::move(**one));
  }
  return found;
}

/// std::nullopt if the document was removed meanwhile.
llvm::Expected<std::optional<Found>> KnowledgeSearch::read(const Fused &fused) {
  if (question_.countsUses) {
    Database::Statement use(database_, "UPDATE documents SET uses = uses + 1 WHERE key = ?");
    use.bind(fused.best.document);
    if (llvm::Error error = hasRow(use).takeError())
      return error;
  }
  Database::Statement read(database_,
                           "SELECT id, collection, title, data, created, uses, passages.text FROM "
                           "passages JOIN documents ON documents.key = passages.document WHERE "
                           "passages.key = ?");
  read.bind(fused.best.passage);
  std::optional<Found> found;
  if (read.step())
    found = {readDocument(read), read.text(6), fused.score, fused.best.similarity};
  if (llvm::Error error = read.finish())
    return error;
  return found;
}

} // namespace agentc::store
