#include "../SecretSearch.h"

namespace agentc::rules {

extern const Rule HardcodedSecret = {
    {"AC6101",
     "hardcoded-secret",
     "secrets",
     Severity::Error,
     "keys, tokens and passwords in the bundle",
     "",
     {"A file of the bundle holds a secret that its form tells (an API key of a provider, a "
      "private "
      "key, a token, a password in a URL), or code gives a text that looks generated to something "
      "called a key, token or password. Texts count as they are when the code runs: put together, "
      "decoded, read from JSON.",
      "Whoever gets the bundle has the secret, and a package cannot be taken back. Give it to the "
      "sandbox as an environment variable, named in `allowedEnv`.",
      R"(const part = 'pi03-Zk3vR8qTn1LwY7cD5sHb';
module.exports = async function handler() {
  return fetch('https://api.anthropic.com', { headers: { 'x-api-key': 'sk-ant-a' + part + 'Xe9Fu2Gj6' } });
};
)",
      R"(module.exports = async function handler() {
  const examples = ['sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'AKIAIOSFODNN7EXAMPLE'];
  return [examples, { apiKey: process.env.API_KEY, tokenType: 'Bearer', password: 'password' }];
};
)",
      "No output shows the secret, whichever rule quotes its line. Placeholders, test vectors, "
      "public keys of web apps and words are none. What only its name tells is a warning."},
     Precision::High,
     798},
    searchSecrets};

} // namespace agentc::rules
