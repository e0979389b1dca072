#ifndef AGENTC_DIAGNOSTICS_INK_H
#define AGENTC_DIAGNOSTICS_INK_H

#include "agentc/Diagnostics/Rule.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace agentc {

/// Prints in the colours that clang uses, or plainly. Text must be escaped already.
class Ink {
public:
  Ink(llvm::raw_ostream &out, bool color) : out(out), color_(color) {}

  void plain(const llvm::Twine &text) { out << text; }
  void bold(const llvm::Twine &text) { print("1", text); }
  void caret(const llvm::Twine &text) { print("1;32", text); }
  void severity(Severity severity, const llvm::Twine &text) {
    print(severity == Severity::Error     ? "1;31"
          : severity == Severity::Warning ? "1;35"
                                          : "1;36",
          text);
  }
  /// A link (OSC 8) for terminals that take them; an empty address makes none. It must be a URI in
  /// plain ASCII.
  void link(llvm::StringRef address, const llvm::Twine &text) {
    if (address.empty())
      out << text;
    else
      out << "\x1b]8;;" << address << "\x1b\\" << text << "\x1b]8;;\x1b\\";
  }

  llvm::raw_ostream &out;

private:
  bool color_;

  void print(llvm::StringRef code, const llvm::Twine &text) {
    if (color_)
      out << "\x1b[" << code << 'm' << text << "\x1b[0m";
    else
      out << text;
  }
};

} // namespace agentc

#endif
