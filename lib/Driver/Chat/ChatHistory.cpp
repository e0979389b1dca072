#include "Conversation.h"

#include "agentc/Models/Members.h"

#include "llvm/Support/FormatVariadic.h"

namespace agentc {

using models::countOf;
using models::textOf;

/// Of so many runs the ends are asked for, one request each.
static constexpr size_t mostRuns = 100;

llvm::Expected<std::vector<Json>> Conversation::lastRuns(bool all, size_t most) {
  llvm::Expected<Json> list =
      client_.get("/api/runs" + (all ? "" : "?conversationId=" + options_.conversation));
  if (!list)
    return list.takeError();
  std::vector<Json> runs;
  for (const Json &run : list->value("runs", Json::array())) {
    if (textOf(run, "agent") != options_.agent || runs.size() == most)
      continue;
    llvm::Expected<Json> shown = client_.get("/api/runs/" + textOf(run, "id"));
    if (!shown)
      return shown.takeError();
    runs.push_back(std::move(*shown));
  }
  return runs;
}

static Json endOf(const Json &run) {
  const Json end = run.value("end", Json());
  return end.is_object() ? end : Json::object();
}

llvm::Error Conversation::showHistory(bool all) {
  llvm::Expected<std::vector<Json>> runs = lastRuns(all, mostRuns);
  if (!runs)
    return runs.takeError();
  if (runs->empty())
    env_.out << "no runs\n";
  for (const Json &run : *runs) {
    const Json end = endOf(run);
    const bool waits = run.value("awaitsApproval", Json()) == true;
    env_.out << llvm::formatv("{0} {1} {2}", onOneLine(textOf(run, "id")),
                              onOneLine(textOf(run, "created")), onOneLine(textOf(run, "status")));
    if (end.empty())
      env_.out << (waits ? ", waits for approval" : "");
    else
      env_.out << llvm::formatv(", {0} steps, {1:f1} s, {2} tokens", countOf(end, "rounds"),
                                static_cast<double>(countOf(run, "durationMs")) / 1000,
                                tokensOf(end));
    if (const llvm::StringRef message = textOf(end, "message"); !message.empty())
      env_.out << ": " << onOneLine(message);
    env_.out << '\n';
  }
  env_.out.flush();
  return llvm::Error::success();
}

llvm::Error Conversation::showMetrics() {
  llvm::Expected<std::vector<Json>> runs = lastRuns(/*all=*/true, mostRuns);
  if (!runs)
    return runs.takeError();
  size_t ended = 0, completed = 0;
  uint64_t steps = 0, tokens = 0, milliseconds = 0;
  for (const Json &run : *runs) {
    const Json end = endOf(run);
    if (end.empty())
      continue;
    ++ended;
    completed += textOf(run, "status") == "completed";
    steps += countOf(end, "rounds");
    tokens += tokensOf(end);
    milliseconds += countOf(run, "durationMs");
  }
  const double count = static_cast<double>(std::max<size_t>(ended, 1));
  env_.out << llvm::formatv("runs that ended: {0} of the last {1}\n"
                            "success rate: {2:f0} %\n"
                            "steps a run: {3:f1}\n"
                            "seconds a run: {4:f1}\n"
                            "tokens: {5}\n",
                            ended, runs->size(), 100 * static_cast<double>(completed) / count,
                            static_cast<double>(steps) / count,
                            static_cast<double>(milliseconds) / 1000 / count, tokens);
  env_.out.flush();
  return llvm::Error::success();
}

} // namespace agentc
