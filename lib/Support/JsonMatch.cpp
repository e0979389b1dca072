#include "agentc/Support/JsonMatch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr llvm::StringLiteral matchers[] = {"$any", "$contains", "$equals", "$like", "$subset"};
constexpr llvm::StringLiteral matchedTypes[] = {"array",  "boolean", "integer",
                                                "number", "object",  "string"};

/// The matcher that an object is; empty for any other value.
llvm::StringRef matcherOf(const Json &value) {
  if (!value.is_object() || value.size() != 1)
    return "";
  llvm::StringRef name = value.begin().key();
  return llvm::is_contained(matchers, name) ? name : "";
}

bool isOfMatchedType(const Json &value, llvm::StringRef type) {
  if (type == "integer")
    return value.is_number() && value.get<double>() == std::trunc(value.get<double>());
  return (type == "array" && value.is_array()) || (type == "boolean" && value.is_boolean()) ||
         (type == "number" && value.is_number()) || (type == "object" && value.is_object()) ||
         (type == "string" && value.is_string());
}

std::string below(const std::string &at, llvm::StringRef key) {
  return at + "/" + pointerStep(key);
}

/// A value as a message shows it: in one line, and not much of it.
std::string shown(const Json &value) {
  std::string text = printJson(value, /*indented=*/false);
  constexpr size_t longest = 80;
  if (text.size() <= longest)
    return "`" + text + "`";
  size_t end = longest;
  // Not within a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  return "`" + text.substr(0, end) + "…`";
}

class Comparison {
public:
  explicit Comparison(uint64_t &steps) : steps_(steps) {}
  std::vector<JsonFault> faults;

  void compare(const Json &expected, const Json &actual, const std::string &at);
  /// From here on nothing is a matcher.
  bool isLiteral = false;

private:
  static constexpr size_t mostFaults = 10;
  uint64_t &steps_; ///< left

  void fault(const std::string &at, std::string message) {
    if (faults.size() < mostFaults)
      faults.push_back({at, std::move(message)});
  }
  void differ(const Json &expected, const Json &actual, const std::string &at) {
    fault(at, "expected " + shown(expected) + ", got " + shown(actual));
  }
  void applyMatcher(llvm::StringRef name, const Json &argument, const Json &actual,
                    const std::string &at);
  void compareObjects(const Json &expected, const Json &actual, const std::string &at,
                      bool allowMore);
  void compareArrays(const Json &expected, const Json &actual, const std::string &at);
  void findAll(const Json &wanted, const Json &actual, const std::string &at);
};

void Comparison::compare(const Json &expected, const Json &actual, const std::string &at) {
  if (faults.size() >= mostFaults)
    return;
  if (steps_ == 0)
    return fault(at, "there is too much to compare");
  --steps_;
  llvm::StringRef matcher = isLiteral ? "" : matcherOf(expected);
  if (!matcher.empty())
    applyMatcher(matcher, expected.begin().value(), actual, at);
  else if (expected.is_object() && actual.is_object())
    compareObjects(expected, actual, at, /*allowMore=*/false);
  else if (expected.is_array() && actual.is_array())
    compareArrays(expected, actual, at);
  else if (expected != actual)
    differ(expected, actual, at);
}

void Comparison::applyMatcher(llvm::StringRef name, const Json &argument, const Json &actual,
                              const std::string &at) {
  if (name == "$any") {
    if (argument.is_string() && !isOfMatchedType(actual, argument.get_ref<const std::string &>()))
      fault(at, "expected any " + argument.get<std::string>() + ", got " + shown(actual));
  } else if (name == "$like") {
    if (!actual.is_string() ||
        !isLike(argument.get_ref<const std::string &>(), actual.get_ref<const std::string &>()))
      fault(at, "expected a text like " + shown(argument) + ", got " + shown(actual));
  } else if (name == "$subset") {
    if (actual.is_object())
      compareObjects(argument, actual, at, /*allowMore=*/true);
    else
      fault(at, "expected an object, got " + shown(actual));
  } else if (name == "$contains") {
    if (actual.is_array())
      findAll(argument, actual, at);
    else
      fault(at, "expected an array, got " + shown(actual));
  } else {
    isLiteral = true;
    compare(argument, actual, at);
    isLiteral = false;
  }
}

void Comparison::compareObjects(const Json &expected, const Json &actual, const std::string &at,
                                bool allowMore) {
  llvm::StringMap<const Json *> members;
  for (const auto &[key, value] : actual.items())
    members[key] = &value;
  for (const auto &[key, value] : expected.items()) {
    auto found = members.find(key);
    std::string path = below(at, key);
    if (found == members.end()) {
      fault(path, "expected " + shown(value) + ", got nothing");
      continue;
    }
    compare(value, *found->second, path);
    members.erase(found);
  }
  if (allowMore)
    return;
  for (const auto &[key, value] : actual.items())
    if (members.count(key))
      fault(below(at, key), "expected nothing, got " + shown(value));
}

void Comparison::compareArrays(const Json &expected, const Json &actual, const std::string &at) {
  if (expected.size() != actual.size())
    fault(at, "expected " + std::to_string(expected.size()) + " elements, got " +
                  std::to_string(actual.size()));
  for (size_t i = 0; i < std::min(expected.size(), actual.size()); ++i)
    compare(expected[i], actual[i], below(at, std::to_string(i)));
}

void Comparison::findAll(const Json &wanted, const Json &actual, const std::string &at) {
  for (const Json &each : wanted) {
    bool isFound = llvm::any_of(actual, [&](const Json &element) {
      Comparison one(steps_);
      one.compare(each, element, "");
      return one.faults.empty();
    });
    if (!isFound)
      fault(at, "expected an element " + shown(each) + ", got " + shown(actual));
  }
}

void checkMatchersIn(const Json &expected, const std::string &at, std::vector<JsonFault> &faults) {
  if (expected.is_object() && expected.size() == 1 &&
      llvm::StringRef(expected.begin().key()).starts_with("$")) {
    const std::string &name = expected.begin().key();
    const Json &argument = expected.begin().value();
    if (!llvm::is_contained(matchers, llvm::StringRef(name))) {
      faults.push_back({at, "`" + name + "` is not a matcher; `$equals` takes values as they are"});
      return;
    }
    bool fits =
        name == "$equals" || (name == "$like" && argument.is_string()) ||
        (name == "$subset" && argument.is_object()) ||
        (name == "$contains" && argument.is_array()) ||
        (name == "$any" &&
         (argument == true ||
          (argument.is_string() && llvm::is_contained(matchedTypes, argument.get<std::string>()))));
    if (!fits)
      faults.push_back({below(at, name), "`" + name + "` does not take " + shown(argument)});
    if (!fits || name == "$equals")
      return;
  }
  if (!expected.is_structured())
    return;
  size_t index = 0;
  for (const auto &[key, value] : expected.items())
    checkMatchersIn(value, below(at, expected.is_array() ? std::to_string(index++) : key), faults);
}

} // namespace

std::vector<JsonFault> matchJson(const Json &expected, const Json &actual) {
  uint64_t steps = 2'000'000;
  Comparison comparison(steps);
  comparison.compare(expected, actual, "");
  return std::move(comparison.faults);
}

std::vector<JsonFault> checkMatchers(const Json &expected) {
  std::vector<JsonFault> faults;
  checkMatchersIn(expected, "", faults);
  return faults;
}

bool isLike(llvm::StringRef pattern, llvm::StringRef text) {
  auto [head, rest] = pattern.split('*');
  if (head.size() == pattern.size())
    return pattern == text;
  if (!text.consume_front(head))
    return false;
  // Between stars the first place that fits leaves the most for what follows.
  for (;;) {
    auto [part, after] = rest.split('*');
    if (part.size() == rest.size())
      return text.ends_with(part);
    size_t found = text.find(part);
    if (found == llvm::StringRef::npos)
      return false;
    text = text.drop_front(found + part.size());
    rest = after;
  }
}

} // namespace agentc
