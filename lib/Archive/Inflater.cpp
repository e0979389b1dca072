#include "Inflater.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <limits>
#include <zlib.h>

using namespace agentc;

Inflater::Inflater(llvm::StringRef input) : stream_(new z_stream_s()), unfed_(input) {
  if (inflateInit2(stream_.get(), -MAX_WBITS) != Z_OK)
    llvm::report_bad_alloc_error("no memory for inflating");
}

Inflater::~Inflater() { inflateEnd(stream_.get()); }

size_t Inflater::read(llvm::MutableArrayRef<char> buffer) {
  // zlib counts in 32 bits.
  constexpr size_t most = std::numeric_limits<uInt>::max();
  z_stream &stream = *stream_;
  size_t filled = 0;
  while (state_ == State::Inflating && filled < buffer.size()) {
    if (stream.avail_in == 0) {
      stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(unfed_.data()));
      stream.avail_in = static_cast<uInt>(std::min(unfed_.size(), most));
      unfed_ = unfed_.drop_front(stream.avail_in);
    }
    const size_t room = std::min(buffer.size() - filled, most);
    stream.next_out = reinterpret_cast<Bytef *>(buffer.data() + filled);
    stream.avail_out = static_cast<uInt>(room);
    const int result = inflate(&stream, Z_NO_FLUSH);
    filled += room - stream.avail_out;
    if (result == Z_STREAM_END)
      state_ = State::Ended;
    else if (result == Z_BUF_ERROR && unfed_.empty())
      state_ = State::CutShort;
    else if (result == Z_MEM_ERROR)
      llvm::report_bad_alloc_error("no memory for inflating");
    else if (result != Z_OK && result != Z_BUF_ERROR)
      state_ = State::Damaged;
  }
  return filled;
}

llvm::StringRef Inflater::rest() const {
  return {reinterpret_cast<const char *>(stream_->next_in), stream_->avail_in + unfed_.size()};
}
