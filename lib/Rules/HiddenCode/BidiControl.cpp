#include "agentc/Rules/Rules.h"

#include "../Characters.h"
#include "../HiddenCharacters.h"

namespace agentc::rules {

namespace {

/// A text of so many bytes is a table or a whole program, of which nobody sees a line.
constexpr uint32_t dataBytes = 2000;

/// Follows the controls of one line of one token.
class Line {
public:
  void add(const HiddenCharacter &character) {
    switch (character.codePoint) {
    case 0x202C: // pop directional formatting
      close(false);
      break;
    case 0x2069: // pop directional isolate
      close(true);
      break;
    default:
      open_.push_back(&character);
      if (!override_ && (character.codePoint == 0x202D || character.codePoint == 0x202E))
        override_ = &character;
    }
  }
  const HiddenCharacter *firstOpen() const { return open_.empty() ? nullptr : open_.front(); }
  const HiddenCharacter *firstOverride() const { return override_; }

private:
  std::vector<const HiddenCharacter *> open_;
  const HiddenCharacter *override_ = nullptr;

  void close(bool isolate) {
    for (size_t i = open_.size(); i-- > 0;) {
      bool isIsolate = open_[i]->codePoint >= 0x2066;
      if (isIsolate == isolate)
        return open_.resize(i);
      // An isolate keeps what is inside of it from closing what is around it.
      if (isIsolate)
        return;
    }
  }
};

bool isSameLine(llvm::StringRef text, const HiddenCharacter &a, const HiddenCharacter &b) {
  if (a.place != b.place || a.token != b.token)
    return false;
  llvm::StringRef between = text.slice(a.range.end, b.range.begin);
  return !between.contains('\n') && (a.place != TextPlace::Between || !between.contains("*/"));
}

llvm::StringRef nameOf(TextPlace place) {
  return place == TextPlace::Between ? "a comment" : "a text";
}

} // namespace

static void checkLine(const ast::Module &module, const Line &line, RuleReporter &report) {
  const HiddenCharacter *open = line.firstOpen(), *overriding = line.firstOverride();
  const HiddenCharacter *character = open ? open : overriding;
  if (!character)
    return;
  std::string name = "`" + nameOfCharacter(character->codePoint) + "`";
  Diagnostic &finding = report.at(
      module.path, character->range,
      open ? name + " reorders what is shown behind " + nameOf(character->place).str() +
                 ", since nothing on its line ends it; what runs is not what is seen"
           : name + " shows what is behind it in another order; what runs is not what is seen");
  if (character->place == TextPlace::Text &&
      character->token.end - character->token.begin > dataBytes)
    lowerTo(finding, Severity::Note);
}

static void checkModule(const ast::Module &module, RuleReporter &report) {
  std::vector<HiddenCharacter> controls = hiddenCharactersOf(module);
  llvm::erase_if(controls, [](const HiddenCharacter &c) { return !isBidiControl(c.codePoint); });
  for (size_t at = 0; at < controls.size();) {
    Line line;
    size_t end = at;
    do
      line.add(controls[end]);
    while (++end < controls.size() && isSameLine(module.text, controls[end - 1], controls[end]));
    at = end;
    checkLine(module, line, report);
  }
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules())
    checkModule(*module->syntax, report);
}

extern const Rule BidiControl = {
    {"AC6002",
     "bidi-control",
     "hidden code",
     Severity::Error,
     "characters that show code in another order",
     "",
     {"A text or comment holds a character that embeds, overrides or isolates a direction of "
      "writing, and the line or the text ends before that does; or one that overrides the "
      "direction of what is behind it.",
      "Editors show such a line in another order than it runs in: a condition can look like a "
      "comment, a comment like code (Trojan Source, CVE-2021-42574).",
      "module.exports = async function handler(input) {\n"
      "  const level = 'user\u202E \u2066// only admins\u2069 \u2066';\n"
      "  return level;\n"
      "};\n",
      "const greeting = '\u05E9\u05DC\u05D5\u05DD, \u2068agentc\u2069!';\n"
      "const mark = 'abc\u200F'; // \u05E9\u05DC\u05D5\u05DD\n"
      "module.exports = async function handler() {\n  return [greeting, mark, '\\u202E'];\n};\n",
      "In texts of more than 2,000 bytes, which are tables, it is a note. Text in right-to-left "
      "languages needs no such characters, or ends them on its line. Escapes "
      "such as `\\u202e` are seen as they are, and are no finding."},
     Precision::VeryHigh,
     1007},
    check};

} // namespace agentc::rules
