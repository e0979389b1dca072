#ifndef AGENTC_TOOLPROTOCOL_TOOLREQUEST_H
#define AGENTC_TOOLPROTOCOL_TOOLREQUEST_H

#include "agentc/ToolProtocol/RunImage.h"
#include "agentc/ToolProtocol/ScriptedAnswer.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace agentc {

/// A folder of the host, with all in it, or a file, which a person granted.
struct FileGrant {
  std::string path;    ///< absolute: how the call names it
  std::string folder;  ///< where it is on the host; or a file
  bool writes = false; ///< else it is only read
  /// Bytes that the folder may hold; std::nullopt: as many as the host lets it.
  std::optional<uint64_t> most;
  bool operator==(const FileGrant &) const = default;
};

/// A variable of the environment whose value a call never sees: the broker puts it into requests.
struct SecretGrant {
  std::string name;
  std::string value;
  std::vector<std::string> hosts;   ///< patterns, see Net's HostPattern
  std::vector<std::string> headers; ///< that may carry it, in lower case
  bool operator==(const SecretGrant &) const = default;
};

/// Tells why a text cannot be a secret's value: it must fit into a header, and be long enough to be
/// recognized where a server gives it back. std::nullopt if it can.
std::optional<std::string> findSecretFault(llvm::StringRef value);

/// The means that the sandbox lets one call use.
struct Grant {
  struct Variable {
    std::string name;
    std::string value;
    bool operator==(const Variable &) const = default;
  };
  std::vector<std::string> hosts; ///< patterns, see Net's HostPattern
  std::vector<Variable> environment;
  std::vector<SecretGrant> secrets;
  std::vector<std::string> modules; ///< of the bundle's own `node_modules`
  bool privateAddresses = false;    ///< hosts may be on the machine itself and on local networks
  std::vector<std::string> resolve; ///< `HOST:PORT:ADDRESS`, see Net's ResolvedHost
  std::string authorities;          ///< PEM: trusted beside the machine's own
  std::vector<FileGrant> files;
  bool operator==(const Grant &) const = default;
};

/// The limits of a call (and, by itself, of the load before it).
struct CallLimits {
  uint64_t wallMs = 30000;
  uint64_t cpuMs = 30000;
  uint64_t memoryBytes = 128ull << 20; ///< heap and buffers together
  uint64_t resultBytes = 8ull << 20;
  uint64_t logLines = 10000;
  uint64_t logBytes = 1ull << 20;
  uint64_t requests = 64;
  uint64_t fetchMs = 10000;             ///< one request with its redirects, to the answer's end
  uint64_t responseBytes = 32ull << 20; ///< one answer, decoded
  uint64_t savedBytes = 64ull << 20;    ///< deliverables and assets together
  uint64_t eventBytes = 8ull << 20;     ///< of events, metrics and questions to services
  uint64_t messages = 10000;            ///< how many of them
  uint64_t serviceMs = 5000;            ///< CPU time that answering them takes
  bool operator==(const CallLimits &) const = default;
};

/// The context that handlers find in `ctx`, and BaseAgent classes in their constructor. JSON texts;
/// an empty one is left out.
struct CallContext {
  std::string config; ///< an object
  std::string agent;  ///< an object, such as `{"slug":"…"}`
  std::string organizationSlug;
  std::string conversationId;
  std::string userId;
  /// Whose the conversations are, whatever input and configuration say; calls of several share no
  /// history. The tool is not told.
  std::string tenant;
};

/// One line to the sandbox.
struct ToolRequest {
  enum class Mode {
    Call,    ///< load the image, call one tool
    Prepare, ///< load the image, so that calls of the same grant find it loaded
    Load     ///< compile every module, evaluate the entry, list what it defines
  };
  std::string id; ///< comes back in the report
  Mode mode = Mode::Call;
  SharedImage image = std::make_shared<RunImage>();
  /// None: the handler, `processMessage` of a BaseAgent, or the only tool.
  std::optional<std::string> tool;
  std::string input = "{}"; ///< JSON text
  CallContext context;
  std::string platform; ///< a platform file's JSON, see PlatformScript; empty: what is embedded
  /// Services that the client answers, while the call waits: `llm.chat`, `history.get`, … Only a
  /// request with an id can have some.
  std::vector<std::string> asks;
  bool streamEvents = false; ///< each event is told as it happens, too
  bool streamLogs = false;   ///< so is each line of the logs, as an event `log`
  /// True if the report is wanted brief, see `briefReportToJson`.
  bool isBrief = false;
  /// False if nobody asks how much of processor and memory the call used: the report says 0 then.
  bool isMeasured = true;
  Grant grant;
  CallLimits limits;
  /// The answers given instead of a network, which is then not there.
  std::optional<std::vector<ScriptedAnswer>> answers;
};

/// Bytes beyond which a request is refused unread.
inline constexpr uint64_t maxRequestBytes = 256ull << 20;

/// Schema `agentc.request/1`. The input is written as `inputText`, so that no number changes on
/// its way; reading also accepts any JSON value as `input`.
Json requestToJson(const ToolRequest &request);

/// Images that a sandbox keeps of those that were sent ahead: the last ones that were named.
inline constexpr size_t mostImagesAhead = 64;

/// The image that was sent ahead by that digest; null if there is none.
using ImageFinder = llvm::function_ref<SharedImage(llvm::StringRef digest)>;

/// The request whose common part was sent ahead by that name; null if there is none.
using CommonFinder = llvm::function_ref<const ToolRequest *(llvm::StringRef name)>;

/// Strict and bounded, as sentAhead; limits must lie in their ranges (memory 16 MB to 4 GB,
/// times 1 ms to 1 hour).
llvm::Expected<ToolRequest> requestFromJson(const Json &json, ImageFinder sent = nullptr,
                                            CommonFinder common = nullptr);

/// The part of a request that calls of a package have in common, whichever tool they call: image,
/// platform, services to ask the client for, grant and limits. Sent ahead, so that the requests
/// name it.
struct CommonPart {
  std::string name; ///< of the sender's choice; the same again replaces what it named
  ToolRequest request;
};
inline constexpr const char *commonSchema = "agentc.common/1";
/// Common parts that a sandbox keeps: the last ones that were named.
inline constexpr size_t mostCommonParts = 64;

/// Schema `agentc.common/1`.
Json commonToJson(const CommonPart &part);
/// Strict and bounded, as `requestFromJson`.
llvm::Expected<CommonPart> commonFromJson(const Json &json, ImageFinder sent);
/// A request that names the common part.
Json requestToJson(const ToolRequest &request, const std::string &common);
/// True if two requests of images that are sent ahead have the common part in common.
bool haveInCommon(const ToolRequest &one, const ToolRequest &other);

} // namespace agentc

#endif
