#include "agentc/Oci/Reference.h"

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::oci {

namespace {

constexpr llvm::StringLiteral layoutPrefix = "oci:";
constexpr llvm::StringLiteral registryPrefix = "oci://";
/// distribution's bound on registry and repository together.
constexpr size_t longestName = 255;
constexpr size_t longestTag = 128;

bool isLowerAlnum(char c) { return llvm::isDigit(c) || (c >= 'a' && c <= 'z'); }

/// `alpha-numeric [separator alpha-numeric]*`, separators being `.`, `_`, `__` and any number of
/// `-`.
bool isPathComponent(llvm::StringRef text) {
  if (text.empty() || !isLowerAlnum(text.front()) || !isLowerAlnum(text.back()))
    return false;
  while (!text.empty()) {
    text = text.drop_while(isLowerAlnum);
    llvm::StringRef separator = text.take_until(isLowerAlnum);
    const bool isKnown = separator.empty() || separator == "." || separator == "_" ||
                         separator == "__" || separator.find_first_not_of('-') == separator.npos;
    if (!isKnown)
      return false;
    text = text.drop_front(separator.size());
  }
  return true;
}

bool isRepository(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> components;
  text.split(components, '/');
  return llvm::all_of(components, isPathComponent);
}

bool isDomainComponent(llvm::StringRef text) {
  return !text.empty() && text.front() != '-' && text.back() != '-' &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '-'; });
}

bool isRegistry(llvm::StringRef text) {
  auto [host, port] = text.split(':');
  if (text.contains(':') && (port.empty() || !llvm::all_of(port, llvm::isDigit)))
    return false;
  llvm::SmallVector<llvm::StringRef, 4> components;
  host.split(components, '.');
  return llvm::all_of(components, isDomainComponent);
}

/// docker takes a first word for a registry by these signs, and for a part of the name else.
bool looksLikeRegistry(llvm::StringRef word) {
  return word.contains('.') || word.contains(':') || word == "localhost";
}

llvm::Error wrong(llvm::StringRef text, const llvm::Twine &why) {
  return usageError("`" + escapeForTerminal(text) + "` " + why);
}

/// Takes `@sha256:…` and `:TAG` off the end.
llvm::Error takeEnd(llvm::StringRef whole, llvm::StringRef &rest, Reference &reference) {
  if (const size_t at = rest.rfind('@'); at != rest.npos) {
    reference.digest = rest.drop_front(at + 1).str();
    if (!isDigest(reference.digest))
      return wrong(whole, "ends in a digest that is not `sha256:` and 64 hexadecimal digits");
    rest = rest.take_front(at);
  }
  const size_t colon = rest.rfind(':');
  if (colon == rest.npos || rest.drop_front(colon).contains('/'))
    return llvm::Error::success();
  reference.tag = rest.drop_front(colon + 1).str();
  if (!isTag(reference.tag))
    return wrong(whole, "ends in a tag that is not 1 to 128 letters, digits, `_`, `.` and `-`, "
                        "beginning with neither `.` nor `-`");
  rest = rest.take_front(colon);
  return llvm::Error::success();
}

llvm::Expected<Reference> parseLayout(llvm::StringRef text) {
  Reference reference;
  llvm::StringRef rest = text.drop_front(layoutPrefix.size());
  if (llvm::Error error = takeEnd(text, rest, reference))
    return error;
  if (rest.empty())
    return wrong(text, "names no folder; an image layout is `oci:FOLDER:TAG`");
  reference.folder = rest.str();
  return reference;
}

/// Docker's own registry has a name that differs from its host's.
void nameDockersLibrary(Reference &reference) {
  if (reference.registry == "index.docker.io")
    reference.registry = "docker.io";
  if (reference.registry == "docker.io" && !llvm::StringRef(reference.repository).contains('/'))
    reference.repository = "library/" + reference.repository;
}

} // namespace

std::string Reference::place() const {
  return isLayout() ? layoutPrefix.str() + folder : registry + "/" + repository;
}

std::string Reference::text() const {
  return place() + (tag.empty() ? "" : ":" + tag) + (digest.empty() ? "" : "@" + digest);
}

bool hasReferencePrefix(llvm::StringRef text) { return text.starts_with(layoutPrefix); }

llvm::Expected<Reference> parseReference(llvm::StringRef text) {
  llvm::StringRef rest = text;
  if (!rest.consume_front(registryPrefix) && rest.starts_with(layoutPrefix))
    return parseLayout(text);
  Reference reference;
  auto [registry, name] = rest.split('/');
  if (name.empty() || !looksLikeRegistry(registry))
    return wrong(text, "names no registry; a reference is `registry.example/team/name:1.0.0`, or "
                       "`oci:FOLDER:1.0.0` for a folder");
  if (llvm::Error error = takeEnd(text, name, reference))
    return error;
  reference.registry = registry.lower();
  reference.repository = name.str();
  if (registry.starts_with("["))
    return wrong(text, "names a registry by an IPv6 address; it needs a name");
  if (!isRegistry(registry))
    return wrong(text, "names a registry that is not a host or `host:port`");
  if (!isRepository(name))
    return wrong(text, "names a repository that is not lower-case letters and digits, with `.`, "
                       "`_`, `__` or `-` between them and `/` between parts");
  nameDockersLibrary(reference);
  if (reference.registry.size() + 1 + reference.repository.size() > longestName)
    return wrong(text, "is over " + llvm::Twine(longestName) + " bytes long");
  return reference;
}

bool isDigest(llvm::StringRef text) {
  return text.consume_front("sha256:") && text.size() == 64 &&
         llvm::all_of(text, [](char c) { return llvm::isDigit(c) || (c >= 'a' && c <= 'f'); });
}

bool isTag(llvm::StringRef text) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !text.empty() && text.size() <= longestTag && isWord(text.front()) &&
         llvm::all_of(text, [&](char c) { return isWord(c) || c == '.' || c == '-'; });
}

} // namespace agentc::oci
