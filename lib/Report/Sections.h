#ifndef AGENTC_LIB_REPORT_SECTIONS_H
#define AGENTC_LIB_REPORT_SECTIONS_H

#include "SourcePages.h"

#include "agentc/Report/Report.h"

namespace agentc {

/// One page while it is written.
struct ReviewPage {
  Html &html;
  SourcePages &sources;
  const Review &review;
};

// The sections in their order; each writes nothing where there is nothing to say.

/// The verdict, and the facts that it is about.
void writeHead(const ReviewPage &page);
/// The title of the page: the bundle's name and version.
std::string titleOf(const Review &review);
/// Findings that count, the severest first, each with its source.
void writeFindings(const ReviewPage &page);
/// All that is reached, by whom.
void writeReach(const ReviewPage &page);
/// Agents and tools: texts, schemas, and the calls by which they reach something.
void writeDefinitions(const ReviewPage &page);
void writeChanges(const ReviewPage &page);
/// Findings that do not count, with the reason and the person.
void writeWaived(const ReviewPage &page);
void writeComponents(const ReviewPage &page);
/// The manual pages of the rules that found something.
void writeRules(const ReviewPage &page);

/// `#rule-AC4101`, without the `#`.
std::string ruleAnchor(const RuleInfo &rule);
/// The place in the page where a definition stands, without the `#`: `tool-3`.
std::string definitionAnchor(llvm::StringRef list, size_t index);
/// The names of a table's columns.
void writeTableHead(Html &html, std::initializer_list<llvm::StringRef> names);
/// A fact and its name, in a list of them.
void writeFact(Html &html, llvm::StringLiteral name, llvm::StringRef text);

} // namespace agentc

#endif
