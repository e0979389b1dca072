#include "Reach.h"

namespace agentc {
namespace {

class Reach {
public:
  Reach(const Program &program, const Values &values) : program_(program), values_(values) {}

  void add(const ModuleInfo &module) {
    if (paths_.insert(module.path().str()).second)
      pending_.push_back(&module);
  }
  std::set<std::string, std::less<>> run() {
    while (!pending_.empty()) {
      const ModuleInfo *module = pending_.back();
      pending_.pop_back();
      follow(*module);
    }
    addManifests();
    return std::move(paths_);
  }

private:
  void follow(const ModuleInfo &module);
  void followSpecifier(const ModuleInfo &from, const ast::Node &specifier);
  bool isRequire(const ast::Node &callee) const;
  void add(const Resolution &resolution);
  void addManifests();

  const Program &program_;
  const Values &values_;
  std::set<std::string, std::less<>> paths_;
  std::vector<const ModuleInfo *> pending_;
};

void Reach::add(const Resolution &resolution) {
  if (resolution.kind == Resolution::Kind::Bundle)
    add(*resolution.module);
  else if (resolution.kind == Resolution::Kind::Data)
    paths_.insert(resolution.name);
}

void Reach::followSpecifier(const ModuleInfo &from, const ast::Node &specifier) {
  forEachAlternative(values_.of(specifier), [&](const Value &value) {
    if (std::optional<llvm::StringRef> text = asString(value))
      add(program_.resolveSpecifier(from, *text));
  });
}

bool Reach::isRequire(const ast::Node &callee) const {
  bool found = false;
  forEachAlternative(values_.of(callee), [&](const Value &value) {
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    found |= api && (api->path == "global:require" || api->path == "global:require.resolve");
  });
  return found;
}

void Reach::follow(const ModuleInfo &module) {
  for (const auto &import : module.imports)
    add(import->resolution);
  // what is opened again has to resolve as it did
  for (llvm::StringRef settings : program_.settingsOf(module))
    paths_.insert(settings.str());
  if (!module.syntax->program)
    return;
  std::vector<const ast::Node *> nodes = {module.syntax->program};
  while (!nodes.empty()) {
    const ast::Node *node = nodes.back();
    nodes.pop_back();
    if (const auto *import = llvm::dyn_cast<ast::ImportExpression>(node)) {
      if (import->source)
        followSpecifier(module, *import->source);
    } else if (const auto *call = llvm::dyn_cast<ast::CallExpression>(node)) {
      if (!call->arguments.empty() && isRequire(*call->callee))
        followSpecifier(module, *call->arguments[0]);
    }
    ast::forEachChild(*node, [&](const ast::Node &child) { nodes.push_back(&child); });
  }
}

void Reach::addManifests() {
  std::vector<std::string> found;
  for (const std::string &path : paths_)
    for (llvm::StringRef folder = llvm::StringRef(path).rsplit('/').first; folder != path;) {
      found.push_back((folder + "/package.json").str());
      llvm::StringRef above = folder.rsplit('/').first;
      if (above == folder)
        break;
      folder = above;
    }
  for (const std::string &path : found)
    if (program_.files().find(path))
      paths_.insert(path);
}

} // namespace

std::set<std::string, std::less<>> reachedFiles(const Program &program, const Values &values) {
  Reach reach(program, values);
  if (program.entry())
    reach.add(*program.entry());
  for (const auto &module : program.modules()) {
    llvm::StringRef path = module->path();
    if (path.consume_front("tools/") && !path.contains('/'))
      reach.add(*module);
  }
  return reach.run();
}

} // namespace agentc
