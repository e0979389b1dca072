#include "Builtins/FoldPattern.h"

#include "Abstract/Calls.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldString.h"
#include "Builtins/Numbers.h"
#include "agentc/Support/RegExpProgram.h"
#include "agentc/Support/Utf16.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace agentc {

using namespace ast;

namespace {

constexpr size_t npos = std::u16string::npos;

/// One match, by units of the text.
struct TextMatch {
  RegExpCaptures groups;
  size_t begin() const { return groups[0].first; }
  size_t end() const { return groups[0].second; }
};

/// ECMA-262 GetSubstitution; std::nullopt where named groups are asked for.
std::optional<std::u16string> substitute(const std::u16string &text, const TextMatch &match,
                                         const std::u16string &pattern, bool hasNames) {
  std::u16string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char16_t next = i + 1 < pattern.size() ? pattern[i + 1] : u'\0';
    if (pattern[i] != '$' || next == 0) {
      out += pattern[i];
      continue;
    }
    if (next == '<' && hasNames)
      return std::nullopt;
    if (next == '$') {
      out += u'$';
    } else if (next == '&') {
      out.append(text, match.begin(), match.end() - match.begin());
    } else if (next == '`') {
      out.append(text, 0, match.begin());
    } else if (next == '\'') {
      out.append(text, match.end());
    } else if (next >= '0' && next <= '9') {
      size_t group = next - '0', digits = 1;
      if (i + 2 < pattern.size() && pattern[i + 2] >= '0' && pattern[i + 2] <= '9' &&
          group * 10 + (pattern[i + 2] - '0') < match.groups.size())
        group = group * 10 + (pattern[i + 2] - '0'), digits = 2;
      if (group == 0 || group >= match.groups.size()) {
        out += u'$';
        continue;
      }
      auto [begin, end] = match.groups[group];
      if (begin != npos)
        out.append(text, begin, end - begin);
      i += digits;
      continue;
    } else {
      out += u'$';
      continue;
    }
    ++i;
  }
  return out;
}

} // namespace

bool FoldPattern::spendSearch(const std::u16string &text, const std::u16string &wanted) {
  return spend(text.size() * (1 + wanted.size() / 8));
}

namespace {

/// Every match of a plain text, or the first.
std::vector<TextMatch> findAll(const std::u16string &text, const std::u16string &wanted, bool all) {
  std::vector<TextMatch> matches;
  for (size_t at = text.find(wanted); at != npos;) {
    matches.push_back({{{at, at + wanted.size()}}});
    size_t next = at + std::max<size_t>(1, wanted.size());
    if (!all || next > text.size())
      break;
    at = text.find(wanted, next);
  }
  return matches;
}

/// Every match of a regular expression, or the first; std::nullopt if that isn't known.
std::optional<std::vector<TextMatch>>
findAll(const std::u16string &text, const RegExpProgram &program, bool all, uint64_t &steps) {
  std::vector<TextMatch> matches;
  for (size_t at = 0; at <= text.size();) {
    TextMatch match;
    RegExpOutcome outcome = matchFrom(program, text, at, match.groups, steps);
    if (outcome == RegExpOutcome::GaveUp || matches.size() > maxArrayElements)
      return std::nullopt;
    if (outcome == RegExpOutcome::Failure)
      break;
    at = match.end() + (match.end() == match.begin());
    matches.push_back(std::move(match));
    if (!all)
      break;
  }
  return matches;
}

std::u16string_view groupText(const std::u16string &text, std::pair<size_t, size_t> group) {
  return std::u16string_view(text).substr(group.first, group.second - group.first);
}

} // namespace

std::optional<RegExpProgram> FoldPattern::programOf(const RegExpValue &expression) {
  if (!spend(expression.pattern.size() * 16))
    return std::nullopt;
  return compileRegExp(expression.pattern, expression.flags);
}

/// Methods that take a text or a regular expression.
const Value *FoldPattern::foldStringPatterns(const StringValue &receiver, llvm::StringRef key,
                                             Arguments arguments, const Node &site) {
  if (key == "replace" || key == "replaceAll")
    return foldReplace(receiver, key == "replaceAll", arguments, site);
  if (key == "split")
    return foldSplit(receiver, arguments, site);
  if (key != "match" && key != "search")
    return nullptr;
  const auto *expression = arguments.empty() ? nullptr : llvm::dyn_cast<RegExpValue>(arguments[0]);
  std::optional<RegExpProgram> program = expression ? programOf(*expression) : std::nullopt;
  // where a sticky expression begins depends on what it matched before
  if (!program || (program->sticky && key == "match"))
    return nullptr;
  std::shared_ptr<const std::u16string> units = foldString().utf16Of(receiver);
  const std::u16string &text = *units;
  if (!canMatch(*program, text))
    return nullptr;
  bool all = program->global && key == "match";
  return withMatching([&](uint64_t &steps) -> const Value * {
    auto matches = findAll(text, *program, all, steps);
    if (!matches)
      return nullptr;
    if (key == "search")
      return &number(matches->empty() ? -1.0 : static_cast<double>(matches->front().begin()),
                     &site);
    if (matches->empty())
      return &make<NullValue>(&site);
    llvm::SmallVector<const Value *, 8> found;
    if (!all)
      for (std::pair<size_t, size_t> group : matches->front().groups)
        found.push_back(group.first == npos
                            ? &make<UndefinedValue>(&site)
                            : &foldString().stringOfUnits(groupText(text, group), &site));
    else
      for (const TextMatch &match : *matches)
        found.push_back(&foldString().stringOfUnits(groupText(text, match.groups[0]), &site));
    return &array(found, false, &site);
  });
}

const Value *FoldPattern::withMatching(llvm::function_ref<const Value *(uint64_t &)> match) {
  uint64_t steps = maxRegExpSteps;
  const Value *result = match(steps);
  return spend((maxRegExpSteps - steps) * 4) ? result : nullptr;
}

const Value *FoldPattern::foldRegExpMethod(const RegExpValue &receiver, llvm::StringRef key,
                                           Arguments arguments, const Node &site) {
  if (key == "toString" && arguments.empty())
    if (std::optional<std::string> text = conversions().textOf(receiver))
      return &string(*text, &site);
  if ((key != "test" && key != "exec") || receiver.flags.contains('g') ||
      receiver.flags.contains('y'))
    return nullptr;
  const Value *first = arguments.empty() ? &make<UndefinedValue>(&site) : arguments[0];
  std::optional<std::string> text = conversions().textOf(*first);
  if (!text)
    return nullptr;
  const Value &subject = string(*text, &site);
  if (!llvm::isa<StringValue>(subject))
    return nullptr;
  const Value *result =
      foldStringPatterns(llvm::cast<StringValue>(subject), "match", {&receiver}, site);
  if (!result || key == "exec")
    return result;
  return &make<BooleanValue>(!llvm::isa<NullValue>(result), &site);
}

const Value *FoldPattern::foldReplace(const StringValue &receiver, bool all, Arguments arguments,
                                      const Node &site) {
  if (arguments.size() < 2)
    return nullptr;
  std::shared_ptr<const std::u16string> units = foldString().utf16Of(receiver);
  const std::u16string &text = *units;
  std::optional<std::vector<TextMatch>> matches;
  bool hasNames = false;
  if (const auto *expression = llvm::dyn_cast<RegExpValue>(arguments[0])) {
    std::optional<RegExpProgram> program = programOf(*expression);
    if (!program || program->sticky || (all && !program->global) || !canMatch(*program, text))
      return nullptr;
    hasNames = !program->names.empty();
    withMatching([&](uint64_t &steps) -> const Value * {
      matches = findAll(text, *program, program->global, steps);
      return nullptr;
    });
  } else if (std::optional<std::u16string> wanted = foldString().textArgument(arguments, 0);
             wanted && spendSearch(text, *wanted)) {
    matches = findAll(text, *wanted, all);
  }
  const Value &with = *arguments[1];
  bool isCallback = llvm::isa<FunctionValue, ApiValue>(with);
  std::optional<std::u16string> pattern =
      isCallback ? u"" : foldString().textArgument(arguments, 1);
  if (!matches || !pattern || (isCallback && hasNames) || isExhausted())
    return nullptr;
  std::u16string out;
  size_t done = 0;
  for (const TextMatch &match : *matches) {
    std::optional<std::u16string> part;
    if (isCallback) {
      llvm::SmallVector<const Value *, 6> given;
      for (std::pair<size_t, size_t> group : match.groups)
        given.push_back(group.first == npos
                            ? &make<UndefinedValue>(&site)
                            : &foldString().stringOfUnits(groupText(text, group), &site));
      given.push_back(&number(match.begin(), &site));
      given.push_back(&receiver);
      if (std::optional<std::string> result =
              conversions().textOf(calls().invoke(with, given, site, false)))
        part = toUtf16(*result);
    } else {
      part = substitute(text, match, *pattern, hasNames);
    }
    if (!part || out.size() > maxStringBytes || !spend(part->size()))
      return nullptr;
    out.append(text, done, match.begin() - done).append(*part);
    done = match.end();
  }
  return &foldString().stringOfUnits(out.append(text, done), &site);
}

const Value *FoldPattern::foldSplit(const StringValue &receiver, Arguments arguments,
                                    const Node &site) {
  std::optional<double> limit = arguments.size() > 1 && !llvm::isa<UndefinedValue>(arguments[1])
                                    ? conversions().numberOf(*arguments[1])
                                    : std::optional(4294967295.0);
  if (!limit)
    return nullptr;
  llvm::SmallVector<const Value *, 16> parts;
  if (toUint32(*limit) == 0)
    return &array(parts, false, &site);
  if (arguments.empty() || llvm::isa<UndefinedValue>(arguments[0]))
    return &array({&receiver}, false, &site);
  std::shared_ptr<const std::u16string> units = foldString().utf16Of(receiver);
  const std::u16string &text = *units;
  auto add = [&](std::u16string_view part) {
    if (parts.size() < toUint32(*limit) && parts.size() <= maxArrayElements)
      parts.push_back(&foldString().stringOfUnits(part, &site));
    return spend(elementWork);
  };
  if (const auto *expression = llvm::dyn_cast<RegExpValue>(arguments[0])) {
    std::optional<RegExpProgram> program = programOf(*expression);
    if (!program || !canMatch(*program, text))
      return nullptr;
    return withMatching([&](uint64_t &steps) -> const Value * {
      program->sticky = true;
      size_t from = 0;
      RegExpCaptures groups;
      for (size_t at = 0; at < text.size() || text.empty();) {
        RegExpOutcome outcome = matchFrom(*program, text, at, groups, steps);
        if (outcome == RegExpOutcome::GaveUp)
          return nullptr;
        if (text.empty() && outcome == RegExpOutcome::Match)
          return &array(parts, false, &site);
        if (text.empty())
          break;
        if (outcome == RegExpOutcome::Failure || groups[0].second == from ||
            groups[0].first >= text.size()) {
          ++at;
          continue;
        }
        if (!add(std::u16string_view(text).substr(from, at - from)))
          return nullptr;
        for (std::pair<size_t, size_t> group : llvm::drop_begin(groups)) {
          if (group.first != npos)
            add(groupText(text, group));
          else if (parts.size() < toUint32(*limit))
            parts.push_back(&make<UndefinedValue>(&site));
        }
        from = at = groups[0].second;
      }
      add(std::u16string_view(text).substr(from));
      return &array(parts, false, &site);
    });
  }
  std::optional<std::u16string> separator = foldString().textArgument(arguments, 0);
  if (!separator || !spendSearch(text, *separator))
    return nullptr;
  if (separator->empty()) {
    for (size_t i = 0; i < text.size() && parts.size() <= maxArrayElements; ++i)
      add({&text[i], 1});
    return &array(parts, false, &site);
  }
  size_t done = 0;
  for (size_t at = text.find(*separator); at != npos && parts.size() <= maxArrayElements;
       at = text.find(*separator, done)) {
    add(std::u16string_view(text).substr(done, at - done));
    done = at + separator->size();
  }
  add(std::u16string_view(text).substr(done));
  return &array(parts, false, &site);
}

} // namespace agentc
