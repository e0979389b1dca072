#include "Zod3Printer.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::schemas {

namespace {

bool isTransform(Reader &reader, SchemaNode &node, size_t part) {
  return node.kind == SchemaKind::Pipe && part < node.parts.size() &&
         reader.read(node.parts[part]).kind == SchemaKind::Transform;
}

} // namespace

std::optional<Json> Zod3Printer::print(SchemaNode &root) {
  root_ = {"#"};
  if (!printing_.name.empty())
    root_ = {"#", "definitions", printing_.name};
  Json schema = write(root, root_, false, 0).value_or(Json::object());
  if (spent_ > maxSchemaBytes || reader_.isExhausted())
    return std::nullopt;
  if (!printing_.name.empty() && !printing_.isNameOnly)
    schema = Json{{"$ref", "#/definitions/" + printing_.name},
                  {"definitions", Json{{printing_.name, std::move(schema)}}}};
  if (printing_.saysDraft && !printing_.isNameOnly)
    schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  return schema;
}

std::string Zod3Printer::pointer(const Path &path) const { return llvm::join(path, "/"); }

Zod3Printer::Written Zod3Printer::referTo(const Path &first, const Path &path) const {
  switch (printing_.references) {
  case SchemaPrinting::References::Root:
    return Json{{"$ref", pointer(first)}};
  case SchemaPrinting::References::Relative: {
    size_t common = 0;
    while (common < first.size() && common < path.size() && first[common] == path[common])
      ++common;
    Path steps = {std::to_string(path.size() - common)};
    steps.insert(steps.end(), first.begin() + common, first.end());
    return Json{{"$ref", pointer(steps)}};
  }
  case SchemaPrinting::References::Seen:
    return Json::object();
  case SchemaPrinting::References::None:
    bool isAround =
        first.size() < path.size() && std::equal(first.begin(), first.end(), path.begin());
    return isAround ? Written(Json::object()) : std::nullopt;
  }
  return std::nullopt;
}

Zod3Printer::Written Zod3Printer::write(SchemaNode &node, const Path &path, bool isMember,
                                        unsigned depth) {
  spent_ += 16;
  if (depth > maxNesting || spent_ > maxSchemaBytes || !reader_.spend(1)) {
    spent_ = maxSchemaBytes + 1;
    return Json::object();
  }
  auto known = seen_.find(&node);
  if (known != seen_.end() && !node.isReturned)
    if (Written reference = referTo(known->second, path)) {
      spent_ += pointer(known->second).size();
      return reference;
    }
  seen_[&node] = path;
  Written json = writeOwn(node, path, isMember, depth);
  if (json)
    if (std::string words = descriptionOf(node); !words.empty()) {
      spent_ += words.size();
      (*json)["description"] = std::move(words);
    }
  return json;
}

Zod3Printer::Written Zod3Printer::writePart(SchemaPart &part, Path path,
                                            llvm::ArrayRef<llvm::StringRef> more, unsigned depth) {
  for (llvm::StringRef step : more)
    path.push_back(step.str());
  return write(reader_.read(part), path, false, depth + 1);
}

std::string Zod3Printer::descriptionOf(SchemaNode &node) {
  SchemaNode *at = &node;
  for (unsigned depth = 0; at && depth < maxNesting; ++depth) {
    if (at->meta)
      if (auto text = at->meta->find("description"); text != at->meta->end() && text->is_string())
        return text->get<std::string>();
    if (at->words)
      return *at->words;
    if (at->copied)
      at = at->copied;
    else if (at->isDerived && !at->parts.empty() && !at->checkedByCode)
      at = &reader_.read(at->parts[0]);
    else
      break;
  }
  return "";
}

bool Zod3Printer::takesUndefined(SchemaNode &node, unsigned depth) {
  if (depth > maxNesting || !reader_.spend(1))
    return false;
  auto part = [&](size_t index) {
    return index < node.parts.size() && takesUndefined(reader_.read(node.parts[index]), depth + 1);
  };
  if (node.checkedByCode)
    return takesUndefined(*node.checkedByCode, depth + 1);
  switch (node.kind) {
  case SchemaKind::Anything:
  case SchemaKind::Unresolved: // nobody knows that it must be there
  case SchemaKind::Optional:
  case SchemaKind::Default:
  case SchemaKind::Prefault:
  case SchemaKind::Catch:
    return true;
  case SchemaKind::Boolean:
    return node.made == "coerce.boolean";
  case SchemaKind::String: // of which it makes the text `undefined`
    return node.made == "coerce.string" && llvm::all_of(node.checks, [](const SchemaCheck &check) {
             using Kind = SchemaCheck::Kind;
             return (check.kind == Kind::MinLength && check.number <= 9) ||
                    (check.kind == Kind::MaxLength && check.number >= 9) ||
                    check.kind == Kind::Other;
           });
  case SchemaKind::Unsayable:
    return node.made == "undefined" || node.made == "void";
  case SchemaKind::Literal:
    return node.value && node.value->empty();
  case SchemaKind::Union:
    for (size_t i = 0; i < node.parts.size(); ++i)
      if (part(i))
        return true;
    return false;
  case SchemaKind::Intersection:
    return part(0) && part(1);
  case SchemaKind::Nullable:
  case SchemaKind::Readonly:
  case SchemaKind::Lazy:
    return part(0);
  case SchemaKind::NonOptional: {
    SchemaNode *held = &node;
    while (llvm::is_contained({SchemaKind::NonOptional, SchemaKind::Optional}, held->kind) &&
           !held->parts.empty() && reader_.spend(1))
      held = &reader_.read(held->parts[0]);
    return held->kind != SchemaKind::NonOptional && takesUndefined(*held, depth + 1);
  }
  case SchemaKind::Pipe:
    return isTransform(reader_, node, 0)   ? part(1)
           : isTransform(reader_, node, 1) ? part(0)
                                           : part(0) && part(1);
  default:
    return false;
  }
}

Zod3Printer::Written Zod3Printer::writePipe(SchemaNode &node, const Path &path, bool isMember,
                                            unsigned depth) {
  if (node.parts.size() < 2)
    return Json::object();
  SchemaNode &input = reader_.read(node.parts[0]), &output = reader_.read(node.parts[1]);
  if (input.kind == SchemaKind::Transform)
    return write(output, path, isMember, depth + 1);
  if (output.kind == SchemaKind::Transform || printing_.pipes == SchemaPrinting::Pipes::Input)
    return write(input, path, isMember, depth + 1);
  if (printing_.pipes == SchemaPrinting::Pipes::Output)
    return write(output, path, isMember, depth + 1);
  Json::array_t all;
  if (Written one = writePart(node.parts[0], path, {"allOf", "0"}, depth))
    all.push_back(std::move(*one));
  if (Written one = writePart(node.parts[1], path, {"allOf", all.empty() ? "0" : "1"}, depth))
    all.push_back(std::move(*one));
  return Json{{"allOf", std::move(all)}};
}

Zod3Printer::Written Zod3Printer::writeHeld(SchemaNode &node, const Path &path, bool isMember,
                                            unsigned depth) {
  SchemaNode *held = &reader_.read(node.parts[0]);
  switch (node.kind) {
  case SchemaKind::Optional: {
    if (isMember)
      return write(*held, path, true, depth + 1);
    Written inner = writePart(node.parts[0], path, {"anyOf", "1"}, depth);
    if (!inner)
      return Json::object();
    return Json{{"anyOf", Json::array_t{Json{{"not", Json::object()}}, std::move(*inner)}}};
  }
  case SchemaKind::NonOptional: // what `required()` made, which unwraps
    while (held->kind == SchemaKind::Optional && !held->parts.empty() && reader_.spend(1))
      held = &reader_.read(held->parts[0]);
    return write(*held, path, isMember, depth + 1);
  case SchemaKind::Default: {
    Json inner = write(*held, path, isMember, depth + 1).value_or(Json::object());
    if (node.value) {
      spent_ += node.value->dump(-1, ' ', false, Json::error_handler_t::replace).size();
      inner["default"] = *node.value;
    }
    return inner;
  }
  default:
    return write(*held, path, isMember, depth + 1);
  }
}

Zod3Printer::Written Zod3Printer::writeOwn(SchemaNode &node, const Path &path, bool isMember,
                                           unsigned depth) {
  if (node.checkedByCode)
    return write(*node.checkedByCode, path, isMember, depth + 1);
  switch (node.kind) {
  case SchemaKind::String:
    return writeString(node);
  case SchemaKind::Number:
    return writeNumber(node);
  case SchemaKind::Boolean:
    return Json{{"type", "boolean"}};
  case SchemaKind::Null:
    return Json{{"type", "null"}};
  case SchemaKind::Never:
    return Json{{"not", Json::object()}};
  case SchemaKind::Unsayable:
    return writeUnsayable(node);
  case SchemaKind::Given:
    return node.value ? *node.value : Json::object();
  case SchemaKind::Enum:
    return writeEnum(node);
  case SchemaKind::Literal:
    return writeLiteral(node);
  case SchemaKind::Array:
    return writeArray(node, path, depth);
  case SchemaKind::Object:
    return writeObject(node, path, depth);
  case SchemaKind::Record:
    return writeRecord(node, path, depth);
  case SchemaKind::Tuple:
    return writeTuple(node, path, depth);
  case SchemaKind::Union:
    return writeUnion(node, path, depth);
  case SchemaKind::Intersection:
    return writeIntersection(node, path, depth);
  case SchemaKind::Nullable:
    return writeNullable(node, path, depth);
  case SchemaKind::Pipe:
    return writePipe(node, path, isMember, depth);
  default:
    return isWrapper(node.kind) && !node.parts.empty() ? writeHeld(node, path, isMember, depth)
                                                       : Json::object();
  }
}

Json Zod3Printer::writeArray(SchemaNode &node, const Path &path, unsigned depth) {
  Json json = {{"type", "array"}};
  if (!node.parts.empty()) {
    SchemaNode &element = reader_.read(node.parts[0]);
    bool isAny = element.kind == SchemaKind::Anything && element.made == "any";
    if (!isAny)
      if (Written items = writePart(node.parts[0], path, {"items"}, depth))
        json["items"] = std::move(*items);
  }
  for (const SchemaCheck &check : node.checks)
    if (check.kind == SchemaCheck::Kind::MinLength)
      json["minItems"] = numberAsJson(check.number);
    else if (check.kind == SchemaCheck::Kind::MaxLength)
      json["maxItems"] = numberAsJson(check.number);
  return json;
}

Json Zod3Printer::writeObject(SchemaNode &node, const Path &path, unsigned depth) {
  Json::object_t properties;
  Json::array_t required;
  for (SchemaMember &member : node.members) {
    spent_ += member.key.size();
    SchemaNode &held = reader_.read(member.part);
    Path inner = path;
    inner.insert(inner.end(), {"properties", member.key});
    Written json = write(held, inner, true, depth + 1);
    if (!json)
      continue;
    properties.push_back({member.key, std::move(*json)});
    if (!takesUndefined(held))
      required.push_back(member.key);
  }
  Json json = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty())
    json["required"] = std::move(required);
  bool isCatchall =
      node.hasRest && node.rest.value && reader_.read(node.rest).kind != SchemaKind::Never;
  if (isCatchall)
    json["additionalProperties"] =
        writePart(node.rest, path, {"additionalProperties"}, depth).value_or(Json::object());
  else
    json["additionalProperties"] =
        node.hasRest && reader_.read(node.rest).kind == SchemaKind::Anything;
  return json;
}

Json Zod3Printer::writeRecord(SchemaNode &node, const Path &path, unsigned depth) {
  Json json = {{"type", "object"}};
  if (node.parts.size() < 2)
    return json;
  json["additionalProperties"] =
      writePart(node.parts[1], path, {"additionalProperties"}, depth).value_or(true);
  SchemaNode &key = reader_.read(node.parts[0]);
  if (key.checkedByCode)
    return json;
  if (key.kind == SchemaKind::String && !key.checks.empty()) {
    Json names = writeString(key);
    names.erase("type");
    json["propertyNames"] = std::move(names);
  } else if (key.kind == SchemaKind::Enum && key.made != "nativeEnum" && key.value) {
    json["propertyNames"] = Json{{"enum", *key.value}};
  }
  return json;
}

Json Zod3Printer::writeTuple(SchemaNode &node, const Path &path, unsigned depth) {
  Json::array_t items;
  for (size_t i = 0; i < node.parts.size(); ++i)
    if (Written item = writePart(node.parts[i], path, {"items", std::to_string(i)}, depth))
      items.push_back(std::move(*item));
  Json json = {{"type", "array"}, {"minItems", node.parts.size()}};
  if (!node.hasRest)
    json["maxItems"] = node.parts.size();
  json["items"] = std::move(items);
  if (node.hasRest)
    if (Written rest = writePart(node.rest, path, {"additionalItems"}, depth))
      json["additionalItems"] = std::move(*rest);
  return json;
}

Zod3Printer::Written Zod3Printer::writeNullable(SchemaNode &node, const Path &path,
                                                unsigned depth) {
  if (node.parts.empty())
    return Json::object();
  SchemaNode &held = reader_.read(node.parts[0]);
  if (isPrimitive(held)) {
    Json type = writeOwn(held, path, false, depth)->at("type");
    return Json{{"type", Json::array({std::move(type), "null"})}};
  }
  Written inner = writePart(node.parts[0], path, {"anyOf", "0"}, depth);
  if (!inner)
    return std::nullopt;
  return Json{{"anyOf", Json::array_t{std::move(*inner), Json{{"type", "null"}}}}};
}

Zod3Printer::Written Zod3Printer::writeUnion(SchemaNode &node, const Path &path, unsigned depth) {
  std::vector<SchemaNode *> options;
  for (SchemaPart &part : node.parts)
    options.push_back(&reader_.read(part));
  auto all = [&](auto is) { return llvm::all_of(options, is); };
  auto add = [](Json::array_t &list, const Json &value) {
    if (!llvm::is_contained(list, value))
      list.push_back(value);
  };
  if (all([&](SchemaNode *one) { return isPrimitive(*one); })) {
    Json::array_t types;
    for (SchemaNode *one : options)
      add(types, writeOwn(*one, path, false, depth)->at("type"));
    return Json{{"type", types.size() == 1 ? types[0] : Json(types)}};
  }
  auto isPlain = [&](SchemaNode *one, SchemaKind kind) {
    return one->kind == kind && !one->checkedByCode && one->value;
  };
  Json::array_t values, types;
  if (all([&](SchemaNode *one) {
        return isPlain(one, SchemaKind::Literal) && one->value->size() == 1 &&
               descriptionOf(*one).empty();
      })) {
    for (SchemaNode *one : options) {
      const Json &value = one->value->front();
      add(values, value);
      add(types, value.is_null() ? Json("null") : writeLiteral(*one).at("type"));
    }
    return Json{{"type", types.size() == 1 ? types[0] : Json(types)}, {"enum", std::move(values)}};
  }
  if (all([&](SchemaNode *one) {
        return isPlain(one, SchemaKind::Enum) && one->made != "nativeEnum";
      })) {
    for (SchemaNode *one : options)
      for (const Json &value : *one->value)
        add(values, value);
    return Json{{"type", "string"}, {"enum", std::move(values)}};
  }
  Json::array_t any;
  for (size_t i = 0; i < node.parts.size(); ++i)
    if (Written one = writePart(node.parts[i], path, {"anyOf", std::to_string(i)}, depth))
      if (!printing_.strictUnions || !one->empty())
        any.push_back(std::move(*one));
  return any.empty() ? std::nullopt : Written(Json{{"anyOf", std::move(any)}});
}

Zod3Printer::Written Zod3Printer::writeIntersection(SchemaNode &node, const Path &path,
                                                    unsigned depth) {
  Json::array_t all;
  for (size_t i = 0; i < node.parts.size(); ++i) {
    Written one = writePart(node.parts[i], path, {"allOf", std::to_string(i)}, depth);
    if (!one)
      continue;
    if (auto inner = one->find("allOf"); inner != one->end()) {
      for (const Json &part : *inner)
        all.push_back(part);
      continue;
    }
    if (auto closed = one->find("additionalProperties"); closed != one->end() && *closed == false)
      one->erase("additionalProperties");
    all.push_back(std::move(*one));
  }
  return all.empty() ? std::nullopt : Written(Json{{"allOf", std::move(all)}});
}

} // namespace agentc::schemas
