#include "JsonDifference.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace agentc {

std::string firstDifference(const Json &left, const Json &right) {
  if (left.type() != right.type())
    return "";
  if (left.is_object()) {
    for (const auto &[name, value] : left.items()) {
      auto other = right.find(name);
      if (other == right.end())
        return "." + name;
      if (*other != value)
        return "." + name + firstDifference(value, *other);
    }
    for (const auto &[name, value] : right.items())
      if (!left.contains(name))
        return "." + name;
    return ""; // only the order differs
  }
  if (left.is_array()) {
    size_t common = std::min(left.size(), right.size());
    for (size_t i = 0; i < common; ++i)
      if (left[i] != right[i])
        return "[" + std::to_string(i) + "]" + firstDifference(left[i], right[i]);
    return "[" + std::to_string(common) + "]";
  }
  return "";
}

size_t firstDifferentByte(llvm::StringRef left, llvm::StringRef right) {
  size_t common = std::min(left.size(), right.size());
  return std::mismatch(left.begin(), left.begin() + common, right.begin()).first - left.begin();
}

} // namespace agentc
