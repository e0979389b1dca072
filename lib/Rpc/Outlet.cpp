#include "agentc/Rpc/Outlet.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace agentc {

void Outlet::add(const std::string &message) {
  // A reader that is always a little behind must not make this keep all that was written.
  if (written_ > text_.size() / 2) {
    text_.erase(0, written_);
    written_ = 0;
  }
  text_ += message;
}

bool Outlet::flush() {
  while (pending() > 0) {
    pollfd one = {descriptor_, POLLOUT, 0};
    if (poll(&one, 1, 0) <= 0 || !(one.revents & (POLLOUT | POLLERR)))
      return true;
    const long size = write();
    if (size < 0 && errno == EAGAIN)
      return true;
    if (size < 0 && errno != EINTR)
      return false;
    written_ += size > 0 ? static_cast<size_t>(size) : 0;
  }
  text_.clear();
  written_ = 0;
  return true;
}

long Outlet::write() {
  const char *begin = text_.data() + written_;
  if (isSocket_) {
    const ssize_t size = send(descriptor_, begin, pending(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size >= 0 || errno != ENOTSOCK)
      return size;
    isSocket_ = false;
  }
  // A pipe that is ready for writing takes this much at once.
  return ::write(descriptor_, begin, std::min<size_t>(pending(), PIPE_BUF));
}

} // namespace agentc
