#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace agentc;

static ToolRequest makeRequest() {
  ToolRequest request;
  request.id = "7";
  RunImage image;
  image.entry = "index.js";
  image.style = BundleStyle::Tools;
  image.modules = {{"index.js", ModuleFormat::CommonJs, "module.exports = {}"},
                   {"lib/a.mjs", ModuleFormat::Esm, "export {}"},
                   {"data.json", ModuleFormat::Json, "{}"}};
  image.links = {{"index.js", "./a", "lib/a.mjs"}};
  image.imports = {{"zod", {"z"}}};
  image.tools = {{"search", "", {ToolStep::member("tools"), ToolStep::element(2)}},
                 {"other", "lib/a.mjs", {ToolStep::instance(), ToolStep::named("x")}}};
  image.tools[1].made = MadeAt{"lib/a.mjs", 1, 2, 3, 4, "other"};
  image.tools[0].inputSchema = R"({"type":"object"})";
  image.tools[0].outputSchema = R"({"type":"string"})";
  image.tools[0].outputMember = "structuredContent";
  request.image = std::make_shared<RunImage>(std::move(image));
  request.tool = "search";
  request.input = R"({"number":-0,"big":12345678901234567890123})";
  request.context.config = R"({"a":1})";
  request.context.userId = "u";
  request.grant.hosts = {"*.example.com"};
  request.grant.environment = {{"KEY", "value"}};
  request.limits.wallMs = 5;
  request.limits.savedBytes = 6;
  request.platform =
      R"({"llm":{"answers":[{"when":"a","toolCalls":[{"name":"b","arguments":{}}]}]}})";
  request.streamEvents = true;
  request.streamLogs = true;
  return request;
}

TEST(ToolRequest, SurvivesItsJson) {
  Json json = requestToJson(makeRequest());
  llvm::Expected<ToolRequest> read = requestFromJson(*parseJson(printJson(json)));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(requestToJson(*read), json);
  EXPECT_EQ(read->input, makeRequest().input);
}

TEST(ToolRequest, SurvivesBesideItsCommonPart) {
  ToolRequest whole = makeRequest();
  whole.isBrief = true;
  whole.isMeasured = false;
  auto image = std::make_shared<RunImage>(*whole.image);
  image->digest = "sha256:0";
  whole.image = image;
  llvm::Expected<CommonPart> part = commonFromJson(
      *parseJson(printJson(commonToJson({"3", whole}))), [&](llvm::StringRef) { return image; });
  ASSERT_TRUE(bool(part)) << llvm::toString(part.takeError());
  EXPECT_EQ(part->name, "3");
  EXPECT_TRUE(haveInCommon(part->request, whole));
  Json own = *parseJson(printJson(requestToJson(whole, "3")));
  auto read = [&](const Json &json) {
    return requestFromJson(json, nullptr, [&](llvm::StringRef name) {
      return name == part->name ? &part->request : nullptr;
    });
  };
  llvm::Expected<ToolRequest> again = read(own);
  ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
  EXPECT_EQ(requestToJson(*again), requestToJson(whole));
  own["limits"] = Json::object();
  EXPECT_EQ(llvm::toString(read(own).takeError()), "`limits` is unknown");
  own["common"] = "4";
  EXPECT_EQ(llvm::toString(read(own).takeError()), "`common` names nothing that was sent ahead");
  whole.grant.hosts.clear();
  EXPECT_FALSE(haveInCommon(part->request, whole));
}

static std::string failureOf(Json json) {
  llvm::Expected<ToolRequest> read = requestFromJson(json);
  return read ? "" : llvm::toString(read.takeError());
}

TEST(ToolRequest, RefusesWhatIsWrongByItsPlace) {
  Json good = requestToJson(makeRequest());
  EXPECT_EQ(failureOf(good), "");
  auto with = [&](const char *pointer, Json value) {
    Json bad = good;
    bad[Json::json_pointer(pointer)] = std::move(value);
    return failureOf(bad);
  };
  EXPECT_EQ(with("/schema", "agentc.request/2"), "`schema` is not `agentc.request/1`");
  EXPECT_EQ(with("/unknown", 1), "`unknown` is unknown");
  EXPECT_EQ(with("/limits/wallMs", -1), "`limits.wallMs` is not from 1 to 3600000");
  EXPECT_EQ(with("/limits/memoryBytes", 1),
            "`limits.memoryBytes` is not from 16777216 to 4294967296");
  EXPECT_EQ(with("/grant/hosts", "a.b"), "`grant.hosts` is not a list");
  EXPECT_EQ(with("/grant/environment/KEY", 1),
            "`grant.environment` has values that are not strings");
  EXPECT_EQ(with("/limits/cpuMs", 1.5), "`limits.cpuMs` is not a whole number");
  EXPECT_TRUE(llvm::StringRef(with("/context/configText", "{"))
                  .starts_with("`context.configText` is not JSON: "));
  EXPECT_EQ(with("/image/entry", "gone.js"),
            "`image.entry` is `gone.js`, which is not a module of the image");
  EXPECT_EQ(with("/image/modules/1/path", "../a"),
            "`image.modules[1].path` is not a normalized path");
  EXPECT_EQ(with("/image/modules/1/path", "index.js"), "`image.modules[1].path` is there twice");
  EXPECT_EQ(with("/image/modules/0/format", "wasm"),
            "`image.modules[0].format` is `wasm`, which is not one of its words");
  EXPECT_EQ(with("/image/links/0/target", "x"),
            "`image.links[0].target` is `x`, which is not a module of the image");
  EXPECT_EQ(with("/image/tools/0/path/0", Json::object()),
            "`image.tools[0].path[0].instance` is missing; a step has one of `member`, `index`, "
            "`named`, `instance`");
  EXPECT_EQ(failureOf(Json::array()), "the line is not an object");
}

TEST(ToolReport, SurvivesItsJson) {
  ToolReport report;
  report.outcome = Outcome::Denied;
  report.phase = "call";
  report.error = ToolError{"Error", "Host not allowed: a", "Error\n    at index.js:1:1"};
  report.logs = {{"warn", "text\x01"}};
  report.events = {{"delta", R"({"content":"a"})"}};
  report.deliverables = {R"({"id":"deliverable_1"})"};
  report.assets = {
      {"asset_1", "../a.png", "image/png", "generated", "00", 5, "assets/asset_1.png"}};
  report.metrics = {R"({"tokens":1})"};
  report.requests.push_back({{"GET", "https://a/", "a", "", 302, {}, {}},
                             {{"GET", "https://b/", "b", "10.0.0.1", 0, {}, {}}},
                             NetworkRequest::Outcome::Denied,
                             "ECONNREFUSED",
                             5});
  report.observed = {{"a"}, {"KEY"}, {"fs"}, {"/etc/passwd"}};
  report.files = {{"rename", "/a", "/b", "EXDEV", 2, 3}};
  report.usage = {1.5, 2.5, 4096};
  report.load.emplace();
  report.load->modules = {{"index.js", false, "no", 1, 2}};
  report.load->tools = {{"t",
                         true,
                         "",
                         "",
                         "",
                         R"({"parameters":{"type":"object"}})",
                         {"name"},
                         false,
                         "make",
                         "Error: no"}};
  report.load->agents = {
      {"a", false, "Error: no", "    at a.js:1:1", "zod", "{}", {}, true, "", ""}};
  report.load->extras = {{"default.tools[1]", "hidden"}};
  report.load->lacking = "zod";
  report.load->lackingStack = "    at a.js:1:1";
  Json json = reportToJson(report);
  llvm::Expected<ToolReport> read = reportFromJson(*parseJson(printJson(json)));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(reportToJson(*read), json);
}

TEST(ToolReport, SurvivesBriefly) {
  ToolReport report;
  report.outcome = Outcome::Ok;
  report.phase = "call";
  report.result = R"({"big":12345678901234567890123})";
  report.observed = {{}, {}, {"zod"}, {}};
  Json json = briefReportToJson(report);
  EXPECT_FALSE(json.contains("logs"));
  EXPECT_EQ(json["access"]["observed"], Json({{"modules", {"zod"}}}));
  llvm::Expected<ToolReport> read = reportFromJson(*parseJson(printJson(json)));
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->result, report.result);
  EXPECT_EQ(briefReportToJson(*read), json);
}

TEST(Outcome, HasOneNameEach) {
  for (int i = 0; i <= static_cast<int>(Outcome::Crashed); ++i) {
    Outcome outcome = static_cast<Outcome>(i);
    EXPECT_EQ(outcomeFromName(outcomeName(outcome)), outcome);
  }
  EXPECT_EQ(outcomeFromName("fine"), std::nullopt);
}
