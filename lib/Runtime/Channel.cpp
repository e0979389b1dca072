#include "Channel.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

namespace agentc {

/// In front of a message's JSON and bytes, in the host's order.
struct MessageHead {
  uint32_t number;
  uint32_t jsonSize;
  Topic topic;
};

std::string encode(const GuestMessage &message) {
  MessageHead head = {message.number, static_cast<uint32_t>(message.json.size()), message.topic};
  std::string payload;
  payload.reserve(sizeof head + message.json.size() + message.bytes.size());
  payload.append(reinterpret_cast<const char *>(&head), sizeof head);
  payload += message.json;
  payload += message.bytes;
  return payload;
}

std::optional<GuestMessage> decodeMessage(llvm::StringRef payload) {
  MessageHead head;
  if (payload.size() < sizeof head)
    return std::nullopt;
  memcpy(&head, payload.data(), sizeof head);
  payload = payload.drop_front(sizeof head);
  if (head.jsonSize > payload.size() || head.topic > Topic::Event)
    return std::nullopt;
  return GuestMessage{head.topic, head.number, payload.take_front(head.jsonSize),
                      payload.drop_front(head.jsonSize)};
}

Channel::Channel(Channel &&other) { *this = std::move(other); }

Channel &Channel::operator=(Channel &&other) {
  std::swap(descriptor_, other.descriptor_);
  std::swap(passed_, other.passed_);
  std::swap(buffer_, other.buffer_);
  std::swap(begin_, other.begin_);
  return *this;
}

Channel::~Channel() {
  if (descriptor_ >= 0)
    close(descriptor_);
  if (passed_ >= 0)
    close(passed_);
}

/// Moves a descriptor away from the standard streams, which a caller may have left closed.
static int aboveStreams(int descriptor) {
  if (descriptor > STDERR_FILENO)
    return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return moved;
}

bool Channel::makePair(Channel &one, Channel &other) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  one = Channel(aboveStreams(ends[0]));
  other = Channel(aboveStreams(ends[1]));
  return one.descriptor() >= 0 && other.descriptor() >= 0;
}

bool Channel::send(FrameKind kind, llvm::StringRef payload, int passed) {
  char head[5];
  uint32_t size = payload.size();
  memcpy(head, &size, 4);
  head[4] = static_cast<char>(kind);
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  size_t sent = 0, total = sizeof head + payload.size();
  while (sent < total) {
    iovec parts[2] = {{head, sizeof head}, {const_cast<char *>(payload.data()), payload.size()}};
    iovec *first = parts;
    if (sent >= sizeof head) {
      first = parts + 1;
      parts[1] = {const_cast<char *>(payload.data()) + (sent - sizeof head), total - sent};
    } else {
      parts[0] = {head + sent, sizeof head - sent};
    }
    msghdr message = {};
    message.msg_iov = first;
    message.msg_iovlen = parts + 2 - first;
    if (passed >= 0 && sent == 0) {
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      cmsghdr *rights = CMSG_FIRSTHDR(&message);
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof(int));
      memcpy(CMSG_DATA(rights), &passed, sizeof passed);
    }
    ssize_t written = sendmsg(descriptor_, &message, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    sent += written;
  }
  return true;
}

bool Channel::read(int flags, bool takesDescriptor) {
  if (begin_ > 0) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  char bytes[65536];
  for (;;) {
    iovec part = {bytes, sizeof bytes};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (takesDescriptor) {
      message.msg_control = control;
      message.msg_controllen = sizeof control;
    }
    ssize_t size = recvmsg(descriptor_, &message, flags | MSG_CMSG_CLOEXEC);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0 && errno == EAGAIN)
      return true;
    if (size <= 0)
      return false;
    for (cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part))
      if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS) {
        if (passed_ >= 0)
          close(passed_);
        memcpy(&passed_, CMSG_DATA(part), sizeof passed_);
      }
    buffer_.append(bytes, size);
    return true;
  }
}

bool Channel::fill() { return read(MSG_DONTWAIT, /*takesDescriptor=*/false); }

std::optional<Frame> Channel::next(uint64_t limit, bool &tooLong) {
  tooLong = false;
  size_t have = buffer_.size() - begin_;
  if (have < 5)
    return std::nullopt;
  uint32_t size;
  memcpy(&size, buffer_.data() + begin_, 4);
  if (size > limit) {
    tooLong = true;
    return std::nullopt;
  }
  if (have - 5 < size)
    return std::nullopt;
  Frame frame{static_cast<FrameKind>(buffer_[begin_ + 4]), buffer_.substr(begin_ + 5, size)};
  begin_ += 5 + size;
  return frame;
}

std::optional<Frame> Channel::receive() {
  bool tooLong;
  for (;;) {
    if (std::optional<Frame> frame = next(UINT32_MAX, tooLong))
      return frame;
    if (!read(0, /*takesDescriptor=*/true))
      return std::nullopt;
  }
}

int Channel::takePassed() { return std::exchange(passed_, -1); }

} // namespace agentc
