#include "Zod.h"

#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

struct Format {
  llvm::StringLiteral name; ///< zod's function
  llvm::StringLiteral format;
  bool hasPattern = true;
};

constexpr Format formats[] = {
    {"email", "email"},
    {"guid", "guid"},
    {"uuid", "uuid"},
    {"uuidv4", "uuid"},
    {"uuidv6", "uuid"},
    {"uuidv7", "uuid"},
    {"url", "url", false},
    {"httpUrl", "url", false},
    {"emoji", "emoji"},
    {"nanoid", "nanoid"},
    {"cuid", "cuid"},
    {"cuid2", "cuid2"},
    {"ulid", "ulid"},
    {"xid", "xid"},
    {"ksuid", "ksuid"},
    {"ipv4", "ipv4"},
    {"ipv6", "ipv6"},
    {"cidrv4", "cidrv4"},
    {"cidrv6", "cidrv6"},
    {"mac", "mac"},
    {"base64", "base64"},
    {"base64url", "base64url"},
    {"e164", "e164"},
    {"creditCard", "credit_card"},
    {"iban", "iban"},
    {"jwt", "jwt", false},
    {"hostname", "hostname"},
    {"hex", "hex"},
    {"iso.datetime", "datetime"},
    {"iso.date", "date"},
    {"iso.time", "time"},
    {"iso.duration", "duration"},
    {"currencyCode", "currency_code"},
};

/// Options of a format that its keyword doesn't say.
void noteOptions(const ZodCall &call, SchemaNode &node, const Value *options) {
  if (call.name.starts_with("uuidv"))
    node.notes.push_back(
        {"", call.site, ("only version " + call.name.drop_front(5) + " of UUIDs is taken").str()});
  if (call.name == "httpUrl")
    node.notes.push_back({"", call.site, "only the protocols http and https are taken"});
  for (llvm::StringRef key :
       {"version", "precision", "offset", "hostname", "protocol", "alg", "delimiter", "length"})
    if (const Value *value = option(options, key);
        value && !llvm::isa<UndefinedValue, NullValue>(value))
      node.notes.push_back(
          {"", call.site, ("its option `" + key + "` is not said: " + describe(*value)).str()});
}

/// Options that are not known may change what a keyword says.
void doubtOptions(SchemaNode &node, const Value *options,
                  llvm::ArrayRef<llvm::StringLiteral> decisive, llvm::StringRef keyword) {
  if (!options || llvm::isa<UndefinedValue, StringValue, FunctionValue>(options))
    return;
  const auto *object = llvm::dyn_cast<ObjectValue>(options);
  bool isKnown = object && !object->open;
  for (llvm::StringRef key : decisive)
    if (const Value *value = option(options, key))
      isKnown &= llvm::isa<UndefinedValue, NullValue, BooleanValue, NumberValue>(value);
  if (!isKnown)
    node.problems.push_back({keyword.str(), options->origin, "its options are not known"});
}

void takePattern(const ZodCall &call, SchemaNode &node, const Value *value, SchemaCheck &check) {
  if (const auto *pattern = llvm::dyn_cast_or_null<RegExpValue>(value)) {
    check.pattern = pattern->pattern.str();
    if (llvm::StringRef flags = pattern->flags; flags.find_first_of("imsv") != flags.npos)
      node.notes.push_back(
          {"", call.site, ("JSON Schema's patterns have no flags: `" + flags + "`").str()});
    return;
  }
  if (const auto *made = llvm::dyn_cast_or_null<ResultValue>(value);
      made && made->callee->path == "global:RegExp"_api && !made->arguments.empty()) {
    const Value *flags = argument(made->arguments, 1);
    std::optional<llvm::StringRef> text = asString(*made->arguments[0]);
    if (text && !flags) {
      check.pattern = patternSource(*text);
      return;
    }
  }
  const auto *path = llvm::dyn_cast_or_null<ApiValue>(value);
  if (path && !path->receiver && zodNameOf(path->path)) {
    node.notes.push_back({"", call.site, "it is checked by zod's own pattern"});
    check.libraryPattern = true;
    check.lax = check.text == "regex";
    return;
  }
  node.problems.push_back({"pattern", value ? value->origin : call.site,
                           value ? "it is not a pattern that is known: " + describe(*value)
                                 : std::string("it is not given")});
}

void addCheck(SchemaNode &node, SchemaCheck::Kind kind, double number) {
  SchemaCheck check(kind);
  check.number = number;
  node.checks.push_back(std::move(check));
}

bool addNumberCheck(const ZodCall &call, SchemaNode &node) {
  using Kind = SchemaCheck::Kind;
  std::optional<Kind> kind = llvm::StringSwitch<std::optional<Kind>>(call.name)
                                 .Cases("gt", "positive", Kind::Above)
                                 .Cases("gte", "min", "minimum", "nonnegative", Kind::Minimum)
                                 .Cases("lt", "negative", Kind::Below)
                                 .Cases("lte", "max", "maximum", "nonpositive", Kind::Maximum)
                                 .Cases("multipleOf", "step", Kind::Multiple)
                                 .Default(std::nullopt);
  if (kind) {
    static constexpr llvm::StringLiteral keywords[] = {"minimum", "exclusiveMinimum", "maximum",
                                                       "exclusiveMaximum", "multipleOf"};
    bool isZero = call.name.contains("positive") || call.name.contains("negative");
    std::optional<double> bound =
        isZero ? 0.0 : call.reader.number(call[0], node, keywords[static_cast<size_t>(*kind)]);
    if (bound)
      addCheck(node, *kind, *bound);
    return true;
  }
  if (call.name == "int" || call.name == "safe" || call.name == "int32" || call.name == "uint32" ||
      call.name == "float32" || call.name == "float64") {
    addCheck(node, Kind::NumberFormat, 0);
    node.checks.back().text =
        call.name == "int" || call.name == "safe" ? "safeint" : call.name.str();
    return true;
  }
  return call.name == "finite";
}

bool addLengthCheck(const ZodCall &call, SchemaNode &node) {
  using Kind = SchemaCheck::Kind;
  bool isList = node.kind == SchemaKind::Array || node.kind == SchemaKind::Tuple;
  auto add = [&](Kind kind) {
    bool isMinimum = kind == Kind::MinLength;
    llvm::StringRef keyword =
        isList ? (isMinimum ? "minItems" : "maxItems") : (isMinimum ? "minLength" : "maxLength");
    if (std::optional<double> length =
            call.name == "nonempty" ? 1.0 : call.reader.number(call[0], node, keyword))
      addCheck(node, kind, *length);
  };
  int sides = llvm::StringSwitch<int>(call.name)
                  .Cases("min", "minLength", "minSize", "nonempty", 1)
                  .Cases("max", "maxLength", "maxSize", 2)
                  .Cases("length", "size", 3)
                  .Default(0);
  if (sides & 1)
    add(Kind::MinLength);
  if (sides & 2)
    add(Kind::MaxLength);
  return sides != 0;
}

bool addStringCheck(const ZodCall &call, SchemaNode &node) {
  SchemaCheck check(SchemaCheck::Kind::StringFormat);
  if (call.name == "regex") {
    check.text = "regex";
    takePattern(call, node, call[0], check);
  } else if (call.name == "lowercase" || call.name == "uppercase") {
    check.text = call.name.str();
    check.pattern = call.name == "lowercase" ? "^[^A-Z]*$" : "^[^a-z]*$";
  } else if (call.name == "startsWith" || call.name == "endsWith" || call.name == "includes") {
    std::optional<std::string> text = call.reader.text(call[0], node, "pattern");
    if (!text)
      return true;
    check.given = *text;
    std::string escaped = escapePattern(*text);
    if (call.name == "startsWith") {
      check.text = "starts_with";
      check.pattern = "^" + escaped + ".*";
    } else if (call.name == "endsWith") {
      check.text = "ends_with";
      check.pattern = ".*" + escaped + "$";
    } else {
      check.text = "includes";
      doubtOptions(node, call[1], {"position"}, "pattern");
      const auto *position = llvm::dyn_cast_or_null<NumberValue>(option(call[1], "position"));
      check.pattern =
          position ? "^.{" + Json(static_cast<int64_t>(position->value)).dump() + ",}" + escaped
                   : escaped;
    }
  } else if (call.name == "ip" || call.name == "cidr") {
    // zod 3: either version unless one is asked for
    const Value *version = option(call[0], "version");
    std::optional<llvm::StringRef> only = version ? asString(*version) : std::nullopt;
    if (!only) {
      node.notes.push_back(
          {"", call.site, ("versions 4 and 6 are taken (" + call.name + ")").str()});
      return true;
    }
    check.text = (call.name + *only).str();
    check.libraryPattern = true;
  } else {
    std::optional<SchemaCheck> format = zodFormat(call, node);
    if (!format)
      return false;
    check = std::move(*format);
  }
  node.checks.push_back(std::move(check));
  return true;
}

/// Checks that are functions of the bundle, and changes to the value.
bool addOwnCheck(const ZodCall &call, SchemaNode &node) {
  llvm::StringRef what = llvm::StringSwitch<llvm::StringRef>(call.name)
                             .Cases("refine", "superRefine", "refinement", "custom", "check",
                                    "a function checks more than this says")
                             .Cases("property", "properties", "it checks more than this says")
                             .Case("overwrite", "a function changes the value")
                             .Default("");
  if (what.empty())
    return llvm::StringSwitch<bool>(call.name)
        .Cases("trim", "normalize", "toLowerCase", "toUpperCase", "slugify", true)
        .Default(false);
  node.notes.push_back({"", call.site, (what + " (" + call.name + ")").str()});
  return true;
}

} // namespace

std::string patternSource(llvm::StringRef pattern) {
  std::string source;
  bool inClass = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (c == '\\' && i + 1 < pattern.size()) {
      source += c;
      source += pattern[++i];
      continue;
    }
    inClass = c == '[' || (inClass && c != ']');
    if (c == '/' && !inClass)
      source += "\\/";
    else if (c == '\n' || c == '\r')
      source += c == '\n' ? "\\n" : "\\r";
    else
      source += c;
  }
  return source.empty() ? "(?:)" : source;
}

std::string escapePattern(llvm::StringRef text) {
  std::string escaped;
  for (char c : text) {
    if (llvm::StringRef(".*+?^${}()|[]\\").contains(c))
      escaped += '\\';
    escaped += c;
  }
  return text.empty() ? "" : patternSource(escaped);
}

std::optional<SchemaCheck> zodFormat(const ZodCall &call, SchemaNode &node) {
  SchemaCheck check(SchemaCheck::Kind::StringFormat);
  llvm::StringRef name = call.name;
  const Value *options = call[0];
  if (name == "stringFormat") {
    std::optional<std::string> text = call.reader.text(call[0], node, "format");
    check.text = text.value_or("");
    if (const auto *pattern = llvm::dyn_cast_or_null<RegExpValue>(call[1]))
      takePattern(call, node, pattern, check);
    else
      node.notes.push_back({"", call.site, "a function checks this format"});
    return check;
  }
  if (name == "hash") {
    std::optional<std::string> algorithm = call.reader.text(call[0], node, "format");
    const Value *encoding = option(call[1], "enc");
    std::optional<llvm::StringRef> given = encoding ? asString(*encoding) : std::nullopt;
    check.text = algorithm.value_or("") + "_" + given.value_or("hex").str();
    check.libraryPattern = true;
    return check;
  }
  for (const Format &format : formats) {
    llvm::StringRef method = format.name;
    method.consume_front("iso.");
    bool isMethod = node.kind == SchemaKind::String && name == method;
    if (name != format.name && !isMethod)
      continue;
    check.text = format.format.str();
    check.libraryPattern = format.hasPattern;
    noteOptions(call, node, options);
    doubtOptions(node, options, {"local", "precision"}, "format");
    const auto *isLocal = llvm::dyn_cast_or_null<BooleanValue>(option(options, "local"));
    const auto *precision = llvm::dyn_cast_or_null<NumberValue>(option(options, "precision"));
    check.lax = (isLocal && isLocal->value) || (precision && precision->value == -1);
    if (const Value *pattern = option(options, "pattern"))
      takePattern(call, node, pattern, check);
    return check;
  }
  return std::nullopt;
}

bool addZodCheck(const ZodCall &call, SchemaNode &node) {
  if (addOwnCheck(call, node))
    return true;
  switch (node.kind) {
  case SchemaKind::String:
    return addLengthCheck(call, node) || addStringCheck(call, node);
  case SchemaKind::Number:
    return addNumberCheck(call, node);
  case SchemaKind::File:
    if (call.name == "mime") {
      const Value *types = call[0];
      Json given = types ? call.reader.constant(*types, node, "contentMediaType") : Json();
      SchemaCheck check(SchemaCheck::Kind::Mime);
      for (const Json &type : given.is_array() ? given : Json::array({given}))
        if (type.is_string())
          check.texts.push_back(type.get<std::string>());
      if (node.problems.empty())
        node.checks.push_back(std::move(check));
      return true;
    }
    return addLengthCheck(call, node);
  case SchemaKind::Array:
  case SchemaKind::Tuple:
    return addLengthCheck(call, node);
  case SchemaKind::Unsayable:
    // bounds of what JSON doesn't have are as little said as the type itself
    return llvm::StringSwitch<bool>(call.name)
        .Cases("min", "max", "gt", "gte", "lt", "lte", "multipleOf", "positive", true)
        .Cases("negative", "nonnegative", "nonpositive", "size", "nonempty", true)
        .Cases("minSize", "maxSize", "minimum", "maximum", true)
        .Cases("args", "returns", "input", "output", true)
        .Default(false);
  default:
    return false;
  }
}

void addZodChecks(const ZodCall &call, SchemaNode &node, Arguments checks) {
  for (const Value *value : checks) {
    if (llvm::isa<FunctionValue>(value)) {
      node.notes.push_back({"", value->origin, "a function checks more than this says (check)"});
      continue;
    }
    const auto *result = llvm::dyn_cast<ResultValue>(value);
    std::optional<llvm::StringRef> name =
        result && !result->callee->receiver ? zodNameOf(result->callee->path) : std::nullopt;
    if (name) {
      ZodCall check{call.reader, *name, result->arguments, result->origin};
      if (check.name == "describe" || check.name == "meta") {
        if (!node.meta)
          node.meta = Json::object();
        if (const Value *given = check[0]) {
          bool isText = check.name == "describe";
          Json words = call.reader.constant(*given, node, isText ? "description" : "");
          if (isText && words.is_string())
            (*node.meta)["description"] = words;
          if (words.is_object())
            for (const auto &[key, word] : words.items())
              (*node.meta)[key] = word;
        }
        continue;
      }
      if (addZodCheck(check, node))
        continue;
    }
    // a format is a schema and a check
    if (isSchema(*value) && (node.kind == SchemaKind::String || node.kind == SchemaKind::Number))
      if (SchemaNode &format = call.reader.read(*value);
          format.kind == node.kind && format.problems.empty()) {
        node.checks.insert(node.checks.end(), format.checks.begin(), format.checks.end());
        node.notes.insert(node.notes.end(), format.notes.begin(), format.notes.end());
        continue;
      }
    node.problems.push_back(
        {"", value->origin, "it is not a check that agentc reads: " + describe(*value)});
  }
}

} // namespace agentc::schemas
