#include "InputIndex.h"
#include "TextFunctions.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

const Node *functionIn(const Value *object, llvm::StringRef key) {
  const auto *known = object ? llvm::dyn_cast<ObjectValue>(object) : nullptr;
  const PropertyValue *property = known ? known->find(key) : nullptr;
  bool isFunction = property && llvm::isa<FunctionValue>(property->value);
  return isFunction ? property->value->origin : nullptr;
}

namespace {

/// Classes of streams of which code writes a method, with the names of that method as an option and
/// in heirs.
struct StreamMethod {
  llvm::StringLiteral type, option, method;
};

constexpr StreamMethod transforming[] = {
    {"TransformStream", "transform", ""},
    {"stream/web.TransformStream", "transform", ""},
    {"stream.Transform", "transform", "_transform"},
    {"stream.Duplex", "transform", "_transform"},
};
constexpr StreamMethod writing[] = {
    {"WritableStream", "write", ""},
    {"stream/web.WritableStream", "write", ""},
    {"stream.Writable", "write", "_write"},
    {"stream.Duplex", "write", "_write"},
};
constexpr StreamMethod reading[] = {
    {"ReadableStream", "start", ""},
    {"ReadableStream", "pull", ""},
    {"stream/web.ReadableStream", "start", ""},
    {"stream/web.ReadableStream", "pull", ""},
    {"stream.Readable", "read", "_read"},
};

/// The stream that a writer or the end of another one belongs to, or the value itself.
const Value &streamBehind(const Value &value) {
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  bool isWriter = made && made->callee->receiver && made->callee->path.ends_with(".getWriter");
  return isWriter ? *made->callee->receiver : value;
}

/// The functions of the bundle that are one of those methods of a stream.
llvm::SmallVector<const Node *, 2> methodsOf(const Values &values, const Value &stream,
                                             llvm::ArrayRef<StreamMethod> methods) {
  llvm::SmallVector<const Node *, 2> found;
  auto isOf = [](llvm::StringRef path, const StreamMethod &one) {
    return path.substr(path.find(':') + 1) == one.type;
  };
  if (const auto *made = llvm::dyn_cast<ResultValue>(&stream)) {
    for (const StreamMethod &one : methods)
      if (!made->arguments.empty() && isOf(made->callee->path, one))
        if (const Node *function = functionIn(made->arguments[0], one.option))
          found.push_back(function);
    return found;
  }
  const auto *instance = llvm::dyn_cast<InstanceValue>(&stream);
  const Node *type = instance ? instance->type->origin : nullptr;
  const Node *parent = type && isClass(*type) ? superClassOf(*type) : nullptr;
  const auto *api = parent ? llvm::dyn_cast<ApiValue>(&values.of(*parent)) : nullptr;
  for (const StreamMethod &one : api ? methods : llvm::ArrayRef<StreamMethod>())
    for (const Node *member : isOf(api->path, one) ? classBody(*type)->body : NodeList())
      if (const auto *method = llvm::dyn_cast<MethodDefinition>(member);
          method && method->value && values.keyOf(*method) == one.method)
        found.push_back(method->value);
  return found;
}

} // namespace

/// `a.pipe(b)`, `pipeline(a, b, c)`, `b.write(x)`: what streams and generators get there.
void InputIndex::collectPipe(const CallExpression &call) {
  auto takersOf = [&](const Value &stream) {
    llvm::SmallVector<const Node *, 2> takers = methodsOf(values, stream, transforming);
    llvm::append_range(takers, methodsOf(values, stream, writing));
    return takers;
  };
  auto lead = [&](const Node &from, const Node &into) {
    const Value &taker = values.of(into);
    for (const Node *method : takersOf(taker))
      addSite(*method, {&call, CallSite::Form::Piped, 0, &from});
    if (llvm::isa<FunctionValue>(taker))
      addSite(*taker.origin, {&call, CallSite::Form::PipedAll, 0, &from});
  };
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  std::string key = member ? values.keyOf(*member).value_or("") : "";
  if (!call.arguments.empty() && isPiping(key))
    return lead(*member->object, *call.arguments[0]);
  if (key == "write" || key == "end")
    for (const Node *method : takersOf(streamBehind(values.of(*member->object))))
      addSite(*method, {&call});
  const auto *api = llvm::dyn_cast<ApiValue>(&values.of(*call.callee));
  llvm::StringRef path = api ? api->path : llvm::StringRef();
  if (!path.ends_with(":stream.pipeline") && !path.ends_with(":stream/promises.pipeline") &&
      !path.ends_with(":stream.promises.pipeline"))
    return;
  for (size_t i = 1; i < call.arguments.size(); ++i)
    lead(*call.arguments[i - 1], *call.arguments[i]);
}

/// The expressions that a method of a stream gives it: by `done(null, x)`, `controller.enqueue(x)`
/// and `this.push(x)`. The parameters from `first` on are such a function or controller.
static void collectGiven(const agentc::Program &program, const Values &values, const Node &function,
                         size_t first, std::vector<const Node *> &given) {
  auto take = [&](const CallExpression &call, size_t index) {
    if (index < call.arguments.size())
      given.push_back(call.arguments[index]);
  };
  NodeList params = paramsOf(function);
  for (const Node *param : params.drop_front(std::min(first, params.size()))) {
    const auto *name = llvm::dyn_cast_or_null<Identifier>(param);
    const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
    for (const Identifier *reference :
         symbol ? llvm::ArrayRef(symbol->references) : llvm::ArrayRef<const Identifier *>()) {
      const auto *call = llvm::dyn_cast<CallExpression>(reference->parent);
      if (call && call->callee == reference)
        take(*call, 1);
      const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
      call = member ? llvm::dyn_cast<CallExpression>(member->parent) : nullptr;
      if (call && call->callee == member && values.keyOf(*member) == "enqueue")
        take(*call, 0);
    }
  }
  if (const Node *body = bodyOf(function))
    walk(*body, [&](const Node &node) {
      const auto *call = llvm::dyn_cast<CallExpression>(&node);
      const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
      if (member && llvm::isa<ThisExpression>(member->object) && values.keyOf(*member) == "push")
        take(*call, 0);
      return true;
    });
}

std::vector<const Node *> InputIndex::givenByStream(const Value &stream) const {
  std::vector<const Node *> given;
  for (const Node *function : methodsOf(values, stream, transforming))
    collectGiven(program, values, *function, 1, given);
  for (const Node *function : methodsOf(values, stream, reading))
    collectGiven(program, values, *function, 0, given);
  return given;
}

} // namespace agentc
