#include "agentc/Driver/Driver.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

int main(int argc, char **argv) {
  // The one other name that this program is installed under.
  bool isOther = argc > 0 && llvm::sys::path::filename(argv[0]) == "agentc-extract-config";
  return agentc::driverMain(argc, argv, isOther ? "extract-config" : "");
}
