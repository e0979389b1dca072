#include "SourceMaps.h"
#include "Uses.h"

#include "agentc/Analysis/Walk.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/MapVector.h"

namespace agentc::rules {

using namespace ast;

namespace {

/// So many words, and so large a part of them, no compiler adds to what it is given.
constexpr size_t fewestForeignWords = 12;
constexpr double foreignPart = 0.4;
constexpr size_t shortestWord = 4;

/// Modules that compilers import on their own.
bool isCompilersModule(llvm::StringRef name) {
  static constexpr llvm::StringLiteral names[] = {"tslib",
                                                  "regenerator-runtime",
                                                  "core-js",
                                                  "core-js-pure",
                                                  "@babel/runtime",
                                                  "@swc/helpers",
                                                  "react",
                                                  "preact",
                                                  "@babel/runtime-corejs3",
                                                  "url",
                                                  "path",
                                                  "module"};
  return llvm::any_of(names, [&](llvm::StringRef known) {
    return name == known || (name.starts_with(known) && name[known.size()] == '/');
  });
}

class Comparison {
public:
  Comparison(const CheckContext &context, const Module &module, RuleReporter &report)
      : context_(context), module_(module), report_(report) {}

  void run();

private:
  void tellLink(const SourceMapLink &link, const LinkedSourceMap &linked);
  void compareUses(const llvm::StringSet<> &words);
  void compareWords(const llvm::StringSet<> &words, const SourceMap &map,
                    const SourceMapLink &link);

  const CheckContext &context_;
  const Module &module_;
  RuleReporter &report_;
};

bool hasWordsOf(const llvm::StringSet<> &words, llvm::StringRef text) {
  bool all = true;
  forEachWord(text, [&](llvm::StringRef word) { all &= words.contains(word); });
  return all;
}

void Comparison::tellLink(const SourceMapLink &link, const LinkedSourceMap &linked) {
  using State = LinkedSourceMap::State;
  std::string shown = "`" + shownText(link.url) + "`";
  switch (linked.state) {
  case State::Present:
    return;
  case State::Missing:
    lowerTo(
        report_.at(module_.path, link.range, "the source map " + shown + " is not in the bundle"),
        Severity::Note);
    return;
  case State::Remote:
    lowerTo(report_.at(module_.path, link.range,
                       "the source map " + shown + " is not in the bundle, but at an address"),
            Severity::Note);
    return;
  case State::Indexed:
    lowerTo(report_.at(module_.path, link.range,
                       "the source map is made of sections, and not compared"),
            Severity::Note);
    return;
  case State::Outside:
    report_.at(module_.path, link.range, "the source map " + shown + " leads out of the bundle");
    return;
  case State::Unusable:
    report_.at(module_.path, link.range,
               (link.url.starts_with("data:") ? std::string("the source map in this comment")
                                              : "`" + shownText(linked.path) + "`") +
                   " is no source map");
  }
}

/// What code reaches that none of its sources has a word of.
void Comparison::compareUses(const llvm::StringSet<> &words) {
  llvm::StringSet<> told;
  for (const ApiUse &use : context_.uses.all()) {
    if (context_.program.moduleOf(*use.node).syntax != &module_)
      continue;
    for (const AccessItem &item : accessOfUse(context_.values, use)) {
      bool isModule = item.kind == AccessKind::Module;
      if (item.kind == AccessKind::Unanalyzed || item.kind == AccessKind::CodeGeneration ||
          (isModule && isCompilersModule(item.name)) || hasWordsOf(words, item.name) ||
          !told.insert(item.name).second)
        continue;
      report_.at(use, "the code reaches `" + shownText(item.name) +
                          "`, and none of the sources in its source map names that");
    }
  }
}

/// What the map says to come from a source, and has no word of it: it is another file's map.
void Comparison::compareWords(const llvm::StringSet<> &words, const SourceMap &map,
                              const SourceMapLink &link) {
  llvm::StringSet<> seen;
  size_t foreign = 0;
  std::string first;
  LineTable lines(module_.text);
  auto look = [&](const Node &node, llvm::StringRef text) {
    Position at = lines.position(node.range.begin);
    if (!isMapped(map, at))
      return; // what a compiler adds comes from nowhere
    forEachWord(text, [&](llvm::StringRef word) {
      if (word.size() < shortestWord || !seen.insert(word).second || words.contains(word))
        return;
      if (++foreign == 1)
        first = word.str();
    });
  };
  walk(*module_.program, [&](const Node &node) {
    if (const auto *literal = llvm::dyn_cast<Literal>(&node);
        literal && literal->literal == LiteralKind::String)
      look(node, literal->text);
    else if (const auto *part = llvm::dyn_cast<TemplateElement>(&node))
      look(node, part->raw);
    else if (std::optional<llvm::StringRef> key = writtenKeyOf(node))
      look(node, *key);
    return true;
  });
  if (foreign < fewestForeignWords ||
      static_cast<double>(foreign) < foreignPart * static_cast<double>(seen.size()))
    return;
  report_.at(module_.path, link.range,
             std::to_string(foreign) + " of " + std::to_string(seen.size()) +
                 " words of the code, such as `" + shownText(first) +
                 "`, are in none of the sources of its source map");
}

void Comparison::run() {
  std::optional<SourceMapLink> link = findSourceMapLink(module_.text);
  if (!link || !module_.program)
    return;
  LinkedSourceMap linked = followSourceMapLink(context_.bundle.files, module_.path, link->url);
  tellLink(*link, linked);
  if (!linked.map)
    return;
  if (const SourceMap::Segment *segment = findImpossibleSegment(*linked.map, module_.text)) {
    report_.at(module_.path, link->range,
               "the source map has a mapping for line " + std::to_string(segment->line + 1) +
                   ", column " + std::to_string(segment->column + 1) +
                   " that leads to nothing; it is another file's");
    return;
  }
  if (std::optional<llvm::StringSet<>> words = wordsOfSources(context_.bundle.files, linked)) {
    compareUses(*words);
    compareWords(*words, *linked.map, *link);
  }
}

void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules())
    if (!module->wrapper && module->syntax->goal != Goal::Json)
      Comparison(context, *module->syntax, report).run();
}

} // namespace

extern const Rule SourceMapMismatch = {
    {"AC2110",
     "source-map-mismatch",
     "supply chain",
     Severity::Warning,
     "source maps that are not those of their code",
     "",
     {"A source's last line names a source map that is none, leads out of the bundle, has mappings "
      "for lines that the code doesn't have, or whose sources never name what the code reaches (a "
      "host, a module, an environment name, a global function); or much of the code's words are in "
      "none of them. That a map is not in the bundle is a note.",
      "A reviewer reads the sources that the map shows. Code that was put into the built file "
      "afterwards is not among them.",
      "", "",
      "The words of whole sources are compared, not places: code that uses only words of its "
      "sources is not found. Where a source's text is neither in the map nor in the bundle, "
      "nothing is compared; nor are maps made of sections. Constants that a build put in are found "
      "too."},
     Precision::Medium,
     1357},
    check};

} // namespace agentc::rules
