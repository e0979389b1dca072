#include "agentc/Analysis/Access.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

/// The beginning of a text, and whether it is all of it.
struct KnownText {
  std::string text;
  bool complete = false;
};

constexpr unsigned maxUrlDepth = 32;

KnownText knownText(const Values &values, const Value &value, unsigned depth);

KnownText knownText(const Values &values, const Node &node, unsigned depth) {
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(&node);
      sum && sum->op == "+" && depth < maxUrlDepth) {
    KnownText left = knownText(values, values.of(*sum->left), depth + 1);
    if (!left.complete)
      return left;
    KnownText right = knownText(values, values.of(*sum->right), depth + 1);
    return {left.text + right.text, right.complete};
  }
  if (const auto *literal = llvm::dyn_cast<TemplateLiteral>(&node);
      literal && depth < maxUrlDepth) {
    KnownText known;
    for (size_t i = 0; i < literal->quasis.size(); ++i) {
      known.text += llvm::cast<TemplateElement>(literal->quasis[i])->cooked;
      if (i >= literal->expressions.size())
        break;
      KnownText part = knownText(values, values.of(*literal->expressions[i]), depth + 1);
      known.text += part.text;
      if (!part.complete)
        return known;
    }
    known.complete = true;
    return known;
  }
  return {};
}

/// `base.concat(a, b)` and `[base, a].join('/')`, as compilers write templates and people URLs.
KnownText knownResult(const Values &values, const ResultValue &result, unsigned depth) {
  llvm::StringRef callee = result.callee->path;
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(result.origin);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  if (!member)
    return {};
  const Value &receiver = values.of(*member->object);
  if (callee == "global:URL().toString")
    return knownText(values, receiver, depth + 1);
  llvm::SmallVector<const Value *, 8> parts;
  llvm::StringRef separator;
  const auto *list = llvm::dyn_cast<ArrayValue>(&receiver);
  if (callee == "global:String.prototype.concat") {
    parts.push_back(&receiver);
    parts.append(result.arguments.begin(), result.arguments.end());
  } else if (callee == "global:Array.prototype.join" && list && !list->open) {
    parts.assign(list->elements.begin(), list->elements.end());
    separator = result.arguments.empty() ? "," : asString(*result.arguments[0]).value_or("");
  }
  KnownText known{"", !parts.empty()};
  for (size_t i = 0; i < parts.size() && known.complete; ++i) {
    KnownText part = knownText(values, *parts[i], depth + 1);
    known.text += (i ? separator.str() : "") + part.text;
    known.complete = part.complete;
  }
  return known;
}

KnownText knownText(const Values &values, const Value &value, unsigned depth) {
  if (depth > maxUrlDepth)
    return {};
  if (const auto *text = llvm::dyn_cast<StringValue>(&value))
    return {text->value.str(), true};
  if (const auto *result = llvm::dyn_cast<ResultValue>(&value)) {
    llvm::StringRef callee = result->callee->path;
    llvm::ArrayRef<const Value *> arguments = result->arguments;
    if ((callee == "global:URL" || callee == "global:Request") && !arguments.empty()) {
      KnownText url = knownText(values, *arguments[0], depth + 1);
      bool isAbsolute = llvm::StringRef(url.text).contains("://");
      return isAbsolute || arguments.size() < 2 || callee != "global:URL"
                 ? url
                 : knownText(values, *arguments[1], depth + 1);
    }
    return knownResult(values, *result, depth);
  }
  if (const auto *api = llvm::dyn_cast<ApiValue>(&value)) {
    const auto *member = llvm::dyn_cast_or_null<MemberExpression>(api->origin);
    return member && api->path == "global:URL().href"
               ? knownText(values, values.of(*member->object), depth + 1)
               : KnownText();
  }
  if (llvm::isa<UnknownValue>(value) && value.origin)
    return knownText(values, *value.origin, depth + 1);
  return {};
}

/// The origin at the beginning of a URL; the host stays empty where it could still go on.
RequestTarget targetOf(const KnownText &url) {
  llvm::StringRef text = llvm::StringRef(url.text).trim();
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
  if (end == llvm::StringRef::npos && !url.complete)
    return target;
  llvm::StringRef authority = rest.take_front(end);
  std::string host = authority.substr(authority.rfind('@') + 1).lower();
  llvm::StringRef name = host;
  if (target.scheme == "https" || target.scheme == "wss")
    name.consume_back(":443");
  else if (target.scheme == "http" || target.scheme == "ws")
    name.consume_back(":80");
  bool isPlain = llvm::all_of(name, [](unsigned char c) {
    return llvm::isAlnum(c) || llvm::StringRef("-._:[]").contains(c) || c >= 0x80;
  });
  if (isPlain)
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
    {"global:fetch", UrlStyle::First},
    {"global:BaseAgent.prototype.fetch", UrlStyle::First},
    {"global:WebSocket", UrlStyle::First},
    {"global:EventSource", UrlStyle::First},
    {"global:navigator.sendBeacon", UrlStyle::First},
    {"global:XMLHttpRequest().open", UrlStyle::Second},
    {"module:axios", UrlStyle::FirstOrUrl},
    {"module:axios.request", UrlStyle::FirstOrUrl},
    {"module:node-fetch", UrlStyle::First},
    {"module:undici.fetch", UrlStyle::First},
    {"module:undici.request", UrlStyle::First},
    {"module:http.request", UrlStyle::NodeOptions},
    {"module:http.get", UrlStyle::NodeOptions},
    {"module:https.request", UrlStyle::NodeOptions},
    {"module:https.get", UrlStyle::NodeOptions},
};

constexpr llvm::StringLiteral axiosMethods[] = {"get",     "delete",    "head",  "options",
                                                "post",    "put",       "patch", "postForm",
                                                "putForm", "patchForm", "getUri"};

std::optional<UrlStyle> styleOf(llvm::StringRef path) {
  for (const RequestFunction &function : requestFunctions)
    if (path == function.path)
      return function.style;
  llvm::StringRef method = path;
  if (method.consume_front("module:axios.create()")) {
    if (method.empty() || method == ".request")
      return UrlStyle::FirstOrUrl;
    return method.consume_front(".") && llvm::is_contained(axiosMethods, method)
               ? std::optional(UrlStyle::First)
               : std::nullopt;
  }
  if (method.consume_front("module:axios."))
    return llvm::is_contained(axiosMethods, method) ? std::optional(UrlStyle::First) : std::nullopt;
  // `this.fetch` of an agent, whatever package its base class comes from
  if (path.starts_with("module:") && path.ends_with(".prototype.fetch"))
    return UrlStyle::First;
  return std::nullopt;
}

/// The configuration that the axios instance of a call was created with.
const Value *instanceConfig(const Values &values, const ApiUse &use) {
  const Node *instance = use.node;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(use.node);
      member && use.path != "module:axios.create()")
    instance = member->object;
  const auto *result = llvm::dyn_cast<ResultValue>(&values.of(*instance));
  return result && result->callee->path == "module:axios.create" && !result->arguments.empty()
             ? result->arguments[0]
             : nullptr;
}

class TargetFinder {
public:
  TargetFinder(const Values &values, const ApiUse &use) : values_(values), use_(use) {}

  std::vector<RequestTarget> run(UrlStyle style) {
    size_t index = style == UrlStyle::Second ? 1 : 0;
    if (index >= use_.arguments.size())
      return {RequestTarget()};
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
  void addUrl(const Value *url, const Value *base) {
    if (!base && use_.path.starts_with("module:axios")) {
      if (const Value *config = instanceConfig(values_, use_))
        base = propertyOf(*config, "baseURL");
      // a request's own configuration, the last argument
      if (!base && use_.arguments.size() > 1)
        base = propertyOf(*use_.arguments.back(), "baseURL");
    }
    if (!url && !base)
      return targets_.push_back({});
    auto addOne = [&](const Value *value, const Value *fallback) {
      KnownText text = value ? knownText(values_, *value, 0) : KnownText();
      RequestTarget target = targetOf(text);
      if (target.scheme.empty() && text.complete && !fallback)
        return; // relative: no request leaves a program without a page
      if (target.scheme.empty() && fallback && (text.complete || !text.text.empty()))
        target = targetOf(knownText(values_, *fallback, 0));
      targets_.push_back(std::move(target));
    };
    if (!url)
      return addOne(base, nullptr);
    forEachAlternative(*url, [&](const Value &value) { addOne(&value, base); });
  }

  void addNodeOptions(const Value &options) {
    const Value *host = propertyOf(options, "hostname");
    host = host ? host : propertyOf(options, "host");
    std::optional<llvm::StringRef> name = host ? asString(*host) : std::nullopt;
    RequestTarget target;
    target.scheme = use_.path.starts_with("module:https.") ? "https" : "http";
    if (name)
      target.host = name->lower();
    targets_.push_back(std::move(target));
  }

  const Values &values_;
  const ApiUse &use_;
  std::vector<RequestTarget> targets_;
};

/// `axios.defaults.baseURL = url`, which says where relative URLs go.
std::vector<RequestTarget> targetsOfDefault(const Values &values, const ApiUse &use) {
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(use.node->parent);
  std::vector<RequestTarget> targets;
  if (assignment && assignment->left == use.node)
    forEachAlternative(values.of(*assignment->right), [&](const Value &value) {
      targets.push_back(targetOf(knownText(values, value, 0)));
    });
  return targets;
}

} // namespace

std::vector<RequestTarget> requestTargets(const Values &values, const ApiUse &use) {
  if (use.kind == UseKind::Write && use.path.starts_with("module:axios") &&
      use.path.ends_with(".defaults.baseURL"))
    return targetsOfDefault(values, use);
  std::optional<UrlStyle> style = styleOf(use.path);
  if (!style || use.kind == UseKind::Test || use.kind == UseKind::Write || use.isImport)
    return {};
  if (use.kind != UseKind::Call) // a module that is handed on sends nothing yet
    return use.path.starts_with("module:") && !use.path.contains('.')
               ? std::vector<RequestTarget>()
               : std::vector{RequestTarget()};
  return TargetFinder(values, use).run(*style);
}

} // namespace agentc
