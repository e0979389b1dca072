#include "RecordTexts.h"

#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

#include <type_traits>

namespace agentc::store {

namespace {

class Writer {
public:
  /// `known`: an older text, whose unknown members are kept.
  explicit Writer(llvm::StringRef known) {
    if (std::optional<Json> json = parseJson(known); json && json->is_object())
      json_ = std::move(*json);
  }
  template <class Value> Writer &operator()(const char *name, const Value &value) {
    json_[name] = value;
    return *this;
  }
  template <class Value> Writer &maybe(const char *name, const Value &value) {
    return (*this)(name, value);
  }
  std::string text() const { return printJson(json_, /*indented=*/false); }

private:
  Json json_ = Json::object();
};

/// Reads the members of an object, all of which are required.
class Reader {
public:
  explicit Reader(llvm::StringRef text) : json_(parseJson(text).value_or(Json())) {}

  template <class Value> Reader &operator()(const char *name, Value &value) {
    const auto member = json_.find(name);
    isWhole_ &= member != json_.end() && isOf<Value>(*member);
    if (isWhole_)
      value = member->get<Value>();
    return *this;
  }
  /// A member that older versions of agentc did not write.
  template <class Value> Reader &maybe(const char *name, Value &value) {
    return json_.contains(name) ? (*this)(name, value) : *this;
  }
  bool isWhole() const { return isWhole_; }

private:
  template <class Value> static bool isOf(const Json &member) {
    if constexpr (std::is_same_v<Value, std::string>)
      return member.is_string();
    else if constexpr (std::is_same_v<Value, bool>)
      return member.is_boolean();
    else
      return member.is_number_integer();
  }

  const Json json_;
  bool isWhole_ = true;
};

/// The members of each record, once for both directions.
constexpr auto keyMembers = [](auto &text, auto &record) {
  text("id", record.id)("tenant", record.tenant)("name", record.name)("scopes", record.scopes)(
      "created", record.created)("isRevoked", record.isRevoked);
};
constexpr auto packageMembers = [](auto &text, auto &record) {
  text("digest", record.digest)("file", record.file)("name", record.name)(
      "version", record.version)("size", record.size)("created", record.created)("createdBy",
                                                                                 record.createdBy);
};
constexpr auto versionMembers = [](auto &text, auto &record) {
  text("number", record.number)("package", record.package)("settings", record.settings)(
      "created", record.created)("createdBy", record.createdBy)("approval", record.approval);
};
constexpr auto auditMembers = [](auto &text, auto &record) {
  text("time", record.time)("key", record.key)("action", record.action)("subject", record.subject)(
      "detail", record.detail);
};

constexpr auto savedMembers = [](auto &text, auto &record) {
  text("id", record.id)("file", record.file)("filename", record.filename)("mime", record.mime)(
      "agent", record.agent)("size", record.size)("created", record.created);
};
constexpr auto scheduleMembers = [](auto &text, auto &record) {
  text("id", record.id)("tenant", record.tenant)("agent", record.agent)("conversation",
                                                                        record.conversation)(
      "cron", record.cron)("start", record.start)("next", record.next)("created", record.created)(
      "lastRun", record.lastRun)("lastError", record.lastError)("missed", record.missed)
      .maybe("due", record.due);
};

template <class Record, class Members>
std::string print(const Record &record, const Members &members, llvm::StringRef known = "") {
  Writer writer(known);
  members(writer, record);
  return writer.text();
}

template <class Record, class Members>
llvm::Expected<Record> parse(llvm::StringRef text, const Members &members) {
  Record record;
  Reader reader(text);
  members(reader, record);
  if (reader.isWhole())
    return record;
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "a record in Redis is not one of agentc's");
}

} // namespace

std::string printKey(const Key &key, llvm::StringRef known) {
  return print(key, keyMembers, known);
}
llvm::Expected<Key> parseKey(llvm::StringRef text) { return parse<Key>(text, keyMembers); }

std::string printPackage(const PackageRecord &package) { return print(package, packageMembers); }
llvm::Expected<PackageRecord> parsePackage(llvm::StringRef text) {
  return parse<PackageRecord>(text, packageMembers);
}

std::string printVersion(const AgentVersion &version) { return print(version, versionMembers); }
llvm::Expected<AgentVersion> parseVersion(llvm::StringRef text) {
  return parse<AgentVersion>(text, versionMembers);
}

std::string printAudit(const AuditEntry &entry) { return print(entry, auditMembers); }
llvm::Expected<AuditEntry> parseAudit(llvm::StringRef text) {
  return parse<AuditEntry>(text, auditMembers);
}

std::string printSaved(const SavedFile &file) { return print(file, savedMembers); }
llvm::Expected<SavedFile> parseSaved(llvm::StringRef text) {
  return parse<SavedFile>(text, savedMembers);
}

std::string printSchedule(const Schedule &schedule, llvm::StringRef known) {
  return print(schedule, scheduleMembers, known);
}
llvm::Expected<Schedule> parseSchedule(llvm::StringRef text) {
  return parse<Schedule>(text, scheduleMembers);
}

} // namespace agentc::store
