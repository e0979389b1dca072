#include "SliceLink.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/Support/FormatVariadic.h"

namespace agentc {

using namespace ast;

static llvm::StringRef specifierIn(const Node &require) {
  return *textOfLiteral(llvm::cast<CallExpression>(require).arguments[0]);
}

std::vector<const ModuleInfo *> CommonJsLinker::modules() const {
  std::vector<const ModuleInfo *> result;
  for (const ModuleInfo *module : choice_.order.required())
    if (choice_.hasText(*module))
      result.push_back(module);
  for (const ModuleInfo *module : choice_.needs.modules())
    if (module->goal != Goal::Module && !llvm::is_contained(result, module))
      result.push_back(module);
  const ModuleInfo *first = choice_.start.module;
  if (first->goal != Goal::Module && !llvm::is_contained(result, first))
    result.push_back(first);
  return result;
}

bool CommonJsLinker::isEmpty() const { return modules().empty(); }

/// `holder` is what the definition is given to: `module.exports =` or a variable.
void CommonJsLinker::writeBody(const ModuleInfo &module, SliceText &out, llvm::StringRef holder) {
  const SliceStart &start = choice_.start;
  const bool isFirst = start.module == &module && !holder.empty();
  SliceEdits edits;
  leaveOut(choice_, module, edits);
  for (const SlicePart *statement : choice_.parts.statementsOf(module)) {
    const SlicePart *startStatement =
        start.part && start.part->outer ? start.part->outer : start.part;
    const bool isStart =
        isFirst && start.form == SliceStart::Form::Expression && startStatement == statement;
    if (choice_.needs.has(*statement))
      copyStatement(*statement, edits, out);
    if (isStart) {
      out.append(holder);
      copyDefinition(choice_, edits, out);
    }
  }
  if (isFirst && start.form == SliceStart::Form::Symbol)
    out.append((holder + start.symbol->name + ";\n").str());
}

std::string CommonJsLinker::linksOf(llvm::ArrayRef<const ModuleInfo *> modules) const {
  std::set<std::string> lines;
  for (const ModuleInfo *module : modules)
    if (module->goal != Goal::Json)
      choice_.forEachNode(*module, [&](const Node &node) {
        std::optional<Resolution> required = choice_.parts.requiredBy(node);
        if (required && required->kind == Resolution::Kind::Bundle) {
          lines.insert("  [" + quote((module->path() + "\n" + specifierIn(node)).str()) + ", " +
                       quote(required->module->path()) + "],\n");
        }
        return true;
      });
  std::string result;
  for (const std::string &line : lines)
    result += line;
  return result;
}

std::vector<std::string> CommonJsLinker::externals() const {
  std::set<std::string> result;
  for (const ModuleInfo *module : modules())
    if (module->goal != Goal::Json)
      choice_.forEachNode(*module, [&](const Node &node) {
        std::optional<Resolution> required = choice_.parts.requiredBy(node);
        if (required && required->kind == Resolution::Kind::External)
          result.insert(specifierIn(node).str());
        return true;
      });
  return {result.begin(), result.end()};
}

std::string CommonJsLinker::load(const ModuleInfo &module) {
  return load_ + "(" + quote(module.path()) + ")";
}

void CommonJsLinker::writeModules(SliceText &out, llvm::StringRef require) {
  using Form = SliceStart::Form;
  std::vector<const ModuleInfo *> all = modules();
  load_ = names_.make("$load");
  std::string table = names_.make("$modules"), links = names_.make("$links");
  std::string loaded = names_.make("$loaded");
  const SliceStart &start = choice_.start;
  if (start.module->goal != Goal::Module &&
      (start.form == Form::Symbol || start.form == Form::Expression)) {
    tool_ = names_.make("$tool");
    out.append("let " + tool_ + ";\n");
  }
  out.append("const " + table + " = new Map([\n");
  for (const ModuleInfo *module : all) {
    out.append("[" + quote(module->path()) + ", function (exports, require, module) {\n");
    if (module->goal == Goal::Json)
      out.append("module.exports = JSON.parse(" + quote(module->syntax->text) + ");\n");
    else
      writeBody(*module, out, tool_.empty() ? "" : tool_ + " = ");
    out.append("}],\n");
  }
  out.append("]);\n");
  out.append("const " + links + " = new Map([\n" + linksOf(all) + "]);\n");
  out.append("const " + loaded + " = new Map();\n");
  out.append(llvm::formatv(R"(function {0}(path) {{
  const known = {1}.get(path);
  if (known) return known.exports;
  const module = {{ exports: {{} };
  {1}.set(path, module);
  const require_ = (name) => {{
    const target = {2}.get(path + '\n' + name);
    return target === undefined ? {4}(name) : {0}(target);
  };
  try {{
    {3}.get(path).call(module.exports, module.exports, require_, module);
  } catch (error) {{
    {1}.delete(path);
    throw error;
  }
  return module.exports;
}
)",
                           load_, loaded, links, table, require)
                 .str());
  for (const ModuleInfo *module : all)
    if (choice_.order.isLoaded(*module) || module == start.module)
      out.append(load(*module) + ";\n");
}

void CommonJsLinker::writeAll(SliceText &out) {
  using Form = SliceStart::Form;
  const SliceStart &start = choice_.start;
  const bool isDirect = start.form == Form::Symbol || start.form == Form::Expression;
  // a definition must not stand where the module's own exports are asked for
  if (modules().size() == 1 && !(isDirect && choice_.needs.isRoot(start.module)))
    return writeBody(*start.module, out, isDirect ? "module.exports = " : "");
  writeModules(out, "require");
  if (isDirect)
    out.append("module.exports = " + tool_ + ";\n");
  else if (start.form == Form::Export)
    out.append("module.exports = " + load(*start.module) + ";\n");
}

} // namespace agentc
