#include "agentc/Models/Members.h"

#include <nlohmann/json.hpp>

namespace agentc::models {

const Json *memberOf(const Json &object, const char *name) {
  if (!object.is_object())
    return nullptr;
  auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

llvm::StringRef textOf(const Json &object, const char *name) {
  const Json *value = memberOf(object, name);
  const auto *text = value ? value->get_ptr<const std::string *>() : nullptr;
  return text ? llvm::StringRef(*text) : llvm::StringRef();
}

uint64_t countOf(const Json &object, const char *name) {
  const Json *value = memberOf(object, name);
  return value && value->is_number_unsigned() ? value->get<uint64_t>() : 0;
}

} // namespace agentc::models
