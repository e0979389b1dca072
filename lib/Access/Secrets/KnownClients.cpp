#include "SecretWalk.h"

namespace agentc {

namespace {

constexpr llvm::StringLiteral openAi[] = {"api.openai.com"}, anthropic[] = {"api.anthropic.com"},
                              github[] = {"api.github.com"}, notion[] = {"api.notion.com"},
                              exa[] = {"api.exa.ai"}, hubspot[] = {"api.hubapi.com"},
                              line[] = {"api.line.me"}, lineData[] = {"api-data.line.me"},
                              stripe[] = {"api.stripe.com"}, resend[] = {"api.resend.com"},
                              slack[] = {"slack.com"}, groq[] = {"api.groq.com"},
                              google[] = {"generativelanguage.googleapis.com"};
constexpr llvm::StringLiteral base[] = {"baseURL", "fetch"}, baseUrl[] = {"baseUrl", "request"},
                              basePath[] = {"basePath", "baseURL"}, host[] = {"host"},
                              slackUrl[] = {"slackApiUrl"}, http[] = {"httpOptions", "vertexai"};

// where their documentation says that a key goes
constexpr KnownClient clients[] = {
    {"@ai-sdk/anthropic", "createAnthropic", "apiKey", "x-api-key", anthropic, base},
    {"@ai-sdk/openai", "createOpenAI", "apiKey", "authorization", openAi, base},
    {"@anthropic-ai/sdk", "Anthropic", "apiKey", "x-api-key", anthropic, base},
    {"@google/genai", "GoogleGenAI", "apiKey", "x-goog-api-key", google, http},
    {"@hubspot/api-client", "Client", "accessToken", "authorization", hubspot, basePath},
    {"@line/bot-sdk", "messagingApi.MessagingApiBlobClient", "channelAccessToken", "authorization",
     lineData, basePath},
    {"@line/bot-sdk", "messagingApi.MessagingApiClient", "channelAccessToken", "authorization",
     line, basePath},
    {"@notionhq/client", "Client", "auth", "authorization", notion, baseUrl},
    {"@octokit/core", "Octokit", "auth", "authorization", github, baseUrl},
    {"@octokit/rest", "Octokit", "auth", "authorization", github, baseUrl},
    {"@slack/web-api", "WebClient", "", "authorization", slack, slackUrl},
    {"exa-js", "Exa", "", "x-api-key", exa, {}},
    {"groq-sdk", "Groq", "apiKey", "authorization", groq, base},
    {"octokit", "Octokit", "auth", "authorization", github, baseUrl},
    {"openai", "OpenAI", "apiKey", "authorization", openAi, base},
    {"resend", "Resend", "", "authorization", resend, {}},
    {"stripe", "Stripe", "", "authorization", stripe, host},
};

} // namespace

const KnownClient *knownClient(llvm::StringRef path) {
  auto isOf = [&](const KnownClient &client) {
    llvm::StringRef rest = path;
    if (rest.consume_front("module:"))
      return rest.consume_front(client.package) &&
             (rest.empty() || (rest.consume_front(".") && rest == client.name));
    // defined in an installed package: `node_modules/openai/client.mjs:OpenAI`
    auto [file, name] = rest.rsplit(':');
    const size_t folder = file.rfind("node_modules/");
    return folder != llvm::StringRef::npos &&
           file.substr(folder + 13).starts_with((client.package + "/").str()) &&
           (client.name == name || client.name.ends_with(("." + name).str()));
  };
  const KnownClient *found = llvm::find_if(clients, isOf);
  return found == std::end(clients) ? nullptr : found;
}

} // namespace agentc
