#include "agentc/Mcp/Offer.h"

namespace agentc {

static constexpr const char *offerSchema = "agentc.offer/1";

static Json toolToJson(const OfferedTool &tool) {
  return {{"name", tool.name},
          {"definition", tool.definition},
          {"request", requestToJson(tool.request)},
          {"speaksMcp", tool.speaksMcp},
          {"reach", tool.reach},
          {"needsApproval", tool.needsApproval}};
}

std::string offerLine(const Offer &offer) {
  Json tools = Json::array();
  for (const OfferedTool &tool : offer.tools)
    tools.push_back(toolToJson(tool));
  const SandboxFlags &sandbox = offer.sandbox;
  Json json = {{"schema", offerSchema},
               {"name", offer.name},
               {"version", offer.version},
               {"instructions", offer.instructions},
               {"sandbox",
                {{"jitless", sandbox.jitless},
                 {"requireFull", sandbox.requireFull},
                 {"fewCalls", sandbox.fewCalls}}},
               {"tools", std::move(tools)},
               {"images", offer.images}};
  if (offer.methods)
    json["methods"] = {{"resources", offer.methods->resources},
                       {"prompts", offer.methods->prompts},
                       {"completions", offer.methods->completions},
                       {"lists", offer.methods->lists},
                       {"request", requestToJson(offer.methods->request)}};
  if (const std::optional<HttpPlace> &place = offer.http)
    json["http"] = {{"address", place->address},
                    {"port", place->port},
                    {"token", place->token},
                    {"hosts", place->hosts},
                    {"origins", place->origins}};
  if (offer.entry)
    json["entry"] = toolToJson(*offer.entry);
  return printJson(json, /*indented=*/false) + "\n";
}

/// A request whose image comes ahead.
static llvm::Expected<ToolRequest> readRequest(const Json &json) {
  return requestFromJson(json, [](auto digest) {
    auto image = std::make_shared<RunImage>();
    image->digest = digest.str();
    return image;
  });
}

static llvm::Expected<OfferedTool> readTool(const Json &json) {
  OfferedTool tool;
  tool.name = json["name"].get<std::string>();
  tool.definition = json["definition"];
  tool.speaksMcp = json["speaksMcp"].get<bool>();
  tool.reach = json["reach"].get<std::string>();
  tool.needsApproval = json["needsApproval"].get<bool>();
  llvm::Expected<ToolRequest> request = readRequest(json["request"]);
  if (!request)
    return request.takeError();
  tool.request = std::move(*request);
  return tool;
}

llvm::Expected<Offer> readOffer(llvm::StringRef line) {
  std::optional<Json> json = parseJson(line);
  if (!json || !json->is_object() || json->value("schema", Json()) != Json(offerSchema))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "`agentc mcp` starts this program, with what it offers");
  Offer offer;
  offer.name = (*json)["name"].get<std::string>();
  offer.version = (*json)["version"].get<std::string>();
  offer.instructions = (*json)["instructions"].get<std::string>();
  const Json &sandbox = (*json)["sandbox"];
  offer.sandbox.jitless = sandbox["jitless"].get<bool>();
  offer.sandbox.requireFull = sandbox["requireFull"].get<bool>();
  offer.sandbox.fewCalls = sandbox["fewCalls"].get<bool>();
  for (const Json &each : (*json)["tools"]) {
    llvm::Expected<OfferedTool> tool = readTool(each);
    if (!tool)
      return tool.takeError();
    offer.tools.push_back(std::move(*tool));
  }
  if (auto methods = json->find("methods"); methods != json->end()) {
    llvm::Expected<ToolRequest> request = readRequest((*methods)["request"]);
    if (!request)
      return request.takeError();
    offer.methods =
        OfferedMethods{(*methods)["resources"].get<bool>(), (*methods)["prompts"].get<bool>(),
                       (*methods)["completions"].get<bool>(), std::move(*request),
                       (*methods)["lists"].get<std::map<std::string, std::vector<Json>>>()};
  }
  if (auto http = json->find("http"); http != json->end())
    offer.http = HttpPlace{(*http)["address"].get<std::string>(), (*http)["port"].get<uint16_t>(),
                           (*http)["token"].get<std::string>(),
                           (*http)["hosts"].get<std::vector<std::string>>(),
                           (*http)["origins"].get<std::vector<std::string>>()};
  if (auto entry = json->find("entry"); entry != json->end()) {
    llvm::Expected<OfferedTool> tool = readTool(*entry);
    if (!tool)
      return tool.takeError();
    offer.entry = std::move(*tool);
  }
  offer.images = (*json)["images"].get<std::vector<std::string>>();
  return offer;
}

} // namespace agentc
