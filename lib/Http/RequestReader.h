#ifndef AGENTC_LIB_HTTP_REQUESTREADER_H
#define AGENTC_LIB_HTTP_REQUESTREADER_H

#include "Head.h"

#include <limits>
#include <memory>

namespace agentc::http {

/// One connection's requests out of its bytes, in order.
class RequestReader {
public:
  RequestReader(size_t mostHeadBytes, size_t mostHeaders);
  ~RequestReader();

  void add(llvm::StringRef bytes) { bytes_.append(bytes.data(), bytes.size()); }
  /// Bytes that are there and not read yet.
  size_t unread() const { return bytes_.size(); }

  enum class Step {
    NeedsMore,
    Head, ///< once: `admit` says how large the body may be
    Whole,
    Fault ///< nothing after it can be read
  };
  Step next();

  /// The request whose head or whole was told; after `Whole` the next one begins.
  const Request &request() const { return request_; }
  Request take();
  void admit(uint64_t mostBody) { mostBody_ = mostBody; }
  const Fault &fault() const { return fault_; }

  bool isOld() const { return isOld_; } ///< HTTP/1.0
  bool staysOpen() const { return staysOpen_; }
  bool isHeadMethod() const { return request_.method == "HEAD"; }
  /// Between `Head` and `Whole`: something of the body is still to come.
  bool lacksBody() const;
  /// The client sends the body only when it is told to.
  bool waitsForContinue() const;
  /// Before the first byte of a request.
  bool isBetween() const { return bytes_.empty() && !parser_; }

private:
  struct Parser;
  Step fail(unsigned status, llvm::StringRef why);
  Step nextHead();
  Step nextBody();
  std::optional<Fault> readHead(size_t size);

  size_t mostHeadBytes_, mostHeaders_;
  std::string bytes_;
  HeadScanner scanner_;
  std::unique_ptr<Parser> parser_; ///< from the end of a head to that of its body
  Request request_;
  Fault fault_{0, ""};
  uint64_t mostBody_ = 0;
  bool isOld_ = false, staysOpen_ = true, skippedLine_ = false;
};

} // namespace agentc::http

#endif
