#include "agentc/Packaging/Slices.h"

#include "SliceLink.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

/// Makes the slices of one program.
class Slicer {
public:
  Slicer(const Program &program, const Values &values, const AgentConfig &config)
      : program_(program), parts_(program, values, config), effects_(parts_), names_(parts_) {}

  template <typename Definition> void add(const Definition &definition, bool isTool);
  std::vector<ToolSlice> take() { return std::move(slices_); }

private:
  std::string pathOf(llvm::StringRef id);
  const SliceOrder &orderOf(const ModuleInfo &module);
  std::string cut(ToolSlice &slice, const SliceStart &start, const SliceOrder &order,
                  const RuntimeReference &reference);
  void share(ToolSlice &slice);
  void keepWhole(ToolSlice &slice, const RuntimeReference &reference, std::string reason);

  const Program &program_;
  SliceParts parts_;
  SliceEffectTable effects_;
  SliceNames names_;
  std::map<const ModuleInfo *, SliceOrder> orders_;
  llvm::StringSet<> paths_;
  llvm::StringMap<size_t> byCode_; ///< the first slice with that code
  size_t bytes_ = 0;               ///< of all slices
  std::vector<ToolSlice> slices_;
};

std::string Slicer::pathOf(llvm::StringRef id) {
  std::string name;
  for (char c : id.take_front(100))
    name += llvm::isAlnum(c) || llvm::StringRef("._-").contains(c) ? c : '-';
  name = llvm::StringRef(name).ltrim('.').str();
  if (name.empty())
    name = "tool";
  std::string path = (sliceFolder + name).str();
  for (unsigned i = 2; !paths_.insert(llvm::StringRef(path).lower()).second; ++i)
    path = (sliceFolder + name + "-" + llvm::Twine(i)).str();
  return path + ".js";
}

const SliceOrder &Slicer::orderOf(const ModuleInfo &module) {
  auto found = orders_.find(&module);
  if (found == orders_.end())
    found = orders_.emplace(&module, SliceOrder(parts_, program_.entry(), module)).first;
  return found->second;
}

/// Answers why the slice could not be cut; empty if it was.
std::string Slicer::cut(ToolSlice &slice, const SliceStart &start, const SliceOrder &order,
                        const RuntimeReference &reference) {
  using Form = SliceStart::Form;
  if (bytes_ > maxSliceBytes)
    return "all slices together would be over 16 MB";
  SliceNeeds needs(parts_, effects_, order, slice.id);
  switch (start.form) {
  case Form::Symbol:
    needs.needSymbol(*start.symbol);
    break;
  case Form::Expression:
    needs.needExpression(*start.expression);
    break;
  case Form::Export:
    needs.needExport(*start.module, start.exportName);
    break;
  case Form::Made:
    needs.needRun(*start.part);
    break;
  }
  needs.close();
  if (!needs.unsound().empty())
    return needs.unsound();
  LinkedSlice linked = linkSlice({parts_, needs, order, start, reference}, names_, slice.path);
  slice.exact = true;
  slice.text = std::move(linked.text);
  slice.sourceMap = std::move(linked.sourceMap);
  share(slice);
  slice.isEsm = linked.isEsm;
  slice.steps = std::move(linked.steps);
  if (linked.made)
    slice.made = {linked.made->first.line, linked.made->first.column, linked.made->second.line,
                  linked.made->second.column};
  return "";
}

/// Tools that need the same code are one file, which bears the first one's name.
void Slicer::share(ToolSlice &slice) {
  const std::string code = llvm::StringRef(slice.text).rsplit("//# sourceMappingURL=").first.str();
  auto [first, isNew] = byCode_.try_emplace(code, slices_.size());
  if (isNew) {
    bytes_ += slice.text.size() + slice.sourceMap.size();
    return;
  }
  slice.path = slices_[first->second].path;
  slice.text = slices_[first->second].text;
  slice.sourceMap = slices_[first->second].sourceMap;
}

/// A module that gives what the tool's module gives: all of the bundle is needed with it.
void Slicer::keepWhole(ToolSlice &slice, const RuntimeReference &reference, std::string reason) {
  const ModuleInfo &module = *program_.find(reference.module);
  std::string target = quote("../../" + module.path().str());
  slice.reason = std::move(reason);
  slice.isEsm = module.goal == ast::Goal::Module;
  slice.steps = reference.steps;
  if (!slice.isEsm) {
    slice.text = "module.exports = require(" + target + ");\n";
    return;
  }
  slice.text = "export * from " + target + ";\n";
  if (module.exports.contains("default"))
    slice.text += "export { default } from " + target + ";\n";
}

template <typename Definition> void Slicer::add(const Definition &definition, bool isTool) {
  const RuntimeReference &reference = definition.reference;
  const ModuleInfo *module = program_.find(reference.module);
  if (reference.style == RuntimeReference::Style::None || !module || !module->syntax->program ||
      module->goal == ast::Goal::Json)
    return;
  ToolSlice slice;
  slice.id = definition.id;
  slice.path = pathOf(definition.id);
  const SliceOrder &order = orderOf(*module);
  const ast::Node *site = isTool ? definitionAt(program_, definition.source) : nullptr;
  std::optional<SliceStart> start = findStart(parts_, effects_, order, site, reference);
  std::string reason = start ? cut(slice, *start, order, reference)
                             : "the place where the tool is made is not known";
  if (!reason.empty())
    keepWhole(slice, reference, std::move(reason));
  slices_.push_back(std::move(slice));
}

} // namespace

std::vector<ToolSlice> sliceTools(const Program &program, const Values &values,
                                  const AgentConfig &config) {
  Slicer slicer(program, values, config);
  for (const ToolDefinition &tool : config.tools)
    slicer.add(tool, true);
  for (const AgentDefinition &agent : config.agents)
    if (agent.reference.style == RuntimeReference::Style::Handler)
      slicer.add(agent, false);
  return slicer.take();
}

void dumpSlices(llvm::ArrayRef<ToolSlice> slices, llvm::raw_ostream &out) {
  for (const ToolSlice &slice : slices) {
    out << "== " << escapeForTerminal(slice.path) << ' ' << (slice.exact ? "exact" : "whole");
    if (!slice.reason.empty())
      out << ": " << slice.reason;
    out << '\n' << escapeForTerminal(slice.text, true);
  }
}

} // namespace agentc
