#include "FileKinds.h"
#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  if (context.bundle.form == BundleForm::SingleFile)
    return;
  for (const auto &[path, file] : context.bundle.files.files()) {
    FileIdentity identity = identify(file->bytes);
    if (identity.kind == FileKind::Archive)
      report.at(path, std::nullopt,
                "`" + shownText(path) + "` is " + identity.what.str() +
                    " inside of the bundle; what it holds is not checked");
  }
}

extern const Rule NestedArchive = {{.id = "AC2109",
                                    .name = "nested-archive",
                                    .group = "supply chain",
                                    .severity = Severity::Warning,
                                    .summary = "archives in a bundle",
                                    .precision = Precision::High,
                                    .cwe = 506},
                                   check};

} // namespace agentc::rules
