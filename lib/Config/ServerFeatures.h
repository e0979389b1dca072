#ifndef AGENTC_LIB_CONFIG_SERVERFEATURES_H
#define AGENTC_LIB_CONFIG_SERVERFEATURES_H

#include "DefinitionParts.h"

namespace agentc {

/// Adds a resource, a template of resources or a prompt from the call that registers it. `site` is
/// where the call is made.
void addFeature(ExtractionContext &context, const Framework &framework, const FeatureForm &form,
                const ResultValue &call, const ast::Node &site);

/// Adds the features that a handler of `resources/list` or the like returns, or tells that they are
/// not known. `site` is the call that sets the handler.
void addListedFeatures(ExtractionContext &context, const Framework &framework,
                       ServerFeature::Kind kind, const Value &handler, const ast::Node &site,
                       const std::optional<std::string> &server);

/// Tells of features that code changes after their registration: `prompt.disable()`.
void tellFeatureUpdates(ExtractionContext &context);

} // namespace agentc

#endif
