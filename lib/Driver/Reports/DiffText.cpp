#include "DiffText.h"

#include "Inspection.h"

#include "agentc/Diagnostics/Ink.h"
#include "agentc/Diagnostics/LineFiller.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

using Area = Change::Area;
using Kind = Change::Kind;

constexpr size_t maxLines = 200; ///< of a text whose lines are compared
constexpr size_t lineWidth = 160;

std::string valueText(const Json &value) {
  return value.is_string() ? value.get<std::string>() : printJson(value, /*indented=*/false);
}

class ChangesText {
public:
  ChangesText(bool color, size_t columns, llvm::raw_ostream &out)
      : ink_(out, color), columns_(columns) {}

  void print(llvm::ArrayRef<Change> changes);

private:
  void printArea(llvm::ArrayRef<Change> changes, Area area);
  void printChange(const Change &change);
  void printLine(char sign, llvm::StringRef text);
  void printTexts(llvm::StringRef before, llvm::StringRef after);

  Ink ink_;
  size_t columns_;
};

void ChangesText::printLine(char sign, llvm::StringRef text) {
  LineFiller line(ink_.out, columns_, 8);
  line.text("      ");
  line.text(std::string(1, sign) + " " + shortened(text, lineWidth), [&](llvm::StringRef part) {
    if (sign == '+')
      ink_.caret(part);
    else if (sign == '-')
      ink_.severity(Severity::Error, part);
    else
      ink_.plain(part);
  });
  line.end();
}

/// Line by line along a longest common subsequence.
void ChangesText::printTexts(llvm::StringRef before, llvm::StringRef after) {
  llvm::SmallVector<llvm::StringRef> a, b;
  before.split(a, '\n');
  after.split(b, '\n');
  if (a.size() > maxLines || b.size() > maxLines) {
    printLine('-', std::to_string(a.size()) + " lines");
    printLine('+', std::to_string(b.size()) + " lines");
    return;
  }
  std::vector<std::vector<unsigned>> common(a.size() + 1, std::vector<unsigned>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;)
      common[i][j] =
          a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      printLine(' ', a[i]);
      ++i, ++j;
    } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
      printLine('-', a[i++]);
    } else {
      printLine('+', b[j++]);
    }
  }
}

void ChangesText::printChange(const Change &change) {
  LineFiller line(ink_.out, columns_, 4);
  line.text("  ");
  line.text(escapeForTerminal(describeChange(change)), [&](llvm::StringRef part) {
    if (change.widens || (change.area == Area::Signature && change.kind == Kind::Changed))
      ink_.severity(Severity::Error, part);
    else
      ink_.plain(part);
  });
  line.end();
  const bool showsTexts = change.kind == Kind::Changed &&
                          (change.area == Area::Agent || change.area == Area::Tool ||
                           change.area == Area::Package || change.area == Area::Allowance);
  if (showsTexts && !(change.before.is_null() && change.after.is_null()))
    printTexts(valueText(change.before), valueText(change.after));
}

void ChangesText::printArea(llvm::ArrayRef<Change> changes, Area area) {
  static constexpr llvm::StringLiteral titles[] = {"access",     "allowance", "agents",
                                                   "tools",      "package",   "findings",
                                                   "components", "files",     "signature"};
  bool isFirst = true;
  for (const Change &change : changes) {
    if (change.widens || change.area != area)
      continue;
    if (std::exchange(isFirst, false)) {
      ink_.bold(titles[static_cast<size_t>(area)]);
      ink_.out << '\n';
    }
    printChange(change);
  }
}

void ChangesText::print(llvm::ArrayRef<Change> changes) {
  if (llvm::any_of(changes, [](const Change &change) { return change.widens; })) {
    ink_.bold("reaches more");
    ink_.out << '\n';
  }
  for (const Change &change : changes)
    if (change.widens)
      printChange(change);
  for (Area area : {Area::Signature, Area::Access, Area::Allowance, Area::Agent, Area::Tool,
                    Area::Package, Area::Finding, Area::Component, Area::File})
    printArea(changes, area);
}

} // namespace

std::string renderChanges(llvm::ArrayRef<Change> changes, bool color, size_t columns) {
  std::string text;
  llvm::raw_string_ostream out(text);
  ChangesText(color, columns, out).print(changes);
  return text;
}

} // namespace agentc
