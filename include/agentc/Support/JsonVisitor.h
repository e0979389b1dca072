#ifndef AGENTC_SUPPORT_JSONVISITOR_H
#define AGENTC_SUPPORT_JSONVISITOR_H

#include "agentc/Support/Json.h"
#include "agentc/Support/Range.h"

namespace agentc {

/// Receives the values of a JSON text in the order in which they are written, with their places in
/// the text. A function that returns false ends the reading.
class JsonVisitor {
public:
  virtual bool beginObject(uint32_t begin) = 0;
  /// Before the value that it names.
  virtual bool key(std::string text, ByteRange range) = 0;
  virtual bool endObject(uint32_t end) = 0;
  virtual bool beginArray(uint32_t begin) = 0;
  virtual bool endArray(uint32_t end) = 0;
  /// A text, a number, a boolean or null.
  virtual bool scalar(Json value, ByteRange range) = 0;

protected:
  ~JsonVisitor() = default;
};

/// Reads a text by the rules of parseJson. False if the visitor ended the reading, or with an error
/// if the text is not JSON; what was visited before is of no use then.
bool visitJson(llvm::StringRef text, JsonVisitor &visitor, JsonError &error);

} // namespace agentc

#endif
