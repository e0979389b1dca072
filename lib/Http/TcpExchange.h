#ifndef AGENTC_LIB_HTTP_TCPEXCHANGE_H
#define AGENTC_LIB_HTTP_TCPEXCHANGE_H

#include "Connection.h"

namespace agentc::http {

/// One request's answer, on its way to a connection.
class TcpExchange : public Exchange {
public:
  TcpExchange(std::shared_ptr<Connection> connection, uint64_t number)
      : connection_(std::move(connection)), number_(number) {}
  ~TcpExchange() override {
    if (isCurrent())
      connection_->answerIsDropped();
  }

  void answer(Response response) override {
    if (isCurrent())
      connection_->answer(std::move(response), /*isWhole=*/true);
  }
  void begin(Response head) override {
    if (isCurrent())
      connection_->answer(std::move(head), /*isWhole=*/false);
  }
  void write(llvm::StringRef bytes) override {
    if (isCurrent())
      connection_->writeBody(bytes);
  }
  void end() override {
    if (isCurrent())
      connection_->endBody();
  }
  size_t pending() const override { return isCurrent() ? connection_->pending() : 0; }
  void onDrained(std::function<void()> function) override {
    if (isCurrent())
      connection_->onDrained(std::move(function));
  }
  bool isGone() const override { return connection_->isGone(number_); }
  void onGone(std::function<void()> function) override {
    if (isGone())
      function();
    else if (isCurrent())
      connection_->onGone(std::move(function));
  }

private:
  bool isCurrent() const { return connection_->isAnswering(number_); }

  std::shared_ptr<Connection> connection_;
  uint64_t number_;
};

} // namespace agentc::http

#endif
