#ifndef AGENTC_ACCESS_INPUTFLOW_H
#define AGENTC_ACCESS_INPUTFLOW_H

#include "agentc/Config/Config.h"

namespace agentc {

struct ApiUse;
class InputFacts;

/// The use of a text, which decides how it is made harmless.
enum class TextUse {
  Sql,     ///< in a statement
  Command, ///< in what a shell runs
  Path,    ///< in a file's path
  Key,     ///< as the name of a member
};

/// How text of a tool's input gets into an expression.
struct InputTrace {
  std::string tool;  ///< the id of the tool, or of the agent whose handler it is
  std::string field; ///< `filter.name`; empty for the input as a whole
  /// The way it takes: the parameter first, the expression last.
  std::vector<const ast::Node *> steps;
};

/// A place where a member is taken of an object: `object[key]`, `Reflect.get(object, key)`.
struct TakenMember {
  const ast::Node *site, *object, *key;
};

/// Follows the input of tools and handlers backwards from where a text is used: through variables,
/// patterns, members, calls of the bundle's functions (each with its own arguments), callbacks and
/// what the language does with texts. A field that its schema makes a number, a choice or a fixed
/// form carries no text; neither does what was converted, escaped for that use, or checked on the
/// way there. What an unknown function gives is taken for harmless: a trace says that the input
/// does get there, its absence not that it doesn't. Bounded in depth and steps; where that cuts a
/// way off is told by `lost`.
class InputFlow {
public:
  /// The facts must outlive it. Its budget of steps and its `lost` are its own.
  explicit InputFlow(const InputFacts &facts);
  ~InputFlow();

  /// One way for each field that gets there, the first few.
  std::vector<InputTrace> into(const ast::Node &expression, TextUse use) const;
  /// The same of a value, by the expressions that made it.
  std::vector<InputTrace> into(const Value &value, TextUse use) const;

  /// The same into a member of an object.
  std::vector<InputTrace> intoMember(const ast::Node &object, llvm::StringRef key,
                                     TextUse use) const;
  /// True if a tool's input gets there, whatever is asked of it on the way.
  bool isInput(const ast::Node &expression) const;
  /// True if an expression can be what the host has by that path; false where there is no tool.
  bool canBe(const ast::Node &expression, llvm::StringRef path) const;
  /// A member for which `isOne` is true and which an object is; none where there is no tool whose
  /// input could lead there.
  std::optional<TakenMember>
  memberBehind(const ast::Node &object, llvm::function_ref<bool(const TakenMember &)> isOne) const;

  /// The first expression asked about whose ways were too many or too long to follow to their end,
  /// without one that comes from the input; null if there was none.
  const ast::Node *lost() const;

  class Index;

private:
  std::unique_ptr<Index> index_;
};

/// True for members that hold the text of an SQL statement, in an object that holds its values too.
bool isStatementMember(llvm::StringRef key);

/// How a tool's input gets into an argument of a use's call, whose arguments `values` sees so.
std::vector<InputTrace> inputOf(const Values &values, const InputFlow &flow, const ApiUse &use,
                                size_t index, TextUse as);

} // namespace agentc

#endif
