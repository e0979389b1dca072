#include "SchemaIndex.h"
#include "SchemaKeywords.h"
#include "SchemaPatterns.h"

#include "agentc/Support/JsonSchema.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr size_t maxFaults = 10;
constexpr unsigned maxDepth = 256;
constexpr uint64_t maxSteps = 2'000'000;
constexpr size_t maxReferences = 1000;

/// The verdict of one schema on one value.
enum class Answer { Accepted, Refused, Unknown };

bool isWhole(const Json &value) {
  return value.is_number_integer() ||
         (value.is_number() && std::trunc(value.get<double>()) == value.get<double>());
}

bool isOfType(const Json &value, llvm::StringRef type) {
  return (type == "array" && value.is_array()) || (type == "boolean" && value.is_boolean()) ||
         (type == "integer" && isWhole(value)) || (type == "null" && value.is_null()) ||
         (type == "number" && value.is_number()) || (type == "object" && value.is_object()) ||
         (type == "string" && value.is_string());
}

uint64_t lengthOf(const std::string &text) {
  uint64_t length = 0;
  for (size_t at = 0; at < text.size(); at += decodeUtf8(text, at).length)
    ++length;
  return length;
}

class ValueChecker {
public:
  ValueChecker(const Json &root, SchemaDraft draft) : root_(root), draft_(draft) {}

  /// Faults are kept only where `pointer` is given: what `anyOf` tries and refuses is none.
  Answer check(const Json &schema, const Json &value, const std::string *pointer);

  std::vector<JsonFault> faults;

private:
  struct Place;
  void keywords(Place &place);
  void any(Place &place);
  void numbers(Place &place);
  void texts(Place &place);
  void arrays(Place &place);
  void objects(Place &place);
  bool byPatterns(Place &place, const std::string &key, const Json &member);
  void combined(Place &place);
  void inside(Place &place, const Json &schema, const Json &value, const std::string &step);
  bool isEqual(const Json &a, const Json &b);
  const Json *follow(const Json &schema, llvm::StringRef reference);
  /// Counts work; false once there was too much of it, and nothing is refused any more.
  bool spend(uint64_t steps) { return (steps_ += steps) <= maxSteps; }

  bool inDraft(llvm::StringRef keyword) const {
    return findSchemaKeyword(keyword, draft_ == SchemaDraft::Draft7 ? in7 : in2020);
  }

  const Json &root_;
  std::optional<SchemaIndex> index_; ///< made for the first reference
  SchemaDraft draft_;
  SchemaPatterns patterns_;
  llvm::DenseMap<const Json *, const Json *> references_;      ///< by the schema that has one
  llvm::DenseSet<std::pair<const Json *, const Json *>> open_; ///< what is being checked
  unsigned depth_ = 0;
  uint64_t steps_ = 0;
};

/// One schema object at one value, and what has been found so far.
struct ValueChecker::Place {
  ValueChecker &checker;
  const Json &schema;
  const Json &value;
  const std::string *pointer;
  Answer answer = Answer::Accepted;

  const Json *find(llvm::StringRef keyword) const {
    auto found = schema.find(std::string_view(keyword));
    return found == schema.end() ? nullptr : &*found;
  }
  std::optional<double> number(llvm::StringRef keyword) const {
    const Json *found = find(keyword);
    return found && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
  }
  void refuse(std::string message) {
    if (pointer && checker.faults.size() < maxFaults)
      checker.faults.push_back({*pointer, std::move(message)});
    answer = Answer::Refused;
  }
  void take(Answer other) {
    if (other == Answer::Refused)
      answer = Answer::Refused;
    else if (other == Answer::Unknown && answer == Answer::Accepted)
      answer = Answer::Unknown;
  }
  /// `minLength` and its like.
  void bounds(uint64_t size, llvm::StringRef min, llvm::StringRef max, llvm::StringRef unit) {
    if (auto least = number(min); least && static_cast<double>(size) < *least)
      refuse("it has " + std::to_string(size) + " " + unit.str() + "; `" + min.str() + "` is " +
             printJson(*find(min), false));
    if (auto most = number(max); most && static_cast<double>(size) > *most)
      refuse("it has " + std::to_string(size) + " " + unit.str() + "; `" + max.str() + "` is " +
             printJson(*find(max), false));
  }
};

void ValueChecker::inside(Place &place, const Json &schema, const Json &value,
                          const std::string &step) {
  if (!place.pointer)
    return place.take(check(schema, value, nullptr));
  std::string pointer = *place.pointer + "/" + step;
  place.take(check(schema, value, &pointer));
}

/// Numbers are the same by value, objects whatever their order.
bool ValueChecker::isEqual(const Json &a, const Json &b) {
  if (!spend(1))
    return true;
  if (a.is_array() && b.is_array())
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(),
                      [&](const Json &x, const Json &y) { return isEqual(x, y); });
  if (!a.is_object() || !b.is_object())
    return !a.is_structured() && !b.is_structured() && a == b;
  if (a.size() != b.size())
    return false;
  for (const auto &[key, value] : a.items()) {
    auto other = spend(b.size()) ? b.find(key) : b.end();
    if (other == b.end() ? steps_ <= maxSteps : !isEqual(value, *other))
      return false;
  }
  return true;
}

const Json *ValueChecker::follow(const Json &schema, llvm::StringRef reference) {
  auto known = references_.find(&schema);
  if (known != references_.end())
    return known->second;
  if (references_.size() >= maxReferences)
    return references_[&schema] = nullptr;
  if (!index_)
    index_.emplace(root_, draft_);
  return references_[&schema] = index_->follow(schema, reference);
}

/// `a string`, `an object`, `null`: a type of JSON Schema in a sentence.
static std::string withArticle(llvm::StringRef type) {
  if (type == "null")
    return type.str();
  return (type.find_first_of("aeiou") == 0 ? "an " : "a ") + type.str();
}

void ValueChecker::any(Place &place) {
  if (const Json *type = place.find("type")) {
    auto holds = [&](const Json &one) {
      const auto *name = one.get_ptr<const std::string *>();
      return name && isOfType(place.value, *name);
    };
    bool fits = type->is_array() ? llvm::any_of(*type, holds) : holds(*type);
    if (!fits)
      place.refuse("it is not " + (type->is_string()
                                       ? withArticle(type->get<std::string>())
                                       : "a value of the types " + printJson(*type, false)));
  }
  if (const Json *constant = place.find("const"); constant && !isEqual(*constant, place.value))
    place.refuse("it is not " + printJson(*constant, false));
  const Json *list = place.find("enum");
  if (list && list->is_array() &&
      llvm::none_of(*list, [&](const Json &one) { return isEqual(one, place.value); }))
    place.refuse("it is not one of " + printJson(*list, false).substr(0, 200));
}

void ValueChecker::numbers(Place &place) {
  double value = place.value.get<double>();
  auto limit = [&](llvm::StringRef keyword, llvm::StringRef than, auto holds) {
    if (auto bound = place.number(keyword); bound && !holds(value, *bound))
      place.refuse("it is not " + than.str() + " " + printJson(*place.find(keyword), false));
  };
  limit("minimum", "at least", [](double a, double b) { return a >= b; });
  limit("maximum", "at most", [](double a, double b) { return a <= b; });
  limit("exclusiveMinimum", "above", [](double a, double b) { return a > b; });
  limit("exclusiveMaximum", "below", [](double a, double b) { return a < b; });
  if (auto factor = place.number("multipleOf"); factor && *factor > 0) {
    const bool isExact = std::trunc(value) == value && std::trunc(*factor) == *factor;
    const double times = value / *factor;
    // Fractions such as 0.1 are not exact, so that only what is far off tells.
    const bool isFar = std::abs(times) < 1e6 && std::abs(times - std::round(times)) > 1e-6;
    if (isExact ? std::fmod(value, *factor) != 0 : isFar)
      place.refuse("it is not a multiple of " + printJson(*place.find("multipleOf"), false));
    else if (!isExact)
      place.take(Answer::Unknown);
  }
}

void ValueChecker::texts(Place &place) {
  if (place.find("minLength") || place.find("maxLength"))
    place.bounds(lengthOf(place.value.get_ref<const std::string &>()), "minLength", "maxLength",
                 "characters");
  if (place.find("format"))
    place.take(Answer::Unknown);
  const Json *pattern = place.find("pattern");
  if (!pattern || !pattern->is_string())
    return;
  const auto found = patterns_.finds(pattern->get_ref<const std::string &>(),
                                     place.value.get_ref<const std::string &>());
  if (!found)
    place.take(Answer::Unknown);
  else if (!*found)
    place.refuse("it does not match `" + pattern->get<std::string>() + "`");
}

void ValueChecker::arrays(Place &place) {
  const Json &value = place.value;
  place.bounds(value.size(), "minItems", "maxItems", "items");
  const bool isIn7 = draft_ == SchemaDraft::Draft7;
  const Json *items = place.find("items");
  const Json *first = isIn7 ? nullptr : place.find("prefixItems");
  const Json *rest = items;
  if (isIn7 && items && items->is_array()) {
    first = items;
    rest = place.find("additionalItems");
  }
  size_t fixed = first && first->is_array() ? first->size() : 0;
  for (size_t i = 0; i < value.size(); ++i)
    if (const Json *schema = i < fixed ? &(*first)[i] : rest)
      inside(place, *schema, value[i], std::to_string(i));
  if (const Json *contains = place.find("contains")) {
    uint64_t accepted = 0, unknown = 0;
    for (const Json &one : value) {
      Answer answer = check(*contains, one, nullptr);
      accepted += answer == Answer::Accepted;
      unknown += answer == Answer::Unknown;
    }
    if (static_cast<double>(accepted + unknown) <
        (inDraft("minContains") ? place.number("minContains") : std::nullopt).value_or(1))
      place.refuse("it has too few items that `contains` asks for");
    if (auto most = place.number("maxContains");
        inDraft("maxContains") && most && static_cast<double>(accepted) > *most)
      place.refuse("it has too many items that `contains` asks for");
  }
  const Json *unique = place.find("uniqueItems");
  if (unique && unique->is_boolean() && unique->get<bool>() && value.size() <= 1000)
    for (size_t i = 0; i < value.size(); ++i)
      for (size_t k = i + 1; k < value.size(); ++k)
        if (isEqual(value[i], value[k]) && spend(0))
          return place.refuse("it has the same item twice");
}

void ValueChecker::objects(Place &place) {
  const Json &value = place.value;
  place.bounds(value.size(), "minProperties", "maxProperties", "members");
  auto need = [&](const Json &names, llvm::StringRef why) {
    if (!spend(names.size() * value.size()))
      return place.take(Answer::Unknown);
    for (const Json &name : names)
      if (const auto *text = name.get_ptr<const std::string *>(); text && !value.contains(*text))
        place.refuse("it has no `" + *text + "`" + why.str());
  };
  if (const Json *required = place.find("required"); required && required->is_array())
    need(*required, "");
  for (llvm::StringRef keyword : {"dependentRequired", "dependentSchemas", "dependencies"})
    if (const Json *map = inDraft(keyword) ? place.find(keyword) : nullptr; map && map->is_object())
      for (const auto &[key, needed] : map->items())
        if (spend(value.size()) && value.contains(key)) {
          if (needed.is_array())
            need(needed, ", which `" + key + "` needs");
          else
            place.take(check(needed, value, place.pointer));
        }
  const Json *properties = place.find("properties");
  const Json *others = place.find("additionalProperties"), *names = place.find("propertyNames");
  uint64_t lookups = 1 + (properties ? properties->size() : 0);
  for (const auto &[key, member] : value.items()) {
    if (!spend(lookups))
      return place.take(Answer::Unknown);
    if (names)
      inside(place, *names, Json(key), pointerStep(key));
    bool isKnown = properties && properties->is_object() && properties->contains(key);
    if (isKnown)
      inside(place, (*properties)[key], member, pointerStep(key));
    isKnown |= byPatterns(place, key, member);
    if (!isKnown && others && others->is_boolean() && !others->get<bool>())
      place.refuse("it has a member `" + key + "` that the schema doesn't know");
    else if (!isKnown && others)
      inside(place, *others, member, pointerStep(key));
  }
}

/// Checks a member by the schemas of matching `patternProperties`; true if a pattern matches
/// the key, or might.
bool ValueChecker::byPatterns(Place &place, const std::string &key, const Json &member) {
  const Json *patterns = place.find("patternProperties");
  bool isKnown = false;
  if (!patterns || !patterns->is_object())
    return isKnown;
  for (const auto &[pattern, schema] : patterns->items()) {
    const auto found = spend(1) ? patterns_.finds(pattern, key) : std::nullopt;
    isKnown |= found.value_or(true);
    if (!found)
      place.take(Answer::Unknown);
    else if (*found)
      inside(place, schema, member, pointerStep(key));
  }
  return isKnown;
}

void ValueChecker::combined(Place &place) {
  if (const Json *all = place.find("allOf"); all && all->is_array())
    for (const Json &one : *all)
      place.take(check(one, place.value, place.pointer));
  for (llvm::StringRef keyword : {"anyOf", "oneOf"}) {
    const Json *list = place.find(keyword);
    if (!list || !list->is_array())
      continue;
    std::map<Answer, size_t> answers;
    for (const Json &one : *list)
      ++answers[check(one, place.value, nullptr)];
    if (answers[Answer::Refused] == list->size())
      place.refuse("it fits none of `" + keyword.str() + "`");
    else if (keyword == "oneOf" && answers[Answer::Accepted] > 1)
      place.refuse("it fits several of `oneOf`");
    else if (answers[Answer::Unknown] > 0)
      place.take(Answer::Unknown);
  }
  if (const Json *denied = place.find("not")) {
    Answer answer = check(*denied, place.value, nullptr);
    if (answer == Answer::Accepted)
      place.refuse("it fits what `not` denies");
    else if (answer == Answer::Unknown)
      place.take(answer);
  }
  if (const Json *condition = place.find("if")) {
    Answer answer = check(*condition, place.value, nullptr);
    const Json *branch = answer == Answer::Accepted  ? place.find("then")
                         : answer == Answer::Refused ? place.find("else")
                                                     : nullptr;
    if (branch)
      place.take(check(*branch, place.value, place.pointer));
    else if (answer == Answer::Unknown)
      place.take(answer);
  }
}

void ValueChecker::keywords(Place &place) {
  if (draft_ == SchemaDraft::Draft202012)
    for (llvm::StringRef other : {"$dynamicRef", "unevaluatedItems", "unevaluatedProperties"})
      if (place.find(other))
        place.take(Answer::Unknown);
  any(place);
  combined(place);
  if (place.value.is_number())
    numbers(place);
  else if (place.value.is_string())
    texts(place);
  else if (place.value.is_array())
    arrays(place);
  else if (place.value.is_object())
    objects(place);
}

Answer ValueChecker::check(const Json &schema, const Json &value, const std::string *pointer) {
  if (schema.is_boolean()) {
    Place place{*this, schema, value, pointer};
    if (!schema.get<bool>())
      place.refuse("the schema allows nothing here");
    return place.answer;
  }
  if (!schema.is_object() || depth_ >= maxDepth || !spend(1))
    return Answer::Unknown;
  // a schema that refers to itself for the same value says nothing
  if (!open_.insert({&schema, &value}).second)
    return Answer::Unknown;
  ++depth_;
  Place place{*this, schema, value, pointer};
  const Json *reference = place.find("$ref");
  if (reference && reference->is_string()) {
    const Json *target = follow(schema, reference->get_ref<const std::string &>());
    place.take(target ? check(*target, value, pointer) : Answer::Unknown);
  }
  // In draft 7 nothing counts beside a reference.
  if (!reference || draft_ != SchemaDraft::Draft7)
    keywords(place);
  --depth_;
  open_.erase({&schema, &value});
  return place.answer;
}

} // namespace

std::vector<JsonFault> checkBySchema(const Json &schema, const Json &value, SchemaDraft draft) {
  ValueChecker checker(schema, draft);
  std::string root;
  checker.check(schema, value, &root);
  return std::move(checker.faults);
}

} // namespace agentc
