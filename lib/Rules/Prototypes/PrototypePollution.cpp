#include "InputSinks.h"
#include "ObjectWalks.h"
#include "Uses.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/DenseSet.h"

namespace agentc::rules {

using namespace ast;

namespace {

/// Functions that write along a path of keys and go over `__proto__`.
constexpr llvm::StringLiteral pathWriters[] = {"lodash.set", "lodash.setwith", "object-path.set",
                                               "deep-set",   "dot-object.set", "dot-object.str",
                                               "mpath.set",  "set-deep"};

class Finder {
public:
  Finder(const CheckContext &context, RuleReporter &report)
      : program_(context.program), values_(context.values), uses_(context.uses), report_(report),
        walks_(context.program, context.values), flow_(context.input) {}

  void run() {
    program_.forEach<AssignmentExpression>(
        [&](const AssignmentExpression &assignment) { checkWrite(assignment); });
    // `[object[key]] = [value]`
    program_.forEach<MemberExpression>([&](const MemberExpression &member) {
      if (openMember(program_, values_, &member) && isWritten(member) &&
          !llvm::isa<AssignmentExpression, UnaryExpression>(member.parent))
        checkObject(*member.object, *member.property, member);
    });
    for (const ApiUse &use : uses_.all())
      if (isPlainCall(use))
        checkCall(use);
  }

private:
  void checkWrite(const AssignmentExpression &assignment) {
    const MemberExpression *target = openMember(program_, values_, assignment.left);
    if (!target)
      return checkLeaf(assignment);
    if (isEmptyContainer(*assignment.right))
      return;
    if (!checkWalk(assignment, *target))
      checkObject(*target->object, *target->property, *target);
  }

  /// `node.value = x` where the walk along a path of input ends.
  void checkLeaf(const AssignmentExpression &assignment) {
    const auto *written = llvm::dyn_cast<MemberExpression>(assignment.left);
    const Symbol *cursor = written && llvm::isa<Identifier>(written->object)
                               ? rootOf(program_, written->object)
                               : nullptr;
    const MemberExpression *step = cursor ? walks_.stepOf(*cursor) : nullptr;
    if (step && !walks_.isGuarded(*step, *cursor))
      checkObject(*written->object, *step->property, *written);
  }

  /// A cursor that goes from object to object; true if something was told.
  bool checkWalk(const AssignmentExpression &assignment, const MemberExpression &written) {
    const MemberExpression *target = &written;
    const Symbol *cursor = rootOf(program_, target->object);
    const Node *function = functionAround(assignment);
    if (!cursor || !llvm::isa<Identifier>(target->object) || !function)
      return false;
    const MemberExpression *step = walks_.stepOf(*cursor);
    const char *how = "a path of keys";
    if (!step) {
      step = walks_.recursionStep(*cursor, *function);
      how = "keys of another object";
    }
    const Symbol *taken = step ? rootOf(program_, step) : nullptr;
    if (!taken || iteratedBy(program_, *target->property) == cursor ||
        walks_.isGuarded(*step, *taken) || walks_.isGuarded(*target, *cursor))
      return false;
    if (!told_.insert(step).second)
      return true;
    Diagnostic &finding =
        report_.at(*target, "a member is written by " + std::string(how) +
                                " that may lead over `__proto__` to what all objects inherit; "
                                "refuse that key, or keep members in a `Map`");
    finding.notes.push_back(
        {"the next object is taken here", program_.moduleOf(*step).path().str(), step->range});
    if (isInstalled(finding.file))
      lowerTo(finding, Severity::Note);
    return true;
  }

  /// An object that is taken out of another by a tool's input, in whatever way it gets here, and
  /// written to by one.
  void checkObject(const Node &object, const Node &key, const Node &written) {
    std::vector<InputTrace> traces;
    std::optional<TakenMember> taken = flow_.memberBehind(object, [&](const TakenMember &member) {
      bool isMember = llvm::isa<MemberExpression>(member.site);
      if ((isMember && !openMember(program_, values_, member.site)) ||
          isWithoutParent(*member.object))
        return false;
      traces = flow_.into(*member.key, TextUse::Key);
      return !traces.empty();
    });
    if (!taken || told_.contains(taken->site) || !flow_.isInput(key))
      return;
    told_.insert(taken->site);
    Diagnostic &finding =
        report_.at(written, inputMessage(traces[0], "the key of an object whose member is written",
                                         "`__proto__` there reaches what all objects inherit"));
    finding.notes.push_back({"the object is taken here",
                             program_.moduleOf(*taken->site).path().str(), taken->site->range});
    addWay(finding, program_, traces[0], written);
  }

  /// `Object.assign(store[section], values)`, which writes all that the input has.
  void checkAssigned(const Node &object, const CallExpression &call) {
    for (const Node *source : NodeList(call.arguments).drop_front()) {
      const auto *literal = llvm::dyn_cast<ObjectExpression>(source);
      if (!literal)
        checkObject(object, *source, call);
      for (const Node *part : literal ? literal->properties : NodeList())
        if (const auto *spread = llvm::dyn_cast<SpreadElement>(part))
          checkObject(object, *spread->argument, call);
    }
  }

  /// `Reflect.set`, `Object.defineProperty`, and functions of libraries that write along a path.
  void checkCall(const ApiUse &use) {
    const auto *call = llvm::dyn_cast<CallExpression>(use.call);
    if (!call || call->arguments.size() < 2 || use.arguments.size() != call->arguments.size())
      return;
    const Node &object = *call->arguments[0], &key = *call->arguments[1];
    if (use.path.ends_with(":Reflect.set") || use.path.ends_with(":Object.defineProperty"))
      return checkObject(object, key, *call);
    if (use.path.ends_with(":Object.assign"))
      return checkAssigned(object, *call);
    llvm::StringRef path = use.path;
    if (!path.consume_front("module:") || !llvm::is_contained(pathWriters, path))
      return;
    std::vector<InputTrace> traces = flow_.into(key, TextUse::Key);
    if (traces.empty() || isWithoutParent(object))
      return;
    addWay(report_.at(use, inputMessage(traces[0], "a path along which members are written",
                                        "`__proto__` there reaches what all objects inherit")),
           program_, traces[0], *use.node);
  }

  /// True if an object inherits nothing.
  bool isWithoutParent(const Node &object) const {
    bool isOne = false;
    forEachAlternative(values_.of(object), [&](const Value &value) {
      const auto *made = llvm::dyn_cast<ResultValue>(&value);
      isOne |= made && made->callee->path == "global:Object.create"_api &&
               !made->arguments.empty() && llvm::isa<NullValue>(made->arguments[0]);
    });
    return isOne;
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

  const agentc::Program &program_;
  const Values &values_;
  const ApiUses &uses_;
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
