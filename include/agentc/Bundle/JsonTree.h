#ifndef AGENTC_BUNDLE_JSONTREE_H
#define AGENTC_BUNDLE_JSONTREE_H

#include "agentc/Syntax/Parse.h"

namespace agentc {

/// Syntax's tree of a JSON file seen as JSON: values with their places.
enum class JsonKind { Null, Boolean, Number, String, Array, Object };

/// `an array`, `a string`, for messages.
llvm::StringRef describeKind(JsonKind kind);

/// A value of a JSON file; it lives as long as the file's tree.
class JsonNode {
public:
  explicit JsonNode(const ast::Node &node) : node_(&node) {}

  JsonKind kind() const;
  ByteRange range() const { return node_->range; }
  /// Of a string, else empty.
  llvm::StringRef text() const;
  /// Of a number, else std::nullopt.
  std::optional<double> number() const;
  /// Of an array, else none.
  std::vector<JsonNode> items() const;

  struct Member;
  /// Of an object, else none.
  std::vector<Member> members() const;

private:
  const ast::Node *node_;
};

struct JsonNode::Member {
  llvm::StringRef key;
  ByteRange keyRange;
  JsonNode value;
};

/// A parsed JSON file. The text must outlive it.
class JsonFile {
public:
  /// `error` tells why the text is not JSON, and where.
  struct Error {
    std::string message;
    std::optional<ByteRange> range;
  };
  /// std::nullopt if the text is not one JSON object.
  static std::optional<JsonFile> parse(llvm::StringRef file, llvm::StringRef text, Error &error);

  JsonNode root() const { return JsonNode(*root_); }

private:
  std::unique_ptr<ast::Module> module_;
  const ast::Node *root_ = nullptr;
};

} // namespace agentc

#endif
