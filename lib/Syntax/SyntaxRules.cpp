#include "SyntaxRules.h"

#include "agentc/Syntax/Parse.h"

namespace agentc {

const RuleInfo rule::syntaxError = {
    "AC3001",
    "syntax-error",
    "syntax",
    Severity::Error,
    "source that can't be read",
    "",
    {"A JavaScript or TypeScript source, or a JSON file, has a place that its grammar doesn't "
     "allow. At "
     "most ten places of a file are reported.",
     "What can't be read can't be checked, and no part of such a file counts as checked.",
     "module.exports = async function handler(input {\n  return input;\n};\n",
     "module.exports = async function handler(input) {\n  return input;\n};\n",
     "JavaScript is read as ECMAScript 2022 with JSX, TypeScript as its version 5, JSON as RFC "
     "8259 "
     "says: without comments, trailing commas and repeated keys. After the first error of a file, "
     "the places of the others are a guess."},
    Precision::VeryHigh,
    1286};

const RuleInfo rule::syntaxTooDeep = {
    "AC3002",
    "syntax-too-deep",
    "syntax",
    Severity::Error,
    "source nested too deeply",
    "",
    {"Expressions, statements or patterns stand in each other more than 1000 deep. Each operand of "
     "a "
     "chain such as `a + b + c` or `a.b.c` counts as a level, and so does each `else if`.",
     "Whoever reads such a source needs memory in proportion to its depth, so it is a way to make "
     "a "
     "reader fail. People don't write it, and bundlers don't either.",
     "", "",
     "A sum of more than 1000 texts, as some generators write it, is refused too; an array with "
     "`join` is not."},
    Precision::VeryHigh,
    674};

const RuleInfo rule::syntaxTooComplex = {
    "AC3003",
    "syntax-too-complex",
    "syntax",
    Severity::Error,
    "source that takes too much to read",
    "",
    {"Reading the source takes ten times the work that sources of its length take, or more than "
     "640 MB of memory.",
     "Sources that make a parser work without end are a way to stall a check.", "", "",
     "Work is counted, not timed, so that every machine gives the same answer. Some 20 MB of code "
     "as people write it, or 10 MB minified, need that much memory: split it into several files, "
     "and keep data in files that are read when needed."},
    Precision::High,
    400};

const RuleInfo rule::ambiguousSyntax = {
    "AC3004",
    "ambiguous-syntax",
    "syntax",
    Severity::Error,
    "source that two parsers may read differently",
    "",
    {"The source uses `yield` or `await` as a name, a line separator (U+2028 or U+2029) outside of "
     "strings and templates, an HTML-like comment where engines and other readers disagree about "
     "it, a line break that ends a statement in the middle of what looks like one (`return`, then "
     "a parenthesis in the next line), or a token that ECMAScript's own rules end elsewhere.",
     "Such places are known ways to show one program to the reviewer and another to the engine.",
     "var yield = 1;\nmodule.exports = function handler() {\n  return yield;\n};\n",
     "module.exports = function* handler() {\n  yield 1;\n};\n",
     "`yield` is only an operator in generators, `await` in async functions and at the top level "
     "of "
     "modules. Property names such as `x.await` are not meant."},
    Precision::VeryHigh,
    436};

const RuleInfo rule::unsupportedSyntax = {
    "AC3005",
    "unsupported-syntax",
    "syntax",
    Severity::Error,
    "syntax newer than ECMAScript 2022",
    "",
    {"The source uses syntax that agentc reads but the sandbox doesn't run: `using` declarations, "
     "`accessor` fields, the flag `v` and modifiers of regular expressions.",
     "A bundle runs alike wherever agentc runs, whatever newer engine a machine has.",
     "class Counter {\n  accessor count = 0;\n}\nmodule.exports = () => new Counter().count;\n",
     "class Counter {\n  count = 0;\n}\nmodule.exports = () => new Counter().count;\n",
     "A compiler such as esbuild with `--target=es2022` translates such syntax. What TypeScript "
     "and "
     "JSX need beyond erasing types is `needs-transform`'s to say."},
    Precision::VeryHigh,
    758};

llvm::ArrayRef<const RuleInfo *> syntaxRules() {
  static constexpr const RuleInfo *rules[] = {&rule::syntaxError, &rule::syntaxTooDeep,
                                              &rule::syntaxTooComplex, &rule::ambiguousSyntax,
                                              &rule::unsupportedSyntax};
  return rules;
}

} // namespace agentc
