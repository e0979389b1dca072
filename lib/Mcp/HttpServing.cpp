#include "HttpService.h"

#include <csignal>

namespace agentc {

/// How long answers that are on their way may take once a signal ends the server.
static constexpr std::chrono::milliseconds grace(2000);

static llvm::Expected<http::AllowedHosts> hostsOf(const HttpPlace &place) {
  http::AllowedHosts hosts;
  for (const std::string &host : place.hosts)
    if (llvm::Error error = hosts.allowHost(host))
      return error;
  for (const std::string &origin : place.origins)
    if (llvm::Error error = hosts.allowOrigin(origin))
      return error;
  return hosts;
}

llvm::Error serveHttp(const Offer &offer, ToolClient &sandbox, const OnServing &onServing) {
  const HttpPlace &place = *offer.http;
  llvm::Expected<http::AllowedHosts> hosts = hostsOf(place);
  if (!hosts)
    return hosts.takeError();
  http::EventLoop loop;
  HttpService service(offer, sandbox, loop, std::move(*hosts));
  http::ServerOptions options;
  options.address = place.address;
  options.port = place.port;
  llvm::Expected<std::unique_ptr<http::Server>> server =
      http::Server::listen(loop, options, service);
  if (!server)
    return server.takeError();
  const bool isV6 = place.address.find(':') != std::string::npos;
  onServing("http://" + (isV6 ? "[" + place.address + "]" : place.address) + ":" +
            std::to_string((*server)->port()) + "/mcp");
  loop.onSignals({SIGINT, SIGTERM}, [&](int) { (*server)->stop(grace, [&] { loop.stop(); }); });
  service.step();
  loop.run();
  return llvm::Error::success();
}

} // namespace agentc
