#include "Subcommand.h"
#include "Terminal/Terminal.h"

#include "agentc/LanguageServer/LanguageServer.h"

namespace agentc {

namespace {

llvm::Expected<int> lsp(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  if (arguments.hasArg(OPT_INPUT))
    return usageError("an editor names its folders itself, and `agentc lsp` takes none");
  if (env.inIsTerminal)
    return usageError("`agentc lsp` speaks with an editor on standard input, not with a person");
  return serveEditor(env, {ReadingOptions{}, rulePageUri});
}

} // namespace

const Subcommand lspSubcommand = {
    "lsp",
    ForLsp,
    "",
    "serves an editor on standard input and output: findings while typing, and what tools reach",
    "  # started by an editor, by the Language Server Protocol\n"
    "  agentc lsp\n",
    lsp,
    CommandGroup::Check,
    "the editor leaves without shutting the server down",
    Formats::TextAndJson,
    Inputs::None};

} // namespace agentc
