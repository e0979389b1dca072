#include "CompressionFunctions.h"

#include "Compression.h"
#include "GuestBytes.h"
#include "ModuleTable.h"

#include <cstring>

namespace agentc {

using namespace v8;

namespace {

std::vector<compression::Parameter> parametersOf(HostFunctions::Info info, int index) {
  GuestBytes bytes(info, index);
  std::vector<compression::Parameter> result(bytes.bytes().size() / sizeof(compression::Parameter));
  if (!result.empty())
    memcpy(result.data(), bytes.bytes().data(), result.size() * sizeof(compression::Parameter));
  return result;
}

template <compression::Function run> void call(HostFunctions::Info info) {
  Isolate *isolate = info.GetIsolate();
  compression::Result result = run(GuestBytes(info, 0), parametersOf(info, 1), lengthOf(info, 2));
  if (const auto *made = std::get_if<std::vector<uint8_t>>(&result))
    info.GetReturnValue().Set(toUint8Array(isolate, *made));
  else
    info.GetReturnValue().Set(toV8(isolate, std::get<std::string>(result)));
}

constexpr HostFunction compressionTable[] = {
    {"brotliCompress", quietly<call<compression::brotliCompress>>},
    {"brotliDecompress", quietly<call<compression::brotliDecompress>>},
    {"zstdCompress", quietly<call<compression::zstdCompress>>},
    {"zstdDecompress", quietly<call<compression::zstdDecompress>>}};

} // namespace

llvm::ArrayRef<HostFunction> compressionFunctions() { return compressionTable; }

} // namespace agentc
