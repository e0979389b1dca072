#include "SchemaPrinter.h"

#include "Zod3Printer.h"

#include "llvm/ADT/StringSet.h"

namespace agentc::schemas {

void assign(Json::object_t &object, llvm::StringRef key, Json value) {
  for (auto &[name, old] : object)
    if (name == key) {
      old = std::move(value);
      return;
    }
  object.push_back({key.str(), std::move(value)});
}

SchemaNode *Printer::heldBy(SchemaNode &node) {
  if (!isWrapper(node.kind) || node.parts.empty())
    return nullptr;
  // a preprocessed schema takes what the schema after it takes, as far as anyone knows
  bool second = node.kind == SchemaKind::Pipe && node.parts.size() > 1 &&
                (printing_.isOutput || reader_.read(node.parts[0]).kind == SchemaKind::Transform);
  return &reader_.read(node.parts[second]);
}

void Printer::collect(SchemaNode &node, unsigned depth) {
  if (node.collected != SchemaNode::Progress::None) {
    node.inCycle |= node.collected == SchemaNode::Progress::Under;
    return;
  }
  if (depth > maxNesting)
    return;
  node.collected = SchemaNode::Progress::Under;
  order_.push_back(&node);
  if (SchemaNode *held = heldBy(node)) {
    collect(*held, depth + 1);
  } else if (node.kind == SchemaKind::Record && node.loose && node.parts.size() > 1) {
    SchemaNode &key = reader_.read(node.parts[0]);
    if (llvm::none_of(key.checks, [](const SchemaCheck &check) { return check.pattern; }))
      collect(key, depth + 1);
    collectPart(node.parts[1], depth);
  } else {
    for (SchemaMember &member : node.members)
      collectPart(member.part, depth);
    for (SchemaPart &part : node.parts)
      collectPart(part, depth);
    if (node.hasRest && (node.rest.node || node.rest.value))
      collectPart(node.rest, depth);
  }
  if (node.parent)
    collect(*node.parent, depth + 1);
  node.collected = SchemaNode::Progress::Done;
}

void Printer::nameDefinitions(SchemaNode &root) {
  unsigned counter = 0;
  llvm::StringSet<> ids;
  for (SchemaNode *node : order_) {
    std::string id;
    if (node->meta)
      if (auto given = node->meta->find("id"); given != node->meta->end() && given->is_string())
        id = given->get<std::string>();
    if (id.empty() && node == &root) {
      node->reference = "#";
      continue;
    }
    if (id.empty() && !node->inCycle)
      continue;
    if (!id.empty() && !ids.insert(id).second)
      node->problems.push_back({"", node->site, "another schema has the same id"});
    node->definition = id.empty() ? "__schema" + std::to_string(counter++) : id;
    std::string pointer;
    for (char c : node->definition)
      pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    node->reference = std::string("#/") + definitionsKey() + "/" + pointer;
  }
}

void Printer::print(SchemaNode &root) {
  collect(root, 0);
  nameDefinitions(root);
  if (root.definition.empty())
    writing_.insert(&root);
  Json schema = root.definition.empty() ? write(root, "", 0) : use(root, "", 0);
  if (root.definition.empty())
    refuseItself(schema, root, "");
  Json::object_t definitions;
  for (SchemaNode *node : order_) {
    if (node->definition.empty() || !spend(node->definition.size()))
      continue;
    Json body = *definitionOf(*node, 0);
    if (auto id = body.find("id"); id != body.end() && *id == node->definition)
      body.erase("id");
    definitions.push_back({node->definition, std::move(body)});
  }
  if (!definitions.empty())
    schema[definitionsKey()] = std::move(definitions);
  if (printing_.saysDraft)
    schema["$schema"] = printing_.isDraft7 ? "http://json-schema.org/draft-07/schema#"
                                           : "https://json-schema.org/draft/2020-12/schema";
  if (spent_ > maxSchemaBytes || reader_.isExhausted()) {
    schema = Json::object();
    answer_.notes.clear();
    answer_.unresolved = {{"", root.site, "it is larger than agentc extracts"}};
  }
  answer_.schema = std::make_shared<const Json>(std::move(schema));
}

void Printer::refuseItself(Json &body, const SchemaNode &node, const std::string &path) {
  auto reference = body.find("$ref");
  if (reference == body.end() || *reference != node.reference)
    return;
  body = Json::object();
  answer_.unresolved.push_back({path, node.site, "it holds nothing but itself"});
}

const Json *Printer::definitionOf(SchemaNode &node, unsigned depth) {
  if (auto known = definitions_.find(&node); known != definitions_.end())
    return &known->second;
  if (depth > maxNesting || !writing_.insert(&node).second)
    return nullptr;
  unsigned level = std::exchange(level_, 0);
  Json body = write(node, pathTo("$defs", node.definition), depth);
  level_ = level;
  refuseItself(body, node, pathTo("$defs", node.definition));
  return &(definitions_[&node] = std::move(body));
}

void Printer::remark(const SchemaNode &node, const std::string &path) {
  auto at = [&](const SchemaProblem &problem) {
    std::string whole = problem.part.empty()          ? path
                        : problem.part.front() == '[' ? path + problem.part
                        : path.empty()                ? problem.part
                                                      : path + "." + problem.part;
    spend(whole.size() + problem.message.size());
    return SchemaRemark{std::move(whole), problem.site, problem.message};
  };
  for (const SchemaProblem &problem : node.problems)
    if (spent_ <= maxSchemaBytes)
      answer_.unresolved.push_back(at(problem));
  for (const SchemaProblem &note : node.notes)
    if (spent_ <= maxSchemaBytes)
      answer_.notes.push_back(at(note));
}

Json Printer::use(SchemaNode &node, const std::string &path, unsigned depth) {
  if (node.reference.empty())
    return write(node, path, depth);
  spend(node.reference.size() + 8);
  return {{"$ref", node.reference}};
}

Json Printer::useWithin(SchemaPart &part, const std::string &path, unsigned depth) {
  ++level_;
  Json json = use(reader_.read(part), path, depth);
  --level_;
  return json;
}

std::string Printer::inheritedReference(const SchemaNode &node) const {
  const SchemaNode *at = node.parent;
  for (unsigned depth = 0; at && depth < maxNesting; ++depth, at = at->parent)
    if (!at->reference.empty())
      return at->reference;
  return "";
}

void Printer::dropWhatIsDefined(Json &json, SchemaNode &definition, unsigned depth) {
  if (json.size() < 2 || definition.reference.empty())
    return;
  const Json *known = definitionOf(definition, depth);
  Json words = known ? Json() : Json(metaOf(definition));
  if (!known)
    known = &words;
  for (auto member = json.begin(); member != json.end();) {
    auto said = known->find(member.key());
    bool same = member.key() != "$ref" && member.key() != "allOf" && said != known->end() &&
                *said == *member;
    member = same ? json.erase(member) : std::next(member);
  }
}

Json Printer::write(SchemaNode &node, const std::string &path, unsigned depth) {
  if (spent_ > maxSchemaBytes || !reader_.spend(1))
    return Json::object();
  spend(8);
  if (depth > maxNesting || level_ > maxSchemaDepth) {
    answer_.unresolved.push_back({path, node.site, "it is larger than agentc extracts"});
    return Json::object();
  }
  remark(node, path);
  Json::object_t own;
  writeOwn(node, own, path, depth);
  writeMeta(node, own);
  SchemaNode *held = heldBy(node);
  Json json = Json::object();
  if (held) {
    json = use(*held, path, depth + 1);
    // draft 7 reads nothing beside a reference
    if (printing_.isDraft7 && json.contains("$ref"))
      json = Json{{"allOf", Json::array_t{std::move(json)}}};
    auto &object = json.get_ref<Json::object_t &>();
    for (auto &[key, value] : own)
      assign(object, key, std::move(value));
    dropWhatIsDefined(json, *held, depth + 1);
  } else {
    json = std::move(own);
  }
  if (std::string reference = inheritedReference(node); !reference.empty()) {
    json["$ref"] = reference;
    if (!node.parent->reference.empty())
      dropWhatIsDefined(json, *node.parent, depth + 1);
  }
  if (printing_.zodMinor < 5)
    return json;
  joinTypes(json);
  if (node.kind == SchemaKind::Intersection)
    joinObjects(json);
  return json;
}

Json::object_t Printer::metaOf(const SchemaNode &node) const {
  std::vector<const SchemaNode *> line;
  for (const SchemaNode *at = &node; at && line.size() < maxNesting; at = at->parent)
    line.push_back(at);
  Json::object_t meta;
  for (auto at = line.rbegin(); at != line.rend(); ++at) {
    meta.erase(std::string("id")); // an id is one schema's own
    if ((*at)->meta)
      for (const auto &[key, value] : (*at)->meta->items())
        assign(meta, key, value);
  }
  return meta;
}

void Printer::writeMeta(SchemaNode &node, Json::object_t &json) {
  for (auto &[key, value] : metaOf(node)) {
    spend(key.size() + (value.is_string() ? value.get_ref<const std::string &>().size() : 16));
    assign(json, key, std::move(value));
  }
  auto has = [&](llvm::StringRef key) {
    return llvm::any_of(json, [&](const auto &member) { return member.first == key; });
  };
  if (!printing_.isOutput && (has("examples") || has("default"))) {
    llvm::DenseSet<const SchemaNode *> seen;
    if (isTransforming(node, seen, 0)) {
      json.erase(std::string("examples"));
      json.erase(std::string("default"));
    }
  }
  if (node.kind == SchemaKind::Prefault && node.value && !printing_.isOutput && !has("default"))
    assign(json, "default", *node.value);
}

Presence Printer::presenceOf(SchemaNode &node, unsigned depth) {
  if (node.presenceProgress == SchemaNode::Progress::Done)
    return node.presence;
  if (node.presenceProgress == SchemaNode::Progress::Under || depth > maxNesting)
    return Presence::Required;
  node.presenceProgress = SchemaNode::Progress::Under;
  auto inner = [&](size_t index = 0) {
    return index < node.parts.size() ? presenceOf(reader_.read(node.parts[index]), depth + 1)
                                     : Presence::Required;
  };
  switch (node.kind) {
  case SchemaKind::Anything: // zod 3 takes undefined for anything
    node.presence = node.zod == 3 ? Presence::Optional : Presence::Required;
    break;
  case SchemaKind::Transform:
  case SchemaKind::Unresolved: // nobody knows that it must be there
    node.presence = Presence::Optional;
    break;
  case SchemaKind::Optional:
  case SchemaKind::Catch:
    node.presence = inner() == Presence::Defaulted ? Presence::Defaulted : Presence::Optional;
    break;
  case SchemaKind::Default:
  case SchemaKind::Prefault:
    node.presence = Presence::Defaulted;
    break;
  case SchemaKind::Nullable:
  case SchemaKind::Readonly:
  case SchemaKind::Lazy:
  case SchemaKind::Pipe:
    node.presence = inner();
    break;
  case SchemaKind::Union:
    for (size_t i = 0; i < node.parts.size(); ++i)
      node.presence = std::max(node.presence, inner(i));
    break;
  default:
    break;
  }
  node.presenceProgress = SchemaNode::Progress::Done;
  return node.presence;
}

/// Of what a schema gives, a default is always there.
bool Printer::isLeftOutOfOutput(SchemaNode &node, unsigned depth) {
  auto part = [&](size_t index) {
    return index < node.parts.size() && depth < maxNesting &&
           isLeftOutOfOutput(reader_.read(node.parts[index]), depth + 1);
  };
  switch (node.kind) {
  case SchemaKind::Optional:
  case SchemaKind::Unresolved:
    return true;
  case SchemaKind::Nullable:
  case SchemaKind::Readonly:
  case SchemaKind::Lazy:
  case SchemaKind::Catch:
    return part(0);
  case SchemaKind::Pipe:
    return part(1);
  case SchemaKind::Union:
    for (size_t i = 0; i < node.parts.size(); ++i)
      if (part(i))
        return true;
    return false;
  default:
    return false;
  }
}

bool Printer::mayBeLeftOut(SchemaNode &node) {
  if (printing_.isOutput)
    return isLeftOutOfOutput(node);
  SchemaNode *at = &node;
  for (unsigned depth = 0; depth < maxNesting && !at->parts.empty(); ++depth) {
    bool preprocessed = at->kind == SchemaKind::Pipe && at->parts.size() > 1 &&
                        reader_.read(at->parts[0]).kind == SchemaKind::Transform;
    if (!preprocessed && at->kind != SchemaKind::Catch)
      break;
    at = &reader_.read(at->parts[preprocessed]);
  }
  return presenceOf(*at) != Presence::Required;
}

bool Printer::isTransforming(SchemaNode &node, llvm::DenseSet<const SchemaNode *> &seen,
                             unsigned depth) {
  if (depth > maxNesting || !reader_.spend(1) || !seen.insert(&node).second)
    return false;
  if (node.kind == SchemaKind::Transform || (node.kind == SchemaKind::Pipe && node.exclusive))
    return true;
  for (SchemaMember &member : node.members)
    if (isTransforming(reader_.read(member.part), seen, depth + 1))
      return true;
  for (SchemaPart &part : node.parts)
    if (isTransforming(reader_.read(part), seen, depth + 1))
      return true;
  return node.kind == SchemaKind::Tuple && node.hasRest &&
         isTransforming(reader_.read(node.rest), seen, depth + 1);
}

std::optional<Json::array_t> Printer::valuesOf(SchemaNode &node, unsigned depth) {
  if (depth > maxNesting || !reader_.spend(1))
    return std::nullopt;
  switch (node.kind) {
  case SchemaKind::Null:
    return Json::array_t{nullptr};
  case SchemaKind::Enum:
  case SchemaKind::Literal:
    return node.value ? std::optional(node.value->get<Json::array_t>()) : std::nullopt;
  case SchemaKind::Union: {
    Json::array_t all;
    for (SchemaPart &part : node.parts) {
      std::optional<Json::array_t> some = valuesOf(reader_.read(part), depth + 1);
      if (!some || !reader_.spend(some->size()))
        return std::nullopt;
      all.insert(all.end(), some->begin(), some->end());
    }
    return all;
  }
  case SchemaKind::Nullable:
  case SchemaKind::Optional:
  case SchemaKind::NonOptional:
  case SchemaKind::Default:
  case SchemaKind::Prefault:
  case SchemaKind::Catch:
  case SchemaKind::Readonly:
  case SchemaKind::Pipe:
    return node.parts.empty() ? std::nullopt : valuesOf(reader_.read(node.parts[0]), depth + 1);
  default:
    return std::nullopt;
  }
}

std::shared_ptr<const Json> printBy(Reader &reader, SchemaNode &root,
                                    const SchemaPrinting &printing) {
  if (printing.printer == SchemaPrinting::Printer::ZodToJsonSchema) {
    std::optional<Json> json = Zod3Printer(reader, printing).print(root);
    return json ? std::make_shared<const Json>(std::move(*json)) : nullptr;
  }
  SchemaAnswer answer;
  Printer(reader, answer, printing).print(root);
  return answer.unresolved.empty() ? answer.schema : nullptr;
}

} // namespace agentc::schemas

namespace agentc {

SchemaAnswer readSchema(const Values &values, const Value &value) {
  SchemaAnswer answer;
  if (!isSchema(value))
    return answer;
  schemas::Reader reader(values);
  schemas::Printer(reader, answer).print(reader.read(value));
  return answer;
}

SchemaAnswer readShape(const Values &values, const Value &shape) {
  SchemaAnswer answer;
  schemas::Reader reader(values);
  schemas::SchemaNode &node = reader.make(schemas::SchemaKind::Object, shape.origin, nullptr);
  reader.addShape(node, shape);
  // an empty shape is one too
  bool isShape = llvm::isa<ObjectValue>(shape) || !node.members.empty() || node.problems.empty();
  for (schemas::SchemaMember &member : node.members)
    isShape &= !member.part.value || isSchema(*member.part.value) ||
               llvm::isa<UnknownValue, UnionValue>(*member.part.value);
  if (isShape)
    schemas::Printer(reader, answer).print(node);
  return answer;
}

std::shared_ptr<const Json> printListed(const Values &values, const Value &value, bool takesShape,
                                        const ServerPrinting &printing) {
  schemas::Reader reader(values);
  schemas::SchemaNode *root = nullptr;
  if (!takesShape && isSchema(value)) {
    root = &reader.read(value);
    if (root->printing && !root->parts.empty()) {
      SchemaPrinting written = *root->printing;
      written.zodMinor = printing.zod4.zodMinor;
      return schemas::printBy(reader, reader.read(root->parts[0]), written);
    }
  } else if (takesShape) {
    root = &reader.make(schemas::SchemaKind::Object, value.origin, nullptr);
    reader.addShape(*root, value);
    root->zod = printing.isZod3 ? 3 : 4;
    // of no schema at all the SDK makes one of zod 4, as soon as it knows that
    for (schemas::SchemaMember &member : root->members)
      if (uint8_t zod = reader.read(member.part).zod)
        root->zod = zod;
  }
  bool isZod = root && (!root->library || root->library == &schemas::zod ||
                        root->library == &schemas::bundledZod);
  if (!isZod)
    return nullptr;
  bool isZod3 = root->zod == 3 || (root->zod == 0 && printing.isZod3);
  bool isObject = root->kind == schemas::SchemaKind::Object;
  // servers take objects only; those that print by draft 7 look at what is written, others at what
  // is printed
  if (!isObject && (isZod3 || printing.zod4.isDraft7))
    return nullptr;
  std::shared_ptr<const Json> listed =
      schemas::printBy(reader, *root, isZod3 ? printing.zod3 : printing.zod4);
  bool isPrinted = listed && listed->is_object() && listed->contains("type");
  return isObject || (isPrinted && listed->at("type") == "object") ? listed : nullptr;
}

SchemaAnswer readPlainSchema(const Values &values, const Value &value) {
  SchemaAnswer answer;
  if (!llvm::isa<ObjectValue>(value))
    return answer;
  schemas::Reader reader(values);
  schemas::SchemaNode &node = reader.make(schemas::SchemaKind::Given, value.origin, nullptr);
  node.value = reader.constant(value, node, "");
  schemas::Printer(reader, answer).print(node);
  return answer;
}

} // namespace agentc
