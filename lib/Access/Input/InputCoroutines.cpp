#include "InputIndex.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

std::optional<CallSite> borrowingSite(const Values &values, const Node &function) {
  const auto *member = llvm::dyn_cast<MemberExpression>(function.parent);
  const auto *call = member ? llvm::dyn_cast<CallExpression>(member->parent) : nullptr;
  if (!call || member->object != &function || call->callee != member)
    return std::nullopt;
  std::optional<std::string> method = values.keyOf(*member);
  if (method == "call")
    return CallSite{call, CallSite::Form::Borrowed};
  return method == "apply" ? std::optional(CallSite{call, CallSite::Form::Applied}) : std::nullopt;
}

std::optional<CallSite> siteOfMade(const Values &values, const Node &coroutine) {
  const Node *made = coroutine.parent;
  const auto *call = llvm::dyn_cast<CallExpression>(made->parent);
  return call && call->callee == made ? std::optional(CallSite{call})
                                      : borrowingSite(values, *made);
}

const Symbol *symbolOfMade(const agentc::Program &program, const Node &coroutine) {
  const Node *holder = coroutine.parent->parent, *target = nullptr;
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(holder))
    target = assignment->left;
  else if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(holder))
    target = declarator->id;
  const auto *name = llvm::dyn_cast_or_null<Identifier>(target);
  return name ? program.symbolOf(*name) : nullptr;
}

namespace {

constexpr unsigned maxCoroutineHelperLength =
    2000; ///< in bytes, of a function that a compiler writes

/// The function of the bundle that a call calls, if it is as short as a compiler's; null for any
/// other.
const Node *helperOf(const Values &values, const CallExpression &call) {
  const auto *function = llvm::dyn_cast<FunctionValue>(&values.of(*call.callee));
  const Node *origin = function ? function->origin : nullptr;
  return origin && origin->range.end - origin->range.begin < maxCoroutineHelperLength ? origin
                                                                                      : nullptr;
}

/// True if a function does something by `Symbol.asyncIterator`.
bool iteratesLater(const Values &values, const Node &function) {
  bool does = false;
  walk(function, [&](const Node &node) {
    const auto *member = llvm::dyn_cast<MemberExpression>(&node);
    const auto *api = member ? llvm::dyn_cast<ApiValue>(&values.of(*member)) : nullptr;
    does |= api && api->path.ends_with(":Symbol.asyncIterator");
    return !does;
  });
  return does;
}

} // namespace

bool isStreaming(const Values &values, const Node &coroutine) {
  const auto *call = llvm::dyn_cast<CallExpression>(coroutine.parent);
  if (!call)
    return false;
  if (const auto *api = llvm::dyn_cast<ApiValue>(&values.of(*call->callee)))
    return llvm::StringRef(api->path).contains_insensitive("async_generator") ||
           llvm::StringRef(api->path).contains_insensitive("asyncGenerator");
  const Node *helper = helperOf(values, *call);
  if (!helper)
    return false;
  // makes an object of what the generator gives, where the other makes a promise
  const Node *body = bodyOf(*helper);
  bool makesOwn = false;
  walk(*body, [&](const Node &node) {
    const auto *made = llvm::dyn_cast<NewExpression>(&node);
    makesOwn |= made && llvm::isa<FunctionValue, ClassValue>(values.of(*made->callee));
    return true;
  });
  return makesOwn || iteratesLater(values, *helper);
}

const Node *awaitedMark(const Values &values, const Node &call) {
  const auto *mark = llvm::dyn_cast<CallExpression>(&call);
  if (!mark || mark->arguments.size() != 1 || !llvm::isa<YieldExpression>(mark->parent))
    return nullptr;
  const Node *helper = helperOf(values, *mark);
  if (!helper || paramsOf(*helper).size() != 1)
    return nullptr;
  bool isMark = false;
  walk(*helper, [&](const Node &node) {
    const auto *made = llvm::dyn_cast<NewExpression>(&node);
    isMark |= made && llvm::isa<FunctionValue, ClassValue>(values.of(*made->callee)) &&
              functionAround(node) == helper;
    return true;
  });
  return isMark ? mark->arguments[0] : nullptr;
}

const Node &delegatedIn(const Values &values, const Node &expression) {
  const auto *call = llvm::dyn_cast<CallExpression>(&expression);
  bool isMark = call && call->arguments.size() == 1 && helperOf(values, *call);
  return isMark ? *call->arguments[0] : expression;
}

const Node *iteratedLater(const Values &values, const Node &call) {
  const auto *start = llvm::dyn_cast<CallExpression>(&call);
  const Node *helper = start && start->arguments.size() == 1 ? helperOf(values, *start) : nullptr;
  NodeList params = helper ? paramsOf(*helper) : NodeList();
  if (params.size() != 1 || !iteratesLater(values, *helper))
    return nullptr;
  // the method that it finds is called on what it is given
  bool startsIt = false;
  walk(*helper, [&](const Node &node) {
    const auto *method = llvm::dyn_cast<CallExpression>(&node);
    const auto *self = method && method->arguments.size() == 1
                           ? llvm::dyn_cast<Identifier>(method->arguments[0])
                           : nullptr;
    const auto *callee = method ? llvm::dyn_cast<MemberExpression>(method->callee) : nullptr;
    const auto *own = llvm::dyn_cast<Identifier>(params[0]);
    startsIt |= self && own && callee && self->name == own->name && writtenKeyOf(*callee) == "call";
    return !startsIt;
  });
  return startsIt ? start->arguments[0] : nullptr;
}

llvm::SmallVector<const Node *, 4> resumedWith(const agentc::Program &program,
                                               const Values &values) {
  constexpr size_t most = 64;
  llvm::SmallVector<const Node *, 4> given;
  for (const Node *read : memberIndexOf(program).of("next").reads) {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(read->parent);
    // an object of a package that has such a method is not a generator of the bundle
    if (call && call->callee == read && !call->arguments.empty() && given.size() < most &&
        llvm::isa<UnknownValue>(values.of(*read)))
      given.push_back(call->arguments[0]);
  }
  return given;
}

} // namespace agentc
