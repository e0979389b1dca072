#include "ServerPrinters.h"

#include "agentc/Bundle/Semver.h"

namespace agentc {

namespace {

/// Returns true if the newest version that a requirement of the bundle allows is at least the
/// given one; std::nullopt if the bundle doesn't require the package, or names no version
/// range.
std::optional<bool> mayBeSince(const Manifest &manifest, llvm::StringRef package,
                               llvm::StringRef version) {
  for (const Dependency &dependency : manifest.dependencies)
    if (dependency.name == package)
      if (std::optional<VersionRange> range = VersionRange::parse(dependency.requirement))
        return range->reaches(*parseVersion(version));
  return std::nullopt;
}

ServerPrinting printingOf(const Manifest &manifest) {
  ServerPrinting printing;
  printing.zod3.printer = SchemaPrinting::Printer::ZodToJsonSchema;
  printing.zod3.saysDraft = printing.zod4.saysDraft = true;
  printing.zod4.zodMinor = mayBeSince(manifest, "zod", "4.5.0").value_or(true)   ? 5
                           : mayBeSince(manifest, "zod", "4.1.0").value_or(true) ? 1
                                                                                 : 0;
  return printing;
}

} // namespace

/// Schemas of zod 3 go to zod-to-json-schema and, since 1.23, those of zod 4 to their own
/// `toJSONSchema`.
ServerPrinting sdkPrinting(const ExtractionContext &context, llvm::StringRef path, bool isOutput) {
  ServerPrinting printing = printingOf(context.manifest);
  bool knowsZod4 =
      mayBeSince(context.manifest, "@modelcontextprotocol/sdk", "1.23.0").value_or(true);
  printing.isZod3 = !knowsZod4 && !mayBeSince(context.manifest, "zod", "3.0.0");
  printing.zod3.strictUnions = true;
  if (knowsZod4)
    printing.zod3.pipes = isOutput ? SchemaPrinting::Pipes::Output : SchemaPrinting::Pipes::Input;
  printing.zod4.isOutput = isOutput;
  printing.zod4.isDraft7 = !path.contains("@modelcontextprotocol/server");
  return printing;
}

ServerPrinting fastMcpPrinting(const ExtractionContext &context, llvm::StringRef, bool) {
  ServerPrinting printing = printingOf(context.manifest);
  printing.zod4.isOutput = true;
  return printing;
}

ServerPrinting tmcpPrinting(const ExtractionContext &context, llvm::StringRef, bool) {
  ServerPrinting printing = printingOf(context.manifest);
  printing.zod4.isOutput = printing.zod4.isDraft7 = true;
  return printing;
}

} // namespace agentc
