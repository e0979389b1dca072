#ifndef AGENTC_DIAGNOSTICS_LINEFILLER_H
#define AGENTC_DIAGNOSTICS_LINEFILLER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace agentc {

/// Columns that a text takes on a terminal.
size_t displayWidth(llvm::StringRef text);

/// Prints texts one behind the other and begins a new line where a word would not fit; nothing is
/// broken but between words. Texts must be escaped already.
class LineFiller {
public:
  /// How a text is printed, such as in a colour.
  using Paint = llvm::function_ref<void(llvm::StringRef text)>;

  /// `columns` 0 breaks nothing. Lines but the first begin at `indent`.
  LineFiller(llvm::raw_ostream &out, size_t columns, size_t indent)
      : out_(out), columns_(columns), indent_(indent) {}

  /// Prints a text that may be broken at its spaces.
  void text(llvm::StringRef text, Paint paint);
  void text(llvm::StringRef words) {
    text(words, [&](llvm::StringRef part) { out_ << part; });
  }
  /// Prints a text that stays in one piece.
  void whole(llvm::StringRef text, Paint paint);
  /// Ends the last line.
  void end() { out_ << '\n'; }

private:
  void breakLine();
  bool fits(size_t width) const { return columns_ == 0 || column_ + width <= columns_; }

  llvm::raw_ostream &out_;
  size_t columns_, indent_, column_ = 0;
};

/// Prints one line, broken as `LineFiller` does, and its end.
void fillLine(llvm::raw_ostream &out, size_t columns, size_t indent, llvm::StringRef text);

} // namespace agentc

#endif
