// The command line of agentc. One table for all subcommands: a flag's visibility names those that take it, and
// parsing, did-you-mean, help, manual pages and completions all read the same lines. The name of a value says what
// completions offer for it: FILE, FOLDER, KEY.pem, PUB.pem and RULE are known to them.

include "llvm/Option/OptParser.td"

// The visibilities, and all of them as `allVisibilities`: made from Subcommands.def.
include "Subcommands.td"

defvar subcommands = [ForValidate, ForExtract, ForPackage, ForVerify, ForRun, ForExplain, ForRules, ForTest, ForInspect, ForDiff,
                      ForCache, ForLint, ForPush, ForPull];
defvar readers = [ForValidate, ForExtract, ForPackage, ForVerify, ForRun, ForApprove, ForTest, ForInspect, ForDiff, ForLint,
                  ForMcp, ForReport];
// Subcommands that speak with registries and verify what goes there and comes from there.
defvar sharers = [ForPush, ForPull];
// What calls tools with a grant of its own.
defvar callers = [ForRun, ForMcp];
defvar checkers = [ForValidate, ForPackage, ForVerify, ForLint];
// Subcommands that print a product of their own, of one form.
defvar writers = [ForKeygen, ForReport];
defvar dumpers = [ForValidate, ForPackage, ForVerify, ForRun];

// The parts of a help page, in the order of their names.
class Part<string name, string title> : OptionGroup<name>, HelpText<title>;
def CallPart : Part<"10", "What is called">;
def ChatPart : Part<"15", "With whom, and about what">;
def GrantPart : Part<"20", "What a call may use">;
def ServePart : Part<"25", "Where it is served">;
def TestPart : Part<"30", "Which tests run">;
def ReadPart : Part<"40", "How a bundle is read">;
def FindingPart : Part<"50", "What counts as a finding">;
def ApprovalPart : Part<"55", "How findings are approved">;
def SealPart : Part<"60", "What is signed and kept">;
def OutputPart : Part<"70", "What is printed">;
def LimitPart : Part<"80", "How much is read at most">;
def ServerPart : Part<"85", "How packages are served">;
def OtherPart : Part<"90", "Other flags">;

// --name VALUE and --name=VALUE; `among` are the values there are, with commas between them, if they can be listed.
multiclass Value<string name, string meta, string help, list<OptionVisibility> visibility, string among = ""> {
  def NAME : Separate<["--"], name>, MetaVarName<meta>, HelpText<help>, Visibility<visibility>, Values<among>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>, Visibility<visibility>;
}
class Switch<string name, string help, list<OptionVisibility> visibility>
    : Flag<["--"], name>, HelpText<help>, Visibility<visibility>;

let Group = OtherPart in {
def help : Switch<"help", "print this help", allVisibilities>;
def h : Flag<["-"], "h">, Alias<help>, Visibility<allVisibilities>;
def version : Switch<"version", "print the version", allVisibilities>;
def V : Flag<["-"], "V">, Alias<version>, Visibility<allVisibilities>;
}
// For the build, and for the scripts that `agentc completions` prints.
def write_pages : Separate<["--"], "write-pages">, MetaVarName<"FOLDER">, Flags<[HelpHidden]>, Visibility<[ForProgram]>,
  HelpText<"write manual pages and completions below FOLDER">;
def complete_at : Separate<["--"], "complete-at">, MetaVarName<"N">, Flags<[HelpHidden]>, Visibility<[ForCompletions]>,
  HelpText<"print what can stand at the Nth word of the command line behind `--`">;

// What every subcommand takes.
let Group = OutputPart in {
let HelpTextsForVariants = [HelpTextVariant<[ForExtract], "how to print; the default is json">] in
defm format : Value<"format", "FORMAT", "how to print; the default is text", subcommands>;
defm output : Value<"output", "FILE", "write the output to FILE, whole or not at all",
                    !listconcat(subcommands, writers)>;
def o : Separate<["-"], "o">, Alias<output>, Visibility<!listconcat(subcommands, writers)>;
defm color : Value<"color", "WHEN", "when to use colours; auto, the default, on terminals, unless NO_COLOR is set",
                   !listconcat(subcommands, [ForApprove, ForMcp, ForChat]), "auto,always,never">;
defm hyperlinks : Value<"hyperlinks", "WHEN",
  "when to link rules to their pages; auto, the default, on terminals that are known to take links",
  !listconcat(checkers, sharers), "auto,always,never">;
def quiet : Switch<"quiet", "print findings only: no summary, no progress, no logs", !listconcat(subcommands, [ForMcp, ForReport])>;
def q : Flag<["-"], "q">, Alias<quiet>, Visibility<!listconcat(subcommands, [ForMcp, ForReport])>;
defm dump_stage : Value<"dump", "STAGE", "print what a stage made, and go no further", dumpers>;
def frameworks : Switch<"frameworks", "list the frameworks whose agents and tools are extracted, not the rules", [ForRules]>;
}

let Group = ReadPart in {
defm trust : Value<"trust", "WHOM",
  "whose bundle it is: a registry's gets nothing from its own settings, ignore files and suppressions", readers,
  "author,registry">;
defm settings : Value<"settings", "FILE", "read the project's settings from FILE, not from agentc.json",
                      !listconcat(readers, sharers)>;
defm manifest : Value<"manifest", "FILE", "use FILE as the manifest instead of the bundle's package.json",
                      [ForValidate, ForExtract, ForRun, ForApprove, ForTest, ForMcp, ForReport]>;
defm stdin_filename : Value<"stdin-filename", "NAME", "the name of the source that `-` reads from standard input",
                            [ForValidate, ForExtract, ForRun, ForLint]>;
def include_tests : Switch<"include-tests", "read tests, stories and fixtures too", [ForExtract, ForLint]>;
def no_ignore : Switch<"no-ignore", "read what .gitignore names and folders named `dist` too", [ForExtract, ForLint]>;
}

let Group = FindingPart in {
let HelpTextsForVariants = [HelpTextVariant<[ForLint], "exit 1 from this severity on; the default is error">] in
defm fail_on : Value<"fail-on", "SEVERITY", "exit 1 from this severity on; the default is warning",
                     !listconcat(checkers, sharers, [ForReport]), "error,warning,note">;
defm waivers : Value<"waivers", "FILE", "the waiver file, instead of the one that agentc.json names",
                     [ForValidate, ForPackage, ForApprove, ForLint, ForReport]>;
defm baseline : Value<"baseline", "FILE", "don't count what FILE knows from before", [ForValidate, ForLint]>;
defm write_baseline : Value<"write-baseline", "FILE", "write all findings to FILE, to count only later ones",
                            [ForValidate, ForLint]>;
defm max_findings : Value<"max-findings", "N", "print at most N findings as text, the severest; 0 prints all; the default is 200",
                          !listconcat(checkers, sharers)>;
def statistics : Switch<"statistics", "print how many findings each rule has, not the findings", checkers>;
defm since : Value<"since", "REV", "check only what changed since HEAD and REV parted, and count only what is new", [ForLint]>;
defm rule : Value<"rule", "RULE", "check this rule only; several may be given", [ForLint]>;
def no_load_test : Switch<"no-load-test", "don't load the bundle in the sandbox", [ForValidate, ForPackage, ForReport]>;
def each_place : Switch<"each-place", "tell each finding in installed packages by its place, not by package",
                        [ForValidate]>;
let HelpTextsForVariants = [HelpTextVariant<[ForLint],
  "take away what does nothing: suppressions without a finding, allowances that nothing reaches">] in
def fix : Switch<"fix", "first write into the manifest the hosts, environment variables and secrets that code asks for by constant names",
                 [ForValidate, ForLint]>;
def watch : Switch<"watch", "check again at every change, until Ctrl-C", [ForLint]>;
def strict : Switch<"strict", "exit 1 if anything could not be determined", [ForExtract]>;
}

// As what a configuration is printed.
let Group = OutputPart in {
defm target : Value<"target", "API", "print tool definitions as an API takes them", [ForExtract], "anthropic,openai,mcp">;
let HelpTextsForVariants = [HelpTextVariant<[ForChat], "the agent of that name, where the package has several">] in
defm agent : Value<"agent", "NAME", "with --target, the tools of this agent only", [ForExtract, ForChat]>;
def plain : Switch<"plain", "print bare values, without their provenance", [ForExtract]>;
def list_contents : Switch<"list", "print the files that would be sealed, with their sizes and why each is there", [ForPackage]>;
def force : Switch<"force", "overwrite a package or key that is there already", [ForPackage, ForKeygen, ForPull]>;
def full : Switch<"full", "print descriptions, prompts and schemas to the last word", [ForInspect]>;
defm against : Value<"against", "OLD", "tell what changed since this bundle or package", [ForReport]>;
def sbom : Switch<"sbom", "print the list of components alone, as CycloneDX 1.6", [ForInspect]>;
}

// How much an archive may hold; folders are bounded alike.
let Group = LimitPart in {
defm max_unpacked : Value<"max-unpacked", "SIZE", "read at most SIZE in all, unpacked; the default is 256MB",
                          !listconcat(readers, sharers, [ForCache])>;
defm max_file : Value<"max-file", "SIZE", "read no file over SIZE; the default is 64MB", !listconcat(readers, sharers)>;
defm max_entries : Value<"max-entries", "N", "read at most N files and folders; the default is 10000", !listconcat(readers, sharers)>;
defm max_ratio : Value<"max-ratio", "N", "let nothing unpack to over N times its packed size; the default is 200",
                       !listconcat(readers, sharers)>;
defm max_path : Value<"max-path", "BYTES", "read no path over BYTES; the default is 4096", !listconcat(readers, sharers)>;
defm max_depth : Value<"max-depth", "N", "read no path over N folders deep; the default is 32", !listconcat(readers, sharers)>;
}

// Signatures and the cache.
let Group = SealPart in {
defm sign : Value<"sign", "KEY.pem", "sign the package by an Ed25519 key, as `agentc keygen` makes it", [ForPackage]>;
defm key : Value<"key", "PUB.pem", "require the signature of this key; several may be given, one must have signed",
                 [ForVerify, ForInspect, ForMcp, ForPush, ForPull, ForReport]>;
let HelpTextsForVariants = [HelpTextVariant<[ForLint], "keep results in FOLDER; the default is below XDG_CACHE_HOME or ~/.cache">] in
defm cache_dir : Value<"cache-dir", "FOLDER", "keep packages in FOLDER; the default is below XDG_CACHE_HOME or ~/.cache",
                       [ForCache, ForLint]>;
def no_cache : Switch<"no-cache", "neither use nor keep results of earlier runs", [ForLint]>;
let HelpTextsForVariants = [HelpTextVariant<[ForMcp], "require a package of this digest, as inspect prints it; several may be given">] in
defm digest : Value<"digest", "sha256:HEX", "the SHA-256 that the file must have", [ForCache, ForMcp]>;
def dry_run : Switch<"dry-run", "verify the package and print the digests that it would have; send nothing", [ForPush]>;
defm chunk_size : Value<"chunk-size", "SIZE", "send what is larger in parts of SIZE; the default is 32MB", [ForPush]>;
defm max_age : Value<"max-age", "TIME", "remove what was unused for longer, as 30d, 12h, 90m or 45s; the default is 30d",
                     [ForCache]>;
defm max_size : Value<"max-size", "SIZE", "remove the longest unused until SIZE is left", [ForCache]>;
}

let Group = ApprovalPart in {
let HelpTextsForVariants = [HelpTextVariant<[ForChat], "approve each call that waits for a person, without asking">] in
def yes : Switch<"yes", "approve everything without asking; needs --reason and --who", [ForApprove, ForChat]>;
defm reason : Value<"reason", "TEXT", "why the findings are acceptable", [ForApprove]>;
defm who : Value<"who", "NAME", "who approves; the default is $EMAIL or $USER", [ForApprove]>;
defm expires : Value<"expires", "DAY", "the last day on which the waivers hold, as 2027-05-31; default: 180 days",
                     [ForApprove]>;
}

let Group = CallPart in {
defm tool : Value<"tool", "TOOL", "which tool to call; default: the handler, or the only tool", [ForRun]>;
def slice : Switch<"slice", "run the tool's slice: what it needs of the bundle, and nothing else", [ForRun]>;
defm input : Value<"input", "JSON", "the input: JSON, @FILE, or - for standard input", [ForRun]>;
defm context : Value<"context", "FILE",
  "JSON with config, agent, organizationSlug, conversationId and userId for the call", callers>;
defm platform : Value<"platform", "FILE",
  "JSON that says what the agent's services answer: llm, rag and history", callers>;
defm out : Value<"out", "FOLDER", "keep what the call saves, and the history of conversations, in FOLDER", [ForRun]>;
}

let Group = OutputPart in {
defm print_config : Value<"print-config", "CLIENT", "print what a client wants in its settings, and serve nothing", [ForMcp],
                          "claude,codex,cursor,vscode">;
def print_offer : Switch<"print-offer", "print the calls of the packages' tools as `agentc serve` takes them, with variables NAME granted from AGENTC_GIVEN_NAME, and serve nothing", [ForMcp]>;
def explain : Switch<"explain", "print what the packages' tools may reach, and serve nothing", [ForMcp]>;
}
let Group = ServePart in {
let HelpTextsForVariants = [HelpTextVariant<[ForChat], "without --server, ask about calls of `all` tools, of those that are not proven to change nothing (`changes`, the default), or of the tool named so">] in
defm ask : Value<"ask", "WHICH", "have a person approve each call, by the client, of `all` tools, of those that are not proven to change nothing (`changes`), or of the tool named so", [ForMcp, ForChat]>;
defm http : Value<"http", "ADDRESS:PORT", "serve clients over HTTP, at /mcp, not one on standard input; port 0 takes one that is free", [ForMcp]>;
defm http_token : Value<"http-token", "FILE", "the token that each request must bring; needed where ADDRESS is not this machine's own", [ForMcp]>;
defm http_host : Value<"http-host", "HOST[:PORT]", "a name, beside localhost, that clients may ask by", [ForMcp]>;
defm http_origin : Value<"http-origin", "ORIGIN", "a web page's origin that may ask, as https://app.example", [ForMcp]>;
}

let Group = ChatPart in {
defm server : Value<"server", "URL", "the server that has the agent, as https://agents.example; its key is in AGENTC_KEY", [ForChat]>;
defm deployment : Value<"deployment", "FILE", "without --server, JSON with what PUT /api/agents takes beside the package: env, secrets, config, limits, history, approvals", [ForChat]>;
defm conversation : Value<"conversation", "ID", "the conversation that goes on; default: another one", [ForChat]>;
defm resume : Value<"resume", "RUN", "first show a run, go on with it if it waits, and with its conversation", [ForChat]>;
def history : Switch<"history", "print the agent's runs, or those of --conversation, and say nothing", [ForChat]>;
def metrics : Switch<"metrics", "print success rate, steps and tokens of the agent's last runs, and say nothing", [ForChat]>;
}

let Group = OutputPart in
def events : Switch<"events", "print events as they happen, and the report, as lines of JSON", [ForRun]>;

let Group = GrantPart in {
defm timeout : Value<"timeout", "TIME", "wall time of the call, in milliseconds, or as 5s", callers>;
defm cpu : Value<"cpu", "TIME", "CPU time of the call, likewise", callers>;
defm max_memory : Value<"max-memory", "SIZE", "heap and buffers together, as in 128MB", callers>;
defm grant : Value<"grant", "WHAT",
  "what is granted: what the manifest allows and the tool is known to reach (the default), or all that the manifest allows",
  callers, "inferred,manifest">;
defm allow_host : Value<"allow-host", "HOST[:PORT]", "grant a host, whatever manifest and inference say", callers>;
defm env : Value<"env", "NAME[=VALUE]", "grant an environment variable, and say what it is", [ForMcp]>;
defm allow_env : Value<"allow-env", "NAME", "grant an environment variable", callers>;
defm secret : Value<"secret", "NAME=FILE", "read a secret of the manifest from FILE, not from the environment", callers>;
defm allow_module : Value<"allow-module", "NAME", "grant a module of the bundle's own node_modules", callers>;
defm allow_read : Value<"allow-read", "PATH", "let the call read a file, or a folder and all in it", !listconcat(callers, [ForTest])>;
defm allow_write : Value<"allow-write", "PATH", "let the call read and change a file, or a folder and all in it", !listconcat(callers, [ForTest])>;
defm data : Value<"data", "FOLDER", "keep in FOLDER, made if missing, what the agent's files.data lets it keep between calls",
                  callers>;
let HelpTextsForVariants = [HelpTextVariant<sharers, "let a public registry lead to hosts on this machine and on local networks">] in
def allow_private : Switch<"allow-private", "let granted hosts be on this machine and on local networks",
                           !listconcat(callers, sharers, [ForCache])>;
let HelpTextsForVariants = [HelpTextVariant<sharers, "where a host is, whatever DNS says; may be private">] in
defm resolve : Value<"resolve", "HOST:PORT:ADDRESS", "where a granted host is, whatever DNS says; may be private",
                     !listconcat(callers, sharers, [ForCache])>;
defm ca : Value<"ca", "FILE", "certificates (PEM) of authorities to trust beside the system's",
                !listconcat(callers, sharers, [ForCache, ForChat])>;
def jitless : Switch<"jitless", "let V8 make no machine code: slower, and no memory can be made executable", !listconcat(callers, [ForTest])>;
def allow_jit : Switch<"allow-jit", "let V8 make machine code for a registry's bundle, too, as for an author's", !listconcat(callers, [ForTest])>;
def explain_sandbox : Switch<"explain-sandbox", "print what the sandbox enforces on this machine, and call nothing",
                             [ForRun]>;
defm require_sandbox : Value<"require-sandbox", "full", "refuse to run where any wall of the sandbox is missing",
                             !listconcat(callers, [ForTest]), "full">;
}

let Group = ServerPart in {
let HelpTextsForVariants = [HelpTextVariant<[ForChat], "without --server, keep runs and what tools keep in FOLDER; the default is a temporary one">] in
defm state : Value<"state", "FOLDER", "keep packages, agents and keys in FOLDER, which is made if it is missing", [ForServe, ForChat]>;
defm listen : Value<"listen", "ADDRESS:PORT", "listen there; the default is 127.0.0.1:8484, and port 0 is one that is free", [ForServe]>;
defm host : Value<"host", "NAME[:PORT]", "a name by which clients may ask, beside the loopback's; several may be given", [ForServe]>;
defm origin : Value<"origin", "ORIGIN", "an origin whose web pages may ask, as https://app.example; several may be given", [ForServe]>;
defm registry : Value<"registry", "HOST[:PORT]", "an OCI registry whose packages clients may have fetched by their names; several may be given, and none is the default", [ForServe]>;
defm sandboxes : Value<"sandboxes", "N", "processes that hold calls; the default is one a processor", [ForServe]>;
defm tenant_sandboxes : Value<"tenant-sandboxes", "N", "give each tenant such a process of its own while it calls, to at most N tenants at once, instead of sharing them", [ForServe]>;
defm idle_packages : Value<"idle-packages", "N", "packages that each of them keeps loaded between calls; the default is 16", [ForServe]>;
defm queue : Value<"queue", "N", "calls under way or waiting in each of them, beyond which answers are 503; the default is 256", [ForServe]>;
defm tenant_calls : Value<"tenant-calls", "N", "calls of one tenant at once, beyond which answers are 429; the default is 128", [ForServe]>;
defm key_rate : Value<"key-rate", "N", "requests of one key a minute, beyond which answers are 429; 0, the default, is any number", [ForServe]>;
defm warm_memory : Value<"warm-memory", "SIZE", "memory for packages that are prepared for calls; the default is 256MB", [ForServe]>;
defm max_upload : Value<"max-upload", "SIZE", "bytes of one upload; the default is 32MB", [ForServe]>;
defm max_saved : Value<"max-saved", "SIZE", "bytes of the assets and deliverables that one tenant's calls save; the default is 1GB", [ForServe]>;
defm grace : Value<"grace", "TIME", "how long calls may go on when the server is told to stop; the default is 10s", [ForServe]>;
let HelpTextsForVariants = [HelpTextVariant<[ForChat], "run a bundle or package here, with these models, as `agentc serve` takes them">] in
defm models : Value<"models", "FILE", "the models that agents run with, where they are and with which keys; without it no agent is run", [ForServe, ForChat]>;
defm otlp : Value<"otlp", "URL", "send traces and metrics to this OpenTelemetry collector, as http://127.0.0.1:4318", [ForServe]>;
defm redis : Value<"redis", "URL", "share state with other nodes in this Redis, redis://HOST:PORT or unix:///PATH; a password is in AGENTC_REDIS_PASSWORD", [ForServe]>;
defm role : Value<"role", "ROLE", "with --redis, what this node does: `serve` (requests alone), `work` (runs alone), or `both`, the default", [ForServe], "serve,work,both">;
defm runs : Value<"runs", "N", "with --redis, runs that this node has at once, beside those that wait for a person; the default is 256", [ForServe]>;
defm lease : Value<"lease", "TIME", "with --redis, how long a node may be silent before others go on with its runs; the default is 10s", [ForServe]>;
def allow_lesser_sandbox : Switch<"allow-lesser-sandbox", "serve where a wall of the sandbox is missing, too", [ForServe, ForChat]>;
defm new_key : Value<"new-key", "NAME", "make a key, print its secret, and serve nothing", [ForServe]>;
defm tenant : Value<"tenant", "NAME", "with --new-key, whose key it is; the default is `default`", [ForServe]>;
defm scopes : Value<"scopes", "SCOPES", "with --new-key, some of read, run, deploy, approve, admin and operate, with commas between; the default is read,run", [ForServe]>;
}

let Group = TestPart in {
defm filter : Value<"filter", "TEXT", "run only tests whose file or name contains TEXT", [ForTest]>;
}
let Group = OtherPart in
defm jobs : Value<"jobs", "N", "do so much at once; the default is as many as there are processors", [ForTest, ForLint]>;
