#include "Session.h"

#include "JsonList.h"

#include "Uri.h"

#include "agentc/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace agentc::lsp {

namespace {

/// Requests that wait at once; a client that asks more is not one.
constexpr size_t maxWaiting = 1000;
constexpr int errorType = 1, incrementalSync = 2;

/// A member of a member of …; null if there is none.
const Json *at(const Json &object, std::initializer_list<const char *> path) {
  const Json *found = &object;
  for (const char *name : path)
    found = found ? member(*found, name) : nullptr;
  return found;
}

bool isTrue(const Json &object, std::initializer_list<const char *> path) {
  const Json *found = at(object, path);
  return found && found->is_boolean() && found->get<bool>();
}

/// An escape of a surrogate that has no partner, which editors send when half a character is typed,
/// is not a text in UTF-8. U+FFFD takes as many units.
std::string withoutLoneSurrogates(llvm::StringRef body) {
  std::string text = body.str();
  auto unitAt = [&](size_t at) -> unsigned {
    unsigned unit = 0;
    const llvm::StringRef escape = llvm::StringRef(text).substr(at, 6);
    return escape.size() == 6 && escape.starts_with("\\u") &&
                   !escape.drop_front(2).getAsInteger(16, unit)
               ? unit
               : 0;
  };
  for (size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at)) {
    const unsigned unit = unitAt(at), next = unitAt(at + 6);
    const bool isHigh = unit >= 0xD800 && unit < 0xDC00, isLow = unit >= 0xDC00 && unit < 0xE000;
    const bool isPair = isHigh && next >= 0xDC00 && next < 0xE000;
    if ((isHigh || isLow) && !isPair)
      text.replace(at + 2, 4, "fffd");
    at += isPair ? 12 : unit ? 6 : 2;
  }
  return text;
}

Json capabilities(Encoding encoding) {
  return {
      {"positionEncoding", encoding == Encoding::Utf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync",
       {{"openClose", true}, {"change", incrementalSync}, {"save", {{"includeText", false}}}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"codeLensProvider", {{"resolveProvider", false}}},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix", "source.fixAll.agentc"}}}},
      {"inlayHintProvider", true},
      {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
}

} // namespace

Session::Session(DriverEnv &env, const ServerOptions &options, Send send)
    : send_(std::move(send)), world_{options, {}, {}}, rounds_(env, world_) {}

void Session::take(llvm::StringRef body) {
  std::variant<RpcMessage, RpcRefusal> read =
      readMessage(body.contains_insensitive("\\ud") ? withoutLoneSurrogates(body) : body.str());
  if (const auto *refusal = std::get_if<RpcRefusal>(&read))
    return fail(refusal->id, refusal->fault);
  const RpcMessage &message = std::get<RpcMessage>(read);
  if (message.kind == RpcMessage::Kind::Request)
    answer(message);
  else if (message.kind == RpcMessage::Kind::Notification)
    notice(message);
  // Answers of clients to refreshes and registrations change nothing.
}

void Session::answer(const RpcMessage &message) {
  if (state_ == State::New && message.method != "initialize")
    return fail(message.id, {RpcError::ServerNotInitialized, "the first request is `initialize`"});
  if (isShutDown_)
    return fail(message.id, {RpcError::InvalidRequest, "the server is shut down"});
  if (message.method == "initialize")
    return initialize(message);
  if (message.method == "shutdown") {
    isShutDown_ = true;
    return send_(resultMessage(message.id, nullptr));
  }
  if (Reply reply = findReply(message.method))
    return ask(message, reply);
  fail(message.id, {RpcError::MethodNotFound, "there is no such method"});
}

void Session::initialize(const RpcMessage &message) {
  if (state_ != State::New)
    return fail(message.id, {RpcError::InvalidRequest, "the server is initialized"});
  const Json &params = message.params;
  if (const Json *encodings = at(params, {"capabilities", "general", "positionEncodings"}))
    if (encodings->is_array() && hasItem(*encodings, Json("utf-8")))
      world_.documents.setEncoding(Encoding::Utf8);
  const Json client = params.value("capabilities", Json());
  client_ = {isTrue(client, {"workspace", "workspaceEdit", "documentChanges"}),
             isTrue(params, {"initializationOptions", "showPlaces"}),
             isTrue(client, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"}),
             isTrue(client, {"workspace", "codeLens", "refreshSupport"}),
             isTrue(client, {"workspace", "inlayHint", "refreshSupport"})};
  const std::string *trace = textMember(params, "trace");
  traces_ = trace && *trace != "off";
  addFolders(params);
  state_ = State::Initialized;
  send_(resultMessage(message.id,
                      {{"capabilities", capabilities(world_.documents.encoding())},
                       {"serverInfo", {{"name", "agentc"}, {"version", version().str()}}}}));
}

void Session::addFolders(const Json &params) {
  auto add = [&](const std::string *uri) {
    if (std::optional<std::string> path = uri ? pathOfUri(*uri) : std::nullopt)
      world_.folders.push_back({llvm::StringRef(*path).rtrim('/').str(), realPathOf(*path)});
  };
  const Json *folders = member(params, "workspaceFolders");
  if (folders && folders->is_array())
    for (const Json &folder : *folders)
      add(textMember(folder, "uri"));
  else
    add(textMember(params, "rootUri"));
  rounds_.changeAll();
}

void Session::changeFolders(const Json &params) {
  const Json *removed = at(params, {"event", "removed"}), *added = at(params, {"event", "added"});
  if (removed && removed->is_array())
    for (const Json &folder : *removed)
      if (const std::string *uri = textMember(folder, "uri"))
        if (std::optional<std::string> path = pathOfUri(*uri))
          llvm::erase_if(world_.folders, [&](const WorkFolder &each) {
            return each.path == llvm::StringRef(*path).rtrim('/');
          });
  if (added && added->is_array())
    addFolders({{"workspaceFolders", *added}});
  rounds_.changeAll();
}

void Session::watchFiles() {
  if (!client_.watchesFiles)
    return;
  Json watchers = Json::array();
  for (const char *glob : {"**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx,json}", "**/.gitignore"})
    watchers.push_back({{"globPattern", glob}});
  Json registration = {{"id", "files"},
                       {"method", "workspace/didChangeWatchedFiles"},
                       {"registerOptions", {{"watchers", std::move(watchers)}}}};
  send_(requestMessage("agentc-" + std::to_string(++requests_), "client/registerCapability",
                       {{"registrations", Json::array({std::move(registration)})}}));
}

void Session::notice(const RpcMessage &message) {
  const llvm::StringRef method = message.method;
  if (method == "exit")
    state_ = State::Ended;
  if (state_ != State::Initialized || isShutDown_)
    return;
  if (method == "initialized")
    watchFiles();
  else if (method == "$/cancelRequest")
    cancel(message.params);
  else if (method == "$/setTrace")
    traces_ = message.params.value("value", Json()) != Json("off");
  else if (method == "workspace/didChangeWorkspaceFolders")
    changeFolders(message.params);
  else if (method == "workspace/didChangeWatchedFiles" || method == "textDocument/didSave")
    rounds_.changeAll();
  else if (method == "textDocument/didOpen" || method == "textDocument/didChange" ||
           method == "textDocument/didClose")
    edit(message);
}

void Session::edit(const RpcMessage &message) {
  const std::string *uri = documentUri(message.params);
  const std::string name = uri ? *uri : "";
  const bool opens = message.method == "textDocument/didOpen";
  Documents &documents = world_.documents;
  std::variant<std::string, RpcFault> changed = opens ? documents.open(message.params)
                                                : message.method == "textDocument/didChange"
                                                    ? documents.change(message.params)
                                                    : documents.close(message.params);
  dropWaiting(name);
  if (const auto *fault = std::get_if<RpcFault>(&changed))
    // Notifications have no answer, and a text that is not known must not be answered by.
    return log(message.method + ": " + fault->message);
  changeFile(std::get<std::string>(changed));
}

/// A source's text says only what is in it; any other file, or one that lies outside of all
/// folders, may change what is read at all.
void Session::changeFile(const std::string &path) {
  if (path.empty())
    return;
  const auto language = languageOf(path);
  const bool isInside = llvm::any_of(
      world_.folders, [&](const WorkFolder &folder) { return isBelow(path, folder.real); });
  if (language && *language != ast::Language::Json && isInside)
    rounds_.changeSource(path);
  else
    rounds_.changeAll();
}

void Session::ask(const RpcMessage &message, Reply reply) {
  const std::string *uri = documentUri(message.params);
  if (!uri)
    return fail(message.id, invalid("`textDocument` has no `uri`"));
  if (waiting_.size() >= maxWaiting)
    return fail(message.id, {RpcError::RequestCancelled, "too many requests wait"});
  if (llvm::any_of(waiting_, [&](const Waiting &each) { return each.id == message.id; }))
    return fail(message.id, {RpcError::InvalidRequest, "a request of this `id` is waiting"});
  const Waiting request{message.id, reply, *uri, message.params};
  if (rounds_.isCurrent(realPathOfUri(request.uri)))
    this->reply(request);
  else
    waiting_.push_back(request);
}

void Session::reply(const Waiting &request) {
  const Json *known = rounds_.answersOf(realPathOfUri(request.uri));
  std::variant<Json, RpcFault> result =
      request.reply(world_, client_, request.params, known ? *known : Json::object());
  if (const auto *fault = std::get_if<RpcFault>(&result))
    return fail(request.id, *fault);
  send_(resultMessage(request.id, std::get<Json>(std::move(result))));
}

void Session::cancel(const Json &params) {
  const Json *id = member(params, "id");
  auto request = llvm::find_if(waiting_, [&](const Waiting &each) { return id && each.id == *id; });
  if (request == waiting_.end())
    return;
  fail(request->id, {RpcError::RequestCancelled, "cancelled"});
  waiting_.erase(request);
}

/// A question about a text that is no longer there has no answer.
void Session::dropWaiting(const std::string &uri) {
  llvm::erase_if(waiting_, [&](const Waiting &each) {
    if (each.uri == uri)
      fail(each.id, {RpcError::ContentModified, "the document changed"});
    return each.uri == uri;
  });
}

void Session::log(const std::string &text) {
  send_(notificationMessage("window/logMessage", {{"type", errorType}, {"message", text}}));
}

void Session::publishFile(const std::string &path, const Json &diagnostics) {
  const Document *document = world_.documents.findPath(path);
  Json params = {{"uri", world_.uriOf(path)}};
  if (document)
    params["version"] = document->version;
  params["diagnostics"] = diagnostics;
  send_(notificationMessage("textDocument/publishDiagnostics", std::move(params)));
}

/// Publishes what is different, and for open documents the version that it is of.
void Session::publish() {
  if (const std::string early = rounds_.earlyPath().str(); !early.empty()) {
    const Json *diagnostics = member(*rounds_.answersOf(early), "diagnostics");
    return publishFile(early, diagnostics ? *diagnostics : Json::array());
  }
  std::map<std::string, Json, std::less<>> now;
  for (const auto &[path, answers] : rounds_.answers())
    if (const Json *diagnostics = member(answers, "diagnostics"))
      now[path] = *diagnostics;
  for (const auto &[uri, document] : world_.documents.all())
    if (!document.path.empty() && !now.count(document.path))
      publishFile(document.path, Json::array());
  for (const auto &[path, before] : published_)
    if (!now.count(path) && !world_.documents.findPath(path))
      publishFile(path, Json::array());
  for (const auto &[path, diagnostics] : now) {
    auto before = published_.find(path);
    if (world_.documents.findPath(path) || before == published_.end() ||
        before->second != diagnostics)
      publishFile(path, diagnostics);
  }
  published_ = std::move(now);
}

/// Has the client ask again for what it shows of documents.
void Session::refresh() {
  for (const auto &[wants, method] :
       {std::pair(client_.refreshesLenses, "workspace/codeLens/refresh"),
        std::pair(client_.refreshesHints, "workspace/inlayHint/refresh")})
    if (wants)
      send_(requestMessage("agentc-" + std::to_string(++requests_), method, nullptr));
}

void Session::step() {
  if (!rounds_.step())
    return;
  for (const std::string &failure : rounds_.failures())
    log(failure);
  if (traces_)
    send_(notificationMessage("$/logTrace",
                              {{"message", "read in " + std::to_string(rounds_.cost().count()) +
                                               " ms of processor time"}}));
  publish();
  const bool nobodyWaited = waiting_.empty();
  for (Waiting &request : std::exchange(waiting_, {}))
    if (rounds_.isCurrent(realPathOfUri(request.uri)))
      reply(request);
    else
      waiting_.push_back(std::move(request));
  if (nobodyWaited && rounds_.isCurrent())
    refresh();
}

} // namespace agentc::lsp
