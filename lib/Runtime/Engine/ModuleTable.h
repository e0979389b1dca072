#ifndef AGENTC_LIB_RUNTIME_MODULETABLE_H
#define AGENTC_LIB_RUNTIME_MODULETABLE_H

#include "agentc/ToolProtocol/RunImage.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <v8.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace agentc {

/// A V8 string of UTF-8, with U+FFFD for what is none.
v8::Local<v8::String> toV8(v8::Isolate *isolate, llvm::StringRef text);
/// Returns the origin of a script or module, as stacks show it.
v8::ScriptOrigin originOf(v8::Local<v8::Value> name, bool isModule);
/// UTF-8 of a V8 string; runs no code of the guest.
std::string toUtf8(v8::Isolate *isolate, v8::Local<v8::Value> string);

/// The modules of an image: their texts, and what V8 made of those that are ES modules.
class ModuleTable {
public:
  void addText(llvm::StringRef path, ModuleFormat format, llvm::StringRef text) {
    texts_[path] = {text.str(), format};
  }
  const std::string *text(llvm::StringRef path) const;

  /// A function of what Node wraps CommonJS in, `(exports, require, module, __filename,
  /// __dirname)`; empty with a pending exception if it does not
  /// compile.
  v8::MaybeLocal<v8::Function> compileCommonJs(v8::Local<v8::Context> context,
                                               llvm::StringRef path);
  /// Compiles an ES module; its specifiers and their places follow each other in the answer.
  v8::MaybeLocal<v8::Array> compileEs(v8::Local<v8::Context> context, llvm::StringRef path);
  void link(llvm::StringRef path, llvm::StringMap<std::string> targets);
  void makeSynthetic(v8::Isolate *isolate, llvm::StringRef key,
                     const std::vector<v8::Local<v8::String>> &names, v8::Local<v8::Array> values);
  /// Links and evaluates; the answer is the promise of the module's own evaluation.
  v8::MaybeLocal<v8::Value> evaluate(v8::Local<v8::Context> context, llvm::StringRef key);
  /// The same at once, for `require`: the namespace; the text `async` where a module of the graph
  /// waits, or `cycle` where one of those named by `graph` is being evaluated.
  v8::MaybeLocal<v8::Value> evaluateNow(v8::Local<v8::Context> context, llvm::StringRef key,
                                        const std::vector<v8::Local<v8::String>> &graph);
  v8::MaybeLocal<v8::Value> namespaceOf(v8::Isolate *isolate, llvm::StringRef key);
  /// The path of an ES module; empty for what is none of the table.
  llvm::StringRef pathOf(v8::Isolate *isolate, v8::Local<v8::Module> module);

  /// The place of the last text that did not compile, as `path:line:column`.
  std::string takeFailurePlace() { return std::exchange(failurePlace_, {}); }
  /// Compiles each text and reports the failures: path, `line:column`, message.
  void compileAll(v8::Local<v8::Context> context,
                  llvm::function_ref<void(llvm::StringRef, llvm::StringRef, llvm::StringRef)>);

private:
  struct Text {
    std::string text;
    ModuleFormat format = ModuleFormat::Json;
  };
  struct Entry {
    llvm::StringRef key;
    v8::Global<v8::Module> module;
    llvm::StringMap<std::string> targets;
    v8::Global<v8::Array> values; ///< of a synthetic module, by `names`
    std::vector<v8::Global<v8::String>> names;
  };

  v8::MaybeLocal<v8::Module> compile(v8::Local<v8::Context> context, llvm::StringRef path);
  void noteFailure(v8::Local<v8::Context> context, v8::TryCatch &caught);
  v8::MaybeLocal<v8::Module> instantiate(v8::Local<v8::Context> context, llvm::StringRef key);
  Entry *entryOf(v8::Isolate *isolate, v8::Local<v8::Module> module);
  static v8::MaybeLocal<v8::Module> resolve(v8::Local<v8::Context> context,
                                            v8::Local<v8::String> specifier,
                                            v8::Local<v8::FixedArray> assertions,
                                            v8::Local<v8::Module> referrer);
  static v8::MaybeLocal<v8::Value> evaluateSynthetic(v8::Local<v8::Context> context,
                                                     v8::Local<v8::Module> module);

  Entry &addModule(v8::Isolate *isolate, llvm::StringRef key, v8::Local<v8::Module> module);

  llvm::StringMap<Text> texts_;
  llvm::StringMap<Entry> entries_;
  std::unordered_multimap<int, Entry *> byHash_;
  std::string failurePlace_;
};

} // namespace agentc

#endif
