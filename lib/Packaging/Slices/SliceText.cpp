#include "SliceText.h"

#include "agentc/Support/Json.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

std::vector<SliceEdit> SliceEdits::within(ByteRange range) const {
  std::vector<SliceEdit> found;
  for (auto it = edits_.lower_bound(range.begin); it != edits_.end() && it->first <= range.end;
       ++it)
    if (it->second.range.end <= range.end)
      found.push_back(it->second);
  // what stands in front of a place comes before what replaces it
  llvm::stable_sort(found, [](const SliceEdit &a, const SliceEdit &b) {
    if (a.range.begin != b.range.begin)
      return a.range.begin < b.range.begin;
    bool aIsEmpty = a.range.begin == a.range.end, bIsEmpty = b.range.begin == b.range.end;
    return aIsEmpty != bIsEmpty ? aIsEmpty : a.range.end > b.range.end;
  });
  std::vector<SliceEdit> result;
  uint32_t end = range.begin;
  for (SliceEdit &edit : found)
    if (edit.range.begin >= end) {
      end = edit.range.end;
      result.push_back(std::move(edit));
    }
  return result;
}

void SliceText::append(llvm::StringRef text) {
  text_ += text;
  for (unsigned char c : text)
    if (c == '\n') {
      ++line_;
      column_ = 0;
    } else if (c < 0x80 || c >= 0xC0) {
      column_ += c >= 0xF0 ? 2 : 1;
    }
}

void SliceText::map(const ModuleInfo &module, uint32_t offset) {
  auto found = tables_.find(&module);
  if (found == tables_.end()) {
    uint32_t index = static_cast<uint32_t>(sources_.size());
    found = tables_.emplace(&module, std::pair(index, LineTable(module.syntax->text))).first;
    sources_.push_back(&module);
  }
  Position place = found->second.second.position(offset);
  segments_.push_back({line_, column_, found->second.first, place.line - 1, place.column - 1});
}

void SliceText::copyPlain(const ModuleInfo &module, ByteRange range) {
  if (range.begin >= range.end)
    return;
  llvm::StringRef text = module.syntax->text.slice(range.begin, range.end);
  const bool isMarked = marked_ && markedModule_ == &module;
  if (isMarked && !markBegin_ && marked_->range.begin >= range.begin &&
      marked_->range.begin < range.end)
    markBegin_ = static_cast<uint32_t>(text_.size() + marked_->range.begin - range.begin);
  if (isMarked && markBegin_ && marked_->range.end > range.begin && marked_->range.end <= range.end)
    markEnd_ = static_cast<uint32_t>(text_.size() + marked_->range.end - range.begin);
  // stacks point at the beginnings of words, and at lines
  auto isWord = [](unsigned char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c >= 0x80;
  };
  size_t from = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char before = i ? text[i - 1] : '\n';
    if (before != '\n' && !(isWord(text[i]) && !isWord(before)))
      continue;
    append(text.slice(from, i));
    map(module, static_cast<uint32_t>(range.begin + i));
    from = i;
  }
  append(text.drop_front(from));
}

void SliceText::copy(const ModuleInfo &module, ByteRange range, const SliceEdits &edits) {
  uint32_t at = range.begin;
  for (const SliceEdit &edit : edits.within(range)) {
    copyPlain(module, {at, edit.range.begin});
    const bool isMarked = marked_ && markedModule_ == &module;
    if (isMarked && !markBegin_ && edit.range.begin == marked_->range.begin)
      markBegin_ = static_cast<uint32_t>(text_.size());
    if (!edit.text.empty()) {
      map(module, edit.range.begin);
      append(edit.text);
    }
    if (isMarked && markBegin_ && edit.range.end == marked_->range.end)
      markEnd_ = static_cast<uint32_t>(text_.size());
    at = edit.range.end;
  }
  copyPlain(module, {at, range.end});
}

std::optional<std::pair<Position, Position>> SliceText::marked() const {
  if (!markBegin_ || !markEnd_)
    return std::nullopt;
  LineTable lines(text_);
  return std::pair(lines.position(*markBegin_), lines.position(*markEnd_));
}

static void writeNumber(int64_t value, std::string &out) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint64_t rest =
      value < 0 ? (static_cast<uint64_t>(-value) << 1) | 1 : static_cast<uint64_t>(value) << 1;
  do {
    unsigned digit = rest & 31;
    rest >>= 5;
    out += digits[rest ? digit | 32 : digit];
  } while (rest);
}

std::string SliceText::sourceMap(llvm::StringRef path) const {
  std::string mappings;
  Segment last = {0, 0, 0, 0, 0};
  bool isFirst = true;
  for (const Segment &segment : segments_) {
    while (last.line < segment.line) {
      mappings += ';';
      ++last.line;
      last.column = 0;
      isFirst = true;
    }
    if (!isFirst)
      mappings += ',';
    isFirst = false;
    writeNumber(int64_t(segment.column) - last.column, mappings);
    writeNumber(int64_t(segment.source) - last.source, mappings);
    writeNumber(int64_t(segment.sourceLine) - last.sourceLine, mappings);
    writeNumber(int64_t(segment.sourceColumn) - last.sourceColumn, mappings);
    last = segment;
  }
  Json sources = Json::array();
  std::string up;
  for (size_t i = path.count('/'); i > 0; --i)
    up += "../";
  for (const ModuleInfo *source : sources_)
    sources.push_back(up + source->path().str());
  Json json = {{"version", 3},
               {"file", path.substr(path.rfind('/') + 1).str()},
               {"sources", std::move(sources)},
               {"names", Json::array()},
               {"mappings", std::move(mappings)}};
  return printJson(json, /*indented=*/false);
}

} // namespace agentc
