#include "Reports/BundleReport.h"
#include "Subcommand.h"

#include "agentc/Config/Framework.h"
#include "agentc/Diagnostics/LineFiller.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

Json ruleToJson(const RuleInfo &rule) {
  Json json = {{"id", rule.id.str()},
               {"name", rule.name.str()},
               {"group", rule.group.str()},
               {"severity", severityName(rule.severity).str()},
               {"summary", rule.summary.str()},
               {"precision", precisionName(rule.precision).str()},
               {"cwe", rule.cwe}};
  if (!rule.access.empty())
    json["access"] = rule.access.str();
  return json;
}

Json pageToJson(const RuleInfo &rule, const ManualPage &page) {
  Json json = ruleToJson(rule);
  for (auto [key, text] :
       {std::pair("what", page.what), std::pair("why", page.why), std::pair("fails", page.fails),
        std::pair("passes", page.passes), std::pair("instead", page.instead),
        std::pair("help", page.help()), std::pair("limits", page.limits)})
    if (!text.empty())
      json[key] = text;
  return json;
}

void printTable(const Catalog &catalog, size_t columns, llvm::raw_ostream &out) {
  constexpr size_t nameWidth = 28, severityWidth = 9;
  for (const RuleInfo *rule : catalog.rules()) {
    const size_t first = rule->id.size() + 2;
    std::string head = (rule->id + "  " + rule->name).str();
    head.resize(std::max(first + nameWidth, head.size() + 1), ' ');
    head += severityName(rule->severity);
    head.resize(head.size() + severityWidth - severityName(rule->severity).size(), ' ');
    LineFiller line(out, columns, first + nameWidth + severityWidth);
    line.whole(head, [&](llvm::StringRef part) { out << part; });
    line.text(rule->summary);
    line.end();
  }
}

Json listOf(llvm::ArrayRef<llvm::StringRef> sentences) {
  Json list = Json::array();
  for (llvm::StringRef sentence : sentences)
    list.push_back(sentence.str());
  return list;
}

Json frameworksToJson() {
  Json list = Json::array();
  for (const Framework *framework : allFrameworks())
    list.push_back({{"name", framework->name.str()},
                    {"versions", framework->versions.str()},
                    {"forms", listOf(framework->forms)},
                    {"limits", listOf(framework->limits)}});
  return {{"schema", "agentc.frameworks/1"}, {"frameworks", std::move(list)}};
}

void printFrameworks(size_t columns, llvm::raw_ostream &out) {
  constexpr size_t unasked = 100, indent = 12;
  for (const Framework *framework : allFrameworks()) {
    out << framework->name << '\n';
    auto print = [&](llvm::StringRef label, llvm::ArrayRef<llvm::StringRef> sentences) {
      for (llvm::StringRef sentence : sentences) {
        std::string head = ("  " + label).str();
        head.resize(indent, ' ');
        LineFiller line(out, columns ? columns : unasked, indent);
        line.whole(head, [&](llvm::StringRef part) { out << part; });
        line.text(sentence);
        line.end();
        label = "";
      }
    };
    print("versions", framework->versions);
    print("forms", framework->forms);
    print("limits", framework->limits);
  }
}

llvm::Expected<int> explain(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<std::string> name = onlyInput(arguments, "rule");
  if (!name)
    return name.takeError();
  const Catalog &catalog = fullCatalog();
  const RuleInfo *rule = catalog.find(*name);
  if (!rule) {
    std::vector<std::string> known;
    for (const RuleInfo *other : catalog.rules())
      known.insert(known.end(), {other->name.str(), other->id.str()});
    return usageError("no rule is named `" + escapeForTerminal(*name) + "`" +
                      didYouMean(*name, known));
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  if (options->format == OutputFormat::Json)
    out << printJson(pageToJson(*rule, catalog.page(*rule)));
  else
    renderManualPage(*rule, catalog.page(*rule), options->outColor, options->columns, out);
  if (llvm::Error error = writeOutput(env, *options, text))
    return error;
  return ExitClean;
}

llvm::Expected<int> rules(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  if (arguments.hasArg(OPT_INPUT))
    return usageError("`agentc rules` takes no argument; `agentc explain RULE` explains one");
  const Catalog &catalog = fullCatalog();
  std::string text;
  llvm::raw_string_ostream out(text);
  if (arguments.hasArg(OPT_frameworks)) {
    if (options->format == OutputFormat::Json)
      out << printJson(frameworksToJson());
    else
      printFrameworks(options->columns, out);
  } else if (options->format == OutputFormat::Json) {
    Json list = Json::array();
    for (const RuleInfo *rule : catalog.rules())
      list.push_back(ruleToJson(*rule));
    out << printJson({{"schema", "agentc.rules/1"}, {"rules", std::move(list)}});
  } else {
    printTable(catalog, options->columns, out);
  }
  if (llvm::Error error = writeOutput(env, *options, text))
    return error;
  return ExitClean;
}

} // namespace

const Subcommand explainSubcommand = {
    "explain",
    ForExplain,
    "RULE",
    "prints the manual page of a rule, named by its id or its name",
    "  agentc explain eval-call\n"
    "  agentc explain AC4101\n",
    explain,
    CommandGroup::More,
    "",
    Formats::TextAndJson,
    Inputs::Rules};

const Subcommand rulesSubcommand = {"rules",
                                    ForRules,
                                    "[FLAGS]",
                                    "lists all rules, or the frameworks that are known",
                                    "  agentc rules\n"
                                    "  agentc rules --format=json\n"
                                    "  agentc rules --frameworks\n",
                                    rules,
                                    CommandGroup::More,
                                    "",
                                    Formats::TextAndJson,
                                    Inputs::None};

} // namespace agentc
