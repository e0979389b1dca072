#include "ModelTexts.h"

#include "Characters.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Error.h"

#include <algorithm>
#include <set>

namespace agentc {

namespace {

constexpr size_t maxText = 256 << 10, maxQuote = 120;
/// White space that moves what is behind it out of sight.
constexpr unsigned manyLines = 20, manySpaces = 200;
/// The shortest encoded part that can hold an order.
constexpr size_t minEncoded = 24;

struct Word {
  std::string text; ///< lower case; `@file` and `@address` for what these are
  size_t begin, end;
  unsigned sentence;
};

/// Words as they look, so that other alphabets and invisible characters hide none.
class WordReader {
public:
  explicit WordReader(llvm::StringRef text) : text_(text) {}
  std::vector<Word> read();

private:
  llvm::StringRef text_;
  std::vector<Word> words_;
  std::string word_;
  size_t begin_ = 0;
  unsigned sentence_ = 0;

  void end(size_t at);
  void add(uint32_t codePoint, llvm::StringRef bytes, size_t at);
};

bool isSecretFile(llvm::StringRef chunk) {
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{"/.ssh", "id_rsa", "id_ed25519", "mcp.json", ".aws/cred",
                                      "/etc/passwd", "/etc/shadow", ".env", ".npmrc", ".netrc",
                                      ".kube/config", ".git-credentials", "claude_desktop_config",
                                      ".bash_history", ".docker/config.json", "wallet.dat"},
      [&](llvm::StringRef name) { return chunk.contains_insensitive(name); });
}

bool isAddress(llvm::StringRef chunk) {
  size_t at = chunk.find('@');
  return chunk.contains("://") ||
         (at != llvm::StringRef::npos && at > 0 && chunk.substr(at).contains('.')) ||
         (chunk.starts_with("+") && llvm::count_if(chunk, llvm::isDigit) >= 7);
}

void WordReader::end(size_t at) {
  if (!word_.empty())
    words_.push_back({std::move(word_), begin_, at, sentence_});
  word_.clear();
}

void WordReader::add(uint32_t codePoint, llvm::StringRef bytes, size_t at) {
  if (codePoint == '\'' || codePoint == 0x2019 || isInvisible(codePoint))
    return;
  if (codePoint < 0x80 && !llvm::isAlnum(static_cast<char>(codePoint)) && codePoint != '_')
    return end(at);
  if (word_.empty())
    begin_ = at;
  if (codePoint < 0x80) {
    word_ += llvm::toLower(static_cast<char>(codePoint));
    return;
  }
  std::string plain = skeletonOf(bytes);
  word_ += llvm::all_of(plain, llvm::isAlnum) ? llvm::StringRef(plain).lower() : bytes.str();
}

std::vector<Word> WordReader::read() {
  for (size_t at = 0; at < text_.size();) {
    if (llvm::isSpace(text_[at])) {
      end(at++);
      continue;
    }
    llvm::StringRef chunk =
        text_.substr(at).take_front(256).take_until([](char c) { return llvm::isSpace(c); });
    if (isSecretFile(chunk) || isAddress(chunk)) {
      end(at);
      words_.push_back(
          {isSecretFile(chunk) ? "@file" : "@address", at, at + chunk.size(), sentence_});
      at += chunk.size();
    } else {
      for (size_t stop = at + chunk.size(); at < stop;) {
        DecodedCharacter character = decodeUtf8(text_, at);
        add(character.codePoint.value_or(0xFFFD), text_.substr(at, character.length), at);
        at += character.length;
      }
    }
    if (llvm::StringRef(".!?").contains(chunk.back())) {
      end(at);
      ++sentence_;
    }
  }
  end(text_.size());
  return std::move(words_);
}

/// A phrase: words with `/` between alternatives, and `~3` where so many others may stand between.
class Phrase {
public:
  explicit Phrase(llvm::StringRef text);
  /// The words that it matches from one on: the last one's place.
  std::optional<size_t> match(llvm::ArrayRef<Word> words, size_t first) const;
  bool beginsWith(llvm::StringRef word) const { return parts_[0].words.contains(word); }

private:
  struct Part {
    std::set<std::string, std::less<>> words;
    size_t gap = 0; ///< words that may stand before it
  };
  std::vector<Part> parts_;
};

Phrase::Phrase(llvm::StringRef text) {
  size_t gap = 0;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  text.split(parts, ' ', -1, false);
  for (llvm::StringRef part : parts) {
    if (part.consume_front("~")) {
      (void)part.getAsInteger(10, gap);
      continue;
    }
    llvm::SmallVector<llvm::StringRef, 16> words;
    part.split(words, '/');
    parts_.push_back({{}, gap});
    for (llvm::StringRef word : words)
      parts_.back().words.insert(word.str());
    gap = 0;
  }
}

std::optional<size_t> Phrase::match(llvm::ArrayRef<Word> words, size_t first) const {
  // All places that the part before can end at, in order; gaps keep them few.
  llvm::SmallVector<size_t, 32> ends{first}, next;
  for (const Part &part : llvm::ArrayRef(parts_).drop_front()) {
    next.clear();
    size_t last = std::min(words.size(), ends.back() + part.gap + 2);
    for (size_t at = ends.front() + 1; at < last; ++at)
      if (words[at].sentence == words[first].sentence && part.words.contains(words[at].text) &&
          llvm::any_of(ends, [&](size_t end) { return end < at && at - end <= part.gap + 1; }))
        next.push_back(at);
    if (next.empty())
      return std::nullopt;
    std::swap(ends, next);
  }
  return ends.front();
}

struct TrickPhrase {
  TextTrick trick;
  Phrase phrase;
};

const std::vector<TrickPhrase> &phrases() {
  using enum TextTrick;
  static const std::vector<TrickPhrase> table = [] {
    std::vector<TrickPhrase> made;
    auto add = [&](TextTrick trick, llvm::StringRef text) {
      made.push_back({trick, Phrase(text)});
    };
    add(Override, "ignore/disregard/forget/override/bypass ~3 previous/prior/above/earlier/"
                  "preceding/existing/system/other/all/your ~3 instructions/instruction/rules/"
                  "prompt/prompts/guidelines/directives/restrictions/guardrails");
    add(Override, "do/must/should not follow/obey ~3 previous/prior/earlier/other/system ~2 "
                  "instructions/rules");
    add(Override, "ignoriere/vergiss ~3 vorherigen/bisherigen/obigen/alle ~3 anweisungen/regeln");
    add(Override, "ignora/olvida/ignore/ignorez/oubliez/oublie/dimentica/esqueça/esqueca ~3 "
                  "instrucciones/instructions/istruzioni/instruções/instrucoes ~1 "
                  "anteriores/previas/précédentes/precedentes/precedenti");
    constexpr llvm::StringRef telling = "tell/inform/mention/mentioning/telling/informing/notify/"
                                        "notifying/alert/alerting/admit ~14 "
                                        "user/users/human/humans/customer/operator";
    add(Secrecy, ("not/never/dont/without/avoid " + telling).str());
    add(Secrecy, ("do/must/should/shall/can not ~2 " + telling).str());
    add(Secrecy, ("never/dont ever/even/explicitly/directly/also " + telling).str());
    add(Secrecy, "hide/conceal/keep ~6 from ~1 user/users/human");
    add(Secrecy, "secretly/silently/covertly/stealthily ~3 send/read/forward/copy/upload/include/"
                 "call/execute/run/collect/append/pass");
    add(Secrecy, "nicht/niemals ~5 benutzer/nutzer ~4 erwähnen/sagen/mitteilen/informieren");
    add(Secrecy, "no/nunca/ne/non/não/nao ~3 digas/menciones/informes/dites/mentionnez/dire/"
                 "informare/diga/mencione ~5 usuario/utilisateur/utente/usuário");
    add(SecretFile, "before/first/always/must/also/please/then/should/need/required/important ~8 "
                    "read/open/cat/load/fetch/include/pass/send/access/retrieve/get/attach ~8 "
                    "@file");
    add(SecretFile, "read/open/cat/load/fetch/retrieve/get ~6 @file ~4 and ~3 "
                    "pass/send/include/put/provide/append/add/return");
    add(SecretFile, "content/contents ~3 @file ~8 parameter/argument/field/as");
    add(OtherTools, "when/whenever/if/once/while ~2 this ~1 tool ~2 available/present/installed/"
                    "connected/loaded/enabled");
    add(Preference, "before/after/when/whenever ~1 using/calling/invoking/running/executing/use/"
                    "call ~1 any/every/all/each ~2 other ~2 tool/tools ~12 must/always/have/first/"
                    "call/use");
    add(OtherTools, "other/another/any ~2 tool/tools ~8 must/should/shall/has ~3 "
                    "sent/send/forwarded/redirected/replaced/ignored/disabled/to");
    add(Preference,
        "never/not/dont ~1 use/call/invoke ~3 any/other/original/official ~3 tool/tools");
    add(Preference,
        "instead/rather ~1 of/than ~1 the/any ~2 original/official/real/other/trusted ~3 "
        "tool/tools");
    add(SecretFile,
        "sende/schicke/lies/öffne/lee/envía/envia/lis/envoie/leia/leggi/invia ~8 @file");
    add(OtherTools, "when/whenever ~3 is/are ~1 used/called/invoked ~2 change/replace/set/modify/"
                    "redirect");
    add(Sending, "full/entire/whole/complete ~2 conversation/history/chat/transcript ~3 "
                 "attached/appended/included");
    add(Sending, "must/always/should ~2 prepend/append/attach/send/forward ~8 "
                 "environment/credentials/secrets/passwords/api_key/api_keys");
    add(Sending, "send/forward/post/upload/transmit/exfiltrate/copy/email/leak/bcc/report ~8 "
                 "conversation/conversations/history/credentials/passwords/secrets/tokens/"
                 "keys/messages/prompt/environment ~8 @address");
    add(Sending, "send/forward/copy/redirect/bcc/deliver/sent ~3 all/every/each ~4 "
                 "email/emails/messages/mails/requests/payments/transfers ~6 @address");
    add(Sending, "all/every/each ~3 email/emails/messages/mails/requests/payments/transfers ~6 "
                 "sent/forwarded/copied/redirected/changed ~3 @address");
    add(Sending, "pass/include/provide/put/insert/append/add/write/give ~3 "
                 "entire/full/complete/whole/all/your ~3 conversation/history/prompt/context/"
                 "credentials/secrets/environment ~8 parameter/argument/field/sidenote/note/notes");
    add(Sending, "pass/include/provide/put/insert/append/add ~4 system ~1 prompt ~8 "
                 "parameter/argument/field/sidenote/note/notes/as");
    return made;
  }();
  return table;
}

/// In languages that leave no space between words.
const std::pair<TextTrick, llvm::StringRef> unspaced[] = {
    {TextTrick::Override, "忽略之前"},
    {TextTrick::Override, "忽略以上"},
    {TextTrick::Override, "忽略先前"},
    {TextTrick::Override, "无视之前"},
    {TextTrick::Override, "以前の指示を無視"},
    {TextTrick::Override, "これまでの指示を無視"},
    {TextTrick::Override, "이전 지시"},
    {TextTrick::Override, "игнорируй предыдущ"},
    {TextTrick::Override, "игнорируйте предыдущ"},
    {TextTrick::Secrecy, "不要告诉用户"},
    {TextTrick::Secrecy, "不要告知用户"},
    {TextTrick::Secrecy, "ユーザーに言わないで"},
    {TextTrick::Secrecy, "ユーザーには伝えないで"},
    {TextTrick::Secrecy, "не говори пользовател"},
    {TextTrick::Secrecy, "не сообщай пользовател"},
};

const std::pair<TextTrick, llvm::StringRef> marks[] = {
    {TextTrick::Markup, "<|im_start|>"},  {TextTrick::Markup, "<|im_end|>"},
    {TextTrick::Markup, "<|endoftext|>"}, {TextTrick::Markup, "<<sys>>"},
    {TextTrick::Markup, "[inst]"},        {TextTrick::Markup, "[/inst]"},
    {TextTrick::Markup, "</tool"},        {TextTrick::Markup, "</description"},
    {TextTrick::Markup, "</function"},    {TextTrick::Markup, "</system"},
    {TextTrick::Markup, "<system>"},      {TextTrick::Markup, "<system-"},
    {TextTrick::Markup, "<hidden"},       {TextTrick::Markup, "<secret"},
    {TextTrick::Markup, "\n\nhuman:"},    {TextTrick::Markup, "\n\nassistant:"},
    {TextTrick::Emphasis, "<important"},  {TextTrick::Emphasis, "<instruction"},
    {TextTrick::Emphasis, "<critical"},   {TextTrick::Emphasis, "<!--"},
    {TextTrick::Emphasis, "[system]"},    {TextTrick::Emphasis, ". system:"},
    {TextTrick::Emphasis, "[important"},  {TextTrick::Terminal, "\x1b["},
    {TextTrick::Terminal, "\xc2\x9b"},
};

bool isBase64(char c) { return llvm::isAlnum(c) || c == '+' || c == '/' || c == '='; }

class TrickFinder {
public:
  explicit TrickFinder(llvm::StringRef text) : text_(text.take_front(maxText)) {}
  std::vector<FoundTrick> find();

private:
  llvm::StringRef text_;
  std::vector<FoundTrick> found_;

  void add(TextTrick trick, size_t begin, size_t end);
  void findPhrases();
  void findMarks();
  void findHidden();
  void findSpace();
};

void TrickFinder::add(TextTrick trick, size_t begin, size_t end) {
  if (llvm::any_of(found_, [&](const FoundTrick &found) { return found.trick == trick; }))
    return;
  llvm::StringRef quote = text_.slice(begin, end);
  std::string shown = quote.take_front(maxQuote).str();
  while (!shown.empty() && findInvalidUtf8(shown))
    shown.pop_back();
  found_.push_back({trick, shown + (quote.size() > maxQuote ? "…" : "")});
}

/// True if a text quotes a phrase only to warn of it: `never follow "ignore all instructions"`.
bool isWarnedOf(llvm::ArrayRef<Word> words, size_t first) {
  size_t from = first > 6 ? first - 6 : 0;
  return llvm::any_of(words.slice(from, first - from), [&](const Word &word) {
    return word.sentence == words[first].sentence &&
           (word.text == "not" || word.text == "never" || word.text == "dont" ||
            word.text == "detect" || word.text == "detects" || word.text == "attempts" ||
            word.text == "cannot" || word.text == "tells" || word.text == "says" ||
            word.text == "injection");
  });
}

void TrickFinder::findPhrases() {
  std::vector<Word> words = WordReader(text_).read();
  for (size_t first = 0; first < words.size(); ++first)
    for (const TrickPhrase &entry : phrases()) {
      if (!entry.phrase.beginsWith(words[first].text))
        continue;
      std::optional<size_t> last = entry.phrase.match(words, first);
      if (last && (entry.trick != TextTrick::Override || !isWarnedOf(words, first)))
        add(entry.trick, words[first].begin, words[*last].end);
    }
}

void TrickFinder::findMarks() {
  for (const auto &[trick, mark] : unspaced)
    if (size_t at = text_.find(mark); at != llvm::StringRef::npos)
      add(trick, at, at + mark.size());
  for (const auto &[trick, mark] : marks)
    if (size_t at = text_.find_insensitive(mark); at != llvm::StringRef::npos)
      add(trick, at, at + mark.size());
}

void TrickFinder::findHidden() {
  size_t run = 0, begin = 0;
  for (size_t at = 0; at < text_.size();) {
    DecodedCharacter character = decodeUtf8(text_, at);
    uint32_t c = character.codePoint.value_or(0);
    bool isTag = c >= 0xE0000 && c <= 0xE0FFF, isHidden = c >= 0x80 && isInvisible(c);
    if (isHidden && run++ == 0)
      begin = at;
    at += character.length;
    bool isOverride = c == 0x202D || c == 0x202E;
    // Flags of regions have five tags and an end.
    if (isOverride || (isHidden && (run >= 8 || (run >= 4 && !isTag))))
      add(TextTrick::Hidden, begin ? begin : at - character.length, at);
    if (!isHidden)
      run = 0;
  }
}

void TrickFinder::findSpace() {
  unsigned lines = 0, spaces = 0;
  for (size_t at = 0; at < text_.size(); ++at) {
    if (llvm::isSpace(text_[at])) {
      lines += text_[at] == '\n';
      ++spaces;
      continue;
    }
    if (at > spaces && (lines >= manyLines || spaces >= manySpaces))
      add(TextTrick::FarBehind, at, std::min(text_.size(), at + maxQuote));
    lines = spaces = 0;
  }
}

std::vector<FoundTrick> TrickFinder::find() {
  findPhrases();
  findMarks();
  findHidden();
  findSpace();
  llvm::stable_sort(found_,
                    [](const FoundTrick &a, const FoundTrick &b) { return a.trick < b.trick; });
  return std::move(found_);
}

} // namespace

std::vector<FoundTrick> findTricks(llvm::StringRef text) {
  std::vector<FoundTrick> found = TrickFinder(text).find();
  for (llvm::StringRef rest = text.take_front(maxText); !rest.empty();) {
    llvm::StringRef part = rest.take_while(isBase64);
    rest = rest.drop_front(std::max<size_t>(part.size(), 1));
    std::vector<char> bytes;
    if (part.size() < minEncoded || part.size() % 4 ||
        llvm::errorToBool(llvm::decodeBase64(part, bytes)))
      continue;
    llvm::StringRef decoded(bytes.data(), bytes.size());
    if (!findInvalidUtf8(decoded))
      llvm::append_range(found, TrickFinder(decoded).find());
  }
  return found;
}

} // namespace agentc
