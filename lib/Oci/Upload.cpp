#include "Upload.h"

#include "llvm/ADT/StringExtras.h"

#include <thread>

namespace agentc::oci {

namespace {

/// Most interruptions of one blob.
constexpr unsigned maxInterruptions = 5;
constexpr std::chrono::milliseconds waitAfterOne{250};

/// One upload session (distribution specification 1.1, "Pushing blobs").
class Upload {
public:
  Upload(Session &session, const Descriptor &blob, llvm::StringRef bytes, uint64_t chunkBytes)
      : session_(session), blob_(blob), bytes_(bytes), chunkBytes_(chunkBytes) {}

  llvm::Error run();

private:
  llvm::Error begin();
  llvm::Error sendChunks();
  llvm::Error sendChunk();
  llvm::Error finish();
  llvm::Expected<bool> ask();
  llvm::Error interrupted(llvm::Error why);
  bool mayGoOn();
  llvm::Error moveOn(const WholeAnswer &answer);
  RegistryRequest withBytes(const char *method, const RequestUrl &url, llvm::StringRef part) const;

  Session &session_;
  const Descriptor &blob_;
  llvm::StringRef bytes_;
  uint64_t chunkBytes_;
  RequestUrl location_;
  uint64_t sent_ = 0;
  unsigned interruptions_ = 0;
  unsigned status_ = 0; ///< of the last answer; 0 where none came
};

/// The end of `Range: 0-N` (or `bytes=0-N`), as a number of bytes.
std::optional<uint64_t> bytesOf(llvm::StringRef range) {
  range.consume_front("bytes=");
  uint64_t last = 0;
  if (!range.consume_front("0-") || !llvm::to_integer(range, last, 10) || last == UINT64_MAX)
    return std::nullopt;
  return last + 1;
}

RegistryRequest Upload::withBytes(const char *method, const RequestUrl &url,
                                  llvm::StringRef part) const {
  RegistryRequest request{method, url};
  request.headers = {{"content-type", "application/octet-stream"}};
  request.body = part.str();
  request.status = "uploading " + std::to_string(bytes_.size() >> 10) + " KB";
  return request;
}

llvm::Error Upload::moveOn(const WholeAnswer &answer) {
  const std::string location = answer.header("location");
  if (location.empty())
    return session_.refused(answer, "says no place for the upload to go on");
  llvm::Expected<RequestUrl> next = session_.follow(location_, location);
  if (!next)
    return next.takeError();
  location_ = std::move(*next);
  return llvm::Error::success();
}

llvm::Error Upload::begin() {
  location_ = session_.url("blobs/uploads/");
  RegistryRequest request{"POST", location_};
  request.body = "";
  request.isRepeatable = true;
  llvm::Expected<WholeAnswer> answer = session_.send(std::move(request));
  if (!answer)
    return answer.takeError();
  if (answer->head.status != 202)
    return session_.refused(*answer, "takes no upload");
  sent_ = 0;
  uint64_t least = 0;
  if (llvm::to_integer(answer->header("oci-chunk-min-length"), least, 10))
    chunkBytes_ = std::max(chunkBytes_, least);
  return moveOn(*answer);
}

llvm::Error Upload::sendChunk() {
  llvm::StringRef part = bytes_.substr(sent_, chunkBytes_);
  RegistryRequest request = withBytes("PATCH", location_, part);
  request.headers.emplace_back("content-range", std::to_string(sent_) + "-" +
                                                    std::to_string(sent_ + part.size() - 1));
  status_ = 0;
  llvm::Expected<WholeAnswer> answer = session_.send(std::move(request));
  if (!answer)
    return answer.takeError();
  status_ = answer->head.status;
  if (status_ != 202 && status_ != 201)
    return session_.refused(*answer, "takes no part of the upload");
  const std::string range = answer->header("range");
  const uint64_t taken = range.empty() ? sent_ + part.size() : bytesOf(range).value_or(0);
  // Less than was sent is a pause; more cannot be this upload.
  if (taken <= sent_ || taken > sent_ + part.size())
    return untrusted("the registry says that it has " + llvm::Twine(taken) +
                     " bytes of an upload of which " + llvm::Twine(sent_ + part.size()) +
                     " were sent");
  sent_ = taken;
  return moveOn(*answer);
}

/// Asks the registry how far an upload came; false if it does not know the upload any more.
llvm::Expected<bool> Upload::ask() {
  RegistryRequest request{"GET", location_};
  request.isRepeatable = true;
  llvm::Expected<WholeAnswer> answer = session_.send(std::move(request));
  if (!answer)
    return answer.takeError();
  if (answer->head.status == 404)
    return false;
  if (answer->head.status != 204)
    return session_.refused(*answer, "does not say how far the upload came");
  const std::string range = answer->header("range");
  // An upload without a byte has no range that can say so; some say 0-0.
  const uint64_t taken = range.empty() || range == "0-0" ? 0 : bytesOf(range).value_or(UINT64_MAX);
  if (taken > bytes_.size())
    return untrusted("the registry says that it has more of an upload than was sent");
  sent_ = taken;
  if (!answer->header("location").empty())
    if (llvm::Error error = moveOn(*answer))
      return error;
  return true;
}

/// Returns true, after a pause, if what failed was the connection or the registry's memory of the
/// upload, and not too often.
bool Upload::mayGoOn() {
  const bool isInterruption =
      status_ == 0 || status_ == 404 || status_ == 416 || status_ == 429 || status_ >= 500;
  if (!isInterruption || ++interruptions_ > maxInterruptions)
    return false;
  std::this_thread::sleep_for(waitAfterOne * interruptions_);
  return true;
}

llvm::Error Upload::interrupted(llvm::Error why) {
  if (why.isA<UntrustedContent>() || !mayGoOn())
    return why;
  llvm::Expected<bool> isKnown = ask();
  if (!isKnown) {
    llvm::consumeError(isKnown.takeError());
    return why;
  }
  llvm::consumeError(std::move(why));
  return *isKnown ? llvm::Error::success() : begin();
}

llvm::Error Upload::sendChunks() {
  while (sent_ < bytes_.size()) {
    llvm::Error error = sendChunk();
    if (error)
      error = interrupted(std::move(error));
    if (error)
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Upload::finish() {
  RequestUrl url = location_;
  url.target +=
      (llvm::StringRef(url.target).contains('?') ? "&" : "?") + ("digest=" + blob_.digest);
  RegistryRequest request = withBytes("PUT", url, bytes_.drop_front(sent_));
  status_ = 0;
  llvm::Expected<WholeAnswer> answer = session_.send(std::move(request));
  if (!answer)
    return answer.takeError();
  status_ = answer->head.status;
  if (status_ != 201)
    return session_.refused(*answer, "does not keep the blob " + blob_.digest);
  return llvm::Error::success();
}

llvm::Error Upload::run() {
  for (;;) {
    if (llvm::Error error = begin())
      return error;
    if (bytes_.size() > chunkBytes_)
      if (llvm::Error error = sendChunks())
        return error;
    llvm::Error error = finish();
    if (!error || error.isA<UntrustedContent>() || !mayGoOn())
      return error;
    llvm::consumeError(std::move(error));
  }
}

} // namespace

llvm::Error uploadBlob(Session &session, const Descriptor &blob, llvm::StringRef bytes,
                       uint64_t chunkBytes) {
  return Upload(session, blob, bytes, chunkBytes).run();
}

} // namespace agentc::oci
