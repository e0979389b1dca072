#ifndef AGENTC_LIB_RUNTIME_FOLDERBOUND_H
#define AGENTC_LIB_RUNTIME_FOLDERBOUND_H

#include <cstdint>
#include <ctime>
#include <optional>

namespace agentc {

/// Keeps a folder of the host below a number of bytes, whoever else fills it by the same means at
/// the same time. What it holds is counted, never written down, so a call that is killed leaves
/// nothing wrong. Each file counts as the blocks of 4 KB that it would fill, each name as one at
/// least. Copies none of the descriptors it is given.
class FolderBound {
public:
  FolderBound() = default;
  /// `folder` is a descriptor that can be read, which must outlive the bound.
  FolderBound(int folder, uint64_t most) : folder_(folder), most_(most) {}

  bool isSet() const { return folder_ >= 0; }

  /// Keeps others from changing what the folder holds while it lives; of a bound that isn't set it
  /// does nothing.
  class Change {
  public:
    explicit Change(FolderBound *bound);
    ~Change();
    Change(const Change &) = delete;
    Change &operator=(const Change &) = delete;

    /// True if there is room for a file of `size` bytes to become one of `newSize` bytes, or for a
    /// new file; if so, the change counts as made.
    bool hasRoom(uint64_t size, uint64_t newSize, bool isNew = false);
    /// Something became less, or what there was room for was not done.
    void recount();

  private:
    FolderBound *bound_;
  };

private:
  bool count();

  int folder_ = -1;
  uint64_t most_ = 0, bytes_ = 0, names_ = 0;
  /// When the count was true: the folder's time, which each change makes another one.
  std::optional<timespec> counted_;
};

} // namespace agentc

#endif
