#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_TOKENAUDIT_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_TOKENAUDIT_H

#include "Grammar.h"
#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Support/Range.h"

#include "llvm/ADT/SmallVector.h"

namespace agentc {

/// Checks what the grammar made of a text by ECMAScript's own lexical rules: the leaves, given in
/// order, tile the text; between them is only white space; each is a token of its kind and ends
/// where ECMAScript ends it. What a hostile author can make a grammar misread stands out here,
/// whatever the grammar. Linear: every byte is looked at once, but for the first of templates.
class TokenAudit {
public:
  struct Finding {
    const RuleInfo *rule;
    ByteRange range;
    std::string message;
    bool unlessScript = false; ///< only where the goal is not a script
  };
  /// The surroundings of a leaf, as far as its lexical rules depend on them.
  enum class Place { Code, Types, Jsx };

  /// Tokens are checked in `text`, what lies between them in `parsed`, where words that a grammar
  /// doesn't know may be blanks.
  TokenAudit(llvm::StringRef text, llvm::StringRef parsed) : text_(text), parsed_(parsed) {}

  /// Up to where the text is accounted for.
  uint32_t offset() const { return offset_; }
  llvm::StringRef parsed() const { return parsed_; }
  uint32_t size() const { return static_cast<uint32_t>(text_.size()); }
  /// The next leaf. False if it is not a token of `Code`, and then it isn't accounted for: the
  /// caller says by `refuse` or another place what becomes of it.
  bool leaf(Kind kind, ByteRange range, Place place) {
    // parts of a token that was taken whole, and what the parser inserted
    if (range.begin < offset_ || range.begin == range.end)
      return range.end <= offset_ || range.begin == range.end;
    if (range.begin != offset_)
      gap(range.begin);
    if (!isToken(kind, range, place))
      return false;
    offset_ = range.end;
    return true;
  }
  void refuse(Kind kind, ByteRange range);
  /// True if the parser saw other text here than the source has; that text was then put there on
  /// purpose.
  bool isStandIn(ByteRange range) const {
    return text_.slice(range.begin, range.end) != parsed_.slice(range.begin, range.end);
  }
  void accept(ByteRange range) {
    gap(range.begin);
    offset_ = range.end;
  }

  void openTemplate(ByteRange range);
  void openSubstitution(ByteRange range);
  void closeSubstitution(ByteRange range);
  void closeTemplate(ByteRange range);
  /// Behind the last leaf.
  void finish();

  void report(const RuleInfo &rule, ByteRange range, llvm::StringRef message,
              bool unlessScript = false);
  llvm::ArrayRef<Finding> findings() const { return findings_; }
  /// The ranges that `leaf` took for comments, in order.
  llvm::ArrayRef<ByteRange> comments() const { return comments_; }

private:
  bool isToken(Kind kind, ByteRange range, Place place);
  bool isPunctuator(ByteRange range, Place place);
  bool isComment(Kind kind, ByteRange range);
  void gap(uint32_t end);
  void templateChunk();
  bool beginsLine(uint32_t offset) const;

  llvm::StringRef text_;
  llvm::StringRef parsed_;
  uint32_t offset_ = 0;
  uint32_t lastTokenEnd_ = 0; ///< of what is neither white space nor comment
  /// A `>` in code that ECMAScript would read together with what follows, unless that is text of a
  /// JSX element.
  uint32_t openGreater_ = 0;
  llvm::SmallVector<Finding, 0> findings_;
  llvm::SmallVector<ByteRange, 0> comments_;
};

} // namespace agentc

#endif
