#include "Handlers.h"
#include "Knowledge/KnowledgeBase.h"
#include "Knowledge/KnowledgeQuestions.h"
#include "Knowledge/MemoryRates.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"
#include "agentc/Store/Journal.h"
#include "agentc/Support/Digest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::serve {

using models::textOf;

static constexpr unsigned mostMemoriesListed = 500, mostMemoriesFound = 50;
static constexpr size_t mostSignatureBytes = 1024;

namespace {
/// A kind of memory with its fields, the first of which is searched.
struct Kind {
  llvm::StringLiteral name, collection;
  llvm::ArrayRef<llvm::StringLiteral> fields;
};
constexpr llvm::StringLiteral patternFields[] = {"problem_type", "code_template", "test_template"};
constexpr llvm::StringLiteral failureFields[] = {"error_signature", "error_type", "solution",
                                                 "code_context"};
const Kind kinds[] = {{"pattern", "memory:pattern", patternFields},
                      {"failure", "memory:failure", failureFields}};
} // namespace

static const Kind *kindOf(llvm::StringRef name) {
  const auto *found = llvm::find_if(kinds, [&](const Kind &kind) { return kind.name == name; });
  return found == std::end(kinds) ? nullptr : found;
}

/// An error message without the parts that vary: quoted texts and numbers.
static std::string signatureOf(llvm::StringRef error) {
  std::string signature;
  for (size_t at = 0; at < error.size() && signature.size() < mostSignatureBytes;) {
    const char c = error[at];
    const size_t end =
        llvm::StringRef("\"'`").contains(c) ? error.find(c, at + 1) : llvm::StringRef::npos;
    if (end != llvm::StringRef::npos) {
      signature += "X";
      at = end + 1;
    } else if (llvm::isDigit(c)) {
      signature += "N";
      while (at < error.size() && (llvm::isDigit(error[at]) || error[at] == '.'))
        ++at;
    } else {
      signature += c;
      ++at;
    }
  }
  return signature;
}

static std::string searchedText(const Kind &kind, const Json &fields) {
  return kind.name == "failure"
             ? (textOf(fields, "error_type") + " " + textOf(fields, "error_signature")).str()
             : textOf(fields, "problem_type").str();
}

static Json describeMemory(const store::Document &document) {
  Json memory = parseJson(document.data).value_or(Json::object());
  const auto *kind =
      llvm::find_if(kinds, [&](const Kind &one) { return one.collection == document.collection; });
  memory["id"] = document.id;
  memory["kind"] = kind == std::end(kinds) ? "" : kind->name.str();
  memory["usage_count"] = document.uses;
  memory["created"] = timeText(document.created / 1000);
  return memory;
}

/// Updates fields from a body; returns the body's fault, if any.
static std::optional<std::string> setFields(const Kind &kind, const Json &body, Json &fields) {
  for (const auto &[name, value] : body.items()) {
    if (name == "kind")
      continue;
    const bool isMessage = kind.name == "failure" && name == "error_message";
    if (!value.is_string() || (!isMessage && !llvm::is_contained(kind.fields, name)))
      return "a " + kind.name.str() + " has texts: " + llvm::join(kind.fields, ", ");
    const std::string &text = value.get_ref<const std::string &>();
    if (!isMessage && name != "error_signature") {
      fields[name] = text;
      continue;
    }
    fields["error_signature"] = signatureOf(text);
    if (const auto [type, rest] = llvm::StringRef(text).split(':');
        !rest.empty() && !type.contains(' ') && !body.contains("error_type"))
      fields["error_type"] = type.str();
  }
  if (textOf(fields, kind.fields.front().data()).empty())
    return "`" + kind.fields.front().str() + "` is missing";
  return std::nullopt;
}

static void keep(App &app, const SharedCall &call, const Kind &kind, store::Document document,
                 const Json &fields, unsigned status) {
  document.data = printJson(fields, /*indented=*/false);
  app.runs().knowledge().put(call->key.tenant, document, {searchedText(kind, fields)},
                             [call, document, status](llvm::Expected<size_t> kept) {
                               if (call->orFail(std::move(kept)))
                                 call->answer(status, describeMemory(document));
                             });
}

void addMemory(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  if (!body)
    return;
  const Kind *kind = kindOf(textOf(*body, "kind"));
  Json fields = Json::object();
  const std::optional<std::string> fault =
      kind ? setFields(*kind, *body, fields) : "`kind` is `pattern` or `failure`";
  if (fault)
    return call->refuse(400, *fault);
  if (!hasRoomForPassages(app, call))
    return;
  store::Document document;
  document.id = "mem_" + randomHex(12);
  document.collection = kind->collection.str();
  document.created = store::eventTime();
  keep(app, call, *kind, std::move(document), fields, 201);
}

std::optional<store::Document> namedMemory(App &app, const SharedCall &call) {
  static constexpr llvm::StringLiteral missing = "there is no such memory";
  std::optional<store::Document> document = call->orMissing(
      app.runs().knowledge().store().find(call->key.tenant, call->parameters.front()), missing);
  if (document && !llvm::StringRef(document->collection).starts_with(memoryPrefix)) {
    call->refuse(404, missing);
    return std::nullopt;
  }
  return document;
}

void changeMemory(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  const std::optional<store::Document> document = body ? namedMemory(app, call) : std::nullopt;
  if (!document)
    return;
  Json fields = parseJson(document->data).value_or(Json::object());
  const auto *kind =
      llvm::find_if(kinds, [&](const Kind &one) { return one.collection == document->collection; });
  if (const std::optional<std::string> fault = setFields(*kind, *body, fields))
    return call->refuse(400, *fault);
  keep(app, call, *kind, *document, fields, 200);
}

void removeMemory(App &app, const SharedCall &call) {
  const std::optional<store::Document> document = namedMemory(app, call);
  if (!document)
    return;
  if (call->orFail(app.runs().knowledge().store().remove(call->key.tenant, document->id)))
    call->answer({204, {}, ""});
}

/// Answers with memories and the rates of searches for them.
static void answerMemories(App &app, const SharedCall &call, Json body) {
  std::optional<Json> rates = call->orFail(memoryRates(app, call->key.tenant));
  if (!rates)
    return;
  body["rates"] = std::move(*rates);
  call->answer(200, body);
}

/// Counts a search of these collections and answers with its results.
static void answerFound(App &app, const SharedCall &call, llvm::ArrayRef<std::string> collections,
                        llvm::ArrayRef<store::Found> all) {
  Json list = Json::array();
  std::vector<std::string> found;
  for (const store::Found &one : all) {
    Json memory = describeMemory(one.document);
    memory["score"] = one.score;
    memory["similarity"] = one.similarity;
    list.push_back(std::move(memory));
    found.push_back(one.document.collection);
  }
  const std::string id = "search_" + randomHex(12);
  if (llvm::Error error =
          app.runs().knowledge().store().countSearch(call->key.tenant, id, collections, found))
    return call->fail(std::move(error));
  answerMemories(app, call, {{"memories", std::move(list)}, {"search", id}});
}

void searchMemory(App &app, const SharedCall &call) {
  const std::optional<std::string> kindName = call->query("kind"), query = call->query("query");
  const Kind *kind = kindName ? kindOf(*kindName) : nullptr;
  store::Question question;
  const std::optional<std::string> limit = call->query("limit");
  if ((kindName && !kind) || (limit && (!llvm::to_integer(*limit, question.most, 10) ||
                                        question.most < 1 || question.most > mostMemoriesFound)))
    return call->refuse(400, "`kind` is `pattern` or `failure`, `limit` a number from 1 to 50");
  for (const Kind &one : kinds)
    if (!kind || kind == &one)
      question.collections.push_back(one.collection.str());
  if (!query || query->empty()) {
    std::optional<std::vector<store::Document>> all =
        call->orFail(app.runs().knowledge().store().list(
            call->key.tenant, kind ? llvm::StringRef(kind->collection) : "", mostMemoriesListed));
    if (!all)
      return;
    llvm::erase_if(*all, [&](const store::Document &one) {
      return !llvm::is_contained(question.collections, one.collection);
    });
    Json list = Json::array();
    for (const store::Document &document : *all)
      list.push_back(describeMemory(document));
    return answerMemories(app, call, {{"memories", std::move(list)}});
  }
  question.text = kind && kind->name == "failure" ? signatureOf(*query) : *query;
  question.countsUses = true;
  const std::vector<std::string> collections = question.collections;
  app.runs().knowledge().search(
      call->key.tenant, std::move(question),
      [&app, call, collections](llvm::Expected<std::vector<store::Found>> found) {
        if (const auto all = call->orFail(std::move(found)))
          answerFound(app, call, collections, *all);
      });
}

} // namespace agentc::serve
