#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICELINK_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICELINK_H

#include "SliceNeeds.h"
#include "SliceStart.h"
#include "SliceText.h"

namespace agentc {

/// The chosen parts of several modules as one file.
struct LinkedSlice {
  std::string text, sourceMap;
  bool isEsm = false;
  /// The members that lead to the definition from what the file exports; empty if it is made there.
  std::vector<std::string> steps;
  std::optional<std::pair<Position, Position>> made; ///< where, in the text
};

/// The inputs from which a slice is linked.
struct SliceChoice {
  const SliceParts &parts;
  const SliceNeeds &needs;
  const SliceOrder &order;
  const SliceStart &start;
  const RuntimeReference &reference;

  /// Calls `visit` for each node that is taken of a module; where it answers false, what is below
  /// is left out.
  void forEachNode(const ModuleInfo &module,
                   llvm::function_ref<bool(const ast::Node &)> visit) const;
  bool hasText(const ModuleInfo &module) const;
};

/// The names that a program mentions, and those of each module's inner scopes.
struct SliceNames {
  explicit SliceNames(const SliceParts &parts);
  llvm::StringSet<> all;
  llvm::DenseMap<const ModuleInfo *, llvm::StringSet<>> inner;
};

/// Names of the linker's own, which no module uses.
class FreshNames {
public:
  explicit FreshNames(const SliceNames &names) : names_(names) {}
  std::string make(llvm::StringRef wanted);
  void take(llvm::StringRef name) { taken_.insert(name); }
  const SliceNames &program() const { return names_; }

private:
  const SliceNames &names_;
  llvm::StringSet<> taken_;
};

/// `path` is where the slice will stand.
LinkedSlice linkSlice(const SliceChoice &choice, const SliceNames &names, llvm::StringRef path);

/// Writes modules of CommonJS and JSON as functions that are called when they are first required,
/// or, where one is all there is, as it stands.
class CommonJsLinker {
public:
  CommonJsLinker(const SliceChoice &choice, FreshNames &names) : choice_(choice), names_(names) {}

  /// All of a slice without ES modules.
  void writeAll(SliceText &out);
  /// The modules as functions, and the loading of those that are loaded at once. `require` is what
  /// asks for modules outside the bundle.
  void writeModules(SliceText &out, llvm::StringRef require);
  bool isEmpty() const;
  std::string load(const ModuleInfo &module);
  /// The variable that holds the definition, where a module of CommonJS sets it.
  const std::string &tool() const { return tool_; }
  /// The modules outside the bundle that are required.
  std::vector<std::string> externals() const;

private:
  void writeBody(const ModuleInfo &module, SliceText &out, llvm::StringRef holder);
  std::vector<const ModuleInfo *> modules() const;
  std::string linksOf(llvm::ArrayRef<const ModuleInfo *> modules) const;

  const SliceChoice &choice_;
  FreshNames &names_;
  std::string load_, tool_;
};

/// The edits that leave out what isn't taken of a module's statements.
void leaveOut(const SliceChoice &choice, const ModuleInfo &module, SliceEdits &edits);
/// Copies a statement, and ends it as the language would where the next line was its own.
void copyStatement(const SlicePart &statement, const SliceEdits &edits, SliceText &out);
/// Copies the expression that a slice begins with, between parentheses.
void copyDefinition(const SliceChoice &choice, const SliceEdits &edits, SliceText &out);
/// A text as a JavaScript literal.
std::string quote(llvm::StringRef text);

} // namespace agentc

#endif
