#ifndef AGENTC_LIB_RUNTIME_CHANNEL_H
#define AGENTC_LIB_RUNTIME_CHANNEL_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <utility>

namespace agentc {

enum class FrameKind : uint8_t {
  // From the broker.
  Fork,   ///< carries the descriptor of the copy's channel; a call to go through before, or nothing
  Guard,  ///< the process groups to kill when the broker goes, in decimals
  Limits, ///< a ProcessLimits; the package's process enters level 1
  Module, ///< path, NUL, a byte for its ModuleFormat, text
  CompileAll, ///< answered by Compile frames
  Load,       ///< the image without texts, as JSON; ends in Settled
  Call,       ///< what to call, as JSON; ends in Settled
  // To both.
  Message, ///< see GuestMessage
  // To the broker.
  Forked,  ///< the child's process id, in decimals
  Log,     ///< level, NUL, text
  Compile, ///< path, NUL, `line:column`, NUL, message: a module that does not compile
  Settled, ///< outcome, NUL, JSON, NUL, observed access as JSON
  // From the broker, to the zygote.
  Become ///< serve a package itself; answered by an empty Forked
};

/// The topic of a message; `runtime/prelude/messages.js` has the same ones.
enum class Topic : uint8_t {
  Network, ///< requests and their answers
  Service, ///< what the platform gives beside the network: questions and answers
  Event,   ///< what the tool says of its progress
  File     ///< questions about files that were granted, each answered before the tool goes on
};

/// A message between a tool and the broker while the tool runs. Points into the frame that it
/// was read from, or into the data that it is made of.
struct GuestMessage {
  Topic topic = Topic::Network;
  uint32_t number = 0; ///< which request, question, …; the side that opens it chooses
  llvm::StringRef json;
  llvm::StringRef bytes;
};

/// The payload of a Message frame.
std::string encode(const GuestMessage &message);
/// Nothing if the payload is not a message.
std::optional<GuestMessage> decodeMessage(llvm::StringRef payload);

struct Frame {
  FrameKind kind;
  std::string payload;
};

/// The resources that a process of the sandbox may use, in the form that crosses the channel.
struct ProcessLimits {
  uint64_t cpuMs = 0;
  uint64_t memoryBytes = 0;
};

/// One end of a stream of frames (32-bit length in the host's order, kind, payload). Owns its
/// descriptor.
class Channel {
public:
  explicit Channel(int descriptor = -1) : descriptor_(descriptor) {}
  Channel(Channel &&other);
  Channel &operator=(Channel &&other);
  ~Channel();

  int descriptor() const { return descriptor_; }
  /// Gives the descriptor away.
  int release() { return std::exchange(descriptor_, -1); }
  /// Two connected ends, neither of which is a standard stream; false if the kernel has none left.
  static bool makePair(Channel &one, Channel &other);

  /// Writes a whole frame, waiting while the other side is slow; false if it is gone.
  bool send(FrameKind kind, llvm::StringRef payload);
  /// Keeps a frame until the other side takes it, without waiting. `passed` is a descriptor that
  /// goes with it, or -1; the channel owns it from now on.
  void post(FrameKind kind, llvm::StringRef payload, int passed = -1);
  /// Writes what the other side takes of what was posted, without waiting; false if it is gone.
  bool flush();
  /// True if the other side has not taken everything that was posted.
  bool isPending() const { return !posted_.empty(); }
  /// Waits for a frame; nothing if the other side is gone.
  std::optional<Frame> receive();
  /// The descriptor that came with the last Fork frame.
  int takePassed();

  /// Reads what has come, without waiting; false if the other side is gone. Takes no descriptor.
  bool fill();
  /// A complete frame from what was read. `tooLong` is set if the next is longer than `limit`.
  std::optional<Frame> next(uint64_t limit, bool &tooLong);

private:
  struct Posted {
    std::string bytes;
    int passed;
  };

  bool read(int flags, bool takesDescriptor);

  int descriptor_ = -1;
  int passed_ = -1;
  std::string buffer_;
  size_t begin_ = 0;
  std::list<Posted> posted_; ///< unlike a deque, it allocates nothing while it is empty
  size_t taken_ = 0;         ///< of the first
};

} // namespace agentc

#endif
