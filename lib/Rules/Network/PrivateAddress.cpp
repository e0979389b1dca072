#include "Uses.h"

#include "agentc/Net/Address.h"

namespace agentc::rules {

/// Lowers a finding to a warning: a local or private address can be a deliberate choice, but a
/// metadata service never is.
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

extern const Rule PrivateAddress = {{.id = "AC5204",
                                     .name = "private-address",
                                     .group = "network",
                                     .severity = Severity::Error,
                                     .summary = "hosts that are not on the public internet",
                                     .access = "hosts",
                                     .cwe = 918,
                                     .concern = Concern::Sandbox},
                                    check};

} // namespace agentc::rules
