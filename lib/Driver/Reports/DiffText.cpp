#include "DiffText.h"

#include "Inspection.h"

#include "agentc/Diagnostics/Ink.h"
#include "agentc/Diagnostics/LineFiller.h"
#include "agentc/Report/LineDiff.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

using Area = Change::Area;
using Kind = Change::Kind;

constexpr size_t diffLineWidth = 160;

class ChangesText {
public:
  ChangesText(bool color, size_t columns, llvm::raw_ostream &out)
      : ink_(out, color), columns_(columns) {}

  void print(llvm::ArrayRef<Change> changes);

private:
  void printArea(llvm::ArrayRef<Change> changes, Area area);
  void printChange(const Change &change);
  void printLine(char sign, llvm::StringRef text);

  Ink ink_;
  size_t columns_;
};

void ChangesText::printLine(char sign, llvm::StringRef text) {
  LineFiller line(ink_.out, columns_, 8);
  line.text("      ");
  line.text(std::string(1, sign) + " " + shortened(text, diffLineWidth), [&](llvm::StringRef part) {
    if (sign == '+')
      ink_.caret(part);
    else if (sign == '-')
      ink_.severity(Severity::Error, part);
    else
      ink_.plain(part);
  });
  line.end();
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
  if (showsTexts(change))
    for (const DiffLine &each : compareLines(valueText(change.before), valueText(change.after)))
      printLine(each.sign, each.text);
}

void ChangesText::printArea(llvm::ArrayRef<Change> changes, Area area) {
  bool isFirst = true;
  for (const Change &change : changes) {
    if (change.widens || change.area != area)
      continue;
    if (std::exchange(isFirst, false)) {
      ink_.bold(areaTitle(area));
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
  for (Area area : areasInReports())
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
