#ifndef AGENTC_LIB_RUNTIME_CALLFRAMES_H
#define AGENTC_LIB_RUNTIME_CALLFRAMES_H

#include "Channel.h"
#include "Secrets/Secrets.h"

#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// Why a request needs no process to be refused.
std::optional<std::string> findMistake(const ToolRequest &request);
/// Calls share a package's process only if their key is the same: the image, the grant, the limits.
class PackageKeys {
public:
  std::string keyOf(const ToolRequest &request);

private:
  struct Parts {
    SharedImage image;
    Grant grant;
    CallLimits limits;
  };
  /// Of the last request, and if two had the same what they had: comparing that takes a fraction of
  /// making the key.
  std::string last_;
  std::optional<Parts> parts_;
};
/// Has a package's process load a request's image; its environment has the placeholders.
void postLoad(Channel &channel, const ToolRequest &request, const Placeholders &placeholders);
/// Has a call's process call the request's tool; the placeholders replace those of the load.
void postCall(Channel &channel, const ToolRequest &request, const Placeholders &placeholders);
/// A call of the request's shape that says nothing of it: what a package's process goes through so
/// that calls find made what V8 makes for the first.
std::string rehearsalOf(const ToolRequest &request);
/// Reads the prelude's report of a load from its JSON text; ignores a malformed report.
void readLoadReport(const std::string &text, LoadReport &load);

} // namespace agentc

#endif
