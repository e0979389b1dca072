#include "agentc/Diagnostics/LineFiller.h"

#include "llvm/Support/Unicode.h"

namespace agentc {

size_t displayWidth(llvm::StringRef text) {
  const int width = llvm::sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : static_cast<size_t>(width);
}

void LineFiller::breakLine() {
  out_ << '\n';
  out_.indent(static_cast<unsigned>(indent_));
  column_ = indent_;
}

void LineFiller::whole(llvm::StringRef text, Paint paint) {
  const size_t width = displayWidth(text);
  if (column_ > indent_ && !fits(width)) {
    breakLine();
    text = text.ltrim(' ');
  }
  paint(text);
  column_ += displayWidth(text);
}

void LineFiller::text(llvm::StringRef text, Paint paint) {
  while (!text.empty()) {
    // As many words as fit are printed at once, so that what is not broken stays as it was.
    size_t end = text.size();
    if (!fits(displayWidth(text))) {
      end = 0;
      for (size_t at = text.find(' ', 1);; at = text.find(' ', at + 1)) {
        if (!fits(displayWidth(text.take_front(at))))
          break;
        end = std::min(at, text.size());
        if (at == llvm::StringRef::npos)
          break;
      }
    }
    if (end == 0 && column_ > indent_) {
      breakLine();
      text = text.ltrim(' ');
      continue;
    }
    // A word that fits into no line stands in one of its own.
    if (end == 0)
      end = std::min(text.find(' ', 1), text.size());
    paint(text.take_front(end));
    column_ += displayWidth(text.take_front(end));
    text = text.drop_front(end);
    if (!text.empty()) {
      breakLine();
      text = text.ltrim(' ');
    }
  }
}

void fillLine(llvm::raw_ostream &out, size_t columns, size_t indent, llvm::StringRef text) {
  LineFiller line(out, columns, indent);
  line.text(text);
  line.end();
}

} // namespace agentc
