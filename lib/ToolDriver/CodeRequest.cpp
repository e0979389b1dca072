#include "CodeRequest.h"

#include "agentc/Support/ChildProcess.h"
#include "agentc/Support/ProcessStart.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// How long reading a bundle of one file may take, on a machine under load.
constexpr std::chrono::seconds patience(60);
/// Of a request that agentc makes, which holds what it was given more than once.
constexpr size_t mostRequestBytes = size_t(1) << 30;
constexpr size_t mostMessageBytes = 4096;

llvm::Error refuse(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Runs agentc with the code as standard input and the manifest as descriptor 3.
llvm::Expected<ChildOutcome> runAgentc(std::vector<std::string> arguments, llvm::StringRef code,
                                       llvm::StringRef manifest) {
  ChildProcess agentc;
  agentc.program = folderOfProgram() + "/agentc";
  agentc.arguments = std::move(arguments);
  agentc.environment = ownEnvironment();
  agentc.input = code.str();
  agentc.second = manifest.str();
  agentc.maxOutput = mostRequestBytes;
  agentc.patience = patience;
  llvm::Expected<ChildOutcome> outcome = runProcess(agentc);
  if (outcome)
    return outcome;
  return refuse("`agentc`, which makes run images of code, could not be started: " +
                llvm::toString(outcome.takeError()));
}

/// Makes a report of agentc's error message, without its prefix and cut to `mostMessageBytes`.
ToolReport failedReport(Outcome outcome, llvm::StringRef text) {
  ToolReport report;
  report.outcome = outcome;
  text = text.trim();
  text.consume_front("agentc: error: ");
  report.error = ToolError{"Error", text.take_front(mostMessageBytes).str(), ""};
  return report;
}

/// The members of such a request, beside those that only agentc reads.
constexpr llvm::StringLiteral passedOn[] = {"id",       "input",  "inputText",   "grant",
                                            "platform", "limits", "streamEvents"};
constexpr llvm::StringLiteral readHere[] = {"schema", "code", "filename", "manifest",
                                            "tool",   "mode", "context"};

const std::string *findText(const Json &line, const char *member) {
  auto it = line.find(member);
  return it == line.end() ? nullptr : it->get_ptr<const std::string *>();
}

llvm::Error checkMembers(const Json &line) {
  for (const auto &[key, value] : line.items())
    if (!llvm::is_contained(passedOn, key) && !llvm::is_contained(readHere, key))
      return refuse("`" + escapeForTerminal(key) + "` is unknown in a request with `code`");
  for (const char *member : {"code", "filename", "tool"})
    if (line.contains(member) && !findText(line, member))
      return refuse("`" + llvm::Twine(member) + "` is not a string");
  for (const char *member : {"manifest", "context"})
    if (line.contains(member) && !line[member].is_object())
      return refuse("`" + llvm::Twine(member) + "` is not an object");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<CodeAnswer> makeRequest(const Json &line) {
  if (llvm::Error error = checkMembers(line))
    return error;
  const std::string *filename = findText(line, "filename"), *tool = findText(line, "tool");
  std::vector<std::string> arguments = {"run", "--dump=request",
                                        "--stdin-filename=" +
                                            (filename ? *filename : std::string("handler.js"))};
  if (tool)
    arguments.push_back("--tool=" + *tool);
  std::string manifest;
  if (line.contains("manifest")) {
    manifest = printJson(line["manifest"]);
    arguments.push_back("--manifest=/dev/fd/3");
  }
  arguments.push_back("-");
  llvm::Expected<ChildOutcome> output =
      runAgentc(std::move(arguments), line["code"].get_ref<const std::string &>(), manifest);
  if (!output)
    return output.takeError();
  CodeAnswer answer;
  if (output->code == 1 || output->code == 2)
    answer.report = output->code == 1 ? failedReport(Outcome::LoadFailed, output->out + output->err)
                                      : failedReport(Outcome::InvalidInput, output->err);
  std::optional<Json> made = answer.report ? std::nullopt : parseJson(output->out);
  if (!answer.report && (!made || !made->is_object()))
    return refuse("`agentc` makes no request of the code");
  if (answer.report) {
    if (const std::string *id = findText(line, "id"))
      answer.report->id = *id;
    return answer;
  }
  answer.request = std::move(*made);
  if (line.contains("input"))
    answer.request.erase("inputText");
  for (llvm::StringRef member : passedOn)
    if (line.contains(member.str()))
      answer.request[member.str()] = line[member.str()];
  Json &context = answer.request["context"];
  const Json given = line.value("context", Json::object());
  for (const char *member : {"config", "agent"})
    if (given.contains(member))
      context.erase(std::string(member) + "Text");
  context.update(given);
  return answer;
}

} // namespace agentc
