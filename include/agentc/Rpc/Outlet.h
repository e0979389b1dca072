#ifndef AGENTC_RPC_OUTLET_H
#define AGENTC_RPC_OUTLET_H

#include <cstddef>
#include <string>

namespace agentc {

/// Messages to a descriptor whose file others may share, so that it stays as blocking as it is.
class Outlet {
public:
  explicit Outlet(int descriptor) : descriptor_(descriptor) {}

  void add(const std::string &message);
  /// The bytes that nobody has taken yet.
  size_t pending() const { return text_.size() - written_; }
  /// Writes what can be written without waiting; false once nobody reads.
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
