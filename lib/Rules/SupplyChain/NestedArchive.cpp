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

extern const Rule NestedArchive = {
    {"AC2109",
     "nested-archive",
     "supply chain",
     Severity::Warning,
     "archives in a bundle",
     "",
     {"A file of the bundle is an archive by its first bytes, whatever its name: zip, gzip, tar, "
      "bzip2, xz, 7z, zstd, rar, cabinet.",
      "agentc reads the files of a bundle, not what is packed into them once more; that is a place "
      "to "
      "carry code past a review.",
      "", "", "Office documents and e-books are zip archives too, and are not reported."},
     Precision::High,
     506},
    check};

} // namespace agentc::rules
