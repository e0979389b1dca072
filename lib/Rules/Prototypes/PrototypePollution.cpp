#include "InputSinks.h"
#include "ObjectWalks.h"
#include "Uses.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/DenseSet.h"

namespace agentc::rules {

using namespace ast;

namespace {

class Finder {
public:
  Finder(const CheckContext &context, RuleReporter &report)
      : program_(context.program), values_(context.values), report_(report),
        walks_(context.program, context.values),
        flow_(context.program, context.values, context.config) {}

  void run() {
    program_.forEach<AssignmentExpression>(
        [&](const AssignmentExpression &assignment) { checkWrite(assignment); });
    reportLost(report_, flow_, "the key of an object whose member is written");
  }

private:
  void checkWrite(const AssignmentExpression &assignment) {
    const MemberExpression *target = openMember(program_, values_, assignment.left);
    if (!target || isEmptyContainer(*assignment.right))
      return;
    if (const MemberExpression *inner = openMember(program_, values_, target->object))
      return checkTwice(*target, *inner);
    const Symbol *cursor = rootOf(program_, target->object);
    const Node *function = functionAround(assignment);
    if (!cursor || !llvm::isa<Identifier>(target->object) || !function)
      return;
    const MemberExpression *step = walks_.stepOf(*cursor);
    const char *how = "a path of keys";
    if (!step) {
      step = walks_.recursionStep(*cursor, *function);
      how = "keys of another object";
    }
    const Symbol *taken = step ? rootOf(program_, step) : nullptr;
    if (!taken || iteratedBy(program_, *target->property) == cursor ||
        walks_.isGuarded(*step, *taken) || walks_.isGuarded(*target, *cursor) ||
        !told_.insert(step).second)
      return;
    Diagnostic &finding =
        report_.at(*target, "a member is written by " + std::string(how) +
                                " that may lead over `__proto__` to what all objects inherit; "
                                "refuse that key, or keep members in a `Map`");
    finding.notes.push_back(
        {"the next object is taken here", program_.moduleOf(*step).path().str(), step->range});
    if (isInstalled(finding.file))
      lowerTo(finding, Severity::Note);
  }

  /// True if a node makes an empty container, as a walk does for its next step to go on from.
  bool isEmptyContainer(const Node &node) const {
    const auto *object = llvm::dyn_cast<ObjectExpression>(&node);
    const auto *list = llvm::dyn_cast<ArrayExpression>(&node);
    const auto *call = llvm::dyn_cast<CallExpression>(&node);
    const auto *api = call ? llvm::dyn_cast<ApiValue>(&values_.of(*call->callee)) : nullptr;
    return (object && object->properties.empty()) || (list && list->elements.empty()) ||
           (api && api->path == "global:Object.create"_api);
  }

  /// `object[first][second] = value` is common: only with a key that is a tool's input it is told.
  void checkTwice(const MemberExpression &target, const MemberExpression &inner) {
    std::vector<InputTrace> traces = flow_.into(*inner.property, TextUse::Path);
    const Symbol *root = rootOf(program_, &inner);
    if (traces.empty() || flow_.into(*target.property, TextUse::Path).empty() || !root ||
        walks_.isGuarded(inner, *root))
      return;
    Diagnostic &finding =
        report_.at(target, inputMessage(traces[0], "the key of an object whose member is written",
                                        "`__proto__` there reaches what all objects inherit"));
    addWay(finding, program_, traces[0], target);
  }

  const agentc::Program &program_;
  const Values &values_;
  RuleReporter &report_;
  ObjectWalks walks_;
  InputFlow flow_;
  llvm::DenseSet<const Node *> told_; ///< steps, each of which is told once
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  Finder(context, report).run();
}

extern const Rule PrototypePollution = {
    {.id = "AC5103",
     .name = "prototype-pollution",
     .group = "prototypes",
     .severity = Severity::Warning,
     .summary = "members written along keys that may lead to `Object.prototype`",
     .precision = Precision::Medium,
     .cwe = 1321},
    check};

} // namespace agentc::rules
