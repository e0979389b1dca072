#include "Evaluator.h"

#include "Abstract/Aliases.h"
#include "Abstract/Calls.h"
#include "Abstract/Classes.h"
#include "Abstract/Collections.h"
#include "Abstract/CommonJsExports.h"
#include "Abstract/ConstructorFunctions.h"
#include "Abstract/Exports.h"
#include "Abstract/Expressions.h"
#include "Abstract/Inheritance.h"
#include "Abstract/MemberChanges.h"
#include "Abstract/Members.h"
#include "Abstract/Parameters.h"
#include "Abstract/Promises.h"
#include "Abstract/Prototypes.h"
#include "Abstract/Proxies.h"
#include "Abstract/Returns.h"
#include "Abstract/Symbols.h"
#include "Abstract/TypeScriptValues.h"
#include "Builtins/ArgumentParsers.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldArray.h"
#include "Builtins/FoldNumber.h"
#include "Builtins/FoldPattern.h"
#include "Builtins/FoldString.h"
#include "Builtins/Folding.h"
#include "Builtins/HostCalls.h"
#include "Builtins/HostFiles.h"
#include "Builtins/HostJson.h"
#include "Builtins/HostNumber.h"
#include "Builtins/HostObject.h"
#include "Builtins/HostText.h"
#include "Builtins/KnownCollections.h"
#include "Builtins/Operators.h"
#include "Builtins/Patches.h"
#include "Builtins/Starting.h"
#include "Compiled/BundledDefinitions.h"
#include "Compiled/CompiledCode.h"
#include "Compiled/RuntimeHelpers.h"
#include "Concrete/Callbacks.h"
#include "Concrete/Interpreter.h"
#include "Concrete/OwnObjects.h"
#include "Concrete/RegionRuns.h"
#include "Concrete/Settling.h"
#include "Contexts/Bindings.h"
#include "Contexts/CallContexts.h"
#include "Contexts/Unfolding.h"

#include "agentc/Values/ProgramStart.h"

namespace agentc {

using namespace ast;

/// Beyond, an answer waits until those around it are there; it costs less than more stack. Code
/// that is run where the last question is asked still has room, or it would fail for its place
/// alone.
static constexpr unsigned maxQuestionDepth = maxEvaluationDepth - 500;

Values::Evaluator::Evaluator(const agentc::Program &program, const ProgramStart *start,
                             DefinitionResultOf definitionResultOf)
    : program_(program), start_(start ? std::make_unique<ProgramStart>(*start) : nullptr),
      definitionResultOf_(definitionResultOf),
      flows_(program, start && start->modules ? &*start->modules : nullptr),
      answers_(
          store_.nothing,
          // what is asked again mostly gives the very value that it gave before
          [this, known = llvm::DenseMap<const Value *, const Value *>()](
              const Value &assumed, const Value &value) mutable -> const Value & {
            auto [entry, isNew] = known.try_emplace(&value, nullptr);
            if (isNew)
              entry->second = &values_.widened(value);
            return values_.unite({&assumed, entry->second}, value.origin, 0);
          },
          maxQuestionDepth) {
#define PART(Class, name) name##_ = std::make_unique<Class>(*this);
#include "Parts.def"
}

Values::Evaluator::~Evaluator() = default;

const DefinitionResult *Values::Evaluator::definitionResultOf(llvm::StringRef path) {
  // asked for every read of a member, mostly of results of the language and its host
  if (!definitionResultOf_ || !(path.starts_with("module:") || path.starts_with("bundled:")))
    return nullptr;
  auto [known, isNew] = definitionResults_.try_emplace(path, nullptr);
  if (isNew)
    known->second = definitionResultOf_(path);
  return known->second;
}

void Values::Evaluator::evaluateAll() {
  // children first, so that only names and calls need recursion
  auto visit = [&](const Node &node, auto &self) -> void {
    forEachChild(node, [&](const Node &child) { self(child, self); });
    const auto *identifier = llvm::dyn_cast<Identifier>(&node);
    bool isValue = isExpression(node) || isFunction(node) || isClass(node);
    if (!isValue || (identifier && !program_.isReference(*identifier)))
      return;
    eval(node);
    const Node *callee = Bindings::calledBy(node);
    if (!callee)
      return;
    ++callSites;
    resolvedCallSites += !llvm::isa<UnknownValue>(eval(*callee));
  };
  for (const auto &module : program_.modules()) {
    visit(*module->syntax->program, visit);
    exports().exportsOf(*module, module->syntax->program);
  }
  // what is asked from now on has an ordinary stack
  maxDepth = answers_.maxDepth = 300;
}

const Value &Values::Evaluator::eval(const Node &node) {
  Run *run = store_.run;
  if (!run)
    return once(Answers::keyOf(node), &node,
                [this, &node]() -> const Value & { return expressions().compute(node); });
  run->hasFailed |= answers_.depth >= std::min(maxDepth, run->depth + maxDepthOfRun);
  if (run->thrown || !run->step())
    return values_.unknown(UnknownReason::Limit, &node);
  ++answers_.depth;
  const Value &value = interpreter().computeRunning(node);
  --answers_.depth;
  return value;
}

} // namespace agentc
