// The command line of agentc. One table for all subcommands: a flag's visibility names those that take it, and
// help, did-you-mean and parsing all read the same lines.

include "llvm/Option/OptParser.td"

def ForProgram : OptionVisibility;
def ForValidate : OptionVisibility;
def ForExtract : OptionVisibility;
def ForPackage : OptionVisibility;
def ForVerify : OptionVisibility;
def ForRun : OptionVisibility;
def ForExplain : OptionVisibility;
def ForRules : OptionVisibility;
def ForApprove : OptionVisibility;
def ForTest : OptionVisibility;
def ForKeygen : OptionVisibility;
def ForInspect : OptionVisibility;
def ForDiff : OptionVisibility;
def ForCache : OptionVisibility;
def ForLint : OptionVisibility;

defvar allVisibilities = [ForProgram, ForValidate, ForExtract, ForPackage, ForVerify, ForRun, ForExplain, ForRules, ForApprove,
                          ForTest, ForKeygen, ForInspect, ForDiff, ForCache, ForLint];
defvar subcommands = [ForValidate, ForExtract, ForPackage, ForVerify, ForRun, ForExplain, ForRules, ForTest, ForInspect, ForDiff,
                      ForCache, ForLint];
defvar readers = [ForValidate, ForExtract, ForPackage, ForVerify, ForRun, ForApprove, ForTest, ForInspect, ForDiff, ForLint];
defvar checkers = [ForValidate, ForPackage, ForVerify, ForLint];

// --name VALUE and --name=VALUE.
multiclass Value<string name, string meta, string help, list<OptionVisibility> visibility> {
  def NAME : Separate<["--"], name>, MetaVarName<meta>, HelpText<help>, Visibility<visibility>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>, Visibility<visibility>;
}
class Switch<string name, string help, list<OptionVisibility> visibility>
    : Flag<["--"], name>, HelpText<help>, Visibility<visibility>;

def help : Switch<"help", "print this help; also -h", allVisibilities>;
def h : Flag<["-"], "h">, Alias<help>, Visibility<allVisibilities>;
def version : Switch<"version", "print the version", allVisibilities>;

// What every subcommand takes.
defm format : Value<"format", "FORMAT", "text or json; of validate, lint, package, verify and diff also sarif, github, gitlab or junit, of test junit; the default is text, of extract-config json", subcommands>;
defm output : Value<"output", "FILE", "write the output to FILE, whole or not at all; also -o",
                    !listconcat(subcommands, [ForKeygen])>;
def o : Separate<["-"], "o">, Alias<output>, Visibility<!listconcat(subcommands, [ForKeygen])>;
defm color : Value<"color", "WHEN", "auto (the default), always or never; NO_COLOR means never",
                   !listconcat(subcommands, [ForApprove])>;
def quiet : Switch<"quiet", "print findings only, no summary and no logs; also -q", subcommands>;
def q : Flag<["-"], "q">, Alias<quiet>, Visibility<subcommands>;

// How a bundle is read.
defm trust : Value<"trust", "WHOM",
  "author or registry: whether the bundle's own settings and ignored files count", readers>;
defm settings : Value<"settings", "FILE", "read the project's settings from FILE, not from agentc.json", readers>;
defm manifest : Value<"manifest", "FILE", "use FILE as the manifest instead of the bundle's package.json",
                      [ForValidate, ForExtract, ForRun, ForApprove, ForTest]>;
defm stdin_filename : Value<"stdin-filename", "NAME", "the name of the source that `-` reads from standard input",
                            [ForValidate, ForExtract, ForRun]>;
defm dump_stage : Value<"dump", "STAGE",
  "print what a stage made: files, manifest, syntax, program, values, config, access, load or plan; of run request: what the sandbox would get",
  [ForValidate, ForPackage, ForVerify, ForRun]>;

def frameworks : Switch<"frameworks", "list the frameworks whose agents and tools are extracted, not the rules", [ForRules]>;

// What counts as a finding.
defm fail_on : Value<"fail-on", "SEVERITY", "exit 1 from this severity on: error (the default of lint), warning (of the others) or note",
                     checkers>;
defm waivers : Value<"waivers", "FILE", "the waiver file, instead of the one that agentc.json names",
                     [ForValidate, ForPackage, ForApprove, ForLint]>;
defm baseline : Value<"baseline", "FILE", "don't count what FILE knows from before", [ForValidate, ForLint]>;
defm write_baseline : Value<"write-baseline", "FILE", "write all findings to FILE, to count only later ones",
                            [ForValidate, ForLint]>;
defm rule : Value<"rule", "NAME", "check this rule only; several may be given", [ForLint]>;
def no_load_test : Switch<"no-load-test", "don't load the bundle in the sandbox", [ForValidate, ForPackage]>;

// What of a source tree is read, and as what it is printed.
def include_tests : Switch<"include-tests", "read tests, stories and fixtures too", [ForExtract, ForLint]>;
def no_ignore : Switch<"no-ignore", "read what .gitignore names, and folders `dist`, too", [ForExtract, ForLint]>;
defm target : Value<"target", "API",
  "print tool definitions as an API takes them: anthropic, openai or mcp", [ForExtract]>;
defm agent : Value<"agent", "NAME", "with --target, the tools of this agent only", [ForExtract]>;
def plain : Switch<"plain", "print bare values, without their provenance", [ForExtract]>;
def strict : Switch<"strict", "exit 1 if anything could not be determined", [ForExtract]>;
def force : Switch<"force", "overwrite a package or key that is there already", [ForPackage, ForKeygen]>;

// How much an archive may hold; folders are bounded alike.
defm max_unpacked : Value<"max-unpacked", "SIZE", "read at most SIZE in all, unpacked; the default is 256MB",
                          !listconcat(readers, [ForCache])>;
defm max_file : Value<"max-file", "SIZE", "read no file over SIZE; the default is 64MB", readers>;
defm max_entries : Value<"max-entries", "N", "read at most N files and folders; the default is 10000", readers>;
defm max_ratio : Value<"max-ratio", "N", "let nothing unpack to over N times its packed size; the default is 200",
                       readers>;
defm max_path : Value<"max-path", "BYTES", "read no path over BYTES; the default is 4096", readers>;
defm max_depth : Value<"max-depth", "N", "read no path over N folders deep; the default is 32", readers>;

def sbom : Switch<"sbom", "print the list of components alone, as CycloneDX 1.6", [ForInspect]>;

// Signatures.
defm sign : Value<"sign", "KEY.pem", "sign the package by an Ed25519 key, as `agentc keygen` makes it", [ForPackage]>;
defm key : Value<"key", "PUB.pem", "require the signature of this key; several may be given, one must have signed",
                 [ForVerify, ForInspect]>;

// The cache.
defm cache_dir : Value<"cache-dir", "FOLDER", "keep packages, or lint's results, in FOLDER; the default is below XDG_CACHE_HOME or ~/.cache",
                       [ForCache, ForLint]>;
def no_cache : Switch<"no-cache", "neither use nor keep results of earlier runs", [ForLint]>;
defm digest : Value<"digest", "sha256:HEX", "the SHA-256 that the file must have", [ForCache]>;
defm max_age : Value<"max-age", "TIME", "remove what was unused for longer, as 30d, 12h, 90m or 45s; the default is 30d",
                     [ForCache]>;
defm max_size : Value<"max-size", "SIZE", "remove the longest unused until SIZE is left", [ForCache]>;

// Approvals.
def yes : Switch<"yes", "approve everything without asking; needs --reason and --who", [ForApprove]>;
defm reason : Value<"reason", "TEXT", "why the findings are acceptable", [ForApprove]>;
defm who : Value<"who", "NAME", "who approves; the default is $EMAIL or $USER", [ForApprove]>;
defm expires : Value<"expires", "DAY", "the last day on which the waivers hold, as 2027-05-31; default: 180 days",
                     [ForApprove]>;

// A call.
defm tool : Value<"tool", "NAME", "which tool to call; default: the handler, or the only tool", [ForRun]>;
def slice : Switch<"slice", "run the tool's slice: what it needs of the bundle, and nothing else", [ForRun]>;
defm input : Value<"input", "JSON", "the input: JSON, @FILE, or - for standard input", [ForRun]>;
defm context : Value<"context", "FILE",
  "JSON with config, agent, organizationSlug, conversationId and userId for the call", [ForRun]>;
defm platform : Value<"platform", "FILE",
  "JSON that says what the agent's services answer: llm, rag and history", [ForRun]>;
defm out : Value<"out", "FOLDER", "keep what the call saves, and the history of conversations, in FOLDER", [ForRun]>;
def events : Switch<"events", "print events as they happen, and the report, as lines of JSON", [ForRun]>;
defm timeout : Value<"timeout", "MS", "wall time of the call", [ForRun]>;
defm cpu : Value<"cpu", "MS", "CPU time of the call", [ForRun]>;
defm max_memory : Value<"max-memory", "SIZE", "heap and buffers together, as in 128MB", [ForRun]>;
defm allow_host : Value<"allow-host", "HOST[:PORT]", "grant a host, whatever manifest and inference say", [ForRun]>;
defm allow_env : Value<"allow-env", "NAME", "grant an environment variable", [ForRun]>;
def allow_private : Switch<"allow-private", "let granted hosts be on this machine and on local networks", [ForRun, ForCache]>;
defm resolve : Value<"resolve", "HOST:PORT:ADDRESS", "where a granted host is, whatever DNS says; may be private", [ForRun, ForCache]>;
defm ca : Value<"ca", "FILE", "certificates (PEM) of authorities to trust beside the system's", [ForRun, ForCache]>;
defm allow_module : Value<"allow-module", "NAME", "grant a module of the bundle's own node_modules", [ForRun]>;
def jitless : Switch<"jitless", "let V8 make no machine code: slower, and no memory can be made executable", [ForRun, ForTest]>;
def explain_sandbox : Switch<"explain-sandbox", "print what the sandbox enforces on this machine, and call nothing",
                             [ForRun]>;
defm require_sandbox : Value<"require-sandbox", "full", "refuse to run where any wall of the sandbox is missing", [ForRun, ForTest]>;
defm grant : Value<"grant", "WHAT",
  "inferred (the default: what the manifest allows and the tool reaches) or manifest (all it allows)", [ForRun]>;

// Tests of a bundle.
defm filter : Value<"filter", "TEXT", "run only tests whose file or name contains TEXT", [ForTest]>;
defm jobs : Value<"jobs", "N", "run N tests, or read N bundles, at once; default: as many as there are processors", [ForTest, ForLint]>;
