#include "CacheSource.h"
#include "Reports/BundleReport.h"
#include "Sharing/FetchedPackage.h"
#include "Subcommand.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

std::string countOf(size_t packages) {
  return std::to_string(packages) + (packages == 1 ? " package" : " packages");
}

using Arguments = llvm::opt::InputArgList;
using Entries = std::vector<CacheEntry>;

/// One call of `agentc cache`.
struct CacheCall {
  DriverEnv &env;
  const CommonOptions &options;
  const Arguments &arguments;
  const PackageCache &cache;
  std::vector<std::string> inputs; ///< after the verb
  bool isJson() const { return options.format == OutputFormat::Json; }
};

llvm::Expected<int> finishCache(const CacheCall &call, llvm::StringRef text, int code) {
  if (llvm::Error error = writeOutput(call.env, call.options, text))
    return error;
  return code;
}

llvm::Expected<std::optional<std::string>> readDigest(const Arguments &arguments) {
  const llvm::opt::Arg *argument = arguments.getLastArg(OPT_digest);
  if (!argument)
    return std::nullopt;
  std::string text = llvm::StringRef(argument->getValue()).lower();
  llvm::StringRef digest = text;
  digest.consume_front("sha256:");
  if (digest.size() != 64 || !llvm::all_of(digest, llvm::isHexDigit))
    return usageError("`--digest` is `" + escapeForTerminal(text) +
                      "`; it is `sha256:` and 64 hexadecimal digits");
  return digest.str();
}

llvm::Expected<std::string> readSource(const CacheCall &call, llvm::StringRef source) {
  const uint64_t maxBytes = call.options.limits.totalBytes;
  if (isUrl(source)) {
    llvm::Expected<NetworkOptions> network = readNetworkOptions(call.env, call.arguments);
    if (!network)
      return network.takeError();
    if (call.env.status)
      call.env.status("fetching " + source.str());
    return fetchUrl(source, *network, maxBytes);
  }
  llvm::Expected<std::string> bytes = call.env.readFile(source);
  if (bytes && bytes->size() > maxBytes)
    return usageError("`" + escapeForTerminal(source) + "` has over " + llvm::Twine(maxBytes) +
                      " bytes");
  return bytes;
}

llvm::Expected<int> showKept(const CacheCall &call, const CachedPackage &kept) {
  if (!call.isJson())
    return finishCache(call, kept.path + "\n", ExitClean);
  return finishCache(call,
                     printJson({{"schema", "agentc.cache/1"},
                                {"digest", "sha256:" + kept.digest},
                                {"path", kept.path},
                                {"wasKnown", kept.wasKnown}}),
                     ExitClean);
}

int refuseDigest(const CacheCall &call, const std::string &found, const std::string &wanted) {
  call.env.err << "agentc: error: `" << escapeForTerminal(call.inputs.front())
               << "` is sha256:" << found << ", not sha256:" << wanted << "; nothing is kept\n";
  return ExitFindings;
}

/// Of an OCI registry or layout: only what verifies is kept.
llvm::Expected<int> ensureReference(const CacheCall &call) {
  if (call.arguments.hasArg(OPT_digest))
    return usageError("`--digest` is for files and URLs; a reference ends in `@sha256:…` itself");
  llvm::Expected<std::optional<CachedPackage>> kept =
      keepPackage(call.env, call.arguments, call.options, call.cache, call.inputs.front());
  if (!kept)
    return kept.takeError();
  return *kept ? showKept(call, **kept) : ExitFindings;
}

llvm::Expected<int> ensure(const CacheCall &call) {
  if (call.inputs.size() != 1)
    return usageError("`cache ensure` takes one file, https URL or `oci:` reference");
  const std::string &source = call.inputs.front();
  if (oci::hasReferencePrefix(source))
    return ensureReference(call);
  llvm::Expected<std::optional<std::string>> digest = readDigest(call.arguments);
  if (!digest)
    return digest.takeError();
  if (isUrl(source) && !*digest)
    return usageError("a URL needs `--digest sha256:…`, which says what must come from there");
  if (*digest) {
    llvm::Expected<std::optional<std::string>> known = call.cache.find(**digest);
    if (!known)
      return known.takeError();
    if (*known)
      return showKept(call, {**known, **digest, /*wasKnown=*/true});
  }
  llvm::Expected<std::string> bytes = readSource(call, source);
  if (!bytes)
    return bytes.takeError();
  const std::string found = sha256Hex(*bytes);
  if (*digest && found != **digest)
    return refuseDigest(call, found, **digest);
  llvm::Expected<std::string> added = call.cache.add(found, *bytes);
  if (!added)
    return added.takeError();
  return showKept(call, {std::move(*added), found});
}

Json entriesToJson(const Entries &entries, bool isVerified) {
  Json list = Json::array();
  for (const CacheEntry &entry : entries) {
    Json item = {{"digest", "sha256:" + entry.digest},
                 {"path", entry.path},
                 {"size", entry.size},
                 {"unusedSeconds", entry.unused.count()}};
    if (isVerified)
      item["damaged"] = entry.isDamaged;
    list.push_back(std::move(item));
  }
  return list;
}

llvm::Expected<int> showEntries(const CacheCall &call, llvm::Expected<Entries> entries,
                                bool isVerified) {
  if (!call.inputs.empty())
    return usageError("`" + escapeForTerminal(call.inputs.front()) + "` is one too many");
  if (!entries)
    return entries.takeError();
  const bool anyDamaged =
      llvm::any_of(*entries, [](const CacheEntry &entry) { return entry.isDamaged; });
  const int code = anyDamaged ? ExitFindings : ExitClean;
  if (call.isJson())
    return finishCache(
        call,
        printJson({{"schema", "agentc.cache/1"}, {"entries", entriesToJson(*entries, isVerified)}}),
        code);
  std::string text;
  uint64_t bytes = 0;
  for (const CacheEntry &entry : *entries) {
    bytes += entry.size;
    text += "sha256:" + entry.digest + "  " + std::to_string(entry.size) + " bytes, unused for " +
            std::to_string(entry.unused.count() / 3600) + " h" +
            (entry.isDamaged ? "; damaged" : "") + "\n";
  }
  if (!call.options.quiet)
    text += countOf(entries->size()) + ", " + std::to_string(bytes) + " bytes" +
            (isVerified && !anyDamaged ? ", all whole" : "") + "\n";
  return finishCache(call, text, code);
}

/// `30d`, `12h`, `90m`, `45s`.
std::optional<std::chrono::seconds> parseAge(llvm::StringRef text) {
  uint64_t number = 0, unit = 0;
  if (text.consume_back("d"))
    unit = 86400;
  else if (text.consume_back("h"))
    unit = 3600;
  else if (text.consume_back("m"))
    unit = 60;
  else if (text.consume_back("s"))
    unit = 1;
  if (unit == 0 || !llvm::to_integer(text, number, 10) || number > 1'000'000'000)
    return std::nullopt;
  return std::chrono::seconds(number * unit);
}

llvm::Expected<int> collect(const CacheCall &call) {
  if (!call.inputs.empty())
    return usageError("`" + escapeForTerminal(call.inputs.front()) + "` is one too many");
  std::optional<std::chrono::seconds> maxAge;
  if (const llvm::opt::Arg *argument = call.arguments.getLastArg(OPT_max_age))
    if (maxAge = parseAge(argument->getValue()); !maxAge)
      return usageError("`--max-age` is `" + escapeForTerminal(argument->getValue()) +
                        "`; it is a number with `d`, `h`, `m` or `s`");
  std::optional<uint64_t> maxBytes;
  if (const llvm::opt::Arg *argument = call.arguments.getLastArg(OPT_max_size))
    if (maxBytes = parseByteSize(argument->getValue()); !maxBytes)
      return usageError("`--max-size` is `" + escapeForTerminal(argument->getValue()) +
                        "`; it is a size, as in `512MB`");
  if (!maxAge && !maxBytes)
    maxAge = std::chrono::hours(24 * 30);
  llvm::Expected<CacheCollection> result = call.cache.collect(maxAge, maxBytes);
  if (!result)
    return result.takeError();
  if (call.isJson())
    return finishCache(call,
                       printJson({{"schema", "agentc.cache/1"},
                                  {"removed", entriesToJson(result->removed, false)},
                                  {"kept", result->kept},
                                  {"keptBytes", result->keptBytes}}),
                       ExitClean);
  return finishCache(call,
                     countOf(result->removed.size()) + " removed, " + std::to_string(result->kept) +
                         " kept, " + std::to_string(result->keptBytes) + " bytes\n",
                     ExitClean);
}

llvm::Expected<int> cache(DriverEnv &env, const Arguments &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  std::vector<std::string> inputs = arguments.getAllArgValues(OPT_INPUT);
  const std::string verb = inputs.empty() ? "" : inputs.front();
  const std::vector<std::string> verbs = {"ensure", "list", "verify", "gc"};
  if (!llvm::is_contained(verbs, verb))
    return usageError(verb.empty() ? "no verb is named; there are `ensure`, `list`, `verify`, `gc`"
                                   : "`" + escapeForTerminal(verb) +
                                         "` is not a verb of the cache" + didYouMean(verb, verbs));
  llvm::Expected<PackageCache> opened = openPackageCache(env, arguments);
  if (!opened)
    return opened.takeError();
  inputs.erase(inputs.begin());
  const CacheCall call{env, *options, arguments, *opened, std::move(inputs)};
  if (verb == "ensure")
    return ensure(call);
  if (verb == "gc")
    return collect(call);
  return verb == "list" ? showEntries(call, opened->list(), false)
                        : showEntries(call, opened->verify(), true);
}

} // namespace

const Subcommand cacheSubcommand = {"cache",
                                    ForCache,
                                    "[FLAGS] ensure FILE|URL|REFERENCE | list | verify | gc",
                                    "keeps packages by their digest: ensure prints the path of "
                                    "one, gc removes what was long unused",
                                    "  # keep a package and call it\n"
                                    "  agentc run $(agentc cache ensure my-agent.zip) --tool "
                                    "search --input '{\"query\": \"shoes\"}'\n"
                                    "  # make room\n"
                                    "  agentc cache gc --max-age 30d --max-size 512MB\n",
                                    cache,
                                    CommandGroup::Run,
                                    "a file is not what its digest says",
                                    Formats::TextAndJson,
                                    Inputs::CacheVerbs};

} // namespace agentc
