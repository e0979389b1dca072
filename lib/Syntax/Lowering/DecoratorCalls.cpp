#include "Lowering/DecoratorCalls.h"

#include "agentc/Syntax/Decorators.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

/// Makes a decorator the call that it means: of what it names, with the class and what nothing
/// tells. `target` is the class's name; its own decorators give it another value.
void DecoratorCalls::applyDecorator(const Node &node, const Identifier *target, bool replaces) {
  auto &decorator = const_cast<Decorator &>(llvm::cast<Decorator>(node));
  if (writtenDecorator(decorator) != decorator.expression)
    return;
  const ByteRange range = decorator.range;
  auto *unknown = make<YieldExpression>({range.end, range.end});
  auto *rest = make<SpreadElement>({range.end, range.end});
  rest->argument = done(unknown);
  auto *call = make<CallExpression>(range);
  call->callee = decorator.expression;
  Nodes arguments;
  if (target)
    arguments.push_back(named(target->name, {range.begin, range.begin}));
  arguments.push_back(done(rest));
  call->arguments = list(arguments);
  decorator.expression = done(call);
  if (replaces && target) {
    auto *assignment = make<AssignmentExpression>(range);
    assignment->op = "=";
    assignment->left = named(target->name, {range.begin, range.begin});
    assignment->right = call;
    decorator.expression = done(assignment);
  }
  done(&decorator);
}

void DecoratorCalls::applyDecorators(const Node &type) {
  const Identifier *id = ownNameOf(type);
  id = id && !id->name.empty() ? id : nullptr;
  const bool isDeclaration = llvm::isa<ClassDeclaration>(type);
  auto apply = [&](NodeList decorators, bool replaces = false) {
    for (const Node *one : decorators)
      applyDecorator(*one, id, replaces);
  };
  apply(isDeclaration ? llvm::cast<ClassDeclaration>(type).decorators
                      : llvm::cast<ClassExpression>(type).decorators,
        isDeclaration);
  for (const Node *member : agentc::classBody(type)->body) {
    const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(member);
    if (const auto *field = llvm::dyn_cast_or_null<PropertyDefinition>(member))
      apply(field->decorators);
    if (!method)
      continue;
    apply(method->decorators);
    for (const Node *parameter : paramsOf(*method->value))
      if (const auto *decorated = llvm::dyn_cast_or_null<TSDecoratedParameter>(parameter))
        apply(decorated->decorators, method->methodKind == MethodKind::Constructor);
  }
}

const Node *writtenDecorator(const Decorator &decorator) {
  const Node *at = decorator.expression;
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(at);
      assignment && assignment->range == decorator.range)
    at = assignment->right;
  const auto *call = llvm::dyn_cast<CallExpression>(at);
  return call && call->range == decorator.range ? call->callee : at;
}

} // namespace agentc
