#include "Uses.h"

#include "agentc/Net/Address.h"

namespace agentc::rules {

/// What is at home on one's own machine is somebody's choice; a metadata service never is.
static void rate(Diagnostic &finding, Neighborhood neighborhood) {
  if (neighborhood != Neighborhood::Metadata)
    lowerTo(finding, Severity::Warning);
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ManifestWord &allowed : context.manifest.allowedHosts) {
    llvm::StringRef host = allowed.text;
    host.consume_front("*.");
    if (std::optional<Neighborhood> neighborhood = neighborhoodOfHost(host))
      rate(report.at(context.manifest.file, allowed.range,
                     "`allowedHosts` names `" + shownText(allowed.text) + "`, which is " +
                         neighborhoodName(*neighborhood).str()),
           *neighborhood);
  }
  for (const ApiUse &use : context.uses.all())
    for (const RequestTarget &target : requestTargets(context.values, use))
      if (std::optional<Neighborhood> neighborhood = neighborhoodOfHost(target.host))
        rate(report.at(use, "`" + shownText(target.host) + "` is contacted, which is " +
                                neighborhoodName(*neighborhood).str()),
             *neighborhood);
}

extern const Rule PrivateAddress = {
    {"AC5204",
     "private-address",
     "network",
     Severity::Error,
     "hosts that are not on the public internet",
     "hosts",
     {"A request goes to the machine itself, to a private network or to a cloud's metadata "
      "service, or `allowedHosts` names such a host.",
      "Services there trust whoever can reach them: a metadata service hands out the machine's "
      "credentials, and that is an error; the others are warnings. The sandbox refuses all of "
      "them unless `--allow-private` or `--resolve` says otherwise.",
      R"(module.exports = async function handler() {
  return fetch('http://169.254.169.254/latest/meta-data/');
};
)",
      R"(module.exports = async function handler() {
  return 'http://169.254.169.254/latest/meta-data/';
};
)",
      "Only the text of a host counts, in every spelling of an address that URL readers know; what "
      "a name leads to is not asked."},
     Precision::VeryHigh,
     918},
    check};

} // namespace agentc::rules
