#ifndef AGENTC_LIB_REPORT_HTML_H
#define AGENTC_LIB_REPORT_HTML_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <initializer_list>
#include <utility>

namespace agentc {

/// Writes HTML (WHATWG's living standard). Names of elements and attributes are literals of the
/// program; texts and values may be anybody's and are escaped, so that no text can become markup.
/// Characters that deceive a reader are shown by their code points.
class Html {
public:
  using Attribute = std::pair<llvm::StringLiteral, llvm::StringRef>;
  using Attributes = std::initializer_list<Attribute>;

  explicit Html(llvm::raw_ostream &out) : out_(out) {}

  /// A text between elements; `keepsLayout` leaves tabs and line ends as they are.
  void text(llvm::StringRef text, bool keepsLayout = false);
  /// An element that has only a text.
  void element(llvm::StringLiteral tag, llvm::StringRef content, Attributes attributes = {});
  /// A text of the bundle's: code, a name, a path.
  void code(llvm::StringRef content) { element("code", content); }
  /// A link to a place in the page; the text alone where there is no address.
  void link(llvm::StringRef address, llvm::StringRef content);
  /// A text of the program's in which backquotes stand around code.
  void prose(llvm::StringRef content);

  void open(llvm::StringLiteral tag, Attributes attributes);
  void close(llvm::StringLiteral tag) { out_ << "</" << tag << '>'; }

private:
  void value(llvm::StringRef text);

  llvm::raw_ostream &out_;
};

/// An element around what is written while it lives.
class [[nodiscard]] Element {
public:
  Element(Html &html, llvm::StringLiteral tag, Html::Attributes attributes = {})
      : html_(html), tag_(tag) {
    html.open(tag, attributes);
  }
  ~Element() { html_.close(tag_); }
  Element(const Element &) = delete;
  Element &operator=(const Element &) = delete;

private:
  Html &html_;
  llvm::StringLiteral tag_;
};

} // namespace agentc

#endif
