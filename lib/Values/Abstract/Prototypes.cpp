#include "Abstract/Prototypes.h"

#include "agentc/Program/MemberIndex.h"

#include "Abstract/Aliases.h"
#include "Abstract/Members.h"
#include "Abstract/Places.h"

namespace agentc {

using namespace ast;

namespace {

bool isParameter(const Node &node, const Program &program) {
  const auto *name = llvm::dyn_cast<Identifier>(&node);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  return !symbol || symbol->kind == SymbolKind::Parameter;
}

/// True in helpers of compilers, which are told by what they do.
bool isInHelper(const Node &node, const Program &program) {
  for (const Node *code = functionAround(node); code && isFunction(*code);
       code = functionAround(*code))
    if (program.shapeOf(*code).kind != HelperShape::Kind::None)
      return true;
  return false;
}

} // namespace

/// Notes a read of `prototype` or `__proto__`, unless it is only read from in turn, or is what the
/// type's own writes tell: `Type.prototype.key = …`.
void Prototypes::addRead(const Node &read) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&read);
  const Node &parent = *read.parent;
  if (isInHelper(read, program()))
    return;
  if (!member) {
    // `const { prototype } = Type`
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent.parent))
      if (declarator->init)
        sources_->push_back({&read, declarator->init, true});
    return;
  }
  const auto *outer = llvm::dyn_cast<MemberExpression>(&parent);
  const bool isHolder = outer && outer->object == member;
  if (isHolder ? !isWritten(*outer) || !isParameter(*member->object, program())
               : isWritten(*member) || llvm::isa<BinaryExpression, ExpressionStatement>(parent))
    return;
  sources_->push_back({member, member->object, writtenKeyOf(*member) == "prototype"});
}

/// `Object.getPrototypeOf(object)`
void Prototypes::addCalls(llvm::StringRef method) {
  for (const Node *read : memberIndexOf(program()).of(method).reads)
    if (const auto *call = llvm::dyn_cast<CallExpression>(read->parent))
      if (call->callee == read && !call->arguments.empty())
        sources_->push_back({call, call->arguments[0], false});
}

llvm::MutableArrayRef<Prototypes::Source> Prototypes::sources() {
  if (!sources_) {
    sources_.emplace();
    for (llvm::StringRef key : {"prototype", "__proto__"})
      for (const Node *read : memberIndexOf(program()).of(key).reads)
        addRead(*read);
    addCalls("getPrototypeOf");
  }
  return *sources_;
}

/// True if a source may give the prototype of a type.
bool Prototypes::isOf(const Source &source, const Node &type) {
  bool isIt = false;
  forEachAlternative(
      outsideRun([&]() -> const Value & { return eval(*source.owner); }), [&](const Value &owner) {
        if (source.isType) {
          isIt |= owner.origin == &type;
          return;
        }
        const auto *instance = llvm::dyn_cast<InstanceValue>(&owner);
        if (!instance)
          return;
        // a prototype is taken for an object of its type, whose parent's it has
        const auto *parent = llvm::dyn_cast_or_null<ClassValue>(instance->type->superClass);
        isIt |= instance->type->origin == &type || (parent && parent->origin == &type);
      });
  return isIt;
}

/// The writes, as objects of the members' names.
const Value &Prototypes::writesTo(Source &source) {
  if (source.settled)
    return *source.settled;
  const Node &place = *source.place;
  // tells them from those of an object that is made there
  constexpr unsigned index = 1;
  const Value &writes = once(
      Question::Changes, &place, &place,
      [this, &place]() -> const Value & { return computeWrites(place); }, index);
  source.settled = answers().find(answers().keyOf(Question::Changes, &place, index));
  return writes;
}

const Value &Prototypes::computeWrites(const Node &place) {
  Places places(evaluator_, place);
  places.isPrototype = true;
  places.follow(nullptr);
  if (!spend(propertyWork))
    return unknown(UnknownReason::Limit, &place);
  llvm::SmallVector<const Value *, 4> writes;
  for (const auto &[site, changed] : places.writes) {
    llvm::SmallVector<PropertyValue, 4> written;
    for (llvm::StringRef key : aliases().keysWrittenBy(*site))
      written.push_back({key, &unknown(UnknownReason::Shared, site), site});
    writes.push_back(&object(written, false, site));
  }
  return array(writes, places.escapes, &place);
}

const Value *Prototypes::given(const Node &type, llvm::StringRef key, const Node *site) {
  llvm::SmallVector<const Value *, 4> values;
  for (Source &source : sources()) {
    std::optional<bool> isIt;
    const auto *writes = llvm::dyn_cast<ArrayValue>(&writesTo(source));
    for (const Value *one : writes ? writes->elements : llvm::ArrayRef<const Value *>()) {
      const auto *write = llvm::dyn_cast<ObjectValue>(one);
      const bool isAny = write && write->find(openKey);
      if (!write || (!isAny && !write->find(key)))
        continue;
      if (!isIt)
        isIt = isOf(source, type);
      if (!*isIt)
        break;
      if (isAny) {
        values.push_back(&unknown(UnknownReason::Shared, site));
        continue;
      }
      const Value &change = outsideRun([&]() -> const Value & {
        return aliases().changeBy(*write->origin, *source.place, /*isDirect=*/false);
      });
      const PropertyValue *property = llvm::cast<ObjectValue>(change).find(key);
      values.push_back(property ? property->value : &unknown(UnknownReason::Shared, site));
    }
  }
  return values.empty() ? nullptr : &unite(values, site);
}

} // namespace agentc
