#ifndef AGENTC_LIB_DRIVER_FLAGS_OPTIONIDS_H
#define AGENTC_LIB_DRIVER_FLAGS_OPTIONIDS_H

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace agentc {

/// The places in Subcommands.def.
enum class SubcommandIndex : unsigned {
#define SUBCOMMAND(NAME, CONSTANT) NAME,
#include "Subcommands.def"
#undef SUBCOMMAND
  Count
};

/// Visibilities of Options.td, one bit a subcommand; LLVM has the first.
enum OptionVisibility : unsigned {
  ForProgram = 1 << 1,
#define SUBCOMMAND(NAME, CONSTANT) For##NAME = 4u << unsigned(SubcommandIndex::NAME),
#include "Subcommands.def"
#undef SUBCOMMAND
};
static_assert(unsigned(SubcommandIndex::Count) <= 30, "a visibility is a bit of 32");

/// The options of Options.td as `OPT_name`. Only sources include this, and the headers of tables,
/// so that a new flag leaves the others as they are.
enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

/// The table of all flags.
const llvm::opt::OptTable &optionTable();
llvm::ArrayRef<llvm::opt::OptTable::Info> optionInfos();

} // namespace agentc

#endif
