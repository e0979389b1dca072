#ifndef AGENTC_PROGRAM_MODULEINFO_H
#define AGENTC_PROGRAM_MODULEINFO_H

#include "agentc/Program/Scope.h"

#include <map>
#include <memory>
#include <optional>

namespace agentc {

struct ModuleInfo;

/// The target of an import specifier.
struct Resolution {
  enum class Kind : uint8_t {
    Bundle,   ///< a module of the bundle
    Data,     ///< a file of the bundle that is not a module
    External, ///< a bare name that the bundle does not hold; `name` says which
    Missing,  ///< a relative path that no file answers, or one that leaves the bundle
  };
  Kind kind = Kind::Missing;
  const ModuleInfo *module = nullptr;
  std::string name; ///< the path in the bundle, or the specifier without `node:`
};

/// How a module is asked for, which `exports` and `imports` of a package.json tell apart.
enum class ImportForm : uint8_t { Import, Require };

/// One `import`, `export … from` or `import x = require()` declaration.
struct ImportRecord {
  const ast::Node *node = nullptr;      ///< the declaration
  const ast::Literal *source = nullptr; ///< the specifier
  Resolution resolution;
};

/// A name that an ES module exports.
struct ExportRecord {
  /// A local binding, or
  const Symbol *symbol = nullptr;
  /// an expression or declaration (`export default …`), or
  const ast::Node *node = nullptr;
  /// `importedName` of another module (`*` for its namespace).
  const ImportRecord *from = nullptr;
  std::string importedName;
};

/// A property that code gives to an object, such as a CommonJS module's exports.
struct WrittenProperty {
  enum class Kind : uint8_t {
    Value,  ///< `object.name = value`
    Getter, ///< the function `value` gives `name` when it is read
    Member, ///< `name` is the member `member` of `value`
    All,    ///< every member of `value`, but `default`
    Open,   ///< `object[key] = value`, by a key that nothing tells
  };
  std::string name;                 ///< of exports, empty for `module.exports = value`
  const ast::Node *value = nullptr; ///< null for `true`
  Kind kind = Kind::Value;
  std::string member;
  /// The statement that writes stands at the top of its module: it runs, once, in its order.
  bool isAlways = false;
};

/// A module: a file of the bundle, or a function that a bundler wrapped around a CommonJS module.
struct ModuleInfo {
  const ast::Module *syntax = nullptr; ///< of the file
  ast::Goal goal = ast::Goal::CommonJs;
  /// The function around a wrapped module; null for a file.
  const ast::Node *wrapper = nullptr;
  std::string key; ///< what a bundler's own `require` calls a wrapped module, if anything
  const Scope *scope = nullptr;
  std::vector<std::unique_ptr<ImportRecord>> imports;
  std::map<std::string, ExportRecord, std::less<>> exports;
  std::vector<const ImportRecord *> starExports;
  std::vector<WrittenProperty> commonJsExports; ///< in source order

  llvm::StringRef path() const { return syntax->path; }
};

/// A variable that holds a part of CommonJS: a module's `exports`, `module` or `require`.
struct CommonJsPart {
  enum class Kind : uint8_t { None, Exports, Module, Require };
  Kind kind = Kind::None;
  const ModuleInfo *module = nullptr;
  /// Of Require: the bundler's function; null for the file's own `require`.
  const ast::Node *function = nullptr;

  bool operator==(const CommonJsPart &) const = default;
};

/// The purpose of a function that compilers and bundlers put into their output, by the structure of
/// its body; its name counts for nothing. Such a function reaches nothing but its arguments and
/// what of the language cannot do harm, or it has no shape.
struct HelperShape {
  enum class Kind : uint8_t {
    None,
    DefineGetters, ///< `target` gets a getter for each function in `source`
    CopyMembers,   ///< `target` gets the members of `source`
    BindMember,    ///< `target` gets the member `key` of `source`, as `newKey` if there is one
    MarkModule,    ///< `target` gets `__esModule`
    SetDefault,    ///< `target` gets `source` as `default`
    ToNamespace,   ///< gives the namespace of the module `source`: itself or with it as `default`
    ToDefault,     ///< gives the default export of the module `source`
    ToItself,      ///< gives `source`, or an object with its members
    Inherit,       ///< the class `target` extends the class `source`
    SetMember,     ///< `target` gets `source` as its member `key`, and is given back
    DefineMethods, ///< the class `target` gets the methods listed in `source`, static ones in `key`
    Template,      ///< gives the object that a tag gets: texts `target`, and `source` as `raw`
    Generator,     ///< runs the state machine `source` that a generator was compiled to
    Await,         ///< gives the promise of what the generator function `source` gives
    Assign,        ///< gives the first argument with the members of the others
    ToArray,       ///< gives what iterating over `source` gives
    Concat,        ///< gives the elements of `target`, then those of `source`
    GetPrototype,  ///< gives the prototype of `source`
    GetMember,     ///< gives the member `key` of `source`
    CallSuper,     ///< gives `target`, made by the constructor of the class that `source` extends
  };
  Kind kind = Kind::None;
  /// Numbers of parameters.
  unsigned target = 0, source = 0, key = 0, newKey = 0;
  unsigned secondTarget = 0; ///< of CopyMembers, 0 if there is none
  bool givesTarget = false;  ///< where the kind doesn't say what it gives
};

} // namespace agentc

#endif
