#include "Frames.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::lsp {

namespace {

constexpr size_t maxHeaderBytes = 4096;
constexpr llvm::StringLiteral lengthName = "content-length", headerEnd = "\r\n\r\n";

bool isUtf8(llvm::StringRef contentType) {
  const size_t at = contentType.find_insensitive("charset=");
  if (at == llvm::StringRef::npos)
    return true;
  const llvm::StringRef charset =
      contentType.substr(at).split('=').second.split(';').first.trim(" \"");
  return charset.equals_insensitive("utf-8") || charset.equals_insensitive("utf8");
}

RpcFault unreadable(std::string message) { return {RpcError::Parse, std::move(message)}; }

} // namespace

std::string frame(const Json &message) {
  const std::string body = printJson(message, /*indented=*/false);
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::optional<RpcFault> FrameReader::readHeader(llvm::StringRef header) {
  llvm::SmallVector<llvm::StringRef, 4> lines;
  header.split(lines, "\r\n");
  std::optional<size_t> length;
  for (llvm::StringRef line : lines) {
    auto [name, value] = line.split(':');
    value = value.trim(" \t");
    if (name.equals_insensitive("content-type") && !isUtf8(value))
      return unreadable("a message is UTF-8");
    if (!name.equals_insensitive(lengthName))
      continue;
    size_t bytes = 0;
    if (length || !llvm::all_of(value, llvm::isDigit) || !llvm::to_integer(value, bytes, 10))
      return unreadable("`Content-Length` is not one number");
    if (bytes > maxMessageBytes)
      return RpcFault{RpcError::InvalidRequest,
                      "a message is longer than " + std::to_string(maxMessageBytes) + " bytes"};
    length = bytes;
  }
  if (!length)
    return unreadable("a header has no `Content-Length`");
  length_ = length;
  return std::nullopt;
}

/// Goes on to the next header, where the one before could not be read.
bool FrameReader::findHeader() {
  const llvm::StringRef rest = llvm::StringRef(begun_).substr(at_);
  const size_t found = rest.find_insensitive(lengthName);
  if (found == llvm::StringRef::npos) {
    at_ += rest.size() - std::min(rest.size(), lengthName.size() - 1);
    return false;
  }
  at_ += found;
  isLost_ = false;
  return true;
}

bool FrameReader::step(OnBody onBody, OnFault onFault) {
  if (isLost_ && !findHeader())
    return false;
  const llvm::StringRef rest = llvm::StringRef(begun_).substr(at_);
  if (length_) {
    if (rest.size() < *length_)
      return false;
    at_ += *length_;
    const llvm::StringRef body = rest.take_front(*length_);
    length_.reset();
    onBody(body);
    return true;
  }
  const size_t end = rest.find(headerEnd);
  if (end == llvm::StringRef::npos && rest.size() <= maxHeaderBytes)
    return false;
  if (end == llvm::StringRef::npos || end > maxHeaderBytes) {
    onFault(unreadable("a header is longer than " + std::to_string(maxHeaderBytes) + " bytes"));
    at_ += lengthName.size();
    isLost_ = true;
    return true;
  }
  at_ += end + headerEnd.size();
  if (std::optional<RpcFault> fault = readHeader(rest.take_front(end))) {
    onFault(*fault);
    isLost_ = true;
  }
  return true;
}

void FrameReader::take(llvm::StringRef bytes, OnBody onBody, OnFault onFault) {
  begun_.append(bytes.data(), bytes.size());
  while (step(onBody, onFault))
    ;
  begun_.erase(0, std::exchange(at_, 0));
}

} // namespace agentc::lsp
