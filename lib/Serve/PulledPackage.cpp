#include "Handlers.h"
#include "Judge.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

namespace agentc::serve {

/// The variables by which `agentc pull` finds the credentials of `docker login` and its proxy.
static std::vector<std::string> registryEnvironment() {
  std::vector<std::string> environment;
  for (const char *name : {"HOME", "DOCKER_CONFIG", "HTTPS_PROXY", "NO_PROXY"})
    if (const char *value = std::getenv(name))
      environment.push_back(std::string(name) + "=" + value);
  return environment;
}

static void take(App &app, const SharedCall &call, const std::string &path,
                 const Children::Output &output) {
  if (output.code != 0)
    return call->refuse(422, output.complaint("the registry took too long"));
  auto bytes =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!bytes)
    return call->fail(llvm::errorCodeToError(bytes.getError()));
  if ((*bytes)->getBufferSize() > app.options().uploadBytes)
    return call->refuse(413, "the package is too large");
  keepPackage(app, call, {(*bytes)->getBuffer().str(), ""});
}

/// Stores a package of a registry; the operator names the registries, so that clients cannot make
/// the server send requests elsewhere.
void pullPackage(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  if (!body)
    return;
  const auto found = body->find("reference");
  if (found == body->end() || !found->is_string())
    return call->refuse(400,
                        "`reference` is not a text, such as `registry.example/team/shop:1.0.0`");
  const std::string reference = found->get<std::string>();
  const std::string registry = llvm::StringRef(reference).split('/').first.str();
  if (!llvm::is_contained(app.options().registries, registry))
    return call->refuse(403, "no `--registry` names the registry of this package");
  auto workspace = Workspace::make(app.options().state + "/incoming");
  if (!workspace)
    return call->fail(workspace.takeError());
  Children::Job job{{"pull", "--quiet", "--output=package.zip", reference},
                    registryEnvironment(),
                    (*workspace)->path()};
  const auto pulled = [&app, call, kept = *workspace](const Children::Output &output) {
    take(app, call, kept->path() + "/package.zip", output);
  };
  if (!app.children().run(std::move(job), pulled))
    call->refuse(503, "too many packages wait to be fetched");
}

} // namespace agentc::serve
