#ifndef AGENTC_LIB_VALUES_FOLDING_H
#define AGENTC_LIB_VALUES_FOLDING_H

#include "Numbers.h"
#include "ValueMaker.h"
#include "agentc/Support/RegExpProgram.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

struct FunctionUses;

/// How deep arrays may stand in arrays whose text is asked for.
inline constexpr unsigned maxNestedArrays = 200;

/// What JavaScript and its host compute from values that are known: conversions, operators, methods
/// of constants, functions of the host. It follows no names and runs no code of the bundle.
class Folding : protected ValueMaker {
public:
  explicit Folding(const agentc::Program &program) : program_(program) {}
  virtual ~Folding() = default;

protected:
  // what only who follows the bundle's code knows
  virtual const Value &eval(const ast::Node &node) = 0;
  virtual const Value &member(const Value &object, llvm::StringRef key, const ast::Node *site) = 0;
  virtual const Value &memberByUnknownKey(const Value &object, const ast::Node *site) = 0;
  virtual const Value &memberOfBuiltin(llvm::StringRef type, llvm::StringRef key,
                                       const ast::Node *site) = 0;
  virtual const Value &invoke(const Value &callee, Arguments arguments, const ast::Node &site,
                              bool isNew, const Value *receiver = nullptr) = 0;
  virtual const Value *prototypeBehind(const Value &value, const ast::Node &site) = 0;
  /// The elements of a map or set, where all are known; null for others.
  virtual const ArrayValue *elementsKnownOf(const Value &collection) = 0;
  virtual const Value &importModule(const ast::Node &site, const Value &specifier) = 0;
  virtual const FunctionUses &usesOf(const ast::Node &function) = 0;

  // Operators.cpp
  const Value &operateUnary(llvm::StringRef op, const Value &argument, const ast::Node &site);
  const Value &operate(llvm::StringRef op, const Value &left, const Value &right,
                       const ast::Node &site);
  const Value *operateOnConstants(llvm::StringRef op, const Value &left, const Value &right,
                                  const ast::Node &site);
  const Value *compare(llvm::StringRef op, const Value &left, const Value &right,
                       const ast::Node &site);
  std::optional<bool> isStrictlyEqual(const Value &left, const Value &right);
  std::optional<bool> isLooselyEqual(const Value &left, const Value &right, const ast::Node &site);

  // Conversions.cpp
  /// JavaScript's ToString and ToNumber where the value is a constant, as far as work may be done.
  std::optional<std::string> textOf(const Value &value);
  std::optional<double> numberOf(const Value &value);
  /// ToPrimitive; null where it isn't known, as for objects with a `toString` of their own.
  const Value *primitiveOf(const Value &value, const ast::Node &site);
  std::optional<std::string> textOfObject(const Value &value);
  bool appendArrayText(const ArrayValue &list, llvm::StringRef separator, std::string &text,
                       unsigned depth);

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
  /// Of a path below the bundle's folder, how it ends.
  const Value *foldPlaceMethod(const Value &path, llvm::StringRef key, Arguments arguments,
                               const ast::Node &site);
  const Value *listFolder(const Value &folder, const ast::Node &site);
  /// The file that a specifier leads to which is not a text but a place in the bundle.
  std::optional<std::string> placeOfModule(const Value &specifier);

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

  const agentc::Program &program_;

private:
  std::optional<llvm::StringSet<>> patched_;
  struct Utf16Text {
    llvm::StringRef source;
    std::shared_ptr<const std::u16string> text;
  };
  Utf16Text utf16Texts_[8];
  size_t nextUtf16Text_ = 0;
};

/// The constant as JavaScript's ToString gives it; std::nullopt for what is not a primitive
/// constant.
std::optional<std::string> toStringConstant(const Value &value);
/// JavaScript's ToNumber for a primitive constant.
std::optional<double> toNumberConstant(const Value &value);
/// JavaScript's ToBoolean where it is known.
std::optional<bool> toBooleanConstant(const Value &value);
/// The flags of a regular expression as its `flags` gives them.
std::string flagsInOrder(llvm::StringRef flags);

} // namespace agentc

#endif
