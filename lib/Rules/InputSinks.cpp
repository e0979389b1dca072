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

/// The written argument of a call that the callee gets as `value`, at that index: itself one, or an
/// element of the list that `apply` is given. Null where only the value tells.
static const Node *writtenAt(const Values &values, NodeList written, size_t index,
                             const Value &value) {
  auto isIt = [&](const Node *node) { return node && &values.of(*node) == &value; };
  // `exec.call(null, x)` has one argument more than what it calls
  for (size_t at = index; at < written.size() && at <= index + 2; ++at)
    if (isIt(written[at]))
      return written[at];
  const auto *list = written.empty() ? nullptr : llvm::dyn_cast<ArrayExpression>(written.back());
  bool isElement = list && index < list->elements.size() && isIt(list->elements[index]);
  return isElement ? list->elements[index] : nullptr;
}

std::vector<InputTrace> inputOf(const Values &values, const InputFlow &flow, const ApiUse &use,
                                size_t index, TextUse as) {
  if (index >= use.arguments.size())
    return {};
  NodeList written;
  if (const auto *call = llvm::dyn_cast<CallExpression>(use.call))
    written = call->arguments;
  else if (const auto *construction = llvm::dyn_cast<NewExpression>(use.call))
    written = construction->arguments;
  const Value &value = *use.arguments[index];
  const Node *node = writtenAt(values, written, index, value);
  return node ? flow.into(*node, as) : flow.into(value, as);
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
