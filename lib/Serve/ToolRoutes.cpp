#include "EventStream.h"
#include "Handlers.h"
#include "Judge.h"
#include "Runs/PackageHost.h"

#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolUse.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

/// A call's target, and everything that it gets.
struct CallInput {
  std::optional<std::string> tool;
  std::string input = "{}";       ///< JSON text
  Json settings = Json::object(); ///< the agent's
  bool streamEvents = false;
};

static std::optional<std::string> textOf(const Json &body, const char *member) {
  auto found = body.find(member);
  return found != body.end() && found->is_string() ? std::optional(found->get<std::string>())
                                                   : std::nullopt;
}

void withPackage(App &app, const SharedCall &call, const store::PackageRecord &package,
                 PreparationSettings settings, std::function<void(SharedPackage)> then) {
  app.packages().get(
      package.file, std::move(settings), [&] { return app.store().archiveOf(package); },
      [call, then](std::variant<SharedPackage, Refusal> prepared) {
        if (auto *refused = std::get_if<Refusal>(&prepared))
          return call->refuse(*refused);
        then(std::get<SharedPackage>(std::move(prepared)));
      });
}

/// The request of a call; std::nullopt after refusing it.
static std::optional<ToolRequest> requestFor(const SharedCall &call, const PreparedPackage &package,
                                             const CallInput &input) {
  const ToolRequest *prepared = package.find(input.tool);
  if (!prepared) {
    call->refuse(404, input.tool
                          ? "the package has no tool `" + escapeForTerminal(*input.tool) + "`"
                          : "several tools can be called, or none; `toolName` says which");
    return std::nullopt;
  }
  ToolRequest request = *prepared;
  request.input = input.input;
  request.streamEvents = input.streamEvents;
  describeCaller(request, call, input.settings);
  if (input.tool)
    call->tools = {*input.tool};
  return request;
}

void describeCaller(ToolRequest &request, const SharedCall &call, const Json &settings) {
  setCaller(request, {call->key.tenant, call->user, call->conversation, call->agent}, settings);
}

static void answerReport(const SharedCall &call, const ToolReport &report) {
  Json body;
  if (report.outcome == Outcome::Ok) {
    std::optional<Json> result = parseJson(report.result);
    // A tool that returns nothing has no result to tell.
    body = {{"result", result ? std::move(*result) : Json()}};
  } else {
    body = {{"error", report.error ? report.error->message : outcomeName(report.outcome).str()},
            {"outcome", outcomeName(report.outcome).str()}};
  }
  if (call->query("report"))
    body["report"] = reportToJson(report);
  call->answer(report.outcome == Outcome::Ok             ? 200
               : report.outcome == Outcome::InvalidInput ? 400
                                                         : 500,
               body);
}

static void runTool(App &app, const SharedCall &call, const SharedPackage &package,
                    const CallInput &input) {
  std::optional<ToolRequest> request = requestFor(call, *package, input);
  if (request)
    app.run(
        call, package, std::move(*request), [](const CallEvent &) {},
        [call](const ToolReport &report) { answerReport(call, report); });
}

static bool isIdentifier(llvm::StringRef name) {
  return !name.empty() && name.size() <= 256 && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
}

/// Judges, seals and calls code that comes with the call, without any grants.
static void runCode(App &app, const SharedCall &call, std::string code, CallInput input) {
  call->agent = "code";
  // The requirements' limit of code that comes with its call.
  input.settings = {{"limits", {{"timeoutMs", 10000}}}};
  app.packages().get(Upload{std::move(code), "index.js"},
                     [&app, call, input](std::variant<SharedPackage, Refusal> prepared) {
                       if (auto *refused = std::get_if<Refusal>(&prepared))
                         return call->refuse(*refused);
                       runTool(app, call, std::get<SharedPackage>(prepared), input);
                     });
}

static void runPackage(App &app, const SharedCall &call, llvm::StringRef digest,
                       const CallInput &input) {
  const std::optional<store::PackageRecord> package = findPackage(app, call, digest);
  if (!package)
    return;
  call->agent = package->digest;
  withPackage(app, call, *package, {}, [&app, call, input](const SharedPackage &prepared) {
    runTool(app, call, prepared, input);
  });
}

static void runAgent(App &app, const SharedCall &call, llvm::StringRef slug, CallInput input,
                     std::function<void(SharedPackage, CallInput)> then) {
  std::optional<ResolvedAgent> agent = resolveAgent(app, call, slug);
  if (!agent)
    return;
  input.settings = std::move(agent->settings);
  withPackage(app, call, agent->package, preparationOf(input.settings),
              [input, then](SharedPackage prepared) { then(std::move(prepared), input); });
}

void callTool(App &app, const SharedCall &call) {
  std::optional<Json> body = call->object();
  if (!body)
    return;
  CallInput input;
  input.tool = textOf(*body, "toolName");
  if (auto parameters = body->find("parameters"); parameters != body->end())
    input.input = printJson(*parameters, /*indented=*/false);
  if (auto code = textOf(*body, "toolCode")) {
    // As the requirements say: the tool's own code, and nothing else of its bundle.
    if (!input.tool || !isIdentifier(*input.tool))
      return call->refuse(400, "`toolName` is not the name of a function in `toolCode`");
    std::string source =
        *code + "\nmodule.exports = async (parameters) => " + *input.tool + "(parameters);\n";
    call->tools = {*std::exchange(input.tool, std::nullopt)};
    return runCode(app, call, std::move(source), std::move(input));
  }
  if (auto code = textOf(*body, "bundleCode"))
    return runCode(app, call, std::move(*code), std::move(input));
  if (auto digest = textOf(*body, "package"))
    return runPackage(app, call, *digest, input);
  if (auto slug = textOf(*body, "agent"))
    return runAgent(app, call, *slug, std::move(input),
                    [&app, call](const SharedPackage &package, const CallInput &told) {
                      runTool(app, call, package, told);
                    });
  call->refuse(400, "there is none of `toolCode`, `bundleCode`, `package` and `agent`");
}

void executeToolUse(App &app, const SharedCall &call) {
  std::optional<Json> body = call->object();
  if (!body)
    return;
  const std::optional<std::string> slug = textOf(*body, "agentId");
  const std::optional<ToolUse> use =
      body->contains("toolUse") ? toolUseFromJson((*body)["toolUse"]) : std::nullopt;
  if (!slug || !use)
    return call->refuse(400, "`agentId` is not a text, or `toolUse` is not a `tool_use` block");
  call->user = textOf(*body, "userId").value_or("");
  CallInput input;
  input.tool = use->name;
  input.input = use->input;
  runAgent(app, call, *slug, std::move(input),
           [&app, call, id = use->id](const SharedPackage &package, const CallInput &told) {
             std::optional<ToolRequest> request = requestFor(call, *package, told);
             if (request)
               app.run(
                   call, package, std::move(*request), [](const CallEvent &) {},
                   [call, id](const ToolReport &report) {
                     call->answer(200, toolResultToJson(id, report));
                   });
           });
}

/// Calls with its events as they come; the last one is `done` or `error`.
static void stream(App &app, const SharedCall &call, const SharedPackage &package,
                   const CallInput &input) {
  std::optional<ToolRequest> request = requestFor(call, *package, input);
  if (!request)
    return;
  auto stream = std::make_shared<EventStream>(call);
  const auto ticket = app.run(
      call, package, std::move(*request),
      [stream](const CallEvent &event) { stream->write(event.name, event.data); },
      [stream](const ToolReport &report) { stream->end(report); });
  if (ticket)
    stream->begin();
}

/// A bundle at a URL, with the digest that the content must have.
static void executeUrl(App &app, const SharedCall &call, const std::string &url,
                       const std::string &digest, const CallInput &input) {
  call->agent = digest;
  Children::Job job{{"cache", "ensure", "--cache-dir=" + app.options().state + "/fetched",
                     "--digest=" + digest,
                     "--max-unpacked=" + std::to_string(app.options().uploadBytes), url},
                    {},
                    "/"};
  const auto fetched = [&app, call, input](const Children::Output &output) {
    auto bytes = llvm::MemoryBuffer::getFile(llvm::StringRef(output.out).trim(), /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
    if (output.code != 0 || !bytes)
      return call->refuse(422, output.complaint("the bundle could not be fetched"));
    Upload upload{(*bytes)->getBuffer().str(), ""};
    if (!isArchive(upload.bytes))
      upload.name = "index.js";
    app.packages().get(std::move(upload),
                       [&app, call, input](std::variant<SharedPackage, Refusal> prepared) {
                         if (auto *refused = std::get_if<Refusal>(&prepared))
                           return call->refuse(*refused);
                         stream(app, call, std::get<SharedPackage>(prepared), input);
                       });
  };
  if (!app.children().run(std::move(job), fetched))
    call->refuse(503, "too many bundles wait to be fetched");
}

void execute(App &app, const SharedCall &call) {
  std::optional<Json> body = call->object();
  if (!body)
    return;
  call->user = textOf(*body, "userId").value_or("");
  call->conversation = textOf(*body, "conversationId").value_or("");
  CallInput input;
  input.tool = textOf(*body, "agentName");
  input.streamEvents = true;
  if (auto given = body->find("input"); given != body->end())
    input.input = printJson(*given, /*indented=*/false);
  if (const std::optional<std::string> slug = textOf(*body, "agent")) {
    if (runsAsCode(app, call, *slug, input.tool))
      return executeAsRun(app, call, *slug, body->value("input", Json::object()));
    return runAgent(app, call, *slug, std::move(input),
                    [&app, call](const SharedPackage &package, const CallInput &told) {
                      stream(app, call, package, told);
                    });
  }
  const std::optional<std::string> url = textOf(*body, "bundleUrl"),
                                   digest = textOf(*body, "digest");
  if (!url || !digest)
    return call->refuse(400, "there is neither an `agent` nor a `bundleUrl` with its `digest`");
  executeUrl(app, call, *url, *digest, input);
}

void listCalls(App &app, const SharedCall &call) {
  call->answer(200, {{"calls", app.recentCalls().list(call->key.tenant)}});
}

} // namespace agentc::serve
