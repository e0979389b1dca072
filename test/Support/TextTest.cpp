#include "agentc/Support/Text.h"

#include <gtest/gtest.h>

using namespace agentc;

TEST(EscapeForTerminal, ShowsWhatATerminalWouldObeyOrHide) {
  EXPECT_EQ(escapeForTerminal("\x1b[31m\x07\x7F\xC2\x9B"), "\\u{1b}[31m\\u{7}\\u{7f}\\u{9b}");
  EXPECT_EQ(escapeForTerminal("\xE2\x80\xAE\xE2\x81\xA6\xD8\x9C\xE2\x80\x8B"),
            "\\u{202e}\\u{2066}\\u{61c}\\u{200b}");
  EXPECT_EQ(escapeForTerminal("\xF3\xA0\x81\x81\xF3\xA0\x84\x80"), "\\u{e0041}\\u{e0100}");
  EXPECT_EQ(escapeForTerminal("a\xFFz\xE6\xBC"), "a\\xffz\\xe6\\xbc");
}

TEST(EscapeForTerminal, LeavesWhatPeopleWrite) {
  EXPECT_EQ(escapeForTerminal("na\xC3\xAFve \xE6\xBC\xA2 \xF0\x9F\x98\x80 \\n"),
            "na\xC3\xAFve \xE6\xBC\xA2 \xF0\x9F\x98\x80 \\n");
  EXPECT_EQ(escapeForTerminal("a\tb\r\nc\rd\n"), "a\\tb\\r\\nc\\rd\\n");
  EXPECT_EQ(escapeForTerminal("a\tb\r\nc\rd\n", /*keepLayout=*/true), "a\tb\r\nc\\rd\n");
}

TEST(FindInvalidUtf8, FollowsUnicodesTable) {
  EXPECT_EQ(findInvalidUtf8("abcdefgh\xF4\x8F\xBF\xBF\xED\x9F\xBF"), std::nullopt);
  EXPECT_EQ(findInvalidUtf8("abcdefgh\xC0\x80"), 8u);
  EXPECT_EQ(findInvalidUtf8("\xE0\x9F\xBF"), 0u);
  EXPECT_EQ(findInvalidUtf8("a\xED\xA0\x80"), 1u);
  EXPECT_EQ(findInvalidUtf8("a\xF4\x90\x80\x80"), 1u);
  EXPECT_EQ(findInvalidUtf8("ab\xE6\xBC"), 2u);
}

TEST(AppendUtf8, ReplacesSurrogates) {
  std::string out;
  for (uint32_t codePoint : {0x41u, 0xE9u, 0x6F22u, 0x1F600u, 0xD800u, 0x110000u})
    appendUtf8(out, codePoint);
  EXPECT_EQ(out, "A\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Nearest, TakesOnlyWhatCanBeMeant) {
  std::vector<std::string> rules{"eval-call", "vm-module", "dynamic-import"};
  EXPECT_EQ(nearest("evl-call", rules), "eval-call");
  EXPECT_EQ(nearest("Dynamic-Imports", rules), "dynamic-import");
  EXPECT_EQ(nearest("timeout", rules), std::nullopt);
  EXPECT_EQ(nearest("", rules), std::nullopt);
  EXPECT_EQ(nearest("x", {"y"}), std::nullopt);
  EXPECT_EQ(nearest(std::string(1000000, 'a'), rules), std::nullopt);
}

TEST(ParseByteSize, ReadsWhatManifestsWrite) {
  EXPECT_EQ(parseByteSize("1048576"), 1048576u);
  EXPECT_EQ(parseByteSize("128MB"), 128u << 20);
  EXPECT_EQ(parseByteSize("64 KiB"), 64u << 10);
  EXPECT_EQ(parseByteSize("2g"), 2ull << 30);
  EXPECT_EQ(parseByteSize("7 B"), 7u);
}

TEST(ParseByteSize, RefusesTheRest) {
  for (const char *text : {"", "MB", "-1", "1.5GB", "128 XB", "12 MB more", "0x10", "1iB",
                           "99999999999GB", "99999999999999999999"})
    EXPECT_EQ(parseByteSize(text), std::nullopt) << text;
}
