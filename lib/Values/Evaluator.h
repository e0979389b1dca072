#ifndef AGENTC_LIB_VALUES_EVALUATOR_H
#define AGENTC_LIB_VALUES_EVALUATOR_H

#include "Answers.h"
#include "Environment.h"
#include "Flows.h"
#include "Numbers.h"
#include "RegExpProgram.h"
#include "Regions.h"

#include "agentc/Values/Values.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/StringSaver.h"

namespace agentc {

using Arguments = llvm::ArrayRef<const Value *>;

/// How much folding may copy in all, in bytes or about as long as a byte takes; without it a short
/// source could ask for any amount (`s[0]; s[0]; …` of a long string).
inline constexpr uint64_t maxFoldingWork = 512 << 20;
/// What copying an element of an array, and a property of an object, counts as.
inline constexpr uint64_t elementWork = 8, propertyWork = 32;
/// How deep arrays may stand in arrays whose text is asked for.
inline constexpr unsigned maxNestedArrays = 200;

/// Evaluates expressions on demand and keeps every answer. Recursion is bounded by
/// maxEvaluationDepth.
class Values::Evaluator {
public:
  explicit Evaluator(const agentc::Program &program);

  void evaluateAll();
  const Value *lookup(const ast::Node &node) const {
    return answers_.find(Answers::keyOf(Question::Expression, &node));
  }

  const Value &eval(const ast::Node &node);
  const Value &ofSymbol(const Symbol &symbol);
  const Value &exportsOf(const ModuleInfo &module, const ast::Node *site);
  const Value &exportOf(const ModuleInfo &module, llvm::StringRef name, const ast::Node *site);
  const Value &member(const Value &object, llvm::StringRef key, const ast::Node *site);
  std::optional<llvm::StringRef> keyOf(const ast::Node &memberOrProperty);

  uint64_t calls = 0;
  uint64_t resolvedCalls = 0;
  const ast::Node *exhaustedAt = nullptr;
  /// Answers questions that Values is asked about values it has never made.
  const UnknownValue unknownNode{UnknownReason::Unsupported, nullptr};
  /// What a question that depends on itself is answered at first; no alternative of a union.
  const UnknownValue nothing{UnknownReason::Cycle, nullptr};

private:
  template <typename T, typename... Args> const T &make(Args &&...args) {
    return *new (arena_.Allocate<T>()) T(std::forward<Args>(args)...);
  }
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> items) {
    return items.copy(arena_);
  }
  const Value &unknown(UnknownReason reason, const ast::Node *site) {
    return make<UnknownValue>(reason, site);
  }
  const Value &string(llvm::StringRef text, const ast::Node *site);
  /// What iterating over a string gives: its code points.
  llvm::SmallVector<const Value *, 16> charactersOf(llvm::StringRef text, const ast::Node &site);
  const Value &number(double value, const ast::Node *site) {
    return make<NumberValue>(value, site);
  }
  const Value &api(const llvm::Twine &path, const ast::Node *site);
  /// One of several values. Containers that were made at the same place are the same where what
  /// they hold is, as far as `nesting` says.
  const Value &unite(llvm::ArrayRef<const Value *> values, const ast::Node *site,
                     unsigned nesting = 2);
  const Value &object(llvm::ArrayRef<PropertyValue> properties, bool open, const ast::Node *site);
  const Value &array(llvm::ArrayRef<const Value *> elements, bool open, const ast::Node *site);
  bool isOutOfMemory() const { return arena_.getBytesAllocated() > maxValueBytes; }
  /// Whether so much work may still be done.
  bool spend(uint64_t work) {
    work_ += work;
    return work_ <= maxFoldingWork;
  }
  bool isExhausted() const { return work_ > maxFoldingWork || isOutOfMemory(); }

  // Conversions.cpp
  /// JavaScript's ToString and ToNumber where the value is a constant, as far as work may be done.
  std::optional<std::string> textOf(const Value &value);
  std::optional<double> numberOf(const Value &value);
  /// ToPrimitive; null where it isn't known, as for objects with a `toString` of their own.
  const Value *primitiveOf(const Value &value, const ast::Node &site);
  std::optional<std::string> textOfObject(const Value &value);
  bool appendArrayText(const ArrayValue &list, llvm::StringRef separator, std::string &text,
                       unsigned depth);

  /// The answer that holds wherever the question is asked; it must not see the variables of running
  /// code.
  template <typename F>
  const Value &once(Question question, const void *subject, const ast::Node *site, F &&compute) {
    Answers::Key key = Answers::keyOf(question, subject);
    if (const Value *known = answers_.find(key))
      return *known;
    if (answers_.depth >= maxDepth_ && !answers_.isKnown(key) && site && !mayGoDeeper(*site))
      return unknown(UnknownReason::Limit, site);
    const Value &value = outsideRun([&]() -> const Value & { return answers_.once(key, compute); });
    if (!exhaustedAt && (isExhausted() || answers_.isUnsettled()))
      exhaustedAt = site;
    return value;
  }
  /// Evaluates what holds everywhere while code is run.
  template <typename F> decltype(auto) outsideRun(F &&compute) {
    Run *running = std::exchange(run_, nullptr);
    Environment *around = std::exchange(environment_, nullptr);
    auto restore = llvm::make_scope_exit([&] { run_ = running, environment_ = around; });
    return compute();
  }
  bool mayGoDeeper(const ast::Node &site);
  const Value &widened(const Value &value, unsigned nesting = 2);

  // Running.cpp: code that is run on known values
  const Value &call(const FunctionValue &function, const Value *receiver, Arguments arguments,
                    const ast::Node &site);
  const Value *runPaths(const ast::Node &site, llvm::function_ref<const Value *()> path);
  const Value *runFunction(const FunctionValue &function, const Value *receiver,
                           Arguments arguments, const ast::Node &site);
  const Value &construct(const ClassValue &type, Arguments arguments, const ast::Node &site);
  bool runConstructor(const ClassValue &type, const InstanceValue &instance, Arguments arguments,
                      const ast::Node &site);
  bool initializeFields(const ClassValue &type, const InstanceValue &instance);
  bool isRunnable(const ast::Node &function);
  /// Whether the run made an array or object, and may change it; isRunsOwn: or a class's object.
  bool isRunsOwn(const Value &value) const {
    const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
    return isLocal(instance && instance->fields ? *instance->fields : value);
  }
  bool isLocal(const Value &value) const { return run_ && run_->locals.contains(&value); }
  const Value &fail(const ast::Node &site);
  bool decide();
  bool test(const ast::Node &condition);
  Environment &enter(const ast::Node &node);
  void hoist(ast::NodeList statements);
  const Scope *scopeOf(const ast::Node &node);
  Environment *environmentOf(const Symbol &symbol) const;

  // MemberChanges.cpp: what `object.key.push(…)` and `object.key.name = …` add to what `key` holds
  struct MemberChanges {
    llvm::SmallVector<const ast::Node *, 1> sites; ///< the reads of the member that is changed
  };
  const MemberChanges &changesOfKey(llvm::StringRef key);
  bool isChangedOutOfSight(const Symbol &symbol, uint32_t begin = 0, uint32_t end = 0);
  bool mayChangeArgument(const ast::Node &callee, size_t index);
  /// Writes to members of `this` in the methods of an object literal.
  using ThisWrites = llvm::SmallVector<std::pair<llvm::StringRef, const ast::Node *>, 0>;
  const ThisWrites &thisWritesIn(const ast::ObjectExpression &expression);
  const Value &withMemberChanges(const Value &value, llvm::StringRef key, const ast::Node *site,
                                 const ast::Node *known = nullptr);

  // Regions.cpp: statements that are run for the values that variables have after them
  const Region *regionOf(const Symbol &symbol);
  const Value *valueAfterRegion(const ast::Identifier &identifier, const Symbol &symbol);
  const Value &runRegion(const Region &region, const Symbol &symbol);
  bool isMentionedBefore(const ast::Node &function, uint32_t end);

  // RunExpressions.cpp
  const Value &computeRunning(const ast::Node &node);
  const Value &readVariable(const ast::Identifier &identifier);
  bool isStable(const Symbol &symbol);
  const Value &assignRunning(const ast::AssignmentExpression &assignment);
  const Value &updateRunning(const ast::UpdateExpression &update);
  const Value &callSuper(const ast::CallExpression &call);
  /// Evaluates what may not be reached: it must change nothing.
  const Value &evalMaybe(const ast::Node &node);
  void assign(const ast::Node &pattern, const Value &value);
  void assignElements(const ast::ArrayPattern &pattern, const Value &value);
  void assignProperties(const ast::ObjectPattern &pattern, const Value &value);

  // Changes.cpp: what running code does to arrays and objects of its own
  void setMember(const Value &object, llvm::StringRef key, const Value &value,
                 const ast::Node &site);
  void setUnknownMember(const Value &object, const ast::Node &site);
  void deleteMember(const Value &object, llvm::StringRef key, const ast::Node &site);
  void setProperty(const ObjectValue &object, llvm::StringRef key, const Value *value,
                   const ast::Node &site);
  void escape(const Value &value, unsigned nesting = 3);
  std::vector<const Value *> *changeElements(const ArrayValue &list);
  void changed(const ArrayValue &list);
  /// Functions of the host that change what they get; null: not one of these.
  const Value *changeByHost(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  /// Methods that change an array; null: not one of these.
  const Value *changeLocalArray(const ArrayValue &list, llvm::StringRef key, Arguments arguments,
                                const ast::Node &site);

  // Statements.cpp
  Completion execute(const ast::Node &statement);
  Completion executeAll(ast::NodeList statements);
  Completion executeLoop(const ast::Node &loop, llvm::StringRef label);
  Completion executeFor(const ast::ForStatement &loop, llvm::StringRef label);
  Completion executeForEach(const ast::Node &loop, const ast::Node &left, const ast::Node &right,
                            const ast::Node &body, bool isKeys, llvm::StringRef label);
  Completion executeSwitch(const ast::SwitchStatement &statement);
  Completion executeTry(const ast::TryStatement &statement);

  // Callbacks.cpp: array methods that call; null: not one of these
  const Value *invokeWithCallback(const ArrayValue &receiver, llvm::StringRef key,
                                  Arguments arguments, const ast::Node &site);
  const Value *runCallbacks(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                            const ast::Node &site);
  const Value *sortWithCallback(const ArrayValue &list, const Value &compare,
                                const ast::Node &site);

  // Expressions.cpp
  const Value &compute(const ast::Node &node);
  const Value &computeLiteral(const ast::Literal &literal);
  const Value &computeTemplate(const ast::TemplateLiteral &literal);
  const Value &computeArray(const ast::ArrayExpression &expression);
  const Value &computeObject(const ast::ObjectExpression &expression);
  const Value &computeLogical(const ast::LogicalExpression &expression);
  const Value &computeIdentifier(const ast::Identifier &identifier);

  // Operators.cpp
  const Value &computeUnary(const ast::UnaryExpression &expression);
  const Value &computeBinary(const ast::BinaryExpression &expression);
  const Value &operateUnary(llvm::StringRef op, const Value &argument, const ast::Node &site);
  const Value &operate(llvm::StringRef op, const Value &left, const Value &right,
                       const ast::Node &site);
  const Value *operateOnConstants(llvm::StringRef op, const Value &left, const Value &right,
                                  const ast::Node &site);
  const Value *compare(llvm::StringRef op, const Value &left, const Value &right,
                       const ast::Node &site);
  std::optional<bool> isStrictlyEqual(const Value &left, const Value &right);
  std::optional<bool> isLooselyEqual(const Value &left, const Value &right, const ast::Node &site);

  // Members.cpp
  const Value &computeMember(const ast::MemberExpression &expression);
  const Value &memberOf(const Value &object, std::optional<llvm::StringRef> key,
                        const ast::MemberExpression &expression);
  const Value &memberOfUnknown(llvm::StringRef key, const ast::Node *site);
  const Value &memberByUnknownKey(const Value &object, const ast::Node *site);
  const Value &memberOfApi(llvm::StringRef path, llvm::StringRef key, const ast::Node *site);
  const Value &memberOfBuiltin(llvm::StringRef type, llvm::StringRef key, const ast::Node *site);

  // Classes.cpp
  const Value &computeClass(const ast::Node &node, const ast::Node *superClass);
  const Value &computeThis(const ast::Node &expression);
  const Value &computeSuper(const ast::Node &expression);
  const Value *memberOfNewInstance(const InstanceValue &instance, llvm::StringRef key,
                                   const ast::Node &site);
  const Value &writtenBy(const ast::Node &write);
  const Value &memberOfKnownInstance(const InstanceValue &instance, const PropertyValue &field,
                                     const ast::Node *site);
  const Value &memberOfInstance(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  const Value &memberOfClass(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  /// What gives a class's members: methods, fields, and assignments to members of `this`.
  struct MemberSources {
    llvm::SmallVector<const ast::Node *, 1> nodes;
    std::vector<WrittenProperty> written; ///< by calls of helpers
  };
  struct ClassMembers {
    llvm::StringMap<MemberSources> ofInstance, ofClass;
  };
  void addParameterProperty(const ast::Node *parameter, ClassMembers &members);
  const ClassMembers &membersOf(const ClassValue &type);
  bool hasSetter(const ClassValue &type, llvm::StringRef key);
  const Value *ownMember(const ClassValue &type, llvm::StringRef key, bool isStatic);
  const ast::Node *enclosingClass(const ast::Node &node, bool &isStatic) const;

  // ConstructorFunctions.cpp: classes that are written as functions
  const ast::Node *superExpressionOf(const ast::Node &function) const;
  const Value &asClass(const Value &value);
  const ClassValue &classOf(const ast::Node &function);
  const Value *prototypeMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  /// `only` becomes the one place that writes it, if there is one.
  const Value *prototypeMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site,
                               const WrittenProperty *&only);
  const Value *prototypeBehind(const Value &value, const ast::Node &site);
  const Value *constructParent(const Value &object, const Value &type, Arguments arguments,
                               const ast::Node &site);
  const Value *thisOfFunction(const ast::Node &function);
  bool isConstructorFunction(const ast::Node &function);
  bool isThis(const ast::Node &node) const;
  const Value *inheritedMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site);

  // Calls.cpp
  struct Callee {
    const Value *function, *receiver;
    std::optional<llvm::StringRef> key;
  };
  Callee calleeOf(const ast::Node &callee);
  void handOver(llvm::StringRef path, Arguments arguments);
  const Value &bind(const Value &callee, Arguments arguments);
  const Value &computeReturn(const ast::Node &function);
  const Value &computeCall(const ast::Node &call, const ast::Node &callee, ast::NodeList arguments,
                           bool isNew);
  void appendArguments(ast::NodeList arguments, llvm::SmallVectorImpl<const Value *> &values);
  const Value &computeTagged(const ast::TaggedTemplateExpression &expression);
  const Value &invoke(const Value &callee, Arguments arguments, const ast::Node &site, bool isNew,
                      const Value *receiver = nullptr);
  const Value &invokeMethod(const Value &receiver, llvm::StringRef key, const Value &method,
                            Arguments arguments, const ast::Node &site);
  const Value &returnOf(const ast::Node &function, const ast::Node &site);
  const Value &importModule(const ast::Node &site, const Value &specifier);

  // HostCalls.cpp: what is known of the host's own functions; null: nothing
  const Value *invokeHost(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  /// `new` of the host's own functions.
  const Value *constructHost(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  /// A call of what `Function(text)` made, where the text only returns a name or a literal.
  const Value *invokeMadeFunction(const ResultValue &made, const ast::Node &site);
  /// What spreading or looping over the value gives, as an array; null where it isn't known.
  const Value *iterationOf(const Value &value, const ast::Node &site);
  const Value *invokeArrayFunction(llvm::StringRef path, Arguments arguments,
                                   const ast::Node &site);
  const Value *arrayOfLength(double length, const ast::Node &site);

  // HostObject.cpp
  using OwnProperties = llvm::SmallVector<PropertyValue, 8>;
  /// The enumerable properties in the order of ECMA-262; std::nullopt where they aren't all known.
  std::optional<OwnProperties> ownProperties(const Value &value, const ast::Node &site);
  std::optional<bool> hasOwn(const Value &value, llvm::StringRef key);
  const Value *invokeObjectFunction(llvm::StringRef name, Arguments arguments,
                                    const ast::Node &site);
  const Value &prototypeOf(const Value &value, const ast::Node *site);
  const Value &descriptorOf(const Value &value, llvm::StringRef key, const ast::Node &site);
  const Value *assign(Arguments arguments, const ast::Node &site);
  const Value *fromEntries(const Value &entries, const ast::Node &site);
  const Value *isSameValue(const Value &left, const Value &right, const ast::Node &site);
  const Value *listProperties(llvm::StringRef name, const Value &value, const ast::Node &site);

  // HostJson.cpp
  const Value *parseJson(Arguments arguments, const ast::Node &site);
  const Value *parseJsonValue(llvm::StringRef &text, unsigned depth, const ast::Node &site);
  const Value *parseJsonArray(llvm::StringRef &text, unsigned depth, const ast::Node &site);
  const Value *parseJsonObject(llvm::StringRef &text, unsigned depth, const ast::Node &site);
  const Value *stringifyJson(Arguments arguments, const ast::Node &site);
  bool isAbsentInJson(const Value &value);
  bool appendJson(const Value &value, llvm::StringRef gap, const std::string &indent,
                  std::string &text, unsigned depth);
  bool appendJsonArray(const ArrayValue &list, llvm::StringRef gap, const std::string &indent,
                       std::string &text, unsigned depth);
  bool appendJsonObject(const ObjectValue &known, llvm::StringRef gap, const std::string &indent,
                        std::string &text, unsigned depth);

  // HostNumber.cpp
  const Value *invokeMath(llvm::StringRef name, Arguments arguments, const ast::Node &site);
  const Value *invokeNumberFunction(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);
  const Value *invokeBigIntFunction(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);
  const Value &bigInt(const llvm::APInt &value, const ast::Node *site);

  // HostText.cpp
  const Value *invokeStringFunction(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);
  /// The bytes of a Buffer or an array of bytes that a call made.
  std::optional<std::string> bytesOf(const Value &value);
  bool isUnwritten(const ResultValue &bytes);
  const Value *foldBytesMethod(const ResultValue &receiver, llvm::StringRef key,
                               Arguments arguments, const ast::Node &site);
  /// A member of what a call of the host gave, where the call's arguments decide it.
  const Value *foldResultMember(const ResultValue &result, llvm::StringRef key,
                                const ast::Node *site);

  // HostFiles.cpp: files of the bundle, read from its root as the current folder
  const Value *invokeFileFunction(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  std::optional<std::string> readFile(const ResultValue &call);
  std::optional<std::string> placeOf(const Value &value);
  std::optional<std::string> placeOfUrl(const ResultValue &made);

  // RuntimeHelpers.cpp: functions that bundlers and compilers write; null: it is none of these
  const Value *invokeRuntimeHelper(const ast::Node &function, Arguments arguments,
                                   const ast::Node &site);
  const Value *valueOfHelperParameter(const ast::Node &function, const ast::Node &parameter);
  const ModuleInfo *moduleOfExports(const ast::MemberExpression &expression) const;
  const Value &loadBundled(const ast::Node &function, const Value &key, const ast::Node &site);
  const Value &namespaceOf(const Value &module, bool isNodeMode, const ast::Node &site);
  const Value &defaultOf(const Value &module, const ast::Node &site);

  // CompiledCode.cpp: what compilers make of newer syntax
  /// What a compiler's helper gives that comes from a package of helpers; null: it is none.
  const Value *invokePackagedHelper(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);
  const Value &templateObject(const Value &texts, const Value &raw, const ast::Node &site);
  void addSetValues(const Symbol &symbol, unsigned depth,
                    llvm::SmallVectorImpl<const Value *> &values);
  const Value *keptInMap(const Value &map, const ast::Node &site);
  const Value *invokeRaw(Arguments arguments, const ast::Node &site);
  const Value &handedOut(const ast::Node &machine, double code, const ast::Node &site);
  const Value &resultOfStates(const Value &machine, const ast::Node &site);
  const Value *valueOfResumption(const ast::CallExpression &call);
  bool isAwaited(const ast::Node &function);
  const Value *invokeBorrowed(const Value &method, bool isApply, Arguments arguments,
                              const ast::Node &site);
  const Value *invokeThen(const Value &receiver, Arguments arguments, const ast::Node &site);

  // Patches.cpp
  /// Whether the program anywhere writes over the key of one of the language's own objects
  /// (`Array.prototype`, `JSON`; empty for globals), so that what it does isn't known.
  bool isPatched(llvm::StringRef owner, llvm::StringRef key);

  // Folding.cpp: methods of constants; null: not foldable
  const Value *foldMethod(const Value &receiver, llvm::StringRef key, Arguments arguments,
                          const ast::Node &site);
  const Value *foldObjectMethod(const Value &receiver, llvm::StringRef key, Arguments arguments,
                                const ast::Node &site);
  /// Members of the host's objects that are constants (`Math.PI`).
  const Value *foldApiMember(llvm::StringRef path, llvm::StringRef key, const ast::Node *site);

  // FoldNumber.cpp
  const Value *foldNumberMethod(const NumberValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  const Value *foldPrimitiveMethod(const Value &receiver, llvm::StringRef key, Arguments arguments,
                                   const ast::Node &site);

  // FoldString.cpp
  const Value *foldStringMethod(const StringValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  const Value *foldStringParts(const StringValue &receiver, llvm::StringRef key,
                               Arguments arguments, const ast::Node &site);
  const Value *foldStringSearch(const StringValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  const Value *foldStringForms(const StringValue &receiver, llvm::StringRef key,
                               Arguments arguments, const ast::Node &site);
  const Value *foldStringPadding(const StringValue &receiver, llvm::StringRef key,
                                 Arguments arguments, const ast::Node &site);
  /// `length` and the units of a text by index; null for other keys.
  const Value *memberOfString(const StringValue &text, llvm::StringRef key, const ast::Node *site);
  /// The text as UTF-16; texts used last are kept, so that a loop over one converts it once.
  std::shared_ptr<const std::u16string> utf16Of(const StringValue &value);
  const Value &stringOfUnits(std::u16string_view text, const ast::Node *site);
  /// An argument as ToIntegerOrInfinity gives it, `otherwise` where it is absent or undefined.
  std::optional<double> integerArgument(Arguments arguments, size_t index, double otherwise);
  std::optional<std::u16string> textArgument(Arguments arguments, size_t index);

  // FoldPattern.cpp: methods that take a text or a regular expression
  const Value *foldStringPatterns(const StringValue &receiver, llvm::StringRef key,
                                  Arguments arguments, const ast::Node &site);
  const Value *foldRegExpMethod(const RegExpValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  const Value *foldReplace(const StringValue &receiver, bool all, Arguments arguments,
                           const ast::Node &site);
  const Value *foldSplit(const StringValue &receiver, Arguments arguments, const ast::Node &site);
  bool spendSearch(const std::u16string &text, const std::u16string &wanted);
  std::optional<RegExpProgram> programOf(const RegExpValue &expression);
  const Value *withMatching(llvm::function_ref<const Value *(uint64_t &)> match);

  // FoldArray.cpp
  const Value *foldArrayMethod(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                               const ast::Node &site);
  const Value *foldConcat(const ArrayValue &receiver, Arguments arguments, const ast::Node &site);
  const Value *foldArraySearch(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                               const ast::Node &site);
  const Value *foldArrayCopy(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                             const ast::Node &site);
  bool appendFlat(const ArrayValue &list, double depth, llvm::SmallVectorImpl<const Value *> &flat);
  bool sortByText(llvm::SmallVectorImpl<const Value *> &elements);
  /// What a method that changes its array gives, and the array after it, whose `origin` is the
  /// array's own.
  struct ArrayChange {
    const Value *result;
    const ArrayValue *after;
  };
  /// push, pop, shift, unshift, splice, sort, reverse, fill and copyWithin, for who follows
  /// changes.
  std::optional<ArrayChange> changeArray(const ArrayValue &receiver, llvm::StringRef key,
                                         Arguments arguments, const ast::Node &site);

  // Exports.cpp
  const Value &computeExports(const ModuleInfo &module);
  /// Where an exported name leads to: a declaration, or modules whose members aren't known by name
  /// alone.
  struct ExportSource {
    const ExportRecord *record = nullptr;
    llvm::SmallVector<std::pair<const Resolution *, std::string>, 1> others;
  };
  ExportSource findExport(const ModuleInfo &module, llvm::StringRef name);

  // CommonJsExports.cpp
  const Value &computeCommonJsExports(const ModuleInfo &module);
  const Value &exportOfCommonJs(const ModuleInfo &module, llvm::StringRef name,
                                const ast::Node *site);
  /// What is written to a CommonJS module's export by its name; null if nothing is.
  const Value *writtenExport(const ModuleInfo &module, llvm::StringRef name);
  const Value &valueOf(const WrittenProperty &written);
  /// All that is known of what was written under one name.
  const Value &valueOf(llvm::ArrayRef<WrittenProperty> written, const ast::Node *site);
  using WritesByName = llvm::MapVector<llvm::StringRef, llvm::SmallVector<WrittenProperty, 1>>;
  const WritesByName &exportsWrittenIn(const ModuleInfo &module);
  /// The members of a value that other objects get copied; false if they are not all known.
  bool membersOf(const Value &value, llvm::function_ref<void(const PropertyValue &)> add);

  // Parameters.cpp
  const Value &valueOfParameter(const ast::Node &function, const ast::Node &parameter);
  const Value &argumentOf(const ast::Node &call, unsigned index);
  const Value &argumentAt(const ast::Node &call, ast::NodeList arguments, unsigned index);
  bool isReached(const ast::Node &expression);
  const Value &argumentsOf(const ast::Identifier &identifier);
  const Value &callbackArgument(const ast::Node &call, unsigned position, unsigned index);
  const Value &inputOf(const FunctionUses &uses, unsigned index, const ast::Node *function,
                       const ast::Node &site);
  const Value &computeCallbackArgument(const ast::Node &call, unsigned position, unsigned index);
  const uint64_t *slotOf(const void *subject, unsigned index);
  const Value &inputByHandingOn(const FunctionUses &uses, unsigned index, const ast::Node &site);
  const Value &inputByKey(llvm::StringRef key, unsigned index, const ast::Node *function,
                          const ast::Node &site);

  // TypeScript.cpp
  const Value &computeEnum(const ast::TSEnumDeclaration &declaration);
  const Value &valueOfEnumMember(const ast::Node &member);
  const Value &valueOfNamespace(const ast::Node &name);

  // Symbols.cpp
  const Value &valueInto(const ast::Node &pattern);
  const Value &valueOfImport(const ast::Node &specifier);
  const Value &iterated(const Value &value, const ast::Node *site);
  const Value &withPropertyWrites(const Value &value, const Symbol &symbol);
  const Value &withPushes(const ArrayValue &list, const Symbol &symbol);
  /// The expressions that `variable.key = value` gives to each key, anywhere.
  using PropertyWrites = WritesByName;
  const PropertyWrites &writesTo(const Symbol &symbol);
  const Symbol *filledParameter(const ast::Identifier &argument) const;
  /// What was written to a member of a function, class or instance; null if nothing was.
  const Value *writtenMember(const Value &object, llvm::StringRef key, const ast::Node *site);
  bool isHandler(const ast::Node &function);

  const agentc::Program &program_;
  llvm::BumpPtrAllocator arena_;
  llvm::SpecificBumpPtrAllocator<Environment> environments_;
  llvm::UniqueStringSaver strings_{arena_};
  Flows flows_;
  Answers answers_;
  Run *run_ = nullptr;
  Environment *environment_ = nullptr;
  uint64_t stepsOfRuns_ = 0, runs_ = 0;
  llvm::DenseMap<const Symbol *, bool> stable_;
  unsigned maxDepth_ = maxEvaluationDepth;
  llvm::DenseMap<const ast::Node *, const Scope *> scopes_; ///< those that declare something
  llvm::DenseMap<size_t, const UnionValue *> unions_;       ///< the last one made, by hash
  llvm::DenseMap<const ast::Node *, bool> runnable_;
  llvm::DenseMap<const Symbol *, std::unique_ptr<Region>> regions_;
  llvm::StringMap<std::unique_ptr<MemberChanges>> memberChanges_;
  llvm::DenseMap<const ast::Node *, std::unique_ptr<ThisWrites>> thisWrites_;
  /// Stand for questions about arguments.
  llvm::DenseMap<std::pair<const void *, unsigned>, uint64_t *> inputs_;
  llvm::DenseMap<const ast::Node *, unsigned> failures_;
  llvm::DenseMap<const Symbol *, std::unique_ptr<PropertyWrites>> propertyWrites_;
  /// The variables whose functions, classes and instances get members by assignments.
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const Symbol *, 1>> holders_;
  llvm::DenseMap<const ModuleInfo *, std::unique_ptr<WritesByName>> exportsWritten_;
  /// Functions and classes that are a module's exports, which can have members besides.
  llvm::DenseMap<const ast::Node *, const ModuleInfo *> exportedBy_;
  llvm::DenseMap<std::pair<const ModuleInfo *, const char *>, std::unique_ptr<ExportSource>>
      exportSources_;
  llvm::DenseMap<const ast::Node *, std::unique_ptr<ClassMembers>> classMembers_;
  std::optional<const ast::Node *> handler_;
  std::optional<llvm::StringSet<>> patched_;
  struct Utf16Text {
    llvm::StringRef source;
    std::shared_ptr<const std::u16string> text;
  };
  Utf16Text utf16Texts_[8];
  size_t nextUtf16Text_ = 0;
  uint64_t work_ = 0;
};

/// The body of a class, and the function of its constructor; null if there is none.
const ast::ClassBody *classBody(const ast::Node &type);
const ast::Node *constructorOf(const ast::Node &type);
bool isGenerator(const ast::Node &function);
/// Whether an array's method of that name calls its first argument, or changes the array.
bool takesCallback(llvm::StringRef key);
bool changesArray(llvm::StringRef key);
/// Whether a member or call gives undefined where what it is taken of is not there, by a `?.`
/// somewhere in the chain.
bool endsChain(const ast::Node &expression);
/// Whether the value is a module or a member of one.
bool isModule(const Value &value);
/// The constant as JavaScript's ToString gives it; std::nullopt for what is no primitive constant.
std::optional<std::string> toStringConstant(const Value &value);
/// JavaScript's ToNumber for a primitive constant.
std::optional<double> toNumberConstant(const Value &value);
/// JavaScript's ToBoolean where it is known.
std::optional<bool> toBooleanConstant(const Value &value);
/// The flags of a regular expression as its `flags` gives them.
std::string flagsInOrder(llvm::StringRef flags);

} // namespace agentc

#endif
