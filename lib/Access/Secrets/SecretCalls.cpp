#include "SecretWalk.h"

#include "agentc/Flow/UseKind.h"
#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

/// `node`, an argument of a call, holds the secret at `keys`.
void SecretWalk::followArgument(const Node &call, const Node &node, const Keys *keys) {
  const auto [callee, arguments, isNew] = partsOf(call);
  const size_t index = llvm::find(arguments, &node) - arguments.begin();
  if (index == arguments.size() || llvm::any_of(arguments.take_front(index), [](auto *one) {
        return llvm::isa<SpreadElement>(one);
      }))
    return lose(node);
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  std::optional<std::string> method = member ? values_.keyOf(*member) : std::nullopt;
  bool isKnown = true;
  forEachAlternative(values_.of(*callee), [&](const Value &value) {
    if (std::optional<CommandOption> option =
            commandOption(program_, values_, call, value, index)) {
      for (const Node *given : option->given)
        add(*given, push(option->member, keys));
      return;
    }
    if (llvm::isa<FunctionValue>(value))
      return giveTo(*value.origin, index, keys, node);
    if (const auto *type = llvm::dyn_cast<ClassValue>(&value)) {
      const Identifier *name = ownNameOf(*type->origin);
      const std::string client =
          name ? (program_.moduleOf(*type->origin).path() + ":" + name->name).str() : "";
      if (giveToClient(call, client, index, keys, node))
        return;
      if (const Node *constructor = constructorIn(*type))
        return giveTo(*constructor, index, keys, node);
      return type->superClass ? lose(node) : void();
    }
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    if (api && api->path == "global:Function.prototype.call"_api && member && index > 0)
      return forEachAlternative(values_.of(*member->object), [&](const Value &borrowed) {
        const auto *host = llvm::dyn_cast<ApiValue>(&borrowed);
        if (llvm::isa<FunctionValue>(borrowed))
          giveTo(*borrowed.origin, index - 1, keys, node);
        else
          host ? giveToHost(call, host->path, index - 1, keys, node) : lose(node);
      });
    if (api)
      return giveToHost(call, api->path, index, keys, node);
    isKnown &= llvm::isa<UndefinedValue, NullValue>(value);
  });
  if (isKnown || (method && putByMethod(call, index, keys)))
    return;
  giveByName(*callee, index, keys, node);
}

/// Follows the secret into a parameter of a function of the bundle.
void SecretWalk::giveTo(const Node &function, size_t index, const Keys *keys, const Node &node) {
  NodeList parameters = paramsOf(function);
  const auto *rest =
      parameters.empty() ? nullptr : llvm::dyn_cast_or_null<RestElement>(parameters.back());
  if (!argumentsIn(program_, function).empty())
    return lose(node);
  if (rest && index + 1 >= parameters.size())
    return bind(*rest->argument, push("", keys));
  if (index < parameters.size())
    bind(*parameters[index], keys);
}

/// The functions that the program assigns to a member of that name, for an unknown callee.
void SecretWalk::giveByName(const Node &callee, size_t index, const Keys *keys, const Node &node) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  bool isFound = false;
  for (const MemberIndex::Given &given :
       key ? memberIndexOf(program_).of(*key).given : std::vector<MemberIndex::Given>())
    if (given.value && isFunction(*given.value)) {
      isFound = true;
      giveTo(*given.value, index, keys, node);
    }
  if (!isFound)
    lose(node);
}

/// Follows the secret as the result of a function: `inside` is its `return`, or its body.
void SecretWalk::followResult(const Node &inside, const Keys *keys) {
  const Node *function = inside.parent;
  while (function && !isFunction(*function))
    function = function->parent;
  if (!function || isGenerator(*function))
    return lose(inside);
  const Keys *given = push("()", keys);
  results_.try_emplace(given, &inside);
  const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(function);
  if (!declaration)
    return add(*function, given);
  const auto *name = llvm::dyn_cast_or_null<Identifier>(declaration->id);
  if (const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr)
    followSymbol(*symbol, given);
  if (llvm::isa<ExportDefaultDeclaration>(function->parent))
    exportFrom(program_.moduleOf(*function), *function, push("default", given));
}

} // namespace agentc
