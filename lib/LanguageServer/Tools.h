#ifndef AGENTC_LIB_LANGUAGESERVER_TOOLS_H
#define AGENTC_LIB_LANGUAGESERVER_TOOLS_H

#include "World.h"

namespace agentc::lsp {

/// Adds to `files`, by real path, what is known of the tools and agents of a configuration (schema
/// `agentc.config/1`): `lenses`, `hints`, `hovers`, and `links` from definitions to the places that
/// their access comes from and back. Texts come from the bundle and are quoted as such.
void addTools(const Json &config, UnitPlaces &places, Json &files);

} // namespace agentc::lsp

#endif
