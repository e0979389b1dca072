// Any bytes are a line between agentc and the sandbox: reading it ends, and what is read is written
// as it was read.
#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>

using namespace agentc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  const std::optional<Json> json = parseJson({reinterpret_cast<const char *>(bytes), size});
  if (!json)
    return 0;
  if (llvm::Expected<ToolRequest> request = requestFromJson(*json)) {
    const Json written = requestToJson(*request);
    llvm::Expected<ToolRequest> again = requestFromJson(written);
    if (!again || requestToJson(*again) != written)
      std::abort();
  } else {
    llvm::consumeError(request.takeError());
  }
  if (llvm::Expected<CommonPart> part = commonFromJson(*json, nullptr)) {
    const Json written = commonToJson(*part);
    llvm::Expected<CommonPart> again = commonFromJson(written, nullptr);
    if (!again || commonToJson(*again) != written)
      std::abort();
  } else {
    llvm::consumeError(part.takeError());
  }
  if (llvm::Expected<ToolReport> report = reportFromJson(*json)) {
    const Json written = reportToJson(*report);
    llvm::Expected<ToolReport> again = reportFromJson(written);
    if (!again || reportToJson(*again) != written)
      std::abort();
  } else {
    llvm::consumeError(report.takeError());
  }
  return 0;
}
