#include "InputSinks.h"

#include "llvm/ADT/DenseSet.h"

namespace agentc::rules {

namespace {

/// Packages that ask models; a name that ends in `/` stands for all below it.
constexpr llvm::StringLiteral modelPackages[] = {
    "ai",
    "openai",
    "langchain",
    "groq-sdk",
    "ollama",
    "cohere-ai",
    "together-ai",
    "@ai-sdk/",
    "@langchain/",
    "@anthropic-ai/",
    "@openai/",
    "@google/genai",
    "@google/generative-ai",
    "@google/adk",
    "@mastra/core",
    "@mistralai/mistralai",
};

/// Members by which a model or an agent gets its instructions, whichever package takes them.
constexpr llvm::StringLiteral instructionMembers[] = {
    "system",       "instructions",       "instruction",     "systemInstruction",
    "systemPrompt", "appendSystemPrompt", "systemPromptText"};
/// Members that hold options with such members.
constexpr llvm::StringLiteral optionMembers[] = {"config", "options"};
/// Members that hold a conversation.
constexpr llvm::StringLiteral messageMembers[] = {"messages", "input", "prompt"};

bool asksModels(llvm::StringRef module) {
  return llvm::any_of(modelPackages, [&](llvm::StringRef name) {
    llvm::StringRef rest = module;
    return rest.consume_front(name) && (name.ends_with("/") || rest.empty() || rest[0] == '/');
  });
}

/// True for the parts of a conversation that rank above what users say.
bool isInstructing(const ObjectValue &message) {
  const PropertyValue *role = message.find("role");
  std::optional<llvm::StringRef> name = role ? asString(*role->value) : std::nullopt;
  return name == "system" || name == "developer";
}

class PromptChecker {
public:
  PromptChecker(const CheckContext &context, RuleReporter &report)
      : context_(context), report_(report), flow_(context.input) {}

  void run() {
    for (const ApiUse &use : context_.uses.all())
      if (asksModels(use.module) && isPlainCall(use) && seen_.insert(use.call).second)
        check(use);
    reportLost(report_, flow_, "a model's instructions");
  }

private:
  void check(const ApiUse &use) {
    // `new SystemMessage(text)`
    if (lastName(use.path) == "SystemMessage")
      for (const InputTrace &trace : inputOf(context_.values, flow_, use, 0, TextUse::Command))
        tell(use, trace);
    for (const Value *argument : use.arguments)
      forEachAlternative(*argument, [&](const Value &value) {
        if (const auto *options = llvm::dyn_cast<ObjectValue>(&value))
          checkOptions(use, *options, 0);
        checkMessages(use, value);
      });
  }

  void checkOptions(const ApiUse &use, const ObjectValue &options, unsigned depth) {
    for (const PropertyValue &property : options.properties) {
      if (llvm::is_contained(instructionMembers, property.key))
        follow(use, property);
      const auto *inner = llvm::dyn_cast<ObjectValue>(property.value);
      if (inner && depth == 0 && llvm::is_contained(optionMembers, property.key))
        checkOptions(use, *inner, depth + 1);
      if (llvm::is_contained(messageMembers, property.key))
        checkMessages(use, *property.value);
    }
  }

  void checkMessages(const ApiUse &use, const Value &messages) {
    const auto *list = llvm::dyn_cast<ArrayValue>(&messages);
    for (const Value *one : list ? list->elements : llvm::ArrayRef<const Value *>())
      if (const auto *message = llvm::dyn_cast<ObjectValue>(one))
        if (const PropertyValue *content = message->find("content");
            content && isInstructing(*message))
          follow(use, *content);
  }

  void follow(const ApiUse &use, const PropertyValue &property) {
    if (!property.site || !sites_.insert(property.site).second)
      return;
    // letters that leave no room for a sentence are those that leave none for another command
    for (const InputTrace &trace : flow_.into(*property.site, TextUse::Command))
      tell(use, trace);
  }

  void tell(const ApiUse &use, const InputTrace &trace) {
    addWay(report_.at(use, inputMessage(trace, "a model's instructions",
                                        "hand it over as a user's message")),
           context_.program, trace, *use.node);
  }

  const CheckContext &context_;
  RuleReporter &report_;
  InputFlow flow_;
  llvm::DenseSet<const ast::Node *> seen_, sites_;
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  PromptChecker(context, report).run();
}

extern const Rule PromptInjection = {
    {.id = "AC6204",
     .name = "prompt-injection",
     .group = "injection",
     .severity = Severity::Warning,
     .summary = "instructions of another model put together from a tool's input",
     .precision = Precision::Medium,
     .cwe = 1427},
    check};

} // namespace agentc::rules
