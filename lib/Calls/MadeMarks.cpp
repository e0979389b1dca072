#include "MadeMarks.h"

#include "agentc/Syntax/Ast.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Casting.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace agentc {

namespace {

struct Mark {
  ByteRange range;
  std::string name;
  bool handlesCalls = false;
};

/// True if a text is an expression that can be wrapped in a call in place: not a class, a name,
/// `super()` or `import()`.
bool isWrappable(llvm::StringRef text) {
  if (text.starts_with("{"))
    return text.ends_with("}");
  return text.ends_with(")") && !text.starts_with("super") && !text.starts_with("import");
}

/// The one handler that runs all tools of a server, where it is a function of its own.
std::optional<ByteRange> handlerOf(const ToolDefinition &tool) {
  if (tool.form != "tools/list" || !tool.execute || !tool.execute->function)
    return std::nullopt;
  const ast::Node &function = *tool.execute->function;
  bool isArgument = llvm::isa_and_nonnull<ast::CallExpression>(function.parent);
  return isArgument ? std::optional(tool.execute->source.range) : std::nullopt;
}

std::string marked(llvm::StringRef text, std::vector<Mark> marks) {
  // Outer ones first where two begin at one place; they end last.
  llvm::stable_sort(marks, [](const Mark &a, const Mark &b) {
    return a.range.begin != b.range.begin ? a.range.begin < b.range.begin
                                          : a.range.end > b.range.end;
  });
  std::string out;
  std::vector<const Mark *> open;
  size_t next = 0, at = 0;
  auto copyTo = [&](size_t end) {
    out += text.slice(at, end);
    at = end;
  };
  auto close = [&](size_t before) {
    while (!open.empty() && open.back()->range.end <= before) {
      copyTo(open.back()->range.end);
      out += open.back()->handlesCalls ? ",true)" : ")";
      open.pop_back();
    }
  };
  for (; next < marks.size(); ++next) {
    close(marks[next].range.begin);
    copyTo(marks[next].range.begin);
    out += " globalThis[Symbol.for(\"agentc.made\")](" + Json(marks[next].name).dump() + ",";
    open.push_back(&marks[next]);
  }
  close(text.size());
  copyTo(text.size());
  return out;
}

} // namespace

void markMadeTools(const AgentConfig &config, RunImage &image) {
  llvm::StringMap<std::vector<Mark>> marks;
  llvm::StringMap<llvm::StringRef> texts;
  for (const ImageModule &module : image.modules)
    texts[module.path] = module.text;
  for (const ToolDefinition &tool : config.tools) {
    bool isListed = tool.form == "tools/list";
    if (!isMadeByCall(tool.framework))
      continue;
    std::optional<ByteRange> handler = handlerOf(tool);
    const SourcePlace &place = isListed && tool.execute ? tool.execute->source : tool.source;
    llvm::StringRef text = texts.lookup(place.file);
    ByteRange range = handler ? *handler : tool.source.range;
    if (range.end > text.size() || (isListed && !handler) ||
        (!handler && !isWrappable(text.slice(range.begin, range.end))))
      continue;
    marks[place.file].push_back({range, tool.id, handler.has_value()});
  }
  for (ImageModule &module : image.modules)
    if (auto found = marks.find(module.path); found != marks.end())
      module.text = marked(module.text, std::move(found->second));
}

} // namespace agentc
