#include "Secrets.h"

#include "SecretForms.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <cmath>

namespace agentc {

namespace {

/// A number that three bytes share with few others.
size_t markOf(const char *bytes) {
  auto byte = [&](size_t at) { return static_cast<unsigned char>(bytes[at]); };
  return (byte(0) << 8 ^ byte(1) << 4 ^ byte(2)) & 0xFFFF;
}

/// The marks of the first three bytes of whatever findSecrets looks for: nearly all places of a
/// text end here.
const std::bitset<65536> &beginnings() {
  static const std::bitset<65536> marks = [] {
    std::bitset<65536> made;
    auto add = [&](std::string prefix) {
      assert(prefix.size() > 1 && "there would be too many");
      for (unsigned c = prefix.size() > 2 ? 255 : 0; c < 256; ++c)
        made.set(markOf((prefix + static_cast<char>(c)).data()));
    };
    for (const SecretForm &form : secretForms())
      add(form.prefix.str());
    for (const char *other : {"-----BEGIN ", "eyJ", "://", "/services/T", ":AA"})
      add(other);
    return made;
  }();
  return marks;
}

double entropyOf(llvm::StringRef text) {
  std::array<unsigned, 256> counts{};
  for (char c : text)
    ++counts[static_cast<unsigned char>(c)];
  double bits = 0, size = static_cast<double>(text.size());
  for (unsigned count : counts)
    if (count)
      bits -= count / size * std::log2(count / size);
  return bits;
}

size_t spanOf(Letters letters, llvm::StringRef text) {
  return static_cast<size_t>(
      std::find_if_not(text.begin(), text.end(), [&](char c) { return isOf(letters, c); }) -
      text.begin());
}

/// Random enough for what a generator made.
bool isRandom(llvm::StringRef text) { return entropyOf(text) >= 3.0 && !isPlaceholder(text); }

std::optional<FoundSecret> matchForm(llvm::StringRef text, size_t at) {
  static const std::array<std::vector<const SecretForm *>, 256> byFirst = [] {
    std::array<std::vector<const SecretForm *>, 256> table;
    for (const SecretForm &form : secretForms())
      table[static_cast<unsigned char>(form.prefix[0])].push_back(&form);
    return table;
  }();
  llvm::StringRef rest = text.substr(at);
  for (const SecretForm *candidate : byFirst[static_cast<unsigned char>(text[at])]) {
    const SecretForm &form = *candidate;
    if (!rest.starts_with(form.prefix))
      continue;
    llvm::StringRef body = rest.drop_front(form.prefix.size());
    size_t size = spanOf(form.letters, body.take_front(form.most + 1));
    // A body that goes on with other letters or digits belongs to another word.
    if (size < form.least || size > form.most ||
        (size < body.size() && isOf(Letters::Alnum, body[size])) ||
        !isRandom(body.take_front(size)))
      continue;
    size_t begin = at + form.prefix.size();
    // Public by design where a web app's configuration says so.
    if (form.prefix == "AIza" &&
        text.slice(at > 400 ? at - 400 : 0, at + 400).contains("authDomain"))
      return std::nullopt;
    return FoundSecret{form.kind.str(), begin, begin + size, form.prefix, form.severity};
  }
  return std::nullopt;
}

/// A private key between its lines; the lines alone are what programs look for.
std::optional<FoundSecret> matchPem(llvm::StringRef text, size_t at) {
  llvm::StringRef rest = text.substr(at);
  if (!rest.starts_with("-----BEGIN "))
    return std::nullopt;
  size_t lineEnd = rest.find("-----", 11);
  llvm::StringRef label = rest.slice(11, lineEnd);
  if (lineEnd == llvm::StringRef::npos || lineEnd > 64 || !label.contains("PRIVATE KEY"))
    return std::nullopt;
  size_t begin = lineEnd + 5, letters = 0, end = begin;
  for (; end < rest.size() && end - begin < 16384; ++end) {
    char c = rest[end];
    if (llvm::isAlnum(c) || c == '+' || c == '/' || c == '=')
      ++letters;
    else if (!llvm::StringRef(" \t\r\n\\\"'`,:-").contains(c))
      break;
    if (rest.substr(end).starts_with("-----END"))
      break;
  }
  llvm::StringRef body = rest.slice(begin, end);
  if (letters < 64 || !isRandom(body.take_back(200)))
    return std::nullopt;
  return FoundSecret{"a private key", at + begin, at + end, rest.take_front(begin)};
}

/// A JSON Web Token whose claims nobody made up.
std::optional<FoundSecret> matchJwt(llvm::StringRef text, size_t at) {
  llvm::StringRef rest = text.substr(at);
  if (!rest.starts_with("eyJ"))
    return std::nullopt;
  size_t head = spanOf(Letters::Word, rest);
  llvm::StringRef second = rest.substr(head + 1);
  size_t claims = head < rest.size() && rest[head] == '.' ? spanOf(Letters::Word, second) : 0;
  llvm::StringRef third = second.substr(claims + 1);
  size_t signature =
      claims < second.size() && second[claims] == '.' ? spanOf(Letters::Word, third) : 0;
  llvm::StringRef body = second.take_front(claims);
  // `{"sub":"1234567890","name":"John Doe"` and Supabase's public role `anon`.
  bool isSample = body.contains("IxMjM0NTY3ODkw") || body.contains("Sm9obiBEb2") ||
                  body.contains("cm9sZSI6ImFub24i") || body.contains("JvbGUiOiJhbm9uI") ||
                  body.contains("yb2xlIjoiYW5vbi");
  if (head < 12 || !body.starts_with("eyJ") || claims < 16 || signature < 20 || isSample ||
      !isRandom(third.take_front(signature)))
    return std::nullopt;
  return FoundSecret{"a JSON Web Token", at, at + head + claims + signature + 2, "eyJ",
                     Severity::Warning};
}

/// The password in `postgres://user:password@host`.
std::optional<FoundSecret> matchUrl(llvm::StringRef text, size_t at) {
  llvm::StringRef rest = text.substr(at);
  if (!rest.starts_with("://"))
    return std::nullopt;
  size_t schemeBegin = at;
  while (schemeBegin > 0 && at - schemeBegin < 16 &&
         (llvm::isAlnum(text[schemeBegin - 1]) || text[schemeBegin - 1] == '+'))
    --schemeBegin;
  llvm::StringRef scheme = text.slice(schemeBegin, at);
  bool isKept = llvm::StringSwitch<bool>(scheme.split('+').first.lower())
                    .Cases("postgres", "postgresql", "mysql", "mariadb", "mongodb", true)
                    .Cases("redis", "rediss", "amqp", "amqps", "mssql", true)
                    .Cases("sqlserver", "clickhouse", "smtp", "smtps", "ftp", true)
                    .Cases("sftp", "ldap", "ldaps", "http", "https", true)
                    .Default(false);
  llvm::StringRef authority = rest.drop_front(3).take_until(
      [](char c) { return llvm::isSpace(c) || llvm::StringRef("/\"'`<>\\?#,;").contains(c); });
  auto [credentials, host] = authority.take_front(512).rsplit('@');
  auto [user, password] = credentials.split(':');
  bool isLocal = host.starts_with("localhost") || host.starts_with("127.") || host.empty() ||
                 host.starts_with("host") || host.contains("example") ||
                 host.ends_with("sentry.io");
  if (!isKept || authority.size() > 512 || isLocal || user.empty() || password.size() < 6 ||
      password.contains("${") || password.contains('{') || isPlaceholder(password) ||
      password.equals_insensitive(user) || entropyOf(password) < 2.5 ||
      password.contains_insensitive("pass"))
    return std::nullopt;
  auto begin = static_cast<size_t>(password.data() - text.data());
  return FoundSecret{"a password in a `" + scheme.str() + ":` URL", begin, begin + password.size(),
                     scheme};
}

/// The path of a Slack webhook, and a bot's token of Telegram.
std::optional<FoundSecret> matchOther(llvm::StringRef text, size_t at) {
  llvm::StringRef rest = text.substr(at);
  constexpr llvm::StringRef hook = "/services/T";
  if (rest.starts_with(hook) && text.take_front(at).ends_with("hooks.slack.com")) {
    llvm::StringRef path = rest.drop_front(hook.size()).take_while([](char c) {
      return llvm::isAlnum(c) || c == '/';
    });
    llvm::StringRef last = path.rsplit('/').second;
    if (last.size() < 20 || !isRandom(last))
      return std::nullopt;
    size_t begin = at + hook.size();
    return FoundSecret{"a webhook of Slack", begin, begin + path.size(), "hooks.slack.com"};
  }
  if (!rest.starts_with(":AA"))
    return std::nullopt;
  size_t begin = at;
  while (begin > 0 && llvm::isDigit(text[begin - 1]) && at - begin < 12)
    --begin;
  size_t size = spanOf(Letters::Word, rest.drop_front());
  if (at - begin < 8 || at - begin > 10 || size != 35 || !isRandom(rest.substr(1, size)))
    return std::nullopt;
  return FoundSecret{"a bot's token of Telegram", at + 1, at + 1 + size, text.slice(begin, at)};
}

} // namespace

std::vector<FoundSecret> findSecrets(llvm::StringRef text) {
  std::vector<FoundSecret> found;
  const std::bitset<65536> &isBeginning = beginnings();
  for (size_t at = 0; at + 2 < text.size(); ++at) {
    if (!isBeginning[markOf(text.data() + at)])
      continue;
    bool isWordStart = at == 0 || (!llvm::isAlnum(text[at - 1]) && text[at - 1] != '_') ||
                       // behind an escape such as `\n`
                       (at > 1 && text[at - 2] == '\\');
    std::optional<FoundSecret> secret;
    if (text[at] == '-')
      secret = matchPem(text, at);
    else if (text[at] == ':' || text[at] == '/')
      secret = text.substr(at).starts_with("://") ? matchUrl(text, at) : matchOther(text, at);
    else if (isWordStart)
      secret = matchForm(text, at);
    if (!secret && isWordStart && text[at] == 'e')
      secret = matchJwt(text, at);
    if (!secret)
      continue;
    at = secret->end - 1;
    found.push_back(std::move(*secret));
  }
  return found;
}

bool isPlaceholder(llvm::StringRef text) {
  for (llvm::StringRef word :
       {"example",  "sample",   "dummy",   "fake",     "placeholder", "your",    "xxx",
        "***",      "redacted", "change",  "todo",     "insert",      "replace", "secret",
        "test",     "demo",     "foobar",  "...",      "<",           "${",      "process.env",
        "deadbeef", "mock",     "invalid", "undefined"})
    if (text.contains_insensitive(word))
      return true;
  unsigned same = 1, rising = 1;
  for (size_t i = 1; i < text.size(); ++i) {
    same = text[i] == text[i - 1] ? same + 1 : 1;
    rising = text[i] == text[i - 1] + 1 ? rising + 1 : 1;
    if (same >= 5 || rising >= 6)
      return true;
  }
  return false;
}

} // namespace agentc
