#include "EventStream.h"

#include "App.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

void EventStream::begin() {
  if (std::exchange(call_->isAnswered, true))
    return;
  http::Response head{200, {{"content-type", "text/event-stream"}}, ""};
  call_->addHeaders(head);
  call_->exchange->begin(std::move(head));
}

void EventStream::write(llvm::StringRef name, llvm::StringRef data) {
  begin();
  // One that could end a line is written anew.
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
  call_->app->note(*call_, 200);
  call_->exchange->end();
}

} // namespace agentc::serve
