#include "agentc/Support/Range.h"

#include <gtest/gtest.h>

using namespace agentc;

namespace {

std::string at(const LineTable &lines, uint32_t offset) {
  Position position = lines.position(offset);
  return std::to_string(position.line) + ":" + std::to_string(position.column);
}

} // namespace

TEST(LineTable, EndsLinesAtLfCrlfAndCr) {
  LineTable lines("a\r\nb\rc\nd\xE2\x80\xA8"
                  "e");
  EXPECT_EQ(lines.lineCount(), 4u);
  EXPECT_EQ(lines.line(1), "a");
  EXPECT_EQ(lines.line(2), "b");
  EXPECT_EQ(lines.line(3), "c");
  EXPECT_EQ(lines.line(4), "d\xE2\x80\xA8"
                           "e");
  EXPECT_EQ(at(lines, 3), "2:1");
  EXPECT_EQ(at(lines, 5), "3:1");
}

TEST(LineTable, CountsUtf16Units) {
  LineTable lines("\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x98\x80x");
  EXPECT_EQ(at(lines, 2), "1:2");
  EXPECT_EQ(at(lines, 5), "1:3");
  EXPECT_EQ(at(lines, 9), "1:5");
}

TEST(LineTable, StopsAtTheEnd) {
  LineTable lines("ab\n");
  EXPECT_EQ(at(lines, 3), "2:1");
  EXPECT_EQ(at(lines, 99), "2:1");
  EXPECT_EQ(lines.line(2), "");
  EXPECT_EQ(at(LineTable(""), 0), "1:1");
}

TEST(LineTable, AnswersInsideLongLines) {
  std::string text(5000, 'x');
  text.replace(1022, 4, "\xF0\x9F\x98\x80");
  LineTable lines(text);
  EXPECT_EQ(at(lines, 1022), "1:1023");
  EXPECT_EQ(at(lines, 1026), "1:1025");
  EXPECT_EQ(at(lines, 5000), "1:4999");
  EXPECT_EQ(at(LineTable(std::string(1024, 'x')), 1024), "1:1025");
}
