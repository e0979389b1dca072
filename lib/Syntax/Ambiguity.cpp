#include "Ambiguity.h"

#include "SyntaxRules.h"

namespace agentc {

namespace {

constexpr size_t maxReports = 10;

enum class Suspicion { LineSeparator, CarriageReturn, CommentOpen, CommentClose };

struct Suspect {
  uint32_t offset;
  uint32_t size;
  Suspicion what;
};

std::vector<Suspect> findSuspects(llvm::StringRef text) {
  std::vector<Suspect> found;
  for (size_t at = 0;; ++at) {
    at = text.find_first_of("\r\xE2<-", at);
    if (at == llvm::StringRef::npos)
      return found;
    auto offset = static_cast<uint32_t>(at);
    llvm::StringRef rest = text.substr(at);
    if (rest.front() == '\r') {
      if (rest.size() > 1 && !rest.starts_with("\r\n"))
        found.push_back({offset, 1, Suspicion::CarriageReturn});
    } else if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {
      found.push_back({offset, 3, Suspicion::LineSeparator});
    } else if (rest.starts_with("<!--")) {
      found.push_back({offset, 4, Suspicion::CommentOpen});
    } else if (rest.starts_with("-->")) {
      found.push_back({offset, 3, Suspicion::CommentClose});
    }
  }
}

/// True if only white space and comments stand before an offset in its line, where `-->` begins
/// a comment.
bool beginsLine(llvm::StringRef text, uint32_t offset) {
  llvm::StringRef before = text.take_front(offset).rtrim(" \t\v\f");
  return before.empty() || before.ends_with("\n") || before.ends_with("\r") ||
         before.ends_with("*/");
}

class Judge {
public:
  Judge(const ast::Module &module, DiagnosticList &diagnostics)
      : module_(module), diagnostics_(diagnostics) {}

  /// `kind` is what the suspect stands in; Other for code.
  void judge(const Suspect &suspect, Kind kind) {
    switch (kind) {
    case Kind::String:
    case Kind::StringFragment:
    case Kind::EscapeSequence:
    case Kind::TemplateString:
    case Kind::JsxText:
      return;
    default:
      break;
    }
    switch (suspect.what) {
    case Suspicion::LineSeparator:
      return report(suspect, "line separator U+2028 or U+2029 outside of a string");
    case Suspicion::CarriageReturn:
      return report(suspect, "carriage return without line feed outside of a string");
    case Suspicion::CommentOpen:
      if (kind == Kind::Comment || kind == Kind::RegexPattern || isAllowedHtmlComment(kind))
        return;
      return report(suspect, "`<!--` begins a comment to some readers and not to others");
    case Suspicion::CommentClose:
      if (kind == Kind::Comment || kind == Kind::RegexPattern || isAllowedHtmlComment(kind))
        return;
      if (kind == Kind::HtmlComment || beginsLine(module_.text, suspect.offset))
        return report(suspect, "`-->` begins a comment to some readers and not to others");
    }
  }

private:
  bool isAllowedHtmlComment(Kind kind) const {
    return kind == Kind::HtmlComment && module_.goal == ast::Goal::CommonJs;
  }

  void report(const Suspect &suspect, llvm::StringRef message) {
    if (++reports_ <= maxReports)
      diagnostics_.report(rule::ambiguousSyntax, module_.path,
                          ByteRange{suspect.offset, suspect.offset + suspect.size}, message.str());
  }

  const ast::Module &module_;
  DiagnosticList &diagnostics_;
  size_t reports_ = 0;
};

} // namespace

void reportAmbiguousText(const ast::Module &module, const Grammar &grammar, TSTree *tree,
                         DiagnosticList &diagnostics) {
  std::vector<Suspect> suspects = findSuspects(module.text);
  auto next = suspects.begin();
  if (next == suspects.end())
    return;
  Judge judge(module, diagnostics);
  visitTree(tree, [&](TSNode node) {
    uint32_t begin = ts_node_start_byte(node);
    uint32_t end = ts_node_end_byte(node);
    for (; next != suspects.end() && next->offset < begin; ++next)
      judge.judge(*next, Kind::Other);
    if (next == suspects.end() || next->offset >= end)
      return false;
    Kind kind = grammar.kindOf(node);
    bool isText = kind == Kind::String || kind == Kind::RegexPattern;
    if (!isText && ts_node_child_count(node) > 0)
      return true;
    for (; next != suspects.end() && next->offset < end; ++next)
      judge.judge(*next, kind);
    return false;
  });
  for (; next != suspects.end(); ++next)
    judge.judge(*next, Kind::Other);
}

} // namespace agentc
