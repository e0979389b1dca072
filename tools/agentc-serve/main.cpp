#include "agentc/Serve/Serve.h"

#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

using namespace agentc;

/// Prints the secret of a key that it makes.
static llvm::Error makeKey(const Json &options) {
  llvm::Expected<std::string> secret = serve::makeKey(options);
  if (!secret)
    return secret.takeError();
  llvm::outs() << *secret << '\n';
  llvm::outs().flush();
  const std::error_code code = llvm::outs().error();
  llvm::outs().clear_error();
  // a reader that leaves is not a failure
  if (!code || code == std::errc::broken_pipe)
    return llvm::Error::success();
  return llvm::createStringError(code, "cannot write standard output");
}

// `agentc serve` becomes this program: agentc-serve OPTIONS, a line of JSON.
int main(int count, char **arguments) {
  const Json json = parseJson(count == 2 ? arguments[1] : "").value_or(Json());
  llvm::Error error = llvm::Error::success();
  if (json.is_object() && json.contains("newKey")) {
    error = makeKey(json);
  } else {
    llvm::Expected<serve::Options> options = serve::optionsFromJson(json);
    error = options ? serve::serve(*options, llvm::outs(), llvm::errs()) : options.takeError();
  }
  if (!error)
    return 0;
  llvm::errs() << "agentc-serve: error: " << llvm::toString(std::move(error)) << '\n';
  return 2;
}
