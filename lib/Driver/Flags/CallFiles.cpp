#include "CallFiles.h"

#include "OptionIds.h"

#include "agentc/Support/Range.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/PlatformScript.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace opt = llvm::opt;

llvm::Expected<Json> parseArgument(llvm::StringRef what, llvm::StringRef text) {
  JsonError error;
  if (std::optional<Json> json = parseJson(text, &error))
    return std::move(*json);
  Position place = LineTable(text).position(static_cast<uint32_t>(error.offset));
  return usageError(what + " is not JSON: " + llvm::Twine(place.line) + ":" +
                    llvm::Twine(place.column) + ": " + error.message);
}

llvm::Error readContext(DriverEnv &env, const opt::InputArgList &arguments, CallContext &context) {
  const opt::Arg *argument = arguments.getLastArg(OPT_context);
  if (!argument)
    return llvm::Error::success();
  std::string what = "`" + escapeForTerminal(argument->getValue()) + "`";
  llvm::Expected<std::string> text = env.readFile(argument->getValue());
  if (!text)
    return text.takeError();
  llvm::Expected<Json> json = parseArgument(what, *text);
  if (!json)
    return json.takeError();
  if (!json->is_object())
    return usageError(what + " is not a JSON object");
  const std::pair<const char *, std::string *> texts[] = {
      {"organizationSlug", &context.organizationSlug},
      {"conversationId", &context.conversationId},
      {"userId", &context.userId}};
  const std::pair<const char *, std::string *> objects[] = {{"config", &context.config},
                                                            {"agent", &context.agent}};
  std::vector<std::string> known;
  for (const auto &[name, target] : texts)
    known.push_back(name);
  for (const auto &[name, target] : objects)
    known.push_back(name);
  for (const auto &[key, value] : json->items()) {
    auto named = [&](const auto &field) { return key == field.first; };
    const auto *text = llvm::find_if(texts, named);
    const auto *object = llvm::find_if(objects, named);
    if (text != std::end(texts) && value.is_string())
      *text->second = value.template get<std::string>();
    else if (object != std::end(objects) && value.is_object())
      *object->second = printJson(value, /*indented=*/false);
    else if (text != std::end(texts) || object != std::end(objects))
      return usageError("`" + key + "` in " + what + " is not " +
                        (text != std::end(texts) ? "a string" : "an object"));
    else
      return usageError("`" + escapeForTerminal(key) + "` in " + what +
                        " is nothing that a context has" + didYouMean(key, known));
  }
  return llvm::Error::success();
}

llvm::Error readPlatform(DriverEnv &env, const opt::InputArgList &arguments,
                         std::string &platform) {
  const opt::Arg *argument = arguments.getLastArg(OPT_platform);
  if (!argument)
    return llvm::Error::success();
  llvm::StringRef path = argument->getValue();
  std::string what = "`" + escapeForTerminal(path) + "`";
  llvm::Expected<std::string> text = env.readFile(path);
  if (!text)
    return text.takeError();
  llvm::Expected<Json> json = parseArgument(what, *text);
  if (!json)
    return json.takeError();
  llvm::Expected<PlatformScript> script = platformFromJson(*json);
  if (!script)
    return usageError(what + " is not a platform file: " + llvm::toString(script.takeError()));
  if (!script->knowledgeFolder.empty() &&
      !llvm::StringRef(script->knowledgeFolder).starts_with("/"))
    (*json)["rag"]["folder"] =
        (path.contains('/') ? path.rsplit('/').first.str() + "/" : "") + script->knowledgeFolder;
  platform = printJson(*json, /*indented=*/false);
  return llvm::Error::success();
}

} // namespace agentc
