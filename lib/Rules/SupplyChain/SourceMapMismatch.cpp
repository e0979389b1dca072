#include "SourceMaps.h"
#include "Uses.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"

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

/// Names by which a wrapper asks which module system it is in.
bool isWrappersName(llvm::StringRef name) {
  static constexpr llvm::StringLiteral names[] = {"define", "exports", "global", "globalThis",
                                                  "module", "require", "self",   "window"};
  return llvm::is_contained(names, name);
}

class Comparison {
public:
  /// `uses` are those of the module.
  Comparison(const CheckContext &context, const Module &module, llvm::ArrayRef<const ApiUse *> uses,
             RuleReporter &report)
      : context_(context), module_(module), uses_(uses), report_(report) {}

  /// Answers the link of a map that is not in the bundle, which one finding tells for all files.
  std::optional<SourceMapLink> run();

private:
  void tellLink(const SourceMapLink &link, const LinkedSourceMap &linked);
  bool isNamedHere(const ApiUse &use, const AccessItem &item) const;
  void compareUses(const llvm::StringSet<> &words);
  void compareWords(const llvm::StringSet<> &words, const SourceMap &map,
                    const SourceMapLink &link);

  const CheckContext &context_;
  const Module &module_;
  llvm::ArrayRef<const ApiUse *> uses_;
  RuleReporter &report_;
  llvm::StringSet<> ownWords_;
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
  case State::Missing:
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
                   " is not a source map");
  }
}

/// Whether the code itself names what it reaches there, in one piece or in parts; otherwise the
/// name is another file's, which hands it on.
bool Comparison::isNamedHere(const ApiUse &use, const AccessItem &item) const {
  if (hasWordsOf(ownWords_, item.name))
    return true;
  return item.kind == AccessKind::Host && llvm::any_of(use.arguments, [&](const Value *argument) {
           const auto *text = llvm::dyn_cast<StringValue>(argument);
           return text && text->origin && text->value.contains(item.name) &&
                  context_.program.moduleOf(*text->origin).syntax == &module_;
         });
}

/// What code reaches that none of its sources has a word of.
void Comparison::compareUses(const llvm::StringSet<> &words) {
  forEachWord(module_.text, [&](llvm::StringRef word) { ownWords_.insert(word); });
  llvm::StringSet<> told;
  for (const ApiUse *use : uses_) {
    for (const AccessItem &item : accessOfUse(context_.values, *use)) {
      bool isModule = item.kind == AccessKind::Module;
      bool isLooked = item.kind == AccessKind::Host || item.kind == AccessKind::Env ||
                      (item.kind == AccessKind::Global && !isWrappersName(item.name)) ||
                      (isModule && item.name == use->module && !isCompilersModule(item.name));
      if (!isLooked || hasWordsOf(words, item.name) || !isNamedHere(*use, item) ||
          !told.insert(item.name).second)
        continue;
      report_.at(*use, "the code reaches `" + shownText(item.name) +
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

std::optional<SourceMapLink> Comparison::run() {
  std::optional<SourceMapLink> link = findSourceMapLink(module_.text);
  if (!link || !module_.program)
    return std::nullopt;
  LinkedSourceMap linked = followSourceMapLink(context_.bundle.files, module_.path, link->url);
  tellLink(*link, linked);
  if (linked.state == LinkedSourceMap::State::Missing)
    return link;
  if (!linked.map)
    return std::nullopt;
  if (const SourceMap::Segment *segment = findImpossibleSegment(*linked.map, module_.text)) {
    report_.at(module_.path, link->range,
               "the source map has a mapping for line " + std::to_string(segment->line + 1) +
                   ", column " + std::to_string(segment->column + 1) +
                   " that leads to nothing; it was made for another file");
    return std::nullopt;
  }
  if (std::optional<llvm::StringSet<>> words = wordsOfSources(context_.bundle.files, linked)) {
    compareUses(*words);
    compareWords(*words, *linked.map, *link);
  }
  return std::nullopt;
}

void check(const CheckContext &context, RuleReporter &report) {
  const Module *first = nullptr;
  SourceMapLink missing;
  size_t count = 0;
  llvm::DenseMap<const Module *, llvm::SmallVector<const ApiUse *, 0>> uses;
  for (const ApiUse &use : context.uses.all())
    uses[context.program.moduleOf(*use.node).syntax].push_back(&use);
  for (const auto &module : context.program.modules()) {
    if (module->wrapper || module->syntax->goal == Goal::Json)
      continue;
    std::optional<SourceMapLink> link =
        Comparison(context, *module->syntax, uses[module->syntax], report).run();
    if (link && count++ == 0)
      first = module->syntax, missing = *link;
  }
  if (!first)
    return;
  std::string name = "the source map `" + shownText(missing.url) + "`";
  lowerTo(report.at(first->path, missing.range,
                    count > 1
                        ? name + " and " + std::to_string(count - 1) + " more are not in the bundle"
                        : name + " is not in the bundle"),
          Severity::Note);
}

} // namespace

extern const Rule SourceMapMismatch = {{.id = "AC2110",
                                        .name = "source-map-mismatch",
                                        .group = "supply chain",
                                        .severity = Severity::Warning,
                                        .summary = "source maps that are not those of their code",
                                        .precision = Precision::Medium,
                                        .cwe = 1357},
                                       check};

} // namespace agentc::rules
