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

static bool isTransforming(llvm::StringRef path) {
  return llvm::is_contained(
      {"TransformStream", "stream.Transform", "stream.Duplex", "stream/web.TransformStream"},
      path.substr(path.find(':') + 1));
}

const Node *InputIndex::transformOf(const Value &stream) const {
  if (const auto *made = llvm::dyn_cast<ResultValue>(&stream);
      made && isTransforming(made->callee->path) && !made->arguments.empty())
    return functionIn(made->arguments[0], "transform");
  const auto *instance = llvm::dyn_cast<InstanceValue>(&stream);
  const Node *type = instance ? instance->type->origin : nullptr;
  const Node *parent = type && isClass(*type) ? superClassOf(*type) : nullptr;
  const auto *api = parent ? llvm::dyn_cast<ApiValue>(&values.of(*parent)) : nullptr;
  if (!api || !isTransforming(api->path))
    return nullptr;
  for (const Node *member : classBody(*type)->body)
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(member);
        method && values.keyOf(*method) == "_transform")
      return method->value;
  return nullptr;
}

/// `a.pipe(b)`, `pipeline(a, b, c)`: what streams and generators get there.
void InputIndex::collectPipe(const CallExpression &call) {
  auto lead = [&](const Node &from, const Node &into) {
    const Value &taker = values.of(into);
    if (const Node *transform = transformOf(taker))
      addSite(*transform, {&call, CallSite::Form::Piped, 0, &from});
    else if (llvm::isa<FunctionValue>(taker))
      addSite(*taker.origin, {&call, CallSite::Form::PipedAll, 0, &from});
  };
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  if (member && !call.arguments.empty() && isPiping(values.keyOf(*member).value_or("")))
    return lead(*member->object, *call.arguments[0]);
  const auto *api = llvm::dyn_cast<ApiValue>(&values.of(*call.callee));
  llvm::StringRef path = api ? api->path : llvm::StringRef();
  if (!path.ends_with(":stream.pipeline") && !path.ends_with(":stream/promises.pipeline") &&
      !path.ends_with(":stream.promises.pipeline"))
    return;
  for (size_t i = 1; i < call.arguments.size(); ++i)
    lead(*call.arguments[i - 1], *call.arguments[i]);
}

std::vector<const Node *> InputIndex::givenByStream(const Node &transform) const {
  std::vector<const Node *> given;
  auto take = [&](const CallExpression &call, size_t index) {
    if (index < call.arguments.size())
      given.push_back(call.arguments[index]);
  };
  NodeList params = paramsOf(transform);
  for (const Node *param : params.drop_front(std::min<size_t>(1, params.size()))) {
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
  if (const Node *body = bodyOf(transform))
    walk(*body, [&](const Node &node) {
      const auto *call = llvm::dyn_cast<CallExpression>(&node);
      const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
      if (member && llvm::isa<ThisExpression>(member->object) && values.keyOf(*member) == "push")
        take(*call, 0);
      return true;
    });
  return given;
}

} // namespace agentc
