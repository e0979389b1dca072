#include "SecretAllowances.h"

#include "agentc/Bundle/ManifestEdit.h"
#include "agentc/Bundle/SecretNames.h"
#include "agentc/Support/Text.h"

#include <map>

namespace agentc {

std::vector<AskedSecret> askedSecrets(const Compilation &compilation) {
  if (!compilation.values || !compilation.uses)
    return {};
  std::map<std::string, AskedSecret> secrets;
  for (const Diagnostic &finding : compilation.diagnostics.all()) {
    const bool isListed = finding.rule->name == "visible-secret",
               hasEntry = finding.rule->name == "secret-without-hosts";
    const bool isRead = allowanceFor(finding) && finding.rule->name == "undeclared-env" &&
                        isSecretVariable(finding.subject);
    if (finding.waived || !(isListed || hasEntry || isRead))
      continue;
    auto [entry, isNew] =
        secrets.try_emplace(finding.subject, AskedSecret{finding.subject, {}, hasEntry, isListed});
    if (isNew)
      entry->second.headers = headersOfVariable(*compilation.program, *compilation.values,
                                                *compilation.uses, finding.subject);
  }
  std::vector<AskedSecret> list;
  for (auto &[name, secret] : secrets)
    list.push_back(std::move(secret));
  return list;
}

static void edit(std::string &text, const TextChange &change) {
  text.replace(change.range.begin, change.range.end - change.range.begin, change.text);
}

std::optional<std::string> withSecret(llvm::StringRef manifest, const AskedSecret &secret) {
  std::string text = manifest.str();
  std::optional<TextChange> added =
      addSecretToSettings(text, secret.name, secret.headers.hosts, secret.headers.names);
  if (!added)
    return std::nullopt;
  edit(text, *added);
  if (std::optional<TextChange> removed =
          secret.isListed ? removeFromSettings(text, "allowedEnv", secret.name) : std::nullopt)
    edit(text, *removed);
  return text;
}

/// The place of a use that a placeholder may not serve, `index.js:3:5`.
static std::string placeOf(const ast::Node &use, const Program &program) {
  const ast::Module &source = *program.moduleOf(use).syntax;
  const Position position = LineTable(source.text).position(use.range.begin);
  return escapeForTerminal(source.path) + ":" + std::to_string(position.line) + ":" +
         std::to_string(position.column);
}

std::string describe(const AskedSecret &secret, bool isWritten, const Compilation &compilation) {
  const std::string name = "`" + escapeForTerminal(secret.name) + "`";
  const std::string place =
      secret.headers.otherUse ? placeOf(*secret.headers.otherUse, *compilation.program) : "";
  if (isWritten) {
    const std::string rest = place.empty() ? "" : "; " + place + " may need its value";
    const std::string sent = escapeForTerminal(describe(secret.headers));
    if (secret.hasEntry)
      return name + " of `secrets` has hosts now: code sends it to " + sent + rest;
    return name + " is added to `secrets`, for " + sent +
           (secret.isListed ? ", and no longer in `allowedEnv`" : "");
  }
  if (place.empty())
    return name + " looks like a secret, and code sends it to no host that is known";
  return name + " looks like a secret; an entry of `secrets` would keep its value from code, but " +
         place + " may need it";
}

} // namespace agentc
