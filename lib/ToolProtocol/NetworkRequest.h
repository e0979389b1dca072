#ifndef AGENTC_LIB_TOOLPROTOCOL_NETWORKREQUEST_H
#define AGENTC_LIB_TOOLPROTOCOL_NETWORKREQUEST_H

#include "MemberReader.h"

#include "agentc/ToolProtocol/ToolReport.h"

namespace agentc {

Json networkRequestToJson(const NetworkRequest &request);
/// Reads what networkRequestToJson wrote from the members of `reader`.
void readNetworkRequest(MemberReader &reader, NetworkRequest &request);

} // namespace agentc

#endif
