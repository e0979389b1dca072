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

llvm::StringRef placeName(TextPlace place) {
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
      open ? name + " reorders what is shown behind " + placeName(character->place).str() +
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

extern const Rule BidiControl = {{.id = "AC6002",
                                  .name = "bidi-control",
                                  .group = "hidden code",
                                  .severity = Severity::Error,
                                  .summary = "characters that show code in another order",
                                  .cwe = 1007},
                                 check};

} // namespace agentc::rules
