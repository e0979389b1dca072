#include "agentc/Diagnostics/Secrets.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_set>

namespace agentc {

namespace {

/// So many bytes of a secret in a row are still a secret: messages cut long texts short.
constexpr size_t partBytes = 12;
/// Bytes of secrets whose parts are known; a bundle that holds more shows only parts of them.
constexpr size_t maxKnownBytes = 1 << 20;
constexpr llvm::StringRef stars = "***";

/// Looks for secrets whatever the case, since host names come in small letters.
class Mask {
public:
  explicit Mask(llvm::ArrayRef<SecretPlace> secrets);
  void apply(std::string &text) const;

private:
  std::unordered_set<std::string> parts_;
  std::vector<std::string> shortSecrets_;
};

Mask::Mask(llvm::ArrayRef<SecretPlace> secrets) {
  size_t known = 0;
  for (const SecretPlace &secret : secrets) {
    std::string value = llvm::StringRef(secret.value).lower();
    if (value.empty() || (known += value.size()) > maxKnownBytes)
      continue;
    for (size_t at = 0; at + partBytes <= value.size(); ++at)
      parts_.insert(value.substr(at, partBytes));
    if (value.size() < partBytes)
      shortSecrets_.push_back(std::move(value));
  }
}

void Mask::apply(std::string &text) const {
  std::vector<bool> hidden(text.size());
  std::string lower = llvm::StringRef(text).lower();
  auto hide = [&](size_t at, size_t size) {
    std::fill_n(hidden.begin() + static_cast<ptrdiff_t>(at), size, true);
  };
  for (size_t at = 0; at + partBytes <= lower.size(); ++at)
    if (parts_.contains(lower.substr(at, partBytes)))
      hide(at, partBytes);
  for (const std::string &secret : shortSecrets_)
    for (size_t at = 0; (at = lower.find(secret, at)) != lower.npos; at += secret.size())
      hide(at, secret.size());
  std::string shown;
  for (size_t at = 0; at < text.size(); ++at)
    if (!hidden[at])
      shown += text[at];
    else if (at == 0 || !hidden[at - 1])
      shown += stars;
  text = std::move(shown);
}

bool holdsSecret(const Fix &fix, const Mask &mask) {
  auto isMasked = [&](std::string text) {
    std::string masked = text;
    mask.apply(masked);
    return masked != text;
  };
  return isMasked(fix.title) || llvm::any_of(fix.replacements, [&](const Replacement &replacement) {
           return isMasked(replacement.text);
         });
}

} // namespace

void maskSecrets(DiagnosticList &diagnostics, llvm::ArrayRef<SecretPlace> secrets) {
  if (secrets.empty())
    return;
  Mask mask(secrets);
  for (Diagnostic &diagnostic : diagnostics.mutableAll()) {
    mask.apply(diagnostic.message);
    for (DiagnosticNote &note : diagnostic.notes)
      mask.apply(note.message);
    if (diagnostic.waived)
      mask.apply(diagnostic.waived->reason);
    // A fix that held stars would write them.
    if (diagnostic.fix && holdsSecret(*diagnostic.fix, mask))
      diagnostic.fix.reset();
  }
}

static void maskTexts(Json &value, const Mask &mask) {
  if (value.is_string())
    mask.apply(value.get_ref<std::string &>());
  else if (value.is_structured())
    for (Json &item : value)
      maskTexts(item, mask);
}

void maskSecrets(Json &document, llvm::ArrayRef<SecretPlace> secrets) {
  if (!secrets.empty())
    maskTexts(document, Mask(secrets));
}

FileTree maskedFiles(const FileTree &files, llvm::ArrayRef<SecretPlace> secrets) {
  std::map<std::string, std::string, std::less<>> changed;
  for (const SecretPlace &secret : secrets) {
    const File *file = files.find(secret.file);
    if (!file)
      continue;
    std::string &bytes = changed.try_emplace(secret.file, file->bytes).first->second;
    for (size_t at = secret.range.begin; at < secret.range.end && at < bytes.size(); ++at)
      // Masking bytes that are not ASCII would change the columns; masking line ends, the lines.
      if (bytes[at] > ' ' && bytes[at] < '\x7f')
        bytes[at] = '*';
  }
  if (changed.empty())
    return files;
  FileTree masked;
  for (const auto &[path, file] : files.files()) {
    auto place = changed.find(path);
    if (place == changed.end())
      masked.share(path, file);
    else
      masked.add(path, std::move(place->second));
  }
  return masked;
}

} // namespace agentc
