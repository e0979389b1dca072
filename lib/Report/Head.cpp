#include "Sections.h"

#include "agentc/Report/RecordText.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

std::string counted(size_t count, llvm::StringRef word) {
  return std::to_string(count) + " " + word.str() + (count == 1 ? "" : "s");
}

/// The verdict, in a sentence.
std::string verdictText(const Review &review) {
  const BundleResult &result = review.result;
  const DiagnosticList &findings = result.diagnostics;
  std::string counts;
  for (auto [severity, word] :
       {std::pair(Severity::Error, "error"), std::pair(Severity::Warning, "warning"),
        std::pair(Severity::Note, "note")})
    if (size_t count = findings.count(severity))
      counts += (counts.empty() ? "" : ", ") + counted(count, word);
  const bool isPackage = review.form == "package";
  const std::string kind = isPackage ? "The package" : "The bundle";
  if (!result.valid)
    return kind + " is refused: " + (counts.empty() ? "it could not be read" : counts) + ".";
  return kind + " passes" + (isPackage ? " and is what is sealed in it" : "") + ": " +
         (counts.empty() ? "nothing was found" : counts) + ".";
}

std::string words(const Json &list) {
  std::string text;
  for (const Json &word : list)
    text += (text.empty() ? "" : ", ") + (word.is_string() ? word.get<std::string>() : word.dump());
  return text.empty() ? "none" : text;
}

void writeAllowance(Html &html, const Json &record) {
  const Json &allowed = record["allowed"], &limits = record["limits"];
  writeFact(html, "Allowed hosts", words(allowed["hosts"]));
  writeFact(html, "Allowed environment", words(allowed["env"]));
  writeFact(html, "Allowed modules", words(allowed["modules"]));
  if (const Json &data = allowed["dataBytes"]; !data.is_null())
    writeFact(html, "Data folder", sizeText(data.get<uint64_t>()));
  writeFact(html, "Limits of a call",
            timeText(limits["timeoutMs"].get<uint64_t>()) + ", processor " +
                timeText(limits["cpuMs"].get<uint64_t>()) + ", memory " +
                sizeText(limits["maxMemoryBytes"].get<uint64_t>()));
}

void writeFacts(const Review &review, Html &html) {
  const Json &record = review.documents.record;
  const BundleResult &result = review.result;
  uint64_t bytes = 0;
  for (const Json &file : record["files"])
    bytes += file["size"].get<uint64_t>();
  Element list(html, "dl", {{"class", "facts"}});
  writeFact(html, "Read",
            result.path + ", " + review.form + ", " + counted(record["files"].size(), "file") +
                " of " + sizeText(bytes));
  writeFact(html, "Digest", textOf(record, "digest"));
  if (std::string entry = textOf(record, "entry"); !entry.empty())
    writeFact(html, "Entry", entry);
  if (!result.signature.words.empty())
    writeFact(html, "Signature", result.signature.words);
  if (!result.signature.policy.empty())
    writeFact(html, "Sealed by", result.signature.policy);
  writeAllowance(html, record);
  writeFact(html, "Loaded in the sandbox",
            review.isLoaded ? "yes; what failed or differed is a finding" : "no");
  if (result.coverage.calls)
    writeFact(html, "Calls followed",
              std::to_string(result.coverage.resolved) + " of " +
                  std::to_string(result.coverage.calls) +
                  "; the others are told where they matter");
  writeFact(html, "Written by", "agentc " + review.version.str());
}

} // namespace

void writeFact(Html &html, llvm::StringLiteral name, llvm::StringRef text) {
  Element group(html, "div");
  html.element("dt", name);
  html.element("dd", text);
}

std::string titleOf(const Review &review) {
  const std::string name = textOf(review.documents.record, "name"),
                    version = textOf(review.documents.record, "version");
  return (name.empty() ? review.result.path : name) + (version.empty() ? "" : " " + version);
}

void writeHead(const ReviewPage &page) {
  Html &html = page.html;
  Element header(html, "header");
  html.element("h1", titleOf(page.review));
  html.element("p", verdictText(page.review),
               {{"class", page.review.result.valid ? "verdict passes" : "verdict refused"}});
  if (const std::optional<ReviewedChanges> &against = page.review.against) {
    const bool widens =
        llvm::any_of(against->changes, [](const Change &change) { return change.widens; });
    html.element("p",
                 widens                     ? "It can reach more than the version before."
                 : against->changes.empty() ? "It does not differ from the version before."
                                            : "It reaches no more than the version before.",
                 {{"class", widens ? "verdict refused" : "verdict passes"}});
  }
  html.element("p",
               (page.review.isLoaded
                    ? "agentc has read this code, and then loaded it in its sandbox. "
                    : "agentc has read this code without running it. ") +
                   std::string("This page tells which agents and tools it defines, what each of "
                               "them can reach, by which calls, and what was found."),
               {{"class", "about"}});
  writeFacts(page.review, html);
}

} // namespace agentc
