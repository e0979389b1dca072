#include "agentc/Support/JsonSchema.h"

#include "SchemaIndex.h"
#include "SchemaKeywords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr size_t maxSchemaFaults = 10;
/// Each may have to be looked for in all of the schema.
constexpr size_t maxSchemaReferences = 1000;

constexpr llvm::StringLiteral types[] = {"array",  "boolean", "integer", "null",
                                         "number", "object",  "string"};

llvm::StringRef textOf(const Json &json) {
  const auto *text = json.get_ptr<const std::string *>();
  return text ? llvm::StringRef(*text) : llvm::StringRef();
}

class SchemaChecker {
public:
  SchemaChecker(const Json &root, SchemaDraft draft)
      : index_(root, draft), draft_(draft == SchemaDraft::Draft7 ? in7 : in2020) {}

  void schema(const Json &json, const std::string &pointer);

  std::vector<JsonFault> faults;

private:
  void keyword(const SchemaKeyword &keyword, const Json &schema, const Json &value,
               const std::string &pointer);
  void value(Takes takes, llvm::StringRef name, const Json &value, const std::string &pointer);
  void schemas(llvm::StringRef name, const Json &value, const std::string &pointer);
  void map(Takes inside, llvm::StringRef name, const Json &value, const std::string &pointer);
  void names(llvm::StringRef name, const Json &value, const std::string &pointer);
  void type(const Json &value, const std::string &pointer);
  void reference(const Json &schema, const Json &value, const std::string &pointer);
  void fault(const std::string &pointer, std::string message) {
    if (faults.size() < maxSchemaFaults)
      faults.push_back({pointer, std::move(message)});
  }
  void expect(bool holds, llvm::StringRef name, llvm::StringRef what, const std::string &pointer) {
    if (!holds)
      fault(pointer, ("`" + name + "` takes " + what).str());
  }

  SchemaIndex index_;
  unsigned draft_;
  size_t references_ = 0; ///< that were followed
};

void SchemaChecker::schema(const Json &json, const std::string &pointer) {
  if (json.is_boolean())
    return;
  if (!json.is_object())
    return fault(pointer, "a schema is an object, `true` or `false`");
  for (const auto &[key, value] : json.items()) {
    if (const SchemaKeyword *known = findSchemaKeyword(key, draft_))
      keyword(*known, json, value, pointer + "/" + pointerStep(key));
  }
}

void SchemaChecker::keyword(const SchemaKeyword &keyword, const Json &schema, const Json &json,
                            const std::string &pointer) {
  value(keyword.takes, keyword.name, json, pointer);
  if (keyword.name == "$ref" && json.is_string())
    reference(schema, json, pointer);
}

void SchemaChecker::value(Takes takes, llvm::StringRef name, const Json &json,
                          const std::string &pointer) {
  switch (takes) {
  case Takes::Schema:
    return schema(json, pointer);
  case Takes::Schemas:
    return schemas(name, json, pointer);
  case Takes::SchemaOrSchemas:
    return json.is_array() ? schemas(name, json, pointer) : schema(json, pointer);
  case Takes::SchemaMap:
  case Takes::NameMap:
  case Takes::Dependencies:
    return map(takes, name, json, pointer);
  case Takes::Names:
    return names(name, json, pointer);
  case Takes::Type:
    return type(json, pointer);
  case Takes::Text:
    return expect(json.is_string(), name, "a text", pointer);
  case Takes::Anchor: {
    llvm::StringRef text = textOf(json);
    bool isName = !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_') &&
                  llvm::all_of(text, [](char c) {
                    return llvm::isAlnum(c) || llvm::StringRef("-._").contains(c);
                  });
    return expect(isName, name, "a name", pointer);
  }
  case Takes::Boolean:
    return expect(json.is_boolean(), name, "`true` or `false`", pointer);
  case Takes::Number:
    return expect(json.is_number(), name, "a number", pointer);
  case Takes::Positive:
    return expect(json.is_number() && json.get<double>() > 0, name, "a number above 0", pointer);
  case Takes::Count: {
    double number = json.is_number() ? json.get<double>() : -1;
    return expect(number >= 0 && number == static_cast<double>(static_cast<uint64_t>(
                                               std::min(number, 9007199254740992.0))),
                  name, "a whole number, 0 or more", pointer);
  }
  case Takes::List:
    return expect(json.is_array(), name, "a list", pointer);
  }
}

void SchemaChecker::schemas(llvm::StringRef name, const Json &json, const std::string &pointer) {
  expect(json.is_array() && !json.empty(), name, "a list of schemas, not empty", pointer);
  for (size_t i = 0; json.is_array() && i < json.size(); ++i)
    schema(json[i], pointer + "/" + std::to_string(i));
}

void SchemaChecker::map(Takes takes, llvm::StringRef name, const Json &json,
                        const std::string &pointer) {
  expect(json.is_object(), name, "an object", pointer);
  if (!json.is_object())
    return;
  for (const auto &[key, value] : json.items()) {
    std::string inside = pointer + "/" + pointerStep(key);
    if (takes == Takes::NameMap || (takes == Takes::Dependencies && value.is_array()))
      names(key, value, inside);
    else
      schema(value, inside);
  }
}

void SchemaChecker::names(llvm::StringRef name, const Json &json, const std::string &pointer) {
  bool isList = json.is_array() && llvm::all_of(json, [](auto &one) { return one.is_string(); });
  expect(isList, name, "a list of names", pointer);
  llvm::StringSet<> seen;
  for (size_t i = 0; isList && i < json.size(); ++i)
    if (!seen.insert(textOf(json[i])).second)
      return fault(pointer + "/" + std::to_string(i),
                   ("`" + name + "` names `" + textOf(json[i]) + "` twice").str());
}

void SchemaChecker::type(const Json &json, const std::string &pointer) {
  auto isType = [](const Json &one) { return llvm::is_contained(types, textOf(one)); };
  if (json.is_string() && !isType(json))
    return fault(pointer, ("there is no type `" + textOf(json) + "`").str());
  if (json.is_string())
    return;
  bool isList = json.is_array() && !json.empty() && llvm::all_of(json, isType);
  expect(isList, "type", "a type or a list of types", pointer);
  if (isList)
    names("type", json, pointer);
}

void SchemaChecker::reference(const Json &schema, const Json &json, const std::string &pointer) {
  llvm::StringRef text = textOf(json);
  if (!text.starts_with("#") || references_ >= maxSchemaReferences)
    return;
  ++references_;
  if (!index_.follow(schema, text))
    fault(pointer, ("`" + text + "` leads nowhere in the schema").str());
}

const Json *findAnchor(const Json &json, llvm::StringRef name) {
  if (json.is_object())
    for (llvm::StringRef key : {"$anchor", "$dynamicAnchor"})
      if (auto anchor = json.find(key.str()); anchor != json.end() && textOf(*anchor) == name)
        return &json;
  if (json.is_object())
    if (auto id = json.find("$id"); id != json.end() && textOf(*id).split('#').second == name)
      return &json;
  if (json.is_structured())
    for (const Json &inner : json)
      if (const Json *found = findAnchor(inner, name))
        return found;
  return nullptr;
}

std::string unescapedStep(llvm::StringRef step) {
  std::string text;
  for (size_t i = 0; i < step.size(); ++i) {
    unsigned code = 0;
    if (step[i] == '%' && i + 2 < step.size() && !step.substr(i + 1, 2).getAsInteger(16, code)) {
      text += static_cast<char>(code);
      i += 2;
    } else {
      text += step[i];
    }
  }
  for (auto [from, to] : {std::pair("~1", '/'), std::pair("~0", '~')})
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; ++at)
      text.replace(at, 2, 1, to);
  return text;
}

} // namespace

std::string pointerStep(llvm::StringRef key) {
  std::string text;
  for (char c : key)
    text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return text;
}

const Json *followReference(const Json &document, llvm::StringRef reference) {
  if (!reference.consume_front("#"))
    return nullptr;
  if (reference.empty())
    return &document;
  if (!reference.consume_front("/"))
    return findAnchor(document, reference);
  const Json *at = &document;
  llvm::SmallVector<llvm::StringRef, 8> steps;
  reference.split(steps, '/');
  for (llvm::StringRef step : steps) {
    std::string key = unescapedStep(step);
    size_t index = 0;
    if (at->is_object() && at->contains(key))
      at = &(*at)[key];
    else if (at->is_array() && !llvm::StringRef(key).getAsInteger(10, index) && index < at->size())
      at = &(*at)[index];
    else
      return nullptr;
  }
  return at;
}

std::optional<SchemaDraft> draftOf(const Json &schema, SchemaDraft whereUnsaid) {
  auto named = schema.is_object() ? schema.find("$schema") : schema.end();
  if (!schema.is_object() || named == schema.end())
    return whereUnsaid;
  llvm::StringRef uri = textOf(*named).rtrim('#');
  if (!uri.consume_front("https://"))
    uri.consume_front("http://");
  if (uri == "json-schema.org/draft/2020-12/schema")
    return SchemaDraft::Draft202012;
  if (uri == "json-schema.org/draft-07/schema")
    return SchemaDraft::Draft7;
  return std::nullopt;
}

std::vector<JsonFault> checkSchema(const Json &schema, SchemaDraft draft) {
  SchemaChecker checker(schema, draft);
  checker.schema(schema, "");
  return std::move(checker.faults);
}

} // namespace agentc
