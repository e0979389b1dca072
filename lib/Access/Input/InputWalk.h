#ifndef AGENTC_LIB_ACCESS_INPUT_INPUTWALK_H
#define AGENTC_LIB_ACCESS_INPUT_INPUTWALK_H

#include "InputIndex.h"
#include "TextFunctions.h"

#include "agentc/Syntax/NodeParts.h"

#include <deque>

namespace agentc {

/// The keys and calls that a walk has to remember, which live as long as it does, and the member
/// that it looks for.
class WalkMemory {
public:
  using IsGoal = llvm::function_ref<bool(const TakenMember &)>;
  struct Context;
  /// The members still to be taken of a value; the empty key is any, `()` what calling it gives.
  struct Keys {
    llvm::StringRef key;
    const Keys *next;
    const ast::Node *self = nullptr; ///< of a call: `this` there, in the code of `around`
    const Context *around = nullptr;
  };
  /// The call through which the walk came into a function's code, and what is `this` there.
  struct Context {
    CallSite site;
    const ast::Node *function;
    const Context *outer;
    unsigned depth;
    const ast::Node *self = nullptr; ///< in the code of `around`; null where that isn't known
    const Context *around = nullptr;
    const Keys *given = nullptr; ///< the members of the site's arguments that it is called with
  };

protected:
  const Keys *push(llvm::StringRef key, const Keys *keys) {
    keys_.push_back({names_.emplace_back(key.str()), keys});
    return &keys_.back();
  }
  /// The result of calling a member of an object, which is `this` there.
  const Keys *pushCall(const Keys *keys, const ast::Node *self, const Context *around) {
    keys_.push_back({"()", keys, self, around});
    return &keys_.back();
  }
  const Keys *shifted(const Keys *keys, size_t by);
  /// The members `keys` of the members `first`.
  const Keys *joined(const Keys *first, const Keys *keys) {
    return first ? push(first->key, joined(first->next, keys)) : keys;
  }
  const Context *enter(Context context) { return &contexts_.emplace_back(context); }
  static bool isCalled(const Keys *keys) { return keys && keys->key == "()"; }
  /// Gives a way up for being too long or too wide.
  bool cut() {
    isCut_ = true;
    return false;
  }

  /// True if a member is the one that is looked for.
  bool reaches(const TakenMember &taken, const Keys *keys) {
    if (!goal_ || keys || !(*goal_)(taken))
      return false;
    reached_ = taken;
    return true;
  }

  bool isCut_ = false;
  const IsGoal *goal_ = nullptr;
  std::optional<TakenMember> reached_;

private:
  std::deque<Keys> keys_;
  std::deque<std::string> names_;
  std::deque<Context> contexts_;
};

/// The walk from an expression back to what gives it its value: to a tool's input, or to members
/// that are asked for. It follows syntax where Values has no answer more: a variable's assignments,
/// a function's callers, what is written to an object by whatever name, what a method takes of its
/// receiver.
class InputWalk : private WalkMemory {
public:
  using WalkMemory::Context, WalkMemory::Keys, WalkMemory::IsGoal;

  InputWalk(InputIndex &index, InputBudget &budget, TextUse use, bool asksGuards = true)
      : index_(index), budget_(budget), values_(index.values), use_(use),
        guards_(index.program, index.values), asksGuards_(asksGuards) {}

  /// Goes on from a node; true if enough ways were found. The members that are still to be taken of
  /// it are `keys`.
  bool visit(const ast::Node &node, const Keys *keys, const Context *context);
  /// Instead of input: a member that the object is, for which `isGoal` is true.
  std::optional<TakenMember> findMember(const ast::Node &object, IsGoal isGoal);

  /// True if an expression can be what the host has by a path.
  bool finds(const ast::Node &expression, llvm::StringRef path);
  /// Instead of input: the bundle's functions, or literals and constructions, that it can be.
  std::vector<const ast::Node *> findMade(const ast::Node &expression, bool areLiterals);

  std::vector<InputTrace> take() { return std::move(traces_); }
  /// True if a limit kept the walk from going on somewhere.
  bool isCut() const { return isCut_; }

private:
  static constexpr unsigned maxFlowSteps = 5000, maxFunctionSteps = 300;

  // InputWalk.cpp: expressions, names and patterns
  bool visitParts(const ast::Node &node, const Keys *keys, const Context *context);
  bool isHarmless(const ast::Node &reference);
  bool visitText(const ast::Node &node, const Context *context);
  bool visitPieces(ast::NodeList pieces, const Context *context);
  bool visitMember(const ast::MemberExpression &member, const Keys *keys, const Context *context);
  bool visitName(const ast::Identifier &name, const Keys *keys, const Context *context);
  bool visitTarget(const ast::Identifier &target, const Keys *keys, const Context *context);
  bool visitHolder(const ast::Node &at, const Keys *keys, const Context *context);
  bool found(const InputIndex::Entry &entry, const ast::Node &parameter, const Keys *keys);

  // InputObjects.cpp: literals, instances, and what is written to them
  bool visitObject(const ast::ObjectExpression &object, const Keys *keys, const Context *context);
  bool visitArray(const ast::ArrayExpression &list, const Keys *keys, const Context *context);
  bool visitWrites(const ast::Node &made, const Keys *keys, const Context *context,
                   const ast::Node *self = nullptr);
  bool visitWrite(const ast::Node &site, const Keys *keys, const Context *context,
                  const ast::Node *self = nullptr);
  bool visitGiven(llvm::StringRef method, ast::NodeList arguments, const Keys *keys,
                  const Context *context, const ast::Node *self);
  bool visitThis(const ast::Node &node, const Keys *keys, const Context *context);
  bool visitInstance(const ast::Node &type, const ast::Node *made, bool withHeirs, const Keys *keys,
                     const Context *context);
  bool visitOwnMember(const ast::Node &member, const ast::Node *made, const Keys *keys,
                      const Context *context);

  // InputCalls.cpp: calls, and what functions are given
  bool visitParameter(const ast::Node &function, unsigned index, const Keys *keys,
                      const Context *context);
  bool visitGivenTo(const ast::Node &function, unsigned index, bool isRest, const Keys *keys,
                    const Context *context);
  bool visitArgument(const CallSite &site, unsigned index, bool isRest, const Keys *keys,
                     const Context *context);
  bool visitListed(ast::NodeList arguments, unsigned index, bool isRest, const Keys *keys,
                   const Context *context);
  bool visitCallback(const CallSite &site, unsigned index, bool isRest, const Keys *keys,
                     const Context *context);
  bool visitEmitted(const ast::CallExpression &listening, unsigned index, bool isRest,
                    const Keys *keys, const Context *context);
  bool visitCallsOf(const Symbol &function, unsigned index, const Keys *keys,
                    const Context *context);
  bool visitCall(const ast::Node &call, const Keys *keys, const Context *context);
  bool visitConstruction(const ast::Node &call, const ast::Node &type, const Keys *keys,
                         const Context *context);
  bool visitFunction(const CallSite &site, const ast::Node &function, const Keys *keys,
                     const Context *context, const ast::Node *self = nullptr,
                     const Context *around = nullptr, const Keys *given = nullptr);

  // InputMethods.cpp: functions of the language and of modules
  bool visitApi(const ast::Node &call, llvm::StringRef path, ast::NodeList arguments,
                const Keys *keys, const Context *context);
  /// `isKnown` becomes true if the method is one of the language's by its name.
  bool visitMethod(const ast::Node &call, const ast::MemberExpression &callee,
                   ast::NodeList arguments, const Keys *keys, const Context *context,
                   bool &isKnown);
  bool visitReplaced(const ast::Node &call, const ast::Node &text, ast::NodeList arguments,
                     bool isAll, const Context *context);
  bool visitMatch(const ast::Node &text, const ast::Node &pattern, bool isOfAll, const Keys *keys,
                  const Context *context);
  bool visitSchema(const ast::Node &call, const ast::MemberExpression &callee,
                   const ast::Node &argument, const Keys *keys, const Context *context,
                   bool &isSchema);

  bool visitAny(ast::NodeList nodes, const Keys *keys, const Context *context) {
    return llvm::any_of(nodes,
                        [&](const ast::Node *node) { return node && visit(*node, keys, context); });
  }

  InputIndex &index_;
  InputBudget &budget_;
  const Values &values_;
  TextUse use_;
  InputGuards guards_;
  bool asksGuards_;
  /// Objects and functions are looked for, not texts.
  bool seeksObjects_ = false;
  llvm::StringRef path_; ///< of the host, that is looked for
  bool seeksLiterals_ = false;
  std::vector<const ast::Node *> made_;
  unsigned maxSteps_ = maxFlowSteps;
  std::vector<InputTrace> traces_;
  std::vector<const ast::Node *> way_; ///< from the use to where the walk is
  unsigned steps_ = 0, depth_ = 0;
  /// How often the text is decoded on the way to its use, so that earlier tests of it say little,
  /// how often something stands before it, and how often something is taken out of it.
  unsigned decoded_ = 0, prefixed_ = 0, reduced_ = 0;
  llvm::DenseSet<std::pair<const ast::Node *, std::pair<const ast::Node *, size_t>>> visited_;
};

} // namespace agentc

#endif
