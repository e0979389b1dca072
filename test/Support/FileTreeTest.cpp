#include "agentc/Support/FileTree.h"

#include <gtest/gtest.h>

using namespace agentc;

TEST(FileTree, KeepsPathsInByteOrderAndRefusesASecondFile) {
  FileTree tree;
  EXPECT_TRUE(tree.add("b.js", "1"));
  EXPECT_TRUE(tree.add("B.js", "2"));
  EXPECT_FALSE(tree.add("b.js", "3"));
  EXPECT_EQ(tree.files().begin()->first, "B.js");
  EXPECT_EQ(tree.find("b.js")->bytes, "1");
  EXPECT_EQ(tree.find("c.js"), nullptr);
}

TEST(ResolveRelative, NormalizesWithinTheBundle) {
  EXPECT_EQ(resolveRelative("lib/a.js", "../b.js"), "b.js");
  EXPECT_EQ(resolveRelative("lib/a.js", "./c.js"), "lib/c.js");
  EXPECT_EQ(resolveRelative("a.js", "x//y/./../z.js"), "x/z.js");
  EXPECT_EQ(resolveRelative("lib/a.js", "."), "lib");
  EXPECT_EQ(resolveRelative("a.js", "..."), "...");
}

TEST(ResolveRelative, RefusesToLeaveTheBundle) {
  EXPECT_EQ(resolveRelative("a.js", "../b.js"), std::nullopt);
  EXPECT_EQ(resolveRelative("lib/a.js", "../../lib/b.js"), std::nullopt);
  EXPECT_EQ(resolveRelative("a.js", "x/../../a.js"), std::nullopt);
  EXPECT_EQ(resolveRelative("a.js", "/etc/passwd"), std::nullopt);
}
