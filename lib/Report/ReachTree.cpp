#include "ReachTree.h"

#include "agentc/Report/RecordText.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace agentc {

namespace {

/// Calls one behind the other that still fit beside each other.
constexpr size_t maxWideDepth = 3;
/// Calls that are nested; further ones follow each other, since browsers end nesting, too.
constexpr size_t maxNested = 12;

struct Leaf {
  const AccessWords *words;
  std::string name;
  ReviewPlace place;
};

/// One call, and what follows from it, in the order in which it was found.
struct Step {
  ReviewPlace place;
  std::vector<std::unique_ptr<Step>> steps;
  std::vector<Leaf> leaves;

  Step &next(const ReviewPlace &to) {
    for (const std::unique_ptr<Step> &step : steps)
      if (step->place.file == to.file && step->place.range == to.range)
        return *step;
    steps.push_back(std::make_unique<Step>(Step{to, {}, {}}));
    return *steps.back();
  }
  size_t depth() const {
    size_t most = 0;
    for (const std::unique_ptr<Step> &step : steps)
      most = std::max(most, step->depth());
    return most + 1;
  }
};

Step makeTree(const Json &access) {
  Step root;
  for (const AccessWords &words : allAccessWords())
    if (auto items = access.find(words.kind); items != access.end())
      for (const Json &item : *items) {
        Step *step = &root;
        const Json &via = item["via"];
        for (size_t i = 0; i + 1 < via.size(); ++i)
          step = &step->next(placeFromJson(via[i]));
        step->leaves.push_back({&words, textOf(item, words.member),
                                via.empty() ? ReviewPlace() : placeFromJson(via.back())});
      }
  return root;
}

class TreeWriter {
public:
  TreeWriter(Html &html, SourcePages &sources, const Review &review)
      : html_(html), sources_(sources), review_(review) {}

  void writeChildren(const Step &step, size_t depth = 1) {
    Element list(html_, "ul");
    writeItems(step, depth);
  }

private:
  void writeItems(const Step &step, size_t depth) {
    for (const std::unique_ptr<Step> &next : step.steps) {
      {
        Element item(html_, "li");
        writeStep(*next);
        if (depth < maxNested)
          writeChildren(*next, depth + 1);
      }
      if (depth >= maxNested)
        writeItems(*next, depth);
    }
    for (const Leaf &leaf : step.leaves) {
      Element item(html_, "li");
      writeLeaf(leaf);
    }
  }

  void writeStep(const Step &step) {
    Element node(html_, "div", {{"class", "node step"}});
    const llvm::StringRef name =
        step.place.range && review_.functionAround
            ? review_.functionAround(step.place.file, step.place.range->begin)
            : llvm::StringRef();
    if (!name.empty()) {
      html_.element("b", name);
      html_.text(" ");
    }
    sources_.writeLink(html_, step.place);
    writeCode(step.place);
  }

  void writeLeaf(const Leaf &leaf) {
    const std::string style = std::string("node leaf ") + leaf.words->kind;
    Element node(html_, "div", {{"class", style}});
    html_.element("span", leaf.words->word, {{"class", "kind"}});
    html_.text(" ");
    html_.element("b", leaf.name);
    html_.text(" ");
    sources_.writeLink(html_, leaf.place);
    writeCode(leaf.place);
  }

  void writeCode(const ReviewPlace &place) {
    if (std::string code = sources_.codeAt(place); !code.empty())
      html_.element("code", code, {{"class", "snippet"}});
  }

  Html &html_;
  SourcePages &sources_;
  const Review &review_;
};

} // namespace

void writeReachTree(Html &html, SourcePages &sources, const Review &review, llvm::StringRef root,
                    const Json &access) {
  if (!reachesAny(access)) {
    html.element("p", "Reaches nothing outside of its own code.", {{"class", "calm"}});
    return;
  }
  const Step tree = makeTree(access);
  const bool isWide = tree.depth() <= maxWideDepth;
  Element list(html, "ul", {{"class", isWide ? "tree wide" : "tree"}});
  Element item(html, "li");
  {
    Element node(html, "div", {{"class", "node root"}});
    html.element("b", root);
  }
  TreeWriter(html, sources, review).writeChildren(tree);
}

} // namespace agentc
