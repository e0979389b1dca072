#include "UrlHost.h"

#include "agentc/Access/Access.h"
#include "agentc/Access/TextShape.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

/// True if a URL names a user, known or not, before its host.
bool holdsUser(const TextShape &url) {
  auto [scheme, rest] = llvm::StringRef(url.text).trim().split(':');
  rest = rest.drop_while([](char c) { return c == '/' || c == '\\'; });
  return !scheme.contains(TextShape::hole) &&
         rest.take_until([](char c) { return llvm::StringRef("/\\?#").contains(c); }).contains('@');
}

/// The origin at the beginning of a URL; the host stays empty where it could still go on.
RequestTarget targetOf(const TextShape &url) {
  llvm::StringRef text = url.beginning().trim();
  RequestTarget target;
  size_t colon = text.find(':');
  if (colon == llvm::StringRef::npos || text.find_first_of("/?#") < colon)
    return target;
  target.scheme = text.take_front(colon).lower();
  if (!llvm::is_contained({"http", "https", "ws", "wss"}, target.scheme))
    return target;
  llvm::StringRef rest = text.drop_front(colon + 1);
  // of `https:host`, `https:/host` and `https:\\host` URL readers make `https://host`
  rest = rest.drop_while([](char c) { return c == '/' || c == '\\'; });
  size_t end = rest.find_first_of("/\\?#");
  target.hasUser = holdsUser(url);
  if (end == llvm::StringRef::npos && !url.isComplete())
    return target;
  llvm::StringRef authority = rest.take_front(end);
  std::string host = asciiHost(authority.substr(authority.rfind('@') + 1));
  llvm::StringRef name = host;
  if (target.scheme == "https" || target.scheme == "wss")
    name.consume_back(":443");
  else if (target.scheme == "http" || target.scheme == "ws")
    name.consume_back(":80");
  target.host = name.str();
  return target;
}

const Value *propertyOf(const Value &value, llvm::StringRef key) {
  const auto *object = llvm::dyn_cast<ObjectValue>(&value);
  const PropertyValue *property = object ? object->find(key) : nullptr;
  return property ? property->value : nullptr;
}

/// How a request function is told where to go.
enum class UrlStyle {
  First,       ///< a URL, or a Request
  Second,      ///< the second argument
  FirstOrUrl,  ///< a URL, or an object with `url` and `baseURL`
  NodeOptions, ///< a URL, or an object with `host` or `hostname`
};

struct RequestFunction {
  llvm::StringLiteral path;
  UrlStyle style;
};

constexpr RequestFunction requestFunctions[] = {
    {"global:fetch"_api, UrlStyle::First},
    {"global:BaseAgent.prototype.fetch"_api, UrlStyle::First},
    {"global:WebSocket"_api, UrlStyle::First},
    {"global:EventSource"_api, UrlStyle::First},
    {"global:navigator.sendBeacon"_api, UrlStyle::First},
    {"global:XMLHttpRequest().open"_api, UrlStyle::Second},
    {"module:axios"_api, UrlStyle::FirstOrUrl},
    {"module:axios.request"_api, UrlStyle::FirstOrUrl},
    {"module:node-fetch"_api, UrlStyle::First},
    {"module:undici.fetch"_api, UrlStyle::First},
    {"module:undici.request"_api, UrlStyle::First},
    {"module:http.request"_api, UrlStyle::NodeOptions},
    {"module:http.get"_api, UrlStyle::NodeOptions},
    {"module:https.request"_api, UrlStyle::NodeOptions},
    {"module:https.get"_api, UrlStyle::NodeOptions},
};

constexpr llvm::StringLiteral axiosMethods[] = {"get",     "delete",    "head",  "options",
                                                "post",    "put",       "patch", "postForm",
                                                "putForm", "patchForm", "getUri"};

std::optional<UrlStyle> styleOf(llvm::StringRef path) {
  for (const RequestFunction &function : requestFunctions)
    if (path == function.path)
      return function.style;
  llvm::StringRef method = path;
  if (method.consume_front("module:axios.create()"_api)) {
    if (method.empty() || method == ".request")
      return UrlStyle::FirstOrUrl;
    return method.consume_front(".") && llvm::is_contained(axiosMethods, method)
               ? std::optional(UrlStyle::First)
               : std::nullopt;
  }
  if (method.consume_front("module:axios."_api))
    return llvm::is_contained(axiosMethods, method) ? std::optional(UrlStyle::First) : std::nullopt;
  // `this.fetch` of an agent, whatever package its base class comes from
  if (path.starts_with("module:") && path.ends_with(".prototype.fetch"))
    return UrlStyle::First;
  return std::nullopt;
}

/// The axios instances that a call may be of.
llvm::SmallVector<const ResultValue *, 2> instancesOf(const Values &values, const ApiUse &use) {
  llvm::SmallVector<const ResultValue *, 2> instances;
  auto add = [&](const ResultValue *result) {
    if (result && result->callee->path == "module:axios.create"_api &&
        !llvm::is_contained(instances, result))
      instances.push_back(result);
  };
  auto addAll = [&](const Node &node) {
    forEachAlternative(values.of(node), [&](const Value &value) {
      const auto *api = llvm::dyn_cast<ApiValue>(&value);
      add(api ? api->receiver : llvm::dyn_cast<ResultValue>(&value));
    });
  };
  addAll(*use.node);
  const auto *member = llvm::dyn_cast<MemberExpression>(use.node);
  if (member && instances.empty())
    addAll(*member->object);
  return instances;
}

class TargetFinder {
public:
  TargetFinder(const Values &values, const ApiUse &use, KnownVariable known)
      : values_(values), use_(use), known_(known) {}

  std::vector<RequestTarget> run(UrlStyle style) {
    size_t index = style == UrlStyle::Second ? 1 : 0;
    if (index >= use_.arguments.size())
      return {RequestTarget()};
    bool isObject = false;
    forEachAlternative(*use_.arguments[index],
                       [&](const Value &value) { isObject |= llvm::isa<ObjectValue>(value); });
    if (const Node *argument = isObject || !known_ ? nullptr : argumentNode(index)) {
      addShapes(textShapes(values_, *argument, known_), basesOfUse());
      return std::move(targets_);
    }
    forEachAlternative(*use_.arguments[index], [&](const Value &value) {
      if (style == UrlStyle::NodeOptions && llvm::isa<ObjectValue>(value))
        addNodeOptions(value);
      else if (style == UrlStyle::FirstOrUrl && llvm::isa<ObjectValue>(value))
        addUrl(propertyOf(value, "url"), propertyOf(value, "baseURL"));
      else
        addUrl(&value, nullptr);
    });
    return std::move(targets_);
  }

private:
  /// The expression of an argument of a plain call.
  const Node *argumentNode(size_t index) const {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(use_.call);
    bool isPlain = call && call->callee == use_.node && index < call->arguments.size() &&
                   use_.arguments.size() == call->arguments.size();
    return isPlain && !llvm::isa<SpreadElement>(call->arguments[index]) ? call->arguments[index]
                                                                        : nullptr;
  }

  /// The possible bases of a relative URL; null stands for an unknown one.
  using Bases = llvm::SmallVector<const Value *, 2>;

  Bases basesOfUse() const {
    Bases bases;
    if (!use_.path.starts_with("module:axios"_api))
      return bases;
    // a request's own configuration, the last argument
    const Value *own =
        use_.arguments.size() < 2 ? nullptr : propertyOf(*use_.arguments.back(), "baseURL");
    if (own)
      return {own};
    auto instances = instancesOf(values_, use_);
    if (instances.empty() && use_.path.starts_with("module:axios.create()"_api))
      bases.push_back(nullptr);
    for (const ResultValue *instance : instances) {
      if (instance->arguments.empty())
        continue;
      forEachAlternative(*instance->arguments[0], [&](const Value &config) {
        const auto *known = llvm::dyn_cast<ObjectValue>(&config);
        const Value *base = propertyOf(config, "baseURL");
        if (base || !known || known->open)
          bases.push_back(base);
      });
    }
    return bases;
  }

  void addUrl(const Value *url, const Value *base) {
    Bases bases = base ? Bases{base} : basesOfUse();
    if (url)
      return addShapes(textShapes(values_, *url), bases);
    if (bases.empty())
      targets_.push_back({});
    addAll(bases);
  }

  void addAll(const Bases &bases) {
    for (const Value *base : bases) {
      if (!base)
        targets_.push_back({});
      for (const TextShape &shape : base ? textShapes(values_, *base) : std::vector<TextShape>())
        targets_.push_back(targetOf(shape));
    }
  }

  void addShapes(llvm::ArrayRef<TextShape> urls, const Bases &bases) {
    for (const TextShape &shape : urls) {
      RequestTarget target = targetOf(shape);
      bool isRelative = target.scheme.empty() && shape.isComplete();
      if (isRelative && bases.empty())
        continue; // no request leaves a program without a page
      if (target.scheme.empty() && !bases.empty() && (isRelative || !shape.beginning().empty()))
        addAll(bases);
      else
        targets_.push_back(std::move(target));
    }
  }

  void addNodeOptions(const Value &options) {
    const Value *host = propertyOf(options, "hostname");
    host = host ? host : propertyOf(options, "host");
    std::optional<llvm::StringRef> name = host ? asString(*host) : std::nullopt;
    RequestTarget target;
    target.scheme = use_.path.starts_with("module:https."_api) ? "https" : "http";
    if (name)
      target.host = asciiHost(*name);
    targets_.push_back(std::move(target));
  }

  const Values &values_;
  const ApiUse &use_;
  KnownVariable known_;
  std::vector<RequestTarget> targets_;
};

/// `axios.defaults.baseURL = url`, which says where relative URLs go.
std::vector<RequestTarget> targetsOfDefault(const Values &values, const ApiUse &use) {
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(use.node->parent);
  std::vector<RequestTarget> targets;
  if (assignment && assignment->left == use.node)
    for (const TextShape &shape : textShapes(values, values.of(*assignment->right)))
      targets.push_back(targetOf(shape));
  return targets;
}

/// `interceptors.request.use((config) => { config.baseURL = url; … })`
std::vector<RequestTarget> targetsOfInterceptor(const Values &values, const ApiUse &use) {
  std::vector<RequestTarget> targets;
  const auto *function =
      use.arguments.empty() ? nullptr : llvm::dyn_cast<FunctionValue>(use.arguments[0]);
  const Node *body = function ? bodyOf(*function->origin) : nullptr;
  if (!body)
    return targets;
  walk(*body, [&](const Node &node) {
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node);
    const auto *member = assignment ? llvm::dyn_cast<MemberExpression>(assignment->left) : nullptr;
    std::optional<std::string> key = member ? values.keyOf(*member) : std::nullopt;
    if (key == "baseURL" || key == "url")
      for (const TextShape &shape : textShapes(values, values.of(*assignment->right)))
        if (RequestTarget target = targetOf(shape); !target.scheme.empty() || key == "baseURL")
          targets.push_back(std::move(target));
    return true;
  });
  return targets;
}

} // namespace

std::vector<RequestTarget> requestTargets(const Values &values, const ApiUse &use,
                                          KnownVariable known) {
  if (use.kind == UseKind::Write && use.path.starts_with("module:axios"_api) &&
      use.path.ends_with(".defaults.baseURL"))
    return targetsOfDefault(values, use);
  if (use.kind == UseKind::Call && use.path.starts_with("module:axios"_api) &&
      use.path.ends_with(".interceptors.request.use"))
    return targetsOfInterceptor(values, use);
  std::optional<UrlStyle> style = styleOf(use.path);
  if (!style || use.kind == UseKind::Test || use.kind == UseKind::Write || use.isImport)
    return {};
  if (use.kind != UseKind::Call) // a module that is handed on sends nothing yet
    return use.path.starts_with("module:") && !use.path.contains('.')
               ? std::vector<RequestTarget>()
               : std::vector{RequestTarget()};
  return TargetFinder(values, use, known).run(*style);
}

} // namespace agentc
