#include "agentc/Access/BundleReads.h"

#include "PathTexts.h"

#include "agentc/Support/PosixPath.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

namespace {

bool readsContents(llvm::StringRef function) {
  function.consume_back("Sync");
  return llvm::is_contained({"readFile", "createReadStream", "open", "openAsBlob", "copyFile"},
                            function);
}

/// The last name of a callee as it is written; so only calls that may read are evaluated.
llvm::StringRef calleeName(const ast::Node &callee) {
  if (const auto *member = llvm::dyn_cast<ast::MemberExpression>(&callee))
    return writtenKeyOf(*member).value_or("");
  const auto *name = llvm::dyn_cast<ast::Identifier>(&callee);
  return name ? llvm::StringRef(name->name) : "";
}

} // namespace

bool BundleRead::mayRead(llvm::StringRef file) const {
  auto [beginning, rest] = llvm::StringRef(path_).split(hole_);
  if (beginning.size() == path_.size())
    return file == path_;
  llvm::StringRef ending = llvm::StringRef(path_).rsplit(hole_).second;
  return beginning.contains('/') && file.size() > beginning.size() + ending.size() &&
         file.starts_with(beginning) && file.ends_with(ending) &&
         file.count('/') == llvm::StringRef(path_).count('/');
}

void forEachBundleRead(const Program &program, const Values &values, const ModuleInfo &module,
                       llvm::function_ref<void(const BundleRead &)> visit) {
  if (!module.syntax->program || module.syntax->goal == ast::Goal::Json)
    return;
  module.syntax->forEach<ast::CallExpression>([&](const ast::CallExpression &call) {
    if (call.arguments.empty() || llvm::isa<ast::SpreadElement>(call.arguments[0]) ||
        !readsContents(calleeName(*call.callee)))
      return;
    forEachAlternative(values.of(*call.callee), [&](const Value &callee) {
      const auto *api = llvm::dyn_cast<ApiValue>(&callee);
      if (!api || !readsContents(paths::fileFunction(api->path)))
        return;
      for (const std::string &path :
           pathShapes(program, values, values.of(*call.arguments[0]), true)) {
        llvm::StringRef inside = path;
        if (inside.consume_front(sandbox::bundleFolder) && inside.consume_front("/"))
          visit(BundleRead(inside.str(), pathHole));
      }
    });
  });
}

} // namespace agentc
