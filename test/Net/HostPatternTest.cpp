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

TEST(RequestUrl, IsPutTogetherAgainFromItsParts) {
  auto text = [](const char *url) {
    std::optional<RequestUrl> parsed = parseRequestUrl(url);
    return parsed ? parsed->text() : "";
  };
  EXPECT_EQ(text("https://Example.com"), "https://example.com:443/");
  EXPECT_EQ(text("http://example.com?a#b"), "http://example.com:80/?a");
  EXPECT_EQ(text("HTTP://example.com:8080/a/../b?c|{}"), "http://example.com:8080/a/../b?c|{}");
  for (const char *url :
       {"http://example.com/a b", "http://example.com/\r\nHost: x", "http://example.com/\x7f",
        "http://example.com/ä", "http://u@example.com/", "http://127.1/", "http://[::1]/",
        "ftp://example.com/"})
    EXPECT_EQ(text(url), "") << url;
}

TEST(ResolvedHost, ReadsWhatCurlReads) {
  std::optional<ResolvedHost> host = parseResolvedHost("Example.com:443:127.0.0.1,[0:0::1]");
  ASSERT_TRUE(host);
  EXPECT_EQ(host->host, "example.com");
  EXPECT_EQ(host->port, 443);
  EXPECT_EQ(host->addresses, (std::vector<std::string>{"127.0.0.1", "::1"}));
  for (const char *text : {"", "example.com", "example.com:443", "example.com:443:",
                           "a:0:127.0.0.1", "a:80:127.1", "a:80:[::1", "*:80:127.0.0.1", "a:80:b"})
    EXPECT_FALSE(parseResolvedHost(text)) << text;
}
