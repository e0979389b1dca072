#include "agentc/Bundle/SecretNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <vector>

namespace agentc {

namespace {

/// The words of `apiKey`, `API_KEY`, `api-key`, in lower case.
std::vector<std::string> wordsOf(llvm::StringRef name) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    bool isUpper = c >= 'A' && c <= 'Z';
    bool afterLower = i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z';
    if (!llvm::isAlnum(c) || (isUpper && afterLower))
      words.emplace_back();
    if (llvm::isAlnum(c))
      words.back() += llvm::toLower(c);
  }
  llvm::erase_if(words, [](const std::string &word) { return word.empty(); });
  return words;
}

bool isPasswordWord(llvm::StringRef word) {
  return word == "password" || word == "passwd" || word == "pwd" || word == "passphrase" ||
         word == "pass";
}

bool isPublic(llvm::ArrayRef<std::string> words) {
  return llvm::any_of(words, [](llvm::StringRef word) {
    return word == "public" || word == "publishable" || word == "anon" || word == "hashed";
  });
}

/// Words before `KEY` that make it the name of something: of a row, a member, a button.
constexpr llvm::StringLiteral kindsOfName[] = {
    "bucket",   "cache",   "composite", "config",      "context",     "default", "dict",
    "env",      "feature", "field",     "file",        "flag",        "foreign", "group",
    "hash",     "header",  "host",      "hot",         "id",          "index",   "issue",
    "item",     "lookup",  "map",       "measurement", "message",     "meta",    "metadata",
    "object",   "option",  "ordering",  "parent",      "partition",   "primary", "project",
    "property", "queue",   "record",    "registry",    "root",        "route",   "routing",
    "row",      "s3",      "schema",    "shard",       "shortcut",    "site",    "sort",
    "space",    "state",   "storage",   "table",       "translation", "unique",  "workspace"};

} // namespace

bool isSecretName(llvm::StringRef name) {
  std::vector<std::string> words = wordsOf(name);
  if (words.empty() || isPublic(words))
    return false;
  llvm::StringRef last = words.back();
  llvm::StringRef before = words.size() > 1 ? llvm::StringRef(words[words.size() - 2]) : "";
  if (last == "key" || last == "keys")
    return before == "api" || before == "secret" || before == "private" || before == "access" ||
           before == "auth" || before == "signing" || before == "encryption" || before == "master";
  return last == "apikey" || last == "secret" || last == "token" || last == "authtoken" ||
         last == "secretkey" || last == "accesstoken" || last == "credentials" ||
         last == "authorization" || isPasswordWord(last);
}

bool isSecretVariable(llvm::StringRef name) {
  if (isSecretName(name))
    return true;
  const std::vector<std::string> words = wordsOf(name);
  return words.size() > 1 && words.back() == "key" && !isPublic(words) &&
         !llvm::is_contained(kindsOfName, words[words.size() - 2]);
}

bool isPasswordName(llvm::StringRef name) {
  const std::vector<std::string> words = wordsOf(name);
  return !words.empty() && isPasswordWord(words.back());
}

} // namespace agentc
