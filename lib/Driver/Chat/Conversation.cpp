#include "Conversation.h"

#include "Interrupts.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Models/Members.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <unistd.h>

namespace agentc {

using namespace agents;
using models::textOf;

std::string newConversation() { return "chat-" + randomHex(8); }

void Conversation::report(llvm::Error error) {
  if (!error)
    return;
  printer_.note("error: " + llvm::toString(std::move(error)));
  hasFailed_ = true;
}

std::optional<std::string> Conversation::readLine(llvm::StringRef prompt) {
  printer_.endLine();
  const unsigned before = Interrupts::count();
  bool isReady = true;
  if (env_.inIsTerminal) {
    env_.err << prompt;
    env_.err.flush();
    isReady = Interrupts::waitForInput(STDIN_FILENO, before);
  }
  std::optional<std::string> line = isReady ? env_.readLine() : std::nullopt;
  if (line)
    return llvm::StringRef(*line).trim().str();
  isInterrupted_ = Interrupts::count() != before;
  if (env_.inIsTerminal)
    env_.err << '\n';
  return std::nullopt;
}

llvm::Expected<bool> Conversation::speak() {
  if (env_.inIsTerminal)
    printer_.note("conversation " + options_.conversation + "; /help lists commands");
  if (!options_.resumed.empty())
    if (llvm::Error error = resume(options_.resumed))
      return error;
  while (!isOver_) {
    const std::optional<std::string> line = readLine("> ");
    if (!line || !takeLine(*line))
      break;
  }
  return !hasFailed_;
}

bool Conversation::takeLine(llvm::StringRef line) {
  if (line.empty()) {
    if (env_.inIsTerminal)
      printer_.note("a message is a line that is not empty");
    return true;
  }
  // A message may begin with a stroke, too.
  if (line.consume_front("/") && !line.starts_with("/"))
    return command(line);
  report(answer(line));
  return true;
}

static constexpr llvm::StringLiteral help = R"(/help           this list
/history        the runs of this conversation; /history all: of this agent
/metrics        success rate, steps and tokens of the agent's last runs
/resume RUN     shows a run, goes on with it if it waits, and with its conversation
/new            another conversation
/quit           the end, as Ctrl-D is
//text          a message that begins with /
Ctrl-C cancels the run under way, and ends the chat if none is.
)";

bool Conversation::command(llvm::StringRef words) {
  const auto [name, rest] = words.split(' ');
  const llvm::StringRef argument = rest.trim();
  if (name == "quit" || name == "exit")
    return false;
  if (name == "help")
    env_.out << help;
  else if (name == "history" && (argument.empty() || argument == "all"))
    report(showHistory(argument == "all"));
  else if (name == "metrics" && argument.empty())
    report(showMetrics());
  else if (name == "resume" && !argument.empty())
    report(resume(argument.str()));
  else if (name == "new" && argument.empty())
    options_.conversation = newConversation();
  else
    printer_.note("`/" + escapeForTerminal(words) + "` is not a command; /help lists them");
  env_.out.flush();
  return true;
}

llvm::Error Conversation::answer(llvm::StringRef message) {
  Json input = {{"message", message.str()}};
  if (!options_.agentName.empty())
    input["agentName"] = options_.agentName;
  llvm::Expected<Json> run = client_.post("/api/runs", {{"agent", options_.agent},
                                                        {"conversationId", options_.conversation},
                                                        {"input", std::move(input)}});
  if (!run)
    return run.takeError();
  return follow(textOf(*run, "id").str());
}

llvm::Error Conversation::resume(const std::string &id) {
  if (!llvm::all_of(id, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return usageError("`" + escapeForTerminal(id) + "` is not the id of a run");
  llvm::Expected<Json> run = client_.get("/api/runs/" + id);
  if (!run)
    return run.takeError();
  if (textOf(*run, "status") == "paused")
    if (llvm::Expected<Json> resumed = client_.post("/api/runs/" + id + "/resume", Json::object());
        !resumed)
      return resumed.takeError();
  options_.agent = textOf(*run, "agent").str();
  if (const llvm::StringRef conversation = textOf(*run, "conversationId"); !conversation.empty())
    options_.conversation = conversation.str();
  return follow(id);
}

llvm::Error Conversation::follow(const std::string &run) {
  cancels_ = 0;
  llvm::Error error = client_.follow(
      "/api/runs/" + run + "/events",
      [&](const ServerSentEvent &event) {
        take(run, event);
        return !isOver_ && !endsRun({0, event.name, "", 0});
      },
      [&] { return interrupt(run); });
  printer_.endLine();
  return error;
}

void Conversation::take(const std::string &run, const ServerSentEvent &event) {
  const Json data = parseJson(event.data).value_or(Json::object());
  if (!data.is_object())
    return;
  printer_.show(event.name, data);
  if (event.name == events::failed || event.name == events::cancelled)
    hasFailed_ = true;
  if (event.name == events::cancelled && cancels_ > 0 && !env_.inIsTerminal)
    isOver_ = isInterrupted_ = true;
  if (event.name == events::approvalAsked)
    askForApproval(run, event.id);
}

bool Conversation::interrupt(const std::string &run) {
  // Who has asked once may leave a server that does not answer.
  if (++cancels_ > 1) {
    isOver_ = hasFailed_ = isInterrupted_ = true;
    return false;
  }
  printer_.note("cancelling");
  llvm::Expected<Json> cancelled = client_.post("/api/runs/" + run + "/cancel", Json::object());
  if (!cancelled) // it may have ended just now
    printer_.note(llvm::toString(cancelled.takeError()));
  return true;
}

void Conversation::askForApproval(const std::string &run, llvm::StringRef approval) {
  // The event may be an old one, which was answered long ago, here or elsewhere.
  llvm::Expected<Json> shown = client_.get("/api/runs/" + run);
  if (!shown)
    return report(shown.takeError());
  const Json questions = shown->value("approvals", Json::array());
  if (!questions.is_array())
    return;
  for (const Json &question : questions)
    if (approval == std::to_string(models::countOf(question, "approval")))
      decide(run, question);
}

void Conversation::decide(const std::string &run, const Json &question) {
  printer_.note("input " + onOneLine(printJson(question.value("input", Json()), false)));
  if (const Json *before = models::memberOf(question, "before");
      before && before->contains("message"))
    printer_.note(onOneLine(textOf(*before, "message")));
  if (const llvm::StringRef suggestion = textOf(question, "suggestion"); !suggestion.empty())
    printer_.note("suggestion: " + onOneLine(suggestion));
  const std::string prompt = onOneLine(textOf(question, "message")) + ". Approve? [Y/n] ";
  std::optional<bool> approves;
  std::string reason;
  Json body = {{"approval", models::countOf(question, "approval")}};
  if (options_.approvesAll || !env_.inIsTerminal) {
    approves = options_.approvesAll;
    body["isAutomatic"] = true;
    reason = options_.approvesAll ? "approved by --yes" : "nobody is at the terminal to approve it";
    printer_.note(prompt + (*approves ? "yes" : "no") + ": " + reason);
  }
  while (!approves) {
    const std::optional<std::string> line = readLine(prompt);
    if (!line) {
      isOver_ |= !std::exchange(isInterrupted_, false); // Ctrl-C cancels the run
      return;
    }
    const auto [word, rest] = llvm::StringRef(*line).split(' ');
    approves = llvm::StringSwitch<std::optional<bool>>(word.lower())
                   .Cases("", "y", "yes", true)
                   .Cases("n", "no", false)
                   .Default(std::nullopt);
    reason = rest.trim().str();
  }
  body["decision"] = *approves ? "approve" : "deny";
  if (!reason.empty())
    body["reason"] = reason;
  llvm::Expected<Json> decided = client_.post("/api/runs/" + run + "/approve", body);
  if (!decided)
    report(decided.takeError());
}

} // namespace agentc
