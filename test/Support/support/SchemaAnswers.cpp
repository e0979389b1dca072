// Answers about values by schemas, to be held against other validators'. For tests alone.
//
//   schema-answers    for each line `["draft-07" or "2020-12", SCHEMA, VALUE]` of the standard
//                     input: yes or no; `-` where the schema is none. A draft that the schema
//                     itself names and that isn't known refuses nothing.
#include "agentc/Support/JsonSchema.h"

#include <iostream>
#include <nlohmann/json.hpp>

using namespace agentc;

namespace {

const char *answer(const std::string &line) {
  std::optional<Json> question = parseJson(line);
  if (!question)
    return "-";
  const Json &schema = (*question)[1];
  const std::optional<SchemaDraft> draft = draftOf(
      schema, (*question)[0] == "draft-07" ? SchemaDraft::Draft7 : SchemaDraft::Draft202012);
  if (!draft)
    return "yes";
  if (!checkSchema(schema, *draft).empty())
    return "-";
  return checkBySchema(schema, (*question)[2], *draft).empty() ? "yes" : "no";
}

} // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answer(line) << '\n';
}
