#include "GitGlob.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace agentc {

namespace {

using Bytes = std::bitset<256>;

Bytes bytesFrom(unsigned char first, unsigned char last) {
  Bytes bytes;
  for (unsigned c = first; c <= last; ++c)
    bytes.set(c);
  return bytes;
}

/// The ASCII characters of a class.
std::optional<Bytes> classOf(llvm::StringRef name) {
  const Bytes upper = bytesFrom('A', 'Z'), lower = bytesFrom('a', 'z'), digit = bytesFrom('0', '9');
  const Bytes alnum = upper | lower | digit, graph = bytesFrom('!', '~');
  const Bytes blank = bytesFrom('\t', '\t') | bytesFrom(' ', ' ');
  return llvm::StringSwitch<std::optional<Bytes>>(name)
      .Case("alnum", alnum)
      .Case("alpha", upper | lower)
      .Case("blank", blank)
      .Case("cntrl", bytesFrom(0, 31) | bytesFrom(127, 127))
      .Case("digit", digit)
      .Case("graph", graph)
      .Case("lower", lower)
      .Case("print", bytesFrom(' ', '~'))
      .Case("punct", graph & ~alnum)
      .Case("space", bytesFrom('\t', '\r') | blank)
      .Case("upper", upper)
      .Case("xdigit", digit | bytesFrom('a', 'f') | bytesFrom('A', 'F'))
      .Default(std::nullopt);
}

/// Takes a character, of which a backslash may stand in front.
std::optional<uint8_t> takeByte(llvm::StringRef &text) {
  text.consume_front("\\");
  if (text.empty())
    return std::nullopt;
  const auto byte = static_cast<uint8_t>(text.front());
  text = text.drop_front();
  return byte;
}

} // namespace

void GitGlob::add(const Set &set) {
  sets_.push_back(set);
  steps_.push_back({.set = static_cast<uint16_t>(sets_.size())});
}

bool GitGlob::takeSet(llvm::StringRef &text) {
  const bool isInverted = text.consume_front("!") || text.consume_front("^");
  Set set;
  uint8_t before = 0; // what a range may begin with
  for (bool isFirst = true; isFirst || !text.consume_front("]"); isFirst = false) {
    const size_t colon = text.starts_with("[:") ? text.find(']', 2) : 0;
    if (text.empty() || colon == llvm::StringRef::npos)
      return false;
    if (colon > 2 && text[colon - 1] == ':') {
      const std::optional<Bytes> named = classOf(text.slice(2, colon - 1));
      if (!named)
        return false;
      set |= *named;
      text = text.drop_front(colon + 1);
      before = 0;
    } else if (before != 0 && text.size() > 1 && text[0] == '-' && text[1] != ']') {
      text = text.drop_front();
      const std::optional<uint8_t> last = takeByte(text);
      if (!last)
        return false;
      set |= bytesFrom(before, *last);
      before = 0;
    } else {
      const std::optional<uint8_t> byte = takeByte(text);
      if (!byte)
        return false;
      before = *byte;
      set.set(before);
    }
  }
  if (isInverted)
    set.flip();
  if (sets_.size() == UINT16_MAX)
    return false;
  add(set);
  return true;
}

std::optional<GitGlob> GitGlob::parse(llvm::StringRef &text) {
  GitGlob glob;
  const size_t whole = text.size();
  while (!text.empty() && text.front() != '/' && !text.starts_with("\\/")) {
    if (text.consume_front("*")) {
      ++glob.stars_;
      if (glob.steps_.empty() || !glob.steps_.back().isStar)
        glob.steps_.push_back({.isStar = true});
    } else if (text.consume_front("?")) {
      glob.add(Set().set());
    } else if (text.consume_front("[")) {
      if (!glob.takeSet(text))
        return std::nullopt;
    } else if (const std::optional<uint8_t> byte = takeByte(text)) {
      glob.steps_.push_back({.byte = *byte});
    } else {
      return std::nullopt;
    }
  }
  glob.length_ = whole - text.size();
  return glob;
}

GitGlob GitGlob::anything() {
  llvm::StringRef star = "*";
  return *parse(star);
}

/// Looks for the part behind a star at one place after the other; a later star settles
/// everything before it, so that the time is bounded by the product of both lengths.
bool GitGlob::matches(llvm::StringRef name) const {
  size_t step = 0, at = 0, afterStar = 0, triedFrom = 0;
  bool hasStar = false;
  while (at < name.size()) {
    if (step < steps_.size() && steps_[step].isStar) {
      hasStar = true;
      afterStar = ++step;
      triedFrom = at;
    } else if (step < steps_.size() && fits(steps_[step], name[at])) {
      ++step;
      ++at;
    } else if (hasStar) {
      step = afterStar;
      at = ++triedFrom;
    } else {
      return false;
    }
  }
  while (step < steps_.size() && steps_[step].isStar)
    ++step;
  return step == steps_.size();
}

} // namespace agentc
