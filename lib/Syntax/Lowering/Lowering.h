#ifndef AGENTC_LIB_SYNTAX_LOWERING_LOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_LOWERING_H

#include "Grammar/Grammar.h"
#include "Grammar/TokenAudit.h"
#include "agentc/Syntax/Jsx.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace agentc {

/// A place that other parsers may read differently, and why.
struct Ambiguity {
  ByteRange range;
  llvm::StringRef reason;
};

/// A class member's modifier that ECMAScript or TypeScript only take as one in the line of what
/// follows.
inline bool endsWithLine(Kind kind) {
  return kind == Kind::AbstractKeyword || kind == Kind::AccessibilityModifier ||
         kind == Kind::AccessorKeyword || kind == Kind::AsyncKeyword ||
         kind == Kind::DeclareKeyword || kind == Kind::OverrideModifier ||
         kind == Kind::ReadonlyKeyword;
}
inline constexpr llvm::StringLiteral modifierBreak =
    "a line break makes the modifier before this a name";

/// A place that ECMAScript or TypeScript read otherwise than the grammar, mostly at a line break,
/// and what in place of `range` makes the grammar read the same: `;` or blanks for white space,
/// `var` for `let`, `void ` for `await`, blanks for type arguments.
struct BreakMend {
  ByteRange range;
  llvm::StringRef by;  ///< as long as the range, or one character for all of it
  Ambiguity otherwise; ///< what to say where that doesn't help
  bool types = false;  ///< the range is of types
};

/// The tree that the lowering made, and its other findings.
struct LoweringResult {
  const ast::Program *program = nullptr;
  bool isModule = false; ///< import or export syntax, `import.meta`, or top-level await
  std::optional<ByteRange> tooDeep;
  llvm::SmallVector<Ambiguity, 2> ambiguous;
  llvm::SmallVector<BreakMend, 0> breaks;
  llvm::SmallVector<TokenAudit::Finding, 0> audit;
  /// `await` outside functions; an operator in a module only.
  llvm::SmallVector<ByteRange, 2> topLevelAwaits;
};

/// Turns a concrete tree into the module's nodes. One use, one thread. Recursion follows the
/// nesting of expressions, statements and patterns and stops at maxSyntaxDepth. A child that every
/// node of a kind has is never null: where the source lacks it, an Identifier without a name stands
/// there.
class Lowering {
public:
  /// The members of the automatic runtime that JSX can call.
  static constexpr llvm::StringLiteral jsxFunctions[] = {"jsx", "jsxs", "Fragment",
                                                         "createElement"};

  /// `parsed` is what the tree was made of: the module's own, or that with gaps masked; `types` are
  /// what is blank in it.
  Lowering(ast::Module &module, llvm::StringRef parsed, const Grammar &grammar, TSNode root,
           const JsxSettings &jsx, llvm::ArrayRef<ByteRange> types = {});
  ~Lowering();
  LoweringResult run();

private:
  /// The node under the cursor.
  struct Here {
    Kind kind;
    Shape shape = Shape::Inner;
    ByteRange range;
    uint32_t before = 0; ///< the end of the sibling before it, comments apart
  };
  using Nodes = llvm::SmallVector<const ast::Node *, 8>;

  Here here() const;
  /// Calls visit(Here) for each child but comments and what the parser skipped. All leaves pass
  /// the audit here, those that `visit` doesn't go into as well.
  template <typename Visitor> void children(Visitor &&visit) {
    if (!ts_tree_cursor_goto_first_child(&cursor_))
      return;
    uint32_t end = UINT32_MAX;
    do {
      Here child = here();
      child.before = std::min(end, child.range.begin);
      auditBefore(child, TokenAudit::Place::Code);
      if (child.kind == Kind::Comment || child.kind == Kind::HtmlComment ||
          child.kind == Kind::Error)
        continue;
      end = child.range.end;
      visit(child);
      if (child.shape != Shape::Leaf)
        auditBehind(child);
    } while (ts_tree_cursor_goto_next_sibling(&cursor_));
    ts_tree_cursor_goto_parent(&cursor_);
    lastEnd_ = end == UINT32_MAX ? 0 : end;
  }
  /// Ends a node where its last child ends. The grammar counts comments in that stand before an
  /// inserted `;`.
  template <typename T> T *trimmed(T *node) {
    node->range.end = std::max(node->range.begin, lastEnd_);
    return node;
  }

  template <typename T> T *make(ByteRange range) { return module_.newNode<T>(range); }
  /// Sets the children's parents; every node passes here once, when its fields are set.
  template <typename T> T *done(T *node) {
    ast::forEachChild(
        *node, [&](const ast::Node &child) { const_cast<ast::Node &>(child).parent = node; });
    return node;
  }
  ast::NodeList list(llvm::ArrayRef<const ast::Node *> nodes);
  llvm::StringRef keep(llvm::StringRef text);
  llvm::StringRef textOf(ByteRange range) const {
    return module_.text.slice(range.begin, range.end);
  }
  const ast::Node *orMissing(const ast::Node *node, uint32_t offset);
  static bool isStatementKind(Kind kind);

  // LowerTokens.cpp
  void auditBefore(Here at, TokenAudit::Place place) {
    if (at.shape == Shape::Leaf ? !audit_.leaf(at.kind, at.range, place) : at.shape != Shape::Inner)
      auditSlowly(at);
  }
  void auditBehind(Here at) {
    if (audit_.offset() < at.range.end || at.shape != Shape::Inner)
      auditUnvisited(at);
  }
  void auditSlowly(Here at);
  bool isMendedToken(ByteRange range) const;
  bool isMendedAwait(ByteRange range) const;
  void auditUnvisited(Here at);
  void auditSubtree();
  bool isMaskedImport(ByteRange range) const;
  void checkMaskedImports();
  bool isInJsx() const;
  /// Notices a line break before `at` where ECMAScript or TypeScript allow none, and rather end a
  /// statement there (ECMA-262 12.10.1, restricted productions).
  void noBreakBefore(Here at, llvm::StringRef reason) {
    if (at.range.begin - at.before > 1 || module_.text[at.before] == '\n')
      checkBreak({at.before, at.range.begin}, reason);
  }
  void checkBreak(ByteRange gap, llvm::StringRef reason);
  /// Notices a word that goes with what follows its line break.
  void joinLines(ByteRange word, llvm::StringRef reason);
  /// The same behind the word that a statement or member begins with.
  void noBreakBehindWord(ByteRange range, llvm::StringRef reason);
  void checkTypeBreak(Here at, Kind parent);

  bool descend(ByteRange range);
  void ascend() { --depth_; }
  void typeSpan(ByteRange range, bool statement = false);
  /// Also covers the separator that follows, if it is one of `separators`.
  void typeSpanWith(ByteRange range, llvm::StringRef separators, bool statement = false);
  void finishTypeSpans();

  struct Context {
    bool async = false;
    bool generator = false;
    unsigned functionDepth = 0;
  };

  // LowerExpressions.cpp
  const ast::Node *expression(Here at);
  const ast::Node *expressionOf(Here at);
  const ast::Node *identifier(Here at);
  const ast::Node *maskedImport(Here at);
  const ast::Node *parenthesized(Here at);
  const ast::Node *unary(Here at);
  const ast::Node *update(Here at);
  void checkTypeOperand(Here at);
  const ast::Node *binary(Here at);
  void checkTypeArguments(Here left, Here less);
  const ast::Node *assignment(Here at);
  const ast::Node *conditional(Here at);
  const ast::Node *sequence(Here at);
  const ast::Node *yield(Here at);
  const ast::Node *await(Here at);
  void noteAwait(ByteRange word);
  const ast::Node *metaProperty(Here at);
  const ast::Node *typed(Here at);

  // LowerCalls.cpp
  ast::NodeList arguments();
  /// True if a lowered operand ends with the type of an `as` or `satisfies`.
  bool endsWithType(Here operand) const {
    return operand.range.end == assertedTypeEnd_ && !module_.typeSpans.empty();
  }
  void checkAssertion(Here operand, Here next);
  void checkOperandEnd(Here operand, const ast::Node *node, Here next, bool isBinary = false);
  const ast::Node *typeGoesOn(Here operand, Here at, bool optional, const ast::Node *inner);
  const ast::Node *call(Here at);
  const ast::Node *newExpression(Here at);
  const ast::Node *member(Here at);
  const ast::Node *subscript(Here at);

  // LowerObjects.cpp
  const ast::Node *propertyName(Here at, bool &computed);
  const ast::Node *array(Here at);
  const ast::Node *object(Here at);
  const ast::Node *pair(Here at);
  const ast::Node *shorthand(Here at);
  const ast::Node *spread(Here at);

  // Chains.cpp, Chains.h
  bool completeNew(Here first, const ast::Node *callee, ast::NodeList given, uint32_t end);
  const ast::Node *mendedAwait(Here at, const ast::Node *callee,
                               llvm::function_ref<const ast::Node *()> operand);
  const ast::Node *parenthesizedArguments(ast::NodeList given);
  const ast::Node *bracketedMember(ByteRange brackets, const ast::Node *property);
  /// Finishes a node that follows its operand, such as a call. These bind tighter than all
  /// operators, but TypeScript's grammar hangs the `.c()` of `a - b!.c()` on `a - b`, and we the
  /// `.b()` of a mended `await (a).b()` on the `await`: then the node goes to the operator's last
  /// operand, and the operator is what comes out.
  template <typename T>
  const ast::Node *hung(Here first, T *node, const ast::Node *T::*operand, int precedence);

  // LowerLiterals.cpp
  llvm::StringRef nameOf(ByteRange range);
  const ast::Node *simpleLiteral(Here at, ast::LiteralKind kind);
  const ast::Node *string(Here at, bool jsx = false);
  const ast::Node *stringAt(ByteRange range, bool jsx = false);
  const ast::Node *number(Here at);
  const ast::Node *regex(Here at);
  const ast::Node *templateElement(ByteRange range, bool tagged);
  const ast::Node *templateLiteral(Here at, bool tagged);

  // LowerFunctions.cpp
  const ast::Node *function(Here at, bool declaration);
  bool isDefaultName(ByteRange range) const;
  const ast::Node *arrow(Here at);
  ast::NodeList parameters();
  const ast::Node *parameter(Here at);
  const ast::Node *method(Here at, bool inClass, llvm::ArrayRef<const ast::Node *> decorators = {});

  // LowerClasses.cpp
  const ast::Node *classNode(Here at, bool declaration);
  void heritage(const ast::Node *&superClass);
  void checkOpenField(const ast::Node &member);
  const ast::Node *classBody(Here at);
  const ast::Node *fieldDefinition(Here at);
  bool hasMaskedAccessor(uint32_t begin) const;
  const ast::Node *staticBlock(Here at);
  const ast::Node *decorator(Here at);

  // LowerPatterns.cpp
  const ast::Node *pattern(Here at);
  const ast::Node *patternOf(Here at);
  ast::NodeList elements(llvm::function_ref<const ast::Node *(Here)> lower);
  const ast::Node *arrayPattern(Here at);
  const ast::Node *objectPattern(Here at);
  const ast::Node *pairPattern(Here at);
  const ast::Node *shorthandPattern(Here at);
  const ast::Node *objectAssignmentPattern(Here at);
  const ast::Node *assignmentPattern(Here at);
  const ast::Node *restPattern(Here at);

  // LowerStatements.cpp
  const ast::Node *statement(Here at);
  const ast::Node *statementOf(Here at);
  ast::NodeList statements(bool directives);
  const ast::Node *block(Here at, bool directives = false);
  const ast::Node *objectAsBlock(Here at);
  const ast::Node *expressionStatement(Here at);
  const ast::Node *variableDeclaration(Here at, ast::VariableKind kind);
  const ast::Node *variableDeclarator(Here at);

  // LowerControl.cpp
  const ast::Node *ifStatement(Here at);
  template <typename T> const ast::Node *testAndBody(Here at, const ast::Node *T::*test);
  const ast::Node *forStatement(Here at);
  ast::VariableKind kindOfConst(ByteRange word, ByteRange &declaration);
  const ast::Node *forIn(Here at);
  const ast::Node *switchStatement(Here at);
  const ast::Node *switchCase(Here at);
  const ast::Node *tryStatement(Here at);
  const ast::Node *catchClause(Here at);
  const ast::Node *labeled(Here at);
  const ast::Node *withLabel(Here at, bool isBreak);
  const ast::Node *withArgument(Here at, bool isReturn);

  // LowerModules.cpp
  const ast::Node *importStatement(Here at);
  void importClause(Nodes &specifiers, bool erased);
  const ast::Node *importSpecifier(Here at, bool erased);
  const ast::Node *moduleName(Here at);
  ast::NodeList attributes();
  const ast::Node *defaultDeclaration(Here at, bool isDefault);
  const ast::Node *exportStatement(Here at);
  const ast::Node *exportSpecifier(Here at, bool erased);

  // LowerNamespaces.cpp
  const ast::Node *importRequire(Here at);
  const ast::Node *importAlias(Here at);
  const ast::Node *entityName(Here at);
  const ast::Node *enumDeclaration(Here at);
  const ast::Node *namespaceDeclaration(Here at);

  // LowerJsx.cpp
  const ast::Node *jsxElement(Here at);
  const ast::Node *jsxSelfClosing(Here at);
  void jsxTag(const ast::Node *&name, Nodes &attributes);
  const ast::Node *jsxName(Here at);
  const ast::Node *jsxAttribute(Here at);
  const ast::Node *jsxSpreadAttribute(Here at);
  const ast::Node *jsxExpression(Here at);

  // DecoratorCalls.cpp
  void applyDecorator(const ast::Node &node, const ast::Identifier *target, bool replaces);
  void applyDecorators(const ast::Node &type);

  // JsxCalls.cpp
  const ast::Node *jsxCall(WrittenJsx written, const ast::Node *name, Nodes &attributes,
                           Nodes &content);
  const ast::Node *jsxType(const ast::Node &name);
  const ast::Node *jsxValue(const ast::Node *value);
  const ast::Node *jsxProperty(const ast::JSXAttribute &attribute);
  const ast::Node *jsxProperties(const WrittenJsx &written,
                                 llvm::ArrayRef<const ast::Node *> attributes,
                                 llvm::ArrayRef<const ast::Node *> children);
  const ast::Node *jsxChain(llvm::StringRef names, uint32_t offset);
  /// The name that a function of the automatic runtime has in this source.
  const ast::Identifier *jsxImported(llvm::StringRef name, uint32_t offset);
  const ast::Identifier *named(llvm::StringRef name, ByteRange range);
  const ast::Literal *textNode(llvm::StringRef text, ByteRange range);
  const ast::Node *jsxImport(llvm::StringRef source, llvm::ArrayRef<llvm::StringRef> names,
                             ByteRange range);
  void addJsxImports(ast::NodeList &body);

  ast::Module &module_;
  const Grammar &grammar_;
  TokenAudit audit_;
  TSTreeCursor cursor_;
  unsigned depth_ = 0;
  uint32_t assertedTypeEnd_ = UINT32_MAX; ///< of the `as` or `satisfies` that was lowered last
  uint32_t lastEnd_ = 0;                  ///< of the children visited last
  /// The range of each `import("x")` that GrammarGaps replaced by a name and that nothing has
  /// taken yet.
  llvm::SmallVector<ByteRange, 0> maskedImports_;
  Context context_;
  JsxSettings jsx_;
  std::string jsxSuffix_;                         ///< that no name of the source ends with
  llvm::SmallVector<llvm::StringRef, 4> jsxUsed_; ///< functions of the automatic runtime
  std::optional<ByteRange> firstJsx_;             ///< the tag's beginning
  LoweringResult result_;
};

} // namespace agentc

#endif
