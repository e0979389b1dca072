#include "Handlers.h"
#include "Knowledge/KnowledgeBase.h"
#include "Knowledge/KnowledgeQuestions.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"
#include "agentc/Store/Journal.h"
#include "agentc/Support/Digest.h"

namespace agentc::serve {

using models::memberOf;
using models::textOf;

static constexpr uint64_t mostPassages = 20000;
static constexpr unsigned mostDocumentsListed = 500, mostDocumentsFound = 50;
/// Memory is kept beside knowledge, under names that no category has.
static constexpr llvm::StringLiteral categoryPrefix = "knowledge:";

bool hasRoomForPassages(App &app, const SharedCall &call) {
  const std::optional<uint64_t> count =
      call->orFail(app.runs().knowledge().store().passages(call->key.tenant));
  if (!count)
    return false;
  if (*count < mostPassages)
    return true;
  call->refuse(409, "the tenant has as much knowledge as it may: " + std::to_string(*count) +
                        " passages");
  return false;
}

static Json describeDocument(const store::Document &document) {
  return {
      {"id", document.id},
      {"category", llvm::StringRef(document.collection).drop_front(categoryPrefix.size()).str()},
      {"title", document.title},
      {"metadata", parseJson(document.data).value_or(Json::object())},
      {"created", timeText(document.created / 1000)}};
}

void addKnowledge(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  if (!body)
    return;
  const std::string category = textOf(*body, "category").str(),
                    title = textOf(*body, "title").str();
  const std::vector<std::string> passages = cutText(textOf(*body, "content"));
  const Json *metadata = memberOf(*body, "metadata");
  if (category.empty() || category.size() > 128 || title.size() > 1024 || passages.empty() ||
      (metadata && !metadata->is_object()))
    return call->refuse(400, "`category` (up to 128 bytes) or `content` is missing, `title` is "
                             "longer than 1024 bytes, or `metadata` is not an object");
  if (!hasRoomForPassages(app, call))
    return;
  store::Document document;
  document.id = "doc_" + randomHex(12);
  document.collection = categoryPrefix.str() + category;
  document.title = title;
  document.data = printJson(metadata ? *metadata : Json::object(), /*indented=*/false);
  document.created = store::eventTime();
  const size_t count = passages.size();
  app.runs().knowledge().put(call->key.tenant, document, passages,
                             [call, document, count](llvm::Expected<size_t> embedded) {
                               const std::optional<size_t> kept = call->orFail(std::move(embedded));
                               if (!kept)
                                 return;
                               Json answer = describeDocument(document);
                               answer["passages"] = count;
                               answer["embedded"] = *kept;
                               call->answer(201, answer);
                             });
}

void listKnowledge(App &app, const SharedCall &call) {
  const std::optional<std::string> category = call->query("category");
  std::optional<std::vector<store::Document>> all =
      call->orFail(app.runs().knowledge().store().list(
          call->key.tenant, category ? categoryPrefix.str() + *category : "", mostDocumentsListed));
  if (!all)
    return;
  Json list = Json::array();
  for (const store::Document &document : *all)
    if (llvm::StringRef(document.collection).starts_with(categoryPrefix))
      list.push_back(describeDocument(document));
  call->answer(200, {{"documents", std::move(list)}});
}

void removeKnowledge(App &app, const SharedCall &call) {
  const std::optional<bool> removed = call->orFail(
      app.runs().knowledge().store().remove(call->key.tenant, call->parameters.front()));
  if (removed && *removed)
    return call->answer({204, {}, ""});
  if (removed)
    call->refuse(404, "there is no such document");
}

std::variant<store::Question, std::string> knowledgeQuestion(const Json &body) {
  store::Question question;
  question.text = textOf(body, "query").str();
  // Memory has a route of its own.
  question.prefix = categoryPrefix.str();
  const Json *categories = memberOf(body, "categoryIds"), *limit = memberOf(body, "limit");
  if (question.text.empty())
    return "`query` is not a text";
  if ((categories && !categories->is_null() && !categories->is_array()) ||
      (limit && !limit->is_null() &&
       (!limit->is_number_unsigned() || *limit < 1 || *limit > mostDocumentsFound)))
    return "`categoryIds` is not a list, or `limit` not a whole number from 1 to 50";
  if (limit && limit->is_number_unsigned())
    question.most = limit->get<unsigned>();
  for (const Json &category : categories && categories->is_array() ? *categories : Json::array())
    if (category.is_string())
      question.collections.push_back(categoryPrefix.str() + category.get<std::string>());
  return question;
}

Json knowledgeResults(llvm::ArrayRef<store::Found> all, double threshold) {
  Json results = Json::array();
  for (const store::Found &found : all) {
    if (threshold > 0 && found.similarity < threshold)
      continue;
    Json result = describeDocument(found.document);
    result["content"] = found.text;
    result["score"] = found.score;
    result["similarity"] = found.similarity;
    results.push_back(std::move(result));
  }
  return results;
}

void searchKnowledge(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  if (!body)
    return;
  auto question = knowledgeQuestion(*body);
  if (const auto *fault = std::get_if<std::string>(&question))
    return call->refuse(400, *fault);
  const Json threshold = body->value("threshold", Json(0));
  app.runs().knowledge().search(call->key.tenant, std::get<store::Question>(std::move(question)),
                                [call, least = threshold.is_number() ? threshold.get<double>() : 0](
                                    llvm::Expected<std::vector<store::Found>> found) {
                                  if (const auto all = call->orFail(std::move(found)))
                                    call->answer(200, {{"results", knowledgeResults(*all, least)}});
                                });
}

} // namespace agentc::serve
