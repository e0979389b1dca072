#ifndef AGENTC_LIB_LANGUAGESERVER_FRAMES_H
#define AGENTC_LIB_LANGUAGESERVER_FRAMES_H

#include "agentc/Rpc/JsonRpc.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc::lsp {

/// Bytes of one message; a longer one is refused.
inline constexpr size_t maxMessageBytes = 64 << 20;

/// A message behind the header of the Language Server Protocol's base protocol.
std::string frame(const Json &message);

/// Takes apart what a client sends: headers with `Content-Length`, and the bodies behind them.
class FrameReader {
public:
  using OnBody = llvm::function_ref<void(llvm::StringRef body)>;
  using OnFault = llvm::function_ref<void(const RpcFault &fault)>;

  /// Hands on each body that is whole. A header that cannot be read is told once, and everything up
  /// to the next `Content-Length` is skipped.
  void take(llvm::StringRef bytes, OnBody onBody, OnFault onFault);

private:
  bool step(OnBody onBody, OnFault onFault);
  bool findHeader();
  std::optional<RpcFault> readHeader(llvm::StringRef header);

  std::string begun_;
  size_t at_ = 0;                ///< where in `begun_` what was not handed on begins
  std::optional<size_t> length_; ///< of the body that is being read
  bool isLost_ = false;
};

} // namespace agentc::lsp

#endif
