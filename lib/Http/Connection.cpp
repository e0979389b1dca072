#include "TcpExchange.h"

#include "llvm/ADT/StringExtras.h"

#include <boost/asio/buffer.hpp>

#include <linux/sockios.h>
#include <sys/ioctl.h>

namespace agentc::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// How long a client that was refused may go on sending, and how much of that is read, so that it
/// finds the answer before it finds the connection closed.
static constexpr std::chrono::milliseconds farewellTime(2000);
static constexpr size_t mostFarewellBytes = 64 << 20;

Connection::Connection(std::shared_ptr<SharedParts> shared, tcp::socket socket)
    : shared_(std::move(shared)), socket_(std::move(socket)),
      reader_(shared_->limits.headBytes, shared_->limits.headers) {
  error_code ignored;
  socket_.non_blocking(true, ignored);
  socket_.set_option(tcp::no_delay(true), ignored);
  peer_ = socket_.remote_endpoint(ignored).address().to_string();
}

void Connection::start() {
  expectRequest();
  awaitInput();
}

void Connection::turnAway() {
  refuse(503, "there are too many connections");
  awaitInput();
}

std::optional<Clock::time_point> Connection::idleSince() const {
  return phase_ == Phase::Head && reader_.isBetween() ? std::optional(idleSince_) : std::nullopt;
}

void Connection::expectRequest() {
  phase_ = Phase::Head;
  onDrained_ = onGone_ = nullptr;
  isHeadMethod_ = false;
  isChunked_ = hasBegun_ = hasEnded_ = false;
  idleSince_ = Clock::now();
  readBy_ =
      idleSince_ + (reader_.isBetween() ? shared_->limits.idleTime : shared_->limits.headTime);
}

void Connection::awaitInput() {
  // A client that sends ahead while it is answered waits when it has sent a head's size.
  if (phase_ == Phase::Closed || readsInput_ || inputEnded_ ||
      (phase_ == Phase::Answering && reader_.unread() >= shared_->limits.headBytes))
    return;
  readsInput_ = true;
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code error) {
    self->readsInput_ = false;
    if (!error)
      self->readInput();
  });
}

void Connection::readInput() {
  if (phase_ == Phase::Closed)
    return;
  char bytes[65536];
  error_code error;
  const size_t size = socket_.read_some(asio::buffer(bytes), error);
  if (error == asio::error::would_block || error == asio::error::interrupted)
    return awaitInput();
  if (error)
    return endInput();
  if (phase_ == Phase::Farewell) {
    thrownAway_ += size;
    return thrownAway_ > mostFarewellBytes ? close() : awaitInput();
  }
  if (phase_ == Phase::Head && reader_.isBetween())
    readBy_ = Clock::now() + shared_->limits.headTime;
  reader_.add(llvm::StringRef(bytes, size));
  pump();
  awaitInput();
}

void Connection::endInput() {
  inputEnded_ = true;
  if (phase_ != Phase::Answering)
    return close();
  if (auto function = std::exchange(onGone_, nullptr))
    function();
}

void Connection::pump() {
  if (std::exchange(isPumping_, true))
    return;
  // A client's next requests may be there already; each may be answered before this returns.
  const auto self = shared_from_this();
  while (phase_ == Phase::Head || phase_ == Phase::Body) {
    const RequestReader::Step step = reader_.next();
    if (!countBody())
      refuse(503, "there are too many large requests");
    else if (step == RequestReader::Step::NeedsMore)
      break;
    else if (step == RequestReader::Step::Fault)
      refuse(reader_.fault().status, reader_.fault().why);
    else if (step == RequestReader::Step::Head)
      admit();
    else
      hand();
  }
  isPumping_ = false;
  if (inputEnded_ && (phase_ == Phase::Head || phase_ == Phase::Body))
    close();
}

void Connection::admit() {
  isHeadMethod_ = reader_.isHeadMethod();
  if (!shared_->handler || shared_->isStopping)
    return refuse(503, "the server is stopping");
  auto admission = shared_->handler->admit(reader_.request());
  if (auto *response = std::get_if<Response>(&admission)) {
    phase_ = Phase::Answering;
    // The body is not read, so that nothing after it can be.
    isLast_ |= reader_.lacksBody();
    isUnread_ = true;
    return answer(std::move(*response), /*isWhole=*/true);
  }
  reader_.admit(std::get<uint64_t>(admission));
  phase_ = Phase::Body;
  readBy_ = Clock::now() + shared_->limits.bodyTime;
  if (reader_.waitsForContinue()) {
    out_ += "HTTP/1.1 100 Continue\r\n\r\n";
    flush();
  }
}

bool Connection::countBody() {
  const uint64_t now = phase_ == Phase::Body ? reader_.request().body.size() : 0;
  readBy_ += std::chrono::milliseconds((std::max(now, counted_) - counted_) * 1000 /
                                       shared_->limits.bodyBytesPerSecond);
  shared_->bodiesBytes += now - counted_;
  counted_ = now;
  return now == 0 || shared_->bodiesBytes <= shared_->limits.bodiesBytes;
}

void Connection::hand() {
  Request request = reader_.take();
  request.peer = peer_;
  phase_ = Phase::Answering;
  ++number_;
  countBody();
  if (!shared_->handler)
    return refuse(503, "the server is stopping");
  shared_->handler->handle(std::move(request),
                           std::make_shared<TcpExchange>(shared_from_this(), number_));
}

void Connection::refuse(unsigned status, llvm::StringRef why) {
  if (phase_ == Phase::Closed || phase_ == Phase::Farewell)
    return;
  phase_ = Phase::Answering;
  isLast_ = true;
  isHeadMethod_ |= reader_.isHeadMethod();
  // The part of its body that was read is given back now, not when the client has left.
  reader_.take();
  countBody();
  ++shared_->counts.refused;
  RequestHandler *handler = shared_->handler;
  answer(handler ? handler->refuse(status, why)
                 : makeResponse(status, "text/plain; charset=utf-8", (why + "\n").str()),
         /*isWhole=*/true);
}

void Connection::answer(Response response, bool isWhole) {
  if (std::exchange(hasBegun_, true))
    return;
  const bool hasNone = response.status == 204 || response.status == 304;
  hasNoBody_ = hasNone || isHeadMethod_;
  isChunked_ = !isWhole && !reader_.isOld() && !hasNoBody_;
  isLast_ |= shared_->isStopping || !reader_.staysOpen();
  std::string framing;
  if (isWhole && !hasNone)
    framing = "content-length: " + std::to_string(response.body.size()) + "\r\n";
  if (isChunked_)
    framing = "transfer-encoding: chunked\r\n";
  if (isLast_)
    framing += "connection: close\r\n";
  out_ += headText(response, framing);
  hasEnded_ = isWhole;
  if (isWhole && !hasNoBody_)
    out_ += response.body;
  if (isWhole || response.body.empty())
    return flush();
  writeBody(response.body);
}

void Connection::writeBody(llvm::StringRef bytes) {
  if (!hasBegun_ || hasEnded_ || hasNoBody_ || bytes.empty())
    return;
  // One that is always a little behind must not keep all that it has read.
  if (written_ > out_.size() / 2) {
    out_.erase(0, written_);
    written_ = 0;
  }
  if (isChunked_)
    out_ += llvm::utohexstr(bytes.size(), /*LowerCase=*/true) + "\r\n";
  out_ += bytes;
  if (isChunked_)
    out_ += "\r\n";
  if (pending() > shared_->limits.unreadBytes)
    return close();
  flush();
}

void Connection::endBody() {
  if (!hasBegun_ || std::exchange(hasEnded_, true))
    return;
  if (isChunked_)
    out_ += "0\r\n\r\n";
  flush();
}

void Connection::answerIsDropped() {
  if (hasEnded_)
    return;
  // Half an answer must not look like a whole one.
  hasBegun_ ? close() : refuse(500, "the request was not answered");
}

bool Connection::write() {
  while (pending() > 0) {
    error_code error;
    written_ += socket_.write_some(asio::buffer(out_.data() + written_, pending()), error);
    if (error == asio::error::interrupted)
      continue;
    if (error && error != asio::error::would_block) {
      close();
      return false;
    }
    writeBy_ = Clock::now() + shared_->limits.writeTime;
    held_ = std::numeric_limits<int>::max();
    if (error)
      return false;
  }
  out_ = std::string();
  written_ = 0;
  return true;
}

void Connection::flush() {
  if (writesOutput_ || phase_ == Phase::Closed)
    return;
  if (write()) {
    if (hasEnded_ && phase_ == Phase::Answering)
      finishAnswer();
    return;
  }
  if (phase_ == Phase::Closed)
    return;
  writesOutput_ = true;
  socket_.async_wait(tcp::socket::wait_write, [self = shared_from_this()](error_code error) {
    self->writesOutput_ = false;
    if (error)
      return;
    self->flush();
    // It may put another in its place, or end the answer.
    if (self->pending() == 0)
      if (auto function = self->onDrained_)
        function();
  });
}

void Connection::finishAnswer() {
  ++number_;
  if (isLast_)
    return sayFarewell();
  if (std::exchange(isUnread_, false) && reader_.next() != RequestReader::Step::Whole)
    return sayFarewell();
  reader_.take();
  expectRequest();
  pump();
  awaitInput();
}

void Connection::sayFarewell() {
  if (inputEnded_)
    return close();
  phase_ = Phase::Farewell;
  readBy_ = Clock::now() + farewellTime;
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
  awaitInput();
}

void Connection::checkTime(Clock::time_point now) {
  const auto self = shared_from_this();
  if (pending() > 0 && now > writeBy_) {
    // The socket takes more only when much of what it holds was read; a slow reader is not none.
    int held = 0;
    if (ioctl(socket_.native_handle(), SIOCOUTQ, &held) != 0 || held >= held_)
      return close();
    held_ = held;
    writeBy_ = now + shared_->limits.writeTime;
  }
  if (phase_ == Phase::Answering || phase_ == Phase::Closed || now <= readBy_)
    return;
  if (phase_ == Phase::Farewell || idleSince())
    return close();
  refuse(408, "the request did not come in time");
}

void Connection::close() {
  if (std::exchange(phase_, Phase::Closed) == Phase::Closed)
    return;
  const auto self = shared_from_this();
  countBody();
  shared_->connections.erase(self);
  shared_->counts.connections = shared_->connections.size();
  error_code ignored;
  socket_.close(ignored);
  out_ = std::string();
  written_ = 0;
  onDrained_ = nullptr;
  if (auto function = std::exchange(onGone_, nullptr))
    function();
  if (shared_->isStopping && shared_->connections.empty())
    if (auto function = std::exchange(shared_->onLast, nullptr))
      function();
}

} // namespace agentc::http
