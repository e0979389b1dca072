// A search takes its time in steps, which is not seen from outside: what it finds is tested in
// test/Serve.
#include "agentc/Store/Knowledge.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>
#include <random>

using namespace agentc::store;

namespace {

constexpr size_t documents = 40, passagesOfOne = 100, dimensions = 256;

class KnowledgeTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("knowledge", folder_));
    knowledge_ = llvm::cantFail(openKnowledge(folder_));
    std::mt19937 random(1);
    std::normal_distribution<float> axis;
    for (size_t i = 0; i < documents; ++i) {
      std::vector<Passage> passages(passagesOfOne);
      for (Passage &passage : passages) {
        passage.text = "text " + std::to_string(i);
        for (size_t d = 0; d < dimensions; ++d)
          passage.vector.push_back(axis(random));
      }
      // The best answer to the question of the tests.
      if (i == 7)
        passages[50].vector = question().vector;
      put("d" + std::to_string(i), passages);
    }
  }
  void TearDown() override {
    knowledge_.reset();
    llvm::sys::fs::remove_directories(folder_);
  }
  void put(const std::string &id, llvm::ArrayRef<Passage> passages,
           llvm::StringRef tenant = "acme") {
    Document document;
    document.id = id;
    document.collection = "k:help";
    llvm::cantFail(knowledge_->put(tenant, document, passages));
  }
  static Question question() {
    Question question;
    question.prefix = "k:";
    question.vector.assign(dimensions, 1);
    question.most = 3;
    return question;
  }
  std::vector<Found> finish(Search &search, unsigned &steps) {
    for (steps = 1;; ++steps)
      if (auto found = llvm::cantFail(search.step()))
        return *found;
  }

  llvm::SmallString<128> folder_;
  std::unique_ptr<Knowledge> knowledge_;
};

TEST_F(KnowledgeTest, SearchesInSteps) {
  unsigned steps = 0;
  const std::vector<Found> found = finish(*knowledge_->search("acme", question()), steps);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].document.id, "d7");
  EXPECT_NEAR(found[0].similarity, 1, 1e-6);
  EXPECT_GE(found[1].similarity, found[2].similarity);
  EXPECT_GT(steps, 2U);
}

TEST_F(KnowledgeTest, AnswersWordsInOneStep) {
  Question words = question();
  words.vector.clear();
  words.text = "text";
  unsigned steps = 0;
  EXPECT_FALSE(finish(*knowledge_->search("acme", words), steps).empty());
  EXPECT_EQ(steps, 1U);
}

TEST_F(KnowledgeTest, PassesOverDocumentsRemovedMeanwhile) {
  const auto search = knowledge_->search("acme", question());
  ASSERT_FALSE(llvm::cantFail(search->step()));
  EXPECT_TRUE(llvm::cantFail(knowledge_->remove("acme", "d7")));
  put("new", {{"text", question().vector}});
  unsigned steps = 0;
  for (const Found &found : finish(*search, steps)) {
    EXPECT_FALSE(found.document.id.empty());
    EXPECT_NE(found.document.id, "d7");
  }
}

TEST_F(KnowledgeTest, KeepsTenantsApart) {
  put("theirs", {{"text", question().vector}}, "other");
  unsigned steps = 0;
  for (const Found &found : finish(*knowledge_->search("acme", question()), steps))
    EXPECT_NE(found.document.id, "theirs");
  EXPECT_EQ(finish(*knowledge_->search("other", question()), steps).size(), 1U);
}

} // namespace
