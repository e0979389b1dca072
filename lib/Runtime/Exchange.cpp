#include "Exchange.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

/// So many bytes of a body cross ahead of what the other side asked for.
static constexpr uint64_t window = 65536;

/// JSON text of bytes as characters U+0000 to U+00FF, which is what headers are to fetch.
static std::string toText(llvm::StringRef bytes) {
  std::string text;
  for (unsigned char c : bytes)
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else {
      text += static_cast<char>(0xC0 | c >> 6);
      text += static_cast<char>(0x80 | (c & 0x3F));
    }
  return text;
}

void Network::Exchange::prepare(HttpRequest request) {
  // In what is compressed no secret would be found.
  isDecoded_ = request.raw && !network_.secrets_.empty();
  request.raw &= !isDecoded_;
  prepared_ = std::move(request);
}

void Network::Exchange::follow(Redirected before) {
  end_ = before.end;
  before_ = std::move(before.origin);
  isElsewhere_ = before.isElsewhere;
}

bool Network::Exchange::isElsewhere(const UrlOrigin &origin) {
  isElsewhere_ |= before_ && (before_->scheme != origin.scheme || before_->host != origin.host ||
                              before_->port != origin.port);
  return isElsewhere_;
}

void Network::Exchange::start(HttpClient &client) {
  Clock::time_point now = Clock::now();
  if (!end_)
    end_ = now + std::chrono::milliseconds(network_.request_.limits.fetchMs);
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*end_ - now);
  prepared_->timeout = std::max(left, std::chrono::milliseconds(1));
  bool isStreamed = prepared_->kind == HttpRequest::Body::Streamed;
  origin_ = prepared_->url.origin;
  http_ = &client.start(std::move(*prepared_), *this);
  prepared_.reset();
  room_ = window;
  if (!isStreamed)
    return;
  supplied_ = 0;
  network_.send(number_, {{"is", "more"}, {"bytes", window}});
}

void Network::Exchange::supply(llvm::StringRef bytes, bool last) {
  if (!http_ || done_)
    return;
  supplied_ += bytes.size();
  // More than there was room for: nothing that the sandbox's own fetch does.
  if (supplied_ > taken_ + window) {
    network_.breach_ = Breach{Outcome::Crashed, "the process broke the protocol"};
    return;
  }
  http_->supply(bytes, last);
}

void Network::Exchange::allow(uint64_t bytes) {
  if (isPrepared())
    return;
  room_ = std::min(room_ + std::min(bytes, window), window);
  deliver();
}

void Network::Exchange::stop() {
  if (done_)
    return;
  // A redirect that is followed is stopped too.
  bool isLast = hop_ + 1 == static_cast<int>(reported().redirects.size());
  if (isLast && reported().outcome == NetworkRequest::Outcome::Unfinished)
    reported().outcome = NetworkRequest::Outcome::Stopped;
  finish();
}

void Network::Exchange::finish() {
  done_ = true;
  if (http_ && !ended_)
    network_.client_->stop(*http_);
  http_ = nullptr;
}

void Network::Exchange::fail(Json message, NetworkRequest::Outcome outcome,
                             const std::string &code) {
  reported().outcome = outcome;
  reported().code = code;
  message["is"] = "failed";
  message["code"] = code;
  network_.send(number_, message);
  finish();
}

void Network::Exchange::onResponse(const HttpResponse &response) {
  hop().status = response.status;
  hop().address = http_->address();
  auto textOf = [&](std::string bytes) {
    network_.secrets_.mask().strike(bytes);
    return toText(bytes);
  };
  auto isHeader = [](const auto &header, llvm::StringRef name) {
    return llvm::StringRef(header.first).equals_insensitive(name);
  };
  const bool wasEncoded = isDecoded_ && llvm::any_of(response.headers, [&](const auto &header) {
                            return isHeader(header, "content-encoding");
                          });
  Json headers = Json::array();
  for (const auto &header : response.headers)
    if (!wasEncoded ||
        !(isHeader(header, "content-encoding") || isHeader(header, "content-length")))
      headers.push_back({textOf(header.first), textOf(header.second)});
  network_.send(number_, {{"is", "response"},
                          {"status", response.status},
                          {"text", textOf(response.reason)},
                          {"headers", std::move(headers)}});
  bool redirects = response.status == 301 || response.status == 302 || response.status == 303 ||
                   response.status == 307 || response.status == 308;
  if (redirects)
    network_.redirected_[number_] = {request_, *end_, origin_, isElsewhere_};
}

bool Network::Exchange::onBody(llvm::StringRef bytes) {
  bytes_ += bytes.size();
  reported().bytes += bytes.size();
  uint64_t most = network_.request_.limits.responseBytes;
  if (bytes_ > most) {
    network_.breach_ =
        Breach{Outcome::OutputLimit, "an answer of `" + origin_.host + "` is longer than " +
                                         std::to_string(most) + " bytes"};
    return false;
  }
  unread_ += body_.take(bytes);
  deliver();
  return true;
}

void Network::Exchange::deliver() {
  if (done_)
    return;
  uint64_t sent = 0;
  while (room_ > 0 && sent < unread_.size()) {
    llvm::StringRef piece = llvm::StringRef(unread_).substr(sent, std::min(room_, window));
    network_.send(number_, {{"is", "body"}}, piece);
    sent += piece.size();
    room_ -= piece.size();
  }
  unread_.erase(0, sent);
  if (!ended_) {
    http_->pause(unread_.size() >= window);
    return;
  }
  if (!unread_.empty())
    return;
  if (!ended_->ok)
    return fail({{"message", ended_->message},
                 {"host", origin_.host},
                 {"address", hop().address},
                 {"port", origin_.port}},
                NetworkRequest::Outcome::Failed, ended_->code);
  network_.send(number_, {{"is", "end"}});
  reported().outcome = NetworkRequest::Outcome::Answered;
  finish();
}

void Network::Exchange::onTaken(uint64_t bytes) {
  taken_ += bytes;
  if (supplied_ > 0)
    network_.send(number_, {{"is", "more"}, {"bytes", bytes}});
}

void Network::Exchange::onEnd(const HttpEnd &end) {
  hop().address = http_->address();
  ended_ = end;
  network_.secrets_.mask().strike(ended_->message);
  unread_ += body_.finish();
  http_ = nullptr;
  if (done_)
    return;
  if (end.refused)
    return network_.refuse(*this, origin_.host);
  deliver();
}

} // namespace agentc
