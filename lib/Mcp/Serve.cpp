#include "agentc/Mcp/Serve.h"

#include "HttpService.h"
#include "Stdio.h"

#include <cerrno>
#include <csignal>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

namespace {

llvm::Error machineFailed(const char *what) {
  return llvm::createStringError(std::error_code(errno, std::generic_category()), "%s", what);
}

/// Has the sandbox load the image that most tools share, before the first call.
void warm(const Offer &offer, ToolClient &sandbox) {
  std::map<std::string, std::pair<unsigned, const ToolRequest *>> kinds;
  for (const OfferedTool &tool : offer.tools) {
    Json request = requestToJson(tool.request);
    request.erase("tool");
    auto &[count, first] = kinds[printJson(request, /*indented=*/false)];
    ++count;
    first = first ? first : &tool.request;
  }
  const ToolRequest *most = nullptr;
  unsigned times = 0;
  for (const auto &[kind, found] : kinds)
    if (found.first > times)
      std::tie(times, most) = found;
  if (!most)
    return;
  ToolRequest request = *most;
  request.mode = ToolRequest::Mode::Prepare;
  sandbox.call(std::move(request), [](const CallEvent &) {}, [](const ToolReport &) {});
}

/// A file's bytes for as long as the process lives.
llvm::Expected<llvm::StringRef> mapped(int descriptor) {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0)
    return machineFailed("no offer");
  const auto size = static_cast<size_t>(status.st_size);
  void *bytes = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : nullptr;
  if (bytes == MAP_FAILED)
    return machineFailed("no memory for the offer");
  return llvm::StringRef(static_cast<const char *>(bytes), size);
}

} // namespace

llvm::Error serveOffer(int offered, ToolProcess process, const OnServing &onServing) {
  signal(SIGPIPE, SIG_IGN);
  llvm::Expected<llvm::StringRef> text = mapped(offered);
  if (!text)
    return text.takeError();
  close(offered);
  auto [line, rest] = text->split('\n');
  llvm::Expected<Offer> offer = readOffer(line);
  if (!offer)
    return offer.takeError();
  // The protocol has no place for a call's usage.
  for (OfferedTool &tool : offer->tools)
    tool.request.isMeasured = false;
  if (offer->methods)
    offer->methods->request.isMeasured = false;
  ToolClient sandbox(std::move(process), offer->sandbox);
  for (const std::string &digest : offer->images) {
    const size_t end = rest.find('\n') + 1;
    sandbox.addImage(digest, rest.take_front(end));
    rest = rest.drop_front(end);
  }
  warm(*offer, sandbox);
  if (offer->http)
    return serveHttp(*offer, sandbox, onServing);
  serveStdio(*offer, sandbox);
  return llvm::Error::success();
}

} // namespace agentc
