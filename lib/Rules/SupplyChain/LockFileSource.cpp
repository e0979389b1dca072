#include "Uses.h"

#include "agentc/Bundle/LockFile.h"

#include "llvm/ADT/MapVector.h"

namespace agentc::rules {

static bool isRegistry(llvm::StringRef host, const LockedPackage &package) {
  return host == "registry.npmjs.org" || host == "registry.yarnpkg.com" ||
         (host == "npm.jsr.io" && llvm::StringRef(package.name).starts_with("@jsr/"));
}

static void check(const CheckContext &context, RuleReporter &report) {
  std::optional<LockFile> lock = readLockFile(context.bundle.files);
  if (!lock)
    return;
  // a registry of a company holds all of a file's packages, and is one question
  llvm::MapVector<llvm::StringRef, std::pair<const LockedPackage *, size_t>> hosts;
  for (const LockedPackage &package : lock->packages) {
    llvm::StringRef url = package.resolved;
    if (package.isDevelopment || package.isLink)
      continue;
    // form 1 has addresses where others have versions
    if (llvm::StringRef(package.version).contains(':'))
      url = package.version;
    if (url.empty())
      continue;
    llvm::StringRef rest = url;
    if (rest.consume_front("https://")) {
      llvm::StringRef authority = rest.substr(0, rest.find_first_of("/?#"));
      llvm::StringRef host = authority.contains('@') ? authority.rsplit('@').second : authority;
      bool isArchiveOfHost = rest.contains(".git#") || host == "codeload.github.com";
      if (isRegistry(host, package))
        continue;
      if (!isArchiveOfHost) {
        auto &entry = hosts[host];
        if (entry.second++ == 0)
          entry.first = &package;
        continue;
      }
    }
    report.at(lock->file, package.range,
              "`" + shownText(package.path) + "` comes from `" + shownText(url) +
                  "`, which no registry keeps");
  }
  for (const auto &[host, found] : hosts) {
    std::string others =
        found.second > 1 ? " and " + std::to_string(found.second - 1) + " more" : "";
    lowerTo(report.at(lock->file, found.first->range,
                      "`" + shownText(found.first->path) + "`" + others +
                          (found.second > 1 ? " come from `" : " comes from `") + shownText(host) +
                          "`, which is not npm's registry"),
            Severity::Warning);
  }
}

extern const Rule LockFileSource = {{.id = "AC2105",
                                     .name = "lock-file-source",
                                     .group = "supply chain",
                                     .severity = Severity::Error,
                                     .summary = "locked packages that don't come from a registry",
                                     .access = "modules",
                                     .precision = Precision::High,
                                     .cwe = 829},
                                    check};

} // namespace agentc::rules
