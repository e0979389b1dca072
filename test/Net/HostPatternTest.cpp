#include "agentc/Net/HostPattern.h"

#include <gtest/gtest.h>

using namespace agentc;

static bool allows(llvm::StringRef pattern, llvm::StringRef url) {
  std::optional<HostPattern> parsed = parseHostPattern(pattern);
  std::optional<UrlOrigin> origin = parseUrlOrigin(url);
  return parsed && origin && matches(*parsed, *origin);
}

TEST(HostPattern, MatchesHostsAndPorts) {
  EXPECT_TRUE(allows("example.com", "https://example.com/a?b#c"));
  EXPECT_TRUE(allows("Example.COM", "HTTP://EXAMPLE.com"));
  EXPECT_TRUE(allows("example.com", "https://example.com:443/"));
  EXPECT_TRUE(allows("example.com:8080", "http://example.com:8080/"));
  EXPECT_TRUE(allows("localhost:3000", "http://localhost:3000"));
  EXPECT_TRUE(allows("192.0.2.1", "http://192.0.2.1/"));
  EXPECT_FALSE(allows("example.com", "https://example.com:8443/"));
  EXPECT_FALSE(allows("example.com:8080", "http://example.com/"));
  EXPECT_FALSE(allows("example.com", "https://example.com.evil.net/"));
  EXPECT_FALSE(allows("example.com", "https://evil-example.com/"));
}

TEST(HostPattern, CoversSubdomains) {
  EXPECT_TRUE(allows("*.example.com", "https://a.example.com"));
  EXPECT_TRUE(allows("*.example.com", "https://a.b.example.com"));
  EXPECT_FALSE(allows("*.example.com", "https://example.com"));
  EXPECT_FALSE(allows("*.example.com", "https://aexample.com"));
}

TEST(HostPattern, RefusesWhatIsNoPattern) {
  for (const char *text : {"",
                           "*",
                           "*.com",
                           "a.*.com",
                           "a*.example.com",
                           "https://example.com",
                           "example.com/",
                           "user@example.com",
                           "example.com.",
                           ".example.com",
                           "a..b",
                           "-a.com",
                           "a-.com",
                           "exämple.com",
                           "example.com:",
                           "example.com:0",
                           "example.com:65536",
                           "example.com:http",
                           "a b",
                           "[::1]",
                           "0x7f.1",
                           "127.1",
                           "2130706433",
                           "127.0.0.01",
                           "256.0.0.1"})
    EXPECT_FALSE(parseHostPattern(text)) << text;
}

TEST(HostPattern, RefusesUrlsThatReadersUnderstandDifferently) {
  for (const char *url :
       {"", "example.com", "//example.com", "ftp://example.com", "file:///etc/passwd",
        "https:example.com", "https:///example.com", "https://example.com@evil.net/",
        "https://evil.net\\@example.com/", "https://exam\tple.com/", " https://example.com/",
        "https://example.com%2eevil.net/", "https://example.com:/", "https://example.com:80:80/",
        "https://example。com/", "http://0x7f.1/", "http://2130706433/", "http://[::1]/",
        "http://127.1/"})
    EXPECT_FALSE(parseUrlOrigin(url)) << url;
}
