#include "SchemaCheck.h"

#include "Services.h"

#include "agentc/Support/JsonSchema.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

#include <list>

namespace agentc {

/// The schema of an AgentContext, whoever handles it.
static constexpr llvm::StringLiteral contextSchema = R"({
  "type": "object", "required": ["message"],
  "properties": {
    "message": {"type": "string"}, "conversationId": {"type": "string"},
    "companyId": {"type": "string"}, "agentId": {"type": "string"},
    "attachments": {"type": "array"}, "customerId": {"type": "string"},
    "customerName": {"type": "string"}, "customerMetadata": {"type": "object"},
    "channel": {"type": "string"}, "channelMetadata": {"type": "object"},
    "systemPromptAddition": {"type": "string"}, "requestId": {"type": "string"},
    "timestamp": {"type": "string"}}})";

/// A JSON pointer as a path of names, as zod's messages have it.
static std::string pathOf(llvm::StringRef pointer) {
  std::string path;
  for (pointer.consume_front("/"); !pointer.empty();) {
    auto [step, rest] = pointer.split('/');
    path += (path.empty() ? "" : ".") + step.str();
    pointer = rest;
  }
  return path;
}

namespace {

/// A text as JSON Schema.
struct ParsedSchema {
  std::string text;
  Json schema;
  std::optional<SchemaDraft> draft; ///< std::nullopt if the text is not a schema

  explicit ParsedSchema(llvm::StringRef text) : text(text.str()) {
    std::optional<Json> json = parseJson(text);
    if (!json)
      return;
    draft = draftOf(*json, SchemaDraft::Draft202012);
    if (draft && !checkSchema(*json, *draft).empty())
      draft = std::nullopt;
    schema = std::move(*json);
  }
};

/// The schemas that were used last, which the next call will need again. The broker has one thread.
class LastSchemas {
public:
  /// The bytes of a text that is kept.
  static constexpr size_t mostBytes = 65536;

  const ParsedSchema &find(llvm::StringRef text) {
    auto found = llvm::find_if(schemas_, [&](const ParsedSchema &one) { return one.text == text; });
    if (found == schemas_.end()) {
      schemas_.emplace_front(text);
      if (schemas_.size() > most)
        schemas_.pop_back();
    } else {
      schemas_.splice(schemas_.begin(), schemas_, found);
    }
    return schemas_.front();
  }

private:
  static constexpr size_t most = 16;
  std::list<ParsedSchema> schemas_; ///< the last one first
};

} // namespace

/// Returns the first fault that a schema finds in a value, with `what` before it; std::nullopt
/// if there is no fault, or the text is not a schema.
static std::optional<std::string> check(llvm::StringRef schemaText, const Json &value,
                                        const std::string &what) {
  static LastSchemas last;
  std::optional<ParsedSchema> large;
  const ParsedSchema &parsed = schemaText.size() > LastSchemas::mostBytes
                                   ? large.emplace(schemaText)
                                   : last.find(schemaText);
  if (!parsed.draft)
    return std::nullopt;
  std::vector<JsonFault> faults = checkBySchema(parsed.schema, value, *parsed.draft);
  if (faults.empty())
    return std::nullopt;
  const JsonFault &fault = faults.front();
  return what + ": " + (fault.pointer.empty() ? "" : "`" + pathOf(fault.pointer) + "`: ") +
         fault.message;
}

static std::optional<std::string> checkInput(const ToolLocation &tool, const Json &input) {
  return tool.inputSchema.empty()
             ? std::nullopt
             : check(tool.inputSchema, input, "the input does not fit the tool's schema");
}

static const ToolLocation *locationOf(const ToolRequest &request) {
  const std::vector<ToolLocation> &tools = request.image->tools;
  for (const ToolLocation &tool : tools)
    if (request.tool ? tool.name == *request.tool : tools.size() == 1)
      return &tool;
  return nullptr;
}

std::optional<std::string> findInvalidMessage(const ToolRequest &request, const Json &input) {
  return callsAgent(request) ? check(contextSchema, input, "the input is not a message to an agent")
                             : std::nullopt;
}

std::optional<std::string> findInvalidInput(const ToolRequest &request) {
  const ToolLocation *tool = callsAgent(request) ? nullptr : locationOf(request);
  if (!tool || tool->inputSchema.empty())
    return std::nullopt;
  std::optional<Json> input = parseJson(request.input);
  return input ? checkInput(*tool, *input) : std::nullopt;
}

std::optional<std::string> findInvalidArguments(const ToolRequest &request, llvm::StringRef tool,
                                                const Json &arguments) {
  for (const ToolLocation &location : request.image->tools)
    if (location.name == tool)
      return checkInput(location, arguments);
  return std::nullopt;
}

std::optional<std::string> findInvalidResult(const ToolRequest &request, const Json &result) {
  const ToolLocation *tool = callsAgent(request) ? nullptr : locationOf(request);
  if (!tool || tool->outputSchema.empty())
    return std::nullopt;
  if (tool->outputMember.empty())
    return check(tool->outputSchema, result, "the result does not fit the tool's schema");
  // A failed result has no such member, and reports its own failure.
  if (!result.is_object() || !result.contains(tool->outputMember))
    return std::nullopt;
  return check(tool->outputSchema, result[tool->outputMember],
               "the result's `" + tool->outputMember + "` does not fit the tool's schema");
}

} // namespace agentc
