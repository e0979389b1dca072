#include "agentc/Packaging/Difference.h"

#include "PackageRules.h"

#include <nlohmann/json.hpp>

namespace agentc {

using Area = Change::Area;
using Kind = Change::Kind;

llvm::StringRef areaName(Area area) {
  static constexpr llvm::StringLiteral names[] = {"access",    "allowance", "agent",    "tool",
                                                  "resource",  "prompt",    "package",  "finding",
                                                  "component", "file",      "signature"};
  return names[static_cast<size_t>(area)];
}

llvm::StringRef areaTitle(Area area) {
  static constexpr llvm::StringLiteral titles[] = {
      "access",  "allowance", "agents",     "tools", "resources", "prompts",
      "package", "findings",  "components", "files", "signature"};
  return titles[static_cast<size_t>(area)];
}

llvm::ArrayRef<Area> areasInReports() {
  static constexpr Area areas[] = {Area::Signature, Area::Access,    Area::Allowance, Area::Agent,
                                   Area::Tool,      Area::Resource,  Area::Prompt,    Area::Package,
                                   Area::Finding,   Area::Component, Area::File};
  return areas;
}

llvm::StringRef changeKindName(Kind kind) {
  static constexpr llvm::StringLiteral names[] = {"added", "removed", "changed"};
  return names[static_cast<size_t>(kind)];
}

std::string valueText(const Json &value) {
  return value.is_string() ? value.get<std::string>() : printJson(value, /*indented=*/false);
}

/// `the host `x``, `code from text by `eval``; of code that was not followed its reason.
static std::string reachText(llvm::StringRef kind, const Json &value) {
  const std::string name = valueText(value);
  if (kind == "unanalyzed")
    return "what agentc cannot follow: " + name;
  if (kind == "codeGeneration")
    return "code from text by `" + name + "`";
  if (kind == "files")
    return "files: " + name;
  if (kind == "dataBytes")
    return "a folder that outlives calls, of " + name + " bytes";
  llvm::StringRef word = kind == "hosts"     ? "the host"
                         : kind == "env"     ? "the environment variable"
                         : kind == "secrets" ? "the secret"
                         : kind == "modules" ? "the module"
                                             : "the global";
  return (word + " `" + name + "`").str();
}

static std::string versionText(const Change &change) {
  const std::string subject = "the component `" + change.subject + "`";
  if (change.kind == Kind::Added)
    return subject + " is new, version " + valueText(change.after);
  if (change.kind == Kind::Removed)
    return subject + " is gone, version " + valueText(change.before);
  return subject + " went from version " + valueText(change.before) + " to " +
         valueText(change.after);
}

static std::string definitionText(const Change &change) {
  const std::string subject =
      change.subject.empty() ? ""
                             : "the " + areaName(change.area).str() + " `" + change.subject + "`";
  if (change.what.empty())
    return subject + (change.kind == Kind::Added ? " is new" : " is gone");
  const std::string what =
      subject.empty() ? "`" + change.what + "`" : "`" + change.what + "` of " + subject;
  if (change.kind == Kind::Changed)
    return what + " changed";
  const bool isAdded = change.kind == Kind::Added;
  return what + (isAdded ? " has `" : " no longer has `") +
         valueText(isAdded ? change.after : change.before) + "`";
}

std::string describeChange(const Change &change) {
  const bool isAdded = change.kind == Kind::Added;
  switch (change.area) {
  case Area::Access:
    return "the " + change.subject + (isAdded ? " can now reach " : " no longer reaches ") +
           reachText(change.what, isAdded ? change.after : change.before);
  case Area::Allowance:
    if (change.kind == Kind::Changed || change.what == "tools")
      return "`" + change.what + "` of the manifest changed";
    return (isAdded ? "the manifest now allows " : "the manifest no longer allows ") +
           reachText(change.what, isAdded ? change.after : change.before);
  case Area::Component:
    return versionText(change);
  case Area::Finding:
    if (change.what == "waived")
      return "`" + change.subject + "` is " + (isAdded ? "newly" : "no longer") +
             " waived: " + valueText(isAdded ? change.after : change.before);
    return "findings of severity `" + change.what + "`: " + valueText(change.before) + " before, " +
           valueText(change.after) + " now";
  case Area::Signature:
    if (change.kind == Kind::Added)
      return "the package is signed now, by " + valueText(change.after);
    return "the signer changed: " + valueText(change.before) + " before, " +
           valueText(change.after) + " now";
  case Area::File:
    return "the file `" + change.subject + "` " +
           (isAdded                        ? "is new"
            : change.kind == Kind::Removed ? "is gone"
                                           : "changed");
  case Area::Agent:
  case Area::Tool:
  case Area::Resource:
  case Area::Prompt:
  case Area::Package:
    return definitionText(change);
  }
  llvm_unreachable("a change has an area");
}

bool showsTexts(const Change &change) {
  const bool isText = change.area == Area::Agent || change.area == Area::Tool ||
                      change.area == Area::Resource || change.area == Area::Prompt ||
                      change.area == Area::Package || change.area == Area::Allowance;
  return isText && change.kind == Kind::Changed &&
         !(change.before.is_null() && change.after.is_null());
}

void reportChanges(llvm::ArrayRef<Change> changes, DiagnosticList &diagnostics) {
  for (const Change &change : changes) {
    const RuleInfo &rule = change.widens                    ? packaging::widerAccess
                           : change.area == Area::Component ? packaging::changedComponent
                           : change.area == Area::Signature ? packaging::changedSigner
                           : change.area == Area::File      ? packaging::changedFile
                                                            : packaging::changedDefinition;
    Diagnostic &finding =
        diagnostics.report(rule, change.file, change.range, describeChange(change));
    // A first signature is good news.
    if (change.area == Area::Signature && change.kind == Kind::Added)
      lowerTo(finding, Severity::Note);
  }
}

} // namespace agentc
