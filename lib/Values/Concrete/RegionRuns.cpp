#include "Concrete/RegionRuns.h"

#include "Abstract/MemberChanges.h"
#include "Concrete/Callbacks.h"
#include "Concrete/Interpreter.h"
#include "Concrete/OwnObjects.h"
#include "Concrete/Regions.h"
#include "Contexts/Bindings.h"

#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

constexpr size_t maxStatements = 100;
constexpr uint32_t maxRegionBytes = 20000;

NodeList statementsOf(const Node *block) {
  if (const auto *statement = llvm::dyn_cast_or_null<BlockStatement>(block))
    return statement->body;
  const auto *program = llvm::dyn_cast_or_null<ast::TopLevel>(block);
  return program ? program->body : NodeList();
}

/// The function around a change is called there and then: it is a callback of an array's method.
const Node *functionRunningIn(const Node &node) {
  const Node *function = functionAround(node);
  while (function && llvm::isa<ArrowFunctionExpression, FunctionExpression>(function)) {
    const auto *call = llvm::dyn_cast<CallExpression>(function->parent);
    const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    if (!member || call->arguments.empty() || call->arguments.front() != function ||
        !takesCallback(writtenKeyOf(*member).value_or("")))
      break;
    function = functionAround(*function);
  }
  return function;
}

/// The statement of a list that a node stands in; null if it stands elsewhere.
const Node *statementAround(const Node &node, const Node &block) {
  const Node *at = &node;
  while (at->parent && at->parent != &block)
    at = at->parent;
  return at->parent ? at : nullptr;
}

bool isDeclarator(const Identifier &target) {
  return llvm::isa<VariableDeclarator>(target.parent) &&
         llvm::cast<VariableDeclarator>(target.parent)->id == &target;
}

/// Finds the statements around a variable's declaration, and the variables that they assign too.
class RegionFinder {
public:
  RegionFinder(const agentc::Program &program, const Node &block)
      : program_(program), block_(block), function_(functionIn(block)) {}

  std::optional<Region> find(const Symbol &symbol) {
    region_.symbols.insert(&symbol);
    for (size_t i = 0; i < region_.symbols.size(); ++i)
      if (region_.symbols.size() > maxStatements || !addStatements(*region_.symbols[i]))
        return std::nullopt;
    for (const Node *statement : statementsOf(&block_))
      if (statements_.contains(statement))
        region_.statements.push_back(statement);
    if (region_.statements.empty())
      return std::nullopt;
    region_.end = region_.statements.back()->range.end;
    return region_;
  }

private:
  static const Node *functionIn(const Node &block) {
    return llvm::isa<ast::TopLevel>(block) ? nullptr : functionAround(block);
  }

  bool addStatements(const Symbol &symbol) {
    for (const Identifier *target : symbol.targets)
      if (!addStatement(*target))
        return false;
    for (const Identifier *reference : symbol.references)
      if (changesHeld(*reference) && !addStatement(*reference))
        return false;
    return true;
  }

  bool addStatement(const Node &change) {
    const Node *statement = statementAround(change, block_);
    if (!statement || functionRunningIn(change) != function_)
      return false;
    if (!statements_.insert(statement))
      return true;
    bytes_ += statement->range.end - statement->range.begin;
    return statements_.size() <= maxStatements && bytes_ <= maxRegionBytes &&
           addAssigned(*statement);
  }

  /// Adds the other variables that a statement assigns, which must be followed as well.
  bool addAssigned(const Node &node) {
    const Node *target = targetOf(node);
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&node))
      target = declarator->id;
    else if (const auto *reference = llvm::dyn_cast<Identifier>(&node))
      target = program_.isReference(*reference) && changesHeld(*reference) ? reference : nullptr;
    if (const auto *name = llvm::dyn_cast_or_null<Identifier>(target)) {
      const Symbol *symbol = program_.symbolOf(*name);
      const Node *scope = symbol ? symbol->scope->node : nullptr;
      // variables of inner blocks have environments of their own
      bool isInside = scope && statementAround(*scope, block_);
      if (symbol && !isInside)
        region_.symbols.insert(symbol);
    }
    bool isFine = true;
    forEachChild(node, [&](const Node &child) { isFine = isFine && addAssigned(child); });
    return isFine;
  }

  const agentc::Program &program_;
  const Node &block_;
  const Node *function_;
  llvm::SmallSetVector<const Node *, 8> statements_;
  uint32_t bytes_ = 0;
  Region region_;
};

} // namespace

bool changesHeld(const Node &use) {
  const auto *member = llvm::dyn_cast<MemberExpression>(use.parent);
  if (!member || member->object != &use)
    return false;
  const Node *outer = member->parent;
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(outer))
    return assignment->left == member;
  if (llvm::isa<UpdateExpression>(outer))
    return true;
  if (const auto *unary = llvm::dyn_cast<UnaryExpression>(outer))
    return unary->op == "delete";
  const auto *call = llvm::dyn_cast<CallExpression>(outer);
  return call && call->callee == member && changesArray(writtenKeyOf(*member).value_or(""));
}

std::optional<Region> findRegion(const agentc::Program &program, const Symbol &symbol) {
  if (symbol.kind != SymbolKind::Var && symbol.kind != SymbolKind::Let &&
      symbol.kind != SymbolKind::Const)
    return std::nullopt;
  const Identifier *first = symbol.targets.empty() ? nullptr : symbol.targets.front();
  if (!first || !isDeclarator(*first) || !llvm::isa<VariableDeclaration>(first->parent->parent))
    return std::nullopt;
  bool isChanged = symbol.targets.size() > 1 ||
                   llvm::any_of(symbol.references, [](auto *one) { return changesHeld(*one); });
  const Node *init = llvm::cast<VariableDeclarator>(first->parent)->init;
  bool isCode = init && (isFunction(*init) || isClass(*init));
  const Node *block = first->parent->parent->parent;
  if (llvm::isa<ExportNamedDeclaration>(block))
    block = block->parent;
  if (!isChanged || isCode || statementsOf(block).empty())
    return std::nullopt;
  return RegionFinder(program, *block).find(symbol);
}

const Region *RegionRuns::regionOf(const Symbol &symbol) {
  auto [entry, isNew] = regions_.try_emplace(&symbol, nullptr);
  if (isNew)
    if (std::optional<Region> region = findRegion(program(), symbol))
      regions_[&symbol] = std::make_unique<Region>(std::move(*region));
  return regions_[&symbol].get();
}

/// Returns the value of a variable after the statements that give it its values have run, as
/// seen by a name read after them; null where the name may be read before them, or they cannot
/// be run.
const Value *RegionRuns::valueAfterRegion(const Identifier &identifier, const Symbol &symbol) {
  const Region *region = regionOf(symbol);
  if (!region || identifier.range.begin < region->end)
    return nullptr;
  const Node *declared = functionAround(*symbol.targets.front());
  // a function declared later may still be called before
  for (const Node *at = functionAround(identifier); at && at != declared; at = functionAround(*at))
    if (llvm::isa<FunctionDeclaration>(at) && isMentionedBefore(*at, region->end))
      return nullptr;
  const Value &value =
      once(Question::Final, &symbol, &identifier,
           [this, &symbol, region]() -> const Value & { return runRegion(*region, symbol); });
  return llvm::isa<UnknownValue>(value) ? nullptr : &value;
}

bool RegionRuns::isMentionedBefore(const Node &function, uint32_t end) {
  const auto *id = llvm::dyn_cast_or_null<Identifier>(llvm::cast<FunctionDeclaration>(function).id);
  const Symbol *symbol = id ? program().symbolOf(*id) : nullptr;
  return !symbol || llvm::any_of(symbol->references, [&](const Identifier *reference) {
    return reference->range.begin < end;
  });
}

const Value &RegionRuns::runRegion(const Region &region, const Symbol &symbol) {
  const Node &site = *region.statements.front();
  if (interpreter().spent.steps >= maxStepsOfProgram)
    return unknown(UnknownReason::Limit, &site);
  const Value *result = interpreter().runPaths(site, [&]() -> const Value * {
    for (const Symbol *one : region.symbols)
      bindings().partialEnvironmentOf(*one).set(*one, make<UndefinedValue>(&site));
    Completion end = interpreter().executeAll(region.statements);
    Environment *holder = interpreter().environmentOf(symbol);
    bool isWhole = end.kind == Completion::Kind::Normal && holder;
    return isWhole ? *holder->find(symbol) : &interpreter().fail(site);
  });
  if (!result)
    return unknown(UnknownReason::Call, &site);
  if (memberChanges().isChangedOutOfSight(symbol, site.range.begin, region.end))
    return unknown(UnknownReason::Call, &site);
  return *result;
}

} // namespace agentc
