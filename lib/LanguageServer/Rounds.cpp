#include "Rounds.h"

namespace agentc::lsp {

namespace {

/// A pause in typing.
constexpr std::chrono::milliseconds pause{60};
/// Of what a round costs, so much is waited before the next.
constexpr int pausePart = 4;
constexpr std::chrono::milliseconds maxPause{2000};
/// Rounds that cost more begin with the neighbours of what is typed.
constexpr std::chrono::milliseconds longRound{150};

/// Adds what another unit knows of the same file.
void addAnswers(const Json &more, Json &answers) {
  const size_t before = answers.contains("diagnostics") ? answers["diagnostics"].size() : 0;
  for (const auto &[kind, list] : more.items())
    for (const Json &item : list) {
      Json added = item;
      if (kind == "actions")
        added["diagnostic"] = added["diagnostic"].get<size_t>() + before;
      answers[kind].push_back(std::move(added));
    }
}

} // namespace

void Rounds::postpone() {
  worker_.reset();
  early_.reset();
  isEarly_ = false;
  typed_.clear();
  isDirty_ = true;
  due_ = Clock::now() + std::clamp(roundCost_ / pausePart, pause, maxPause);
}

void Rounds::changeSource(const std::string &path) {
  if (!changes_.isAll)
    changes_.paths.insert(path);
  postpone();
  if (roundCost_ < longRound || changes_.isAll || !unitOf(path))
    return;
  typed_ = path;
  earlyDue_ = Clock::now() + pause;
}

void Rounds::changeAll() {
  changes_ = {};
  postpone();
}

std::optional<Rounds::Clock::time_point> Rounds::due() const {
  if (worker_)
    return worker_->deadline();
  if (!typed_.empty())
    return earlyDue_;
  return isDirty_ ? std::optional(due_) : std::nullopt;
}

const Json *Rounds::unitOf(llvm::StringRef path) const {
  const Json *deepest = nullptr;
  size_t length = 0;
  for (const auto &[root, unit] : units_)
    if (isBelow(path, root) && path != root && (!deepest || root.size() > length) &&
        unit.contains("imports")) {
      deepest = &unit;
      length = root.size();
    }
  const bool isSource =
      deepest && member((*deepest)["imports"], path.substr(length).ltrim('/').str().c_str());
  return isSource ? deepest : nullptr;
}

void Rounds::startEarly() {
  const std::string path = std::exchange(typed_, "");
  early_.emplace(Early{path, Json()});
  isEarly_ = true;
  worker_.emplace([&] { return checkNeighbours(env_, world_, *unitOf(path), path); });
}

void Rounds::start() {
  isDirty_ = false;
  std::set<std::string> known;
  for (const auto &[root, files] : units_)
    known.insert(root);
  worker_.emplace([&] { return checkWorld(env_, world_, changes_, known); });
}

void Rounds::gather() {
  answers_.clear();
  for (const auto &[root, unit] : units_)
    if (const Json *known = member(unit, "files"))
      for (const auto &[path, more] : known->items())
        addAnswers(more, answers_[path]);
}

void Rounds::take(std::optional<Json> result) {
  failures_.clear();
  if (!result) {
    // The answers so far are of other texts, and must not stand for these.
    failures_.push_back("reading the sources failed; the next change has them read again");
    units_.clear();
    answers_.clear();
    changes_ = {};
    return;
  }
  for (const Json &failure : (*result)["failures"])
    failures_.push_back(failure.get<std::string>());
  std::map<std::string, Json, std::less<>> units;
  for (Json &unit : (*result)["units"]) {
    const std::string root = unit["root"].get<std::string>();
    units[root] = unit.contains("files") ? std::move(unit) : std::move(units_[root]);
  }
  units_ = std::move(units);
  changes_ = {false, {}};
  gather();
}

/// After a failure the round that is due says more.
bool Rounds::takeEarly(std::optional<Json> result) {
  failures_.clear();
  if (result)
    early_->answers = std::move(*result);
  else
    early_.reset();
  return early_.has_value();
}

bool Rounds::step() {
  if (!worker_) {
    if (!typed_.empty() && Clock::now() >= earlyDue_)
      startEarly();
    else if (typed_.empty() && isDirty_ && Clock::now() >= due_)
      start();
    return false;
  }
  if (!worker_->step())
    return false;
  cost_ = worker_->cost();
  std::optional<Json> result = worker_->result();
  worker_.reset();
  if (std::exchange(isEarly_, false))
    return takeEarly(std::move(result));
  early_.reset();
  roundCost_ = cost_;
  take(std::move(result));
  return true;
}

const Json *Rounds::answersOf(llvm::StringRef path) const {
  if (early_ && early_->path == path)
    return &early_->answers;
  auto found = answers_.find(path);
  return found == answers_.end() ? nullptr : &found->second;
}

} // namespace agentc::lsp
