#include "Sources.h"

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
  if (diagnostic.waived)
    object["waived"] = true;
  return object;
}

Json bundleToJson(const BundleResult &bundle) {
  Json object = {{"path", bundle.path}};
  auto addKnown = [&](const char *key, const std::string &value) {
    if (!value.empty())
      object[key] = value;
  };
  addKnown("name", bundle.name);
  addKnown("version", bundle.version);
  addKnown("digest", bundle.digest);
  object["valid"] = bundle.valid;

  Sources sources(bundle);
  Json summary = {{"error", 0}, {"warning", 0}, {"note", 0}, {"waived", 0}};
  Json diagnostics = Json::array();
  for (const Diagnostic &diagnostic : bundle.diagnostics.all()) {
    Json &count = summary[diagnostic.waived ? "waived" : severityName(diagnostic.severity).data()];
    count = count.get<uint64_t>() + 1;
    diagnostics.push_back(diagnosticToJson(diagnostic, sources));
  }
  object["summary"] = std::move(summary);
  object["coverage"] = {{"calls", bundle.coverage.calls}, {"resolved", bundle.coverage.resolved}};
  object["diagnostics"] = std::move(diagnostics);
  return object;
}

} // namespace

Json rangeToJson(const LineTable &lines, ByteRange range) {
  return {{"start", positionToJson(lines.position(range.begin))},
          {"end", positionToJson(lines.position(range.end))}};
}

Json renderJson(llvm::ArrayRef<BundleResult> bundles, llvm::StringRef version) {
  Json results = Json::array();
  for (const BundleResult &bundle : bundles)
    results.push_back(bundleToJson(bundle));
  return {{"schema", "agentc.diagnostics/1"},
          {"generator", {{"name", "agentc"}, {"version", version.str()}}},
          {"bundles", std::move(results)}};
}

} // namespace agentc
