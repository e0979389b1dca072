#include "agentc/Rules/Rules.h"

#include "../Characters.h"
#include "../HiddenCharacters.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::rules {

namespace {

/// So many in a row can spell something.
constexpr size_t minRun = 4, minPatternRun = 16, minPrivateRun = 16;

/// The character before an offset; 0 if there is none.
uint32_t before(llvm::StringRef text, size_t offset) {
  size_t at = offset;
  while (at > 0 && offset - at < 4)
    if ((text[--at] & 0xC0) != 0x80)
      return decodeUtf8(text, at).codePoint.value_or(0);
  return 0;
}
uint32_t behind(llvm::StringRef text, size_t offset) {
  return offset < text.size() ? decodeUtf8(text, offset).codePoint.value_or(0) : 0;
}

using Run = llvm::ArrayRef<HiddenCharacter>;

/// The flags of England, Scotland and Wales are written with tags.
bool isFlag(llvm::StringRef text, Run run) {
  return before(text, run.front().range.begin) == 0x1F3F4 && run.size() <= 7 &&
         run.back().codePoint == 0xE007F;
}

/// A list of such characters names each once; what spells something repeats some.
bool spells(llvm::StringRef text, Run run) {
  llvm::SmallSet<uint32_t, 32> seen;
  bool selects = false;
  for (const HiddenCharacter &character : run) {
    seen.insert(character.codePoint);
    selects |= isVariationSelector(character.codePoint) || character.codePoint >= 0xE0000;
  }
  return (seen.size() < run.size() || selects) && !isFlag(text, run);
}

/// True if the spelling of a language or an emoji calls for the character there.
bool isSpelling(llvm::StringRef text, const HiddenCharacter &character) {
  uint32_t left = before(text, character.range.begin), right = behind(text, character.range.end);
  if (isVariationSelector(character.codePoint))
    return isEmojiPart(left) || left >= 0x2000 || usesJoiners(left);
  return usesJoiners(left) || usesJoiners(right) || isEmojiPart(left) ||
         isVariationSelector(left) || character.codePoint == 0xAD || character.codePoint == 0x34F;
}

bool isMark(uint32_t codePoint) {
  return codePoint == 0x200E || codePoint == 0x200F || codePoint == 0x61C;
}

bool isWordPart(uint32_t c) {
  return c < 0x80 && (llvm::isAlnum(static_cast<char>(c)) || c == '_');
}

std::string countOf(Run run) {
  return std::to_string(run.size()) + " characters in a row, the first of them `" +
         nameOfCharacter(run.front().codePoint) + "`, ";
}

} // namespace

static void checkRun(const ast::Module &module, Run run, RuleReporter &report) {
  const HiddenCharacter &first = run.front();
  ByteRange range{first.range.begin, run.back().range.end};
  size_t least = first.place == TextPlace::Pattern ? minPatternRun : minRun;
  if (isPrivateUse(first.codePoint)) {
    if (run.size() >= minPrivateRun && first.place != TextPlace::Pattern)
      report.at(module.path, range,
                countOf(run) + "have no meaning of their own; they can be code");
  } else if (first.place == TextPlace::Name) {
    if (!isSpelling(module.text, first))
      report.at(module.path, range,
                "a name holds `" + nameOfCharacter(first.codePoint) + "`, which nobody sees");
  } else if (run.size() >= least && spells(module.text, run)) {
    report.at(module.path, range, countOf(run) + "are invisible; they can be code");
  } else if (first.place == TextPlace::Text && run.size() < least &&
             !isSpelling(module.text, first) && !isMark(first.codePoint) &&
             isWordPart(before(module.text, range.begin)) &&
             isWordPart(behind(module.text, range.end))) {
    lowerTo(report.at(module.path, range,
                      "a word holds `" + nameOfCharacter(first.codePoint) + "`, which nobody sees"),
            Severity::Warning);
  }
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &info : context.program.modules()) {
    const ast::Module &module = *info->syntax;
    std::vector<HiddenCharacter> hidden = hiddenCharactersOf(module);
    llvm::erase_if(hidden, [](const HiddenCharacter &c) { return isBidiControl(c.codePoint); });
    for (size_t at = 0; at < hidden.size();) {
      size_t end = at + 1;
      bool isPrivate = isPrivateUse(hidden[at].codePoint);
      while (end < hidden.size() && hidden[end].range.begin == hidden[end - 1].range.end &&
             hidden[end].token == hidden[at].token &&
             isPrivateUse(hidden[end].codePoint) == isPrivate)
        ++end;
      checkRun(module, Run(hidden).slice(at, end - at), report);
      at = end;
    }
  }
}

extern const Rule InvisibleCharacter = {{.id = "AC6003",
                                         .name = "invisible-character",
                                         .group = "hidden code",
                                         .severity = Severity::Error,
                                         .summary = "characters that nobody sees",
                                         .cwe = 1007},
                                        check};

} // namespace agentc::rules
