#include "Subcommand.h"

#include "Reports/Dump.h"

#include "agentc/Support/Text.h"

namespace agentc {

namespace opt = llvm::opt;

namespace {

const Subcommand *const subcommands[] = {
#define SUBCOMMAND(NAME, CONSTANT) &CONSTANT##Subcommand,
#include "Subcommands.def"
#undef SUBCOMMAND
};

constexpr std::pair<CommandGroup, llvm::StringRef> groups[] = {
    {CommandGroup::Check, "Check"},     {CommandGroup::Read, "Read"},
    {CommandGroup::Package, "Package"}, {CommandGroup::Run, "Run"},
    {CommandGroup::More, "More"},
};

/// An entry on variables or files in the manual pages of subcommands that take a flag, or of
/// those that are named.
struct Surrounding {
  OptionId flag;
  const char *term;
  const char *text;
  unsigned subcommands = 0; ///< by their visibilities, beside those that take the flag
};

constexpr Surrounding variables[] = {
    {OPT_color, "NO_COLOR", "if set and not empty, `--color=auto` means never"},
    {OPT_color, "CLICOLOR_FORCE, FORCE_COLOR",
     "if set and neither empty nor 0, `--color=auto` means always, unless NO_COLOR is set"},
    {OPT_hyperlinks, "FORCE_HYPERLINK",
     "what `--hyperlinks=auto` means: never if 0, always if anything else"},
    {OPT_cache_dir, "XDG_CACHE_HOME, HOME", "where the cache lies if `--cache-dir` doesn't say it"},
    {OPT_who, "EMAIL, USER", "who approves if `--who` doesn't say it"},
    {OPT_allow_env, "NAME",
     "whatever name the manifest allows and the tool reads, or `--allow-env` grants, is handed on"},
    {OPT_server, "AGENTC_KEY", "the key of the server that `--server` names"},
    {OPT_server, "https_proxy, all_proxy, no_proxy",
     "the proxy through which an https server is asked, and the hosts that are asked without it"},
    {OPT_INVALID, "https_proxy, all_proxy, no_proxy",
     "the proxy through which registries are asked, and the hosts that are asked without it",
     ForPush | ForPull},
};

constexpr Surrounding files[] = {
    {OPT_settings, "agentc.json",
     "the project's settings, beside the bundle or in a folder above it: base classes, allowed "
     "dependencies, severities of rules, the waiver file"},
    {OPT_include_tests, ".gitignore", "what it names is not read"},
    {OPT_filter, "tests/*.json", "the bundle's examples"},
    {OPT_INVALID, "~/.docker/config.json",
     "the logins of `docker login` and its credential helpers; DOCKER_CONFIG names another folder",
     ForPush | ForPull},
};

bool concerns(const Surrounding &surrounding, const Subcommand &subcommand) {
  const unsigned takers = surrounding.flag == OPT_INVALID
                              ? 0u
                              : unsigned(optionInfos()[surrounding.flag - 1].Visibility);
  return ((takers | surrounding.subcommands) & subcommand.visibility) != 0;
}

std::vector<Definition> surroundings(const Subcommand &subcommand,
                                     llvm::ArrayRef<Surrounding> all) {
  std::vector<Definition> found;
  for (const Surrounding &each : all)
    if (concerns(each, subcommand))
      found.push_back({each.term, each.text});
  return found;
}

std::vector<Definition> exitCodes(llvm::StringRef failure) {
  std::vector<Definition> codes = {{"0", "clean"}};
  if (!failure.empty())
    codes.push_back({"1", failure.str()});
  codes.push_back({"2", "wrong usage, or something that is needed failed"});
  codes.push_back({"130", "Ctrl-C"});
  return codes;
}

/// Other programs' names of flags.
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> otherFlags[] = {
    {"--allow-net", "--allow-host"}, {"--config", "--settings"}, {"--max-warnings", "--fail-on"},
    {"--out-file", "--output"},      {"--args", "--input"},      {"--select", "--rule"},
    {"--public-key", "--key"},
};

/// The hint for a flag that is not the subcommand's: whose it is, or what was meant.
std::string flagHint(llvm::StringRef flag, const Subcommand &subcommand) {
  for (const auto &[other, own] : otherFlags)
    for (const FlagPart &part : flagsOf(subcommand))
      if (flag == other &&
          llvm::any_of(part.flags, [own = llvm::StringRef(own)](const FlagInfo &info) {
            return info.name == own;
          }))
        return "; did you mean `" + own.str() + "`?";
  std::string owners;
  for (const Subcommand *other : subcommands)
    for (const FlagPart &part : flagsOf(*other))
      for (const FlagInfo &info : part.flags)
        if (info.name == flag)
          owners += (owners.empty() ? "`agentc " : ", `agentc ") + other->name.str() + "`";
  std::string meant = meantFlag(flag, flagsOf(subcommand));
  return meant.empty() && !owners.empty() ? "; it is a flag of " + owners : meant;
}

const FlagInfo *findFlag(llvm::ArrayRef<FlagPart> parts, unsigned id) {
  for (const FlagPart &part : parts)
    for (const FlagInfo &flag : part.flags)
      if (flag.id == id)
        return &flag;
  return nullptr;
}

llvm::Error checkValues(const opt::InputArgList &arguments, const Subcommand &subcommand) {
  const std::vector<FlagPart> parts = flagsOf(subcommand);
  for (const opt::Arg *argument : arguments) {
    const FlagInfo *flag = findFlag(parts, argument->getOption().getID());
    if (!flag || flag->values.empty() || argument->getNumValues() == 0)
      continue;
    // Stages for tests are not listed.
    if (flag->id == OPT_dump_stage && subcommand.visibility != ForRun)
      continue;
    const std::string value = argument->getValue();
    if (!llvm::is_contained(flag->values, value))
      return usageError("`" + flag->name + "` is `" + escapeForTerminal(value) + "`" +
                        didYouMeanOneOf(value, flag->values));
  }
  return llvm::Error::success();
}

} // namespace

llvm::ArrayRef<const Subcommand *> allSubcommands() { return subcommands; }

const Subcommand *findSubcommand(llvm::StringRef name) {
  for (const Subcommand *subcommand : subcommands)
    if (subcommand->name == name)
      return subcommand;
  return nullptr;
}

std::vector<FlagPart> flagsOf(const Subcommand &subcommand) {
  std::vector<FlagPart> parts =
      flagParts(optionInfos(), opt::Visibility(unsigned{subcommand.visibility}));
  for (FlagPart &part : parts)
    for (FlagInfo &flag : part.flags)
      if (flag.id == OPT_format)
        flag.values = formatNames(subcommand.formats);
      else if (flag.id == OPT_dump_stage)
        flag.values =
            subcommand.visibility == ForRun ? std::vector<std::string>{"request"} : dumpNames();
  return parts;
}

CommandPage pageOf(const Subcommand &subcommand) {
  CommandPage page;
  page.command = ("agentc " + subcommand.name).str();
  page.arguments = subcommand.arguments;
  page.summary = subcommand.summary;
  page.flags = flagsOf(subcommand);
  page.examples = subcommand.examples;
  page.exitCodes = exitCodes(subcommand.failure);
  page.environment = surroundings(subcommand, variables);
  page.files = surroundings(subcommand, files);
  page.seeAlso = {"agentc"};
  for (const Subcommand *other : subcommands)
    if (other != &subcommand && other->group == subcommand.group)
      page.seeAlso.push_back(manualPageName(("agentc " + other->name).str()));
  return page;
}

CommandPage programPage() {
  CommandPage page;
  page.command = "agentc";
  page.arguments = "SUBCOMMAND [FLAGS] [BUNDLE]";
  page.summary = "reads, checks, packages and runs agent bundles";
  for (const auto &[group, title] : groups) {
    std::vector<Definition> members;
    for (const Subcommand *subcommand : subcommands)
      if (subcommand->group == group)
        members.push_back({subcommand->name.str(), subcommand->summary});
    page.commands.emplace_back(title.str(), std::move(members));
  }
  page.flags = flagParts(optionInfos(), opt::Visibility(unsigned{ForProgram}));
  page.examples = "  # is this bundle safe to accept?\n"
                  "  agentc validate my-agent/\n"
                  "  # seal what passed, and read it again\n"
                  "  agentc package my-agent/ -o my-agent.zip && agentc verify my-agent.zip\n";
  page.exitCodes = exitCodes("findings, or a call that failed");
  page.more =
      "`agentc help SUBCOMMAND` tells all about one subcommand, `agentc explain RULE` all about "
      "one rule.";
  for (const Subcommand *subcommand : subcommands)
    page.seeAlso.push_back(manualPageName(("agentc " + subcommand->name).str()));
  page.seeAlso.push_back("agentc-tool-run");
  return page;
}

llvm::Expected<opt::InputArgList> parseArguments(llvm::ArrayRef<const char *> arguments,
                                                 const Subcommand &subcommand) {
  // Input and unknown arguments have the default visibility.
  opt::Visibility visible(unsigned{subcommand.visibility} | unsigned{opt::DefaultVis});
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList parsed =
      optionTable().ParseArgs(arguments, missingIndex, missingCount, visible);
  if (parsed.hasArg(OPT_help))
    return parsed;
  for (const opt::Arg *unknown : parsed.filtered(OPT_UNKNOWN)) {
    std::string text = unknown->getAsString(parsed);
    llvm::StringRef flag = llvm::StringRef(text).split('=').first;
    return usageError("unknown flag `" + escapeForTerminal(flag) + "`" +
                      flagHint(flag, subcommand));
  }
  if (missingCount)
    return usageError(llvm::Twine("`") + parsed.getArgString(missingIndex) + "` needs a value");
  if (llvm::Error error = checkValues(parsed, subcommand))
    return error;
  return parsed;
}

} // namespace agentc
