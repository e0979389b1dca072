#ifndef AGENTC_LIB_ARCHIVE_INFLATER_H
#define AGENTC_LIB_ARCHIVE_INFLATER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <memory>

struct z_stream_s;

namespace agentc {

/// Inflates one raw deflate stream (RFC 1951) from memory, piece by piece, and tells where it ends,
/// which libarchive hides. The input must outlive it.
class Inflater {
public:
  explicit Inflater(llvm::StringRef input);
  ~Inflater();

  enum class State {
    Inflating,
    Ended,    ///< by the stream's own end; `rest` is what follows
    CutShort, ///< the input ends before the stream does
    Damaged,
  };

  /// Fills the buffer as far as the stream goes; how many bytes it now holds.
  size_t read(llvm::MutableArrayRef<char> buffer);
  State state() const { return state_; }
  /// The input that the stream didn't need.
  llvm::StringRef rest() const;

private:
  std::unique_ptr<z_stream_s> stream_;
  llvm::StringRef unfed_;
  State state_ = State::Inflating;
};

} // namespace agentc

#endif
