#include "Excerpt.h"

#include "agentc/Diagnostics/LineFiller.h"
#include "agentc/Support/Text.h"

#include <algorithm>
#include <vector>

namespace agentc {

namespace {

constexpr size_t tabWidth = 4;
/// Columns shown before the mark where a line is cut.
constexpr size_t columnsBefore = 40;
constexpr size_t leastColumns = 20;
/// Bytes looked at on each side of the mark; enough for so many four-byte characters.
constexpr size_t reach = 4 * usualExcerptColumns;
constexpr llvm::StringRef ellipsis = "...";

/// The printed form of one character of the source.
struct Cell {
  size_t offset;
  std::string text;
  size_t column;
  size_t width;
};

std::vector<Cell> layOut(llvm::StringRef line, size_t from, size_t to) {
  std::vector<Cell> cells;
  size_t column = 0;
  for (size_t offset = from; offset < to;) {
    llvm::StringRef bytes = line.substr(offset, decodeUtf8(line, offset).length);
    Cell cell{offset, {}, column, 0};
    if (bytes == "\t") {
      cell.width = tabWidth - column % tabWidth;
      cell.text.assign(cell.width, ' ');
    } else {
      cell.text = escapeForTerminal(bytes);
      cell.width = displayWidth(cell.text);
    }
    column += cell.width;
    offset += bytes.size();
    cells.push_back(std::move(cell));
  }
  return cells;
}

size_t backToCharacter(llvm::StringRef line, size_t offset) {
  for (unsigned i = 0; i < 3 && offset > 0 && offset < line.size() &&
                       (static_cast<unsigned char>(line[offset]) & 0xC0) == 0x80;
       ++i)
    --offset;
  return offset;
}

} // namespace

Excerpt makeExcerpt(llvm::StringRef line, size_t begin, size_t end, size_t columns) {
  const size_t maxColumns = std::clamp(columns, leastColumns, usualExcerptColumns);
  begin = backToCharacter(line, std::min(begin, line.size()));
  end = std::clamp(end, begin, line.size());
  size_t from = begin > reach ? backToCharacter(line, begin - reach) : 0;
  size_t to = std::min(line.size(), begin + reach);
  std::vector<Cell> cells = layOut(line, from, to);

  size_t total = cells.empty() ? 0 : cells.back().column + cells.back().width;
  auto columnOf = [&](size_t offset) {
    for (const Cell &cell : cells)
      if (cell.offset >= offset)
        return cell.column;
    return total;
  };
  size_t markBegin = columnOf(begin), markEnd = std::max(columnOf(end), markBegin + 1);

  size_t firstColumn = 0, lastColumn = total;
  if (total > maxColumns) {
    const size_t before = std::min(columnsBefore, maxColumns / 2);
    firstColumn = markBegin > before ? markBegin - before : 0;
    firstColumn = std::min(firstColumn, total - maxColumns);
    lastColumn = firstColumn + maxColumns;
  }
  bool cutBefore = from > 0 || firstColumn > 0, cutAfter = to < line.size() || lastColumn < total;

  Excerpt excerpt;
  size_t shownFrom = markBegin, shownTo = 0;
  for (const Cell &cell : cells) {
    if (cell.column < firstColumn || cell.column + cell.width > lastColumn)
      continue;
    shownFrom = std::min(shownFrom, cell.column);
    shownTo = cell.column + cell.width;
    excerpt.line += cell.text;
  }
  if (cutBefore)
    excerpt.line.insert(0, ellipsis);
  if (cutAfter)
    excerpt.line += ellipsis;
  markEnd = std::min(markEnd, std::max(shownTo, markBegin + 1));
  excerpt.marker.assign(markBegin - shownFrom + (cutBefore ? ellipsis.size() : 0), ' ');
  excerpt.marker += '^';
  excerpt.marker.append(markEnd - markBegin - 1, '~');
  return excerpt;
}

} // namespace agentc
