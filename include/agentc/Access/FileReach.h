#ifndef AGENTC_ACCESS_FILEREACH_H
#define AGENTC_ACCESS_FILEREACH_H

#include "agentc/Access/InputFlow.h"
#include "agentc/Flow/ApiUse.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace agentc {

/// The files that a use of Node's `fs` reads or writes, by the values of its paths.
struct FileReach {
  enum class Place : uint8_t {
    Bundle,  ///< the bundle's own files
    Scratch, ///< the folder that lives as long as a call
    Data,    ///< the folder that outlives a call
    Host,    ///< a path of the host that the code names
    Input,   ///< paths that come from a tool's input, which lead anywhere
    Unknown, ///< paths that can't be told
  };
  bool writes; ///< else it reads
  Place place;
  std::string path; ///< of Host; each name in it that isn't known is `…`

  bool operator==(const FileReach &) const = default;
};

/// `reads bundle`, `writes /etc/hosts`, `reads host paths from input`.
std::string describe(const FileReach &reach);

/// True if a reach that `describe` put into words may be in the folder that outlives a call.
bool mayReachData(llvm::StringRef described);

/// The operations of a function of `fs` or of a similar package, named without `Sync`, on each
/// of its first arguments: `r` reads the path, `w` writes it, `o` and `f` do what flags say
/// (`o`: the next argument, `f`: one of the options), `?` is unknown. Empty if no argument is a
/// path.
llvm::StringRef pathOperations(llvm::StringRef function);

/// Answers for the uses of `fs` in one program. What is asked for must outlive it.
class FileReaches {
public:
  FileReaches(const Program &program, const ApiUses &uses, const InputFacts &input)
      : program_(program), uses_(uses), flow_(input) {}

  /// The files that one use reaches, as seen by `values`; empty if it reaches none.
  std::vector<FileReach> of(const Values &values, const ApiUse &use);

private:
  struct Operand {
    size_t argument;
    bool ofFile;    ///< a folder fails
    bool isCertain; ///< the argument is the one that it seems to be
  };
  void add(const Values &values, const ApiUse &use, const Operand &operand, bool writes,
           std::vector<FileReach> &all);
  bool comesFromInput(const Values &values, const ApiUse &use, size_t argument);
  bool isWrittenOver();

  const Program &program_;
  const ApiUses &uses_;
  InputFlow flow_;
  std::optional<bool> isWrittenOver_;
  llvm::DenseMap<std::pair<const ast::Node *, size_t>, bool> fromInput_;
};

} // namespace agentc

#endif
