#include "BundleRules.h"

using namespace agentc;

static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, Severity severity,
                                   llvm::StringRef summary, ManualPage page, unsigned cwe = 0,
                                   Precision precision = Precision::VeryHigh) {
  return {id, name, "manifest", severity, summary, "", page, precision, cwe};
}

constexpr RuleInfo reported::noManifest = makeRule(
    "AC2001", "no-manifest", Severity::Error, "bundles without package.json",
    {"A folder or archive has no `package.json` at its top.",
     "The manifest says what the agent is called, where it begins and what it may reach; without "
     "it nothing is granted.",
     "", "", "A single source file needs no manifest; `--manifest FILE` gives it one."},
    20);

constexpr RuleInfo reported::invalidManifestJson = makeRule(
    "AC2002", "invalid-manifest-json", Severity::Error, "a package.json that is no JSON",
    {"The manifest is not a JSON object: a syntax error, a comment, a comma too many, a field "
     "twice in one object, a byte order mark, bytes that are not UTF-8, or another value than an "
     "object.",
     "Nothing that a broken manifest allows can be relied on, so it counts as if it were empty.",
     R"({"name": "agent", "version": "1.0.0",})", R"({"name": "agent", "version": "1.0.0"})",
     "Only the first mistake is reported."},
    1286);

constexpr RuleInfo reported::manifestFieldType = makeRule(
    "AC2003", "manifest-field-type", Severity::Error, "manifest fields of the wrong type",
    {"A field of `package.json` that agentc reads has a value of another type than it takes.",
     "The field is left at its default, so what the author meant to declare is not declared.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedHosts": "api.example.com"}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedHosts": ["api.example.com"]}})",
     "Fields that agentc doesn't read are npm's business and not looked at."},
    1287);

constexpr RuleInfo reported::unknownManifestField = makeRule(
    "AC2004", "unknown-manifest-field", Severity::Warning, "unknown fields among agent settings",
    {"The manifest's `agentc` (or `buzzi`) object has a field that agentc doesn't know.",
     "A misspelt field changes nothing, and its author believes that it does.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedHost": ["api.example.com"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedHosts": ["api.example.com"]}})",
     "Unknown fields elsewhere in `package.json` are allowed: other tools have theirs there."},
    20);

constexpr RuleInfo reported::manifestTooLarge =
    makeRule("AC2005", "manifest-too-large", Severity::Error, "manifests that are too large",
             {"The manifest has more than 1 MiB, or a list in it more than 1,000 items.",
              "No author writes such a manifest by hand, and no reviewer could read it.", "", "",
              "What stands beyond the limit is not read."},
             770);

constexpr RuleInfo reported::missingPackageName =
    makeRule("AC2006", "missing-package-name", Severity::Error, "manifests without a name",
             {"The manifest of a folder or archive has no `name`.",
              "The name is part of the package's file name, and what a registry knows it by.",
              R"({"version": "1.0.0"})", R"({"name": "agent", "version": "1.0.0"})",
              "A single source file needs none."},
             20);

constexpr RuleInfo reported::missingPackageVersion =
    makeRule("AC2007", "missing-package-version", Severity::Error, "manifests without a version",
             {"The manifest of a folder or archive has no `version`.",
              "Two uploads of one agent are told apart by their versions.", R"({"name": "agent"})",
              R"({"name": "agent", "version": "1.0.0"})", "A single source file needs none."},
             20);

constexpr RuleInfo reported::invalidPackageName = makeRule(
    "AC2008", "invalid-package-name", Severity::Error, "names that npm would refuse",
    {"The manifest's `name` breaks npm's rules for new packages: lower case, at most 214 "
     "characters, letters, digits, `-`, `.` and `_`, not beginning with `.` or `_`, optionally "
     "with a scope in front.",
     "The name becomes a file name and part of addresses; one that needs escaping there can be "
     "used to point elsewhere.",
     R"({"name": "Sales Agent", "version": "1.0.0"})",
     R"({"name": "@company/sales-agent", "version": "1.0.0"})", ""},
    1286);

constexpr RuleInfo reported::invalidPackageVersion = makeRule(
    "AC2009", "invalid-package-version", Severity::Error, "versions that are none",
    {"The manifest's `version` is not a version by Semantic Versioning 2.0.0.",
     "Versions have to be comparable, or nobody can tell which upload is newer.",
     R"({"name": "agent", "version": "v1.0"})", R"({"name": "agent", "version": "1.0.0"})", ""},
    1286);

constexpr RuleInfo reported::invalidModuleType = makeRule(
    "AC2010", "invalid-module-type", Severity::Error, "an unknown `type`",
    {"The manifest's `type` is neither `module` nor `commonjs`.",
     "Node ignores such a type without a word, and the code runs as something else than was meant.",
     R"({"name": "agent", "version": "1.0.0", "type": "esm"})",
     R"({"name": "agent", "version": "1.0.0", "type": "module"})", ""},
    20);

constexpr RuleInfo reported::missingEntry = makeRule(
    "AC2011", "missing-entry", Severity::Error, "an entry that isn't in the bundle",
    {"The file that `exports` or `main` names is not in the bundle, or, where neither names one, "
     "neither `index.js` nor what `bin` names.",
     "Without its entry the agent cannot be loaded. Node would silently take `index.js` instead.",
     R"({"name": "agent", "version": "1.0.0", "main": "dist/agent.js"})",
     R"({"name": "agent", "version": "1.0.0", "main": "index.js"})",
     "A TypeScript file is found where its JavaScript file is named."},
    20);

constexpr RuleInfo reported::entryOutsideBundle = makeRule(
    "AC2012", "entry-outside-bundle", Severity::Error, "an entry outside the bundle",
    {"`exports` or `main` names an absolute path, a URL, or a path that leads out of the bundle by "
     "`..`.",
     "Only the bundle's own files are checked, so only they may run.",
     R"({"name": "agent", "version": "1.0.0", "main": "../index.js"})",
     R"({"name": "agent", "version": "1.0.0", "main": "./index.js"})", ""},
    22);

constexpr RuleInfo reported::entryNotSource = makeRule(
    "AC2013", "entry-not-source", Severity::Error, "an entry that is no source",
    {"`exports` or `main` names a file of the bundle that is no JavaScript or TypeScript source.",
     "agentc reads code, and the sandbox runs nothing else; a native module can neither be checked "
     "nor confined.",
     R"({"name": "agent", "version": "1.0.0", "main": "package.json"})",
     R"({"name": "agent", "version": "1.0.0", "main": "index.js"})", ""},
    20);

constexpr RuleInfo reported::invalidExports = makeRule(
    "AC2014", "invalid-exports", Severity::Error, "`exports` that lead nowhere",
    {"`exports` doesn't say which file the package begins with: no condition among `import`, "
     "`require`, `node` and `default` applies, `.` is missing, keys with and without a dot are "
     "mixed, a target doesn't begin with `./`, or it is nested too deeply.",
     "Where `exports` stands, Node doesn't look at `main`, so such a package cannot be loaded.",
     R"({"name": "agent", "version": "1.0.0", "exports": {"browser": "./index.js"}})",
     R"({"name": "agent", "version": "1.0.0", "exports": {".": {"default": "./index.js"}}})",
     "Of several conditions that apply, the first one written counts, as for Node; subpaths other "
     "than `.` are not looked at."},
    20);

constexpr RuleInfo reported::entryNotBuilt = makeRule(
    "AC2016", "entry-not-built", Severity::Note, "entries that a build would make",
    {"`exports`, `main` or `bin` names a file below `dist`, `lib`, `build` or `out` that is not "
     "there, and `src` has the source that it would be made from.",
     "The source is read, checked and run in its place; what a build makes of it is not checked.",
     "", "", "Bundlers' settings are not read: `dist/a.js` stands for `src/a.ts`."},
    1068);

constexpr RuleInfo reported::invalidDependencyName = makeRule(
    "AC2015", "invalid-dependency-name", Severity::Error, "dependencies that no package can be",
    {"A dependency's name is no name that a package of npm can have.",
     "Such a name leads out of `node_modules` or to something else than a package.",
     R"({"name": "agent", "version": "1.0.0", "dependencies": {"../zod": "^4.0.0"}})",
     R"({"name": "agent", "version": "1.0.0", "dependencies": {"zod": "^4.0.0"}})",
     "Old names with upper-case letters are accepted."},
    1286);

llvm::ArrayRef<const RuleInfo *> reported::packageRules() {
  static const RuleInfo *const table[] = {&noManifest,
                                          &invalidManifestJson,
                                          &manifestFieldType,
                                          &unknownManifestField,
                                          &manifestTooLarge,
                                          &missingPackageName,
                                          &missingPackageVersion,
                                          &invalidPackageName,
                                          &invalidPackageVersion,
                                          &invalidModuleType,
                                          &missingEntry,
                                          &entryOutsideBundle,
                                          &entryNotSource,
                                          &entryNotBuilt,
                                          &invalidExports,
                                          &invalidDependencyName};
  return table;
}
