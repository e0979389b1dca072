#include "Channel.h"

#include <array>
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
  if (head.jsonSize > payload.size() || head.topic > Topic::File)
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
  std::swap(posted_, other.posted_);
  std::swap(taken_, other.taken_);
  return *this;
}

Channel::~Channel() {
  if (descriptor_ >= 0)
    close(descriptor_);
  if (passed_ >= 0)
    close(passed_);
  for (const Posted &posted : posted_)
    if (posted.passed >= 0)
      close(posted.passed);
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

/// A frame's length and kind.
static std::array<char, 5> headOf(FrameKind kind, llvm::StringRef payload) {
  std::array<char, 5> head;
  uint32_t size = payload.size();
  memcpy(head.data(), &size, sizeof size);
  head[4] = static_cast<char>(kind);
  return head;
}

bool Channel::send(FrameKind kind, llvm::StringRef payload) {
  std::array<char, 5> head = headOf(kind, payload);
  size_t sent = 0, total = head.size() + payload.size();
  while (sent < total) {
    size_t ofHead = std::min(sent, head.size()), ofPayload = sent - ofHead;
    iovec parts[2] = {{head.data() + ofHead, head.size() - ofHead},
                      {const_cast<char *>(payload.data()) + ofPayload, payload.size() - ofPayload}};
    msghdr message = {};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    ssize_t written = sendmsg(descriptor_, &message, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    sent += static_cast<size_t>(written);
  }
  return true;
}

void Channel::post(FrameKind kind, llvm::StringRef payload, int passed) {
  std::array<char, 5> head = headOf(kind, payload);
  Posted &posted = posted_.emplace_back();
  posted.bytes.reserve(head.size() + payload.size());
  posted.bytes.append(head.data(), head.size());
  posted.bytes += payload;
  posted.passed = passed;
  flush();
}

bool Channel::flush() {
  while (!posted_.empty()) {
    Posted &first = posted_.front();
    iovec part = {first.bytes.data() + taken_, first.bytes.size() - taken_};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (first.passed >= 0 && taken_ == 0) {
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      cmsghdr *rights = CMSG_FIRSTHDR(&message);
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof(int));
      memcpy(CMSG_DATA(rights), &first.passed, sizeof first.passed);
    }
    ssize_t written = sendmsg(descriptor_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0 && errno == EAGAIN)
      return true;
    if (written <= 0)
      return false;
    taken_ += static_cast<size_t>(written);
    if (taken_ < first.bytes.size())
      continue;
    if (first.passed >= 0)
      close(first.passed);
    posted_.pop_front();
    taken_ = 0;
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
