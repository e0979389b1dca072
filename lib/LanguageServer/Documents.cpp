#include "Documents.h"

#include "Frames.h"
#include "Uri.h"

namespace agentc::lsp {

const std::string *textMember(const Json &object, const char *name) {
  const Json *found = member(object, name);
  return found && found->is_string() ? &found->get_ref<const std::string &>() : nullptr;
}

const std::string *documentUri(const Json &params) {
  const Json *document = member(params, "textDocument");
  return document ? textMember(*document, "uri") : nullptr;
}

static int64_t versionOf(const Json &params) {
  const Json *document = member(params, "textDocument");
  const Json *version = document ? member(*document, "version") : nullptr;
  return version && version->is_number_integer() ? version->get<int64_t>() : 0;
}

std::variant<std::string, RpcFault> Documents::open(const Json &params) {
  const std::string *uri = documentUri(params);
  const std::string *text = uri ? textMember(*member(params, "textDocument"), "text") : nullptr;
  if (!text)
    return invalid("`textDocument` has no `uri` and `text`");
  Document document{*uri, "", *text, versionOf(params)};
  if (std::optional<std::string> path = pathOfUri(*uri))
    document.path = realPathOf(*path);
  return (byUri_[*uri] = std::move(document)).path;
}

/// Applies one change: of a range, or of all.
std::optional<RpcFault> Documents::apply(const Json &change, std::string &text) const {
  const std::string *with = textMember(change, "text");
  if (!with)
    return invalid("a change has no `text`");
  const Json *range = member(change, "range");
  if (!range) {
    text = *with;
    return std::nullopt;
  }
  const std::optional<ByteRange> bytes = TextPositions(text, encoding_).rangeOf(*range);
  if (!bytes)
    return invalid("the `range` of a change is none");
  if (text.size() + with->size() > maxMessageBytes)
    return invalid("a document is longer than " + std::to_string(maxMessageBytes) + " bytes");
  text.replace(bytes->begin, bytes->end - bytes->begin, *with);
  return std::nullopt;
}

std::variant<std::string, RpcFault> Documents::change(const Json &params) {
  const std::string *uri = documentUri(params);
  auto found = uri ? byUri_.find(*uri) : byUri_.end();
  if (found == byUri_.end())
    return invalid("the document is not open");
  const Json *changes = member(params, "contentChanges");
  if (!changes || !changes->is_array())
    return invalid("`contentChanges` is not a list");
  std::string text = found->second.text;
  for (const Json &change : *changes)
    if (std::optional<RpcFault> fault = apply(change, text))
      return *fault;
  found->second.text = std::move(text);
  found->second.version = versionOf(params);
  return found->second.path;
}

std::variant<std::string, RpcFault> Documents::close(const Json &params) {
  const std::string *uri = documentUri(params);
  auto found = uri ? byUri_.find(*uri) : byUri_.end();
  if (found == byUri_.end())
    return invalid("the document is not open");
  std::string path = std::move(found->second.path);
  byUri_.erase(found);
  return path;
}

const Document *Documents::find(llvm::StringRef uri) const {
  auto found = byUri_.find(std::string_view(uri));
  return found == byUri_.end() ? nullptr : &found->second;
}

const Document *Documents::findPath(llvm::StringRef path) const {
  for (const auto &[uri, document] : byUri_)
    if (!path.empty() && document.path == path)
      return &document;
  return nullptr;
}

HeldTexts Documents::held() const {
  HeldTexts texts;
  for (const auto &[uri, document] : byUri_)
    if (!document.path.empty())
      texts.try_emplace(document.path, document.text);
  return texts;
}

} // namespace agentc::lsp
