#include "EventStream.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

void EventStream::begin() { call_->begin({200, {{"content-type", "text/event-stream"}}, ""}); }

void EventStream::write(llvm::StringRef name, llvm::StringRef data) {
  begin();
  // Written anew if it could hold an end of line.
  std::string text = data.str();
  if (data.contains('\n') || data.contains('\r'))
    text = printJson(parseJson(data).value_or(Json()), /*indented=*/false);
  call_->exchange->write(("event: " + name + "\ndata: " + text + "\n\n").str());
}

void EventStream::end(const ToolReport &report) {
  const bool isOk = report.outcome == Outcome::Ok;
  const std::string outcome = outcomeName(report.outcome).str();
  if (isOk)
    write("done",
          printJson({{"result", parseJson(report.result).value_or(Json())}}, /*indented=*/false));
  else
    write("error", printJson({{"message", report.error ? report.error->message : outcome},
                              {"code", outcome}},
                             /*indented=*/false));
  call_->end();
}

} // namespace agentc::serve
