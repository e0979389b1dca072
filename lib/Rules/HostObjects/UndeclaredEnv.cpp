#include "ManifestFix.h"
#include "Uses.h"

#include "agentc/Bundle/SecretNames.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::rules {

/// The texts that objects and gaps become when they are taken for names; no variable has such a
/// name.
static constexpr llvm::StringLiteral textsOfNoText[] = {"undefined", "null", "[object Object]"};

/// True if `allowedEnv` can hold a name.
static bool isEnvironmentName(llvm::StringRef name) {
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

namespace {

/// The changes of the manifest that give code a variable, or a placeholder where that is as good.
class Allowing {
public:
  explicit Allowing(const CheckContext &context)
      : context_(context), fixes_(context, "allowedEnv") {}

  std::optional<Fix> fixFor(llvm::StringRef name) {
    // what is not a bundle has no manifest to keep a secret in, and may read many in much code
    if (context_.bundle.isSourceTree || !isSecretVariable(name))
      return fixes_.allowing(name);
    auto [known, isNew] = headers_.try_emplace(name);
    if (isNew)
      known->second = headersOfVariable(context_.program, context_.values, context_.uses, name);
    return known->second.isCertain() ? fixes_.keeping(name, known->second) : fixes_.allowing(name);
  }

private:
  const CheckContext &context_;
  ManifestFixes fixes_;
  llvm::StringMap<SecretHeaders> headers_;
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  Allowing allowing(context);
  for (const ApiUse &use : context.uses.all()) {
    if (!isPathOrMember(use.path, "global:process.env"_api))
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
      finding.subject = item.name;
      // what nothing reaches would be told as unused next, were it allowed
      if (llvm::is_contained(textsOfNoText, item.name) || finding.reached == false)
        lowerTo(finding, Severity::Note);
      else if (isEnvironmentName(item.name))
        finding.fix = allowing.fixFor(item.name);
    }
  }
}

extern const Rule UndeclaredEnv = {
    {.id = "AC5002",
     .name = "undeclared-env",
     .group = "host objects",
     .severity = Severity::Error,
     .summary = "environment variables that the manifest doesn't name",
     .access = "env",
     .cwe = 526,
     .concern = Concern::Sandbox},
    check};

} // namespace agentc::rules
