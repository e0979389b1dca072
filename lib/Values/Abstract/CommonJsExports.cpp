#include "Abstract/CommonJsExports.h"

#include "Abstract/Aliases.h"
#include "Abstract/Calls.h"
#include "Abstract/Classes.h"
#include "Abstract/Exports.h"
#include "Abstract/Members.h"
#include "agentc/Program/Names.h"

namespace agentc {

using namespace ast;

using Written = WrittenProperty::Kind;

namespace {

/// The names for writes of the kinds `All` and `Open`, which have no name of their own.
constexpr llvm::StringLiteral ofAll = "*", ofOpen = "[?]";

} // namespace

const Value &CommonJsExports::valueOf(const WrittenProperty &written) {
  if (!written.value)
    return make<BooleanValue>(true, nullptr);
  const Value &value = eval(*written.value);
  switch (written.kind) {
  case Written::Getter:
    return calls().invoke(value, {}, *written.value, false);
  case Written::Member:
    return members().member(value, strings().save(llvm::StringRef(written.member)), written.value);
  case Written::Value:
  case Written::All:
    return value;
  case Written::Open:
    break;
  }
  return unknown(UnknownReason::Member, written.value);
}

/// Unites the values written under one name. A write that always runs replaces earlier ones
/// that always run; one that runs elsewhere may come last. An `undefined` only makes room for a
/// later value.
const Value &CommonJsExports::valueOf(llvm::ArrayRef<WrittenProperty> written, const Node *site) {
  llvm::SmallVector<const Value *, 4> values;
  const Value *last = nullptr;
  for (const WrittenProperty &one : written.take_back(maxUnionSize + 1)) {
    const Value &value = valueOf(one);
    if (llvm::isa<UndefinedValue>(value) && written.size() > 1)
      continue;
    if (one.isAlways)
      last = &value;
    else
      values.push_back(&value);
  }
  if (last)
    values.push_back(last);
  if (written.size() > maxUnionSize + 1)
    values.push_back(&unknown(UnknownReason::Limit, site));
  return unite(values, site);
}

const CommonJsExports::WritesByName &CommonJsExports::exportsWrittenIn(const ModuleInfo &module) {
  std::unique_ptr<WritesByName> &entry = exportsWritten_[&module];
  if (entry)
    return *entry;
  entry = std::make_unique<WritesByName>();
  for (const WrittenProperty &written : module.commonJsExports) {
    llvm::StringRef name = written.kind == Written::All    ? llvm::StringRef(ofAll)
                           : written.kind == Written::Open ? llvm::StringRef(ofOpen)
                                                           : llvm::StringRef(written.name);
    (*entry)[strings().save(name)].push_back(written);
  }
  return *entry;
}

const Value *CommonJsExports::writtenExport(const ModuleInfo &module, llvm::StringRef name) {
  const WritesByName &writes = exportsWrittenIn(module);
  auto found = writes.find(name);
  if (found == writes.end() || name.empty() || name == ofAll || name == ofOpen)
    return nullptr;
  return &valueOf(found->second, found->second.back().value);
}

bool CommonJsExports::membersOfDefinition(const ResultValue &made,
                                          llvm::function_ref<void(const PropertyValue &)> add) {
  const DefinitionResult *definition = definitionResultOf(made.callee->path);
  if (!definition || definition->argument >= made.arguments.size())
    return false;
  const Value &given = *made.arguments[definition->argument];
  if (definition->isObject())
    return llvm::isa<ObjectValue>(given) && membersOf(given, add);
  if (const auto *object = llvm::dyn_cast<ObjectValue>(&given))
    for (const PropertyValue &property : object->properties)
      if (definition->has(property.key))
        add(property);
  return false;
}

bool CommonJsExports::membersOf(const Value &value,
                                llvm::function_ref<void(const PropertyValue &)> add) {
  if (llvm::isa<UndefinedValue, NullValue>(value))
    return true;
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&value)) {
    if (!spend(known->properties.size() * propertyWork))
      return false;
    llvm::for_each(known->properties, add);
    return !known->open;
  }
  if (const auto *result = llvm::dyn_cast<ResultValue>(&value))
    return commonJs().membersOfDefinition(*result, add);
  const auto *space = llvm::dyn_cast<NamespaceValue>(&value);
  if (!space || space->module->goal != Goal::Module)
    return false;
  ExportedNames exported = exportedNamesOf(*space->module);
  for (const std::string &name : exported.names) {
    if (!spend(propertyWork))
      return false;
    llvm::StringRef key = strings().save(llvm::StringRef(name));
    add({key, &exports().exportOf(*space->module, key, value.origin), value.origin});
  }
  return exported.isWhole;
}

const Value &CommonJsExports::computeCommonJsExports(const ModuleInfo &module) {
  const Node *root = module.wrapper ? module.wrapper : module.syntax->program;
  llvm::SmallVector<PropertyValue, 8> properties;
  llvm::StringMap<size_t> indices;
  bool open = false;
  auto set = [&](const PropertyValue &property, bool replaces) {
    auto [slot, fresh] = indices.try_emplace(property.key, properties.size());
    if (fresh)
      properties.push_back(property);
    else if (replaces)
      properties[slot->second] = property;
  };
  const Value *whole = nullptr;
  bool hasNames = false, isForeign = false;
  const WritesByName &writes = exportsWrittenIn(module);
  for (const auto &[name, written] : writes) {
    if (name.empty())
      whole = &valueOf(written, root);
    open |= name == ofOpen;
    hasNames |= !name.empty();
  }
  const auto *base = whole ? llvm::dyn_cast<ObjectValue>(whole) : nullptr;
  if (whole && hasNames)
    forEachAlternative(*whole, [&](const Value &one) {
      if (llvm::isa<FunctionValue, ClassValue>(one))
        exportedBy_[one.origin] = &module;
    });
  if (whole && !(base && hasNames))
    return *whole;
  if (base) {
    open |= base->open;
    for (const PropertyValue &property : base->properties)
      set(property, false);
  }
  for (const auto &[name, written] : writes)
    if (!name.empty() && name != ofOpen && name != ofAll)
      set({name, &valueOf(written, root), written.back().value}, true);
  auto all = writes.find(ofAll);
  for (const WrittenProperty &copied :
       all == writes.end() ? llvm::ArrayRef<WrittenProperty>() : llvm::ArrayRef(all->second)) {
    const Value &source = valueOf(copied);
    bool isKnown = membersOf(source, [&](const PropertyValue &property) {
      if (property.key != "default")
        set(property, false);
    });
    open |= !isKnown;
    isForeign |= !isKnown && !llvm::isa<UnknownValue>(source);
  }
  // names that only another module knows are asked for one by one
  if (isForeign && !base)
    return make<NamespaceValue>(&module, root);
  const Value &made = object(properties, open, base ? base->origin : root);
  if (base || module.wrapper)
    return made;
  return aliases().withChanges(made, aliases().changesOf(*root, &module),
                               [](const Node &) { return false; });
}

/// Stands for a question about a name that a module exports.
const uint64_t *CommonJsExports::slotOf(const ModuleInfo &module, llvm::StringRef savedName) {
  uint64_t *&slot = commonJsExports_[{&module, savedName.data()}];
  if (!slot)
    slot = arena().Allocate<uint64_t>();
  return slot;
}

const Value &CommonJsExports::exportOfCommonJs(const ModuleInfo &module, llvm::StringRef name,
                                               const Node *site) {
  // two modules may each copy all that the other exports
  name = strings().save(name);
  return once(Question::Exports, slotOf(module, name), site,
              [this, &module, name, site]() -> const Value & {
                return computeExportOfCommonJs(module, name, site);
              });
}

const Value &CommonJsExports::computeExportOfCommonJs(const ModuleInfo &module,
                                                      llvm::StringRef name, const Node *site) {
  if (const Value *written = writtenExport(module, name)) {
    const Value *changed =
        module.wrapper ? nullptr
                       : aliases().changedMember(*module.syntax->program, name, site, &module);
    return changed ? unite({written, changed}, site) : *written;
  }
  const Value &whole = exports().exportsOf(module, site);
  if (name == "default")
    return whole;
  const auto *space = llvm::dyn_cast<NamespaceValue>(&whole);
  if (!space || space->module != &module)
    return members().member(whole, name, site);
  llvm::SmallVector<const Value *, 4> values;
  const WritesByName &writes = exportsWrittenIn(module);
  auto all = writes.find(ofAll);
  for (const WrittenProperty &copied :
       all == writes.end() ? llvm::ArrayRef<WrittenProperty>() : llvm::ArrayRef(all->second))
    if (const Value &value = members().member(valueOf(copied), name, site);
        !llvm::isa<UndefinedValue>(value))
      values.push_back(&value);
  if (writes.contains(ofOpen))
    values.push_back(&unknown(UnknownReason::Member, site));
  return unite(values, site);
}

const Value &CommonJsExports::definitionIn(const ModuleInfo &module) {
  const Node *site = module.syntax->program;
  const Value &exported = exports().exportOf(module, "default", site);
  if (module.goal != Goal::CommonJs)
    return exported;
  llvm::SmallVector<const Value *, 4> values;
  forEachAlternative(exported, [&](const Value &one) {
    const auto *known = llvm::dyn_cast<ObjectValue>(&one);
    bool hasDefault = (known && known->find("default")) || llvm::isa<NamespaceValue>(one);
    values.push_back(hasDefault ? &members().member(one, "default", site) : &one);
  });
  return unite(values, site);
}

} // namespace agentc
