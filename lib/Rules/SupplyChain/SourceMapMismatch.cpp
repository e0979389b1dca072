#include "SourceMaps.h"
#include "Uses.h"

#include "agentc/Support/Parallel.h"
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
/// Maps are large; so many are kept at a time.
constexpr size_t readAtOnce = 32;

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

  /// Finds the map, and compares what is compared by words; several files can be read at once.
  void read();
  /// Tells what was read and compares what the code does. Answers the link of a map that is not in
  /// the bundle, which one finding tells for all files.
  std::optional<SourceMapLink> tell();

private:
  void tellLink() const;
  bool isNamedHere(const ApiUse &use, const AccessItem &item) const;
  void compareUses();
  void readForeignWords();
  void tellForeignWords() const;

  const CheckContext &context_;
  const Module &module_;
  llvm::ArrayRef<const ApiUse *> uses_;
  RuleReporter &report_;
  std::optional<SourceMapLink> link_;
  LinkedSourceMap linked_;
  const SourceMap::Segment *impossible_ = nullptr;
  std::optional<llvm::StringSet<>> words_; ///< of the sources; unset where they are not compared
  llvm::StringSet<> ownWords_;
  llvm::StringSet<> seen_; ///< words that the map says to come from a source
  size_t foreign_ = 0;     ///< of these, those that no source has
  std::string firstForeign_;
};

bool hasWordsOf(const llvm::StringSet<> &words, llvm::StringRef text) {
  bool all = true;
  forEachWord(text, [&](llvm::StringRef word) { all &= words.contains(word); });
  return all;
}

void Comparison::tellLink() const {
  using State = LinkedSourceMap::State;
  std::string shown = "`" + shownText(link_->url) + "`";
  switch (linked_.state) {
  case State::Present:
  case State::Missing:
    return;
  case State::Remote:
    lowerTo(report_.at(module_.path, link_->range,
                       "the source map " + shown + " is not in the bundle, but at an address"),
            Severity::Note);
    return;
  case State::Indexed:
    lowerTo(report_.at(module_.path, link_->range,
                       "the source map is made of sections, and not compared"),
            Severity::Note);
    return;
  case State::Outside:
    report_.at(module_.path, link_->range, "the source map " + shown + " leads out of the bundle");
    return;
  case State::Unusable:
    report_.at(module_.path, link_->range,
               (link_->url.starts_with("data:") ? std::string("the source map in this comment")
                                                : "`" + shownText(linked_.path) + "`") +
                   " is not a source map");
  }
}

/// True if the code itself names the item that it reaches there, in one piece or in parts;
/// otherwise the name comes from another file, which hands it on.
bool Comparison::isNamedHere(const ApiUse &use, const AccessItem &item) const {
  if (hasWordsOf(ownWords_, item.name))
    return true;
  return item.kind == AccessKind::Host && llvm::any_of(use.arguments, [&](const Value *argument) {
           const auto *text = llvm::dyn_cast<StringValue>(argument);
           return text && text->origin && text->value.contains(item.name) &&
                  context_.program.moduleOf(*text->origin).syntax == &module_;
         });
}

/// Reports each item that the code reaches and none of its sources has a word of.
void Comparison::compareUses() {
  llvm::StringSet<> told;
  for (const ApiUse *use : uses_) {
    for (const AccessItem &item : accessOfUse(context_.values, *use)) {
      bool isModule = item.kind == AccessKind::Module;
      bool isLooked = item.kind == AccessKind::Host || item.kind == AccessKind::Env ||
                      (item.kind == AccessKind::Global && !isWrappersName(item.name)) ||
                      (isModule && item.name == use->module && !isCompilersModule(item.name));
      if (!isLooked || hasWordsOf(*words_, item.name) || !isNamedHere(*use, item) ||
          !told.insert(item.name).second)
        continue;
      report_.at(*use, "the code reaches `" + shownText(item.name) +
                           "`, and none of the sources in its source map names that");
    }
  }
}

/// Words that the map says to come from a source which has none of them.
void Comparison::readForeignWords() {
  LineTable lines(module_.text);
  auto look = [&](const Node &node, llvm::StringRef text) {
    Position at = lines.position(node.range.begin);
    if (!isMapped(*linked_.map, at))
      return; // what a compiler adds comes from nowhere
    forEachWord(text, [&](llvm::StringRef word) {
      if (word.size() < shortestWord || !seen_.insert(word).second || words_->contains(word))
        return;
      if (++foreign_ == 1)
        firstForeign_ = word.str();
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
}

/// So many that it is another file's map.
void Comparison::tellForeignWords() const {
  if (foreign_ < fewestForeignWords ||
      static_cast<double>(foreign_) < foreignPart * static_cast<double>(seen_.size()))
    return;
  report_.at(module_.path, link_->range,
             std::to_string(foreign_) + " of " + std::to_string(seen_.size()) +
                 " words of the code, such as `" + shownText(firstForeign_) +
                 "`, are in none of the sources of its source map");
}

void Comparison::read() {
  link_ = findSourceMapLink(module_.text);
  if (!link_ || !module_.program)
    return;
  linked_ = followSourceMapLink(context_.bundle.files, module_.path, link_->url);
  if (!linked_.map)
    return;
  impossible_ = findImpossibleSegment(*linked_.map, module_.text);
  if (!impossible_)
    words_ = wordsOfSources(context_.bundle.files, linked_);
  if (!words_)
    return;
  forEachWord(module_.text, [&](llvm::StringRef word) { ownWords_.insert(word); });
  readForeignWords();
}

std::optional<SourceMapLink> Comparison::tell() {
  if (!link_ || !module_.program)
    return std::nullopt;
  tellLink();
  if (linked_.state == LinkedSourceMap::State::Missing)
    return link_;
  if (impossible_)
    report_.at(module_.path, link_->range,
               "the source map has a mapping for line " + std::to_string(impossible_->line + 1) +
                   ", column " + std::to_string(impossible_->column + 1) +
                   " that leads to nothing; it was made for another file");
  if (words_) {
    compareUses();
    tellForeignWords();
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
  std::vector<const Module *> modules;
  for (const auto &module : context.program.modules())
    if (!module->wrapper && module->syntax->goal != Goal::Json) {
      uses.try_emplace(module->syntax);
      modules.push_back(module->syntax);
    }
  for (llvm::ArrayRef<const Module *> rest = modules; !rest.empty();) {
    const llvm::ArrayRef<const Module *> some = rest.take_front(readAtOnce);
    rest = rest.drop_front(some.size());
    std::vector<Comparison> comparisons;
    for (const Module *module : some)
      comparisons.emplace_back(context, *module, uses.find(module)->second, report);
    forEachInParallel(some.size(), processorCount(), [&](size_t i) { comparisons[i].read(); });
    for (size_t i = 0; i < some.size(); ++i)
      if (std::optional<SourceMapLink> link = comparisons[i].tell(); link && count++ == 0)
        first = some[i], missing = *link;
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
