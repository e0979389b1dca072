#ifndef AGENTC_REPORT_RECORDTEXT_H
#define AGENTC_REPORT_RECORDTEXT_H

#include "agentc/Support/Json.h"

#include "llvm/ADT/ArrayRef.h"

namespace agentc {

// A package's record (schema `agentc.package/1`) and its components (CycloneDX 1.6) in words.

/// A member that is a string; empty where there is none.
std::string textOf(const Json &object, const char *name);

/// `17 bytes`, `1.2 KB`, `3.4 MB`; KB and MB count 1024.
std::string sizeText(uint64_t bytes);
/// `2 s`, `1500 ms`.
std::string timeText(uint64_t ms);

/// The text of an extracted field, or why it is not known; empty where there is none.
std::string fieldText(const Json &definition, const char *name);

/// The input of a tool, as its schema says it: `city: string, days?: integer`.
std::string parametersText(const Json &tool);

/// How one kind of access is called: in a tree of calls `host`, before its name.
struct AccessWords {
  const char *kind;   ///< the member in JSON: `hosts`
  const char *word;   ///< `host`
  const char *member; ///< the one that has the item's name
  bool isGrave;       ///< code from text, or code that cannot be followed
};
llvm::ArrayRef<AccessWords> allAccessWords();
/// True if any access is listed.
bool reachesAny(const Json &access);

/// The licence that a component declares, or `unknown`.
std::string licenceOf(const Json &component);
/// How a component belongs to the bundle: `locked`, `bundled`, `inlined`, `declared`.
std::vector<std::string> presencesOf(const Json &component);

} // namespace agentc

#endif
