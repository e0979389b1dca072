#include "Suppressions.h"

#include "WaiveRules.h"

#include "agentc/Support/Suggestion.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

constexpr llvm::StringLiteral prefix = "agentc-disable";
constexpr llvm::StringLiteral white = " \t\r\n\v\f";
/// Rules that one comment may name; a comment is not a place for a policy.
constexpr size_t maxNames = 16;
/// Comments between a suppression and its line.
constexpr unsigned maxCommentsBetween = 16;

/// A comment's text without its marks.
llvm::StringRef insideOf(llvm::StringRef comment) {
  if (comment.consume_front("/*"))
    comment.consume_back("*/");
  else
    comment.consume_front("//");
  return comment.ltrim("*").trim(white);
}

class Reader {
public:
  Reader(const ast::Module &module, const LineTable &lines) : module_(module), lines_(lines) {}

  std::vector<Suppression> read();

private:
  std::optional<Suppression> readComment(ByteRange comment);
  void readNames(llvm::StringRef text, Suppression &suppression);
  uint32_t nextCodeLine(uint32_t end) const;
  ByteRange rangeOf(llvm::StringRef part) const {
    auto begin = static_cast<uint32_t>(part.data() - module_.text.data());
    return {begin, begin + static_cast<uint32_t>(part.size())};
  }

  const ast::Module &module_;
  const LineTable &lines_;
};

/// The first line below a comment that has more than comments.
uint32_t Reader::nextCodeLine(uint32_t end) const {
  llvm::StringRef text = module_.text;
  size_t at = std::min(text.find_first_of("\r\n", end), text.size());
  auto comment = llvm::upper_bound(
      module_.comments, at, [](size_t offset, ByteRange range) { return offset <= range.begin; });
  at = text.find_first_not_of(white, at);
  for (unsigned i = 0;
       i < maxCommentsBetween && comment != module_.comments.end() && at == comment->begin;
       ++i, ++comment)
    at = text.find_first_not_of(white, comment->end);
  return lines_.position(static_cast<uint32_t>(std::min(at, text.size()))).line;
}

void Reader::readNames(llvm::StringRef text, Suppression &suppression) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, ',', /*MaxSplit=*/maxNames, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts)
    if (part = part.trim(white); !part.empty())
      suppression.names.push_back({part.str(), rangeOf(part), nullptr, false});
}

std::optional<Suppression> Reader::readComment(ByteRange comment) {
  llvm::StringRef text = insideOf(module_.text.slice(comment.begin, comment.end));
  if (!text.starts_with(prefix))
    return std::nullopt;
  size_t end = std::min(text.find_first_of(white), text.size());
  llvm::StringRef word = text.take_front(end), rest = text.drop_front(end);
  Suppression suppression;
  suppression.range = comment;
  const bool isNextLine = word == "agentc-disable-next-line";
  suppression.line = isNextLine ? nextCodeLine(comment.end) : lines_.position(comment.begin).line;
  size_t dashes = rest.find("--");
  readNames(rest.take_front(dashes), suppression);
  if (dashes != llvm::StringRef::npos)
    suppression.reason = rest.drop_front(dashes).trim(white).ltrim('-').trim(white).str();
  if (!isNextLine && word != "agentc-disable-line")
    suppression.mistake = "`" + word.str() +
                          "` suppresses nothing; there are `agentc-disable-next-line` and "
                          "`agentc-disable-line`";
  else if (suppression.names.empty())
    suppression.mistake =
        "the suppression names no rule; write `" + word.str() + " RULE -- reason`";
  else if (suppression.names.size() > maxNames)
    suppression.mistake =
        "the suppression names over " + std::to_string(maxNames) + " rules, and has no effect";
  else if (suppression.reason.empty())
    suppression.mistake = "the suppression has no reason, and no effect; add ` -- ` and why";
  return suppression;
}

std::vector<Suppression> Reader::read() {
  std::vector<Suppression> found;
  for (ByteRange comment : module_.comments)
    if (std::optional<Suppression> suppression = readComment(comment))
      found.push_back(std::move(*suppression));
  return found;
}

/// The suppressions of one source and what they came to.
class SourceSuppressions {
public:
  SourceSuppressions(const WaiveInput &input, const ast::Module &module, DiagnosticList &reports)
      : input_(input), module_(module), reports_(reports), lines_(module.text),
        all_(collectSuppressions(module, lines_)) {
    for (Suppression &each : all_)
      byLine_[each.line].push_back(&each);
  }

  void reportIgnored();
  void resolveNames();
  void apply(Diagnostic &finding);
  void reportUnused();

private:
  Diagnostic &report(const RuleInfo &rule, ByteRange range, std::string message) {
    return reports_.report(rule, module_.path, range, std::move(message));
  }
  Fix removal(const Suppression &suppression) const;
  void reportUnknown(const Suppression::Name &name);

  const WaiveInput &input_;
  const ast::Module &module_;
  DiagnosticList &reports_;
  LineTable lines_;
  std::vector<Suppression> all_;
  std::map<uint32_t, std::vector<Suppression *>> byLine_;
  unsigned guesses_ = 0;
};

void SourceSuppressions::reportIgnored() {
  for (const Suppression &each : all_)
    report(waiving::ignoredSuppression, each.range,
           "a suppression, which has no effect in registry trust");
}

void SourceSuppressions::reportUnknown(const Suppression::Name &name) {
  constexpr size_t maxShown = 64;
  constexpr unsigned maxGuesses = 10;
  if (name.text.size() > maxShown || ++guesses_ > maxGuesses) {
    report(waiving::unknownSuppressedRule, name.range, "there is no such rule");
    return;
  }
  std::vector<std::string> known;
  for (const RuleInfo *info : input_.catalog.rules())
    known.push_back(info->name.str());
  report(waiving::unknownSuppressedRule, name.range,
         "there is no rule `" + name.text + "`" + didYouMean(name.text, known));
}

void SourceSuppressions::resolveNames() {
  for (Suppression &each : all_) {
    if (!each.mistake.empty()) {
      report(waiving::malformedSuppression, each.range, each.mistake);
      continue;
    }
    for (Suppression::Name &name : each.names) {
      const RuleInfo *rule = input_.catalog.find(name.text);
      if (!rule)
        reportUnknown(name);
      else if (!input_.waivable.canSuppress(*rule))
        report(waiving::unknownSuppressedRule, name.range,
               "findings of `" + rule->name.str() + "` cannot be suppressed");
      else
        name.rule = rule;
    }
  }
}

void SourceSuppressions::apply(Diagnostic &finding) {
  auto found = byLine_.find(lines_.position(finding.range->begin).line);
  if (found == byLine_.end())
    return;
  for (Suppression *each : found->second)
    for (Suppression::Name &name : each->names) {
      if (name.rule != finding.rule)
        continue;
      name.used = true;
      if (!finding.waived)
        finding.waived = Waived{WaivedBy::Suppression, each->reason, {}, {}, {}};
    }
}

/// Removes a comment, and its line if nothing else is on it.
Fix SourceSuppressions::removal(const Suppression &suppression) const {
  llvm::StringRef text = module_.text;
  ByteRange range = suppression.range;
  llvm::StringRef before = text.take_front(range.begin).rtrim(" \t");
  llvm::StringRef behind = text.substr(range.end).ltrim(" \t");
  const bool isAlone = (before.empty() || before.ends_with("\n")) &&
                       (behind.consume_front("\r\n") || behind.consume_front("\n"));
  if (isAlone)
    range = {static_cast<uint32_t>(before.size()),
             static_cast<uint32_t>(text.size() - behind.size())};
  return {"remove the suppression", {{module_.path, range, ""}}};
}

void SourceSuppressions::reportUnused() {
  for (const Suppression &each : all_)
    for (const Suppression::Name &name : each.names) {
      if (!name.rule || name.used)
        continue;
      Diagnostic &finding =
          report(waiving::unusedSuppression, name.range,
                 "`" + name.rule->name.str() + "` finds nothing on the line that is meant");
      if (each.names.size() == 1)
        finding.fix = removal(each);
    }
}

} // namespace

std::vector<Suppression> collectSuppressions(const ast::Module &module, const LineTable &lines) {
  return Reader(module, lines).read();
}

DiagnosticList applySuppressions(const WaiveInput &input, DiagnosticList &list) {
  std::map<llvm::StringRef, std::vector<Diagnostic *>> byFile;
  for (Diagnostic &finding : list.mutableAll())
    if (finding.range)
      byFile[finding.file].push_back(&finding);
  DiagnosticList reports;
  for (const auto &[path, module] : input.forest.modules()) {
    // Most sources have none, and then no comment needs a look.
    if (!module->text.contains(prefix))
      continue;
    SourceSuppressions suppressions(input, *module, reports);
    if (input.bundle.trust == Trust::Registry) {
      suppressions.reportIgnored();
      continue;
    }
    suppressions.resolveNames();
    for (Diagnostic *finding : byFile[path])
      suppressions.apply(*finding);
    // Code that could not be read was not judged either.
    if (!module->hasErrors)
      suppressions.reportUnused();
  }
  return reports;
}

} // namespace agentc
