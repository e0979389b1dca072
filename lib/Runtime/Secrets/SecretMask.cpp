#include "SecretMask.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

/// RFC 4648, the standard alphabet; `-` and `_` stand for its last two in the other.
static constexpr llvm::StringLiteral alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void SecretMask::addForm(Form form) {
  beginnings_ |= form.front();
  // Escapes of it.
  beginnings_.set('%');
  beginnings_.set('\\');
  forms_.push_back(std::move(form));
}

/// Its base64 behind so many other bytes, with the characters that it shares with its neighbours.
void SecretMask::addBase64(llvm::StringRef secret, unsigned before) {
  const size_t begin = before * 8, end = (before + secret.size()) * 8;
  Form form;
  for (size_t character = begin / 6; character * 6 < end; ++character) {
    unsigned known = 0, value = 0;
    for (size_t bit = character * 6; bit < character * 6 + 6; ++bit) {
      const bool isKnown = bit >= begin && bit < end;
      const auto byte = static_cast<unsigned char>(isKnown ? secret[bit / 8 - before] : 0);
      known = known << 1 | isKnown;
      value = value << 1 | (byte >> (7 - bit % 8) & 1);
    }
    Bytes &bytes = form.emplace_back();
    for (unsigned i = 0; i < alphabet.size(); ++i)
      if ((i & known) == value) {
        bytes.set(static_cast<unsigned char>(alphabet[i]));
        if (i >= 62)
          bytes.set(i == 62 ? '-' : '_');
      }
  }
  addForm(std::move(form));
}

void SecretMask::add(llvm::StringRef secret) {
  Form plain(secret.size());
  for (size_t i = 0; i < secret.size(); ++i) {
    plain[i].set(static_cast<unsigned char>(secret[i]));
    // As forms write it.
    if (secret[i] == ' ')
      plain[i].set('+');
  }
  addForm(std::move(plain));
  for (unsigned before = 0; before < 3; ++before)
    addBase64(secret, before);
}

/// The number that so many hexadecimal digits write; std::nullopt where the text has others.
static std::optional<unsigned> hexadecimal(llvm::StringRef digits) {
  unsigned value;
  if (!llvm::all_of(digits, llvm::isHexDigit) || digits.getAsInteger(16, value))
    return std::nullopt;
  return value;
}

/// One reading of what a text begins with.
struct Reading {
  unsigned value;
  size_t size;
};

/// The byte that a text begins with, and the one that it is an escape of.
static llvm::SmallVector<Reading, 2> readings(llvm::StringRef text, bool &isCut) {
  auto first = static_cast<unsigned char>(text.front());
  llvm::SmallVector<Reading, 2> result = {{first, 1}};
  auto add = [&](size_t prefix, size_t digits) {
    isCut |= text.size() < prefix + digits;
    if (text.size() >= prefix + digits)
      if (std::optional<unsigned> value = hexadecimal(text.substr(prefix, digits)))
        result.push_back({*value, prefix + digits});
  };
  if (first == '%')
    add(1, 2);
  if (first != '\\')
    return result;
  if (text.size() < 2)
    isCut = true;
  else if (text[1] == 'u')
    add(2, 4);
  else
    result.push_back({static_cast<unsigned char>(text[1]), 2});
  return result;
}

SecretMask::Found SecretMask::findAt(const Form &form, llvm::StringRef text) const {
  Found found;
  // Escapes can be read in two ways, so there may be several ends at once.
  llvm::SmallVector<size_t, 4> ends = {0}, next;
  for (const Bytes &bytes : form) {
    next.clear();
    for (size_t end : ends) {
      if (end == text.size()) {
        found.isCut = true;
        continue;
      }
      for (const Reading &reading : readings(text.drop_front(end), found.isCut))
        if (reading.value < bytes.size() && bytes[reading.value] &&
            !llvm::is_contained(next, end + reading.size))
          next.push_back(end + reading.size);
    }
    if (next.empty())
      return found;
    std::swap(ends, next);
  }
  found.size = *llvm::max_element(ends);
  return found;
}

/// Strikes what is found, up to where more text could make a difference; the place of that.
size_t SecretMask::strike(std::string &text, bool isWhole) const {
  if (empty())
    return text.size();
  for (size_t at = 0; at < text.size(); ++at) {
    if (!beginnings_[static_cast<unsigned char>(text[at])])
      continue;
    size_t size = 0;
    for (const Form &form : forms_) {
      Found found = findAt(form, llvm::StringRef(text).drop_front(at));
      if (found.isCut && !isWhole)
        return at;
      size = std::max(size, found.size);
    }
    if (size == 0)
      continue;
    text.replace(at, size, size, '*');
    at += size - 1;
  }
  return text.size();
}

void SecretMask::strike(std::string &text) const { strike(text, /*isWhole=*/true); }

std::string SecretMask::Stream::take(llvm::StringRef piece) {
  std::string text = std::move(held_);
  text += piece;
  const size_t end = mask_.strike(text, /*isWhole=*/false);
  held_ = text.substr(end);
  text.resize(end);
  return text;
}

std::string SecretMask::Stream::finish() {
  std::string text = std::move(held_);
  held_.clear();
  mask_.strike(text, /*isWhole=*/true);
  return text;
}

} // namespace agentc
