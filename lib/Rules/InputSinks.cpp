#include "InputSinks.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxWayNotes = 6;

const Node *statementAround(const Node &node) {
  const Node *at = &node;
  while (at->parent && !isStatement(*at) && !isFunction(*at))
    at = at->parent;
  return at;
}

} // namespace

llvm::StringRef lastName(llvm::StringRef path) { return path.substr(path.find_last_of(".:") + 1); }

bool isPlainCall(const ApiUse &use) {
  return use.kind == UseKind::Call && use.call && !llvm::isa<TaggedTemplateExpression>(use.call) &&
         !use.arguments.empty();
}

std::string inputMessage(const InputTrace &trace, llvm::StringRef into, llvm::StringRef hint) {
  std::string what = trace.field.empty() ? "the tool's input"
                                         : "`" + shownText(trace.field) + "` of the tool's input";
  return what + " gets into " + into.str() + "; " + hint.str();
}

void reportLost(RuleReporter &report, const InputFlow &flow, llvm::StringRef into) {
  if (const Node *place = flow.lost())
    lowerTo(report.at(*place, "too many or too long ways lead here to tell whether a tool's input "
                              "gets into " +
                                  into.str() + "; read this place as unanalyzed"),
            Severity::Warning);
}

void addWay(Diagnostic &finding, const agentc::Program &program, const InputTrace &trace,
            const Node &sink) {
  auto add = [&](const Node &node, std::string message) {
    finding.notes.push_back({std::move(message), program.moduleOf(node).path().str(), node.range});
  };
  const Node *last = statementAround(sink);
  unsigned count = 0;
  for (const Node *step : trace.steps) {
    const Node *statement = statementAround(*step);
    if (step == trace.steps.front()) {
      add(*step, "the input of `" + shownText(trace.tool) + "` comes in here");
    } else if (statement != last && statement != statementAround(sink) && ++count <= maxWayNotes) {
      add(*step, "it goes on here");
    }
    last = statement;
  }
}

} // namespace agentc
