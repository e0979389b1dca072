#include "BundleReport.h"

#include "Terminal/NextSteps.h"
#include "Terminal/Terminal.h"

#include "agentc/Calls/RunImages.h"
#include "agentc/Diagnostics/LineFiller.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"
#include "agentc/Support/Version.h"

#include <nlohmann/json.hpp>

namespace agentc {

TextStyle textStyle(const CommonOptions &options, bool color, bool quiet) {
  return {.color = color,
          .quiet = quiet,
          .pages = options.outLinks ? rulePageUri : RulePages(),
          .columns = options.columns,
          .limit = options.maxFindings,
          .limitFlag = "--max-findings=0"};
}

std::string renderResults(llvm::ArrayRef<BundleResult> results, const CommonOptions &options,
                          bool color, bool quiet) {
  std::string text;
  llvm::raw_string_ostream out(text);
  switch (options.format) {
  case OutputFormat::Text:
    if (options.isCounted)
      renderStatistics(results, out);
    else
      renderText(results, textStyle(options, color, quiet), out);
    break;
#define REPORT_FORMAT(NAME, WORD)                                                                  \
  case OutputFormat::NAME:                                                                         \
    render##NAME({results, fullCatalog(), version(), quiet}, out);                                 \
    break;
#include "agentc/Diagnostics/Formats.def"
#undef REPORT_FORMAT
  }
  return text;
}

std::string renderWaived(const BundleResult &result, size_t columns) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Diagnostic &finding : result.diagnostics.all()) {
    if (!finding.waived)
      continue;
    const Waived &why = *finding.waived;
    std::string line = "waived when it was sealed: ";
    if (!finding.file.empty())
      line += finding.file + ": ";
    line += finding.message + " [" + finding.rule->id.str() + " " + finding.rule->name.str() +
            "]; " + waivedByName(why.by).str() + ": " + why.reason;
    if (!why.who.empty())
      line += ", " + why.who;
    if (!why.expires.empty())
      line += ", until " + why.expires;
    fillLine(out, columns, 4, escapeForTerminal(line));
  }
  return text;
}

std::string stepsFor(const CommonOptions &options, llvm::ArrayRef<BundleResult> results,
                     llvm::StringRef command) {
  if (options.format != OutputFormat::Text || options.quiet || options.isCounted)
    return "";
  return stepsAfter(results, {command, options.trust == Trust::Registry, options.waivers});
}

llvm::Error writeOutput(DriverEnv &env, const CommonOptions &options, llvm::StringRef text) {
  if (options.output)
    return writeFileAtomically(*options.output, text);
  env.out << text;
  return llvm::Error::success();
}

void printFindings(DriverEnv &env, const CommonOptions &options, const BundleResult &result) {
  renderText(result,
             {.color = options.errColor,
              .quiet = true,
              .pages = options.errLinks ? rulePageUri : RulePages(),
              .columns = options.errColumns},
             env.err);
}

/// Returns true for errors that keep a bundle from being read. A bundle that can be read is
/// called; whether it may be accepted is for `validate` to say.
static bool preventsRun(const Diagnostic &diagnostic) {
  return diagnostic.severity == Severity::Error &&
         (llvm::is_contained(syntaxRules(), diagnostic.rule) ||
          llvm::is_contained(programRules(), diagnostic.rule));
}

std::optional<RunImage> makeCallableImage(DriverEnv &env, const CommonOptions &options,
                                          Compilation &compilation, llvm::StringRef path) {
  std::optional<RunImage> image;
  if (compilation.access)
    image = makeRunImage(compilation, compilation.diagnostics);
  if (image && llvm::none_of(compilation.diagnostics.all(), preventsRun))
    return image;
  printFindings(env, options, makeResult(compilation, path, Severity::Error));
  env.err << "agentc: error: `" << escapeForTerminal(path) << "` cannot be run\n";
  return std::nullopt;
}

} // namespace agentc
