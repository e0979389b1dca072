#ifndef AGENTC_TOOLPROTOCOL_RUNIMAGE_H
#define AGENTC_TOOLPROTOCOL_RUNIMAGE_H

#include "agentc/Support/Json.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// How the sandbox compiles a module of a run image.
/// An asset is a file that is not a module, which code may read.
enum class ModuleFormat { Esm, CommonJs, Json, Asset };

/// One file of a bundle as the sandbox runs it: JavaScript (types erased in place, so that
/// positions are the source's) or JSON.
struct ImageModule {
  std::string path; ///< normalized, as stacks show it
  ModuleFormat format = ModuleFormat::CommonJs;
  std::string text; ///< UTF-8
  bool operator==(const ImageModule &) const = default;
};

/// An import that agentc resolved: `specifier` in `module` means the module `target`.
struct ImageLink {
  std::string module;
  std::string specifier;
  std::string target;
  bool operator==(const ImageLink &) const = default;
};

/// A name that is imported from a module outside the bundle, which the sandbox may know or not:
/// only so can an ES module's import be answered.
struct ImageImport {
  std::string specifier;
  std::vector<std::string> names;
  bool operator==(const ImageImport &) const = default;
};

/// The way in which a bundle's entry is called.
enum class BundleStyle {
  Handler,   ///< a function `(input, ctx)`: `module.exports` or the default export
  BaseAgent, ///< a class with `processMessage` and `tools`; an instance is made for each call
  Tools      ///< exports from which tools are reached
};

/// One step from a value towards a tool.
struct ToolStep {
  enum class Kind {
    Member,  ///< the property `name`
    Index,   ///< the element `index` of an array
    Named,   ///< the element of an array, or value of an object, whose `name` (or key) is `name`
    Instance ///< an instance of the class: `create(config)` or `new Class(config)`
  };
  Kind kind = Kind::Member;
  std::string name;
  uint32_t index = 0;

  static ToolStep member(std::string name) { return {Kind::Member, std::move(name), 0}; }
  static ToolStep element(uint32_t index) { return {Kind::Index, {}, index}; }
  static ToolStep named(std::string name) { return {Kind::Named, std::move(name), 0}; }
  static ToolStep instance() { return {Kind::Instance, {}, 0}; }
  bool operator==(const ToolStep &) const = default;
};

/// The range of code that makes a definition with a framework's function, up to just behind the
/// last character. Lines and columns count from 1, columns in UTF-16 units.
struct MadeAt {
  std::string file;
  uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
  std::string name; ///< that the definition gives itself, if that is known
  bool operator==(const MadeAt &) const = default;
};

/// A function that a module exports; `default` of a CommonJS module may be all that it exports.
struct ExportedFunction {
  std::string module, name;
  bool operator==(const ExportedFunction &) const = default;
};

/// How a tool is reached at run time, from the exports of a module: an ES module's namespace or
/// CommonJS' `module.exports`. The first step `member("default")` on a CommonJS module whose
/// exports have no `default` means the exports themselves. What is reached is called as a function,
/// or its `execute` is.
///
/// With an empty path the style decides: the default export for a handler, `tools` by name of an
/// instance of the default export for a BaseAgent class, else the export of the tool's name, be it
/// inside an agent or a list of tools. Where that leads to nothing, or the path is empty, `made`
/// finds it among the definitions that the bundle made by its framework's functions.
struct ToolLocation {
  std::string name;
  std::string module; ///< empty: the entry
  std::vector<ToolStep> path;
  std::optional<MadeAt> made = std::nullopt;
  /// The functions that loading calls in turn if it has not made the definition otherwise.
  std::vector<ExportedFunction> makers = {};
  /// JSON Schemas as text, each empty if it is not known whole: what the input, and what the result
  /// or its member `outputMember`, is checked against.
  std::string inputSchema = {}, outputSchema = {}, outputMember = {};
  bool operator==(const ToolLocation &) const = default;
};

/// A bundle as the sandbox runs it, whatever form it came in.
struct RunImage {
  /// `sha256:…` of an image that is sent ahead of its requests, which only name it; else empty.
  std::string digest;
  std::string name; ///< for messages
  std::vector<ImageModule> modules;
  std::string entry;
  /// Modules that are loaded after the entry for what they make, each at its own risk.
  std::vector<std::string> started;
  /// `process.argv` behind the program's path.
  std::vector<std::string> arguments;
  std::vector<ImageLink> links;
  std::vector<ImageImport> imports; ///< one a specifier
  /// Names that nothing in a module declares: what the sandbox gets ready before the first line.
  std::vector<std::string> globals;
  BundleStyle style = BundleStyle::Handler;
  /// A bundler put an agent framework into the bundle, which tells nobody what it makes.
  bool carriesFramework = false;
  std::vector<ToolLocation> tools;
  /// For a load's report; of a BaseAgent bundle the first is what `processMessage` is called of.
  std::vector<ToolLocation> agents;
  bool operator==(const RunImage &) const = default;
};

/// One that many requests share.
using SharedImage = std::shared_ptr<const RunImage>;

/// All but its digest.
Json imageToJson(const RunImage &image);

inline constexpr const char *sentImageSchema = "agentc.image/1";
/// Schema `agentc.image/1`: the line that sends an image ahead. Gives the image its digest.
std::string sendAhead(RunImage &image);
/// The image of such a line. Strict: a digest that is another's, unknown members, wrong types, a
/// missing entry, links to modules that don't exist and paths that aren't normalized are errors
/// that name the member.
llvm::Expected<SharedImage> sentAhead(const Json &line);

} // namespace agentc

#endif
