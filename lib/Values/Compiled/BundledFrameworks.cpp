#include "Compiled/BundledDefinitions.h"

// Functions of agent frameworks that a bundler put into the file, known by what they do: the
// members that they read of their arguments, the objects that they make.
#include "Builtins/ArgumentParsers.h"
#include "Compiled/BundledCode.h"

namespace agentc {

using namespace ast;

using namespace bundled;

namespace {

/// True if code makes an object whose `type` is that text and that has a member of that name.
bool makesTyped(const Node &code, llvm::StringRef type, llvm::StringRef key) {
  return anyOf(code, [&](const Node &node) {
    const auto *object = llvm::dyn_cast<ObjectExpression>(&node);
    const Property *property = object ? propertyOf(*object, "type") : nullptr;
    return property && isText(property->value, type) && propertyOf(*object, key);
  });
}

/// Returns the result of a body that does nothing else; null for other bodies.
const Node *onlyResult(const Node &body) {
  const auto *block = llvm::dyn_cast<BlockStatement>(&body);
  if (!block)
    return &body;
  const auto *last =
      block->body.size() == 1 ? llvm::dyn_cast<ReturnStatement>(block->body.front()) : nullptr;
  return last ? last->argument : nullptr;
}

} // namespace

/// The members that code reads of a parameter, by a pattern or one by one.
static NameSet membersRead(const agentc::Program &program, const Node &parameter) {
  NameSet names;
  auto add = [&](const Node &keyed) {
    if (std::optional<llvm::StringRef> key = writtenKeyOf(keyed))
      names.insert(*key);
  };
  const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(&parameter);
  const Node &target = withDefault ? *withDefault->left : parameter;
  auto addPattern = [&](const Node &node) {
    if (const auto *pattern = llvm::dyn_cast<ObjectPattern>(&node))
      for (const Node *property : pattern->properties)
        add(*property);
  };
  addPattern(target);
  const auto *name = llvm::dyn_cast<Identifier>(&target);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  if (symbol && symbol->targets.size() == 1)
    for (const Identifier *reference : symbol->references) {
      if (const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
          member && member->object == reference)
        add(*member);
      else if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(reference->parent);
               declarator && declarator->init == reference)
        addPattern(*declarator->id);
    }
  return names;
}

/// The class or function that a name is declared or assigned as.
static const Node *codeNamed(const agentc::Program &program, const Node *callee) {
  const auto *name = llvm::dyn_cast_or_null<Identifier>(callee);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  if (!symbol)
    return nullptr;
  for (const Identifier *target : symbol->targets) {
    const Node *parent = target->parent;
    const Node *given = parent;
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent))
      given = declarator->init;
    else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent))
      given = assignment->right;
    while (const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(given))
      given = assignment->right;
    if (given && (isClass(*given) || isFunction(*given)))
      return given;
  }
  return nullptr;
}

/// The class that `new` makes an object of, by the name that it has.
const Node *BundledDefinitions::constructedBy(const Node &node) const {
  const auto *made = llvm::dyn_cast<NewExpression>(&node);
  const Node *type = made ? codeNamed(program(), made->callee) : nullptr;
  return type && isClass(*type) ? type : nullptr;
}

/// True if code passes a function's two parameters on to LangChain's `tool`, which `isTool`
/// recognizes.
static bool isForwardedTool(const agentc::Program &program, NodeList parameters, const Node &body,
                            llvm::function_ref<bool(const Node &)> isTool) {
  auto isParameter = [&](const Node *argument, const Node *parameter) {
    const auto *name = llvm::dyn_cast<Identifier>(argument);
    const auto *declared = llvm::dyn_cast<Identifier>(parameter);
    return name && declared && program.symbolOf(*name) &&
           program.symbolOf(*name) == program.symbolOf(*declared);
  };
  return anyOf(body, [&](const Node &node) {
    const auto *call = llvm::dyn_cast<CallExpression>(&node);
    if (!call || call->arguments.size() != 2 || !isParameter(call->arguments[0], parameters[0]) ||
        !isParameter(call->arguments[1], parameters[1]))
      return false;
    const Node *code = codeNamed(program, call->callee);
    return code && isFunction(*code) && isTool(*code);
  });
}

llvm::StringRef BundledDefinitions::pathOfFunction(const Node &function) {
  NodeList parameters = paramsOf(function);
  const Node *body = bodyOf(function);
  if (parameters.empty() || parameters.size() > 6 || !body)
    return "";
  NameSet names = membersRead(program(), *parameters[0]);
  auto has = [&](bundled::Names wanted) { return hasAll(names, wanted); };
  auto makes = [&](llvm::StringRef path) {
    return anyOf(*body, [&](const Node &node) {
      const Node *type = constructedBy(node);
      return type && frameworkPathOf(*type) == path;
    });
  };
  if (parameters.size() == 1) {
    if (has({"name", "description", "execute", "parameters", "strict", "needsApproval",
             "isEnabled"}) &&
        makesTyped(*body, "function", "invoke"))
      return "bundled:@openai/agents.tool";
    if (has({"name", "version", "tools"}) && makesTyped(*body, "sdk", "instance"))
      return "bundled:@anthropic-ai/claude-agent-sdk.createSdkMcpServer";
    if (has({"model", "tools", "toolChoice", "prompt", "messages", "stopWhen", "prepareStep",
             "onStepFinish"}))
      return names.contains("onChunk") ? "bundled:ai.streamText" : "bundled:ai.generateText";
    if (has({"name", "description", "schema"}) && anyOf(*body, [](const Node &node) {
          const auto *property = llvm::dyn_cast<Property>(&node);
          return property && writtenKeyOf(*property) == "headlessTool";
        }))
      return "bundled:langchain.headlessTool";
    if (has({"llm", "tools", "checkpointSaver", "interruptBefore", "interruptAfter"}))
      return "bundled:@langchain/langgraph/prebuilt.createReactAgent";
    const Node *type = nullptr;
    if (const Node *result = onlyResult(*body))
      type = constructedBy(*result);
    llvm::StringRef path = type ? frameworkPathOf(*type) : "";
    if (path == "bundled:@mastra/core/tools.Tool")
      return "bundled:@mastra/core/tools.createTool";
    return path == "bundled:langchain.createAgent" ? path : "";
  }
  if (parameters.size() == 2 && hasAll(membersRead(program(), *parameters[1]), {"schema", "name"}))
    return makes("bundled:@langchain/core/tools.DynamicStructuredTool") &&
                   makes("bundled:@langchain/core/tools.DynamicTool")
               ? "bundled:@langchain/core/tools.tool"
               : "";
  if (parameters.size() == 2 &&
      isForwardedTool(program(), parameters, *body, [&](const Node &code) {
        return frameworkPathOf(code) == "bundled:@langchain/core/tools.tool";
      }))
    return "bundled:@langchain/core/tools.tool";
  return parameters.size() == 5 && isClaudeTool(parameters, *body)
             ? "bundled:@anthropic-ai/claude-agent-sdk.tool"
             : "";
}

/// `(name, description, inputSchema, handler, extras)` that become members of those names, with
/// what only that package says in `_meta`.
bool BundledDefinitions::isClaudeTool(NodeList parameters, const Node &body) const {
  static constexpr llvm::StringLiteral keys[] = {"name", "description", "inputSchema", "handler"};
  bool isMarked = anyOf(body, [](const Node &node) {
    std::optional<llvm::StringRef> text = textOfLiteral(&node);
    return text && text->starts_with("anthropic/");
  });
  return isMarked && anyOf(body, [&](const Node &node) {
           const auto *object = llvm::dyn_cast<ObjectExpression>(&node);
           if (!object || !propertyOf(*object, "_meta"))
             return false;
           for (size_t i = 0; i < std::size(keys); ++i) {
             const Property *property = propertyOf(*object, keys[i]);
             const auto *value = property ? llvm::dyn_cast<Identifier>(property->value) : nullptr;
             const auto *parameter = llvm::dyn_cast<Identifier>(parameters[i]);
             if (!value || !parameter ||
                 program().symbolOf(*value) != program().symbolOf(*parameter))
               return false;
           }
           return true;
         });
}

llvm::StringRef BundledDefinitions::frameworkPathOf(const Node &code) {
  auto [entry, isNew] = frameworkPaths_.try_emplace(&code);
  if (!isNew)
    return entry->second;
  llvm::StringRef path = isClass(code) ? pathOfClass(program(), code) : pathOfFunction(code);
  // what else its code does counts where the program may be started in any way
  if (path.empty() && start() && isClass(code) && ArgumentParsers::isYargs(code))
    path = "bundled:yargs";
  return frameworkPaths_[&code] = path;
}

/// Returns the result of a framework's function or class that a bundler put into the file: a
/// call of `bundled:` with the names of the package and the export, which is read like a call
/// of the import. Null inside the framework's own code, which is evaluated as written.
const Value *BundledDefinitions::bundledDefinition(const Value &callee, Arguments arguments,
                                                   const Node &site, bool isNew) {
  const Node *code = callee.origin;
  if (!code || isClass(*code) != isNew || arguments.empty() || !(isNew || isFunction(*code)))
    return nullptr;
  llvm::StringRef path = frameworkPathOf(*code);
  if (path.empty())
    return nullptr;
  for (const Node *at = site.parent; at; at = at->parent)
    if ((isFunction(*at) || isClass(*at)) && !frameworkPathOf(*at).empty())
      return nullptr;
  // unknown where a limit is reached
  const auto *made = llvm::dyn_cast<ApiValue>(&api(path, &site));
  return made ? &make<ResultValue>(made, copy(arguments), &site) : nullptr;
}

} // namespace agentc
