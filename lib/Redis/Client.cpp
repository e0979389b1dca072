#include "agentc/Redis/Client.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA1.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace agentc::redis {

/// Time between attempts to connect.
static constexpr std::chrono::milliseconds pause{100};

/// The reason in an `Unreachable`, without the beginning of its message.
static std::string reasonOf(llvm::Error error) {
  const std::string whole = llvm::toString(std::move(error));
  llvm::StringRef reason = whole;
  reason.consume_front(Unreachable::beginning);
  return reason.str();
}

/// Connects in a thread of its own while there is no connection.
class Client::Connector {
public:
  explicit Connector(const Address &address) : address_(address), thread_([this] { work(); }) {}
  ~Connector() {
    {
      std::lock_guard lock(mutex_);
      isOver_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  const Address &address() const { return address_; }

  /// A connection that was made meanwhile; null if there is none yet, which is `why` then.
  std::unique_ptr<Connection> take(std::string &why) {
    std::lock_guard lock(mutex_);
    if (ready_)
      return std::move(ready_);
    isWanted_ = true;
    changed_.notify_all();
    why = why_;
    return nullptr;
  }

private:
  void work() {
    std::unique_lock lock(mutex_);
    while (!isOver_) {
      changed_.wait(lock, [this] { return isOver_ || (isWanted_ && !ready_); });
      if (isOver_)
        return;
      lock.unlock();
      llvm::Expected<std::unique_ptr<Connection>> opened = Connection::open(address_, answerLimit);
      lock.lock();
      if (opened) {
        ready_ = std::move(*opened);
        isWanted_ = false;
        continue;
      }
      why_ = reasonOf(opened.takeError());
      changed_.wait_for(lock, pause, [this] { return isOver_; });
    }
  }

  const Address address_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<Connection> ready_;
  std::string why_ = "it is connected to anew";
  bool isWanted_ = false, isOver_ = false;
  std::thread thread_;
};

Client::Client(std::unique_ptr<Connector> connector) : connector_(std::move(connector)) {}
Client::~Client() = default;

const Address &Client::address() const { return connector_->address(); }

llvm::Expected<std::unique_ptr<Client>> Client::open(const Address &address) {
  llvm::Expected<std::unique_ptr<Connection>> first = Connection::open(address, answerLimit);
  if (!first)
    return first.takeError();
  std::unique_ptr<Client> client(new Client(std::make_unique<Connector>(address)));
  client->connection_ = std::move(*first);
  return client;
}

template <class Ask> auto Client::use(Ask ask) -> decltype(ask(std::declval<Connection &>())) {
  std::string why;
  if (!connection_)
    connection_ = connector_->take(why);
  if (!connection_)
    return llvm::make_error<Unreachable>(why);
  auto answer = ask(*connection_);
  if (answer)
    return answer;
  llvm::Error error = answer.takeError();
  if (error.isA<Unreachable>()) {
    connection_ = nullptr;
    connector_->take(why);
  }
  return error;
}

llvm::Expected<Reply> Client::ask(const Command &command) {
  return use([&](Connection &connection) { return connection.ask(command); });
}

llvm::Expected<std::vector<Reply>> Client::askAll(llvm::ArrayRef<Command> commands) {
  return use([&](Connection &connection) { return connection.askAll(commands); });
}

llvm::Expected<Reply> Client::run(const Script &script, llvm::ArrayRef<std::string> keys,
                                  llvm::ArrayRef<std::string> arguments) {
  const auto digest = llvm::SHA1::hash(llvm::arrayRefFromStringRef(script.text));
  Command command = {"EVALSHA", llvm::toHex(digest, /*LowerCase=*/true),
                     std::to_string(keys.size())};
  command.insert(command.end(), keys.begin(), keys.end());
  command.insert(command.end(), arguments.begin(), arguments.end());
  llvm::Expected<Reply> reply = ask(command);
  if (reply)
    return reply;
  llvm::Error error = reply.takeError();
  bool isUnknown = false;
  error = llvm::handleErrors(std::move(error), [&](std::unique_ptr<llvm::ErrorInfoBase> one) {
    isUnknown |= llvm::StringRef(one->message()).contains("NOSCRIPT");
    return isUnknown ? llvm::Error::success() : llvm::Error(std::move(one));
  });
  if (!isUnknown)
    return error;
  llvm::consumeError(std::move(error));
  command[0] = "EVAL";
  command[1] = script.text;
  return ask(command);
}

} // namespace agentc::redis
