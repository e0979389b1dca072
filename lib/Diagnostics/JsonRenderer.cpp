#include "Sources.h"
#include "Summary.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

Json positionToJson(Position position) {
  return {{"line", position.line}, {"column", position.column}, {"offset", position.offset}};
}

void addPlace(Json &object, Sources &sources, const std::string &file,
              std::optional<ByteRange> range) {
  if (file.empty())
    return;
  object["file"] = file;
  if (const LineTable *lines = range ? sources.lines(file) : nullptr)
    object["range"] = rangeToJson(*lines, *range);
}

/// Members that a suppression, a waiver or a baseline doesn't have are left out.
Json waivedToJson(const Waived &waived) {
  Json object = {{"by", waivedByName(waived.by).str()}};
  for (auto [name, text] :
       {std::pair("reason", &waived.reason), std::pair("who", &waived.who),
        std::pair("created", &waived.created), std::pair("expires", &waived.expires)})
    if (!text->empty())
      object[name] = *text;
  return object;
}

Json fixToJson(const Fix &fix, Sources &sources) {
  Json replacements = Json::array();
  for (const Replacement &replacement : fix.replacements) {
    Json entry = Json::object();
    addPlace(entry, sources, replacement.file, replacement.range);
    entry["text"] = replacement.text;
    replacements.push_back(std::move(entry));
  }
  return {{"title", fix.title}, {"replacements", std::move(replacements)}};
}

Json diagnosticToJson(const Diagnostic &diagnostic, Sources &sources) {
  Json object = {{"id", diagnostic.rule->id.str()},
                 {"rule", diagnostic.rule->name.str()},
                 {"severity", severityName(diagnostic.severity).str()},
                 {"message", diagnostic.message}};
  addPlace(object, sources, diagnostic.file, diagnostic.range);
  if (!diagnostic.rule->access.empty())
    object["access"] = diagnostic.rule->access.str();
  Json notes = Json::array();
  for (const DiagnosticNote &note : diagnostic.notes) {
    Json entry = {{"message", note.message}};
    addPlace(entry, sources, note.file, note.range);
    notes.push_back(std::move(entry));
  }
  object["notes"] = std::move(notes);
  if (!diagnostic.fingerprint.empty())
    object["fingerprint"] = diagnostic.fingerprint;
  if (diagnostic.reached)
    object["reached"] = *diagnostic.reached;
  if (diagnostic.waived)
    object["waived"] = waivedToJson(*diagnostic.waived);
  if (!diagnostic.subject.empty())
    object["subject"] = diagnostic.subject;
  if (!diagnostic.help.empty())
    object["help"] = diagnostic.help;
  if (diagnostic.fix)
    object["fix"] = fixToJson(*diagnostic.fix, sources);
  return object;
}

const char *summaryMember(const Diagnostic &diagnostic) {
  if (!diagnostic.waived)
    return severityName(diagnostic.severity).data();
  return diagnostic.waived->by == WaivedBy::Baseline ? "baselined" : "waived";
}

Json bundleToJson(const BundleResult &bundle) {
  Json object = bundleFactsToJson(bundle);
  Sources sources(bundle);
  Json diagnostics = Json::array();
  for (const Diagnostic &diagnostic : bundle.diagnostics.all())
    diagnostics.push_back(diagnosticToJson(diagnostic, sources));
  object["diagnostics"] = std::move(diagnostics);
  return object;
}

} // namespace

Json bundleFactsToJson(const BundleResult &bundle) {
  Json object = {{"path", bundle.path}};
  auto addKnown = [&](const char *key, const std::string &value) {
    if (!value.empty())
      object[key] = value;
  };
  addKnown("name", bundle.name);
  addKnown("version", bundle.version);
  addKnown("digest", bundle.digest);
  object["valid"] = bundle.valid;
  Json summary = {{"error", 0}, {"warning", 0}, {"note", 0}, {"waived", 0}, {"baselined", 0}};
  for (const Diagnostic &diagnostic : bundle.diagnostics.all()) {
    Json &count = summary[summaryMember(diagnostic)];
    count = count.get<uint64_t>() + 1;
  }
  object["summary"] = std::move(summary);
  object["coverage"] = {{"calls", bundle.coverage.calls}, {"resolved", bundle.coverage.resolved}};
  if (const SignatureResult &signature = bundle.signature; !signature.state.empty()) {
    object["signature"]["state"] = signature.state;
    if (!signature.keyId.empty())
      object["signature"]["keyId"] = signature.keyId;
    if (!signature.sealedIn.empty())
      object["policy"] = {{"trust", signature.sealedIn}, {"failOn", signature.sealedBelow}};
  }
  return object;
}

Json rangeToJson(const LineTable &lines, ByteRange range) {
  return {{"start", positionToJson(lines.position(range.begin))},
          {"end", positionToJson(lines.position(range.end))}};
}

void renderJson(const Report &report, llvm::raw_ostream &out) {
  Json results = Json::array();
  for (const BundleResult &bundle : report.bundles)
    results.push_back(bundleToJson(bundle));
  out << printJson({{"schema", "agentc.diagnostics/1"},
                    {"generator", {{"name", "agentc"}, {"version", report.version.str()}}},
                    {"bundles", std::move(results)}});
}

} // namespace agentc
