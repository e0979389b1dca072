#ifndef AGENTC_LIB_RUNTIME_SERVICEQUESTION_H
#define AGENTC_LIB_RUNTIME_SERVICEQUESTION_H

#include "Services.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace agentc {

/// CPU time of this thread.
double cpuMs();

/// A question, and the way back.
struct Services::Question {
  const Json &with;
  const GuestMessage &message;
  Reply reply;

  std::string text(const char *member) const {
    auto it = with.find(member);
    const auto *text = it == with.end() ? nullptr : it->get_ptr<const std::string *>();
    return text ? *text : std::string();
  }
  uint64_t number(const char *member, uint64_t otherwise) const {
    auto it = with.find(member);
    if (it == with.end() || !it->is_number() || !(it->get<double>() >= 0))
      return otherwise;
    return static_cast<uint64_t>(std::min(it->get<double>(), 1e15));
  }
  std::optional<End> answer(Json json) const {
    std::string text = printJson(json, /*indented=*/false);
    reply({message.topic, message.number, text, {}});
    return std::nullopt;
  }
  std::optional<End> give(Json value) const { return answer({{"value", std::move(value)}}); }
  std::optional<End> refuse(std::string text, bool isDenied = false) const {
    Json error = {{"message", std::move(text)}};
    if (isDenied)
      error["denied"] = true;
    return answer({{"error", std::move(error)}});
  }
};

} // namespace agentc

#endif
