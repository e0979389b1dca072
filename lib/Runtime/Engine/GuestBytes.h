#ifndef AGENTC_LIB_RUNTIME_GUESTBYTES_H
#define AGENTC_LIB_RUNTIME_GUESTBYTES_H

#include "HostFunctions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace agentc {

/// A view's bytes, which stay where they are; small ones may live on V8's heap and are copied. A
/// text's are its UTF-8.
class GuestBytes {
public:
  GuestBytes(HostFunctions::Info info, int index);
  operator llvm::ArrayRef<uint8_t>() const { return bytes_; }
  llvm::ArrayRef<uint8_t> bytes() const { return bytes_; }
  llvm::StringRef text() const {
    return {reinterpret_cast<const char *>(bytes_.data()), bytes_.size()};
  }

private:
  std::string text_;
  llvm::SmallVector<uint8_t, 64> copy_;
  std::shared_ptr<v8::BackingStore> store_;
  llvm::ArrayRef<uint8_t> bytes_;
};

/// A copy of bytes as the guest has them.
v8::Local<v8::Uint8Array> toUint8Array(v8::Isolate *isolate, llvm::ArrayRef<uint8_t> bytes);

/// A number that the guest chose, cut to what a length can be; 0 for what is none.
size_t lengthOf(HostFunctions::Info info, int index);

} // namespace agentc

#endif
