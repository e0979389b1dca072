#include "Uses.h"

namespace agentc::rules {

/// What becomes of objects and gaps where they are taken for names; no variable is called so.
static constexpr llvm::StringLiteral textsOfNoText[] = {"undefined", "null", "[object Object]"};

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (!use.path.starts_with("global:process.env."))
      continue;
    for (const AccessItem &item : accessOfUse(context.values, use)) {
      bool isAllowed = item.kind != AccessKind::Env || item.name == "NODE_ENV" ||
                       llvm::any_of(context.manifest.allowedEnv, [&](const ManifestWord &allowed) {
                         return allowed.text == item.name;
                       });
      if (isAllowed)
        continue;
      Diagnostic &finding =
          report.at(use, "`" + shownText(item.name) +
                             "` is read from the environment, and `allowedEnv` doesn't name it");
      if (llvm::is_contained(textsOfNoText, item.name))
        lowerTo(finding, Severity::Note);
    }
  }
}

extern const Rule UndeclaredEnv = {
    {"AC5002",
     "undeclared-env",
     "host objects",
     Severity::Error,
     "environment variables that the manifest doesn't name",
     "env",
     {"A variable of the environment is read that `allowedEnv` doesn't name.",
      "The environment holds keys and passwords of whoever runs the agent. The sandbox gives only "
      "the "
      "variables that the manifest names.",
      R"(module.exports = async function handler(input, ctx) {
  const { env } = ctx.process;
  return env.DATABASE_URL;
};
)",
      R"(module.exports = async function handler() {
  return process.env.NODE_ENV;
};
)",
      "`NODE_ENV`, which libraries ask for, needs no permission."},
     Precision::VeryHigh,
     526},
    check};

} // namespace agentc::rules
