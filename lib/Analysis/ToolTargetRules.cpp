#include "ToolTargetRules.h"

#include "agentc/Analysis/ToolTargets.h"

namespace agentc {

static constexpr llvm::StringLiteral passes = R"(module.exports = createTool({
  name: 'stock',
  description: 'Stock of a product',
  parameters: { type: 'object', properties: { sku: { type: 'string' } } },
  execute: async ({ sku }) => sku.length,
});
)";

const RuleInfo target::name = {
    "AC7101",
    "target-name",
    "targets",
    Severity::Error,
    "names that the API asked for by `--target` refuses",
    "",
    {.what = "`extract-config --target` was asked for tool definitions, and a tool's name is not "
             "known, or is none that the API takes: Anthropic 1 to 128 and OpenAI 1 to 64 of "
             "letters, digits, `_` and `-`. For MCP, which recommends 1 to 128 of these and `.`, "
             "it is a warning. The tool is left out but for MCP.",
     .why = "The API refuses the whole request. A name is not mended, since the model's call would "
            "then find no tool of the agent's.",
     .fails = R"(module.exports = createTool({
  name: 'stock of a shop',
  description: 'Stock of a product',
  parameters: { type: 'object' },
  execute: async () => 1,
});
)",
     .passes = passes,
     .limits = ""},
    Precision::VeryHigh,
    1286};

const RuleInfo target::schema = {
    "AC7102",
    "target-schema",
    "targets",
    Severity::Error,
    "schemas that the API asked for by `--target` refuses",
    "",
    {.what =
         "`extract-config --target` was asked for tool definitions, and a tool's parameters are "
         "not known, or are no JSON Schema that the API takes: its `type` must be `object`; "
         "Anthropic and OpenAI take no `oneOf`, `anyOf` or `allOf` at the top, OpenAI no `enum`, "
         "`const` and `not` either; Anthropic wants properties named by 1 to 64 of letters, "
         "digits, `_`, `.` and `-`; MCP wants every property's schema to be an object. The tool "
         "is left out.",
     .why = "The API refuses the whole request, or the model is told other parameters than the "
            "tool has.",
     .fails = R"(module.exports = createTool({
  name: 'stock',
  description: 'Stock of a product',
  parameters: { anyOf: [{ type: 'object' }, { type: 'string' }] },
  execute: async () => 1,
});
)",
     .passes = passes,
     .limits = "A schema's inside is the API's to judge. A tool without parameters, whose function "
               "is known, gets a schema of an object without properties."},
    Precision::VeryHigh,
    1286};

const RuleInfo target::description = {
    "AC7103",
    "target-description",
    "targets",
    Severity::Warning,
    "descriptions that the API asked for by `--target` does not get whole",
    "",
    {.what = "`extract-config --target` was asked for tool definitions, and a tool's description "
             "is not known, so that it is left out, or has over 1,024 characters, which several "
             "models of OpenAI refuse.",
     .why = "A model chooses tools by their descriptions.",
     .fails = R"(module.exports = createTool({
  name: 'stock',
  description: new Date().toString(),
  parameters: { type: 'object' },
  execute: async () => 1,
});
)",
     .passes = passes,
     .limits = ""},
    Precision::VeryHigh,
    222};

const RuleInfo target::duplicate = {
    "AC7104",
    "target-duplicate",
    "targets",
    Severity::Error,
    "several tools of one name for the API asked for by `--target`",
    "",
    {.what = "`extract-config --target` was asked for tool definitions, and two tools have the "
             "same name. The first is printed.",
     .why = "The API refuses a request with two tools of one name. Tools of different agents may "
            "share a name: then `--agent` chooses whose tools are printed.",
     .fails = R"(exports.a = createTool({
  name: 'stock',
  description: 'Stock of a product',
  parameters: { type: 'object' },
  execute: async () => 1,
});
exports.b = createTool({
  name: 'stock',
  description: 'Stock of a shop',
  parameters: { type: 'object' },
  execute: async () => 2,
});
)",
     .passes = passes,
     .limits = ""},
    Precision::VeryHigh,
    694};

llvm::ArrayRef<const RuleInfo *> toolTargetRules() {
  static const RuleInfo *const rules[] = {&target::name, &target::schema, &target::description,
                                          &target::duplicate};
  return rules;
}

} // namespace agentc
