#include "PathShape.h"

#include "PathTexts.h"

#include "agentc/Support/PosixPath.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/BoundFunction.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;
using namespace paths;

namespace {

constexpr unsigned maxPathDepth = 32, maxSteps = 2000;

class PathMaker {
public:
  PathMaker(const agentc::Program &program, const Values &values)
      : program_(program), values_(values.anywhere()) {}

  /// The paths that `fs` makes of a value.
  Texts paths(const Value &value, bool ofFile) {
    Texts all = mapped(files(value, 0), [&](llvm::StringRef text) { return finish(text, ofFile); });
    return all.size() > maxPathShapes ? Texts{""} : all;
  }

private:
  static bool isUrl(const Value &value) {
    const auto *made = llvm::dyn_cast<ResultValue>(&value);
    return made &&
           (made->callee->path == "global:URL"_api || made->callee->path == "module:url.URL"_api ||
            made->callee->path == "module:url.pathToFileURL"_api);
  }

  /// Absolute and normalized; empty for any path. A file's isn't `..`, which is a folder.
  static std::string finish(llvm::StringRef text, bool ofFile) {
    if (text.empty() || text.size() > longestPath || (!ofFile && maybeDots(posix::baseName(text))))
      return "";
    const bool isWhole = text.front() == '/' || text.front() == '~';
    std::string path = normal(isWhole ? text.str() : (sandbox::bundleFolder + "/" + text).str());
    std::replace(path.begin(), path.end(), plainText, pathHole);
    return isAny(path) ? "" : path;
  }

  Texts files(const Value &value, unsigned depth);
  Texts texts(const Value &value, unsigned depth);
  Texts urls(const Value &value, unsigned depth);
  Texts ofApi(const ApiValue &api, unsigned depth);
  Texts ofResult(const ResultValue &result, unsigned depth);
  Texts ofPathFunction(llvm::StringRef function, llvm::ArrayRef<const Value *> arguments,
                       unsigned depth);
  Texts ofExpression(const Node &node, unsigned depth);
  Texts ofMethodCall(const CallExpression &call, unsigned depth);
  Texts ofTextMethod(llvm::StringRef method, llvm::ArrayRef<const Value *> arguments,
                     const Texts &self);
  bool isListed(const Value &value) const;
  std::string ownFile(const Node &node) const {
    return (sandbox::bundleFolder + "/" + program_.moduleOf(node).path()).str();
  }

  /// Each text of the one with each of the other.
  static Texts combined(const Texts &left, const Texts &right,
                        llvm::function_ref<std::string(llvm::StringRef, llvm::StringRef)> join) {
    if (left.size() * right.size() > maxPathShapes)
      return any();
    Texts all;
    for (const std::string &a : left)
      for (const std::string &b : right)
        all.push_back(a.size() + b.size() > longestPath ? any().front() : join(a, b));
    return all;
  }
  static Texts mapped(Texts texts, llvm::function_ref<std::string(llvm::StringRef)> change) {
    for (std::string &text : texts)
      text = change(text);
    return texts;
  }
  static Texts sum(const Texts &left, const Texts &right) {
    return combined(left, right, [](auto a, auto b) { return (a + b).str(); });
  }

  const agentc::Program &program_;
  Values values_;
  unsigned steps_ = 0;
  /// The calls whose paths are being made, the outer ones first.
  llvm::SmallVector<const Node *, 8> open_;
};

/// The texts of a path that is a text or a URL.
Texts PathMaker::files(const Value &value, unsigned depth) {
  Texts all;
  forEachAlternative(value, [&](const Value &one) {
    const bool isLink = isUrl(one);
    for (const std::string &text : isLink ? urls(one, depth) : texts(one, depth)) {
      const std::string path = isLink ? pathOfUrl(text) : text;
      all.push_back(isLink && path.empty() ? any().front() : path);
    }
  });
  return all;
}

Texts PathMaker::texts(const Value &value, unsigned depth) {
  if (++depth > maxPathDepth || ++steps_ > maxSteps)
    return any();
  if (const auto *text = llvm::dyn_cast<StringValue>(&value)) {
    return hasMark(text->value) ? any() : Texts{text->value.str()};
  }
  if (llvm::isa<NumberValue, BooleanValue, BigIntValue>(value))
    return name();
  if (const auto *choice = llvm::dyn_cast<UnionValue>(&value)) {
    Texts all;
    for (const Value *one : choice->alternatives)
      for (std::string &text : texts(*one, depth))
        all.push_back(std::move(text));
    return all.size() > maxPathShapes ? any() : all;
  }
  if (const auto *api = llvm::dyn_cast<ApiValue>(&value))
    return ofApi(*api, depth);
  if (const auto *result = llvm::dyn_cast<ResultValue>(&value)) {
    // a path that a loop makes longer or shorter each time leads anywhere
    if (llvm::is_contained(open_, result->origin))
      return any();
    open_.push_back(result->origin);
    Texts all = ofResult(*result, depth);
    open_.pop_back();
    return all;
  }
  if (isListed(value))
    return name();
  return llvm::isa<UnknownValue>(value) && value.origin ? ofExpression(*value.origin, depth)
                                                        : any();
}

/// The texts of a URL, or of what a URL is made of.
Texts PathMaker::urls(const Value &value, unsigned depth) {
  if (!isUrl(value))
    return texts(value, depth);
  if (++depth > maxPathDepth)
    return any();
  const auto &made = llvm::cast<ResultValue>(value);
  if (made.arguments.empty())
    return any();
  if (made.callee->path == "module:url.pathToFileURL"_api)
    return mapped(texts(*made.arguments[0], depth), [](llvm::StringRef path) {
      const std::string whole = finish(path, /*ofFile=*/false);
      // what is encoded here would be decoded again
      return whole.empty() ||
                     llvm::StringRef(whole).find_first_of("%?#\\~") != llvm::StringRef::npos
                 ? any().front()
                 : "file://" + whole;
    });
  if (made.arguments.size() == 1)
    return mapped(urls(*made.arguments[0], depth),
                  [](llvm::StringRef text) { return joinUrl(text, ""); });
  return combined(urls(*made.arguments[0], depth), urls(*made.arguments[1], depth), joinUrl);
}

Texts PathMaker::ofApi(const ApiValue &api, unsigned depth) {
  llvm::StringRef path = api.path;
  if (path == "global:process.pid"_api || path == "module:process.pid"_api)
    return name();
  if (path == "module:path.sep"_api || path == "module:path.posix.sep"_api)
    return {"/"};
  if (api.origin && (path == "global:__filename"_api || path == "global:import.meta.filename"_api))
    return {ownFile(*api.origin)};
  if (api.origin && (path == "global:__dirname"_api || path == "global:import.meta.dirname"_api))
    return {posix::folderName(ownFile(*api.origin)).str()};
  if (api.origin && path == "global:import.meta.url"_api) {
    const std::string file = ownFile(*api.origin);
    const bool isPlain = llvm::StringRef(file).find_first_of("%?#\\") == llvm::StringRef::npos;
    return {isPlain ? "file://" + file : any().front()};
  }
  if (api.receiver && path == "global:URL().href"_api)
    return urls(*api.receiver, depth);
  if (api.receiver && path == "global:URL().pathname"_api)
    return mapped(urls(*api.receiver, depth), [](llvm::StringRef url) {
      const std::string own = pathOfUrl(url);
      return own.empty() ? any().front() : own;
    });
  return any();
}

Texts PathMaker::ofPathFunction(llvm::StringRef function, llvm::ArrayRef<const Value *> arguments,
                                unsigned depth) {
  if (arguments.empty())
    return any();
  Texts first = texts(*arguments[0], depth);
  if (function == "join" || function == "resolve") {
    const bool restarts = function == "resolve";
    for (const Value *argument : arguments.drop_front())
      first = combined(first, texts(*argument, depth), [&](llvm::StringRef a, llvm::StringRef b) {
        if (b.empty() || (restarts && (b.front() == '/' || b.front() == anyText)))
          return (b.empty() ? a : b).str();
        return a.empty() ? b.str() : (a + "/" + b).str();
      });
    // a loop that climbs from folder to folder names none of those above the bundle
    const bool climbs = llvm::any_of(first, [](llvm::StringRef path) { return isAny(path); });
    return mapped(std::move(first), [&](llvm::StringRef path) {
      const bool isRelative = restarts && !path.starts_with("/");
      std::string whole =
          normal(isRelative ? (sandbox::bundleFolder + "/" + path).str() : path.str());
      const bool isAbove = path.starts_with(sandbox::bundleFolder) &&
                           sandbox::bundleFolder != whole &&
                           !llvm::StringRef(whole).starts_with((sandbox::bundleFolder + "/").str());
      return climbs && isAbove ? any().front() : whole;
    });
  }
  if (function == "normalize" || function == "toNamespacedPath")
    return mapped(std::move(first), normal);
  if (function == "dirname")
    return mapped(std::move(first), [](llvm::StringRef path) {
      return isAny(path) || maybeDots(posix::baseName(path)) ? any().front()
                                                             : posix::folderName(path).str();
    });
  if (function == "extname")
    return plain();
  if (function == "basename")
    return mapped(std::move(first), [&](llvm::StringRef path) {
      return isAny(path) || arguments.size() > 1 ? plain().front() : posix::baseName(path).str();
    });
  return any();
}

Texts PathMaker::ofResult(const ResultValue &result, unsigned depth) {
  llvm::StringRef callee = result.callee->path;
  llvm::ArrayRef<const Value *> arguments = result.arguments;
  if (hasBoundArguments(*result.callee))
    return any();
  if (isUrl(result))
    return urls(result, depth);
  if (llvm::StringRef function = pathFunction(callee); !function.empty())
    return ofPathFunction(function, arguments, depth);
  if (callee == "global:process.cwd"_api || callee == "module:process.cwd"_api)
    return {sandbox::bundleFolder.str()};
  if (callee == "module:os.tmpdir"_api)
    return {sandbox::scratchFolder.str()};
  if (callee == "module:os.homedir"_api)
    return {sandbox::dataFolder.str()};
  if (callee == "module:url.fileURLToPath"_api && !arguments.empty())
    return mapped(urls(*arguments[0], depth), [](llvm::StringRef url) {
      const std::string path = pathOfUrl(url);
      return path.empty() ? any().front() : path;
    });
  if (llvm::StringRef function = fileFunction(callee); !function.empty() && !arguments.empty()) {
    if (function == "mkdtemp")
      return sum(texts(*arguments[0], depth), name());
    return function == "realpath" ? files(*arguments[0], depth) : any();
  }
  const bool hasEncoding = arguments.size() > 1;
  if ((callee == "global:Buffer.from"_api && !hasEncoding) || callee == "global:String"_api)
    return arguments.size() == 1 ? texts(*arguments[0], depth) : any();
  if (givesName(callee))
    return name();
  if (givesPlainText(callee))
    return plain();
  if (writesBytes(callee))
    return arguments.size() == 1 && asString(*arguments[0]) == llvm::StringRef("hex") ? name()
                                                                                      : any();
  if (callee == "global:String.prototype.concat"_api && result.origin &&
      !llvm::isa<CallExpression>(result.origin)) {
    Texts all{""};
    for (const Value *part : arguments)
      all = sum(all, texts(*part, depth));
    return all;
  }
  const ResultValue *self = result.callee->receiver;
  llvm::StringRef method = callee.substr(callee.rfind('.') + 1);
  return self && callee.starts_with("global:")
             ? ofTextMethod(method, arguments, texts(*self, depth))
             : any();
}

Texts PathMaker::ofTextMethod(llvm::StringRef method, llvm::ArrayRef<const Value *> arguments,
                              const Texts &self) {
  const bool wasPlain = llvm::all_of(self, [](llvm::StringRef text) {
    return text.find_first_of(std::string{'/', anyText}) == llvm::StringRef::npos;
  });
  return leavesPlainText(method, arguments, wasPlain) ? plain() : any();
}

/// A method of something that isn't known, which is taken for a text.
Texts PathMaker::ofMethodCall(const CallExpression &call, unsigned depth) {
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
  if (!key || !llvm::isa<UnknownValue>(values_.of(*member)))
    return any();
  llvm::SmallVector<const Value *, 2> arguments;
  for (const Node *argument : call.arguments)
    arguments.push_back(&values_.of(*argument));
  return ofTextMethod(*key, arguments, texts(values_.of(*member->object), depth));
}

/// True if an unknown value is one of the names in a folder, as given to a loop or to the
/// callback of a list's method.
bool PathMaker::isListed(const Value &value) const {
  const Node *at = llvm::isa<UnknownValue>(value) ? value.origin : nullptr;
  const Node *list = nullptr;
  if (const auto *call = llvm::dyn_cast_or_null<CallExpression>(at)) {
    const auto *method = llvm::dyn_cast<MemberExpression>(call->callee);
    std::optional<std::string> key = method ? values_.keyOf(*method) : std::nullopt;
    if (key && builtinMethod(*key).does(BuiltinMethod::CallsEach))
      list = method->object;
  } else if (llvm::isa_and_nonnull<Identifier>(at)) {
    const Node *loop = at->parent;
    if (llvm::isa_and_nonnull<VariableDeclarator>(loop))
      loop = loop->parent->parent;
    if (const auto *forOf = llvm::dyn_cast_or_null<ForOfStatement>(loop))
      list = forOf->right;
  }
  const auto *made = list ? llvm::dyn_cast<ResultValue>(&values_.of(*list)) : nullptr;
  return made && listsFolder(made->callee->path) && !hasBoundArguments(*made->callee);
}

Texts PathMaker::ofExpression(const Node &node, unsigned depth) {
  if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    return ofMethodCall(*call, depth);
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
    return values_.keyOf(*member) == "name" && isListed(values_.of(*member->object)) ? name()
                                                                                     : any();
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(&node); sum && sum->op == "+")
    return PathMaker::sum(texts(values_.of(*sum->left), depth),
                          texts(values_.of(*sum->right), depth));
  const auto *literal = llvm::dyn_cast<TemplateLiteral>(&node);
  if (!literal)
    return any();
  Texts all{""};
  for (size_t i = 0; i < literal->quasis.size(); ++i) {
    all = sum(all, {llvm::cast<TemplateElement>(literal->quasis[i])->cooked.str()});
    if (i < literal->expressions.size())
      all = sum(all, texts(values_.of(*literal->expressions[i]), depth));
  }
  return all;
}

} // namespace

std::vector<std::string> pathShapes(const agentc::Program &program, const Values &values,
                                    const Value &value, bool ofFile) {
  return PathMaker(program, values).paths(value, ofFile);
}

} // namespace agentc
