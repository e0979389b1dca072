#include "IgnoreRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace agentc {

namespace {

constexpr size_t maxRules = 2000;
constexpr size_t maxPatternBytes = 1024;

/// The pattern of a line: comments and blank lines have none; spaces at the end count only where a
/// backslash says so.
llvm::StringRef patternOf(llvm::StringRef line) {
  line.consume_back("\r");
  if (line.starts_with("#"))
    return "";
  size_t end = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const bool isEscape = line[i] == '\\' && i + 1 < line.size();
    if (isEscape || line[i] != ' ')
      end = i + (isEscape ? 2 : 1);
    i += isEscape;
  }
  return line.take_front(end);
}

} // namespace

IgnoreRules::IgnoreRules(llvm::ArrayRef<OuterIgnoreFile> outer) {
  for (const OuterIgnoreFile &file : outer)
    if (file.below.size() >= prefix_.size())
      prefix_ = file.below + "/";
  // the outermost first: what stands nearer wins
  std::vector<const OuterIgnoreFile *> files;
  for (const OuterIgnoreFile &file : outer)
    files.push_back(&file);
  llvm::stable_sort(files, [](const OuterIgnoreFile *a, const OuterIgnoreFile *b) {
    return a->below.size() > b->below.size();
  });
  for (const OuterIgnoreFile *file : files)
    addFile(prefix_.substr(0, prefix_.size() - file->below.size() - 1), file->text);
}

void IgnoreRules::add(llvm::StringRef folder, llvm::StringRef text) {
  addFile(prefix_ + folder.str(), text);
}

void IgnoreRules::addFile(const std::string &folder, llvm::StringRef text) {
  size_t depth = llvm::StringRef(folder).count('/');
  text.consume_front("\xEF\xBB\xBF");
  while (!text.empty() && rules_.size() < maxRules) {
    auto [line, rest] = text.split('\n');
    text = rest;
    llvm::StringRef pattern = patternOf(line);
    if (!pattern.empty() && pattern.size() <= maxPatternBytes)
      rules_.push_back(
          {depth, folder, std::make_shared<const PathPattern>(pattern, PathPattern::Dialect::Git)});
  }
}

bool IgnoreRules::ignores(llvm::StringRef path, bool isFolder) const {
  if (rules_.empty())
    return false;
  std::string whole = prefix_ + path.str();
  llvm::SmallVector<llvm::StringRef, 16> parts;
  llvm::StringRef(whole).split(parts, '/');
  for (const Rule &rule : llvm::reverse(rules_))
    if (llvm::StringRef(whole).starts_with(rule.beginning) &&
        rule.pattern->matches(llvm::ArrayRef(parts).drop_front(rule.depth), isFolder))
      return !rule.pattern->negated();
  return false;
}

} // namespace agentc
