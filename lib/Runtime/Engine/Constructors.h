#ifndef AGENTC_LIB_RUNTIME_ENGINE_CONSTRUCTORS_H
#define AGENTC_LIB_RUNTIME_ENGINE_CONSTRUCTORS_H

namespace agentc {

/// Does what V8's program has done before its `main`, but for the constructors of Node's own
/// objects: a tenth of what a start takes.
void constructProgram(int count, char **arguments, char **environment);

} // namespace agentc

#endif
