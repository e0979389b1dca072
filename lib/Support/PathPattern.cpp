#include "agentc/Support/PathPattern.h"

#include "GitGlob.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

/// Alternatives of one pattern beyond which `{` is an ordinary character.
static constexpr size_t maxAlternatives = 64;

/// The first `{…,…}` without braces inside it: begin and end of its text.
static std::optional<std::pair<size_t, size_t>> innermostBraces(llvm::StringRef text) {
  size_t open = llvm::StringRef::npos;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{')
      open = i;
    else if (text[i] == '}' && open != llvm::StringRef::npos) {
      if (text.slice(open, i).contains(','))
        return std::pair(open, i);
      open = llvm::StringRef::npos;
    }
  }
  return std::nullopt;
}

static std::vector<std::string> expandBraces(llvm::StringRef text) {
  std::vector<std::string> pending = {text.str()}, done;
  while (!pending.empty()) {
    std::string current = std::move(pending.back());
    pending.pop_back();
    auto braces = innermostBraces(current);
    if (!braces) {
      done.push_back(std::move(current));
      continue;
    }
    llvm::SmallVector<llvm::StringRef, 8> choices;
    llvm::StringRef all = current;
    all.slice(braces->first + 1, braces->second).split(choices, ',');
    if (pending.size() + done.size() + choices.size() > maxAlternatives)
      return {text.str()};
    for (llvm::StringRef choice : choices)
      pending.push_back(
          (all.take_front(braces->first) + choice + all.drop_front(braces->second + 1)).str());
  }
  return done;
}

PathPattern::PathPattern(llvm::StringRef text, Dialect dialect) {
  if (dialect == Dialect::Git) {
    negated_ = text.consume_front("!");
    addGit(text);
    return;
  }
  while (text.consume_front("!"))
    negated_ = !negated_;
  for (const std::string &alternative : expandBraces(text.lower()))
    alternatives_.push_back(parse(alternative));
}

PathPattern::Alternative PathPattern::parse(llvm::StringRef text) {
  Alternative result;
  result.foldersOnly = text.size() > 1 && text.ends_with("/");
  result.anchored = text.starts_with("/");
  llvm::SmallVector<llvm::StringRef, 8> names;
  text.split(names, '/', -1, /*KeepEmpty=*/false);
  result.anchored |= names.size() > 1;
  for (llvm::StringRef name : names) {
    Part part;
    part.anyDepth = name == "**";
    part.literal = name.str();
    if (!part.anyDepth && name.find_first_of("*?[\\") != llvm::StringRef::npos) {
      part.globText = std::make_shared<std::string>(name);
      llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(*part.globText);
      if (glob)
        part.glob = std::make_shared<llvm::GlobPattern>(std::move(*glob));
      else
        llvm::consumeError(glob.takeError()); // an unclosed `[` means itself
    }
    result.parts.push_back(std::move(part));
  }
  return result;
}

/// After names that are written out, git takes stars that end a name for `**`: `x/a**` and `/d`
/// mean `x/ab/c/d`, and also `x/ad`. Such a pattern becomes several.
void PathPattern::addGit(llvm::StringRef text) {
  const bool foldersOnly = text.consume_back("/");
  const bool anchored = text.contains('/');
  text.consume_front("/");
  std::vector<std::string> pending = {text.str()};
  while (!pending.empty() && alternatives_.size() < maxAlternatives) {
    const std::string current = std::move(pending.back());
    pending.pop_back();
    llvm::StringRef all = current;
    const size_t begin = all.find_first_of("*?[\\");
    llvm::StringRef rest = all.substr(begin).ltrim('*');
    const bool isWithin = anchored && begin != llvm::StringRef::npos && begin > 0 &&
                          all[begin - 1] != '/' && all.substr(begin).starts_with("**") &&
                          (rest.empty() || rest.starts_with("/") || rest.starts_with("\\/"));
    if (!isWithin) {
      addGit(all, foldersOnly, anchored);
      continue;
    }
    const std::string head = all.take_front(begin).str();
    addGit(head + "*/**" + rest.str(), foldersOnly, anchored);
    if (rest.empty())
      addGit(head + "*", foldersOnly, anchored);
    else if (rest.consume_front("/"))
      pending.push_back(head + rest.str());
  }
}

void PathPattern::addGit(llvm::StringRef text, bool foldersOnly, bool anchored) {
  Alternative result;
  result.foldersOnly = foldersOnly;
  result.anchored = anchored;
  bool isLast = false;
  while (!isLast) {
    const size_t end = std::min(text.find('/'), text.size());
    const bool isLiteral = text.take_front(end).find_first_of("*?[\\") == llvm::StringRef::npos;
    Part part;
    if (isLiteral) {
      part.literal = text.take_front(end).str();
      text = text.drop_front(end);
    } else {
      std::optional<GitGlob> glob = GitGlob::parse(text);
      if (!glob)
        return;
      part.anyDepth = anchored && glob->isStars();
      part.git = std::make_shared<const GitGlob>(std::move(*glob));
    }
    const bool isEscaped = text.consume_front("\\");
    isLast = !text.consume_front("/");
    result.parts.push_back(part);
    // The pattern means the contents of a folder, and not the folder itself.
    if (part.anyDepth && (isLast || isEscaped))
      result.parts.emplace_back().git = std::make_shared<const GitGlob>(GitGlob::anything());
  }
  alternatives_.push_back(std::move(result));
}

bool PathPattern::Part::matches(llvm::StringRef name) const {
  if (git)
    return git->matches(name);
  return glob ? glob->match(name) : name == literal;
}

/// Runs the pattern as an automaton over the path's parts: `states` are the places in the pattern
/// that can come next, so the time is bounded by the product of both lengths.
bool PathPattern::matchParts(llvm::ArrayRef<Part> pattern, llvm::ArrayRef<llvm::StringRef> parts,
                             bool prefixOnly) {
  llvm::BitVector states(pattern.size() + 1);
  auto enter = [&](llvm::BitVector &set, size_t state) {
    set.set(state);
    while (state < pattern.size() && pattern[state].anyDepth)
      set.set(++state);
  };
  enter(states, 0);
  for (llvm::StringRef name : parts) {
    llvm::BitVector next(pattern.size() + 1);
    for (unsigned state : states.set_bits()) {
      if (state == pattern.size())
        continue;
      if (pattern[state].anyDepth)
        enter(next, state);
      else if (pattern[state].matches(name))
        enter(next, state + 1);
    }
    states = std::move(next);
  }
  return prefixOnly ? states.any() : states.test(pattern.size());
}

bool PathPattern::matches(llvm::ArrayRef<llvm::StringRef> parts, bool isFolder) const {
  for (const Alternative &alternative : alternatives_) {
    if (alternative.parts.empty() || (alternative.foldersOnly && !isFolder))
      continue;
    if (!alternative.anchored && !alternative.parts[0].anyDepth) {
      if (alternative.parts[0].matches(parts.back()))
        return true;
      continue;
    }
    llvm::ArrayRef<llvm::StringRef> subject = alternative.anchored ? parts : parts.take_back();
    if (matchParts(alternative.parts, subject, /*prefixOnly=*/false))
      return true;
  }
  return false;
}

bool PathPattern::reachesInto(llvm::ArrayRef<llvm::StringRef> folder) const {
  return llvm::any_of(alternatives_, [&](const Alternative &alternative) {
    return alternative.anchored && matchParts(alternative.parts, folder, /*prefixOnly=*/true);
  });
}

} // namespace agentc
