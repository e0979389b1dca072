#include "RecordTexts.h"

#include "agentc/Support/Json.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc::store {

namespace {

/// Reads the members of an object, all of which have to be there.
class Members {
public:
  explicit Members(llvm::StringRef text) : json_(parseJson(text).value_or(Json())) {}

  Members &read(const char *name, std::string &value) {
    const Json *member = find(name);
    isWhole_ &= member && member->is_string();
    if (isWhole_)
      value = member->get<std::string>();
    return *this;
  }
  Members &read(const char *name, bool &value) {
    const Json *member = find(name);
    isWhole_ &= member && member->is_boolean();
    if (isWhole_)
      value = member->get<bool>();
    return *this;
  }
  template <class Number> Members &read(const char *name, Number &value) {
    const Json *member = find(name);
    isWhole_ &= member && member->is_number_integer();
    if (isWhole_)
      value = member->get<Number>();
    return *this;
  }
  template <class Record> llvm::Expected<Record> done(Record &record) const {
    if (isWhole_)
      return std::move(record);
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "a record in Redis is not one of agentc's");
  }

private:
  const Json *find(const char *name) const {
    const auto found = json_.find(name);
    return found == json_.end() ? nullptr : &*found;
  }

  const Json json_;
  bool isWhole_ = true;
};

} // namespace

static std::string print(const Json &json) { return printJson(json, /*indented=*/false); }

std::string printKey(const Key &key) {
  return print({{"id", key.id},
                {"tenant", key.tenant},
                {"name", key.name},
                {"scopes", key.scopes},
                {"created", key.created},
                {"isRevoked", key.isRevoked}});
}

llvm::Expected<Key> parseKey(llvm::StringRef text) {
  Key key;
  Members members(text);
  members.read("id", key.id).read("tenant", key.tenant).read("name", key.name);
  members.read("scopes", key.scopes).read("created", key.created).read("isRevoked", key.isRevoked);
  return members.done(key);
}

std::string printPackage(const PackageRecord &package) {
  return print({{"digest", package.digest},
                {"file", package.file},
                {"name", package.name},
                {"version", package.version},
                {"size", package.size},
                {"created", package.created},
                {"createdBy", package.createdBy}});
}

llvm::Expected<PackageRecord> parsePackage(llvm::StringRef text) {
  PackageRecord package;
  Members members(text);
  members.read("digest", package.digest).read("file", package.file).read("name", package.name);
  members.read("version", package.version).read("size", package.size);
  members.read("created", package.created).read("createdBy", package.createdBy);
  return members.done(package);
}

std::string printVersion(const AgentVersion &version) {
  return print({{"number", version.number},
                {"package", version.package},
                {"settings", version.settings},
                {"created", version.created},
                {"createdBy", version.createdBy},
                {"approval", version.approval}});
}

llvm::Expected<AgentVersion> parseVersion(llvm::StringRef text) {
  AgentVersion version;
  Members members(text);
  members.read("number", version.number).read("package", version.package);
  members.read("settings", version.settings).read("created", version.created);
  members.read("createdBy", version.createdBy).read("approval", version.approval);
  return members.done(version);
}

std::string printAudit(const AuditEntry &entry) {
  return print({{"time", entry.time},
                {"key", entry.key},
                {"action", entry.action},
                {"subject", entry.subject},
                {"detail", entry.detail}});
}

llvm::Expected<AuditEntry> parseAudit(llvm::StringRef text) {
  AuditEntry entry;
  Members members(text);
  members.read("time", entry.time).read("key", entry.key).read("action", entry.action);
  members.read("subject", entry.subject).read("detail", entry.detail);
  return members.done(entry);
}

bool isEntryId(llvm::StringRef text) {
  const auto [time, number] = text.split('-');
  uint64_t value = 0;
  return llvm::to_integer(time, value, 10) && llvm::to_integer(number, value, 10);
}

} // namespace agentc::store
