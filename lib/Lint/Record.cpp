#include "Record.h"

#include "llvm/ADT/StringMap.h"

namespace agentc {

namespace {

/// Texts and numbers one after the other, texts with their length before them: paths and messages
/// may hold any bytes, which JSON would not keep.
class Writer {
public:
  void number(uint64_t value) {
    for (int i = 0; i < 8; ++i)
      bytes += static_cast<char>(value >> (8 * i));
  }
  void text(llvm::StringRef value) {
    number(value.size());
    bytes += value;
  }
  void range(const std::optional<ByteRange> &value) {
    number(value.has_value());
    if (value) {
      number(value->begin);
      number(value->end);
    }
  }

  std::string bytes;
};

/// The other way round; past the end, or past what can be, everything is empty and `failed`.
class Reader {
public:
  explicit Reader(llvm::StringRef bytes) : rest_(bytes) {}

  uint64_t number() {
    uint64_t value = 0;
    if (rest_.size() < 8)
      return fail();
    for (int i = 0; i < 8; ++i)
      value |= static_cast<uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
    rest_ = rest_.drop_front(8);
    return value;
  }
  llvm::StringRef text() {
    const uint64_t size = number();
    if (size > rest_.size()) {
      fail();
      return "";
    }
    llvm::StringRef value = rest_.take_front(size);
    rest_ = rest_.drop_front(size);
    return value;
  }
  std::optional<ByteRange> range() {
    if (number() == 0)
      return std::nullopt;
    const auto begin = static_cast<uint32_t>(number());
    return ByteRange{begin, static_cast<uint32_t>(number())};
  }
  /// How many items follow, each of which takes some bytes.
  uint64_t count() {
    const uint64_t value = number();
    return value > rest_.size() ? fail() : value;
  }
  bool isOver() const { return !failed_ && rest_.empty(); }
  bool failed() const { return failed_; }
  uint64_t fail() {
    failed_ = true;
    rest_ = "";
    return 0;
  }

private:
  llvm::StringRef rest_;
  bool failed_ = false;
};

void write(Writer &out, const Waived &waived) {
  out.number(static_cast<uint64_t>(waived.by));
  for (const std::string *text : {&waived.reason, &waived.who, &waived.created, &waived.expires})
    out.text(*text);
}

void write(Writer &out, const Diagnostic &finding) {
  out.text(finding.rule->id);
  out.number(static_cast<uint64_t>(finding.severity));
  out.text(finding.message);
  out.text(finding.file);
  out.range(finding.range);
  out.number(finding.notes.size());
  for (const DiagnosticNote &note : finding.notes) {
    out.text(note.message);
    out.text(note.file);
    out.range(note.range);
  }
  out.text(finding.fingerprint);
  out.number(finding.waived.has_value());
  if (finding.waived)
    write(out, *finding.waived);
  out.number(finding.fix.has_value());
  if (finding.fix) {
    out.text(finding.fix->title);
    out.number(finding.fix->replacements.size());
    for (const Replacement &replacement : finding.fix->replacements) {
      out.text(replacement.file);
      out.range(replacement.range);
      out.text(replacement.text);
    }
  }
  out.number(!finding.reached ? 2 : *finding.reached);
  for (const std::string *text : {&finding.help, &finding.subject, &finding.missingFile})
    out.text(*text);
  out.number(static_cast<uint64_t>(finding.atMost));
  out.number(finding.isBuiltLater);
}

Waived readWaived(Reader &in) {
  Waived waived;
  waived.by = static_cast<WaivedBy>(std::min<uint64_t>(in.number(), 2));
  for (std::string *text : {&waived.reason, &waived.who, &waived.created, &waived.expires})
    *text = in.text().str();
  return waived;
}

Fix readFix(Reader &in) {
  Fix fix;
  fix.title = in.text().str();
  for (uint64_t left = in.count(); left && !in.failed(); --left) {
    Replacement replacement;
    replacement.file = in.text().str();
    replacement.range = in.range().value_or(ByteRange{});
    replacement.text = in.text().str();
    fix.replacements.push_back(std::move(replacement));
  }
  return fix;
}

Diagnostic readFinding(Reader &in, const llvm::StringMap<const RuleInfo *> &rules) {
  Diagnostic finding;
  finding.rule = rules.lookup(in.text());
  if (!finding.rule)
    in.fail();
  finding.severity = static_cast<Severity>(std::min<uint64_t>(in.number(), 2));
  finding.message = in.text().str();
  finding.file = in.text().str();
  finding.range = in.range();
  for (uint64_t left = in.count(); left && !in.failed(); --left) {
    DiagnosticNote note;
    note.message = in.text().str();
    note.file = in.text().str();
    note.range = in.range();
    finding.notes.push_back(std::move(note));
  }
  finding.fingerprint = in.text().str();
  if (in.number())
    finding.waived = readWaived(in);
  if (in.number())
    finding.fix = readFix(in);
  if (const uint64_t reached = in.number(); reached < 2)
    finding.reached = reached == 1;
  for (std::string *text : {&finding.help, &finding.subject, &finding.missingFile})
    *text = in.text().str();
  finding.atMost = static_cast<Severity>(std::min<uint64_t>(in.number(), 2));
  finding.isBuiltLater = in.number() == 1;
  return finding;
}

} // namespace

std::string writeRecord(const LintRecord &record) {
  Writer out;
  for (const std::string *text : {&record.name, &record.version, &record.digest})
    out.text(*text);
  out.number(record.coverage.calls);
  out.number(record.coverage.resolved);
  out.number(record.secrets.size());
  for (const SecretPlace &secret : record.secrets) {
    out.text(secret.file);
    out.range(secret.range);
  }
  out.number(record.answers.size());
  for (const InstalledPackages::Answer &answer : record.answers) {
    out.number(static_cast<uint64_t>(answer.question));
    for (const std::string *text : {&answer.from, &answer.name, &answer.digest})
      out.text(*text);
  }
  out.number(record.diagnostics.all().size());
  for (const Diagnostic &finding : record.diagnostics.all())
    write(out, finding);
  return std::move(out.bytes);
}

std::optional<LintRecord> readRecord(llvm::StringRef bytes, const Catalog &catalog) {
  llvm::StringMap<const RuleInfo *> rules;
  for (const RuleInfo *rule : catalog.rules())
    rules[rule->id] = rule;
  Reader in(bytes);
  LintRecord record;
  for (std::string *text : {&record.name, &record.version, &record.digest})
    *text = in.text().str();
  record.coverage.calls = in.number();
  record.coverage.resolved = in.number();
  for (uint64_t left = in.count(); left && !in.failed(); --left) {
    std::string file = in.text().str();
    record.secrets.push_back({std::move(file), in.range().value_or(ByteRange{}), {}});
  }
  for (uint64_t left = in.count(); left && !in.failed(); --left) {
    InstalledPackages::Answer &answer = record.answers.emplace_back();
    answer.question =
        static_cast<InstalledPackages::Answer::Question>(std::min<uint64_t>(in.number(), 3));
    for (std::string *text : {&answer.from, &answer.name, &answer.digest})
      *text = in.text().str();
  }
  for (uint64_t left = in.count(); left && !in.failed(); --left)
    record.diagnostics.mutableAll().push_back(readFinding(in, rules));
  return in.isOver() ? std::optional(std::move(record)) : std::nullopt;
}

} // namespace agentc
