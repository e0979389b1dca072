#ifndef AGENTC_LIB_DIAGNOSTICS_SUMMARY_H
#define AGENTC_LIB_DIAGNOSTICS_SUMMARY_H

#include "Sources.h"

namespace agentc {

/// The line on a bundle that ends its findings, escaped.
struct Summary {
  std::string label; ///< name and version, or the path
  std::string text;  ///< `2 errors, 1 waived; 3 of 4 calls resolved`
};
Summary summarize(const BundleResult &bundle, bool byPath);

/// `3 errors`, `1 error`.
std::string countOf(size_t count, llvm::StringRef word);

/// Returns the facts about a bundle that JSON has beside its diagnostics.
Json bundleFactsToJson(const BundleResult &bundle);

/// A finding's message and notes for formats that have one text for them: a line each, the places
/// of notes before them. Escaped, and bounded in length.
std::vector<std::string> findingLines(const Diagnostic &diagnostic, Sources &sources);

/// A message cut to what a report can hold, escaped.
std::string boundedMessage(llvm::StringRef message);

} // namespace agentc

#endif
