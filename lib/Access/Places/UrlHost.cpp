#include "UrlHost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <memory>
#include <unicode/uidna.h>

namespace agentc {

namespace {

constexpr size_t maxHostBytes = 4096;

std::string unescaped(llvm::StringRef host) {
  std::string plain;
  while (!host.empty()) {
    unsigned byte = 0;
    if (host.starts_with("%") && host.size() > 2 && !host.substr(1, 2).getAsInteger(16, byte)) {
      plain += static_cast<char>(byte);
      host = host.drop_front(3);
    } else {
      plain += host.front();
      host = host.drop_front();
    }
  }
  return plain;
}

/// URLs don't ask for DNS' lengths, nor where hyphens stand.
constexpr uint32_t ignoredErrors = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                   UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                   UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

std::string domainToAscii(llvm::StringRef name) {
  UErrorCode status = U_ZERO_ERROR;
  static const std::unique_ptr<UIDNA, decltype(&uidna_close)> mapping(
      uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
                          UIDNA_NONTRANSITIONAL_TO_UNICODE,
                      &status),
      uidna_close);
  if (!mapping || name.size() > maxHostBytes)
    return "";
  std::string ascii(8 * name.size() + 64, '\0');
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  status = U_ZERO_ERROR;
  int32_t size =
      uidna_nameToASCII_UTF8(mapping.get(), name.data(), static_cast<int32_t>(name.size()),
                             ascii.data(), static_cast<int32_t>(ascii.size()), &info, &status);
  if (U_FAILURE(status) || (info.errors & ~ignoredErrors) != 0)
    return "";
  ascii.resize(static_cast<size_t>(size));
  return ascii;
}

} // namespace

std::string asciiHost(llvm::StringRef host) {
  std::string plain = unescaped(host);
  auto isAscii = [](unsigned char c) { return c < 0x80; };
  if (!llvm::all_of(plain, isAscii)) {
    auto [name, port] = llvm::StringRef(plain).rsplit(':');
    std::string ascii = domainToAscii(name);
    plain = ascii.empty() || port.empty() ? ascii : ascii + ":" + port.str();
  }
  auto isOfHost = [](unsigned char c) {
    return llvm::isAlnum(c) || llvm::StringRef("-._:[]").contains(c);
  };
  return llvm::all_of(plain, isOfHost) ? llvm::StringRef(plain).lower() : std::string();
}

} // namespace agentc
