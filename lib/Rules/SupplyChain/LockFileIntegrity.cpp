#include "Uses.h"

#include "agentc/Bundle/LockFile.h"

namespace agentc::rules {

constexpr size_t maxNotes = 5;

/// True if there is a digest that nobody can forge; SHA-1 is not one.
static bool isSealed(llvm::StringRef integrity) {
  for (llvm::StringRef algorithm : {"sha512-", "sha384-", "sha256-"}) {
    size_t at = integrity.find(algorithm);
    size_t least = algorithm == "sha512-" ? 86 : algorithm == "sha384-" ? 64 : 43;
    if (at != llvm::StringRef::npos &&
        integrity.drop_front(at + algorithm.size()).find_first_of(" \t") >= least &&
        integrity.size() - at - algorithm.size() >= least)
      return true;
  }
  return false;
}

static void check(const CheckContext &context, RuleReporter &report) {
  std::optional<LockFile> lock = readLockFile(context.bundle.files);
  if (!lock)
    return;
  std::vector<const LockedPackage *> unsealed;
  for (const LockedPackage &package : lock->packages) {
    bool comesFromRegistry = package.resolved.empty() ||
                             llvm::StringRef(package.resolved).starts_with("https://") ||
                             llvm::StringRef(package.resolved).starts_with("http://");
    bool isLooked = !package.isDevelopment && !package.isLink && !package.isBundled &&
                    !package.version.empty() && !llvm::StringRef(package.version).contains(':') &&
                    comesFromRegistry;
    if (isLooked && !isSealed(package.integrity))
      unsealed.push_back(&package);
  }
  if (unsealed.empty())
    return;
  std::string others =
      unsealed.size() > 1 ? " and " + std::to_string(unsealed.size() - 1) + " more have" : " has";
  Diagnostic &finding =
      report.at(lock->file, unsealed.front()->range,
                "`" + shownText(unsealed.front()->path) + "`" + others + " no digest in `" +
                    lock->file + "`; npm writes `integrity` with SHA-512");
  for (size_t i = 1; i < unsealed.size() && i <= maxNotes; ++i)
    finding.notes.push_back(
        {"`" + shownText(unsealed[i]->path) + "` has none", lock->file, unsealed[i]->range});
}

extern const Rule LockFileIntegrity = {{.id = "AC2106",
                                        .name = "lock-file-integrity",
                                        .group = "supply chain",
                                        .severity = Severity::Warning,
                                        .summary = "locked packages without a digest",
                                        .access = "modules",
                                        .precision = Precision::High,
                                        .cwe = 353,
                                        .concern = Concern::Bundle},
                                       check};

} // namespace agentc::rules
