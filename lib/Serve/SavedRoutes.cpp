#include "Handlers.h"
#include "Runs/Runs.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace agentc::serve {

/// A name in a header by RFC 8187.
static std::string extendedValue(llvm::StringRef name) {
  std::string text = "UTF-8''";
  for (unsigned char c : name)
    if (llvm::isAlnum(static_cast<char>(c)) ||
        llvm::StringRef("-._").contains(static_cast<char>(c)))
      text += static_cast<char>(c);
    else
      text += "%" + llvm::toHex(llvm::ArrayRef(c));
  return text;
}

/// A media type by RFC 9110, 8.3.1, without parameters; anything else counts as bytes.
static std::string mediaType(llvm::StringRef said) {
  llvm::StringRef type = said.split(';').first.trim();
  const auto isToken = [](llvm::StringRef part) {
    return !part.empty() && llvm::all_of(part, [](char c) {
      return llvm::isAlnum(c) || llvm::StringRef("!#$&-^_.+").contains(c);
    });
  };
  auto [top, sub] = type.split('/');
  return isToken(top) && isToken(sub) && type.size() < 128 ? type.lower()
                                                           : "application/octet-stream";
}

/// A file that a tool has saved. It is untrusted: a browser downloads it rather than show it, and
/// runs nothing in it.
void showSaved(App &app, const SharedCall &call) {
  const std::string &tenant = call->key.tenant;
  const std::optional<store::SavedFile> file = call->orMissing(
      app.store().findSaved(tenant, call->parameters.front()), "nothing was saved under this id");
  if (!file)
    return;
  auto bytes = llvm::MemoryBuffer::getFile(app.saved().pathOf(tenant, *file), /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (bytes.getError() == std::errc::no_such_file_or_directory && app.runs().nodes())
    return call->refuse(404, "the file is at another node, whose `saved` folder is not this one's");
  if (!bytes)
    return call->fail(llvm::errorCodeToError(bytes.getError()));
  http::Response response =
      http::makeResponse(200, mediaType(file->mime), (*bytes)->getBuffer().str());
  response.headers.emplace_back("content-disposition",
                                "attachment; filename*=" + extendedValue(file->filename));
  response.headers.emplace_back("content-security-policy", "default-src 'none'; sandbox");
  call->answer(std::move(response));
}

} // namespace agentc::serve
