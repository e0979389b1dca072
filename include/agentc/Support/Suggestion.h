#ifndef AGENTC_SUPPORT_SUGGESTION_H
#define AGENTC_SUPPORT_SUGGESTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// The hint that ends a message on a word that is not known: `; did you mean `word`?`, with the
/// candidate that is near enough to be meant, or nothing.
std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> candidates);

/// The hint that ends a message on a value that is none of a few: the one that is meant, or
/// `; it can be `a`, `b`` with all of them.
std::string didYouMeanOneOf(llvm::StringRef word, llvm::ArrayRef<std::string> all);

} // namespace agentc

#endif
