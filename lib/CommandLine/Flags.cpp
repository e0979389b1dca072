#include "agentc/CommandLine/Flags.h"

#include "agentc/Support/Suggestion.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/Option.h"

#include <map>

namespace agentc {

namespace {

using llvm::opt::Option;
using llvm::opt::OptTable;

bool isShown(const OptTable::Info &info, llvm::opt::Visibility visibility) {
  return (info.Visibility & visibility) != 0 && !(info.Flags & llvm::opt::HelpHidden) &&
         info.Kind != Option::InputClass && info.Kind != Option::UnknownClass &&
         info.Kind != Option::GroupClass;
}

std::vector<std::string> wordsOf(const char *list) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(list ? list : "").split(words, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return {words.begin(), words.end()};
}

/// `--require-sandbox=` takes its value behind the sign; it is shown as the others.
std::string spelling(const OptTable::Info &info) { return info.PrefixedName.rtrim('=').str(); }

const char *textFor(const OptTable::Info &info, llvm::opt::Visibility visibility) {
  for (auto [visibilities, text] : info.HelpTextsForVariants)
    for (unsigned one : visibilities)
      if (visibility & one)
        return text;
  return info.HelpText;
}

} // namespace

std::vector<FlagPart> flagParts(llvm::ArrayRef<OptTable::Info> table,
                                llvm::opt::Visibility visibility) {
  std::map<llvm::StringRef, FlagPart> parts;
  std::map<unsigned, FlagInfo *> byId;
  for (const OptTable::Info &info : table) {
    if (!isShown(info, visibility) || info.AliasID)
      continue;
    const OptTable::Info *group = info.GroupID ? &table[info.GroupID - 1] : nullptr;
    FlagPart &part = parts[group ? group->getName() : "99"];
    part.title = group && group->HelpText ? group->HelpText : "Flags";
    const char *text = textFor(info, visibility);
    part.flags.push_back({info.ID,
                          spelling(info),
                          {},
                          info.Kind == Option::FlagClass || !info.MetaVar ? "" : info.MetaVar,
                          text ? text : "",
                          wordsOf(info.Values)});
  }
  std::vector<FlagPart> result;
  for (auto &[name, part] : parts)
    result.push_back(std::move(part));
  for (FlagPart &part : result)
    for (FlagInfo &flag : part.flags)
      byId[flag.id] = &flag;
  for (const OptTable::Info &info : table)
    if (info.AliasID && isShown(info, visibility) && byId.count(info.AliasID) &&
        byId[info.AliasID]->name != spelling(info))
      byId[info.AliasID]->others.push_back(spelling(info));
  return result;
}

std::string meantFlag(llvm::StringRef flag, llvm::ArrayRef<FlagPart> parts) {
  std::vector<std::string> names;
  for (const FlagPart &part : parts)
    for (const FlagInfo &known : part.flags)
      names.push_back(llvm::StringRef(known.name).ltrim('-').str());
  llvm::StringRef word = flag.ltrim('-');
  // One dash is as much a slip as one letter.
  if (llvm::is_contained(names, word))
    return "; did you mean `--" + word.str() + "`?";
  std::string hint = didYouMean(word, names);
  return hint.empty() ? hint : hint.insert(hint.find('`') + 1, "--");
}

} // namespace agentc
