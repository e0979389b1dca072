#include "BaseClass.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxSuperclasses = 64;
constexpr unsigned maxSearchSteps = 1000;

/// The name that a class or constructor function has by its syntax, or by the variable or key that
/// it is given to where it is made.
const Node *typeName(const Node &type) {
  if (const Identifier *own = ownNameOf(type))
    return own;
  if (const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(type.parent))
    return declarator->id;
  const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(type.parent);
  return assignment ? assignment->left : nullptr;
}

/// Returns the name that a reader sees in an expression: `BaseAgent` of `sdk.BaseAgent`.
llvm::StringRef writtenName(const Node *expression) {
  if (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(expression))
    return member->computed ? llvm::StringRef() : writtenName(member->property);
  const auto *name = llvm::dyn_cast_or_null<Identifier>(expression);
  return name ? name->name : llvm::StringRef();
}

/// Walks upwards from a class by all that its superclasses can be.
class BaseClassSearch {
public:
  explicit BaseClassSearch(const CheckContext &context) : context_(context) {}

  struct Answer {
    bool extends = false, isUnknown = false;
  };
  Answer walk(const Value &value, llvm::StringRef written, unsigned depth);

  BaseSearch found;

private:
  Answer walkClass(const ClassValue &type, llvm::StringRef written, unsigned depth);
  bool isBaseName(llvm::StringRef name) const {
    return !name.empty() && llvm::any_of(context_.settings.baseClasses, [&](llvm::StringRef base) {
      return base.split('#').second == name;
    });
  }

  const CheckContext &context_;
  unsigned steps_ = 0;
};

BaseClassSearch::Answer BaseClassSearch::walk(const Value &value, llvm::StringRef written,
                                              unsigned depth) {
  Answer all;
  forEachAlternative(context_.values.asClass(value), [&](const Value &one) {
    if (const auto *type = llvm::dyn_cast<ClassValue>(&one)) {
      Answer answer = walkClass(*type, written, depth);
      all.extends |= answer.extends;
      all.isUnknown |= answer.isUnknown;
    } else if (const auto *path = llvm::dyn_cast<ApiValue>(&one)) {
      all.extends |= depth > 0 && isBasePath(context_.settings, path->path);
    } else {
      all.isUnknown |= llvm::isa<UnknownValue, ResultValue>(one);
    }
  });
  return all;
}

BaseClassSearch::Answer BaseClassSearch::walkClass(const ClassValue &type, llvm::StringRef written,
                                                   unsigned depth) {
  if (depth >= maxSuperclasses || ++steps_ > maxSearchSteps)
    return {.isUnknown = true};
  Answer answer;
  if (type.superClass)
    answer = walk(*type.superClass, writtenName(superClassOf(*type.origin)), depth + 1);
  if (depth == 0 || answer.extends || found.lookalike)
    return answer;
  const Node *name = typeName(*type.origin);
  for (llvm::StringRef one : {writtenName(name), written})
    if (isBaseName(one) && !found.lookalike) {
      found.lookalike = name ? name : type.origin;
      found.lookalikeName = one;
    }
  return answer;
}

} // namespace

bool isBasePath(const Settings &settings, llvm::StringRef path) {
  path = path.split(".prototype").first;
  return llvm::any_of(settings.baseClasses, [&](llvm::StringRef base) {
    auto [package, name] = base.split('#');
    llvm::StringRef rest = path;
    if (rest.consume_front("global:"))
      return rest == name;
    if (!rest.consume_front("module:") || !rest.consume_front(package))
      return false;
    // `module:package/lib/agent.BaseAgent` is a module of the package
    return rest == ("." + name).str() ||
           (rest.starts_with("/") && rest.ends_with(("." + name).str()));
  });
}

BaseSearch findBase(const CheckContext &context, const Value &value) {
  BaseClassSearch search(context);
  BaseClassSearch::Answer answer = search.walk(value, {}, 0);
  search.found.relation = answer.extends           ? BaseRelation::Extends
                          : search.found.lookalike ? BaseRelation::Lookalike
                          : answer.isUnknown       ? BaseRelation::Unknown
                                                   : BaseRelation::None;
  return search.found;
}

const Value &agentClassOf(const CheckContext &context, const ModuleInfo &entry) {
  return context.values.asClass(context.values.definitionIn(entry));
}

std::string baseClassNames(const Settings &settings) {
  std::vector<std::string> names;
  for (llvm::StringRef base : settings.baseClasses)
    names.push_back("`" + base.split('#').second.str() + "`");
  return llvm::join(names, " or ");
}

ByteRange headOfClass(const Node &type) {
  const Node *name = typeName(type);
  if (name && type.range.begin <= name->range.begin && name->range.end <= type.range.end)
    return name->range;
  uint32_t word = isFunction(type) ? 8 : 5; // `function`, `class`
  return {type.range.begin, std::min(type.range.begin + word, type.range.end)};
}

} // namespace agentc
