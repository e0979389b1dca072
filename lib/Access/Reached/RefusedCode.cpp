#include "agentc/Access/RefusedCode.h"

#include "SandboxTruth.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/SetVector.h"

namespace agentc {

using namespace ast;

namespace {

/// Places and functions that one question is followed to.
constexpr size_t maxPlaces = 4000;

bool isDeclaration(const Node &code) {
  return llvm::isa<FunctionDeclaration, ClassDeclaration>(code);
}

} // namespace

/// The places that a function may be run from, by its names: those of variables, and of the members
/// that hold it.
class RefusedCode::Mentions {
public:
  Mentions(const agentc::Program &program, const Values &values)
      : program_(program), values_(values) {
    program.forEach<MemberExpression>([&](const MemberExpression &read) { addRead(read); });
    program.forEach<Property>([&](const Property &part) {
      if (llvm::isa<ObjectPattern>(part.parent))
        addRead(part);
    });
    for (unsigned read = 0; read < byUnknownKey_.size(); ++read)
      addHolders(read);
  }

  /// std::nullopt where it gets out of sight.
  std::optional<llvm::SetVector<const Node *>> of(const Node &function) const {
    Search search{*this, function, {}, {}, false};
    search.run();
    if (search.escapes)
      return std::nullopt;
    return std::move(search.uses);
  }

private:
  struct Search {
    const Mentions &mentions;
    const Node &function;
    llvm::SetVector<const Node *> places; ///< expressions that denote it
    llvm::SetVector<const Node *> uses;
    bool escapes;

    void run();
    void addHolder(const Node &code);
    void follow(const Node &place);
    void followMember(const MemberExpression &member);
    void addTarget(const Node &target);
    void addKey(std::optional<llvm::StringRef> key);
    void addResult(const Node &returned, const Node &from);
  };

  void addRead(const Node &node) {
    if (std::optional<std::string> key = values_.keyOf(node))
      reads_[*key].push_back(&node);
    else if (llvm::isa<MemberExpression>(node))
      byUnknownKey_.push_back(&node);
  }

  /// True if a read can give the function, or the function is a getter, which runs when read.
  bool canBe(const Node &read, const Node &function) const {
    const auto *property = llvm::dyn_cast_or_null<Property>(function.parent);
    const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(function.parent);
    bool isGetter = (property && property->propertyKind != PropertyKind::Init) ||
                    (method && method->methodKind != MethodKind::Method);
    if (isGetter || !llvm::isa<MemberExpression>(read))
      return true;
    bool found = false;
    forEachAlternative(values_.of(read), [&](const Value &value) {
      found |= llvm::isa<UnknownValue>(value) || value.origin == &function;
    });
    return found;
  }

  /// Notes what a member by a key that nobody knows is taken of.
  void addHolders(unsigned read) {
    const auto *member = llvm::cast<MemberExpression>(byUnknownKey_[read]);
    forEachAlternative(values_.of(*member->object), [&](const Value &value) {
      const auto *known = llvm::dyn_cast<ObjectValue>(&value);
      const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
      if (!known && !instance)
        return;
      const void *holder = known ? static_cast<const void *>(known) : instance->type->origin;
      llvm::SmallVector<unsigned, 1> &reads = readsOf_[holder];
      bool isNew = reads.empty();
      reads.push_back(read);
      for (const PropertyValue &property :
           isNew &&known ? known->properties : llvm::ArrayRef<PropertyValue>())
        for (const Node *held : {property.value->origin, property.site})
          if (held && (isFunction(*held) || isClass(*held)))
            holdersOf_[held].push_back(known);
    });
  }

  /// Finds the reads of members by unknown keys from objects that are known to hold the function.
  llvm::SmallVector<const Node *, 4> readsByUnknownKey(const Node &function) const {
    llvm::SmallVector<const void *, 4> holders = holdersOf_.lookup(&function);
    if (const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(function.parent))
      holders.push_back(method->parent->parent);
    llvm::SmallVector<unsigned, 4> indices;
    for (const void *holder : holders)
      llvm::append_range(indices, readsOf_.lookup(holder));
    llvm::sort(indices);
    llvm::SmallVector<const Node *, 4> reads;
    for (unsigned index : indices)
      reads.push_back(byUnknownKey_[index]);
    return reads;
  }

  const agentc::Program &program_;
  const Values &values_;
  llvm::StringMap<llvm::SmallVector<const Node *, 1>> reads_;
  std::vector<const Node *> byUnknownKey_;
  /// Of these, by what they take a member of: the object, or the class of an instance.
  llvm::DenseMap<const void *, llvm::SmallVector<unsigned, 1>> readsOf_;
  /// The objects there that are known to hold a function or class.
  llvm::DenseMap<const Node *, llvm::SmallVector<const void *, 4>> holdersOf_;
};

void RefusedCode::Mentions::Search::run() {
  const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(function.parent);
  if (method && method->methodKind == MethodKind::Constructor)
    addHolder(*method->parent->parent);
  else if (method)
    addKey(mentions.values_.keyOf(*method));
  else
    addHolder(function);
  for (size_t next = 0; next < places.size() && !escapes; ++next) {
    escapes |= places.size() + uses.size() > maxPlaces;
    follow(*places[next]);
  }
  if (escapes)
    return;
  for (const Node *read : mentions.readsByUnknownKey(function))
    uses.insert(read);
}

/// A function or class where it is made, and by its own name.
void RefusedCode::Mentions::Search::addHolder(const Node &code) {
  if (const Identifier *id = ownNameOf(code))
    addTarget(*id);
  if (!isDeclaration(code))
    places.insert(&code);
  else
    escapes |= llvm::isa<ExportNamedDeclaration, ExportDefaultDeclaration>(code.parent);
}

void RefusedCode::Mentions::Search::addTarget(const Node &target) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&target)) {
    const Symbol *symbol = mentions.program_.symbolOf(*name);
    escapes |= !symbol;
    if (symbol)
      places.insert(symbol->references.begin(), symbol->references.end());
  } else if (const auto *member = llvm::dyn_cast<MemberExpression>(&target)) {
    addKey(mentions.values_.keyOf(*member));
  } else {
    escapes = true;
  }
}

void RefusedCode::Mentions::Search::addKey(std::optional<llvm::StringRef> key) {
  // what a module exports, its loader gets
  if (!key || key == "exports" || key == "default")
    escapes = true;
  if (escapes)
    return;
  auto reads = mentions.reads_.find(*key);
  if (reads == mentions.reads_.end())
    return;
  for (const Node *read : reads->second) {
    const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(read->parent);
    bool isWritten = assignment && assignment->left == read && assignment->op == "=";
    if (!isWritten && mentions.canBe(*read, function))
      uses.insert(read);
  }
}

/// `() => f` in an object's literal, as bundlers write exports, is a member's value; what any other
/// function gives its callers have.
void RefusedCode::Mentions::Search::addResult(const Node &returned, const Node &from) {
  const auto *property = llvm::dyn_cast_or_null<Property>(from.parent);
  bool isGetter = llvm::isa<Identifier>(returned) && property && property->value == &from &&
                  isFunction(from) && paramsOf(from).empty() &&
                  llvm::isa<ObjectExpression>(property->parent);
  if (isGetter)
    addKey(mentions.values_.keyOf(*property));
  else
    uses.insert(&returned);
}

void RefusedCode::Mentions::Search::followMember(const MemberExpression &member) {
  std::optional<std::string> key = mentions.values_.keyOf(member);
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(member.parent);
  bool isCalled = call && call->callee == &member;
  if (!key || (isCalled && key == "bind"))
    uses.insert(&member);
  else if (isCalled && (key == "call" || key == "apply"))
    uses.insert(call);
}

void RefusedCode::Mentions::Search::follow(const Node &place) {
  const Node &parent = *place.parent;
  switch (parent.kind) {
  case NodeKind::CallExpression:
  case NodeKind::NewExpression:
    uses.insert(&parent);
    return;
  case NodeKind::MemberExpression:
    return followMember(llvm::cast<MemberExpression>(parent));
  case NodeKind::VariableDeclarator:
    escapes |= llvm::isa<ExportNamedDeclaration>(parent.parent->parent);
    return addTarget(*llvm::cast<VariableDeclarator>(parent).id);
  case NodeKind::AssignmentExpression:
    if (llvm::cast<AssignmentExpression>(parent).left == &place)
      return;
    addTarget(*llvm::cast<AssignmentExpression>(parent).left);
    places.insert(&parent);
    return;
  case NodeKind::ConditionalExpression:
    if (llvm::cast<ConditionalExpression>(parent).test != &place)
      places.insert(&parent);
    return;
  case NodeKind::SequenceExpression:
    if (llvm::cast<SequenceExpression>(parent).expressions.back() == &place)
      places.insert(&parent);
    return;
  case NodeKind::LogicalExpression:
  case NodeKind::AwaitExpression:
    places.insert(&parent);
    return;
  case NodeKind::ReturnStatement: {
    const Node *around = functionAround(parent);
    return around ? addResult(place, *around) : void(escapes = true);
  }
  case NodeKind::ArrowFunctionExpression:
    return addResult(place, parent);
  case NodeKind::Property:
    return addKey(mentions.values_.keyOf(parent));
  case NodeKind::PropertyDefinition:
  case NodeKind::MethodDefinition:
    return addKey(mentions.values_.keyOf(parent));
  case NodeKind::ExpressionStatement:
  case NodeKind::UnaryExpression:
  case NodeKind::BinaryExpression:
  case NodeKind::IfStatement:
    return;
  case NodeKind::ClassDeclaration:
  case NodeKind::ClassExpression:
    uses.insert(&place);
    return;
  default:
    escapes = true;
  }
}

RefusedCode::RefusedCode(const agentc::Program &program, const Values &values, const ApiUses &uses,
                         llvm::function_ref<const ReachedCode &()> reached,
                         const AgentConfig &config)
    : program_(program), values_(values), uses_(uses), reached_(reached), config_(config) {}
RefusedCode::~RefusedCode() = default;

bool RefusedCode::isCalledByHost(const Node &function) const {
  auto isIt = [&](const std::optional<ExecuteFunction> &known) {
    return known && known->function == &function;
  };
  return llvm::any_of(config_.agents, [&](const auto &agent) { return isIt(agent.handler); }) ||
         llvm::any_of(config_.tools, [&](const auto &tool) { return isIt(tool.execute); });
}

RefusedCode::Answer RefusedCode::whether(const Node &node) {
  if (!truth_) {
    truth_ = std::make_unique<SandboxTruth>(program_, values_, uses_);
    mentions_ = std::make_unique<Mentions>(program_, values_);
  }
  llvm::SetVector<const Node *> places;
  places.insert(&node);
  bool isTested = false;
  llvm::DenseSet<const Node *> seen;
  for (size_t next = 0; next < places.size(); ++next) {
    if (places.size() > maxPlaces)
      return Answer::Runs;
    if (truth_->isBehindFailedTest(*places[next])) {
      isTested = true;
      continue;
    }
    const Node *function = functionAround(*places[next]);
    if (!function || !isFunction(*function) || isCalledByHost(*function))
      return Answer::Runs;
    if (!seen.insert(function).second)
      continue;
    auto uses = mentions_->of(*function);
    if (!uses)
      return Answer::Runs;
    places.insert(uses->begin(), uses->end());
  }
  if (isTested)
    return Answer::IsRefused;
  return reached_().contains(node) ? Answer::Runs : Answer::IsUncalled;
}

} // namespace agentc
