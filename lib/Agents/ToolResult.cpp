#include "ToolResult.h"

#include "agentc/Agents/AgentLoop.h"
#include "agentc/ToolProtocol/ToolUse.h"

namespace agentc::agents {

/// Cuts a text to this many bytes, not within a character, and adds a note.
static void cut(std::string &text, size_t most) {
  if (text.size() <= most)
    return;
  const size_t whole = text.size();
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80)
    --most;
  text.resize(most);
  text += "\n[cut: the first " + std::to_string(most) + " of " + std::to_string(whole) + " bytes]";
}

Json errorResult(llvm::StringRef id, const std::string &message) {
  return {
      {"type", "tool_result"}, {"tool_use_id", id.str()}, {"content", message}, {"is_error", true}};
}

Json resultOf(llvm::StringRef id, const ToolReport &report) {
  Json result = toolResultToJson(id, report);
  Json &content = result["content"];
  if (auto *text = content.get_ptr<std::string *>()) {
    cut(*text, mostResultBytes);
    return result;
  }
  size_t left = mostResultBytes;
  for (Json &block : content) {
    auto text = block.find("text");
    const size_t bytes = text != block.end() ? text->get_ref<const std::string &>().size()
                                             : printJson(block, /*indented=*/false).size();
    if (text != block.end())
      cut(text->get_ref<std::string &>(), left);
    else if (bytes > left)
      block = {{"type", "text"}, {"text", "[left out: " + std::to_string(bytes) + " bytes]"}};
    left -= std::min(left, bytes);
  }
  return result;
}

} // namespace agentc::agents
