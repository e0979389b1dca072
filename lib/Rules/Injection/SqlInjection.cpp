#include "InputSinks.h"

#include "agentc/Access/TextShape.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

namespace agentc::rules {

using namespace ast;

namespace {

/// Packages that speak SQL; a name that ends in `/` stands for all below it.
constexpr llvm::StringLiteral databases[] = {
    "pg",
    "mysql",
    "mysql2",
    "mariadb",
    "sqlite3",
    "better-sqlite3",
    "sqlite",
    "node:sqlite",
    "knex",
    "sequelize",
    "typeorm",
    "drizzle-orm",
    "mssql",
    "tedious",
    "oracledb",
    "postgres",
    "pg-promise",
    "slonik",
    "duckdb",
    "kysely",
    "mikro-orm",
    "@libsql/",
    "@neondatabase/",
    "@vercel/postgres",
    "@prisma/",
    "@databases/",
    "@duckdb/",
    "@planetscale/",
    "@clickhouse/",
    "@mikro-orm/",
    "@google-cloud/bigquery",
    "snowflake-sdk",
    "bun:sqlite",
    "@electric-sql/",
    "sql.js",
    "@supabase/postgres-js",
};

/// The folder of the manifest that is nearest above a file, out of a repository of several.
llvm::StringRef packageAbove(const FileTree &files, llvm::StringRef file) {
  llvm::StringRef folder = file;
  while (!folder.empty()) {
    folder = llvm::sys::path::parent_path(folder, llvm::sys::path::Style::posix);
    llvm::SmallString<256> manifest(folder);
    llvm::sys::path::append(manifest, llvm::sys::path::Style::posix, "package.json");
    if (files.find(manifest))
      break;
  }
  return folder;
}

/// Methods whose first argument is a statement, or an object that holds it.
constexpr llvm::StringLiteral methods[] = {
    "query",
    "execute",
    "exec",
    "run",
    "all",
    "get",
    "each",
    "prepare",
    "raw",
    "unsafe",
    "any",
    "one",
    "none",
    "many",
    "oneOrNone",
    "manyOrNone",
    "multi",
    "result",
    "batch",
    "executeMultiple",
    "whereRaw",
    "havingRaw",
    "orderByRaw",
    "groupByRaw",
    "joinRaw",
    "fromRaw",
    "selectRaw",
    "columnRaw",
    "literal",
    "$queryRawUnsafe",
    "$executeRawUnsafe",
    "stream",
    "queryObject",
    "queryArray",
    "unsafeQuery",
    "iterate",
    "values",
};
constexpr llvm::StringLiteral statementVerbs[] = {
    "select",  "insert",   "update", "delete", "with", "replace", "drop", "alter",
    "create",  "truncate", "merge",  "call",   "exec", "execute", "set",  "use",
    "explain", "show",     "grant",  "pragma", "copy", "begin"};
/// Words that the names of clients end in, and parts of their names.
constexpr llvm::StringLiteral clientWords[] = {"db", "pg", "tx", "trx"};
constexpr llvm::StringLiteral clientNames[] = {"pool",     "client", "conn",   "sql",
                                               "database", "knex",   "prisma", "transaction"};

/// Parts of statements that an ORM takes as text.
constexpr llvm::StringLiteral textParts[] = {"where", "andWhere", "orWhere", "having"};

/// Methods of query builders: behind them there is a statement, and what is handed over are values.
constexpr llvm::StringLiteral builders[] = {
    "insert",  "insertInto", "into",       "replaceInto", "update", "set",
    "select",  "from",       "selectFrom", "where",       "delete", "orderBy",
    "groupBy", "deleteFrom", "limit",      "returning",   "values"};
/// Methods that take a statement of a client, and values of a builder.
constexpr llvm::StringLiteral valueMethods[] = {"values", "execute", "run",  "all",    "get",
                                                "one",    "any",     "many", "stream", "iterate"};

bool isDatabase(llvm::StringRef module) {
  return llvm::any_of(databases, [&](llvm::StringRef name) {
    return name.ends_with("/")
               ? module.starts_with(name)
               : module == name ||
                     (module.starts_with(name) && module.drop_front(name.size()).starts_with("/"));
  });
}

/// `db.insert().values`, which binds what it gets.
bool isOfBuilder(llvm::StringRef path) {
  auto [object, method] = path.rsplit('.');
  if (!object.consume_back("()") || !llvm::is_contained(valueMethods, method))
    return false;
  return llvm::is_contained(builders, object.rsplit('.').second);
}

/// True if a call of that path runs its first argument as a statement.
bool isStatementCall(const ApiUse &use) {
  if (!isDatabase(use.module) || use.path.contains("prepare()."))
    return false;
  llvm::StringRef name = lastName(use.path);
  if (isOfBuilder(use.path))
    return false;
  if (name == "neon()")
    return true;
  return llvm::is_contained(methods, name) ||
         (use.module == "typeorm" && llvm::is_contained(textParts, name));
}

/// True if a text with holes reads like an SQL statement.
bool looksLikeSql(llvm::StringRef text) {
  std::string upper;
  for (char c : text.trim().take_front(400))
    if (!llvm::isSpace(c) || !llvm::StringRef(upper).ends_with(" "))
      upper += llvm::isSpace(c) ? ' ' : llvm::toUpper(c);
  llvm::StringRef statement = upper;
  auto begins = [&](llvm::StringRef word, llvm::StringRef later) {
    return statement.starts_with(word) && statement.contains(later);
  };
  return begins("SELECT ", " FROM ") || begins("INSERT INTO ", "VALUES") ||
         begins("UPDATE ", " SET ") || begins("DELETE FROM ", "") || begins("WITH ", " SELECT ") ||
         begins("INSERT INTO ", "SELECT") || begins("REPLACE INTO ", "") ||
         begins("DROP TABLE ", "") || begins("ALTER TABLE ", "") || begins("CREATE TABLE ", "");
}

/// True if a name ends in a word: `db`, `#db`, `orders_db`, `ordersDb`.
bool endsInWord(llvm::StringRef name, llvm::StringRef word) {
  if (!name.ends_with_insensitive(word))
    return false;
  size_t at = name.size() - word.size();
  return at == 0 || !llvm::isAlpha(name[at - 1]) || llvm::isUpper(name[at]);
}

/// True if a text begins with the verb of a statement.
bool beginsStatement(llvm::StringRef text) {
  llvm::StringRef verb = text.take_while(llvm::isAlpha);
  return llvm::any_of(statementVerbs,
                      [&](llvm::StringRef one) { return verb.equals_insensitive(one); });
}

class SqlChecker {
public:
  SqlChecker(const CheckContext &context, RuleReporter &report)
      : context_(context), report_(report), flow_(context.input) {}

  void run() {
    for (const ApiUse &use : context_.uses.all()) {
      if (use.isImport && isDatabase(use.module))
        withDatabases_.insert(packageOf(*use.node));
      if (isPlainCall(use) && isStatementCall(use) && seen_.insert(use.call).second)
        for (const InputTrace &trace : traceStatement(use))
          tell(report_.at(use, messageOf(trace)), trace, *use.node);
    }
    context_.program.forEach<CallExpression>(
        [&](const CallExpression &call) { checkUnknown(call); });
    reportLost(report_, flow_, "an SQL statement");
  }

private:
  static std::string messageOf(const InputTrace &trace) {
    return inputMessage(trace, "an SQL statement",
                        "hand it over as a parameter beside the statement's text");
  }
  void tell(Diagnostic &finding, const InputTrace &trace, const Node &sink) {
    addWay(finding, context_.program, trace, sink);
  }

  std::vector<InputTrace> traceStatement(const ApiUse &use) {
    const auto *options = llvm::dyn_cast<ObjectValue>(use.arguments[0]);
    if (!options)
      return inputOf(context_.values, flow_, use, 0, TextUse::Sql);
    for (const PropertyValue &property : options->properties)
      if (isStatementMember(property.key)) {
        const Node *object = writtenArgument(use);
        if (object)
          return flow_.intoMember(*object, property.key, TextUse::Sql);
        if (property.site)
          return flow_.into(*property.site, TextUse::Sql);
      }
    return {};
  }

  /// The first argument as it is written, if the call is not made by way of another function.
  static const Node *writtenArgument(const ApiUse &use) {
    const auto *call = llvm::dyn_cast<CallExpression>(use.call);
    return call && call->arguments.size() == use.arguments.size() ? call->arguments[0] : nullptr;
  }

  /// A `query` of something that isn't known, with a text that can only be a statement.
  void checkUnknown(const CallExpression &call) {
    const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
    if (!member || call.arguments.empty() || seen_.contains(&call))
      return;
    std::optional<std::string> key = context_.values.keyOf(*member);
    if (!key || !llvm::is_contained(methods, *key))
      return;
    bool isFollowed = false;
    // what another package gives is a client where both it and the text are named so
    const bool isNamed = saysSql(*call.arguments[0]) && saysDatabase(*member->object);
    forEachAlternative(context_.values.of(*member), [&](const Value &value) {
      const auto *api = llvm::dyn_cast<ApiValue>(&value);
      bool isOfOther = api && api->path.starts_with("module:") && api->path.contains("()");
      isFollowed |= (isOfOther && !isNamed) || llvm::isa<FunctionValue, ClassValue>(value);
    });
    llvm::StringRef name = *key;
    const bool isRaw = name.starts_with("$") && name.ends_with("RawUnsafe");
    const TextShape shape = textShape(context_.values, context_.values.of(*call.arguments[0]));
    const bool isOfClient = (name == "query" || name == "execute") &&
                            (saysSql(*call.arguments[0]) || isClient(call, *member, shape));
    if (isFollowed || (!isOfClient && !isRaw && (shape.isComplete() || !looksLikeSql(shape.text))))
      return;
    for (const InputTrace &trace : flow_.into(*call.arguments[0], TextUse::Sql))
      tell(report_.at(*member, messageOf(trace)), trace, call);
  }

  /// In packages that import a database, an unknown object is taken for a client by its name, or
  /// where the text it gets is put together and does not begin as no statement does.
  bool isClient(const CallExpression &call, const MemberExpression &member,
                const TextShape &shape) const {
    if (!withDatabases_.contains(packageOf(call)))
      return false;
    if (saysDatabase(*member.object))
      return true;
    const Node &text = *call.arguments[0];
    llvm::StringRef known = shape.beginning().ltrim();
    return (llvm::isa<TemplateLiteral, BinaryExpression, CallExpression>(text) ||
            (known.empty() && llvm::isa<Identifier>(text) && isMadeHere(text))) &&
           (known.empty() || beginsStatement(known));
  }

  /// True if a variable is given what is put together, not just a parameter or a part of one.
  bool isMadeHere(const Node &name) const {
    const Symbol *symbol = context_.program.symbolOf(llvm::cast<Identifier>(name));
    return symbol && llvm::any_of(symbol->targets, [](const Identifier *target) {
             const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
             const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
             const Node *given = declarator   ? declarator->init
                                 : assignment ? assignment->right
                                              : nullptr;
             return llvm::isa_and_nonnull<TemplateLiteral, BinaryExpression, CallExpression>(given);
           });
  }

  /// True if the name of a client is one that clients of databases have.
  static bool saysDatabase(const Node &object) {
    const Node *at = &object;
    while (const auto *call = llvm::dyn_cast<CallExpression>(at))
      at = call->callee;
    const auto *member = llvm::dyn_cast<MemberExpression>(at);
    const Node *last = member && !member->computed ? member->property : at;
    const auto *name = llvm::dyn_cast<Identifier>(last);
    const auto *hidden = llvm::dyn_cast<PrivateIdentifier>(last);
    llvm::StringRef text = name ? name->name : hidden ? hidden->name : llvm::StringRef();
    auto endsIn = [&](llvm::StringRef word) { return endsInWord(text, word); };
    auto contains = [&](llvm::StringRef word) { return text.contains_insensitive(word); };
    return llvm::any_of(clientWords, endsIn) || llvm::any_of(clientNames, contains);
  }

  /// True if the name of a variable or member contains `sql`, in any case.
  static bool saysSql(const Node &node) {
    const auto *member = llvm::dyn_cast<MemberExpression>(&node);
    const auto *name =
        llvm::dyn_cast<Identifier>(member && !member->computed ? member->property : &node);
    return name && name->name.contains_insensitive("sql");
  }

  llvm::StringRef packageOf(const Node &node) const {
    return packageAbove(context_.program.files(), context_.program.moduleOf(node).path());
  }

  const CheckContext &context_;
  RuleReporter &report_;
  InputFlow flow_;
  llvm::DenseSet<const Node *> seen_;
  llvm::StringSet<> withDatabases_; ///< folders of packages
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  SqlChecker(context, report).run();
}

extern const Rule SqlInjection = {{.id = "AC6201",
                                   .name = "sql-injection",
                                   .group = "injection",
                                   .severity = Severity::Error,
                                   .summary = "SQL statements put together from a tool's input",
                                   .precision = Precision::High,
                                   .cwe = 89},
                                  check};

} // namespace agentc::rules
