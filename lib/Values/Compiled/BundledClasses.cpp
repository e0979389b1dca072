// Classes of agent frameworks that a bundler put into the file, known by the members that they
// have.
#include "Compiled/BundledCode.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace bundled {

bool hasAll(const NameSet &names, Names wanted) {
  return llvm::all_of(wanted, [&](llvm::StringRef name) { return names.contains(name); });
}

/// Calls `visit` for each node of a function's or class's code, those of nested ones too, until it
/// answers true.
bool anyOf(const Node &node, llvm::function_ref<bool(const Node &)> visit) {
  bool found = visit(node);
  forEachChild(node, [&](const Node &child) { found = found || anyOf(child, visit); });
  return found;
}

const Property *propertyOf(const ObjectExpression &object, llvm::StringRef key) {
  for (const Node *one : object.properties)
    if (const auto *property = llvm::dyn_cast<Property>(one);
        property && writtenKeyOf(*property) == key)
      return property;
  return nullptr;
}

bool isText(const Node *node, llvm::StringRef text) { return node && textOfLiteral(node) == text; }

NameSet membersOf(const Node &type) {
  NameSet names;
  auto add = [&](const Node &keyed, bool isStatic) {
    if (std::optional<llvm::StringRef> key = writtenKeyOf(keyed))
      names.insert(isStatic ? ("static " + *key).str() : key->str());
  };
  const ClassBody *body = classBody(type);
  for (const Node *part : body ? body->body : NodeList())
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(part))
      add(*method, method->isStatic);
    else if (const auto *field = llvm::dyn_cast<PropertyDefinition>(part))
      add(*field, field->isStatic);
  if (const Node *constructor = constructorOf(type))
    anyOf(*constructor, [&](const Node &node) {
      const auto *member = llvm::dyn_cast_or_null<MemberExpression>(targetOf(node));
      if (member && llvm::isa<ThisExpression>(member->object))
        add(*member, false);
      return false;
    });
  return names;
}

namespace {

const Node *methodOf(const Node &type, llvm::StringRef key, bool isStatic) {
  const ClassBody *body = classBody(type);
  for (const Node *part : body ? body->body : NodeList())
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(part);
        method && method->isStatic == isStatic && writtenKeyOf(*method) == key)
      return method->value;
  return nullptr;
}

/// `registerTool(name, {title, description, inputSchema, …}, callback)` that hands on what it gets.
bool isRegistration(const Node *function) {
  return function && paramsOf(*function).size() == 3 && anyOf(*function, [&](const Node &node) {
           const auto *call = llvm::dyn_cast<CallExpression>(&node);
           const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
           return member && llvm::isa<ThisExpression>(member->object) &&
                  writtenKeyOf(*member) == "_createRegisteredTool" && call->arguments.size() >= 6;
         });
}

/// Returns the name of a class in LangChain: the text that its `lc_name` returns.
llvm::StringRef langChainName(const Node &type) {
  const Node *method = methodOf(type, "lc_name", true);
  const auto *body = method ? llvm::dyn_cast_or_null<BlockStatement>(bodyOf(*method)) : nullptr;
  const auto *last = body && body->body.size() == 1
                         ? llvm::dyn_cast<ReturnStatement>(body->body.front())
                         : nullptr;
  return last ? textOfLiteral(last->argument).value_or("") : "";
}

/// A framework's class by members that none but it has all of, and where these are not enough a
/// text in its code.
struct KnownClass {
  llvm::StringLiteral path;
  std::initializer_list<llvm::StringLiteral> members;
  llvm::StringLiteral text = "";
};

constexpr KnownClass classes[] = {
    // before `registerTool` was there
    {"bundled:@modelcontextprotocol/sdk.McpServer",
     {"tool", "resource", "prompt", "connect", "server", "setToolRequestHandlers",
      "_registeredTools"}},
    {"bundled:fastmcp.FastMCP",
     {"addTool", "addPrompt", "addResource", "start", "stop", "options"}},
    {"bundled:@modelcontextprotocol/sdk.Server",
     {"registerCapabilities", "assertCapabilityForMethod", "getClientCapabilities", "createMessage",
      "listRoots", "sendToolListChanged", "_oninitialize"}},
    {"bundled:@openai/agents.Agent",
     {"static create", "asTool", "clone", "getSystemPrompt", "getAllTools", "instructions",
      "handoffs", "toolUseBehavior"}},
    {"bundled:@mastra/core/tools.Tool",
     {"id", "description", "inputSchema", "outputSchema", "suspendSchema", "resumeSchema",
      "execute", "requireApproval"}},
    {"bundled:@mastra/core/agent.Agent",
     {"getInstructions", "getDescription", "getLLM", "getModel", "hasOwnMemory", "generate",
      "stream"}},
    {"bundled:ai.ToolLoopAgent",
     {"generate", "stream", "version", "settings", "tools"},
     "agent-v1"},
    {"bundled:langchain.createAgent",
     {"options", "graph", "invoke", "stream", "streamEvents", "drawMermaidPng"}},
    {"bundled:@google/adk.FunctionTool", {"_getDeclaration", "runAsync", "execute", "parameters"}},
    {"bundled:@google/adk.LlmAgent",
     {"model", "instruction", "globalInstruction", "tools", "disallowTransferToParent",
      "canonicalInstruction", "canonicalModel"}},
};

/// The class of Google's ADK that a class is by the symbol that it is marked with: a computed
/// member whose name is a variable in its heritage, as `Symbol.for('google.adk.loopAgent')`.
llvm::StringRef pathOfMarked(const agentc::Program &program, const Node &type) {
  const auto *expression = llvm::dyn_cast<ClassExpression>(&type);
  const auto *declaration = llvm::dyn_cast<ClassDeclaration>(&type);
  const Node *heritage = expression    ? expression->superClass
                         : declaration ? declaration->superClass
                                       : nullptr;
  if (!heritage)
    return "";
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> marks[] = {
      {"google.adk.agentTool", "bundled:@google/adk.AgentTool"},
      {"google.adk.loopAgent", "bundled:@google/adk.LoopAgent"},
      {"google.adk.parallelAgent", "bundled:@google/adk.ParallelAgent"},
      {"google.adk.sequentialAgent", "bundled:@google/adk.SequentialAgent"}};
  llvm::StringRef path;
  anyOf(*heritage, [&](const Node &node) {
    const auto *name = llvm::dyn_cast<Identifier>(&node);
    const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
    for (const Identifier *target :
         symbol ? symbol->targets : llvm::ArrayRef<const Identifier *>()) {
      const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
      const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
      const Node *given = declarator ? declarator->init : assignment ? assignment->right : nullptr;
      const auto *call = llvm::dyn_cast_or_null<CallExpression>(given);
      if (call && call->arguments.size() == 1)
        for (const auto &[mark, of] : marks)
          if (isText(call->arguments[0], mark))
            path = of;
    }
    return !path.empty();
  });
  return path;
}

} // namespace

llvm::StringRef pathOfClass(const agentc::Program &program, const Node &type) {
  NameSet names = membersOf(type);
  auto has = [&](Names wanted) { return hasAll(names, wanted); };
  if (has({"registerTool", "registerPrompt", "registerResource", "connect", "server"}) &&
      isRegistration(methodOf(type, "registerTool", false)))
    return has({"tool"}) ? "bundled:@modelcontextprotocol/sdk.McpServer"
                         : "bundled:@modelcontextprotocol/server.McpServer";
  if (has({"static lc_name", "func"})) {
    llvm::StringRef name = langChainName(type);
    if (name == "DynamicStructuredTool" && has({"schema", "_call"}))
      return "bundled:@langchain/core/tools.DynamicStructuredTool";
    if (name == "DynamicTool" && has({"_call"}))
      return "bundled:@langchain/core/tools.DynamicTool";
  }
  for (const KnownClass &known : classes)
    if (hasAll(names, Names(known.members)) &&
        (known.text.empty() ||
         anyOf(type, [&](const Node &node) { return isText(&node, known.text); })))
      return known.path;
  return pathOfMarked(program, type);
}

} // namespace bundled

} // namespace agentc
