#ifndef AGENTC_LIB_VALUES_EVALUATOR_H
#define AGENTC_LIB_VALUES_EVALUATOR_H

#include "agentc/Values/Values.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/StringSaver.h"

namespace agentc {

using Arguments = llvm::ArrayRef<const Value *>;

/// How much folding may copy in all, in bytes or about as long as a byte takes; without it a short
/// source could ask for any amount (`s[0]; s[0]; …` of a long string).
inline constexpr uint64_t maxFoldingWork = 512 << 20;
/// What copying an element of an array, and a property of an object, counts as.
inline constexpr uint64_t elementWork = 8, propertyWork = 32;

/// Evaluates expressions on demand and keeps every answer. Recursion is bounded by
/// maxEvaluationDepth.
class Values::Evaluator {
public:
  explicit Evaluator(const agentc::Program &program);

  void evaluateAll();
  const Value *lookup(const ast::Node &node) const { return values_.lookup(&node); }

  const Value &eval(const ast::Node &node);
  const Value &ofSymbol(const Symbol &symbol);
  const Value &exportsOf(const ModuleInfo &module, const ast::Node *site);
  const Value &exportOf(const ModuleInfo &module, llvm::StringRef name, const ast::Node *site);
  const Value &member(const Value &object, llvm::StringRef key, const ast::Node *site);
  std::optional<std::string> keyOf(const ast::Node &memberOrProperty);

  uint64_t calls = 0;
  uint64_t resolvedCalls = 0;
  const ast::Node *exhaustedAt = nullptr;
  /// Answers questions that Values is asked about values it has never made.
  const UnknownValue unknownNode{UnknownReason::Unsupported, nullptr};

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
  const Value &number(double value, const ast::Node *site) {
    return make<NumberValue>(value, site);
  }
  const Value &api(const llvm::Twine &path, const ast::Node *site);
  const Value &unite(llvm::ArrayRef<const Value *> values, const ast::Node *site);
  const Value &object(llvm::ArrayRef<PropertyValue> properties, bool open, const ast::Node *site);
  const Value &array(llvm::ArrayRef<const Value *> elements, bool open, const ast::Node *site);
  bool isOutOfMemory() const { return arena_.getBytesAllocated() > maxValueBytes; }
  /// Whether so much work may still be done.
  bool spend(uint64_t work) {
    work_ += work;
    return work_ <= maxFoldingWork;
  }
  bool isExhausted() const { return work_ > maxFoldingWork || isOutOfMemory(); }
  /// JavaScript's ToString and ToNumber where the value is a constant, as far as work may be done.
  std::optional<std::string> textOf(const Value &value);
  std::optional<double> numberOf(const Value &value);

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
  const Value &operate(llvm::StringRef op, const Value &left, const Value &right,
                       const ast::Node &site);

  // Members.cpp
  const Value &computeMember(const ast::MemberExpression &expression);
  const Value &memberByUnknownKey(const Value &object, const ast::Node *site);
  const Value &memberOfApi(llvm::StringRef path, llvm::StringRef key, const ast::Node *site);
  const Value &memberOfBuiltin(llvm::StringRef type, llvm::StringRef key, const ast::Node *site);

  // Classes.cpp
  const Value &computeClass(const ast::Node &node, const ast::Node *superClass);
  const Value &computeThis(const ast::Node &expression);
  const Value &computeSuper(const ast::Node &expression);
  const Value &memberOfInstance(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  const Value &memberOfClass(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  /// What gives a class's members: methods, fields, and assignments to members of `this`.
  struct MemberSources {
    llvm::SmallVector<const ast::Node *, 1> nodes;
    const Value *value = nullptr;
    bool isBusy = false;
  };
  struct ClassMembers {
    llvm::StringMap<MemberSources> ofInstance, ofClass;
  };
  const ClassMembers &membersOf(const ClassValue &type);
  const Value *ownMember(const ClassValue &type, llvm::StringRef key, bool isStatic);
  const ast::Node *enclosingClass(const ast::Node &node, bool &isStatic) const;

  // Calls.cpp
  const Value &computeCall(const ast::Node &call, const ast::Node &callee, ast::NodeList arguments,
                           bool isNew);
  const Value &computeTagged(const ast::TaggedTemplateExpression &expression);
  const Value &invoke(const Value &callee, Arguments arguments, const ast::Node &site, bool isNew);
  const Value &invokeMethod(const Value &receiver, llvm::StringRef key, const Value &method,
                            Arguments arguments, const ast::Node &site);
  const Value &returnOf(const ast::Node &function, const ast::Node &site);
  const Value &importModule(const ast::Node &site, const Value &specifier);

  // HostCalls.cpp: what is known of the host's own functions; null: nothing
  const Value *invokeHost(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  const Value *invokeObjectFunction(llvm::StringRef name, Arguments arguments,
                                    const ast::Node &site);
  const Value *invokeStringFunction(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);

  // RuntimeHelpers.cpp: functions that bundlers and compilers write; null: it is none of these
  const Value *invokeRuntimeHelper(const ast::Node &function, Arguments arguments,
                                   const ast::Node &site);
  const Value *valueOfHelperParameter(const ast::Node &function, const ast::Node &parameter);
  const Value &loadBundled(const ast::Node &function, const Value &key, const ast::Node &site);
  const Value &namespaceOf(const Value &module, bool isNodeMode, const ast::Node &site);
  const Value &defaultOf(const Value &module, const ast::Node &site);

  // Folding.cpp: methods of constants; null: not foldable
  const Value *foldMethod(const Value &receiver, llvm::StringRef key, Arguments arguments,
                          const ast::Node &site);
  const Value *foldStringMethod(const StringValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  const Value *foldArrayMethod(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                               const ast::Node &site);

  // Exports.cpp
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

  // Symbols.cpp
  const Value &partialValueOf(const Symbol &symbol, const ast::Node *site);
  const Value &valueInto(const ast::Node &pattern);
  const Value &valueOfParameter(const ast::Node &function, const ast::Node &parameter);
  const Value &valueOfImport(const ast::Node &specifier);
  const Value &iterated(const Value &value, const ast::Node *site);
  const Value &withPropertyWrites(const Value &value, const Symbol &symbol);
  const Value &withPushes(const ArrayValue &list, const Symbol &symbol);
  /// The expressions that `variable.key = value` gives to each key, anywhere.
  using PropertyWrites = WritesByName;
  const PropertyWrites &writesTo(const Symbol &symbol);
  /// What was written to a member of a function, class or instance; null if nothing was.
  const Value *writtenMember(const Value &object, llvm::StringRef key, const ast::Node *site);
  bool isHandler(const ast::Node &function);

  const agentc::Program &program_;
  llvm::BumpPtrAllocator arena_;
  llvm::UniqueStringSaver strings_{arena_};
  llvm::DenseMap<const ast::Node *, const Value *> values_;
  llvm::DenseMap<const Symbol *, const Value *> symbols_;
  /// What is known so far of symbols that are being evaluated.
  llvm::DenseMap<const Symbol *, const Value *> partialSymbols_;
  llvm::DenseMap<const Symbol *, std::unique_ptr<PropertyWrites>> propertyWrites_;
  /// The variables whose functions, classes and instances get members by assignments.
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const Symbol *, 1>> holders_;
  llvm::DenseMap<const ModuleInfo *, const Value *> exports_;
  llvm::DenseMap<const ModuleInfo *, std::unique_ptr<WritesByName>> exportsWritten_;
  /// Functions and classes that are a module's exports, which can have members besides.
  llvm::DenseMap<const ast::Node *, const ModuleInfo *> exportedBy_;
  llvm::DenseMap<std::pair<const ModuleInfo *, const char *>, std::unique_ptr<ExportSource>>
      exportSources_;
  llvm::DenseMap<const ast::Node *, const Value *> returns_;
  llvm::DenseMap<const ast::Node *, std::unique_ptr<ClassMembers>> classMembers_;
  std::optional<const ast::Node *> handler_;
  uint64_t work_ = 0;
  unsigned depth_ = 0;
};

/// Whether the value is a module or a member of one.
bool isModule(const Value &value);
/// The constant as JavaScript's ToString gives it; std::nullopt for what is no primitive constant.
std::optional<std::string> toStringConstant(const Value &value);
/// JavaScript's ToNumber for a primitive constant.
std::optional<double> toNumberConstant(const Value &value);
/// JavaScript's ToBoolean where it is known.
std::optional<bool> toBooleanConstant(const Value &value);
/// ECMA-262 Number::toString in base 10.
std::string numberToString(double value);

} // namespace agentc

#endif
