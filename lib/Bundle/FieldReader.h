#ifndef AGENTC_LIB_BUNDLE_FIELDREADER_H
#define AGENTC_LIB_BUNDLE_FIELDREADER_H

#include "agentc/Bundle/JsonTree.h"

#include "agentc/Bundle/Manifest.h"

namespace agentc {

/// Reads the typed fields of one JSON file's objects and reports what has another type. Manifest
/// and settings report the same mistakes by rules of their own.
class FieldReader {
public:
  struct Rules {
    const RuleInfo &fieldType;
    const RuleInfo &unknownField;
    const RuleInfo &tooLarge;
  };

  FieldReader(std::string file, const Rules &rules, DiagnosticList &diagnostics)
      : file_(std::move(file)), rules_(rules), diagnostics_(diagnostics) {}

  /// The members of an object, the last of each name, in the order written. `shown` is what
  /// messages call the object; empty for the file's own.
  std::vector<JsonNode::Member> members(const JsonNode &object, llvm::StringRef shown);

  /// Each answers std::nullopt, and reports, if the value has another type than it should have.
  bool expect(const JsonNode &value, llvm::StringRef shown, JsonKind kind);
  std::optional<ManifestWord> word(const JsonNode &value, llvm::StringRef shown);
  std::vector<ManifestWord> words(const JsonNode &value, llvm::StringRef shown);

  /// Reports a field that is not known, with the known one that may have been meant.
  void unknown(const JsonNode::Member &member, llvm::StringRef shown,
               llvm::ArrayRef<std::string> known);

  Diagnostic &report(const RuleInfo &rule, std::optional<ByteRange> range,
                     const llvm::Twine &message) {
    return diagnostics_.report(rule, file_, range, message.str());
  }

private:
  std::string file_;
  const Rules &rules_;
  DiagnosticList &diagnostics_;
};

} // namespace agentc

#endif
