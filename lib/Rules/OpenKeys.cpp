#include "OpenKeys.h"

#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxOutcomes = 64;
constexpr size_t maxTargets = 16;

const Symbol *symbolOf(const agentc::Program &program, const Node *node) {
  const auto *name = llvm::dyn_cast_or_null<Identifier>(node);
  return name ? program.symbolOf(*name) : nullptr;
}

/// True for what hands no index on to its `forEach`, but keys.
bool isKeyed(const Value &value) {
  static constexpr llvm::StringLiteral types[] = {"Map", "Set", "Headers", "FormData",
                                                  "URLSearchParams"};
  bool isOne = false;
  forEachAlternative(value, [&](const Value &one) {
    const auto *made = llvm::dyn_cast<ResultValue>(&one);
    llvm::StringRef type = made ? made->callee->path : llvm::StringRef();
    isOne |= type.consume_front("global:") && llvm::is_contained(types, type);
  });
  return isOne;
}

bool isArithmetic(llvm::StringRef op) {
  return llvm::is_contained({"-", "*", "/", "%", "**", "|", "&", "^", "<<", ">>", ">>>"}, op);
}

bool isNumeric(const agentc::Program &program, const Values &values, const Node *node,
               unsigned depth) {
  if (!node || depth > 4)
    return false;
  if (llvm::isa<NumberValue>(values.of(*node)) || llvm::isa<UpdateExpression>(node))
    return true;
  if (const auto *unary = llvm::dyn_cast<UnaryExpression>(node))
    return unary->op == "+" || unary->op == "-" || unary->op == "~";
  if (const auto *binary = llvm::dyn_cast<BinaryExpression>(node))
    return isArithmetic(binary->op) ||
           (binary->op == "+" && isNumeric(program, values, binary->left, depth + 1) &&
            isNumeric(program, values, binary->right, depth + 1));
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(node))
    return isArithmetic(llvm::StringRef(assignment->op).drop_back()) ||
           isNumeric(program, values, assignment->right, depth + 1);
  if (const auto *member = llvm::dyn_cast<MemberExpression>(node))
    return values.keyOf(*member) == "length";
  const Symbol *symbol = symbolOf(program, node);
  if (!symbol || symbol->targets.empty() || symbol->targets.size() > maxTargets)
    return false;
  // what is counted up is a number, wherever it began
  if (llvm::any_of(symbol->targets, [](const Identifier *target) {
        return llvm::isa_and_nonnull<UpdateExpression>(target->parent);
      }))
    return true;
  return llvm::all_of(symbol->targets, [&](const Identifier *target) {
    if (const auto *change = llvm::dyn_cast_or_null<AssignmentExpression>(target->parent);
        change && change->op != "=")
      return isNumeric(program, values, change, depth + 1);
    // the index that `forEach` and its like hand on
    const auto *call = target->parent && isFunction(*target->parent)
                           ? llvm::dyn_cast_or_null<CallExpression>(target->parent->parent)
                           : nullptr;
    if (call && paramsOf(*target->parent).size() > 1 && paramsOf(*target->parent)[1] == target) {
      const auto *method = llvm::dyn_cast<MemberExpression>(call->callee);
      std::optional<std::string> name = method ? values.keyOf(*method) : std::nullopt;
      return name && call->arguments[0] == target->parent &&
             builtinMethod(*name).does(BuiltinMethod::CallsEach) &&
             !isKeyed(values.of(*method->object));
    }
    const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(target->parent);
    if (declarator && !declarator->init && llvm::isa<VariableDeclaration>(declarator->parent) &&
        !llvm::isa<ForInStatement, ForOfStatement>(declarator->parent->parent))
      return symbol->targets.size() > 1; // what it is given later counts
    const Node *source = sourceOf(*target);
    return source && isNumeric(program, values, source, depth + 1);
  });
}

/// `object` of `Object.keys(object)` and its like, also by a variable's name.
const Node *listedObject(const agentc::Program &program, const Node *list) {
  if (const Symbol *symbol = symbolOf(program, list); symbol && symbol->targets.size() == 1)
    list = sourceOf(*symbol->targets[0]);
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(list);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  return member && !call->arguments.empty() ? call->arguments[0] : nullptr;
}

/// True if no constant determines a value: it is unknown, or comes from a function that isn't
/// the bundle's.
bool isOpen(const Value &value) {
  bool open = false;
  forEachAlternative(value, [&](const Value &one) {
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    open |= llvm::isa<UnknownValue>(one) ||
            (api && (api->path.contains("()") || api->path.starts_with("handler:")));
  });
  return open;
}

} // namespace

const MemberExpression *openMember(const agentc::Program &program, const Values &values,
                                   const Node *node) {
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(node);
  return member && member->computed && !values.keyOf(*member) &&
                 isOpen(values.of(*member->property)) &&
                 !isNumeric(program, values, member->property, 0)
             ? member
             : nullptr;
}

const Symbol *rootOf(const agentc::Program &program, const Node *node) {
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(node))
    node = member->object;
  return symbolOf(program, node);
}

const Symbol *iteratedBy(const agentc::Program &program, const Node &key) {
  const Symbol *symbol = symbolOf(program, &key);
  // `var key; for (key in object)` gives it nothing at first
  const Node *at = nullptr;
  for (const Identifier *target : symbol ? symbol->targets : decltype(symbol->targets)()) {
    const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(target->parent);
    if (declarator && !declarator->init &&
        !llvm::isa<ForInStatement, ForOfStatement>(declarator->parent->parent))
      continue;
    if (at)
      return nullptr;
    at = target;
  }
  if (!at)
    return nullptr;
  while (at->parent && llvm::isa<ArrayPattern>(at->parent))
    at = at->parent;
  const Node *parent = at->parent;
  if (llvm::isa_and_nonnull<VariableDeclarator>(parent))
    parent = parent->parent->parent;
  if (const auto *loop = llvm::dyn_cast_or_null<ForInStatement>(parent))
    return rootOf(program, loop->right);
  if (const auto *loop = llvm::dyn_cast_or_null<ForOfStatement>(parent))
    return rootOf(program, listedObject(program, loop->right));
  const auto *call = parent && isFunction(*parent)
                         ? llvm::dyn_cast_or_null<CallExpression>(parent->parent)
                         : nullptr;
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  return member ? rootOf(program, listedObject(program, member->object)) : nullptr;
}

void forEachOutcome(const Node &expression, llvm::function_ref<void(const Node &)> visit) {
  llvm::SmallVector<const Node *, 8> open{&expression};
  for (unsigned count = 0; !open.empty() && count < maxOutcomes; ++count) {
    const Node *node = open.pop_back_val();
    visit(*node);
    if (const auto *logical = llvm::dyn_cast<LogicalExpression>(node)) {
      open.append({logical->left, logical->right});
    } else if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(node)) {
      open.append({choice->consequent, choice->alternate});
    } else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(node)) {
      open.append({assignment->left, assignment->right});
    } else if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(node)) {
      open.push_back(sequence->expressions.back());
    }
  }
}

const Node *sourceOf(const Identifier &target) {
  if (const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(target.parent))
    return declarator->id == &target ? declarator->init : nullptr;
  const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(target.parent);
  return assignment && assignment->left == &target ? assignment->right : nullptr;
}

} // namespace agentc
