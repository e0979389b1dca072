#include "Compression.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

#include <memory>
#include <optional>

// The stable interfaces of Brotli 1.0 and Zstandard 1.4, without headers: V8's program has both,
// and where LLVM was built with Zstandard, the object has that one.
extern "C" {
struct BrotliDecoderState;
struct BrotliEncoderState;
BrotliDecoderState *BrotliDecoderCreateInstance(void *, void *, void *);
int BrotliDecoderSetParameter(BrotliDecoderState *, int, uint32_t);
int BrotliDecoderDecompressStream(BrotliDecoderState *, size_t *, const uint8_t **, size_t *,
                                  uint8_t **, size_t *);
const uint8_t *BrotliDecoderTakeOutput(BrotliDecoderState *, size_t *);
int BrotliDecoderGetErrorCode(const BrotliDecoderState *);
const char *BrotliDecoderErrorString(int);
void BrotliDecoderDestroyInstance(BrotliDecoderState *);
BrotliEncoderState *BrotliEncoderCreateInstance(void *, void *, void *);
int BrotliEncoderSetParameter(BrotliEncoderState *, int, uint32_t);
int BrotliEncoderCompressStream(BrotliEncoderState *, int, size_t *, const uint8_t **, size_t *,
                                uint8_t **, size_t *);
const uint8_t *BrotliEncoderTakeOutput(BrotliEncoderState *, size_t *);
int BrotliEncoderIsFinished(BrotliEncoderState *);
void BrotliEncoderDestroyInstance(BrotliEncoderState *);

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;
struct ZSTD_inBuffer {
  const void *src;
  size_t size, pos;
};
struct ZSTD_outBuffer {
  void *dst;
  size_t size, pos;
};
ZSTD_CCtx_s *ZSTD_createCCtx();
size_t ZSTD_CCtx_setParameter(ZSTD_CCtx_s *, int, int);
size_t ZSTD_compressStream2(ZSTD_CCtx_s *, ZSTD_outBuffer *, ZSTD_inBuffer *, int);
size_t ZSTD_freeCCtx(ZSTD_CCtx_s *);
ZSTD_DCtx_s *ZSTD_createDCtx();
size_t ZSTD_DCtx_setParameter(ZSTD_DCtx_s *, int, int);
size_t ZSTD_decompressStream(ZSTD_DCtx_s *, ZSTD_outBuffer *, ZSTD_inBuffer *);
size_t ZSTD_freeDCtx(ZSTD_DCtx_s *);
unsigned ZSTD_isError(size_t);
int ZSTD_getErrorCode(size_t);
const char *ZSTD_getErrorName(size_t);
}

namespace agentc::compression {

namespace {

constexpr int brotliFinish = 2, brotliNeedsInput = 2, brotliNeedsOutput = 3, zstdEnd = 2;
/// `nbWorkers` and what divides the work between them, which do nothing: a call has one thread.
constexpr int zstdFirstOfThreads = 400, zstdLastOfThreads = 402;

Result failure(llvm::StringRef code, int number, llvm::StringRef message) {
  return (code + llvm::Twine('\0') + llvm::Twine(number) + llvm::Twine('\0') + message).str();
}
Result unusable(llvm::StringRef message) {
  return failure("ERR_ZLIB_INITIALIZATION_FAILED", 0, message);
}
Result tooLarge() { return failure("ERR_BUFFER_TOO_LARGE", 0, ""); }
Result cutOff() { return failure("Z_BUF_ERROR", -5, "unexpected end of file"); }

/// Adds what a library hands out; false where that is more than may be made.
bool add(std::vector<uint8_t> &made, const uint8_t *bytes, size_t size, size_t limit) {
  if (size > limit - made.size())
    return false;
  made.insert(made.end(), bytes, bytes + size);
  return true;
}

/// Sets what the guest asks for; the error of the first that is refused.
template <typename Set>
std::optional<Result> configure(llvm::ArrayRef<Parameter> parameters, Set &&set) {
  for (Parameter one : parameters)
    if (one.name > INT32_MAX || !set(static_cast<int>(one.name), one.value))
      return unusable("Setting parameter failed");
  return std::nullopt;
}

/// Steps of Zstandard until `step` says that the frame has ended, or is stuck without more input.
template <typename Step> Result runZstd(llvm::ArrayRef<uint8_t> bytes, size_t limit, Step &&step) {
  std::vector<uint8_t> made, part(1 << 16);
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  for (;;) {
    ZSTD_outBuffer output{part.data(), part.size(), 0};
    size_t left = step(&output, &input);
    if (ZSTD_isError(left))
      return failure("", ZSTD_getErrorCode(left), ZSTD_getErrorName(left));
    if (!add(made, part.data(), output.pos, limit))
      return tooLarge();
    if (left == 0)
      return made;
    if (input.pos == input.size && output.pos < output.size)
      return cutOff();
  }
}

} // namespace

Result brotliCompress(llvm::ArrayRef<uint8_t> bytes, llvm::ArrayRef<Parameter> parameters,
                      size_t limit) {
  BrotliEncoderState *state = BrotliEncoderCreateInstance(nullptr, nullptr, nullptr);
  if (!state)
    return unusable("Initialization failed");
  auto end = llvm::make_scope_exit([&] { BrotliEncoderDestroyInstance(state); });
  if (auto error = configure(parameters, [&](int name, uint32_t value) {
        return BrotliEncoderSetParameter(state, name, value);
      }))
    return *error;
  std::vector<uint8_t> made;
  size_t left = bytes.size(), none = 0;
  const uint8_t *next = bytes.data();
  while (!BrotliEncoderIsFinished(state)) {
    if (!BrotliEncoderCompressStream(state, brotliFinish, &left, &next, &none, nullptr, nullptr))
      return failure("ERR_BROTLI_COMPRESSION_FAILED", 0, "Compression failed");
    size_t size = 0;
    const uint8_t *output = BrotliEncoderTakeOutput(state, &size);
    if (!add(made, output, size, limit))
      return tooLarge();
  }
  return made;
}

Result brotliDecompress(llvm::ArrayRef<uint8_t> bytes, llvm::ArrayRef<Parameter> parameters,
                        size_t limit) {
  BrotliDecoderState *state = BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
  if (!state)
    return unusable("Initialization failed");
  auto end = llvm::make_scope_exit([&] { BrotliDecoderDestroyInstance(state); });
  if (auto error = configure(parameters, [&](int name, uint32_t value) {
        return BrotliDecoderSetParameter(state, name, value);
      }))
    return *error;
  std::vector<uint8_t> made;
  size_t left = bytes.size(), none = 0;
  const uint8_t *next = bytes.data();
  for (int result = brotliNeedsOutput; result == brotliNeedsOutput;) {
    result = BrotliDecoderDecompressStream(state, &left, &next, &none, nullptr, nullptr);
    size_t size = 0;
    const uint8_t *output = BrotliDecoderTakeOutput(state, &size);
    if (!add(made, output, size, limit))
      return tooLarge();
    if (result == brotliNeedsInput)
      return cutOff();
    if (result == 0) {
      int error = BrotliDecoderGetErrorCode(state);
      return failure(std::string("ERR_") + BrotliDecoderErrorString(error), error,
                     "Decompression failed");
    }
  }
  return made;
}

Result zstdCompress(llvm::ArrayRef<uint8_t> bytes, llvm::ArrayRef<Parameter> parameters,
                    size_t limit) {
  std::unique_ptr<ZSTD_CCtx_s, decltype(&ZSTD_freeCCtx)> state(ZSTD_createCCtx(), ZSTD_freeCCtx);
  if (!state)
    return unusable("Initialization failed");
  if (auto error = configure(parameters, [&](int name, uint32_t value) {
        return (name >= zstdFirstOfThreads && name <= zstdLastOfThreads) ||
               !ZSTD_isError(ZSTD_CCtx_setParameter(state.get(), name, static_cast<int>(value)));
      }))
    return *error;
  return runZstd(bytes, limit, [&](ZSTD_outBuffer *output, ZSTD_inBuffer *input) {
    return ZSTD_compressStream2(state.get(), output, input, zstdEnd);
  });
}

Result zstdDecompress(llvm::ArrayRef<uint8_t> bytes, llvm::ArrayRef<Parameter> parameters,
                      size_t limit) {
  std::unique_ptr<ZSTD_DCtx_s, decltype(&ZSTD_freeDCtx)> state(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!state)
    return unusable("Initialization failed");
  if (auto error = configure(parameters, [&](int name, uint32_t value) {
        return !ZSTD_isError(ZSTD_DCtx_setParameter(state.get(), name, static_cast<int>(value)));
      }))
    return *error;
  return runZstd(bytes, limit, [&](ZSTD_outBuffer *output, ZSTD_inBuffer *input) {
    return ZSTD_decompressStream(state.get(), output, input);
  });
}

} // namespace agentc::compression
