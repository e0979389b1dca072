#include "Makers.h"

#include "llvm/ADT/SetVector.h"

namespace agentc {

using namespace ast;

namespace {

constexpr size_t mostFunctions = 64, mostMakers = 8;

/// Null where no function stands around the node.
const Node *outermostFunction(const Node &node) {
  const Node *found = nullptr;
  for (const Node *at = &node; at; at = at->parent)
    if (isFunction(*at))
      found = at;
  return found;
}

/// The innermost node of a module that holds a place.
const Node *nodeAround(const ModuleInfo &module, ByteRange range) {
  const Node *at = module.syntax->program;
  for (const Node *next = at; next;) {
    at = next;
    next = nullptr;
    forEachChild(*at, [&](const Node &child) {
      if (child.range.begin <= range.begin && child.range.end >= range.end)
        next = &child;
    });
  }
  return at;
}

const Symbol *symbolOf(const agentc::Program &program, const Node &function) {
  const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function);
  const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(function.parent);
  const auto *name = llvm::dyn_cast_or_null<Identifier>(declaration  ? declaration->id
                                                        : declarator ? declarator->id
                                                                     : nullptr);
  return name ? program.symbolOf(*name) : nullptr;
}

bool denotes(const Value &value, const Node &function) {
  return llvm::isa<FunctionValue>(value) && value.origin == &function;
}

/// The name by which the module of a function exports it; empty if it doesn't.
std::string exportOf(const Values &values, const ModuleInfo &module, const Node &function) {
  for (const auto &[name, record] : module.exports)
    if (denotes(values.exportOf(module, name), function))
      return name;
  std::string found;
  if (module.goal == Goal::CommonJs)
    forEachAlternative(values.exportsOf(module), [&](const Value &whole) {
      if (denotes(whole, function))
        found = "default";
      if (const auto *object = llvm::dyn_cast<ObjectValue>(&whole))
        for (const PropertyValue &property : object->properties)
          if (found.empty() && denotes(*property.value, function))
            found = property.key.str();
    });
  return found;
}

} // namespace

/// The outermost functions in which a function is called or mentioned.
std::vector<const Node *> Makers::callersOf(const Node &function) {
  std::vector<const Node *> callers;
  const Symbol *symbol = symbolOf(program_, function);
  if (!symbol)
    return callers;
  auto addReaders = [&](const Symbol &read) {
    for (const Identifier *reference : read.references)
      if (const Node *caller = outermostFunction(*reference))
        callers.push_back(caller);
  };
  addReaders(*symbol);
  for (const Symbol *alias : names_.aliasesOf(*symbol))
    addReaders(*alias);
  return callers;
}

std::vector<ExportedFunction> Makers::of(const SourcePlace &place) {
  std::vector<ExportedFunction> found;
  const ModuleInfo *module = program_.find(place.file);
  const Node *at = module ? nodeAround(*module, place.range) : nullptr;
  llvm::SetVector<const Node *> functions;
  if (const Node *function = at ? outermostFunction(*at) : nullptr)
    functions.insert(function);
  for (size_t i = 0; i < functions.size() && found.size() < mostMakers; ++i) {
    const Node &function = *functions[i];
    const ModuleInfo &home = program_.moduleOf(function);
    if (std::string name = exportOf(values_, home, function); !name.empty())
      found.push_back({home.path().str(), name});
    for (const Node *caller : callersOf(function))
      if (functions.size() < mostFunctions)
        functions.insert(caller);
  }
  return found;
}

} // namespace agentc
