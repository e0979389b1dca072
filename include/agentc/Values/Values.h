#ifndef AGENTC_VALUES_VALUES_H
#define AGENTC_VALUES_VALUES_H

#include "agentc/Values/DefinitionResult.h"
#include "agentc/Values/Value.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

struct ProgramStart;

/// Limits of evaluation; beyond one a value is Unknown with the reason Limit.
inline constexpr unsigned maxEvaluationDepth = 10000; ///< of code that is run, and of classes
inline constexpr unsigned maxUnionSize = 16;
inline constexpr size_t maxStringBytes = 1 << 20;
inline constexpr size_t maxArrayElements = 10000;
inline constexpr size_t maxValueBytes = 512 << 20; ///< of all values of a program together

/// The result of a call one of the times that it is made, and the place that tells this time from
/// others: the call itself, a call of the function around it, the element that a loop is at.
struct MadeCall {
  const Value *value;
  const ast::Node *site;
  llvm::StringRef key = {}; ///< of the member that it is assigned to, where that is computed
};

/// The stage `evaluate`: what each expression of a program can denote. Every expression was
/// evaluated when the value was made; asking changes nothing. What `in` gives sees the code of one
/// call in particular, and evaluates it when it is asked.
class Values {
public:
  Values(Values &&) noexcept;
  Values &operator=(Values &&) noexcept;
  ~Values();

  /// The value that an expression denotes; Unknown for a node that is not an expression.
  const Value &of(const ast::Node &expression) const;
  /// The value that a symbol can hold, all its assignments together.
  const Value &of(const Symbol &symbol) const;
  /// The value that `require` of the module gives, or its namespace for an ES module: an
  /// ObjectValue, a FunctionValue, a ClassValue …
  const Value &exportsOf(const ModuleInfo &module) const;
  /// One exported name (`default` for the default export; for CommonJS `default` is
  /// module.exports).
  const Value &exportOf(const ModuleInfo &module, llvm::StringRef name) const;
  /// The value that a loader takes for a file's definition: the default export; of CommonJS the
  /// export of that name, which compilers write, else module.exports.
  const Value &definitionIn(const ModuleInfo &module) const;

  /// The constant key of a member access, property or class member: the name, or the folded
  /// computed key. std::nullopt if it is unknown.
  std::optional<std::string> keyOf(const ast::Node &memberOrProperty) const;

  /// Own or inherited member of a value by a constant key, as reading code would see it.
  const Value &member(const Value &object, llvm::StringRef key) const;

  /// Tells the times apart that calls are made: in a function each call of which gives it other
  /// values, in a loop over known elements, in a callback. For each call what it gives each time;
  /// what can't be told apart is what it gives anywhere.
  std::vector<std::vector<MadeCall>> unfold(llvm::ArrayRef<const ast::Node *> calls) const;

  /// One call of a function, told apart from all others: `self` and the arguments are what it is
  /// given, unset where that is not known. Lives as long as the values do.
  Environment &call(const FunctionValue &function, const Value *self,
                    std::optional<llvm::ArrayRef<const Value *>> arguments) const;
  /// The evaluation of a class's fields for one instance.
  Environment &fieldsOf(const ast::Node &type, const Value &instance) const;
  /// The values as the code of one call sees them, of the functions around it too. Where they can't
  /// be told apart they are what they are anywhere.
  Values in(Environment &call) const;
  /// The union over all calls.
  Values anywhere() const;
  /// The value that the call gives a variable; null where it is not told apart.
  const Value *inCall(const Symbol &symbol) const;

  /// The value with functions as the classes that `new` makes of them, which is what compilers for
  /// older engines make of classes.
  const Value &asClass(const Value &value) const;

  /// The result of calling a function of the bundle without arguments.
  const Value &resultOf(const FunctionValue &function) const;
  /// The result of calling a function of the bundle, run on what is known of its arguments.
  const Value &resultOf(const FunctionValue &function,
                        llvm::ArrayRef<const Value *> arguments) const;

  /// How the program is started; null where that isn't known.
  const ProgramStart *start() const;

  uint64_t calls() const;         ///< calls, constructions and tagged templates
  uint64_t resolvedCalls() const; ///< of these, with a callee that is not Unknown

  /// The node at which the depth, work or memory allowed for a program ran out; null if they
  /// never did. From there on, values may be unknown that could have been folded.
  const ast::Node *exhaustedAt() const;

  class Evaluator;

private:
  explicit Values(std::shared_ptr<Evaluator> evaluator, Environment *call = nullptr);
  std::shared_ptr<Evaluator> evaluator_;
  Environment *call_;
};

/// `definitionResultOf` says of frameworks' functions which members their results have; null: of
/// none.
Values evaluate(const Program &program, DefinitionResultOf definitionResultOf = nullptr);

/// True if readers see no difference between two values. The contents of containers are
/// compared `nesting` levels deep; at 0, containers made at the same place are the same.
bool isSame(const Value &a, const Value &b, unsigned nesting = 2);

/// True if two calls run the same code on the same values, as far as can be seen.
bool isSameCall(const Environment &a, const Environment &b, unsigned nesting = 6);

/// True if nothing in a value, down to `nesting` levels, is unknown or one of several.
bool isConcrete(const Value &value, unsigned nesting = 6);

/// Calls `visit` for the value, or for each alternative of a union.
void forEachAlternative(const Value &value, llvm::function_ref<void(const Value &)> visit);

/// The value as a string constant, or std::nullopt.
std::optional<llvm::StringRef> asString(const Value &value);

/// One line for people: `"text"`, `{name, tools}`, `global:eval`, `unknown (parameter)`.
std::string describe(const Value &value);

/// Prints each module's declarations and calls with what they denote, for `--dump=values`; what a
/// call is given is shown some levels deep, its members sorted.
void dumpValues(const Program &program, const Values &values, llvm::raw_ostream &out);

/// Writes the whole value as a JavaScript expression in ASCII, in which `unknown` stands for what
/// isn't known, `oneOf(…)` for one of several, `open(…)` for an array or object that may hold more
/// or other things, `api("path")` for an API, `code` for a function or class of the bundle and
/// `regexp("pattern", "flags")` for a regular expression. Beyond 8 MB it is `unknown`.
void writeConstant(const Value &value, llvm::raw_ostream &out);

/// Prints what each named variable is initialized with, by `writeConstant`, for
/// `--dump=constants`.
void dumpConstants(const Program &program, const Values &values, llvm::raw_ostream &out);

} // namespace agentc

#endif
