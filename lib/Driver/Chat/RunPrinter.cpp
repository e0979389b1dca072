#include "RunPrinter.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Models/Members.h"
#include "agentc/Support/Text.h"

namespace agentc {

using namespace agents;
using models::countOf;
using models::textOf;

static constexpr size_t mostShown = 200;

std::string onOneLine(llvm::StringRef text) {
  size_t end = std::min(text.size(), mostShown);
  // Never within a character.
  while (end < text.size() && end > 0 && (text[end] & 0xc0) == 0x80)
    --end;
  return escapeForTerminal(text.take_front(end)) + (end < text.size() ? "…" : "");
}

/// The words of a `tool_result` block.
static std::string wordsOf(const Json &result) {
  const auto content = result.find("content");
  if (content == result.end())
    return "";
  return content->is_string() ? content->get<std::string>()
                              : printJson(*content, /*indented=*/false);
}

void RunPrinter::endLine() {
  if (std::exchange(isMidLine_, false))
    env_.out << '\n';
  env_.out.flush();
}

void RunPrinter::note(const llvm::Twine &text) {
  endLine();
  env_.err << (color_ ? "\x1b[2m" : "") << text << (color_ ? "\x1b[0m" : "") << '\n';
  env_.err.flush();
}

void RunPrinter::say(llvm::StringRef text) {
  if (text.empty())
    return;
  env_.out << escapeForTerminal(text, /*keepLayout=*/true);
  env_.out.flush();
  isMidLine_ = text.back() != '\n';
}

void RunPrinter::showModel(llvm::StringRef kind, const Json &data) {
  if (kind == events::asked)
    return note("step " + llvm::Twine(countOf(data, "round")) + " of " +
                llvm::Twine(countOf(data, "of")) + " (" + onOneLine(textOf(data, "model")) + ")");
  if (kind == events::thought) {
    if (!std::exchange(isThinking_, true))
      note("thinking");
    return;
  }
  isThinking_ = false;
  if (kind == events::delta && env_.outIsTerminal)
    return say(textOf(data, "text"));
  if (kind == events::retried)
    return note("the model is asked again, and its words since the last step are void: " +
                onOneLine(textOf(data, "message")));
  if (kind != events::answered)
    return;
  const Json content = data.value("content", Json::array());
  if (!env_.outIsTerminal && content.is_array())
    for (const Json &block : content)
      if (block.is_object() && textOf(block, "type") == "text")
        say(textOf(block, "text"));
  endLine();
}

void RunPrinter::showCall(llvm::StringRef kind, const Json &data) {
  const std::string tool = onOneLine(textOf(data, "tool"));
  if (kind == events::callStarted)
    return note("tool " + tool + " " +
                onOneLine(printJson(data.value("input", Json()), /*indented=*/false)));
  note("tool " + tool + ": " + onOneLine(textOf(data, "status")) + " " +
       onOneLine(wordsOf(data.value("result", Json::object()))));
}

uint64_t tokensOf(const Json &end) {
  const models::ModelUsage usage = models::usageFromJson(end.value("usage", Json::object()));
  return usage.input + usage.output + usage.cacheRead + usage.cacheWritten;
}

void RunPrinter::showEnd(llvm::StringRef kind, const Json &data) {
  const std::string end = kind == events::completed ? "done"
                          : kind == events::cancelled
                              ? "cancelled"
                              : "failed: " + onOneLine(textOf(data, "message")) + " (" +
                                    onOneLine(textOf(data, "code")) + ")";
  note(end + "; " + llvm::Twine(tokensOf(data)) + " tokens");
}

void RunPrinter::show(llvm::StringRef kind, const Json &data) {
  if (kind.starts_with("model."))
    showModel(kind, data);
  else if (kind == events::callStarted || kind == events::callEnded)
    showCall(kind, data);
  else if (kind == events::completed || kind == events::failed || kind == events::cancelled)
    showEnd(kind, data);
  else if (kind == events::warned)
    note("warning: " + llvm::Twine(countOf(data, "roundsLeft")) + " steps are left");
  else if (kind == events::resumed)
    note("the server has gone on with the run; words since the last step are void");
  else if (kind == events::paused)
    note("the run is paused; /resume in another chat, or the API, goes on with it");
  else if (kind == events::unpaused)
    note("the run goes on");
  else if (kind == events::approvalGiven)
    note("tool " + onOneLine(textOf(data, "tool")) + ": " + onOneLine(textOf(data, "decision")) +
         " by " + onOneLine(textOf(data, "by")));
}

} // namespace agentc
