#ifndef AGENTC_RPC_OUTLET_H
#define AGENTC_RPC_OUTLET_H

#include <cstddef>
#include <string>

namespace agentc {

/// Messages to a descriptor that other processes may share, whose blocking mode is left unchanged.
class Outlet {
public:
  explicit Outlet(int descriptor) : descriptor_(descriptor) {}

  void add(const std::string &message);
  /// The bytes not yet written.
  size_t pending() const { return text_.size() - written_; }
  /// Writes without waiting; false once the reader has gone.
  bool flush();

private:
  long write();

  int descriptor_;
  std::string text_;
  size_t written_ = 0;
  bool isSocket_ = true;
};

} // namespace agentc

#endif
