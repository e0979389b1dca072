#include "BundleRules.h"

using namespace agentc;

static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, Severity severity,
                                   llvm::StringRef summary, ManualPage page, unsigned cwe = 0,
                                   Precision precision = Precision::VeryHigh) {
  return {id, name, "manifest", severity, summary, "", page, precision, cwe};
}

constexpr RuleInfo reported::ambiguousSettingsKey =
    makeRule("AC2020", "ambiguous-settings-key", Severity::Error, "both `agentc` and `buzzi`",
             {"The manifest has agent settings under both of their names. agentc reads those under "
              "`agentc`.",
              "Another reader may take the other ones, and with them other hosts and limits.",
              R"({"name": "agent", "version": "1.0.0", "agentc": {}, "buzzi": {"timeout": 1000}})",
              R"({"name": "agent", "version": "1.0.0", "buzzi": {"timeout": 1000}})", ""},
             436);

constexpr RuleInfo reported::invalidAgentType = makeRule(
    "AC2021", "invalid-agent-type", Severity::Error, "an `agentType` that is no word",
    {"`agentType` is not a word: letters, digits, `-`, `_`, `.` and `/`, beginning with a letter, "
     "at most 64 characters.",
     "The word is shown to reviewers and compared by platforms; it must not hold sentences or "
     "invisible characters.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"agentType": ""}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"agentType": "sales"}})", ""},
    1286);

constexpr RuleInfo reported::invalidBaseVersion = makeRule(
    "AC2022", "invalid-base-version", Severity::Error, "a `minBaseVersion` that is no version",
    {"`minBaseVersion` is not a version by Semantic Versioning 2.0.0.",
     "A version that cannot be compared cannot be required.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"minBaseVersion": "^2.0.0"}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"minBaseVersion": "2.0.0"}})",
     "It is one version, not a range; ranges stand in `dependencies`."},
    1286);

constexpr RuleInfo reported::invalidCapability = makeRule(
    "AC2023", "invalid-capability", Severity::Error, "capabilities that are no words",
    {"One of the `capabilities` is not a word: letters, digits, `-`, `_`, `.` and `/`, beginning "
     "with a letter, at most 64 characters.",
     "Capabilities are words that platforms compare; anything else matches nothing.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"capabilities": ["file upload"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"capabilities": ["file_upload"]}})",
     "Which capabilities exist is the platform's business."},
    1286);

constexpr RuleInfo reported::invalidHostPattern = makeRule(
    "AC2024", "invalid-host-pattern", Severity::Error, "hosts that are none",
    {"One of the `allowedHosts` is not a host name, `*.` and a host name, or an IPv4 address, each "
     "optionally with `:port`. Schemes, paths, user names, spaces, `*` in another place, "
     "non-ASCII letters and unusual spellings of addresses are refused.",
     "A pattern that means something else to one of its readers opens or closes the wrong door.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedHosts": ["https://a.example/"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedHosts": ["*.example.com"]}})",
     "International names are written in their ASCII form (`xn--…`); upper case counts as lower "
     "case."},
    1286);

constexpr RuleInfo reported::wideHostPattern = makeRule(
    "AC2025", "wide-host-pattern", Severity::Error, "hosts that allow almost everything",
    {"One of the `allowedHosts` is `*`, or `*.` before a top-level domain (`*.com`) or before one "
     "below which anyone can have a name (`*.co.uk`, `*.github.io`).",
     "Tools that may talk to any host can send away whatever they are given; the sandbox has no "
     "pattern for it.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedHosts": ["*.com"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedHosts": ["*.example.com"]}})",
     "Of the domains below which anyone can have a name, those of countries are known by their "
     "usual labels, and about fifty services; the Public Suffix List has more."},
    183, Precision::High);

constexpr RuleInfo reported::invalidEnvName = makeRule(
    "AC2026", "invalid-env-name", Severity::Error, "environment names that are none",
    {"One of `allowedEnv` is not an environment name: letters, digits and `_`, not beginning with "
     "a digit. There are no patterns.",
     "Each name is a secret that tools may read, so each has to be written out.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedEnv": ["CRM_*"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedEnv": ["CRM_TOKEN"]}})", ""},
    1286);

constexpr RuleInfo reported::invalidModuleName = makeRule(
    "AC2027", "invalid-module-name", Severity::Error, "modules that no package can be",
    {"One of `allowedModules` is no name of a package, optionally with a path inside it.",
     "Only packages can be allowed; the bundle's own files need no permission, and others are out "
     "of reach.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedModules": ["./lib"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedModules": ["date-fns"]}})", ""},
    1286);

constexpr RuleInfo reported::nodeModuleAllowed = makeRule(
    "AC2028", "node-module-allowed", Severity::Error, "Node's modules among `allowedModules`",
    {"One of `allowedModules` is a module of Node itself that the sandbox doesn't provide.",
     "`allowedModules` lets packages in that the bundle brings along. Node's own modules reach "
     "files, processes and the network past the sandbox's checks, and nothing can allow them.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedModules": ["fs"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"allowedModules": ["date-fns"]}})", ""},
    183);

constexpr RuleInfo reported::invalidTimeLimit = makeRule(
    "AC2029", "invalid-time-limit", Severity::Error, "times that are no limits",
    {"`timeout`, `cpu` or `fetchTimeout` is not a whole number of milliseconds from 1 to 3600000 "
     "(an hour).",
     "A call without a limit can hold its worker for ever, and one with none left cannot run.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"timeout": 0}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"timeout": 30000}})",
     "A platform may set lower limits of its own."},
    1284);

constexpr RuleInfo reported::invalidMemoryLimit = makeRule(
    "AC2030", "invalid-memory-limit", Severity::Error, "a `maxMemory` that is no limit",
    {"`maxMemory` is not a size from 16 MB to 4 GB, written as a number with `KB`, `MB` or `GB` "
     "(1024 each).",
     "Less than the smallest cannot start, and more than the largest the engine cannot manage.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"maxMemory": "lots"}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"maxMemory": "128MB"}})",
     "A platform may set lower limits of its own."},
    1284);

constexpr RuleInfo reported::invalidToolName = makeRule(
    "AC2031", "invalid-tool-name", Severity::Error, "tool names that are none",
    {"One of `enabledTools` is not a tool's name: letters, digits, `-`, `_`, `.` and `/`, at most "
     "128 characters.",
     "Models' interfaces take no other names, so such a tool can never be called.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"enabledTools": ["create quote"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"enabledTools": ["create_quote"]}})",
     "Whether the bundle has a tool of that name is another question."},
    1286);

constexpr RuleInfo reported::duplicateManifestItem = makeRule(
    "AC2032", "duplicate-manifest-item", Severity::Warning, "the same item twice in a list",
    {"A list of the agent settings has the same item twice.",
     "Most often another item was meant. It counts once.",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"capabilities": ["rag", "rag"]}})",
     R"({"name": "agent", "version": "1.0.0", "agentc": {"capabilities": ["rag", "tools"]}})", ""},
    694);

constexpr RuleInfo reported::providedVersionMismatch = makeRule(
    "AC2033", "provided-version-mismatch", Severity::Error,
    "dependencies on versions that the sandbox doesn't provide",
    {"A dependency that the sandbox provides has a range that excludes the version it provides, "
     "or `minBaseVersion` asks for a later base class than it provides.",
     "The bundle would run with a version that it says it cannot use.",
     R"({"name": "agent", "version": "1.0.0", "dependencies": {"zod": "^2.0.0"}})",
     R"({"name": "agent", "version": "1.0.0", "dependencies": {"zod": ">=3"}})",
     "Tags such as `latest` are not compared; dependencies on addresses have a rule of their "
     "own."},
    439);

llvm::ArrayRef<const RuleInfo *> reported::agentFieldRules() {
  static const RuleInfo *const table[] = {
      &ambiguousSettingsKey,  &invalidAgentType,       &invalidBaseVersion, &invalidCapability,
      &invalidHostPattern,    &wideHostPattern,        &invalidEnvName,     &invalidModuleName,
      &nodeModuleAllowed,     &invalidTimeLimit,       &invalidMemoryLimit, &invalidToolName,
      &duplicateManifestItem, &providedVersionMismatch};
  return table;
}
