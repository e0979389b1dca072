#include "RequestReader.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>

namespace agentc::http {

namespace asio = boost::asio;
namespace beast = boost::beast::http;
using boost::system::error_code;

llvm::StringRef reasonPhrase(unsigned status) {
  const auto phrase = beast::obsolete_reason(beast::int_to_status(status));
  return {phrase.data(), phrase.size()};
}

struct RequestReader::Parser {
  beast::request_parser<beast::buffer_body> reader;
};

RequestReader::RequestReader(size_t mostHeadBytes, size_t mostHeaders)
    : mostHeadBytes_(mostHeadBytes), mostHeaders_(mostHeaders), scanner_(mostHeaders) {}
RequestReader::~RequestReader() = default;

Request RequestReader::take() { return std::exchange(request_, Request()); }

bool RequestReader::lacksBody() const { return parser_ && !parser_->reader.is_done(); }

bool RequestReader::waitsForContinue() const {
  return lacksBody() && !isOld_ && bytes_.empty() && request_.header("expect");
}

RequestReader::Step RequestReader::fail(unsigned status, llvm::StringRef why) {
  fault_ = {status, why.str()};
  return Step::Fault;
}

RequestReader::Step RequestReader::next() {
  if (fault_.status != 0)
    return Step::Fault;
  return parser_ ? nextBody() : nextHead();
}

RequestReader::Step RequestReader::nextHead() {
  // RFC 9112, 2.2: an empty line may come before a request.
  if (!skippedLine_ && llvm::StringRef(bytes_).starts_with("\r\n")) {
    skippedLine_ = true;
    bytes_.erase(0, 2);
  }
  if (bytes_.empty() || bytes_ == "\r") {
    // The memory that a burst took is given back while nothing comes.
    if (bytes_.empty())
      bytes_ = std::string();
    return Step::NeedsMore;
  }
  auto scanned = scanner_.scan(llvm::StringRef(bytes_).take_front(mostHeadBytes_));
  if (auto *fault = std::get_if<Fault>(&scanned))
    return fail(fault->status, fault->why);
  const std::optional<size_t> size = std::get<std::optional<size_t>>(scanned);
  if (!size && bytes_.size() < mostHeadBytes_)
    return Step::NeedsMore;
  if (!size)
    return bytes_.find('\n') == std::string::npos ? fail(414, "the target is too long")
                                                  : fail(431, "the headers are too long");
  if (std::optional<Fault> fault = readHead(*size))
    return fail(fault->status, fault->why);
  return Step::Head;
}

std::optional<Fault> RequestReader::readHead(size_t size) {
  request_ = Request();
  mostBody_ = 0;
  parser_ = std::make_unique<Parser>();
  auto &reader = parser_->reader;
  reader.header_limit(static_cast<uint32_t>(size + 1));
  // How much is too much is counted here, also of a body in chunks.
  reader.body_limit(std::numeric_limits<uint64_t>::max());
  error_code error;
  const size_t used = reader.put(asio::buffer(bytes_.data(), size), error);
  if (error || !reader.is_header_done() || used != size)
    return Fault{400, "the head is malformed"};
  bytes_.erase(0, size);
  const auto &head = reader.get();
  isOld_ = head.version() < 11;
  staysOpen_ = !isOld_ && head.keep_alive();
  request_.method = std::string(head.method_string());
  for (const auto &field : head) {
    const auto name = field.name_string();
    request_.headers.emplace_back(llvm::StringRef(name.data(), name.size()).lower(),
                                  std::string(field.value()));
  }
  auto body = readBodyKind(request_.headers, isOld_);
  if (auto *fault = std::get_if<Fault>(&body))
    return *fault;
  if (std::optional<Fault> fault = readTarget(std::string(head.target()), isOld_, request_))
    return fault;
  const auto expectation = request_.header("expect");
  if (expectation && !expectation->equals_insensitive("100-continue"))
    return Fault{417, "of the expectations only `100-continue` is known here"};
  return std::nullopt;
}

RequestReader::Step RequestReader::nextBody() {
  auto &reader = parser_->reader;
  const auto length = reader.content_length();
  if (length && *length > mostBody_)
    return fail(413, "the body is too large");
  while (!reader.is_done()) {
    // Beast has seen the line of a last chunk then, and asserts that five bytes are there: so many
    // end a body.
    const bool isEnding =
        reader.chunked() && bytes_.size() == 4 && llvm::StringRef(bytes_).starts_with("0\r\n");
    if (bytes_.empty() || isEnding)
      return Step::NeedsMore;
    char bytes[65536];
    reader.get().body() = {bytes, sizeof bytes, true};
    error_code error;
    const size_t used = reader.put(asio::buffer(bytes_), error);
    const size_t size = sizeof bytes - reader.get().body().size;
    bytes_.erase(0, used);
    request_.body.append(bytes, size);
    if (request_.body.size() > mostBody_)
      return fail(413, "the body is too large");
    const bool hasMore = error == beast::error::need_buffer || (!error && used + size > 0);
    if (hasMore)
      continue;
    if (error && error != beast::error::need_more)
      return fail(400, "the body is malformed");
    // A chunk's line, or the fields after the last chunk, which count for nothing.
    return bytes_.size() < mostHeadBytes_ ? Step::NeedsMore
                                          : fail(400, "a chunk's line is too long");
  }
  parser_.reset();
  scanner_ = HeadScanner(mostHeaders_);
  skippedLine_ = false;
  return Step::Whole;
}

} // namespace agentc::http
