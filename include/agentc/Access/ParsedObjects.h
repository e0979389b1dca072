#ifndef AGENTC_ACCESS_PARSEDOBJECTS_H
#define AGENTC_ACCESS_PARSEDOBJECTS_H

#include "agentc/Flow/ApiUse.h"
#include "agentc/Values/Schema.h"

namespace agentc {

/// A call that has zod take an object apart: `z.object({…}).parse(value)`. Of the value it gives
/// the members that the schema names, and drops all others.
struct ParsedObject {
  SchemaAnswer schema;
  bool isWrapped = false; ///< as `data` of what it gives

  /// The schema of a member; null for one that is dropped.
  const Json *member(llvm::StringRef name) const;
};
/// std::nullopt for another call, and for a schema that lets members through that it does not name.
std::optional<ParsedObject> parsedObjectOf(const Values &values, const ast::Node &call);

/// The variables that a use takes of the environment by a schema:
/// `z.object({KEY: z.string()}).parse(process.env)`. std::nullopt for another use.
std::optional<std::vector<std::string>> variablesParsed(const Values &values, const ApiUse &use);

} // namespace agentc

#endif
