#include "Knowledge.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace agentc {

static constexpr size_t mostFiles = 5000;
static constexpr uint64_t mostFileBytes = 4 << 20, mostKnowledgeBytes = 64 << 20;
static constexpr int mostDepth = 16;
static constexpr size_t passageBytes = 1000, mostPassageBytes = 4000, mostWords = 32;

static llvm::Error refuse(const std::string &folder, const std::string &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "the folder `%s` %s",
                                 escapeForTerminal(folder).c_str(), what.c_str());
}

/// The files of a folder, sorted, by their paths in it.
static llvm::Expected<std::vector<std::string>> listFiles(const std::string &folder) {
  namespace fs = llvm::sys::fs;
  std::vector<std::string> files;
  std::error_code code;
  fs::recursive_directory_iterator at(folder, code, /*follow_symlinks=*/false), end;
  if (code)
    return refuse(folder, "cannot be read: " + describe(code));
  for (; at != end && !code; at.increment(code)) {
    llvm::StringRef path = at->path();
    bool isHidden = path.rsplit('/').second.starts_with(".");
    if (isHidden || at.level() > mostDepth || at->type() == fs::file_type::symlink_file)
      at.no_push();
    if (!isHidden && at->type() == fs::file_type::regular_file)
      files.push_back(path.drop_front(folder.size()).ltrim('/').str());
    if (files.size() > mostFiles)
      return refuse(folder, "has more than " + std::to_string(mostFiles) + " files");
  }
  if (code)
    return refuse(folder, "cannot be read: " + describe(code));
  std::sort(files.begin(), files.end());
  return files;
}

llvm::Error Knowledge::add(llvm::StringRef source, llvm::StringRef text) {
  Database::Statement insert(database_,
                             "INSERT INTO passages (content, source, category) VALUES (?, ?, ?)");
  llvm::StringRef category = source.contains('/') ? source.split('/').first : "";
  auto addPassage = [&](llvm::StringRef passage) -> llvm::Error {
    passage = passage.trim();
    if (passage.empty())
      return llvm::Error::success();
    ++passages_;
    insert.bind(passage).bind(source).bind(category);
    insert.step();
    return insert.finish();
  };
  while (!text.empty()) {
    // A passage ends at an empty line once it is long enough, and anyhow at a character's end.
    size_t size = std::min(text.size(), mostPassageBytes);
    if (size_t blank = text.find("\n\n", std::min(passageBytes, text.size())); blank < size)
      size = blank;
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80)
      ++size;
    if (llvm::Error error = addPassage(text.take_front(size)))
      return error;
    text = text.drop_front(size);
  }
  return llvm::Error::success();
}

llvm::Expected<Knowledge> Knowledge::read(const std::string &folder) {
  llvm::Expected<std::vector<std::string>> files = listFiles(folder);
  if (!files)
    return files.takeError();
  Knowledge knowledge;
  llvm::Expected<Database> database = Database::open("");
  if (!database)
    return database.takeError();
  knowledge.database_ = std::move(*database);
  if (llvm::Error error = knowledge.database_.run(
          "CREATE VIRTUAL TABLE passages USING fts5(content, source UNINDEXED, "
          "category UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2'); BEGIN"))
    return error;
  uint64_t total = 0;
  for (const std::string &file : *files) {
    auto buffer = llvm::MemoryBuffer::getFile(folder + "/" + file, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (!buffer)
      return refuse(folder, "has `" + escapeForTerminal(file) +
                                "`, which cannot be read: " + describe(buffer.getError()));
    llvm::StringRef text = (*buffer)->getBuffer();
    if (text.size() > mostFileBytes || findInvalidUtf8(text))
      continue;
    if ((total += text.size()) > mostKnowledgeBytes)
      return refuse(folder,
                    "holds more than " + std::to_string(mostKnowledgeBytes) + " bytes of text");
    if (llvm::Error error = knowledge.add(file, text))
      return error;
  }
  if (llvm::Error error = knowledge.database_.run("COMMIT"))
    return error;
  return knowledge;
}

/// A question's words as FTS5 queries of one word each: quoted, so that none is an operator.
static std::vector<std::string> wordsOf(llvm::StringRef question) {
  static const llvm::StringSet<> common = {
      "a",    "am",    "an",   "and",   "any",   "are",   "as",    "at",    "be",     "by",
      "can",  "could", "did",  "do",    "does",  "for",   "from",  "had",   "has",    "have",
      "how",  "i",     "if",   "in",    "is",    "it",    "its",   "may",   "me",     "much",
      "my",   "no",    "not",  "of",    "on",    "or",    "our",   "s",     "should", "so",
      "some", "t",     "that", "the",   "their", "there", "these", "they",  "this",   "those",
      "to",   "us",    "was",  "we",    "were",  "what",  "when",  "where", "which",  "who",
      "why",  "will",  "with", "would", "you",   "your"};
  std::vector<std::string> words;
  llvm::StringSet<> seen;
  std::string word;
  for (size_t i = 0; i <= question.size() && words.size() < mostWords; ++i) {
    char c = i < question.size() ? question[i] : ' ';
    if (llvm::isAlnum(c) || static_cast<unsigned char>(c) >= 0x80) {
      word += llvm::toLower(c);
      continue;
    }
    if (!word.empty() && !common.contains(word) && seen.insert(word).second)
      words.push_back("\"" + word + "\"");
    word.clear();
  }
  return words;
}

llvm::Expected<Json> Knowledge::search(const Question &question) {
  std::map<int64_t, double> weights;
  double whole = 0;
  Database::Statement match(database_, "SELECT rowid FROM passages WHERE passages MATCH ?");
  for (const std::string &word : wordsOf(question.text)) {
    std::vector<int64_t> rows;
    match.bind(word);
    while (match.step())
      rows.push_back(match.number(0));
    if (llvm::Error error = match.finish())
      return error;
    // A word that nothing has says no more than one that is rare.
    double count = static_cast<double>(std::max<size_t>(rows.size(), 1));
    double rarity = std::log(1 + (static_cast<double>(passages_) - count + 0.5) / (count + 0.5));
    whole += rarity;
    for (int64_t row : rows)
      weights[row] += rarity;
  }
  std::vector<std::pair<double, int64_t>> order;
  for (auto [row, weight] : weights)
    order.emplace_back(-weight, row);
  std::sort(order.begin(), order.end());
  Json results = Json::array();
  Database::Statement select(database_,
                             "SELECT content, source, category FROM passages WHERE rowid = ?");
  for (auto [weight, row] : order) {
    double score = std::round(-weight / whole * 1e4) / 1e4;
    if (results.size() >= question.limit || score < question.threshold)
      break;
    select.bind(row);
    if (select.step()) {
      std::string category = select.text(2);
      if (question.categories.empty() || llvm::is_contained(question.categories, category))
        results.push_back({{"id", "passage-" + std::to_string(row)},
                           {"content", select.text(0)},
                           {"source", select.text(1)},
                           {"score", score},
                           {"metadata", {{"categoryId", category}}}});
    }
    if (llvm::Error error = select.finish())
      return error;
  }
  return results;
}

} // namespace agentc
