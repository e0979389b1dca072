#ifndef AGENTC_LIB_LANGUAGESERVER_DOCUMENTS_H
#define AGENTC_LIB_LANGUAGESERVER_DOCUMENTS_H

#include "TextPositions.h"

#include "agentc/Lint/Units.h"
#include "agentc/Rpc/JsonRpc.h"

namespace agentc::lsp {

/// A text that an editor has open.
struct Document {
  std::string uri;  ///< as the client writes it
  std::string path; ///< real; empty if it is not a file of this machine
  std::string text;
  int64_t version = 0;
};

/// The open documents of one client.
class Documents {
public:
  void setEncoding(Encoding encoding) { encoding_ = encoding; }
  Encoding encoding() const { return encoding_; }

  /// Obeys the parameters of `textDocument/didOpen`, `didChange` and `didClose`; returns the
  /// document's path, or the fault in the parameters. A change of which a part cannot be read
  /// changes nothing.
  std::variant<std::string, RpcFault> open(const Json &params);
  std::variant<std::string, RpcFault> change(const Json &params);
  std::variant<std::string, RpcFault> close(const Json &params);

  const Document *find(llvm::StringRef uri) const;
  const Document *findPath(llvm::StringRef path) const;
  const std::map<std::string, Document, std::less<>> &all() const { return byUri_; }
  HeldTexts held() const;

private:
  std::optional<RpcFault> apply(const Json &change, std::string &text) const;

  Encoding encoding_ = Encoding::Utf16;
  std::map<std::string, Document, std::less<>> byUri_;
};

/// The member of an object that is a string; null if there is none.
const std::string *textMember(const Json &object, const char *name);

/// The URI that `textDocument` of a message's parameters names; null if there is none.
const std::string *documentUri(const Json &params);

} // namespace agentc::lsp

#endif
