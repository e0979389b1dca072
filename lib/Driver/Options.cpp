#include "Options.h"

#include "agentc/Support/Parallel.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

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

constexpr opt::OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class Table final : public opt::PrecomputedOptTable {
public:
  Table()
      : PrecomputedOptTable(optionInfos,
                            llvm::ArrayRef(prefixUnionStorage, std::size(prefixUnionStorage) - 1)) {
    setDashDashParsing(true);
  }
};

/// Farther away than this, a flag is another word, not a misspelling.
unsigned maxFlagDistance(llvm::StringRef flag) {
  return std::max<unsigned>(1, flag.ltrim('-').size() / 3);
}

/// Reads a flag's value by name; what isn't in the list is an error that lists it.
template <typename T>
llvm::Error readChoice(const opt::InputArgList &arguments, OptionId id,
                       std::initializer_list<std::pair<llvm::StringRef, T>> choices, T &result) {
  const opt::Arg *argument = arguments.getLastArg(id);
  if (!argument)
    return llvm::Error::success();
  llvm::StringRef value = argument->getValue();
  std::string known;
  for (const auto &[name, choice] : choices) {
    if (value == name) {
      result = choice;
      return llvm::Error::success();
    }
    known += (known.empty() ? "`" : ", `") + name.str() + "`";
  }
  return usageError("`" + argument->getOption().getPrefixedName() + "` is `" +
                    escapeForTerminal(value) + "`; it can be " + known);
}

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

bool wantsColor(const DriverEnv &env, llvm::StringRef when, bool isTerminal) {
  if (when != "auto")
    return when == "always";
  std::optional<std::string> noColor = env.variable("NO_COLOR"), terminal = env.variable("TERM");
  return isTerminal && (!noColor || noColor->empty()) && terminal && *terminal != "dumb";
}

llvm::Error readFormat(const opt::InputArgList &arguments, Formats formats, OutputFormat &format) {
  if (formats == Formats::TextAndJson)
    return readChoice<OutputFormat>(arguments, OPT_format,
                                    {{"text", OutputFormat::Text}, {"json", OutputFormat::Json}},
                                    format);
  if (formats == Formats::Tests)
    return readChoice<OutputFormat>(arguments, OPT_format,
                                    {{"text", OutputFormat::Text},
                                     {"json", OutputFormat::Json},
                                     {"junit", OutputFormat::Junit}},
                                    format);
  return readChoice<OutputFormat>(arguments, OPT_format,
                                  {{"text", OutputFormat::Text},
                                   {"json", OutputFormat::Json},
                                   {"sarif", OutputFormat::Sarif},
                                   {"github", OutputFormat::Github},
                                   {"gitlab", OutputFormat::Gitlab},
                                   {"junit", OutputFormat::Junit}},
                                  format);
}

} // namespace

const opt::OptTable &optionTable() {
  static const Table table;
  return table;
}

llvm::Error usageError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> candidates) {
  std::optional<std::string> found = nearest(word, candidates);
  return found ? "; did you mean `" + escapeForTerminal(*found) + "`?" : "";
}

llvm::Expected<opt::InputArgList> parseArguments(llvm::ArrayRef<const char *> arguments,
                                                 OptionVisibility subcommand) {
  const opt::OptTable &table = optionTable();
  // Input and unknown arguments have the default visibility.
  opt::Visibility visible(unsigned{subcommand} | unsigned{DefaultVis});
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList parsed = table.ParseArgs(arguments, missingIndex, missingCount, visible);
  for (const opt::Arg *unknown : parsed.filtered(OPT_UNKNOWN)) {
    std::string text = unknown->getAsString(parsed), near;
    llvm::StringRef flag = llvm::StringRef(text).split('=').first;
    unsigned distance =
        table.findNearest(flag, near, visible, /*MinimumLength=*/2, maxFlagDistance(flag));
    bool isNear = distance <= maxFlagDistance(flag) && !near.empty();
    return usageError(
        "unknown flag `" + escapeForTerminal(flag) + "`" +
        (isNear ? "; did you mean `" + llvm::StringRef(near).split('=').first.str() + "`?" : ""));
  }
  if (missingCount)
    return usageError(llvm::Twine("`") + parsed.getArgString(missingIndex) + "` needs a value");
  return parsed;
}

llvm::Expected<CommonOptions>
readCommonOptions(const DriverEnv &env, const opt::InputArgList &arguments, Formats formats) {
  CommonOptions options;
  if (llvm::Error error = readFormat(arguments, formats, options.format))
    return error;
  if (llvm::Error error = readChoice<Severity>(
          arguments, OPT_fail_on,
          {{"error", Severity::Error}, {"warning", Severity::Warning}, {"note", Severity::Note}},
          options.failOn))
    return error;
  if (llvm::Error error = readChoice<std::optional<Trust>>(
          arguments, OPT_trust, {{"author", Trust::Author}, {"registry", Trust::Registry}},
          options.trust))
    return error;
  if (llvm::Error error = readLimits(arguments, options.limits))
    return error;
  llvm::StringRef color = "auto";
  if (llvm::Error error = readChoice<llvm::StringRef>(
          arguments, OPT_color, {{"auto", "auto"}, {"always", "always"}, {"never", "never"}},
          color))
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
  options.outColor = wantsColor(env, color, env.outIsTerminal && !options.output);
  options.errColor = wantsColor(env, color, env.errIsTerminal);
  options.quiet = arguments.hasArg(OPT_quiet);
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

llvm::Expected<std::string> onlyInput(const opt::InputArgList &arguments, llvm::StringRef what) {
  std::vector<std::string> inputs = arguments.getAllArgValues(OPT_INPUT);
  if (inputs.size() == 1)
    return inputs.front();
  if (inputs.empty())
    return usageError("no " + what + " is named");
  return usageError("`" + escapeForTerminal(inputs[1]) + "` is one too many; one " + what +
                    " at a time");
}

} // namespace agentc
