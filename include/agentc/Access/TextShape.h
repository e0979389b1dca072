#ifndef AGENTC_ACCESS_TEXTSHAPE_H
#define AGENTC_ACCESS_TEXTSHAPE_H

#include "agentc/Values/Values.h"

namespace agentc {

/// A text that code puts together: its constant parts in order, each part that is only known at run
/// time as one `TextShape::hole`.
struct TextShape {
  static constexpr llvm::StringLiteral hole = "\xEF\xBF\xBC"; ///< U+FFFC
  std::string text;

  bool isComplete() const { return text.find(hole.data()) == std::string::npos; }
  /// Its beginning, up to the first part that isn't known.
  llvm::StringRef beginning() const { return llvm::StringRef(text).split(hole).first; }
};

/// The shape of a text through sums, templates and `new URL`; a single hole where nothing is known.
/// Bounded: what is put together of too many parts ends in a hole.
TextShape textShape(const Values &values, const Value &value);

/// The same where a part is one of several values: a shape for each choice, at most maxTextShapes;
/// of more, the part is a hole.
std::vector<TextShape> textShapes(const Values &values, const Value &value);
inline constexpr size_t maxTextShapes = 16;

/// A variable where somebody knows it better than Values: the shapes that it can have;
/// std::nullopt to ask Values.
using KnownVariable =
    llvm::function_ref<std::optional<std::vector<TextShape>>(const ast::Identifier &reference)>;

/// The same of an expression, whose variables are asked for by `known`.
std::vector<TextShape> textShapes(const Values &values, const ast::Node &expression,
                                  KnownVariable known);

} // namespace agentc

#endif
