#include "agentc/Calls/TestFile.h"
#include "agentc/Support/EmbeddedFile.h"
#include "agentc/Support/JsonMatch.h"
#include "agentc/ToolProtocol/PlatformScript.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

namespace agentc {

// The published schema is what files are read by.
AGENTC_EMBED(testSchema, AGENTC_TEST_SCHEMA)

namespace {

/// Reads the tests of one file, which the schema accepts.
class TestReader {
public:
  TestReader(TestFiles &result, std::string file) : result_(result), file_(std::move(file)) {}

  void read(const Json &json, const std::string &at, llvm::StringRef defaultName);

private:
  void fault(const std::string &at, std::string message) {
    result_.faults.push_back({file_, {at, std::move(message)}});
  }
  void checkMatcher(const Json &matcher, const std::string &at) {
    for (JsonFault &each : checkMatchers(matcher))
      fault(at + each.pointer, std::move(each.message));
  }
  std::optional<Json> matcher(const Json &json, const char *member, const std::string &at);
  void readContext(const Json &json, CallContext &context);
  void readPlatform(const Json &json, TestCase &test, const std::string &at);
  void readExpectation(const Json &json, TestCase &test, const std::string &at);
  void readExchange(const Json &json, TestCase &test, const std::string &at);
  void readResponse(const Json &json, ScriptedAnswer &answer, const std::string &at);

  TestFiles &result_;
  std::string file_;
};

std::optional<Json> TestReader::matcher(const Json &json, const char *member,
                                        const std::string &at) {
  auto found = json.find(member);
  if (found == json.end())
    return std::nullopt;
  checkMatcher(*found, at + "/" + member);
  return *found;
}

void TestReader::readContext(const Json &json, CallContext &context) {
  for (const auto &[key, value] : json.items()) {
    if (key == "config")
      context.config = printJson(value, /*indented=*/false);
    else if (key == "agent")
      context.agent = printJson(value, /*indented=*/false);
    else if (key == "organizationSlug")
      context.organizationSlug = value.get<std::string>();
    else if (key == "conversationId")
      context.conversationId = value.get<std::string>();
    else
      context.userId = value.get<std::string>();
  }
}

void TestReader::readExpectation(const Json &json, TestCase &test, const std::string &at) {
  test.result = matcher(json, "result", at);
  test.logs = matcher(json, "logs", at);
  if (auto error = json.find("error"); error != json.end()) {
    test.errorName = matcher(*error, "name", at + "/error");
    test.errorMessage = matcher(*error, "message", at + "/error");
    test.outcome = Outcome::Threw;
  }
  if (auto outcome = json.find("outcome"); outcome != json.end())
    test.outcome = *outcomeFromName(outcome->get<std::string>());
  if (test.outcome == Outcome::Ok && json.contains("error"))
    fault(at + "/error", "the outcome `ok` has no error");
  if (test.outcome != Outcome::Ok && test.result)
    fault(at + "/result", "only the outcome `ok` has a result");
}

void TestReader::readResponse(const Json &json, ScriptedAnswer &answer, const std::string &at) {
  bool hasType = false;
  int bodies = 0;
  for (const auto &[key, value] : json.items()) {
    bodies += key == "json" || key == "text" || key == "base64";
    if (key == "status") {
      answer.status = value.get<uint32_t>();
    } else if (key == "delay") {
      answer.delayMs = value.get<uint64_t>();
    } else if (key == "error") {
      answer.failure = value.get<std::string>();
    } else if (key == "text") {
      answer.body = value.get<std::string>();
    } else if (key == "json") {
      answer.body = printJson(value, /*indented=*/false);
    } else if (key == "base64") {
      std::vector<char> bytes;
      if (llvm::Error error = llvm::decodeBase64(value.get_ref<const std::string &>(), bytes))
        fault(at + "/base64", "no base64: " + llvm::toString(std::move(error)));
      answer.body.assign(bytes.begin(), bytes.end());
    } else {
      for (const auto &[name, header] : value.items()) {
        hasType = hasType || llvm::StringRef(name).equals_insensitive("content-type");
        for (const Json &one : header.is_array() ? header : Json::array({header}))
          answer.headers.emplace_back(name, one.get<std::string>());
      }
    }
  }
  if (bodies > 1)
    fault(at, "an answer has one of `json`, `text` and `base64`");
  if (json.contains("json") && !hasType)
    answer.headers.emplace_back("content-type", "application/json");
  if (!answer.failure.empty() && json.size() > 1u + json.contains("delay"))
    fault(at, "what fails has no answer beside its `error`");
}

void TestReader::readExchange(const Json &json, TestCase &test, const std::string &at) {
  ScriptedAnswer answer;
  TestCase::ExpectedRequest expected;
  const Json &request = json["request"];
  answer.method = llvm::StringRef(request.value("method", "GET")).upper();
  answer.url = request["url"].get<std::string>();
  if (request.contains("headers"))
    for (const auto &[name, value] : request["headers"].items()) {
      checkMatcher(value, at + "/request/headers/" + pointerStep(name));
      expected.headers[llvm::StringRef(name).lower()] = value;
    }
  expected.body = matcher(request, "body", at + "/request");
  if (auto times = json.find("times"); times != json.end())
    answer.times = times->is_string() ? 0 : times->get<uint32_t>();
  readResponse(json["response"], answer, at + "/response");
  test.answers.push_back(std::move(answer));
  test.requests.push_back(std::move(expected));
}

void TestReader::readPlatform(const Json &json, TestCase &test, const std::string &at) {
  llvm::Expected<PlatformScript> script = platformFromJson(json);
  if (!script)
    return fault(at, llvm::toString(script.takeError()));
  // A bundle must not have folders of this machine read.
  if (!script->knowledgeFolder.empty())
    return fault(at + "/rag/folder", "a test has `results`, no folder");
  test.platform = printJson(json, /*indented=*/false);
}

void TestReader::read(const Json &json, const std::string &at, llvm::StringRef defaultName) {
  TestCase test;
  test.file = file_;
  test.name = json.value("name", defaultName.str());
  if (json.contains("tool"))
    test.tool = json["tool"].get<std::string>();
  if (json.contains("input"))
    test.input = printJson(json["input"], /*indented=*/false);
  if (json.contains("context"))
    readContext(json["context"], test.context);
  if (json.contains("platform"))
    readPlatform(json["platform"], test, at + "/platform");
  if (json.contains("env"))
    for (const auto &[name, value] : json["env"].items())
      test.environment[name] = value.get<std::string>();
  if (json.contains("timeout"))
    test.wallMs = json["timeout"].get<uint64_t>();
  test.skip = json.value("skip", "");
  readExpectation(json["expect"], test, at + "/expect");
  size_t index = 0;
  if (json.contains("http"))
    for (const Json &exchange : json["http"])
      readExchange(exchange, test, at + "/http/" + std::to_string(index++));
  result_.cases.push_back(std::move(test));
}

const Json &testSchema() {
  static const Json schema = *parseJson(embedded(testSchemaBegin, testSchemaEnd));
  return schema;
}

/// Bundles keep other things in that folder too.
bool isTest(const Json &json) {
  auto schema = json.is_object() ? json.find("schema") : json.end();
  return schema != json.end() && schema->is_string() &&
         llvm::StringRef(schema->get_ref<const std::string &>()).starts_with("agentc.test/");
}

void readFile(const File &file, TestFiles &result) {
  JsonError error;
  std::optional<Json> json = parseJson(file.bytes, &error);
  if (!json) {
    result.faults.push_back({file.path, {"", "no JSON: " + error.message}});
    return;
  }
  if (!isTest(*json)) {
    result.others.push_back(file.path);
    return;
  }
  std::vector<JsonFault> faults = checkBySchema(testSchema(), *json, SchemaDraft::Draft202012);
  for (JsonFault &fault : faults)
    result.faults.push_back({file.path, std::move(fault)});
  if (!faults.empty())
    return;
  TestReader reader(result, file.path);
  if (!json->contains("tests"))
    return reader.read(*json, "",
                       llvm::StringRef(file.path).rsplit('/').second.drop_back(strlen(".json")));
  size_t index = 0;
  for (const Json &test : (*json)["tests"])
    reader.read(test, "/tests/" + std::to_string(index++), "");
}

} // namespace

TestFiles readTests(const FileTree &files) {
  TestFiles result;
  for (const auto &[path, file] : files.files())
    if (llvm::StringRef name = path;
        name.consume_front("tests/") && name.ends_with(".json") && !name.contains('/'))
      readFile(*file, result);
  // The tests of a file with faults are dropped: nobody can tell what they would have run.
  llvm::erase_if(result.cases, [&](const TestCase &test) {
    return llvm::any_of(result.faults,
                        [&](const TestFiles::Fault &fault) { return fault.file == test.file; });
  });
  return result;
}

} // namespace agentc
