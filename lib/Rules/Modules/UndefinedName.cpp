#include "agentc/Check/Rule.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace agentc::rules {

using namespace ast;

namespace {

/// Names that ECMAScript, Node, the modules of CommonJS, test runners and agents' hosts give.
constexpr llvm::StringLiteral hostNames =
    "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol "
    "Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError "
    "TypeError URIError globalThis JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array "
    "Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray "
    "Float16Array Float32Array Float64Array DataView Map BigInt Set Iterator WeakMap WeakSet Proxy "
    "Reflect FinalizationRegistry WeakRef SuppressedError DisposableStack AsyncDisposableStack "
    "Temporal decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval "
    "isFinite isNaN console process global Buffer SlowBuffer clearImmediate setImmediate URL "
    "URLSearchParams URLPattern DOMException AbortController AbortSignal Event EventTarget "
    "CustomEvent EventSource TextEncoder TextDecoder TransformStream "
    "TransformStreamDefaultController WritableStream WritableStreamDefaultController "
    "WritableStreamDefaultWriter ReadableStream ReadableStreamDefaultReader "
    "ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableByteStreamController "
    "ReadableStreamDefaultController ByteLengthQueuingStrategy CountQueuingStrategy "
    "TextEncoderStream TextDecoderStream CompressionStream DecompressionStream clearInterval "
    "clearTimeout setInterval setTimeout queueMicrotask structuredClone reportError atob btoa "
    "BroadcastChannel MessageChannel MessagePort MessageEvent ErrorEvent ProgressEvent "
    "PromiseRejectionEvent CloseEvent Blob File FileReader FileList Performance PerformanceEntry "
    "PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList "
    "PerformanceResourceTiming performance fetch FormData Headers Request Response WebSocket "
    "WebSocketStream crypto Crypto CryptoKey SubtleCrypto SharedArrayBuffer WebAssembly Navigator "
    "navigator Storage StorageEvent localStorage sessionStorage Lock LockManager Worker "
    "SharedWorker XMLHttpRequest caches Cache CacheStorage WorkerGlobalScope importScripts gc "
    "require module exports __filename __dirname arguments define Bun Deno HTMLRewriter "
    "WebSocketPair describe it test suite expect expectTypeOf assertType vi vitest jest jasmine "
    "beforeAll beforeEach afterAll afterEach before after bench onTestFinished onTestFailed xit "
    "xdescribe fit fdescribe BaseAgent HistoryService LLMClient RAGService Tool __buzzi__ "
    "createLightfast createAgent createTool gateway tool";

constexpr llvm::StringLiteral pageNames[] = {
#define PAGE_NAME(name) #name,
#define PAGE_VALUE(name)
#include "PageNames.inc"
};
/// Names that code often uses for something else; in a file that names a page's window or
/// document they mean the page's values.
constexpr llvm::StringLiteral pageValues[] = {
#define PAGE_NAME(name)
#define PAGE_VALUE(name) #name,
#include "PageNames.inc"
};

class NameSearch {
public:
  NameSearch(const CheckContext &context, RuleReporter &report)
      : context_(context), report_(report) {
    llvm::SmallVector<llvm::StringRef, 0> names;
    llvm::SplitString(hostNames, names);
    for (llvm::StringRef name : names)
      known_.insert(name);
    for (llvm::StringRef name : pageNames)
      known_.insert(name);
  }

  void run() {
    // declarations that are read nowhere else
    for (const auto &[path, file] : context_.bundle.files.files())
      if (llvm::StringRef(path).ends_with(".d.ts") || llvm::StringRef(path).ends_with(".d.mts"))
        learnWords(file->bytes, "declare");
    for (const auto &module : context_.program.modules())
      if (module->syntax->program && module->goal != Goal::Json)
        learn(*module->syntax);
    if (isOpen_)
      return;
    for (const auto &module : context_.program.modules()) {
      llvm::StringRef path = module->path();
      const bool isForeign =
          path.starts_with("node_modules/") || path.contains("/node_modules/") || isTestPath(path);
      if (module->syntax->program && module->goal != Goal::Json && !isForeign &&
          !module->syntax->hasErrors)
        search(*module->syntax);
    }
  }

private:
  const Identifier *unbound(const Node *node) const {
    const auto *id = llvm::dyn_cast_or_null<Identifier>(node);
    return id && !id->name.empty() && context_.program.isReference(*id) &&
                   !context_.program.symbolOf(*id)
               ? id
               : nullptr;
  }

  bool isGlobalObject(const Node *node) const {
    const Identifier *id = unbound(node);
    return id && (id->name == "globalThis" || id->name == "global" || id->name == "window" ||
                  id->name == "self");
  }

  /// Collects the names that the bundle's own code adds to the global object, by assignment or by
  /// declaring that they exist.
  void learn(const ast::Module &module) {
    auto learnTarget = [&](const Node *target) {
      if (const Identifier *id = unbound(target))
        known_.insert(id->name);
      const auto *member = llvm::dyn_cast_or_null<MemberExpression>(target);
      if (!member || !isGlobalObject(member->object))
        return;
      if (auto key = writtenKeyOf(*member))
        known_.insert(*key);
      else
        isOpen_ = true;
    };
    module.forEach<AssignmentExpression>(
        [&](const AssignmentExpression &assignment) { learnTarget(assignment.left); });
    module.forEach<UpdateExpression>(
        [&](const UpdateExpression &update) { learnTarget(update.argument); });
    module.forEach<ForInStatement>([&](const ForInStatement &loop) { learnTarget(loop.left); });
    module.forEach<ForOfStatement>([&](const ForOfStatement &loop) { learnTarget(loop.left); });
    // `Object.assign(globalThis, …)`
    module.forEach<CallExpression>([&](const CallExpression &call) {
      isOpen_ |= !call.arguments.empty() && isGlobalObject(call.arguments[0]);
    });
    for (const TypeSpan &span : module.typeSpans)
      learnWords(module.text.slice(span.range.begin, span.range.end), "declare");
    for (ByteRange comment : module.comments)
      learnWords(module.text.slice(comment.begin, comment.end), "global");
  }

  /// The words of a text that has a mark: what they declare is not told apart.
  void learnWords(llvm::StringRef text, llvm::StringRef mark) {
    if (!text.contains(mark))
      return;
    while (!text.empty()) {
      llvm::StringRef word =
          text.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
      if (!word.empty())
        known_.insert(word);
      text = text.drop_front(std::max<size_t>(word.size(), 1));
    }
  }

  /// True if a name may belong to a type or to an enclosing construct's members, or stands in a
  /// `try` with a handler.
  bool isOther(const Identifier &id, bool isTyped) const {
    if (isTyped && llvm::isa_and_nonnull<ExportSpecifier, ExportDefaultDeclaration,
                                         TSExportAssignment, TSImportEqualsDeclaration>(id.parent))
      return true;
    for (const Node *at = &id; at; at = at->parent) {
      if (llvm::isa<TSModuleDeclaration, TSEnumDeclaration, WithStatement,
                    TSImportEqualsDeclaration>(at))
        return true;
      const auto *guarded = llvm::dyn_cast_or_null<TryStatement>(at->parent);
      if (guarded && guarded->block == at && guarded->handler)
        return true;
    }
    return false;
  }

  void search(const ast::Module &module) {
    llvm::StringSet<> tested, told;
    std::vector<const Identifier *> found;
    bool isPage = false;
    module.forEach<UnaryExpression>([&](const UnaryExpression &unary) {
      if (const Identifier *id = unary.op == "typeof" ? unbound(unary.argument) : nullptr)
        tested.insert(id->name);
    });
    module.forEach<Identifier>([&](const Identifier &node) {
      const Identifier *id = unbound(&node);
      if (!id || id->range.begin >= id->range.end)
        return;
      isPage |= id->name == "window" || id->name == "document" || id->name == "self";
      if (!known_.contains(id->name))
        found.push_back(id);
    });
    const bool isTyped = module.language != Language::JavaScript;
    for (const Identifier *id : found)
      if (!(isPage && llvm::is_contained(pageValues, id->name)) && !tested.contains(id->name) &&
          !isOther(*id, isTyped) && told.insert(id->name).second)
        tell(*id);
  }

  void tell(const Identifier &id) {
    Diagnostic &finding = report_.at(id, "nothing defines `" + id.name.str() +
                                             "`; code that comes here throws a ReferenceError");
    const bool isBundle = context_.bundle.form != BundleForm::SingleFile &&
                          !(context_.bundle.isSourceTree && context_.manifest.settingsKey.empty());
    if (!isBundle)
      lowerTo(finding, Severity::Note);
  }

  const CheckContext &context_;
  RuleReporter &report_;
  llvm::StringSet<> known_;
  bool isOpen_ = false; ///< names may come from anywhere
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  NameSearch(context, report).run();
}

extern const Rule UndefinedName = {{.id = "AC4211",
                                    .name = "undefined-name",
                                    .group = "modules",
                                    .severity = Severity::Warning,
                                    .summary = "names that nothing defines",
                                    .precision = Precision::High,
                                    .cwe = 457,
                                    .concern = Concern::Bundle},
                                   check};

} // namespace agentc::rules
