#include "agentc/Support/Json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace agentc;

namespace {

std::string reprint(llvm::StringRef text) {
  JsonError error;
  if (std::optional<Json> value = parseJson(text, &error))
    return printJson(*value, /*indented=*/false);
  return std::to_string(error.offset) + ": " + error.message;
}

std::string nested(unsigned depth) { return std::string(depth, '[') + std::string(depth, ']'); }

} // namespace

TEST(ParseJson, KeepsMembersInOrderAndNumbersExact) {
  EXPECT_EQ(reprint(R"( {"b":1,"a":[true,null,-7,0.1]} )"), R"({"b":1,"a":[true,null,-7,0.1]})");
  EXPECT_EQ(reprint("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(reprint("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(reprint("[1.0,1e3,-0,5e-324,1e-400]"), "[1,1000,-0,5e-324,0]");
  EXPECT_EQ(reprint("\xEF\xBB\xBF{}"), "{}");
}

TEST(ParseJson, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(reprint(""), "0: unexpected end of JSON; expected a value");
  EXPECT_EQ(reprint("{a:1}"), "1: unexpected `a`; expected a key in double quotes or `}`");
  EXPECT_EQ(reprint(R"({"a":1,})"), "7: unexpected `}`; expected a key in double quotes");
  EXPECT_EQ(reprint("[1 2]"), "3: unexpected `2`; expected `,` or `]`");
  EXPECT_EQ(reprint("[01]"), "2: unexpected `1`; expected `,` or `]`");
  EXPECT_EQ(reprint("[1.]"), "3: unexpected `]`; expected a digit");
  EXPECT_EQ(reprint("{} x"), "3: unexpected `x`; expected the end of the text");
  EXPECT_EQ(reprint("[\"a\nb\"]"), "3: unescaped control character in a string");
  EXPECT_EQ(reprint("\"abc"), "0: unterminated string");
  EXPECT_EQ(reprint(R"("\x")"), "1: invalid escape in a string");
  EXPECT_EQ(reprint("\x1b"), "0: unexpected `\\u{1b}`; expected a value");
}

TEST(ParseJson, RefusesWhatParsersReadDifferently) {
  EXPECT_EQ(reprint(R"({"a":1,"b":2,"\u0061":3})"), "13: duplicate key `a`");
  EXPECT_EQ(reprint(R"([{"a":1},{"a":2}])"), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(reprint(R"("\ud83d")"), "1: lone surrogate in a string");
  EXPECT_EQ(reprint(R"("\ud83d\ude00")"), "\"\xF0\x9F\x98\x80\"");
  EXPECT_EQ(reprint("[\"\xC0\x80\"]"), "2: invalid UTF-8");
  EXPECT_EQ(reprint("1e999"), "0: number too large");
}

TEST(ParseJson, BoundsNesting) {
  EXPECT_EQ(reprint(nested(maxJsonDepth)), nested(maxJsonDepth));
  EXPECT_EQ(reprint(nested(maxJsonDepth + 1)), "200: nested more than 200 levels deep");
  EXPECT_EQ(reprint(std::string(10000000, '[')), "200: nested more than 200 levels deep");
}

TEST(PrintJson, ShowsATerminalNothingToObey) {
  EXPECT_EQ(printJson(Json("\x1b[31m \x7F \xC2\x9B"), false), R"("\u001b[31m \u007f \u009b")");
  EXPECT_EQ(printJson(Json("\xE2\x80\xAE\xE2\x80\xA8\xE2\x80\x8B\xEF\xBB\xBF"), false),
            R"("\u202e\u2028\u200b\ufeff")");
  EXPECT_EQ(printJson(Json("\xF3\xA0\x81\x81"), false), R"("\udb40\udc41")");
  EXPECT_EQ(printJson(Json{{"k\n\xE2\x80\xAE", "\xFF\xC3\xA9"}}, false),
            "{\"k\\n\\u202e\":\"\xEF\xBF\xBD\xC3\xA9\"}");
}

TEST(PrintJson, Indents) {
  EXPECT_EQ(printJson(Json{{"a", {1, 2}}, {"b", Json::object()}, {"c", Json::array()}}),
            "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {},\n  \"c\": []\n}\n");
}
