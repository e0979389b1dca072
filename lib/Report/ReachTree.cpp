#include "ReachTree.h"

#include "agentc/Report/RecordText.h"

#include "llvm/ADT/SetVector.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace agentc {

namespace {

/// Calls one behind the other that still fit beside each other.
constexpr size_t maxWideDepth = 3;
/// Calls that are nested; further ones follow each other, since browsers end nesting, too.
constexpr size_t maxNested = 12;
/// A call with at least so many nodes behind it is drawn once.
constexpr size_t minShared = 3;
/// Names of a kind that stand instead of a drawing.
constexpr size_t maxNamed = 8;

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
  unsigned identity = 0; ///< equal for steps that lead to the same
  size_t size = 0;       ///< nodes behind it

  Step &next(const ReviewPlace &to) {
    for (const std::unique_ptr<Step> &step : steps)
      if (step->place.file == to.file && step->place.range == to.range)
        return *step;
    steps.push_back(std::make_unique<Step>(Step{to, {}, {}, 0, 0}));
    return *steps.back();
  }
  size_t depth() const {
    size_t most = 0;
    for (const std::unique_ptr<Step> &step : steps)
      most = std::max(most, step->depth());
    return most + 1;
  }
};

Json keyOf(const ReviewPlace &place) {
  return {place.file, place.range ? place.range->begin : 0, place.range ? place.range->end : 0};
}

/// All that is reached behind a step, each kind in the order in which it is found.
using Names = llvm::SmallSetVector<llvm::StringRef, 8>;
void collectNames(const Step &step, std::map<const AccessWords *, Names> &into) {
  for (const Leaf &leaf : step.leaves)
    into[leaf.words].insert(leaf.name);
  for (const std::unique_ptr<Step> &next : step.steps)
    collectNames(*next, into);
}

std::string firstNames(const Names &names) {
  std::string text;
  for (llvm::StringRef name : names.getArrayRef().take_front(maxNamed))
    text += (text.empty() ? "" : ", ") + name.str();
  return names.size() <= maxNamed
             ? text
             : text + " and " + std::to_string(names.size() - maxNamed) + " more";
}

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

} // namespace

class ReachTrees::Writer {
public:
  Writer(Html &html, SourcePages &sources, const Review &review)
      : html_(html), sources_(sources), review_(review) {}

  void write(const std::string &owner, const std::string &address, const Json &access) {
    owner_ = owner;
    Step tree = makeTree(access);
    identify(tree);
    const bool isWide = tree.depth() <= maxWideDepth;
    Element list(html_, "ul", {{"class", isWide ? "tree wide" : "tree"}});
    Element item(html_, "li");
    {
      Element node(html_, "div", {{"class", "node root"}});
      html_.element("b", owner);
    }
    Element behind(html_, "ul");
    writeItems(tree, address, 1);
  }

private:
  /// The place of a drawing, and whose it is.
  struct Drawing {
    std::string address, owner;
  };

  /// Sets the identity and the size of a step and of those behind it.
  void identify(Step &step) {
    Json key = Json::array();
    step.size = step.steps.size() + step.leaves.size();
    for (const std::unique_ptr<Step> &next : step.steps) {
      identify(*next);
      step.size += next->size;
      key.push_back({keyOf(next->place), next->identity});
    }
    for (const Leaf &leaf : step.leaves)
      key.push_back({leaf.words->kind, leaf.name, keyOf(leaf.place)});
    const auto next = static_cast<unsigned>(identities_.size());
    step.identity = identities_.try_emplace(printJson(key, /*indented=*/false), next).first->second;
  }

  /// Draws all that `step` leads to; `address` is that of the step.
  void writeItems(const Step &step, const std::string &address, size_t depth) {
    if (step.size >= minShared) {
      auto [drawn, isNew] = drawn_.try_emplace(step.identity, Drawing{address, owner_});
      if (!isNew)
        return writeNames(step, drawn->second);
    }
    for (const std::unique_ptr<Step> &next : step.steps) {
      const std::string anchor = "reach-" + std::to_string(++anchors_);
      const bool isNested = depth < maxNested;
      {
        Element item(html_, "li");
        writeStep(*next, anchor);
        if (isNested) {
          Element behind(html_, "ul");
          writeItems(*next, "#" + anchor, depth + 1);
        }
      }
      if (!isNested)
        writeItems(*next, "#" + anchor, depth);
    }
    for (const Leaf &leaf : step.leaves) {
      Element item(html_, "li");
      writeLeaf(leaf);
    }
  }

  void writeNames(const Step &step, const Drawing &drawn) {
    Element item(html_, "li");
    Element node(html_, "div", {{"class", "node"}});
    html_.text("as drawn for ");
    html_.link(drawn.address, drawn.owner);
    std::map<const AccessWords *, Names> names;
    collectNames(step, names);
    for (const auto &[words, all] : names) {
      Element line(html_, "div");
      const std::string style = std::string("kind ") + words->kind;
      html_.element("span", words->word, {{"class", style}});
      html_.text(" ");
      html_.element("b", firstNames(all));
    }
  }

  void writeStep(const Step &step, const std::string &anchor) {
    Element node(html_, "div", {{"id", anchor}, {"class", "node step"}});
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
  std::string owner_;
  std::map<std::string, unsigned> identities_;
  std::map<unsigned, Drawing> drawn_;
  unsigned anchors_ = 0;
};

ReachTrees::ReachTrees(Html &html, SourcePages &sources, const Review &review)
    : writer_(std::make_unique<Writer>(html, sources, review)) {}
ReachTrees::~ReachTrees() = default;

void ReachTrees::write(const std::string &owner, const std::string &address, const Json &access) {
  writer_->write(owner, address, access);
}

} // namespace agentc
