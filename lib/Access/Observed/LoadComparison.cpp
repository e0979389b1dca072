#include "agentc/Access/LoadComparison.h"

#include "agentc/Config/UnfollowedCalls.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// The patterns that a schema of a string asks for; false if `allOf` holds something else.
bool addPatterns(const Json &schema, std::vector<std::string> &patterns, bool &hasFormat) {
  auto add = [&](const Json &one) {
    hasFormat |= one.contains("format");
    if (auto pattern = one.find("pattern"); pattern != one.end() && pattern->is_string())
      patterns.push_back(pattern->get<std::string>());
  };
  add(schema);
  auto all = schema.find("allOf");
  if (all == schema.end())
    return true;
  if (!all->is_array() || llvm::any_of(*all, [](const Json &one) {
        return !one.is_object() || one.size() != 1 ||
               !(one.contains("pattern") || one.contains("format"));
      }))
    return false;
  llvm::for_each(*all, add);
  return true;
}

/// True if the patterns of two string schemas differ only in those with which a library spells
/// out its formats. agentc names these formats, or cannot name them, where a note says so.
bool haveSamePatterns(const Json &read, const Json &loaded, bool isNoted) {
  std::vector<std::string> wanted, found;
  bool hasFormat = false, ignored = false;
  return read.value("type", Json()) == "string" && addPatterns(read, wanted, hasFormat) &&
         addPatterns(loaded, found, ignored) && (hasFormat || isNoted) &&
         llvm::all_of(wanted,
                      [&](const std::string &one) { return llvm::is_contained(found, one); });
}

/// The way to the first difference, as `.properties.a`; std::nullopt if there is none. The order of
/// members means nothing, nor how a number is written.
std::optional<std::string> difference(const Json &read, const Json &loaded, bool isNoted) {
  if (read.is_object() && loaded.is_object()) {
    // Finding a member takes time linear in the object.
    llvm::StringMap<const Json *> others;
    for (const auto &[name, value] : loaded.items())
      others[name] = &value;
    bool samePatterns = haveSamePatterns(read, loaded, isNoted);
    auto isSaid = [&](llvm::StringRef name) {
      return samePatterns && (name == "pattern" || name == "allOf");
    };
    for (const auto &[name, value] : read.items()) {
      if (isSaid(name))
        continue;
      auto other = others.find(name);
      if (other == others.end())
        return "." + name;
      if (std::optional<std::string> inside = difference(value, *other->second, isNoted))
        return "." + name + *inside;
      others.erase(other);
    }
    for (const auto &[name, value] : loaded.items())
      if (others.contains(name) && !isSaid(name))
        return "." + name;
    return std::nullopt;
  }
  if (read.is_array() && loaded.is_array()) {
    for (size_t i = 0; i < std::min(read.size(), loaded.size()); ++i)
      if (std::optional<std::string> inside = difference(read[i], loaded[i], isNoted))
        return "[" + std::to_string(i) + "]" + *inside;
    if (read.size() != loaded.size())
      return "[" + std::to_string(std::min(read.size(), loaded.size())) + "]";
    return std::nullopt;
  }
  return read == loaded ? std::nullopt : std::optional<std::string>("");
}

/// A value in a message: short, in one line.
std::string shown(const Json &value) {
  std::string text = printJson(value, /*indented=*/false);
  constexpr size_t most = 80;
  if (text.size() <= most)
    return text;
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return text.substr(0, end) + "…";
}

class Comparison {
public:
  Comparison(const AgentConfig &config, const LoadReport &load);

  std::vector<LoadFinding> run();

private:
  using Kind = LoadFinding::Kind;
  using Definition = LoadReport::Definition;

  void add(Kind kind, const SourcePlace &place, std::string message, std::string stack = "") {
    findings_.push_back({kind, place, std::move(message), std::move(stack)});
  }
  /// Returns true if the definition was reached; else reports why not, unless `found` is null.
  bool isReached(const Definition *found, const SourcePlace &place, const std::string &what,
                 bool isRegistered);
  void compareField(const Definition &found, const Json &fields, const char *name,
                    const std::optional<ConfigField> &field, const SourcePlace &place,
                    const std::string &what);
  void compareTool(const ToolDefinition &tool);
  void compareAgent(const AgentDefinition &agent);
  void compareModel(const Json &fields, const AgentDefinition &agent, const std::string &what);
  void compareExtras();
  bool isOpen() const;

  const AgentConfig &config_;
  const LoadReport &load_;
  llvm::StringMap<const Definition *> tools_, agents_;
  std::vector<LoadFinding> findings_;
  llvm::StringSet<>
      unreached_; ///< tools of agents that were not reached; that was said of the agent
};

/// True if only a framework's call makes a definition. The call may be in a function that
/// nothing calls while the bundle is loaded.
template <typename Definition> bool isRegistered(const Definition &definition) {
  return definition.reference.style == RuntimeReference::Style::Registered;
}

llvm::StringMap<const LoadReport::Definition *>
byId(const std::vector<LoadReport::Definition> &definitions) {
  llvm::StringMap<const LoadReport::Definition *> index;
  for (const LoadReport::Definition &each : definitions)
    index[each.id] = &each;
  return index;
}

Comparison::Comparison(const AgentConfig &config, const LoadReport &load)
    : config_(config), load_(load), tools_(byId(load.tools)), agents_(byId(load.agents)) {}

bool Comparison::isReached(const Definition *found, const SourcePlace &place,
                           const std::string &what, bool isRegistered) {
  if (!found)
    return false;
  if (!found->lacking.empty())
    add(Kind::Incomplete, place,
        what + " is not compared with what was loaded: it needs `" + found->lacking +
            "`, which the sandbox does not have");
  else if (found->unloaded)
    add(Kind::Incomplete, place,
        what + " is not compared with what was loaded: what makes it failed with `" +
            found->error.substr(0, 300) + "`",
        found->stack);
  else if (!found->error.empty())
    add(Kind::Failure, place, what + " cannot be made: `" + found->error.substr(0, 300) + "`",
        found->stack);
  else if (!found->reached && isRegistered)
    add(Kind::Incomplete, place,
        what + " is not compared with what was loaded: loading the bundle does not make it" +
            (found->makerFailed.empty() ? ""
                                        : ", and calling " + found->maker + " ended with `" +
                                              found->makerFailed.substr(0, 300) + "`"));
  else if (!found->reached)
    add(Kind::Difference, place, what + " is not there when the bundle is loaded");
  if (found->reached && !found->maker.empty())
    add(Kind::Incomplete, place,
        what + " is compared as it is when " + found->maker +
            " is called, which loading the bundle does not do");
  return found->reached;
}

void Comparison::compareField(const Definition &found, const Json &fields, const char *name,
                              const std::optional<ConfigField> &field, const SourcePlace &place,
                              const std::string &what) {
  auto loaded = fields.find(name);
  std::string subject = std::string("`") + name + "` of " + what;
  if (!field) {
    if (loaded != fields.end())
      add(Kind::Difference, place,
          subject + " is " + shown(*loaded) + " when it is loaded; agentc read none");
    return;
  }
  if (field->kind == Provenance::Unresolved || !field->value)
    return;
  if (llvm::is_contained(found.unsaid, name))
    return add(Kind::Incomplete, field->source,
               subject + " is not compared with what was loaded: there it is not plain data");
  if (loaded == fields.end())
    return add(Kind::Difference, field->source,
               subject + " is missing when it is loaded; agentc read " + shown(*field->value));
  std::optional<std::string> where = difference(*field->value, *loaded, !field->notes.empty());
  // a server that lists its tools by its own code says what it printed
  if (where && field->listed && !difference(*field->listed, *loaded, !field->notes.empty()))
    return;
  if (!where)
    return;
  if (where->empty())
    add(Kind::Difference, field->source,
        subject + " is " + shown(*loaded) + " when it is loaded; agentc read " +
            shown(*field->value));
  else
    add(Kind::Difference, field->source,
        subject + " differs at `" + *where + "` when it is loaded");
}

void Comparison::compareTool(const ToolDefinition &tool) {
  std::string what = "the tool `" + tool.id + "`";
  const Definition *found = tools_.lookup(tool.id);
  // A hosted tool runs elsewhere; not reaching it here says nothing.
  if (tool.isHosted && found && !found->reached)
    return;
  if (unreached_.contains(tool.id) || !isReached(found, tool.source, what, isRegistered(tool)))
    return;
  std::optional<Json> fields = parseJson(found->fields);
  // A plain function says nothing of itself.
  if (!fields || !fields->is_object() || tool.form == "plain function")
    return;
  // A tool that its key names has no name of its own.
  if (fields->contains("name"))
    compareField(*found, *fields, "name", tool.name, tool.source, what);
  compareField(*found, *fields, "description", tool.description, tool.source, what);
  compareField(*found, *fields, "parameters", tool.parameters, tool.source, what);
  compareField(*found, *fields, "outputSchema", tool.outputSchema, tool.source, what);
}

void Comparison::compareAgent(const AgentDefinition &agent) {
  std::string what = "the agent `" + agent.id + "`";
  const Definition *found = agents_.lookup(agent.id);
  if (!isReached(found, agent.source, what, isRegistered(agent))) {
    if (found)
      for (const std::string &tool : agent.tools)
        unreached_.insert(tool);
    return;
  }
  std::optional<Json> fields = parseJson(found->fields);
  if (!fields || !fields->is_object())
    return;
  compareField(*found, *fields, "name", agent.name, agent.source, what);
  compareField(*found, *fields, "description", agent.description, agent.source, what);
  compareField(*found, *fields, "instructions", agent.instructions, agent.source, what);
  compareModel(*fields, agent, what);
}

/// Models are compared by their ids alone: who provides one may be part of its id.
void Comparison::compareModel(const Json &fields, const AgentDefinition &agent,
                              const std::string &what) {
  if (!agent.model || agent.model->kind == Provenance::Unresolved || !agent.model->value)
    return;
  const Json &read = *agent.model->value;
  auto loaded = fields.find("model");
  if (loaded == fields.end() || !read.is_object() || !read.value("id", Json()).is_string())
    return;
  const Json &id = loaded->is_object() ? loaded->value("id", Json()) : *loaded;
  std::string wanted = read["id"].get<std::string>();
  if (!id.is_string() || id == wanted)
    return;
  llvm::StringRef given = id.get_ref<const std::string &>();
  if (!given.ends_with("/" + wanted) && !given.ends_with(":" + wanted))
    add(Kind::Difference, agent.model->source,
        "`model` of " + what + " is " + shown(id) + " when it is loaded; agentc read " +
            shown(read["id"]));
}

/// True if agentc itself reported lists with tools or agents that it doesn't know. Calls that
/// it doesn't follow don't count: otherwise one such call would let a bundle define things that
/// nobody read.
bool Comparison::isOpen() const {
  return llvm::any_of(config_.unresolved, [](const UnresolvedField &field) {
    return llvm::StringRef(field.path).ends_with("tools") &&
           !llvm::StringRef(field.reason).contains(unfollowedCall);
  });
}

void Comparison::compareExtras() {
  if (isOpen())
    return;
  // Definitions that agentc read without finding a way to them turn up among the extras.
  llvm::StringSet<> unreachable;
  auto note = [&](const auto &definition) {
    if (definition.reference.style == RuntimeReference::Style::None)
      unreachable.insert(definition.id);
  };
  llvm::for_each(config_.tools, note);
  llvm::for_each(config_.agents, note);
  for (const LoadReport::Extra &extra : load_.extras) {
    if (unreachable.contains(extra.name) ||
        unreachable.contains(llvm::StringRef(extra.path).rsplit('.').second) ||
        (extra.name.empty() && !unreachable.empty()))
      continue;
    // It belongs to an agent; with one alone that is where to look.
    SourcePlace place = config_.agents.size() == 1 ? config_.agents.front().source : SourcePlace();
    add(Kind::Difference, place,
        "the loaded bundle defines " +
            (extra.name.empty() ? std::string("something") : "`" + extra.name + "`") + " at `" +
            extra.path + "`, which agentc did not read",
        "    at " + extra.path);
  }
}

std::vector<LoadFinding> Comparison::run() {
  for (const AgentDefinition &agent : config_.agents)
    compareAgent(agent);
  for (const ToolDefinition &tool : config_.tools)
    compareTool(tool);
  compareExtras();
  return std::move(findings_);
}

} // namespace

std::vector<LoadFinding> compareLoad(const AgentConfig &config, const LoadReport &load) {
  return Comparison(config, load).run();
}

} // namespace agentc
