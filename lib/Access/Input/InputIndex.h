#ifndef AGENTC_LIB_ACCESS_INPUT_INPUTINDEX_H
#define AGENTC_LIB_ACCESS_INPUT_INPUTINDEX_H

#include "InputGuards.h"

#include "agentc/Syntax/Coroutines.h"

#include "llvm/ADT/DenseMap.h"

namespace agentc {

/// A place that a function gets its arguments from.
struct CallSite {
  enum class Form : uint8_t {
    Plain,     ///< by the arguments of a call or construction
    Borrowed,  ///< `f.call(self, a)`
    Applied,   ///< `f.apply(self, list)`
    Reflected, ///< `Reflect.apply(f, self, list)`
    Bound,     ///< a call of what `bind` gives
    Tag,       ///< a tagged template
    Write,     ///< the target of an assignment, for a setter
    Assigned,  ///< `Object.assign(object, a)`, for the setter `bound`
    Trapped,   ///< a member of the proxy `bound`, for a trap
    Callback,  ///< as a callback of what is called
    Piped,     ///< with each element of the stream `bound`, which is led into it
    PipedAll,  ///< with that stream itself
    Unseen,    ///< it is called, and nothing tells by what
  };
  const ast::Node *call;
  Form form = Form::Plain;
  unsigned position = 0;            ///< which argument a callback is
  const ast::Node *bound = nullptr; ///< the call of `bind`, a stream, setter or proxy
};
/// A function that a call may call, and how it gets its arguments there.
struct ReachedFunction {
  CallSite site;
  const ast::Node *function;
};

/// The nodes that the questions to one InputFlow may still look at; beyond them nothing is found.
struct InputBudget {
  uint64_t steps = 20000000;
  /// The same for finding members, functions and objects that only the way tells.
  uint64_t searchSteps = 30000;
};

/// The facts about a program that InputFlow needs again and again. Calls are collected at the
/// first question, since most bundles have no place where one is asked.
class InputIndex {
public:
  InputIndex(const Program &program, const Values &values, const AgentConfig &config);

  const Program &program;
  const Values &values;
  const AgentConfig &config;

  /// Collects calls and writes, where that is still to be done, and returns what is left of the
  /// budget then.
  const InputBudget &collect();

  struct Entry {
    llvm::StringRef id;
    const Json *schema; ///< null if it has none that is known
  };
  /// Whose input a function gets; null for a function that is not a tool's or handler's.
  const Entry *entryOf(const ast::Node &function) const;
  /// True if no function is a tool's or handler's, so that the answer to every question is no.
  bool hasNoInput() const { return entries_.empty(); }
  llvm::ArrayRef<CallSite> sitesOf(const ast::Node &function);
  /// The functions of the bundle that a call or tagged template calls.
  llvm::SmallVector<ReachedFunction, 2> targetsOf(const ast::Node &call) const;
  /// The expressions that a function gives back; of a generator its `yield` expressions.
  llvm::ArrayRef<const ast::Node *> resultsOf(const ast::Node &function);
  /// True if these are what a generator or an asynchronous generator yields.
  bool isYielding(const ast::Node &function) const;
  /// The places where the object that an expression makes is written to, by any name; of a private
  /// field that a compiler keeps in a map the descriptors of its values.
  llvm::ArrayRef<const ast::Node *> writesTo(const ast::Node &made);

  /// A class and those that it extends.
  llvm::SmallVector<const ast::Node *, 4> parentsOf(const ast::Node &type) const;
  /// The classes that extend a class.
  llvm::ArrayRef<const ast::Node *> heirsOf(const ast::Node &type);
  /// Fields, methods, parameters and written values of a class that are members of its objects by
  /// that name.
  llvm::ArrayRef<const ast::Node *> membersOf(const ast::Node &type, llvm::StringRef key);
  /// True if assigning to an object does not write to its member by that name: it is private, or
  /// the class has a getter or setter.
  bool isClosed(const ast::Node &type, llvm::StringRef key);
  /// The places where a class's code writes to its objects by names that are not written out.
  llvm::ArrayRef<const ast::Node *> openWritesOf(const ast::Node &type);

  /// The expressions that a stream's own method gives to whoever reads it; none for what is not a
  /// stream that code writes.
  std::vector<const ast::Node *> givenByStream(const Value &stream) const;
  /// The index of a call's first argument after the name of the event that it emits or listens to.
  size_t afterEvent(const ast::CallExpression &call) const;
  /// True if an argument of a call is a function that listens to an event.
  bool isListener(const ast::CallExpression &call, size_t index) const;
  /// Calls of `emit` for the event that a call listens to.
  llvm::SmallVector<const ast::CallExpression *, 4> emitsOf(const ast::Node &listening);
  /// Calls of `emit` for an event of that name.
  llvm::ArrayRef<const ast::CallExpression *> emitsNamed(llvm::StringRef event);
  /// Functions that listen to the event that a call emits.
  llvm::ArrayRef<const ast::Node *> listenersOf(const ast::CallExpression &emit);
  /// The values that an `AsyncLocalStorage` is given by `run` and `enterWith`.
  std::vector<const ast::Node *> storedIn(const ResultValue &storage) const;

private:
  struct ClassParts {
    std::map<std::string, std::vector<const ast::Node *>, std::less<>> members;
    std::vector<const ast::Node *> openWrites;
  };
  void collectEvent(const ast::CallExpression &call);
  void collectPipe(const ast::CallExpression &call);
  void collectFrom(const ast::CallExpression &call);
  void collectCallbacks(const ast::Node &call, ast::NodeList arguments);
  void collectWrites(bool isByWay);
  bool collectPrivateField(const ast::MemberExpression &callee, const ast::CallExpression &put);
  const ast::CallExpression *bindOf(const ast::Node &callee) const;
  void collectSetters();
  void collectTraps();
  void collectClasses();
  void collectUnresolved();
  void addSite(const ast::Node &function, CallSite site);
  void collectHelperWrites(const ast::CallExpression &call, ClassParts &parts);
  const ClassParts &partsOfClass(const ast::Node &type);
  std::vector<const ast::Node *> functionsBehind(const ast::Node &callee);
  std::vector<const ast::Node *> objectsBehind(const ast::Node &expression);
  std::optional<std::string> eventOf(const ast::CallExpression &call) const;

  llvm::DenseMap<const ast::Node *, Entry> entries_;
  llvm::DenseMap<const ast::Node *, std::vector<CallSite>> sites_;
  llvm::DenseMap<const ast::Node *, std::vector<const ast::Node *>> results_;
  llvm::DenseMap<const ast::Node *, std::unique_ptr<ClassParts>> classes_;
  llvm::DenseMap<const ast::Node *, std::vector<const ast::Node *>> heirs_;
  std::map<std::string, std::vector<const ast::CallExpression *>, std::less<>> emits_;
  std::vector<const ast::CallExpression *> openEmits_; ///< of events whose name is not known
  std::map<std::string, std::vector<const ast::Node *>, std::less<>> listeners_;
  /// Targets of assignments and calls that change something, by the expression that made it.
  llvm::DenseMap<const ast::Node *, std::vector<const ast::Node *>> writes_;
  InputBudget budget_;
  bool isCollected_ = false;
};

/// The static members of a class by that name, or all where it is empty.
llvm::SmallVector<const ast::Node *, 4> staticsOf(const Values &values, const ast::Node &type,
                                                  llvm::StringRef key);
/// The values with which the bundle's code lets generators go on: `yield` gives one of them.
llvm::SmallVector<const ast::Node *, 4> resumedWith(const Program &program, const Values &values);
/// True of a property or method by which who iterates over its object gets an iterator.
bool isIterator(const Values &values, const ast::Node &member);
/// The function that a literal gives as a member; null if there is none.
const ast::Node *functionIn(const Value *object, llvm::StringRef key);
/// The call of what a helper makes of a coroutine, if it is called where it is made.
std::optional<CallSite> siteOfMade(const Values &values, const ast::Node &coroutine);
/// The variable that keeps it; null if there is none.
const Symbol *symbolOfMade(const Program &program, const ast::Node &coroutine);
/// True if a coroutine gives one thing after another, as an asynchronous generator does.
bool isStreaming(const Values &values, const ast::Node &coroutine);
/// The argument of a helper that only marks what an asynchronous generator awaits by yielding the
/// call; null for any other expression.
const ast::Node *awaitedMark(const Values &values, const ast::Node &call);
/// The expression that an asynchronous generator goes on with: the argument of a compiler's helper,
/// or the expression itself.
const ast::Node &delegatedIn(const Values &values, const ast::Node &expression);
/// The argument that a compiler's helper begins to iterate over, as `for await` does; null for any
/// other call.
const ast::Node *iteratedLater(const Values &values, const ast::Node &call);
/// `f.call(self, a)` and `f.apply(self, list)` of an expression.
std::optional<CallSite> borrowingSite(const Values &values, const ast::Node &function);

/// True if, by its schema, a field of the input can carry a text that does harm in that use and
/// that nobody chose beforehand: it is not a number, a choice or of a harmless form. `keys` lead
/// from the input to the field; an empty key leads to any element.
bool canCarryText(const Json &schema, llvm::ArrayRef<llvm::StringRef> keys, TextUse use);

} // namespace agentc

#endif
