#include "SourcePages.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace agentc {

namespace {

constexpr size_t maxLineBytes = 400, bytesBefore = 120, maxSnippetBytes = 90;
constexpr size_t maxWholeFile = 128 << 10, maxWholeFiles = 2 << 20;
constexpr uint32_t linesAround = 12, excerptLines = 2;

size_t toCharacter(llvm::StringRef text, size_t offset) {
  while (offset > 0 && offset < text.size() &&
         (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80)
    --offset;
  return offset;
}

/// A long line is shown in parts, each with an id of its own.
std::string lineId(size_t page, uint32_t line, std::optional<size_t> part = {}) {
  return "s" + std::to_string(page) + "-" + std::to_string(line) +
         (part ? "-" + std::to_string(*part) : "");
}

size_t startOf(const File &file, llvm::StringRef line) {
  return static_cast<size_t>(line.data() - file.bytes.data());
}

} // namespace

ReviewPlace placeFromJson(const Json &place) {
  ReviewPlace result;
  if (auto file = place.find("file"); file != place.end() && file->is_string())
    result.file = file->get<std::string>();
  if (auto range = place.find("range"); range != place.end())
    result.range = ByteRange{(*range)["start"]["offset"].get<uint32_t>(),
                             (*range)["end"]["offset"].get<uint32_t>()};
  return result;
}

SourcePages::Page *SourcePages::find(llvm::StringRef file) {
  auto known = pages_.find(file);
  if (known != pages_.end())
    return known->second.get();
  const File *found = files_.find(file);
  if (!found)
    found = outside_.find(file);
  if (!found || llvm::StringRef(found->bytes).contains('\0'))
    return nullptr;
  auto page = std::make_unique<Page>(Page{pages_.size() + 1, found, LineTable(found->bytes), {}});
  order_.push_back(page.get());
  return pages_.emplace(file.str(), std::move(page)).first->second.get();
}

std::string SourcePages::address(const ReviewPlace &place) {
  Page *page = find(place.file);
  if (!page)
    return "";
  const Position at = page->lines.position(place.range ? place.range->begin : 0);
  const llvm::StringRef line = page->lines.line(at.line);
  const size_t part = at.offset - startOf(*page->file, line);
  page->linked[at.line].insert(part);
  return "#" + (line.size() > maxLineBytes ? lineId(page->number, at.line, part)
                                           : lineId(page->number, at.line));
}

std::string SourcePages::placeText(const ReviewPlace &place) {
  Page *page = place.range ? find(place.file) : nullptr;
  return page ? place.file + ":" + std::to_string(page->lines.position(place.range->begin).line)
              : place.file;
}

SourcePages::Shown SourcePages::shownPart(llvm::StringRef line, size_t mark) {
  if (line.size() <= maxLineBytes)
    return {0, line.size(), false};
  const size_t begin = toCharacter(line, mark > bytesBefore ? mark - bytesBefore : 0);
  return {begin, toCharacter(line, std::min(line.size(), begin + maxLineBytes)), true};
}

std::string SourcePages::codeAt(const ReviewPlace &place) {
  Page *page = place.range ? find(place.file) : nullptr;
  if (!page)
    return "";
  const Position at = page->lines.position(place.range->begin);
  llvm::StringRef line = page->lines.line(at.line);
  const size_t mark = std::min<size_t>(line.size(), at.offset - startOf(*page->file, line));
  llvm::StringRef code = line.size() <= maxSnippetBytes ? line : line.substr(mark);
  code = code.trim();
  if (code.size() <= maxSnippetBytes)
    return code.str();
  return code.take_front(toCharacter(code, maxSnippetBytes)).str() + " …";
}

void SourcePages::writeLink(Html &html, const ReviewPlace &place) {
  Element cite(html, "span", {{"class", "place"}});
  html.link(address(place), placeText(place));
}

void SourcePages::writeExcerpt(Html &html, const ReviewPlace &place) {
  Page *page = place.range ? find(place.file) : nullptr;
  if (!page)
    return;
  const Position begin = page->lines.position(place.range->begin),
                 end = page->lines.position(place.range->end);
  const uint32_t first = begin.line > excerptLines ? begin.line - excerptLines : 1;
  const uint32_t last = std::min(begin.line + excerptLines, page->lines.lineCount());
  Element pre(html, "pre", {{"class", "excerpt"}});
  for (uint32_t number = first; number <= last; ++number) {
    const llvm::StringRef line = page->lines.line(number);
    const size_t start = startOf(*page->file, line);
    auto within = [&](uint32_t offset) {
      return std::clamp<size_t>(offset, start, start + line.size()) - start;
    };
    const size_t from = number == begin.line  ? within(begin.offset)
                        : number > begin.line ? 0
                                              : line.size();
    const size_t to = number > end.line || number < begin.line ? from : within(end.offset);
    const Shown shown = shownPart(line, number == begin.line ? from : 0);
    const size_t markBegin = std::clamp(from, shown.begin, shown.end),
                 markEnd = std::clamp(to, markBegin, shown.end);
    Element code(html, "code", {{"data-line", std::to_string(number)}});
    html.text(line.slice(shown.begin, markBegin), true);
    if (markEnd > markBegin) {
      Element mark(html, "mark");
      html.text(line.slice(markBegin, markEnd), true);
    }
    html.text(line.slice(markEnd, shown.end), true);
    html.text(shown.isCut ? " …\n" : "\n", true);
  }
}

void SourcePages::writeLine(Html &html, const Page &page, uint32_t number) {
  const llvm::StringRef line = page.lines.line(number);
  const std::string text = std::to_string(number);
  auto write = [&](const Shown &shown) {
    html.text(line.slice(shown.begin, shown.end), true);
    html.text(shown.isCut ? " …\n" : "\n", true);
  };
  auto linked = page.linked.find(number);
  if (linked == page.linked.end()) {
    Element code(html, "code", {{"data-line", text}});
    return write(shownPart(line, 0));
  }
  for (uint32_t part : linked->second) {
    const Shown shown = shownPart(line, part);
    const std::string id =
        shown.isCut ? lineId(page.number, number, part) : lineId(page.number, number);
    Element code(html, "code", {{"id", id}, {"class", "linked"}, {"data-line", text}});
    write(shown);
    if (!shown.isCut)
      return;
  }
}

void SourcePages::writePage(Html &html, const Page &page, bool isWhole) {
  html.element("h3", page.file->path, {{"class", "file"}});
  Element pre(html, "pre", {{"class", "source"}});
  uint32_t next = 1;
  for (const auto &[line, parts] : page.linked) {
    const uint32_t first =
        isWhole ? 1 : std::max(next, line > linesAround ? line - linesAround : 1);
    const uint32_t last =
        isWhole ? page.lines.lineCount() : std::min(line + linesAround, page.lines.lineCount());
    if (first > next)
      html.element("span", "…\n", {{"class", "gap"}});
    for (next = std::max(next, first); next <= last; ++next)
      writeLine(html, page, next);
  }
  if (next <= page.lines.lineCount())
    html.element("span", "…\n", {{"class", "gap"}});
}

void SourcePages::write(Html &html) const {
  size_t whole = 0;
  for (const Page *page : order_) {
    if (page->linked.empty())
      continue;
    const size_t size = page->file->bytes.size();
    const bool isWhole = size <= maxWholeFile && whole + size <= maxWholeFiles;
    whole += isWhole ? size : 0;
    writePage(html, *page, isWhole);
  }
}

} // namespace agentc
