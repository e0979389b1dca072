#include "Options.h"

#include "OptionIds.h"

#include "Terminal/Terminal.h"

#include "agentc/Support/Parallel.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"

namespace agentc {

namespace opt = llvm::opt;

#define PREFIX(NAME, VALUE)                                                                        \
  static constexpr llvm::StringLiteral NAME##Storage[] = VALUE;                                    \
  static constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(NAME##Storage,                         \
                                                            std::size(NAME##Storage) - 1);
#include "Options.inc"
#undef PREFIX

#define PREFIX_UNION(VALUE) static constexpr llvm::StringLiteral prefixUnionStorage[] = VALUE;
#include "Options.inc"
#undef PREFIX_UNION

namespace {

using opt::DefaultVis;
using opt::HelpHidden;

constexpr opt::OptTable::Info infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class Table final : public opt::PrecomputedOptTable {
public:
  Table()
      : PrecomputedOptTable(infos,
                            llvm::ArrayRef(prefixUnionStorage, std::size(prefixUnionStorage) - 1)) {
    setDashDashParsing(true);
  }
};

/// Returns the meaning of a flag's value; parseArguments accepts only values that the table
/// lists.
template <typename T>
T choice(const opt::InputArgList &arguments, OptionId id,
         std::initializer_list<std::pair<llvm::StringRef, T>> choices, T otherwise) {
  const opt::Arg *argument = arguments.getLastArg(id);
  if (!argument)
    return otherwise;
  for (const auto &[name, value] : choices)
    if (argument->getValue() == name)
      return value;
  llvm_unreachable("all values in Options.td are known");
}

constexpr std::pair<llvm::StringRef, OutputFormat> formats[] = {
    {"text", OutputFormat::Text},
#define REPORT_FORMAT(NAME, WORD) {WORD, OutputFormat::NAME},
#include "agentc/Diagnostics/Formats.def"
#undef REPORT_FORMAT
};

/// Flags that bound what is read, each itself within what the readers can bear.
llvm::Error readLimits(const opt::InputArgList &arguments, ReadLimits &limits) {
  struct LimitFlag {
    OptionId id;
    uint64_t &limit;
    uint64_t highest;
    bool isSize = false;
  };
  const LimitFlag flags[] = {{OPT_max_unpacked, limits.totalBytes, uint64_t(1) << 36, true},
                             {OPT_max_file, limits.fileBytes, uint64_t(1) << 30, true},
                             {OPT_max_entries, limits.entries, 1'000'000},
                             {OPT_max_ratio, limits.ratio, 1'000'000},
                             {OPT_max_path, limits.pathBytes, 65'535},
                             {OPT_max_depth, limits.pathDepth, 1000}};
  for (const LimitFlag &flag : flags) {
    const opt::Arg *argument = arguments.getLastArg(flag.id);
    if (!argument)
      continue;
    const llvm::StringRef text = argument->getValue();
    uint64_t value = 0;
    if (flag.isSize)
      value = parseByteSize(text).value_or(0);
    else if (!llvm::to_integer(text, value, 10))
      value = 0;
    if (value == 0 || value > flag.highest)
      return usageError(
          "`" + argument->getOption().getPrefixedName() + "` is `" + escapeForTerminal(text) +
          "`; it can be " + (flag.isSize ? "a size as `128MB`, up to " : "1 to ") +
          (flag.isSize ? llvm::Twine(flag.highest >> 20) + "MB" : llvm::Twine(flag.highest)));
    flag.limit = value;
  }
  return llvm::Error::success();
}

/// Every checker prints a bounded number of findings as text; 0 is none bound.
llvm::Error readMaxFindings(const opt::InputArgList &arguments, size_t &limit) {
  constexpr size_t usual = 200;
  const opt::Arg *argument = arguments.getLastArg(OPT_max_findings);
  size_t count = usual;
  if (argument && llvm::StringRef(argument->getValue()).getAsInteger(10, count))
    return usageError("`--max-findings` is `" + escapeForTerminal(argument->getValue()) +
                      "`; it takes a number, and 0 prints all");
  limit = count ? count : SIZE_MAX;
  return llvm::Error::success();
}

} // namespace

const opt::OptTable &optionTable() {
  static const Table table;
  return table;
}

llvm::ArrayRef<opt::OptTable::Info> optionInfos() { return infos; }

std::vector<std::string> formatNames(Formats which) {
  std::vector<std::string> names;
  for (const auto &[name, format] : formats) {
    const bool isPlain = format == OutputFormat::Text || format == OutputFormat::Json;
    if (isPlain || which == Formats::Reports ||
        (which == Formats::Tests && format == OutputFormat::Junit))
      names.push_back(name.str());
  }
  return names;
}

llvm::Expected<CommonOptions> readCommonOptions(const DriverEnv &env,
                                                const opt::InputArgList &arguments) {
  CommonOptions options;
  if (const opt::Arg *argument = arguments.getLastArg(OPT_format))
    for (const auto &[name, format] : formats)
      if (argument->getValue() == name)
        options.format = format;
  options.failOn = choice<Severity>(
      arguments, OPT_fail_on,
      {{"error", Severity::Error}, {"warning", Severity::Warning}, {"note", Severity::Note}},
      options.failOn);
  options.trust = choice<std::optional<Trust>>(
      arguments, OPT_trust, {{"author", Trust::Author}, {"registry", Trust::Registry}}, {});
  if (llvm::Error error = readLimits(arguments, options.limits))
    return error;

  auto text = [&](OptionId id, std::optional<std::string> &result) {
    if (const opt::Arg *argument = arguments.getLastArg(id))
      result = argument->getValue();
  };
  text(OPT_output, options.output);
  text(OPT_settings, options.settings);
  text(OPT_manifest, options.manifest);
  text(OPT_waivers, options.waivers);
  if (options.output && options.output->empty())
    return usageError("`--output` names no file");
  const llvm::StringRef color = arguments.getLastArgValue(OPT_color, "auto");
  options.outColor = options.output ? color == "always" : wantsColor(env, color, env.outIsTerminal);
  options.errColor = wantsColor(env, color, env.errIsTerminal);
  const llvm::StringRef links = arguments.getLastArgValue(OPT_hyperlinks, "auto");
  options.outLinks = options.output ? links == "always" : wantsLinks(env, links, env.outIsTerminal);
  options.errLinks = wantsLinks(env, links, env.errIsTerminal);
  options.quiet = arguments.hasArg(OPT_quiet);
  options.columns = env.outIsTerminal && !options.output ? env.terminalWidth() : 0;
  options.errColumns = env.errIsTerminal ? env.terminalWidth() : 0;
  if (llvm::Error error = readMaxFindings(arguments, options.maxFindings))
    return error;
  options.isCounted = arguments.hasArg(OPT_statistics);
  if (options.isCounted && options.format != OutputFormat::Text)
    return usageError("`--statistics` counts findings as text, not as `--format`");
  if (const opt::Arg *argument = arguments.getLastArg(OPT_stdin_filename))
    options.standardInputName = argument->getValue();
  return options;
}

llvm::Expected<size_t> readJobs(const opt::InputArgList &arguments) {
  const opt::Arg *argument = arguments.getLastArg(OPT_jobs);
  if (!argument)
    return processorCount();
  size_t jobs = 0;
  if (llvm::StringRef(argument->getValue()).getAsInteger(10, jobs) || jobs == 0 || jobs > 256)
    return usageError("`--jobs` is `" + escapeForTerminal(argument->getValue()) +
                      "`; it takes a number from 1 to 256");
  return jobs;
}

/// Suggests how a second argument was meant.
static std::string meantByInput(llvm::StringRef word, llvm::StringRef what) {
  if (word.ends_with(".zip") && what == "bundle")
    return "`-o " + escapeForTerminal(word) + "` names the package that is written";
  if (word.ltrim().starts_with("{"))
    return "`--input` gives a tool its input";
  return "one " + what.str() + " at a time";
}

llvm::Expected<std::string> onlyInput(const opt::InputArgList &arguments, llvm::StringRef what) {
  std::vector<std::string> inputs = arguments.getAllArgValues(OPT_INPUT);
  if (inputs.size() == 1)
    return inputs.front();
  if (inputs.empty() && what == "bundle" && llvm::sys::fs::exists("package.json"))
    return std::string(".");
  if (inputs.empty())
    return usageError("no " + what + " is named" +
                      (what == "bundle" ? ", and the working folder has no `package.json`" : "") +
                      "; `--help` shows how");
  return usageError("`" + escapeForTerminal(inputs[1]) + "` is one too many; " +
                    meantByInput(inputs[1], what));
}

} // namespace agentc
