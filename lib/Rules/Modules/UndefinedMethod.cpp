#include "agentc/Check/Rule.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace agentc::rules {

using namespace ast;

namespace {

bool isForeign(llvm::StringRef path) {
  return path.starts_with("node_modules/") || path.contains("/node_modules/") || isTestPath(path);
}

/// The name in `this.name(…)`; null for other calls, optional ones among them.
const Identifier *methodOf(const CallExpression &call) {
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  if (!member || member->computed || member->optional || call.optional ||
      !llvm::isa<ThisExpression>(member->object))
    return nullptr;
  return llvm::dyn_cast<Identifier>(member->property);
}

class MethodSearch {
public:
  MethodSearch(const CheckContext &context, RuleReporter &report)
      : context_(context), report_(report) {}

  void run() {
    for (const auto &module : context_.program.modules())
      if (module->syntax->program && module->goal != Goal::Json && !isForeign(module->path()) &&
          !module->syntax->hasErrors)
        find(*module->syntax);
    for (const auto &[path, file] : context_.bundle.files.files())
      if (!found_.empty() && languageOf(path))
        countWords(file->bytes);
    for (const auto &[name, calls] : found_)
      if (words_.lookup(name) == calls.count)
        tell(*calls.first);
  }

private:
  struct Calls {
    const Identifier *first = nullptr;
    size_t count = 0;
  };

  void find(const ast::Module &module) {
    module.forEach<CallExpression>([&](const CallExpression &call) {
      const Identifier *name = methodOf(call);
      if (!name || !llvm::isa<UndefinedValue>(context_.values.of(*call.callee)))
        return;
      Calls &calls = found_[name->name];
      if (!calls.first)
        calls.first = name;
      ++calls.count;
    });
  }

  /// A name that stands anywhere else may be defined, or asked for, in a way that values don't
  /// tell.
  void countWords(llvm::StringRef text) {
    while (!text.empty()) {
      llvm::StringRef word = text.take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || (c & 0x80); });
      if (found_.count(word))
        ++words_[word];
      text = text.drop_front(std::max<size_t>(word.size(), 1));
    }
  }

  void tell(const Identifier &name) {
    Diagnostic &finding =
        report_.at(name, "no class or object here has a method `" + name.name.str() +
                             "`; code that comes here throws a TypeError");
    const bool isBundle = context_.bundle.form != BundleForm::SingleFile &&
                          !(context_.bundle.isSourceTree && context_.manifest.settingsKey.empty());
    if (!isBundle || finding.reached == false)
      lowerTo(finding, Severity::Note);
  }

  const CheckContext &context_;
  RuleReporter &report_;
  llvm::StringMap<Calls> found_;
  llvm::StringMap<size_t> words_;
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  MethodSearch(context, report).run();
}

extern const Rule UndefinedMethod = {{.id = "AC4212",
                                      .name = "undefined-method",
                                      .group = "modules",
                                      .severity = Severity::Warning,
                                      .summary = "methods that nothing defines",
                                      .precision = Precision::High,
                                      .cwe = 457,
                                      .concern = Concern::Bundle},
                                     check};

} // namespace agentc::rules
