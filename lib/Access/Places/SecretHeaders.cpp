#include "agentc/Access/SecretHeaders.h"

#include "agentc/Access/Access.h"
#include "agentc/Flow/UseKind.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxNesting = 16;

/// True if the text of `whole` holds that of its part, as it is or as `btoa` encodes it.
bool carries(const Values &values, const Node &whole, const Node &part) {
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(&whole))
    return sum->op == "+";
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&whole))
    return choice->test != &part;
  if (const auto *call = llvm::dyn_cast<CallExpression>(&whole)) {
    const auto *callee = llvm::dyn_cast<ApiValue>(&values.of(*call->callee));
    return callee && callee->path == "global:btoa"_api && call->callee != &part;
  }
  return llvm::isa<TemplateLiteral, LogicalExpression>(whole);
}

/// The largest expression that carries the text of a use.
const Node *carrierOf(const Values &values, const Node &use) {
  const Node *node = &use;
  while (node->parent && carries(values, *node->parent, *node))
    node = node->parent;
  return node;
}

bool isExported(const Node &declared) {
  const Node *node = &declared;
  while (node && !llvm::isa<VariableDeclaration>(node))
    node = node->parent;
  return node && llvm::isa_and_nonnull<ExportNamedDeclaration>(node->parent);
}

/// Collects the expressions that give the headers of requests their values.
class HeaderFinder {
public:
  HeaderFinder(const agentc::Program &program, const Values &values, const ApiUses &uses,
               llvm::StringRef name)
      : program_(program), values_(values), uses_(uses),
        path_(("global:process.env."_api + name).str()) {}

  SecretHeaders run() && {
    for (const ApiUse &use : uses_.all())
      if (use.kind == UseKind::Call)
        addRequest(use);
    for (const ApiUse &use : uses_.all())
      if (!found_.otherUse && use.kind != UseKind::Test && isPathOrMember(use.path, path_))
        found_.otherUse = otherUseFrom(*use.node);
    return std::move(found_);
  }

private:
  void addRequest(const ApiUse &use) {
    const std::vector<RequestTarget> targets = requestTargets(values_, use);
    if (targets.empty())
      return;
    hasVariable_ = false;
    // where one goes that is not known, a use in its headers stays another use
    isKnown_ = llvm::all_of(targets, [](const RequestTarget &target) {
      return target.scheme == "https" && !target.host.empty();
    });
    for (const Value *argument : use.arguments)
      addHeaders(*argument, 0);
    if (hasVariable_ && isKnown_)
      for (const RequestTarget &target : targets)
        found_.hosts.insert(target.host);
  }

  /// `given` is a request or the options of one.
  void addHeaders(const Value &given, unsigned nesting) {
    if (nesting > maxNesting)
      return;
    forEachAlternative(given, [&](const Value &value) {
      if (const auto *made = llvm::dyn_cast<ResultValue>(&value)) {
        if (made->callee->path == "global:Request"_api)
          for (const Value *argument : made->arguments)
            addHeaders(*argument, nesting + 1);
      } else if (const auto *options = llvm::dyn_cast<ObjectValue>(&value)) {
        if (const PropertyValue *headers = options->find("headers"))
          addEach(*headers->value);
      }
    });
  }

  void addEach(const Value &headers) {
    forEachAlternative(headers, [&](const Value &value) {
      const auto *made = llvm::dyn_cast<ResultValue>(&value);
      const bool isHeaders = made && made->callee->path == "global:Headers"_api;
      const auto *object = llvm::dyn_cast<ObjectValue>(
          isHeaders && !made->arguments.empty() ? made->arguments[0] : &value);
      if (object)
        for (const PropertyValue &header : object->properties)
          addHeader(header);
    });
  }

  void addHeader(const PropertyValue &header) {
    if (!holdsVariable(*header.value, 0))
      return;
    hasVariable_ = true;
    if (!isKnown_)
      return;
    found_.names.insert(header.key.lower());
    if (const auto *property = llvm::dyn_cast_or_null<Property>(header.site))
      carriers_.insert(property->value);
    carriers_.insert(header.site);
  }

  bool holdsVariable(const Value &held, unsigned nesting) const {
    if (nesting > maxNesting)
      return false;
    bool holds = false;
    forEachAlternative(held, [&](const Value &value) {
      const auto *api = llvm::dyn_cast<ApiValue>(&value);
      holds |= (api && api->path == path_) || llvm::any_of(partsOf(value), [&](const Value *part) {
                 return holdsVariable(*part, nesting + 1);
               });
    });
    return holds;
  }

  /// The values whose texts one consists of; none where it is not put together.
  llvm::SmallVector<const Value *, 4> partsOf(const Value &value) const {
    llvm::SmallVector<const Value *, 4> parts;
    if (const auto *made = llvm::dyn_cast<ResultValue>(&value)) {
      if (made->callee->path == "global:String.prototype.concat"_api ||
          made->callee->path == "global:btoa"_api)
        llvm::append_range(parts, made->arguments);
    } else if (const auto *text = llvm::dyn_cast_or_null<TemplateLiteral>(value.origin)) {
      for (const Node *expression : text->expressions)
        parts.push_back(&values_.of(*expression));
    } else if (const auto *sum = llvm::dyn_cast_or_null<BinaryExpression>(value.origin)) {
      parts = {&values_.of(*sum->left), &values_.of(*sum->right)};
    }
    return parts;
  }

  /// The first place where something else becomes of an expression that gives the variable, or of
  /// the name that it is given there; null if there is none.
  const Node *otherUseFrom(const Node &use) {
    const auto *name = llvm::dyn_cast<Identifier>(&use);
    const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
    if (symbol && llvm::is_contained(symbol->targets, name))
      return otherUseOf(*symbol, use);
    const Node *whole = carrierOf(values_, use);
    if (carriers_.contains(whole) || useKindAt(program_, values_, *whole, path_) == UseKind::Test)
      return nullptr;
    const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(whole->parent);
    name = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
    symbol = name ? program_.symbolOf(*name) : nullptr;
    return symbol ? otherUseOf(*symbol, use) : &use;
  }

  const Node *otherUseOf(const Symbol &symbol, const Node &use) {
    if (!followed_.insert(&symbol).second)
      return nullptr;
    // modules that import it are not followed
    if (isExported(use))
      return &use;
    for (const Identifier *reference : symbol.references)
      if (const Node *other = otherUseFrom(*reference))
        return other;
    return nullptr;
  }

  const agentc::Program &program_;
  const Values &values_;
  const ApiUses &uses_;
  const std::string path_;
  SecretHeaders found_;
  llvm::SmallPtrSet<const Node *, 8> carriers_;
  llvm::SmallPtrSet<const Symbol *, 8> followed_;
  bool hasVariable_ = false; ///< in the request that is looked at
  bool isKnown_ = false;     ///< where it goes
};

} // namespace

static std::string quoted(const std::set<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "`" : ", `") + word + "`";
  return text;
}

std::string describe(const SecretHeaders &headers) {
  return quoted(headers.hosts) + " in the header" + (headers.names.size() > 1 ? "s " : " ") +
         quoted(headers.names);
}

SecretHeaders headersOfVariable(const agentc::Program &program, const Values &values,
                                const ApiUses &uses, llvm::StringRef name) {
  return HeaderFinder(program, values, uses, name).run();
}

} // namespace agentc
