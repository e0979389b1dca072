// Any text is JSON: what is read prints as what it is, and as a schema, a value or a pattern it is
// judged in bounded time.
#include "agentc/Support/JsonMatch.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>

using namespace agentc;

static void checkPrinted(const Json &json, bool indented) {
  const std::string text = printJson(json, indented);
  const std::optional<Json> again = parseJson(text);
  if (!again || printJson(*again, indented) != text)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char *>(bytes), size);
  JsonError error;
  const std::optional<Json> json = parseJson(text, &error);
  if (!json) {
    if (error.message.empty() || error.offset > size)
      std::abort();
    return 0;
  }
  checkPrinted(*json, true);
  checkPrinted(*json, false);
  if (!json->is_object())
    return 0;
  const Json schema = json->value("schema", Json()), value = json->value("value", Json());
  for (SchemaDraft draft : {SchemaDraft::Draft7, SchemaDraft::Draft202012})
    if (checkSchema(schema, draft).empty())
      checkBySchema(schema, value, draft);
  if (checkMatchers(schema).empty())
    matchJson(schema, value);
  if (value.is_string())
    followReference(schema, value.get_ref<const std::string &>());
  return 0;
}
