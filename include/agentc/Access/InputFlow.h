#ifndef AGENTC_ACCESS_INPUTFLOW_H
#define AGENTC_ACCESS_INPUTFLOW_H

#include "agentc/Config/Config.h"

namespace agentc {

struct ApiUse;

/// The use of a text, which decides how it is made harmless.
enum class TextUse { Sql, Command, Path };

/// How text of a tool's input gets into an expression.
struct InputTrace {
  std::string tool;  ///< the id of the tool, or of the agent whose handler it is
  std::string field; ///< `filter.name`; empty for the input as a whole
  /// The way it takes: the parameter first, the expression last.
  std::vector<const ast::Node *> steps;
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
  InputFlow(const Program &program, const Values &values, const AgentConfig &config);
  ~InputFlow();

  /// One way for each field that gets there, the first few.
  std::vector<InputTrace> into(const ast::Node &expression, TextUse use) const;
  /// The same of a value, by the expressions that made it.
  std::vector<InputTrace> into(const Value &value, TextUse use) const;

  /// The first expression asked about whose ways were too many or too long to follow to their end,
  /// without one that comes from the input; null if there was none.
  const ast::Node *lost() const;

  class Index;

private:
  std::unique_ptr<Index> index_;
};

/// How a tool's input gets into an argument of a use's call, whose arguments `values` sees so.
std::vector<InputTrace> inputOf(const Values &values, const InputFlow &flow, const ApiUse &use,
                                size_t index, TextUse as);

} // namespace agentc

#endif
