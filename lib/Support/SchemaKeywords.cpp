#include "SchemaKeywords.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

static constexpr SchemaKeyword keywords[] = {{"$anchor", Takes::Anchor, in2020},
                                             {"$comment", Takes::Text},
                                             {"$defs", Takes::SchemaMap, in2020},
                                             {"$dynamicAnchor", Takes::Anchor, in2020},
                                             {"$dynamicRef", Takes::Text, in2020},
                                             {"$id", Takes::Text},
                                             {"$ref", Takes::Text},
                                             {"$schema", Takes::Text},
                                             {"additionalItems", Takes::Schema, in7},
                                             {"additionalProperties", Takes::Schema},
                                             {"allOf", Takes::Schemas},
                                             {"anyOf", Takes::Schemas},
                                             {"contains", Takes::Schema},
                                             {"contentEncoding", Takes::Text},
                                             {"contentMediaType", Takes::Text},
                                             {"contentSchema", Takes::Schema, in2020},
                                             {"definitions", Takes::SchemaMap},
                                             {"dependencies", Takes::Dependencies},
                                             {"dependentRequired", Takes::NameMap, in2020},
                                             {"dependentSchemas", Takes::SchemaMap, in2020},
                                             {"deprecated", Takes::Boolean, in2020},
                                             {"description", Takes::Text},
                                             {"else", Takes::Schema},
                                             {"enum", Takes::List},
                                             {"examples", Takes::List},
                                             {"exclusiveMaximum", Takes::Number},
                                             {"exclusiveMinimum", Takes::Number},
                                             {"format", Takes::Text},
                                             {"if", Takes::Schema},
                                             {"items", Takes::SchemaOrSchemas, in7},
                                             {"items", Takes::Schema, in2020},
                                             {"maxContains", Takes::Count, in2020},
                                             {"maxItems", Takes::Count},
                                             {"maxLength", Takes::Count},
                                             {"maxProperties", Takes::Count},
                                             {"maximum", Takes::Number},
                                             {"minContains", Takes::Count, in2020},
                                             {"minItems", Takes::Count},
                                             {"minLength", Takes::Count},
                                             {"minProperties", Takes::Count},
                                             {"minimum", Takes::Number},
                                             {"multipleOf", Takes::Positive},
                                             {"not", Takes::Schema},
                                             {"oneOf", Takes::Schemas},
                                             {"pattern", Takes::Text},
                                             {"patternProperties", Takes::SchemaMap},
                                             {"prefixItems", Takes::Schemas, in2020},
                                             {"properties", Takes::SchemaMap},
                                             {"propertyNames", Takes::Schema},
                                             {"readOnly", Takes::Boolean},
                                             {"required", Takes::Names},
                                             {"then", Takes::Schema},
                                             {"title", Takes::Text},
                                             {"type", Takes::Type},
                                             {"unevaluatedItems", Takes::Schema, in2020},
                                             {"unevaluatedProperties", Takes::Schema, in2020},
                                             {"uniqueItems", Takes::Boolean},
                                             {"writeOnly", Takes::Boolean}};

const SchemaKeyword *findSchemaKeyword(llvm::StringRef name, unsigned draft) {
  const auto *known = llvm::find_if(
      keywords, [&](const SchemaKeyword &one) { return one.name == name && (one.drafts & draft); });
  return known == std::end(keywords) ? nullptr : known;
}

} // namespace agentc
