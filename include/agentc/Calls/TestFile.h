#ifndef AGENTC_CALLS_TESTFILE_H
#define AGENTC_CALLS_TESTFILE_H

#include "agentc/Support/FileTree.h"
#include "agentc/Support/JsonSchema.h"
#include "agentc/ToolProtocol/ScriptedAnswer.h"
#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <map>
#include <nlohmann/json.hpp>

namespace agentc {

/// One example of a bundle: what is called, what answers it, what must come of it.
struct TestCase {
  std::string file;
  std::string name;
  std::optional<std::string> tool;
  std::string input = "{}"; ///< JSON text
  CallContext context;
  std::string platform; ///< JSON text of a platform file; empty: none
  std::map<std::string, std::string> environment;
  std::vector<ScriptedAnswer> answers;
  /// The matchers for the requests that one answer is for; `requests` is indexed like `answers`.
  /// Header names are in lower case.
  struct ExpectedRequest {
    std::map<std::string, Json> headers;
    std::optional<Json> body;
  };
  std::vector<ExpectedRequest> requests;
  std::optional<uint64_t> wallMs;
  Outcome outcome = Outcome::Ok;
  std::optional<Json> result, errorName, errorMessage, logs; ///< matchers
  std::string skip;                                          ///< why it is left out
};

/// The contents of a bundle's `tests/*.json`: files of schema `agentc.test/1`
/// (docs/schemas/test-1.schema.json). A mistake in a file becomes a fault of that file.
struct TestFiles {
  std::vector<TestCase> cases;
  struct Fault {
    std::string file;
    JsonFault what;
  };
  std::vector<Fault> faults;
  std::vector<std::string> others; ///< JSON files there that are not tests
};
TestFiles readTests(const FileTree &files);

} // namespace agentc

#endif
