#include "SchemaReader.h"

namespace agentc::schemas {

namespace {

std::optional<llvm::StringRef> nameOf(llvm::StringRef) { return std::nullopt; }
SchemaNode &construct(Reader &reader, llvm::StringRef, const ResultValue &call) {
  return reader.unresolved(call.origin, "");
}

} // namespace

const Library arkType = {nameOf, construct};

} // namespace agentc::schemas
