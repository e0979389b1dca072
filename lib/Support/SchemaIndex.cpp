#include "SchemaIndex.h"

#include "SchemaKeywords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

constexpr size_t maxAddressBytes = 4096;

/// RFC 3986 5.2.4.
static std::string withoutDots(llvm::StringRef path) {
  llvm::SmallVector<llvm::StringRef, 16> parts, kept;
  path.split(parts, '/');
  for (llvm::StringRef part : parts) {
    if (part == ".." && kept.size() > 1)
      kept.pop_back();
    if (part != "." && part != "..")
      kept.push_back(part);
  }
  if (parts.back() == "." || parts.back() == "..")
    kept.push_back("");
  return llvm::join(kept, "/");
}

/// The length of `scheme:` at the begin of an address, or 0.
static size_t schemeSize(llvm::StringRef address) {
  const size_t colon = address.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");
  return colon != llvm::StringRef::npos && colon > 0 && address[colon] == ':' ? colon + 1 : 0;
}

/// RFC 3986 5.2.2, without the fragments.
static std::string resolveAddress(llvm::StringRef base, llvm::StringRef reference) {
  if (reference.empty())
    return base.str();
  if (schemeSize(reference) > 0)
    return reference.str();
  const size_t scheme = schemeSize(base);
  if (reference.starts_with("//"))
    return (base.take_front(scheme) + reference).str();
  size_t path = scheme;
  if (base.substr(scheme).starts_with("//"))
    path = std::min(base.find_first_of("/?", scheme + 2), base.size());
  llvm::StringRef place = base.substr(path).split('?').first;
  auto [target, query] = reference.split('?');
  if (target.empty())
    return (base.take_front(path) + place + reference).str();
  std::string merged = target.str();
  if (!target.starts_with("/"))
    merged = path > scheme && place.empty()
                 ? ("/" + target).str()
                 : (place.take_front(place.rfind('/') + 1) + target).str();
  return (base.take_front(path) + withoutDots(merged) + reference.substr(target.size())).str();
}

static llvm::StringRef textAt(const Json &schema, llvm::StringRef key) {
  auto found = schema.find(key.str());
  const auto *text = found == schema.end() ? nullptr : found->get_ptr<const std::string *>();
  return text ? llvm::StringRef(*text) : llvm::StringRef();
}

SchemaIndex::SchemaIndex(const Json &root, SchemaDraft draft)
    : draft_(draft == SchemaDraft::Draft7 ? in7 : in2020), bases_(1) {
  resources_[""] = &root;
  add(root, 0);
}

void SchemaIndex::add(const Json &schema, unsigned base) {
  if (!schema.is_object())
    return;
  // Draft 7 has a reference stand alone: an `$id` beside it means nothing.
  if (draft_ == in2020 || textAt(schema, "$ref").empty())
    base = takeId(schema, base);
  baseOf_[&schema] = base;
  for (llvm::StringRef key : {"$anchor", "$dynamicAnchor"})
    if (llvm::StringRef name = textAt(schema, key); draft_ == in2020 && !name.empty())
      anchors_.try_emplace(bases_[base] + "#" + name.str(), &schema);
  addInside(schema, base);
}

/// The base of what is in a schema.
unsigned SchemaIndex::takeId(const Json &schema, unsigned base) {
  auto [address, anchor] = textAt(schema, "$id").split('#');
  if (!address.empty()) {
    std::string whole = resolveAddress(bases_[base], address);
    if (whole.size() > maxAddressBytes)
      return base;
    resources_.try_emplace(whole, &schema);
    base = static_cast<unsigned>(bases_.size());
    bases_.push_back(std::move(whole));
  }
  if (draft_ == in7 && !anchor.empty())
    anchors_.try_emplace(bases_[base] + "#" + anchor.str(), &schema);
  return base;
}

void SchemaIndex::addInside(const Json &schema, unsigned base) {
  for (const auto &[key, value] : schema.items()) {
    const SchemaKeyword *keyword = findSchemaKeyword(key, draft_);
    if (!keyword)
      continue;
    const bool isList =
        keyword->takes == Takes::Schemas || keyword->takes == Takes::SchemaOrSchemas;
    const bool isMap = keyword->takes == Takes::SchemaMap || keyword->takes == Takes::Dependencies;
    if (keyword->takes == Takes::Schema || (isList && value.is_object()))
      add(value, base);
    else if ((isList && value.is_array()) || (isMap && value.is_object()))
      for (const Json &one : value)
        add(one, base);
  }
}

const Json *SchemaIndex::follow(const Json &schema, llvm::StringRef reference) const {
  auto [address, fragment] = reference.split('#');
  const std::string whole = resolveAddress(bases_[baseOf_.lookup(&schema)], address);
  if (!fragment.empty() && !fragment.starts_with("/"))
    return anchors_.lookup(whole + "#" + fragment.str());
  const Json *resource = resources_.lookup(whole);
  return resource ? followReference(*resource, ("#" + fragment).str()) : nullptr;
}

} // namespace agentc
