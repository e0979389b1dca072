#ifndef AGENTC_LIB_VALUES_EVALUATOR_H
#define AGENTC_LIB_VALUES_EVALUATOR_H

#include "Answers.h"
#include "Flows.h"
#include "Folding.h"
#include "Regions.h"
#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"

namespace agentc {

class KnownCalls;
struct ProgramStart;

/// Evaluates expressions on demand and keeps every answer.
class Values::Evaluator final : private Folding {
public:
  /// `start` may be null: the program is started in any way.
  explicit Evaluator(const agentc::Program &program, const ProgramStart *start = nullptr);
  ~Evaluator();
  static Values evaluate(const agentc::Program &program, const ProgramStart *start);

  void evaluateAll();
  const Value *lookup(const ast::Node &node) const { return answers_.find(Answers::keyOf(node)); }

  const Value &eval(const ast::Node &node) override;
  const Value &ofSymbol(const Symbol &symbol);
  const Value &exportsOf(const ModuleInfo &module, const ast::Node *site);
  const Value &exportOf(const ModuleInfo &module, llvm::StringRef name, const ast::Node *site);
  const Value &definitionIn(const ModuleInfo &module);
  const Value &member(const Value &object, llvm::StringRef key, const ast::Node *site) override;
  std::optional<llvm::StringRef> keyOf(const ast::Node &memberOrProperty);
  const Value &asClass(const Value &value);
  const Value &resultOf(const FunctionValue &function) {
    return invoke(function, {}, *function.origin, false);
  }
  std::vector<std::vector<MadeCall>> unfold(llvm::ArrayRef<const ast::Node *> calls);

  // CallContexts.cpp: calls that are told apart
  Environment &openCall(const FunctionValue &function, const Value *self,
                        std::optional<Arguments> arguments);
  Environment &openFields(const ast::Node &type, const Value &instance);
  const Value &evalIn(Environment &call, const ast::Node &node);
  std::optional<llvm::StringRef> keyIn(Environment &call, const ast::Node &memberOrProperty);
  const Value *valueIn(Environment &call, const Symbol &symbol);

  const ProgramStart *start() const { return start_.get(); }

  uint64_t calls = 0;
  uint64_t resolvedCalls = 0;
  const ast::Node *exhaustedAt = nullptr;
  /// Answers questions that Values is asked about values it has never made.
  const UnknownValue unknownNode{UnknownReason::Unsupported, nullptr};

private:
  /// The answer that holds wherever the question is asked; it must not see the variables of running
  /// code.
  template <typename F>
  const Value &once(Question question, const void *subject, const ast::Node *site, F &&compute,
                    unsigned index = 0) {
    return once(answers_.keyOf(question, subject, index), site, std::forward<F>(compute));
  }
  template <typename F> const Value &once(Answers::Key key, const ast::Node *site, F &&compute) {
    if (const Value *known = answers_.find(key))
      return *known;
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

  // Running.cpp: code that is run on known values
  const Value &call(const FunctionValue &function, const Value *receiver, Arguments arguments,
                    const ast::Node &site);
  const Value *runPaths(const ast::Node &site, llvm::function_ref<const Value *()> path);
  const Value *tryRun(const ast::Node &subject, Arguments arguments, const ast::Node &site,
                      llvm::function_ref<const Value *()> path);
  Arguments withOwnObjects(Arguments arguments, const ast::Node &site);
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
    const auto *made = llvm::dyn_cast<ResultValue>(&value);
    bool isOwn = made && made->arguments.size() == 1 && made->arguments[0]->origin == made->origin;
    return isLocal(isOwn                          ? *made->arguments[0]
                   : instance && instance->fields ? *instance->fields
                                                  : value);
  }
  bool isLocal(const Value &value) const { return run_ && run_->locals.contains(&value); }
  const Value &fail(const ast::Node &site);
  bool decide();
  bool test(const ast::Node &condition);
  Environment &enter(const ast::Node &node);
  void hoist(ast::NodeList statements);
  const Scope *scopeOf(const ast::Node &node);
  Environment *environmentOf(const Symbol &symbol) const;

  // CallContexts.cpp
  void bindFirst(Environment &call, Arguments arguments);
  void bindParameter(Environment &call, const ast::Node &parameter, const Value &value);
  const Value *valueInPattern(Environment &call, const ast::Node &pattern, const Value &value,
                              const Symbol &symbol);
  const Value *valueInCall(const Symbol &symbol);
  const Value &returnIn(Environment &call);
  const Value &callApart(const FunctionValue &function, const Value *receiver, Arguments arguments,
                         const ast::Node &site);
  const Value &resultApart(const FunctionValue &function, const Value *receiver,
                           Arguments arguments, const ast::Node &site, const ast::Node *&made);
  const Value &joined(Arguments parts, const ast::Node &site);

  // MemberChanges.cpp: what `object.key.push(…)` and `object.key.name = …` add to what `key` holds
  struct MemberChanges {
    llvm::SmallVector<const ast::Node *, 1> sites; ///< the reads of the member that is changed
  };
  const MemberChanges &changesOfKey(llvm::StringRef key);
  /// Calls that get a variable's value, or its `prototype`, first.
  struct Takers {
    llvm::SmallVector<const ast::Node *, 1> ofValue, ofPrototype; ///< the arguments
    bool isOnlyByValue = false; ///< whether those are left out whose names tell what they write
  };
  bool isNoWriter(const ast::Node &callee) const;
  Takers *takersOf(const Symbol &symbol);
  void addDefinedByTakers(const Symbol &symbol, bool isPrototype, llvm::StringRef key,
                          const ast::Node *site, llvm::SmallVectorImpl<const Value *> &values);
  bool isChangedOutOfSight(const Symbol &symbol, uint32_t begin = 0, uint32_t end = 0);
  bool mayChangeArgument(const ast::Node &callee, size_t index, unsigned depth = 0);
  const Value &withMemberChanges(const Value &value, llvm::StringRef key, const ast::Node *site,
                                 const ast::Node *known = nullptr);

  // Places.cpp, PlacesOfCalls.cpp, Aliases.cpp: what is written to an object by whatever name
  struct Places;
  const Value &changesOf(const ast::Node &made, const ModuleInfo *exporting = nullptr);
  const Value &computeChanges(const ast::Node &made, const ModuleInfo *exporting);
  const Value &changeBy(const ast::Node &site, const ast::Node &made, bool isDirect);
  void addDefined(const ast::CallExpression &call, llvm::StringRef path,
                  llvm::SmallVectorImpl<PropertyValue> &added);
  const Value &withChanges(const Value &value, const Value &changes,
                           llvm::function_ref<bool(const ast::Node &)> isKnown);
  const Value &withChangedOrigin(const ResultValue &url);
  const Value &withLaterChanges(const Value &value, const ast::Node &call);
  const Value *changedMember(const ast::Node &made, llvm::StringRef key, const ast::Node *site,
                             const ModuleInfo *exporting = nullptr);
  llvm::ArrayRef<const ast::Node *> thisIn(const ast::Node &function);

  // Settling.cpp: of what a run has made, what other code may change later
  void settleLocals(const Value &value, const ast::Node &call);
  void settleLocal(const Value &value, const ast::Node *call);
  bool holdsOwnCode(const Value &value, unsigned nesting);
  bool runsWith(const ast::Node *code, const ast::Node *around, unsigned depth = 0);

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
  std::vector<const Value *> *changeElements(const ArrayValue &list, const ast::Node &site);
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
  const Value &makeObject(const ast::ObjectExpression &expression);
  const Value &computeUnary(const ast::UnaryExpression &expression);
  const Value &computeBinary(const ast::BinaryExpression &expression);
  const Value &computeLogical(const ast::LogicalExpression &expression);
  const Value &computeIdentifier(const ast::Identifier &identifier);

  // Members.cpp
  const Value &computeMember(const ast::MemberExpression &expression);
  const Value &memberOf(const Value &object, std::optional<llvm::StringRef> key,
                        const ast::MemberExpression &expression);
  const Value &memberOfUnknown(llvm::StringRef key, const ast::Node *site);
  const Value &memberByUnknownKey(const Value &object, const ast::Node *site) override;
  const Value &memberBySymbol(const Value &object, const ast::Node *site);
  bool isSymbol(const Value &value);
  const Value &memberOfApi(const ApiValue &object, llvm::StringRef key, const ast::Node *site);
  const Value *memberAtStart(llvm::StringRef path, llvm::StringRef key, const ast::Node *site);
  const Value *comparedAtStart(const Value &receiver, Arguments arguments, const ast::Node &site);
  const Value &memberOfBuiltin(llvm::StringRef type, llvm::StringRef key,
                               const ast::Node *site) override;

  // Classes.cpp
  const Value &computeClass(const ast::Node &node, const ast::Node *superClass);
  const Value &computeThis(const ast::Node &expression);
  const Value &computeMeta(const ast::MetaProperty &expression);
  const Value &thisOfCalls(const ast::Node &function, const ast::Node &expression);
  const Value &thisOfCall(const ast::Node &call, const ast::Node &function);
  const Value &thisFor(const Value *receiver, const ast::Node &function, const ast::Node &site);
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
    /// What `this` of an object gets whole, and by keys that nothing tells.
    MemberSources open;
  };
  void addParameterProperty(const ast::Node *parameter, ClassMembers &members);
  const ClassMembers &membersOf(const ClassValue &type);
  bool hasSetter(const ClassValue &type, llvm::StringRef key);
  const Value *ownMember(const ClassValue &type, llvm::StringRef key, bool isStatic);
  const ast::Node *enclosingClass(const ast::Node &node, bool &isStatic) const;

  // ConstructorFunctions.cpp: classes that are written as functions
  const ast::Node *superExpressionOf(const ast::Node &function);
  const ast::Node *findSuperExpression(const ast::Node &function) const;
  const ClassValue &classOf(const ast::Node &function);
  const Value *prototypeMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  /// `only` becomes the one place that writes it, if there is one.
  const Value *prototypeMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site,
                               const WrittenProperty *&only);
  const Value *prototypeBehind(const Value &value, const ast::Node &site) override;
  const Value *constructParent(const Value &object, const Value &type, Arguments arguments,
                               const ast::Node &site);
  const Value &inheritingFrom(const Value &object, const ast::Node &function);
  const Value *thisOfFunction(const ast::Node &function);
  bool isConstructorFunction(const ast::Node &function);
  const Value *writtenPrototype(const ClassValue &type, const Value &written,
                                const ast::Node *site);
  bool isThis(const ast::Node &node) const;
  const Value *inheritedMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site);

  // Heirs.cpp: `this` is an object of the class that it is written in, or of one that extends it
  struct Heirs {
    llvm::DenseMap<const ast::Node *, llvm::SmallVector<const ast::Node *, 1>> byParent;
    llvm::SmallVector<const ast::Node *, 2> others; ///< whose parents only values tell
  };
  const Heirs &heirs();
  llvm::SmallVector<const ast::Node *, 4> heirsOf(const ast::Node &type);
  const Value &memberOfThis(const ClassValue &type, llvm::StringRef key, bool isStatic,
                            const Value &own, const ast::Node &site);
  const Value &computeMemberOfThis(const ClassValue &type, llvm::StringRef key, bool isStatic);
  void addOpenMembers(const ClassValue &type, llvm::StringRef key,
                      llvm::SmallVectorImpl<const Value *> &values);
  bool isOfClasses(const Value &object, llvm::ArrayRef<const ast::Node *> types, bool isStatic);
  const Value &withReceivers(const Value &own, const ast::Node &method, const ast::Node &site);
  const Value *thisOfPassed(const FunctionUses &uses, const ast::Node &function,
                            const ast::Node &site);

  // Promises.cpp
  const Value &caught(const Value &promise, const Value &handler, const ast::Node &site);
  bool endsProcess(const ast::Node &function, unsigned depth = 0);
  const Value &awaited(const Value &value, const ast::Node &site);
  const Value &handedTo(const ast::Node &function, unsigned parameter, const ast::Node &site);

  // Unfolding.cpp: what the variables around a call hold each time it is made
  struct Unfolder;
  static const ast::Node *calledBy(const ast::Node &call);
  static bool isFixed(const Symbol &symbol);
  void forEachName(const ast::Node &pattern, llvm::function_ref<void(const Symbol &)> visit);
  void declare(const ast::Node &pattern, const Value &value);
  Environment &partialEnvironmentOf(const Symbol &symbol);
  const Value *valueInBinder(const Symbol &symbol);
  const ast::Node *listBehind(const ast::Node &list) const;

  // BundledSchemas.cpp
  const Value *bundledSchema(const Value &callee, Arguments arguments, const ast::Node &site);
  bool isSchemaFactory(const ast::Node &function);

  // BundledFrameworks.cpp: what a copy of an agent framework in the bundle makes
  const Value *bundledDefinition(const Value &callee, Arguments arguments, const ast::Node &site,
                                 bool isNew);
  /// The path of a framework's function or class; empty for any other code.
  llvm::StringRef frameworkPathOf(const ast::Node &code);
  llvm::StringRef pathOfFunction(const ast::Node &function);
  bool isClaudeTool(ast::NodeList parameters, const ast::Node &body) const;
  const ast::Node *constructedBy(const ast::Node &node) const;

  // Calls.cpp
  struct Callee {
    const Value *function, *receiver;
    std::optional<llvm::StringRef> key;
  };
  Callee calleeOf(const ast::Node &callee);
  void handOver(llvm::StringRef path, Arguments arguments);
  const Value &bind(const Value &callee, Arguments arguments, const ast::Node &site);
  const Value &computeReturn(const ast::Node &function);
  /// What the return statements of a function's body give, and undefined where it may end without.
  const Value &uniteReturns(const ast::Node &function, const ast::Node &body,
                            llvm::function_ref<const Value &(const ast::Node &)> valueOf);
  using Returns = llvm::SmallVector<const ast::ReturnStatement *, 2>;
  const Returns &returnsIn(const ast::Node &body);
  const Value &computeCall(const ast::Node &call, const ast::Node &callee, ast::NodeList arguments,
                           bool isNew);
  void appendArguments(ast::NodeList arguments, llvm::SmallVectorImpl<const Value *> &values);
  const Value &computeTagged(const ast::TaggedTemplateExpression &expression);
  const Value &invoke(const Value &callee, Arguments arguments, const ast::Node &site, bool isNew,
                      const Value *receiver = nullptr) override;
  const Value &invokeMethod(const Value &receiver, llvm::StringRef key, const Value &method,
                            Arguments arguments, const ast::Node &site);
  const Value &returnOf(const ast::Node &function, const ast::Node &site);
  const Value &importModule(const ast::Node &site, const Value &specifier) override;
  const FunctionUses &usesOf(const ast::Node &function) override { return flows_.of(function); }

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
  const Value *invokeRaw(Arguments arguments, const ast::Node &site);
  const Value &handedOut(const ast::Node &machine, double code, const ast::Node &site);
  const Value &resultOfStates(const Value &machine, const ast::Node &site);
  const Value *valueOfResumption(const ast::CallExpression &call);
  bool isAwaited(const ast::Node &function);
  const Value *invokeBorrowed(const Value &method, bool isApply, Arguments arguments,
                              const ast::Node &site);
  const Value *invokeThen(const Value &receiver, Arguments arguments, const ast::Node &site);

  // Collections.cpp: maps and sets
  void addKeptValues(const Symbol &symbol, unsigned depth,
                     llvm::SmallVectorImpl<const Value *> &values);
  void addFirstValues(const ResultValue &made, llvm::SmallVectorImpl<const Value *> &values);
  const Value *keptIn(const Value &collection, const ast::Node &site);
  const Value *iteratedCollection(const ResultValue &value, const ast::Node &site);

  // KnownCollections.cpp
  const ArrayValue *elementsKnownOf(const Value &collection) override;
  std::optional<size_t> placeOfKey(const ResultValue &made, Arguments elements, const Value &key);
  const Value *constructCollection(const ApiValue &type, Arguments arguments,
                                   const ast::Node &site);
  const Value *invokeCollection(const ResultValue &made, llvm::StringRef key, Arguments arguments,
                                const ast::Node &site);
  const Value *walkCollection(const ResultValue &made, const ArrayValue &list, llvm::StringRef key,
                              Arguments arguments, const ast::Node &site);

  // ArgumentParsers.cpp
  const Value *callAtStart(const ApiValue &callee, Arguments arguments, const ast::Node &site);
  static bool isYargs(const ast::Node &type);
  const Value *parseArguments(const ApiValue &callee, Arguments arguments, const ast::Node &site);
  const Value *parsedByNode(Arguments arguments, const ast::Node &site);
  const Value *parsedByYargs(const ApiValue &end, Arguments arguments, const ast::Node &site);
  bool addOptions(const ResultValue &call, const ObjectValue *configuration,
                  llvm::SmallVectorImpl<PropertyValue> &properties);
  bool addOption(llvm::StringRef name, const Value &given, const ObjectValue *configuration,
                 llvm::SmallVectorImpl<PropertyValue> &properties);

  // Exports.cpp
  const Value &computeExports(const ModuleInfo &module);

  // CommonJsExports.cpp
  const Value &computeCommonJsExports(const ModuleInfo &module);
  const Value &computeExportOfCommonJs(const ModuleInfo &module, llvm::StringRef name,
                                       const ast::Node *site);
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
  /// Of what a framework's function made of an object.
  bool membersOfDefinition(const ResultValue &made,
                           llvm::function_ref<void(const PropertyValue &)> add);

  // Parameters.cpp
  const Value &valueOfParameter(const ast::Node &function, const ast::Node &parameter);
  const Value &argumentOf(const ast::Node &call, unsigned index);
  const Value &argumentAt(const ast::Node &call, ast::NodeList arguments, unsigned index);
  bool isReached(const ast::Node &expression);
  const Value &argumentsOf(const ast::Identifier &identifier);
  const Value &callbackArgument(const ast::Node &call, unsigned position, unsigned index);
  const Value &inputOf(const FunctionUses &uses, unsigned index, const ast::Node *function,
                       const ast::Node &site);
  const Value *argumentOfReflection(const Value &taker, const ast::Node &call, unsigned position,
                                    unsigned index);
  const Value &computeCallbackArgument(const ast::Node &call, unsigned position, unsigned index);
  const uint64_t *slotOf(const ModuleInfo &module, llvm::StringRef savedName);
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
  const Value &elementOf(const ast::ForOfStatement &loop, const ast::Node &site);
  const Value &withPropertyWrites(const Value &value, const Symbol &symbol);
  const Value &withPushes(const ArrayValue &list, const Symbol &symbol);
  /// The expressions that `variable.key = value` gives to each key, anywhere.
  using PropertyWrites = WritesByName;
  const PropertyWrites &writesTo(const Symbol &symbol);
  const Symbol *filledParameter(const ast::Identifier &argument) const;
  /// What was written to a member of a function, class or instance; null if nothing was.
  const Value *writtenMember(const Value &object, llvm::StringRef key, const ast::Node *site);
  bool isHandler(const ast::Node &function);

  std::unique_ptr<const ProgramStart> start_; ///< null: any
  llvm::SpecificBumpPtrAllocator<Environment> environments_;
  Flows flows_;
  Answers answers_;
  Environment *environment_ = nullptr;
  uint64_t stepsOfRuns_ = 0, wastedSteps_ = 0, runs_ = 0;
  /// What calls that are told apart see, and how much was done for it; null while it is asked.
  llvm::DenseMap<std::pair<const Environment *, const ast::Node *>, const Value *> inCalls_;
  uint64_t stepsOfCalls_ = 0, wastedInCalls_ = 0;
  unsigned nestedCalls_ = 0;
  std::unique_ptr<KnownCalls> knownCalls_;
  llvm::DenseMap<const Symbol *, bool> stable_;
  unsigned maxDepth_ = maxEvaluationDepth;
  llvm::DenseMap<const ast::Node *, const Scope *> scopes_; ///< those that declare something
  llvm::DenseMap<const ast::Node *, const ast::Node *> superExpressions_;
  llvm::DenseMap<const ast::Node *, bool> runnable_;
  llvm::DenseMap<const ast::Node *, std::unique_ptr<Returns>> returns_;
  llvm::DenseMap<const ast::Node *, bool> schemaFactories_;
  llvm::DenseMap<const ast::Node *, llvm::StringRef> frameworkPaths_;
  llvm::DenseMap<const Symbol *, std::unique_ptr<Region>> regions_;
  llvm::StringMap<std::unique_ptr<MemberChanges>> memberChanges_;
  llvm::DenseMap<const Symbol *, std::unique_ptr<Takers>> takers_;
  llvm::DenseMap<const ast::Node *, std::vector<const ast::Node *>> thisIn_;
  llvm::DenseMap<const ast::Node *, bool>
      guarded_; ///< calls behind a condition that asks for types
  /// Stand for questions about names that modules export.
  llvm::DenseMap<std::pair<const void *, const void *>, uint64_t *> commonJsExports_;
  /// How often running a function or callback told nothing, less how often it did, on values that
  /// are not all known, on such that may hold more, and on others, and how long that took; `early`
  /// where they were not settled yet.
  struct Failures {
    int64_t times[3] = {}, cost = 0, early = 0;
  };
  llvm::DenseMap<const ast::Node *, Failures> failures_;
  llvm::DenseMap<const Symbol *, std::unique_ptr<PropertyWrites>> propertyWrites_;
  /// The variables whose functions, classes and instances get members by assignments.
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const Symbol *, 1>> holders_;
  llvm::DenseMap<const ModuleInfo *, std::unique_ptr<WritesByName>> exportsWritten_;
  /// Functions and classes that are a module's exports, which can have members besides.
  llvm::DenseMap<const ast::Node *, const ModuleInfo *> exportedBy_;
  llvm::DenseMap<std::pair<const ModuleInfo *, const char *>, std::unique_ptr<ExportTarget>>
      exportTargets_;
  llvm::DenseMap<const ast::Node *, std::unique_ptr<ClassMembers>> classMembers_;
  std::optional<const ast::Node *> handler_;
  std::unique_ptr<Heirs> heirs_;
  llvm::DenseMap<std::pair<const void *, const char *>, uint64_t *> membersOfThis_;
};

/// Whether an array's method of that name calls its first argument, or changes the array.
bool takesCallback(llvm::StringRef key);
bool changesArray(llvm::StringRef key);
/// Whether a path leads into a package that defines agents, tools or schemas: what its functions
/// are given they keep for later, unchanged, and call nothing of it there and then.
bool isDefinitionPath(llvm::StringRef path);
/// Whether the value is a module or a member of one.
bool isModule(const Value &value);

/// The name of a helper of TypeScript's, Babel's or swc's package of helpers, spelled as all of
/// them could: `interopRequireDefault`; empty for other paths.
std::string packagedHelperName(llvm::StringRef path);

} // namespace agentc

#endif
