#ifndef AGENTC_TOOLPROTOCOL_TOOLREPORT_H
#define AGENTC_TOOLPROTOCOL_TOOLREPORT_H

#include "agentc/Support/Json.h"
#include "agentc/ToolProtocol/ScriptedAnswer.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// One kind of use that a call made of a file or folder that a person granted.
struct FileUse {
  std::string operation; ///< `open`, `read`, `write`, `list`, …
  std::string path, dest;
  std::string code; ///< an errno's name, if it failed
  uint64_t times = 1;
  uint64_t bytes = 0;
};

/// How a call ended. Those from TimeLimit on are the broker's and the kernel's word alone.
enum class Outcome {
  Ok,
  LoadFailed,    ///< the top level did not compile or threw
  Threw,         ///< the tool threw, or its promise was rejected
  Unsettled,     ///< a promise that nothing can settle
  Denied,        ///< threw because the sandbox refused a host or a module
  InvalidInput,  ///< no such tool, or input that is not JSON or does not fit the tool's own schema
  InvalidResult, ///< what was returned has no JSON or does not fit the tool's own schema
  TimeLimit,     ///< wall time, also when CPU and wall time run out together
  CpuLimit,
  MemoryLimit,
  OutputLimit, ///< result, logs, requests, events or what was saved
  Crashed
};

/// `ok`, `load-failed`, …
llvm::StringRef outcomeName(Outcome outcome);
std::optional<Outcome> outcomeFromName(llvm::StringRef name);

/// An error with its stack in the bundle's own positions (`at f (index.js:3:7)`).
struct ToolError {
  std::string name;
  std::string message;
  std::string stack;
};

struct LogLine {
  std::string level; ///< `log`, `info`, `warn`, `error`, `debug`
  std::string text;
};

/// One exchange with a server.
struct NetworkHop {
  std::string method;
  std::string url; ///< at most 2048 bytes of it
  std::string host;
  std::string address; ///< that was connected to, or refused; empty if it came to neither
  uint32_t status = 0; ///< 0: no answer
  /// Names of secrets that were put into it, and of those whose placeholders went as they were,
  /// because the manifest names another host or header.
  std::vector<std::string> secrets, withheld;
};

/// A request that the tool made, and what became of it.
struct NetworkRequest {
  enum class Outcome {
    Unfinished, ///< the call ended before it
    Answered,   ///< to the end
    Stopped,    ///< by the tool
    Failed,     ///< `code` says how
    Denied      ///< the request, or a redirect of it
  };
  NetworkHop first;
  std::vector<NetworkHop> redirects;
  Outcome outcome = Outcome::Unfinished;
  std::string code;   ///< as Node's errors name it
  uint64_t bytes = 0; ///< of all answers, decoded
};

/// `unfinished`, `answered`, …
llvm::StringRef outcomeName(NetworkRequest::Outcome outcome);
/// A part of a call that a chat shows while it runs.
struct CallEvent {
  std::string name; ///< `thinking`, `tool_call`, `delta`, `complete`, `error`
  std::string data; ///< JSON text of an object
};

/// A buffer that a call saved.
struct SavedAsset {
  std::string id;                      ///< made of its content
  std::string filename, mime, subpath; ///< as the tool said
  std::string sha256;
  uint64_t size = 0;
  std::string file; ///< in the folder of `--out`; empty without one
};

/// The attempts of a call, as the sandbox saw them.
struct ObservedAccess {
  std::vector<std::string> hosts;
  std::vector<std::string> environment;
  std::vector<std::string> modules;
  std::vector<std::string> files; ///< paths of the host that were not granted
};

struct Usage {
  double wallMs = 0;
  double cpuMs = 0;
  /// Resident, with what it shares with other processes: of V8's code alone some 45 MB.
  uint64_t peakMemoryBytes = 0;
};

/// The sandbox's record of compiling and loading a bundle.
struct LoadReport {
  struct Module {
    std::string path;
    bool compiled = false;
    std::string message; ///< why not
    uint32_t line = 0;   ///< from 1; 0: no place
    uint32_t column = 0;
  };
  struct Export {
    std::string name;
    std::string kind; ///< `function`, `class`, `object`, `string`, …
  };
  /// The place that a location of the image leads to.
  struct Definition {
    std::string id;       ///< the location's name
    bool reached = false; ///< a tool: it leads to something callable; an agent: to an object
    std::string error;    ///< `Name: message` of what was thrown on the way
    std::string stack;    ///< of that
    std::string lacking;  ///< what the error asked for, which the sandbox does not have
    std::string fields;   ///< JSON text of an object: what it says of itself
    std::vector<std::string> unsaid; ///< fields that are there but no plain data
    bool unloaded = false;           ///< the error is of a module that the entry does not import
    std::string maker;       ///< of ToolLocation::makers, the one whose call made it, or the last
    std::string makerFailed; ///< `Name: message` of what calling that ended with, unless reached
  };
  /// A tool or agent in reach of the entry's exports to which no location leads.
  struct Extra {
    std::string path; ///< `default.tools[1]`
    std::string name;
  };
  std::vector<Module> modules;
  std::vector<Export> exports;
  std::vector<Definition> tools;
  std::vector<Definition> agents;
  std::vector<Extra> extras;
  /// The modules or services for whose lack the load ended; whatever was defined before is
  /// there all the same if the outcome is Ok, and `lackingStack` says where it ended.
  std::string lacking, lackingStack;
};

/// The answer to one request.
struct ToolReport {
  std::string id;
  Outcome outcome = Outcome::Crashed;
  std::string phase;  ///< `load` or `call`: where it ended; empty if nothing was started
  std::string result; ///< JSON text; empty unless Ok
  std::optional<ToolError> error;
  std::vector<LogLine> logs;
  std::vector<CallEvent> events;
  std::vector<NetworkRequest> requests;
  std::vector<std::string> deliverables; ///< JSON texts of objects, as the tool got them
  std::vector<SavedAsset> assets;
  std::vector<std::string> metrics; ///< JSON texts of objects
  std::vector<FileUse> files;       ///< in the order of each's first time
  uint64_t untoldFiles = 0;         ///< operations beyond those that are listed
  ObservedAccess observed;
  Usage usage;
  std::optional<LoadReport> load;          ///< of a Load request
  std::vector<ScriptedExchange> exchanges; ///< of a request that brought answers
};

/// Schema `agentc.run/1`. `inferred` (schema `agentc.access/1`) stands beside what was observed.
Json reportToJson(const ToolReport &report, const Json *inferred = nullptr);
/// The same without the members that are empty, and with the result's text as `resultText`: it is
/// not parsed on its way. Read as the other.
Json briefReportToJson(const ToolReport &report);
llvm::Expected<ToolReport> reportFromJson(const Json &json);

/// Schema `agentc.event/1`: an event of the call `id` (which may be empty) as it is told while the
/// call runs.
Json eventToJson(llvm::StringRef id, const CallEvent &event);
/// Nothing if it is not an event.
std::optional<CallEvent> eventFromJson(const Json &json);

} // namespace agentc

#endif
