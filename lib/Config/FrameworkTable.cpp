#include "FrameworkTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

namespace {

/// Returns true if the text between a package's name and an export's name is empty or a path
/// below the package.
bool isSubpath(llvm::StringRef text) {
  if (text.empty())
    return true;
  if (!text.consume_front("/") || text.find_first_of("()[]") != llvm::StringRef::npos)
    return false;
  llvm::StringRef file = text.substr(text.rfind('/') + 1);
  llvm::StringRef extension = file.substr(std::min(file.find('.'), file.size()));
  return extension.empty() || extension == ".js" || extension == ".mjs" || extension == ".cjs" ||
         extension == ".ts";
}

bool isExportOf(llvm::StringRef packages, llvm::StringRef path, llvm::StringRef function) {
  // a copy that a bundler put into the file is known by what it does
  if (!path.consume_front("module:") && !path.consume_front("bundled:"))
    return false;
  bool isAnything = function.consume_front("*");
  bool isOpen = function.consume_back("*");
  while (!packages.empty()) {
    auto [package, more] = packages.split(' ');
    packages = more;
    bool hasSubpaths = package.consume_back("/*");
    llvm::StringRef rest = path;
    if (!rest.consume_front(package))
      continue;
    if (isOpen && isAnything && rest.contains(function))
      return true;
    if (!rest.consume_back(function))
      continue;
    if (isAnything)
      return true;
    if (rest.consume_back(".") && (hasSubpaths ? isSubpath(rest) : rest.empty()))
      return true;
  }
  return false;
}

llvm::StringRef packagesOf(const ToolForm &form, llvm::StringRef otherwise) {
  return form.packages.empty() ? otherwise : form.packages;
}
template <typename Form> llvm::StringRef packagesOf(const Form &, llvm::StringRef otherwise) {
  return otherwise;
}

template <typename Form>
const Form *findIn(llvm::ArrayRef<Form> forms, llvm::StringRef packages, llvm::StringRef path,
                   llvm::function_ref<bool(const Form &)> isDistinctive) {
  for (const Form &form : forms) {
    llvm::StringRef global = path;
    if (global.consume_front("global:")
            ? isDistinctive(form) && global == form.function
            : isExportOf(packagesOf(form, packages), path, form.function))
      return &form;
  }
  return nullptr;
}

} // namespace

bool isFeatureMethod(llvm::StringRef key) {
  return llvm::any_of(allFrameworks(), [&](const Framework *framework) {
    return framework->table &&
           llvm::any_of(framework->table->features, [&](const FeatureForm &form) {
             return form.function.rsplit('.').second == key;
           });
  });
}

bool isServerMethod(llvm::StringRef key) {
  static const llvm::StringSet<> methods = [] {
    llvm::StringSet<> names;
    names.insert("setRequestHandler");
    for (const Framework *framework : allFrameworks())
      if (framework->table)
        for (const ToolForm &form : framework->table->tools)
          if (auto [server, method] = form.function.rsplit('.'); server.contains("()"))
            names.insert(method);
    return names;
  }();
  return methods.contains(key);
}

const DefinitionResult *definitionResultOf(llvm::StringRef path) {
  const ToolForm *form = findForm(path).tool;
  return form && !form->result.members.empty() ? &form->result : nullptr;
}

FormOfPath findForm(llvm::StringRef path) {
  FormOfPath found;
  auto isGroupDistinctive = [](const GroupForm &form) { return form.isDistinctive; };
  for (const Framework *framework : allFrameworks()) {
    const FrameworkTable *table = framework->table;
    if (!table)
      continue;
    found.framework = framework;
    found.tool = findIn<ToolForm>(table->tools, table->packages, path,
                                  [](const ToolForm &form) { return form.traits & Distinctive; });
    found.agent = findIn<AgentForm>(table->agents, table->packages, path,
                                    [](const AgentForm &form) { return form.isDistinctive; });
    found.server = findIn<GroupForm>(table->servers, table->packages, path, isGroupDistinctive);
    found.registry =
        findIn<GroupForm>(table->registries, table->packages, path, isGroupDistinctive);
    found.feature = findIn<FeatureForm>(table->features, table->packages, path,
                                        [](const FeatureForm &) { return true; });
    if (found.tool || found.agent || found.server || found.registry || found.feature)
      return found;
  }
  return {};
}

} // namespace agentc
