#ifndef AGENTC_LIB_HTTP_CONNECTION_H
#define AGENTC_LIB_HTTP_CONNECTION_H

#include "RequestReader.h"

#include "agentc/Http/Server.h"

#include <boost/asio/ip/tcp.hpp>

#include <set>

namespace agentc::http {

using Clock = std::chrono::steady_clock;
class Connection;

/// The part of a server that its connections share, and may outlive the server for a moment.
struct SharedParts {
  ServerLimits limits;
  RequestHandler *handler = nullptr; ///< null once the server has ended
  bool isStopping = false;
  uint64_t bodiesBytes = 0; ///< that are being received
  Server::Counts counts;
  std::set<std::shared_ptr<Connection>> connections;
  std::function<void()> onLast; ///< called when a stopping server's last connection has ended
};

/// One client's connection: requests in, one after the other, and their answers out.
class Connection : public std::enable_shared_from_this<Connection> {
public:
  Connection(std::shared_ptr<SharedParts> shared, boost::asio::ip::tcp::socket socket);

  /// Begins to read what the client sends.
  void start();
  /// Answers that there is no room, and ends.
  void turnAway();
  /// Ends it where its time has run out.
  void checkTime(Clock::time_point now);
  /// Since when it has waited for a request; std::nullopt: it is busy with one.
  std::optional<Clock::time_point> idleSince() const;
  void close();

  // For the exchange with a number, while it is the one that is answered.
  bool isAnswering(uint64_t number) const {
    return number == number_ && phase_ == Phase::Answering;
  }
  bool isGone(uint64_t number) const {
    return phase_ == Phase::Closed || (number == number_ && inputEnded_);
  }
  void answer(Response response, bool isWhole);
  void writeBody(llvm::StringRef bytes);
  void endBody();
  void answerIsDropped();
  size_t pending() const { return out_.size() - written_; }
  void onDrained(std::function<void()> function) { onDrained_ = std::move(function); }
  void onGone(std::function<void()> function) { onGone_ = std::move(function); }

private:
  enum class Phase {
    Head,
    Body,
    Answering, ///< the application has it, or the answer is on its way
    Farewell,  ///< what still comes is thrown away
    Closed
  };

  void expectRequest();
  void awaitInput();
  void readInput();
  void endInput();
  void pump();
  void admit();
  /// False if the bodies of all clients are too much.
  bool countBody();
  void hand();
  void refuse(unsigned status, llvm::StringRef why);
  bool write();
  void flush();
  void finishAnswer();
  void sayFarewell();

  std::shared_ptr<SharedParts> shared_;
  boost::asio::ip::tcp::socket socket_;
  std::string peer_;
  RequestReader reader_;
  Phase phase_ = Phase::Head;
  std::string out_;
  size_t written_ = 0;    ///< of `out_`
  uint64_t number_ = 0;   ///< of the exchange
  uint64_t counted_ = 0;  ///< bytes of the body among those of all
  size_t thrownAway_ = 0; ///< bytes
  int held_ = 0;          ///< bytes that the socket held when the time to write was last judged
  Clock::time_point idleSince_, readBy_, writeBy_;
  std::function<void()> onDrained_, onGone_;
  bool isLast_ = false;       ///< the connection ends after this answer
  bool isUnread_ = false;     ///< the answer came before the request was read to its end
  bool isHeadMethod_ = false; ///< of the request that is answered
  bool isChunked_ = false, hasNoBody_ = false, hasBegun_ = false, hasEnded_ = false; ///< the answer
  bool inputEnded_ = false; ///< the client has closed its side
  bool readsInput_ = false, writesOutput_ = false, isPumping_ = false;
};

} // namespace agentc::http

#endif
