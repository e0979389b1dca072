#include "Lowering/LineBreaks.h"

#include "Tokens.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

void LineBreaks::checkBreak(ByteRange gap, llvm::StringRef reason) {
  if (!hasLineTerminator(text_.slice(gap.begin, gap.end)))
    return;
  Ambiguity otherwise{{gap.end, std::min(gap.end + 1, audit_.size())}, reason};
  if (llvm::isSpace(audit_.parsed()[gap.begin]))
    result_.breaks.push_back({{gap.begin, gap.begin + 1}, ";", otherwise});
  else
    result_.ambiguous.push_back(otherwise);
}

void LineBreaks::joinLines(ByteRange word, llvm::StringRef reason) {
  llvm::StringRef rest = text_.substr(word.end);
  auto size = static_cast<uint32_t>(rest.size() - rest.ltrim(" \t\r\n\v\f").size());
  llvm::StringRef next = rest.substr(size);
  if (next.starts_with("//") || next.starts_with("/*"))
    result_.ambiguous.push_back({word, reason});
  else if (!next.empty() && hasLineTerminator(rest.take_front(size)))
    result_.breaks.push_back({{word.end, word.end + size}, " ", {word, reason}});
}

void LineBreaks::noBreakBehindWord(ByteRange range, llvm::StringRef reason) {
  llvm::StringRef text = text_.slice(range.begin, range.end);
  text = text.drop_front(std::min(endOfName(text, 0), text.size()));
  for (llvm::StringRef rest = text.ltrim(" \t\v\f");; rest = rest.ltrim(" \t\v\f")) {
    bool isBlock = rest.starts_with("/*");
    if (rest.starts_with("\n") || rest.starts_with("\r") || rest.starts_with("//") ||
        (isBlock && hasLineTerminator(rest.take_front(endOfComment(rest, 0))))) {
      uint32_t begin = range.begin;
      result_.ambiguous.push_back({{begin, begin + 1}, reason});
      return;
    }
    if (!isBlock)
      return;
    rest = rest.drop_front(endOfComment(rest, 0));
  }
}

} // namespace agentc
