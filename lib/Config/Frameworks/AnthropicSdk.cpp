#include "../Definitions.h"
#include "../FrameworkTable.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace frameworks {
extern const Framework AnthropicSdk;
} // namespace frameworks

namespace {

constexpr llvm::StringLiteral package = "@anthropic-ai/sdk";

/// Tools with a type of their own are run by Anthropic's servers, or known to the model.
void completeTool(ExtractionContext &, const DefinitionParts &parts, ToolDefinition &tool) {
  std::optional<DefinitionPart> type = parts.find({0, "type"});
  std::optional<llvm::StringRef> text = type && type->value ? asString(*type->value) : std::nullopt;
  tool.isHosted = text && *text != "custom";
}

constexpr ToolForm objectTool = {.function = "",
                                 .form = "object",
                                 .parts = {.name = {0, "name"},
                                           .description = {0, "description"},
                                           .parameters = {0, "input_schema"}},
                                 .complete = completeTool};

constexpr FrameworkTable table = {.packages = package, .objectTool = &objectTool};

/// Returns true if a value is a client of the SDK, whether or not the SDK is installed beside
/// the bundle.
bool isClient(const ExtractionContext &context, const Value &value) {
  bool found = false;
  forEachAlternative(value, [&](const Value &one) {
    if (const auto *made = llvm::dyn_cast<ResultValue>(&one))
      found |= made->callee->path.starts_with(("module:" + package).str());
    if (const ClassValue *type = classOf(one); type && llvm::isa<InstanceValue>(one))
      found |= context.program.moduleOf(*type->origin)
                   .path()
                   .contains(("node_modules/" + package + "/").str());
  });
  return found;
}

const MemberExpression *memberNamed(const Node *node, llvm::ArrayRef<llvm::StringRef> keys) {
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(node);
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  return key && llvm::is_contained(keys, *key) ? member : nullptr;
}

/// Adds the tools of `client.messages.create({tools})`, `client.beta.messages.stream({tools})`.
void addToolsOf(ExtractionContext &context, const CallExpression &call) {
  const MemberExpression *method =
      memberNamed(call.callee, {"create", "stream", "parse", "countTokens", "toolRunner"});
  const MemberExpression *messages = method ? memberNamed(method->object, {"messages"}) : nullptr;
  if (!messages || call.arguments.empty())
    return;
  const MemberExpression *beta = memberNamed(messages->object, {"beta"});
  if (!isClient(context, context.values.of(beta ? *beta->object : *messages->object)))
    return;
  const Node &site = *call.arguments.front();
  DefinitionParts parts(context, context.values.of(site), site);
  if (std::optional<DefinitionPart> tools = parts.find({0, "tools"}))
    addTools(context, *tools, "tools", {&frameworks::AnthropicSdk, "", {}});
}

void extractTools(ExtractionContext &context) {
  context.program.forEach<CallExpression>([&](const CallExpression &call) {
    if (!context.program.moduleOf(call).path().contains("node_modules/"))
      addToolsOf(context, call);
  });
}

constexpr llvm::StringRef forms[] = {
    "the tools of `client.messages.create({tools})`, `.stream`, `.parse`, also of `client.beta`, "
    "without agent"};
constexpr llvm::StringRef limits[] = {
    "such a tool has no function: which code answers a `tool_use` isn't followed"};

} // namespace

namespace frameworks {
const Framework AnthropicSdk = {
    "anthropic-sdk", nullptr, forms,       "`@anthropic-ai/sdk`, every version",
    limits,          &table,  extractTools};
} // namespace frameworks

} // namespace agentc
