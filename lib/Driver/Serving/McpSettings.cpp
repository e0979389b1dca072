#include "McpSettings.h"

#include "Flags/OptionIds.h"

#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace opt = llvm::opt;

namespace {

std::string absolute(llvm::StringRef path) {
  llvm::SmallString<256> whole(path);
  // If the working folder is gone, the path stays as it is.
  (void)llvm::sys::fs::make_absolute(whole);
  return whole.str().str();
}

/// A client starts the server in a folder of its own.
std::string inputFromAnywhere(llvm::StringRef input) {
  if (input.starts_with("oci://"))
    return input.str();
  return input.consume_front("oci:") ? "oci:" + absolute(input) : absolute(input);
}

bool namesFile(const opt::Option &option) {
  static constexpr OptionId files[] = {OPT_key,      OPT_settings,   OPT_manifest,    OPT_context,
                                       OPT_platform, OPT_allow_read, OPT_allow_write, OPT_data,
                                       OPT_ca,       OPT_secret};
  return llvm::any_of(files, [&](OptionId id) { return option.matches(id); });
}

/// A string of TOML, which has JSON's escapes.
std::string tomlText(const std::string &text) { return printJson(Json(text), /*indented=*/false); }

std::string tomlList(llvm::ArrayRef<std::string> texts) {
  std::vector<std::string> quoted;
  for (const std::string &text : texts)
    quoted.push_back(tomlText(text));
  return "[" + llvm::join(quoted, ", ") + "]";
}

std::string codexSettings(const ServerCommand &command) {
  std::string text = "[mcp_servers." + tomlText(command.name) +
                     "]\ncommand = " + tomlText(command.program) +
                     "\nargs = " + tomlList(command.arguments) + "\n";
  if (!command.environment.empty())
    text += "env_vars = " + tomlList(command.environment) + "\n";
  return text;
}

} // namespace

ServerCommand serverCommand(const opt::InputArgList &arguments, std::string name,
                            llvm::ArrayRef<std::string> digests,
                            std::vector<std::string> environment) {
  ServerCommand command{
      std::move(name), folderOfProgram() + "/agentc", {"mcp"}, std::move(environment)};
  for (const opt::Arg *argument : arguments) {
    const opt::Option &option = argument->getOption();
    if (option.getKind() == opt::Option::InputClass || option.matches(OPT_print_config) ||
        option.matches(OPT_digest))
      continue;
    std::string flag = "--" + option.getName().str();
    if (argument->getNumValues() == 0) {
      command.arguments.push_back(std::move(flag));
      continue;
    }
    if (!llvm::StringRef(flag).ends_with("="))
      flag += "=";
    llvm::StringRef value = argument->getValue();
    if (option.matches(OPT_secret)) {
      flag += value.split('=').first.str() + "=";
      value = value.split('=').second;
    }
    command.arguments.push_back(flag + (namesFile(option) ? absolute(value) : value.str()));
  }
  for (const std::string &digest : digests)
    command.arguments.push_back("--digest=" + digest);
  for (const std::string &path : arguments.getAllArgValues(OPT_INPUT))
    command.arguments.push_back(inputFromAnywhere(path));
  return command;
}

std::string settingsFor(llvm::StringRef client, const ServerCommand &command) {
  if (client == "codex")
    return codexSettings(command);
  Json server = {{"type", "stdio"}, {"command", command.program}, {"args", command.arguments}};
  for (const std::string &name : command.environment)
    server["env"][name] = client == "claude" ? "${" + name + "}" : "${env:" + name + "}";
  const char *member = client == "vscode" ? "servers" : "mcpServers";
  return printJson({{member, {{command.name, std::move(server)}}}});
}

} // namespace agentc
