#include "Builtins/ArgumentParsers.h"

#include "agentc/Values/ApiPath.h"

#include "Builtins/Starting.h"
// The results of command-line parsers for a program without arguments: the defaults of its
// options.
#include "Builtins/Conversions.h"
#include "Compiled/BundledCode.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxCalls = 400;

/// Methods of yargs that change nothing about what an empty command line gives.
bool isNeutral(llvm::StringRef method) {
  static constexpr llvm::StringLiteral methods[] = {"alias",          "array",
                                                    "boolean",        "check",
                                                    "choices",        "conflicts",
                                                    "deprecate",      "deprecateOption",
                                                    "describe",       "detectLocale",
                                                    "epilog",         "epilogue",
                                                    "example",        "exitProcess",
                                                    "fail",           "group",
                                                    "help",           "hide",
                                                    "implies",        "locale",
                                                    "nargs",          "normalize",
                                                    "number",         "recommendCommands",
                                                    "requiresArg",    "scriptName",
                                                    "showHelp",       "showHelpOnFail",
                                                    "showHidden",     "showVersion",
                                                    "skipValidation", "strict",
                                                    "strictCommands", "strictOptions",
                                                    "string",         "updateStrings",
                                                    "usage",          "usageConfiguration",
                                                    "version",        "wrap"};
  return llvm::is_contained(methods, method);
}

bool isFlag(const ObjectValue *options, llvm::StringRef key, bool otherwise) {
  const PropertyValue *flag = options ? options->find(key) : nullptr;
  const auto *value = flag ? llvm::dyn_cast<BooleanValue>(flag->value) : nullptr;
  return value ? value->value : otherwise;
}

/// `dataDir` of `data-dir`, as yargs writes it.
std::string camelCased(llvm::StringRef name) {
  std::string text;
  for (size_t i = 0; i < name.size(); ++i)
    if ((name[i] == '-' || name[i] == '_') && !text.empty() && i + 1 < name.size())
      text += llvm::toUpper(name[++i]);
    else
      text += name[i];
  return text;
}

std::string dashed(llvm::StringRef name) {
  std::string text;
  for (char c : name)
    if (c >= 'A' && c <= 'Z')
      (text += text.empty() ? "" : "-") += llvm::toLower(c);
    else
      text += c;
  return text;
}

} // namespace

/// yargs' own class, which a bundler put into the file.
bool ArgumentParsers::isYargs(const Node &type) {
  return bundled::hasAll(bundled::membersOf(type),
                         {"parseSync", "parserConfiguration", "showHelpOnFail", "scriptName",
                          "demandCommand", "getInternalMethods"});
}

/// Adds an option's default under all names that the option has in the result; false where the
/// default is not known.
bool ArgumentParsers::addOption(llvm::StringRef name, const Value &given,
                                const ObjectValue *configuration,
                                llvm::SmallVectorImpl<PropertyValue> &properties) {
  const auto *option = llvm::dyn_cast<ObjectValue>(&given);
  if (!option || option->open)
    return false;
  for (llvm::StringRef key : {"demandOption", "demand", "required", "require", "config", "global"})
    if (option->find(key) && toBooleanConstant(*option->find(key)->value) != false)
      return false;
  const PropertyValue *otherwise = option->find("default"), *type = option->find("type"),
                      *alias = option->find("alias");
  otherwise = otherwise ? otherwise : option->find("defaults");
  bool isCount = type && asString(*type->value) == llvm::StringRef("count");
  if (!otherwise && !isCount)
    return true;
  const Value *value = otherwise ? otherwise->value : &number(0, given.origin);
  // what it makes of the default isn't followed
  bool isChanged = option->find("coerce") || option->find("normalize") || option->find("array") ||
                   (type && asString(*type->value) == llvm::StringRef("array"));
  if (llvm::isa<UndefinedValue>(value))
    return true;
  if (isChanged && !llvm::isa<ArrayValue>(value))
    value = &unknown(UnknownReason::Call, given.origin);
  llvm::SmallVector<std::string, 4> names = {name.str()};
  auto addAlias = [&](const Value &one) {
    if (std::optional<llvm::StringRef> text = asString(one))
      names.push_back(text->str());
  };
  if (const auto *list = alias ? llvm::dyn_cast<ArrayValue>(alias->value) : nullptr)
    for (const Value *one : list->elements)
      addAlias(*one);
  else if (alias)
    addAlias(*alias->value);
  bool keepsAliases = !isFlag(configuration, "strip-aliased", false);
  bool expands = isFlag(configuration, "camel-case-expansion", true);
  for (size_t i = 0, size = names.size(); i < size && expands; ++i) {
    names.push_back(camelCased(names[i]));
    if (names[i].size() > 1)
      names.push_back(dashed(names[i]));
  }
  for (const std::string &one : names) {
    bool isAlias = one != name && camelCased(one) != name && one != camelCased(name);
    bool isStripped = (isAlias && !keepsAliases) || (llvm::StringRef(one).contains('-') &&
                                                     isFlag(configuration, "strip-dashed", false));
    llvm::StringRef key = strings().save(llvm::StringRef(one));
    if (!isStripped && llvm::none_of(properties, [&](auto &known) { return known.key == key; }))
      properties.push_back({key, value, given.origin});
  }
  return true;
}

/// Returns the result of yargs for an empty command line, from the calls that set yargs up;
/// null where one of these is not known, and for other calls.
const Value *ArgumentParsers::parsedByYargs(const ApiValue &end, Arguments arguments,
                                            const Node &site) {
  llvm::StringRef path = end.path, last = path.rsplit('.').second;
  if (!(path.consume_front("module:yargs"_api) || path.consume_front("bundled:yargs")) ||
      !(last == "parse" || last == "parseSync" || last == "parseAsync" || last == "argv"))
    return nullptr;
  llvm::SmallVector<const ResultValue *, 16> calls;
  for (const ResultValue *at = end.receiver; at && calls.size() < maxCalls;
       at = at->callee->receiver)
    calls.push_back(at);
  if (calls.empty() || arguments.size() > 1)
    return nullptr;
  auto isEmpty = [](const Value &given) {
    const auto *list = llvm::dyn_cast<ArrayValue>(&given);
    return list && !list->open && list->elements.empty();
  };
  Arguments made = calls.back()->arguments;
  const Value *given = !arguments.empty() ? arguments[0] : !made.empty() ? made[0] : nullptr;
  if (!given || !isEmpty(*given))
    return nullptr;
  const ObjectValue *configuration = nullptr;
  for (const ResultValue *call : calls)
    if (call->callee->path.ends_with(".parserConfiguration")) {
      configuration =
          call->arguments.empty() ? nullptr : llvm::dyn_cast<ObjectValue>(call->arguments[0]);
      if (!configuration || configuration->open)
        return nullptr;
    }
  llvm::SmallVector<PropertyValue, 16> properties = {
      {"_", &array({}, false, &site), &site}, {"$0", &unknown(UnknownReason::Call, &site), &site}};
  for (const ResultValue *call : llvm::drop_begin(llvm::reverse(calls)))
    if (!addOptions(*call, configuration, properties))
      return nullptr;
  return &object(properties, false, &site);
}

/// Adds the options that one call of a chain sets; false where they are not known.
bool ArgumentParsers::addOptions(const ResultValue &call, const ObjectValue *configuration,
                                 llvm::SmallVectorImpl<PropertyValue> &properties) {
  llvm::StringRef method = call.callee->path.rsplit('.').second;
  if (method == "parserConfiguration" || isNeutral(method))
    return true;
  bool isDefault = method == "default" || method == "defaults";
  if ((!isDefault && method != "option" && method != "options") || call.arguments.empty())
    return false;
  auto add = [&](llvm::StringRef name, const Value &given) {
    if (!isDefault)
      return addOption(name, given, configuration, properties);
    const Value &option = object({{"default", &given, call.origin}}, false, call.origin);
    return addOption(name, option, configuration, properties);
  };
  if (std::optional<llvm::StringRef> name = asString(*call.arguments[0]))
    return call.arguments.size() > 1 && add(*name, *call.arguments[1]);
  const auto *all = llvm::dyn_cast<ObjectValue>(call.arguments[0]);
  return all && !all->open && llvm::all_of(all->properties, [&](const PropertyValue &one) {
           return !one.mayDiffer && add(one.key, *one.value);
         });
}

/// `parseArgs` of Node's `util`; null where the arguments aren't known to be none.
const Value *ArgumentParsers::parsedByNode(Arguments arguments, const Node &site) {
  const auto *config = arguments.empty() ? nullptr : llvm::dyn_cast<ObjectValue>(arguments[0]);
  if (!config || config->open)
    return nullptr;
  const PropertyValue *args = config->find("args"), *options = config->find("options");
  const Value *given = args ? args->value : nullptr;
  if (!given || llvm::isa<UndefinedValue>(given)) {
    const Value *all =
        start() ? starting().memberAtStart("global:process"_api, "argv", &site) : nullptr;
    const auto *list = llvm::dyn_cast_or_null<ArrayValue>(all);
    given = list ? &array(list->elements.drop_front(2), false, &site) : nullptr;
  }
  const auto *list = llvm::dyn_cast_or_null<ArrayValue>(given);
  const auto *known = options ? llvm::dyn_cast<ObjectValue>(options->value) : nullptr;
  if (!list || list->open || !list->elements.empty() || (options && (!known || known->open)))
    return nullptr;
  llvm::SmallVector<PropertyValue, 16> values;
  for (const PropertyValue &one : known ? known->properties : llvm::ArrayRef<PropertyValue>()) {
    const auto *option = llvm::dyn_cast<ObjectValue>(one.value);
    if (!option || option->open)
      return nullptr;
    if (const PropertyValue *otherwise = option->find("default"))
      values.push_back({one.key, otherwise->value, otherwise->site});
  }
  return &object({{"values", &object(values, false, &site), &site},
                  {"positionals", &array({}, false, &site), &site},
                  {"tokens", &array({}, false, &site), &site}},
                 false, &site);
}

/// Returns the result of a function that parses a program's arguments; null where it is not
/// known.
const Value *ArgumentParsers::parseArguments(const ApiValue &callee, Arguments arguments,
                                             const Node &site) {
  if (callee.path == "module:util.parseArgs"_api)
    return parsedByNode(arguments, site);
  if (callee.path == "module:yargs/helpers.hideBin"_api ||
      callee.path == "module:yargs.hideBin"_api) {
    const auto *all = arguments.empty() ? nullptr : llvm::dyn_cast<ArrayValue>(arguments[0]);
    return all && !all->open && all->elements.size() >= 2
               ? &array(all->elements.drop_front(2), false, &site)
               : nullptr;
  }
  return parsedByYargs(callee, arguments, site);
}

} // namespace agentc
