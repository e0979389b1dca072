#include "Allowances.h"

#include "Reports/BundleReport.h"
#include "SecretAllowances.h"

#include "agentc/Bundle/ManifestEdit.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

namespace agentc {

namespace {

/// The list of the manifest that a rule's findings ask to lengthen; empty for other rules.
llvm::StringRef allowanceList(const RuleInfo &rule) {
  if (rule.name == "undeclared-host")
    return "allowedHosts";
  return rule.name == "undeclared-env" ? "allowedEnv" : "";
}

std::vector<const Rule *> rulesOfLists() {
  std::vector<const Rule *> rules;
  for (const Rule *rule : allRules())
    if (!allowanceList(rule->info).empty())
      rules.push_back(rule);
  return rules;
}

/// A manifest's text as `--fix` leaves it, and what it tells of that.
struct Edited {
  std::string text;
  std::vector<std::string> lines;
};

Edited editedManifest(const Compilation &compilation, llvm::StringRef manifest) {
  Edited edited{manifest.str(), {}};
  std::set<AskedAllowance> asked;
  for (const Diagnostic &finding : compilation.diagnostics.all())
    if (std::optional<AskedAllowance> allowance = allowanceFor(finding))
      asked.insert(std::move(*allowance));
  for (const AskedSecret &secret : askedSecrets(compilation)) {
    std::optional<std::string> text =
        secret.isCertain() ? withSecret(edited.text, secret) : std::nullopt;
    edited.lines.push_back(describe(secret, text.has_value(), compilation));
    if (!text)
      continue;
    edited.text = std::move(*text);
    asked.erase({"allowedEnv", secret.name});
  }
  for (const AskedAllowance &allowance : asked) {
    std::optional<TextChange> change = addToSettings(edited.text, allowance.list, allowance.word);
    if (!change)
      continue;
    edited.text.replace(change->range.begin, change->range.end - change->range.begin, change->text);
    edited.lines.push_back("`" + escapeForTerminal(allowance.word) + "` is added to `" +
                           allowance.list + "`");
  }
  return edited;
}

} // namespace

std::optional<AskedAllowance> allowanceFor(const Diagnostic &finding) {
  llvm::StringRef list = allowanceList(*finding.rule);
  if (list.empty() || !finding.fix || finding.waived)
    return std::nullopt;
  return AskedAllowance{list.str(), finding.subject};
}

llvm::Error allowWhatIsAsked(DriverEnv &env, const CommonOptions &options, llvm::StringRef path) {
  if (!llvm::sys::fs::is_directory(path) || options.manifest || options.trust == Trust::Registry)
    return usageError("`--fix` changes the manifest of one's own folder, and `" +
                      escapeForTerminal(path) + "` is not read as one");
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, options, path);
  if (!request)
    return request.takeError();
  request->rules = rulesOfLists();
  request->eachPlace = true;
  request->last = Stage::Check;
  Compilation compilation;
  if (llvm::Error error = compile(*request, compilation))
    return error;
  const File *manifest = compilation.manifest && compilation.manifest->present
                             ? compilation.opened->bundle.files.find(compilation.manifest->file)
                             : nullptr;
  if (!manifest)
    return llvm::Error::success();
  Edited edited = editedManifest(compilation, manifest->bytes);
  llvm::SmallString<256> file(path);
  llvm::sys::path::append(file, manifest->path);
  if (edited.text != manifest->bytes)
    if (llvm::Error error = writeFileAtomically(file, edited.text))
      return error;
  llvm::raw_ostream &out = options.format == OutputFormat::Text ? env.out : env.err;
  if (!options.quiet)
    for (const std::string &line : edited.lines)
      out << escapeForTerminal(file) << ": " << line << "\n";
  return llvm::Error::success();
}

} // namespace agentc
