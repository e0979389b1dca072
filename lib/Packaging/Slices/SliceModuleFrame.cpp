#include "SliceModuleLinker.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

static bool isName(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
}

/// A name in a list of imports or exports.
static std::string listed(llvm::StringRef name) { return isName(name) ? name.str() : quote(name); }

void ModuleLinker::writeImports(SliceText &out) {
  std::vector<std::string> specifiers;
  std::map<std::string, std::vector<const Meaning *>> wanted;
  auto meet = [&](llvm::StringRef specifier) {
    if (!llvm::is_contained(specifiers, specifier))
      specifiers.push_back(specifier.str());
  };
  // what is imported for its effect is evaluated in any case
  for (const ModuleInfo *module : choice_.order.evaluated())
    for (const auto &import : module->imports)
      if (const auto *declaration = llvm::dyn_cast<ImportDeclaration>(import->node);
          import->resolution.kind == Resolution::Kind::External && declaration &&
          declaration->specifiers.empty())
        meet(import->source->text);
  for (const Meaning &meaning : meanings_)
    if (meaning.target.kind == SliceTarget::Kind::External) {
      meet(meaning.target.specifier);
      wanted[meaning.target.specifier.str()].push_back(&meaning);
    }
  for (const std::string &specifier : specifiers) {
    std::string from = " from " + quote(specifier) + ";\n", names;
    if (wanted[specifier].empty())
      out.append("import " + quote(specifier) + ";\n");
    for (const Meaning *meaning : wanted[specifier]) {
      const std::string &name = meaning->target.name;
      if (name == "*")
        out.append("import * as " + meaning->name + from);
      else if (name == "default")
        out.append("import " + meaning->name + from);
      else
        names += (names.empty() ? "" : ", ") + listed(name) +
                 (name == meaning->name ? "" : " as " + meaning->name);
    }
    if (!names.empty())
      out.append("import { " + names + " }" + from);
  }
}

/// Imports of CommonJS modules, which ES modules see as a namespace with `default`.
void ModuleLinker::writePlainImports(CommonJsLinker &plain, SliceText &out) {
  for (const Meaning &meaning : meanings_) {
    if (meaning.target.kind != SliceTarget::Kind::CommonJs)
      continue;
    std::string exports = plain.load(*meaning.target.module);
    bool isNamespace = meaning.symbol && !meaning.symbol->targets.empty() &&
                       llvm::isa<ImportNamespaceSpecifier>(meaning.symbol->targets[0]->parent);
    if (isNamespace)
      exports = "Object.freeze({ __proto__: null, ..." + exports + ", default: " + exports + " })";
    else if (meaning.target.name != "*")
      exports += "[" + quote(meaning.target.name) + "]";
    out.append("const " + meaning.name + " = " + exports + ";\n");
  }
}

void ModuleLinker::writeNamespaces(SliceText &out) {
  for (const Meaning &meaning : meanings_) {
    if (meaning.target.kind != SliceTarget::Kind::Namespace)
      continue;
    out.append("const " + meaning.name +
               " = Object.freeze(Object.defineProperty({ __proto__: null");
    for (const auto &[name, record] : meaning.target.module->exports) {
      std::string value = nameOf(choice_.parts.exportOf(*meaning.target.module, name));
      if (!value.empty())
        out.append(", get " + quote(name) + "() { return " + value + "; }");
    }
    out.append(" }, Symbol.toStringTag, { value: \"Module\" }));\n");
  }
}

void ModuleLinker::writeExport(CommonJsLinker &plain, SliceText &out) {
  using Form = SliceStart::Form;
  const SliceStart &start = choice_.start;
  auto exportName = [&](const std::string &name, llvm::StringRef as) {
    out.append("export { " + name + (name == as ? "" : " as " + listed(as)) + " };\n");
  };
  if (start.form == Form::Made)
    return out.append("export {};\n");
  if (start.module->goal != Goal::Module) {
    if (start.form == Form::Export)
      return out.append("export default " + plain.load(*start.module) + ";\n");
    return exportName(plain.tool(), "default");
  }
  if (start.form == Form::Expression)
    return exportName(tool_, "default");
  SliceTarget target;
  if (start.form == Form::Symbol) {
    target.kind = SliceTarget::Kind::Symbol;
    target.symbol = start.symbol;
    return exportName(nameOf(target), "default");
  }
  target = choice_.parts.exportOf(*start.module, start.exportName);
  if (target.kind == SliceTarget::Kind::CommonJs) {
    std::string value = names_.make("$exported");
    out.append("const " + value + " = " + plain.load(*target.module) +
               (target.name == "*" ? "" : "[" + quote(target.name) + "]") + ";\n");
    return exportName(value, start.exportName);
  }
  exportName(nameOf(target), start.exportName);
}

} // namespace agentc
