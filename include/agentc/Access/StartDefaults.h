#ifndef AGENTC_ACCESS_STARTDEFAULTS_H
#define AGENTC_ACCESS_STARTDEFAULTS_H

#include "agentc/Config/Config.h"
#include "agentc/Flow/ApiUse.h"

namespace agentc {

/// Says of fields of tools that are not known what they are where the program is started as its
/// manifest says: with its arguments, in an environment in which no name has a value but those that
/// the manifest declares, which may have any. They get it as `fallback`, or with `isTaken` as their
/// value; then the tools that are known of this start only are there too.
/// `values` and `uses` are those of the program however it is started.
void addStartDefaults(AgentConfig &config, const Program &program, const Values &values,
                      const ApiUses &uses, const Manifest &manifest, const Settings &settings,
                      bool isTaken);

} // namespace agentc

#endif
