#include "Scripts.h"

#include "ModuleTable.h"
#include "Prelude.h"
#include "Snapshot.h"

#include "agentc/Support/EmbeddedFile.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

namespace agentc {

using namespace v8;

// The build writes the list: SCRIPT(name, file).
#define SCRIPT(NAME, FILE) AGENTC_EMBED(NAME, FILE)
#include AGENTC_SCRIPTS
#undef SCRIPT

namespace {

struct Script {
  const char *name;
  const char *begin;
  const char *end;
};

constexpr Script scripts[] = {
#define SCRIPT(NAME, FILE) {#NAME, NAME##Begin, NAME##End},
#include AGENTC_SCRIPTS
#undef SCRIPT
};

/// A script's text, which V8 needs no copy of: esbuild writes ASCII.
class ScriptText : public String::ExternalOneByteStringResource {
public:
  explicit ScriptText(const Script &script) : script_(script) {}
  const char *data() const override { return script_.begin; }
  size_t length() const override { return embedded(script_.begin, script_.end).size(); }

private:
  const Script &script_;
};

} // namespace

/// Caches follow each other in the scripts' order: size, code, up to the next word.
static llvm::StringRef cacheOf(llvm::StringRef caches, const Script &script) {
  for (const Script &each : scripts) {
    uint64_t size;
    if (caches.size() < sizeof size)
      return "";
    memcpy(&size, caches.data(), sizeof size);
    caches = caches.drop_front(sizeof size);
    if (size > caches.size())
      return "";
    if (&each == &script)
      return caches.take_front(size);
    caches = caches.drop_front(std::min<size_t>(llvm::alignTo<8>(size), caches.size()));
  }
  return "";
}

static MaybeLocal<Function> compile(Local<Context> context, const Script &script,
                                    llvm::StringRef cache) {
  Isolate *isolate = Isolate::GetCurrent();
  Local<String> text;
  // V8 deletes it with the string.
  if (!String::NewExternalOneByte(isolate, new ScriptText(script)).ToLocal(&text))
    return {};
  Local<String> parameters[] = {toV8(isolate, "exports"), toV8(isolate, "require"),
                                toV8(isolate, "module")};
  ScriptCompiler::CachedData *cached = nullptr;
  if (!cache.empty())
    cached = new ScriptCompiler::CachedData(reinterpret_cast<const uint8_t *>(cache.data()),
                                            static_cast<int>(cache.size()),
                                            ScriptCompiler::CachedData::BufferNotOwned);
  Local<String> origin = toV8(isolate, std::string("agentc:prelude/") + script.name);
  ScriptCompiler::Source source(text, originOf(origin, /*isModule=*/false), cached);
  return ScriptCompiler::CompileFunction(
      context, &source, std::size(parameters), parameters, 0, nullptr,
      cached ? ScriptCompiler::kConsumeCodeCache : ScriptCompiler::kNoCompileOptions);
}

MaybeLocal<Function> compileScript(Local<Context> context, llvm::StringRef name,
                                   llvm::StringRef caches) {
  for (const Script &script : scripts)
    if (name == script.name)
      return compile(context, script, cacheOf(caches, script));
  return {};
}

static Local<Array> preludeOf(Local<Context> context) {
  Local<Array> functions = Array::New(Isolate::GetCurrent());
  for (uint32_t i = 0; i < preludeFunctions; ++i)
    functions->Set(context, i, context->GetDataFromSnapshotOnce<Value>(i).ToLocalChecked()).Check();
  return functions;
}

/// Evaluates a script and has it run what bundles will run, so that this is compiled.
static std::string makeCache(Local<Context> context, Local<Function> exercise,
                             const Script &script) {
  Isolate *isolate = Isolate::GetCurrent();
  Local<Value> arguments[] = {toV8(isolate, script.name)};
  Local<Value> function;
  if (!exercise->Call(context, Undefined(isolate), 1, arguments).ToLocal(&function) ||
      !function->IsFunction())
    return "";
  isolate->PerformMicrotaskCheckpoint();
  std::unique_ptr<ScriptCompiler::CachedData> cache(
      ScriptCompiler::CreateCodeCacheForFunction(function.As<Function>()));
  return cache ? std::string(reinterpret_cast<const char *>(cache->data),
                             static_cast<size_t>(cache->length))
               : std::string();
}

std::string makeScriptCaches(const StartupData &snapshot) {
  std::unique_ptr<ArrayBuffer::Allocator> allocator(ArrayBuffer::Allocator::NewDefaultAllocator());
  std::string content;
  for (const Script &script : scripts) {
    // Each in an engine of its own: code that another script had run would be missing.
    Isolate::CreateParams parameters;
    parameters.array_buffer_allocator = allocator.get();
    parameters.snapshot_blob = const_cast<StartupData *>(&snapshot);
    parameters.external_references = Snapshot::references();
    Isolate *isolate = Isolate::New(parameters);
    std::string cache;
    {
      Isolate::Scope scope(isolate);
      HandleScope handles(isolate);
      Local<Context> context = Context::New(isolate);
      Context::Scope contextScope(context);
      context->AllowCodeGenerationFromStrings(false);
      Local<Value> exercise;
      if (preludeOf(context)
              ->Get(context, static_cast<uint32_t>(PreludeFunction::Exercise))
              .ToLocal(&exercise))
        cache = makeCache(context, exercise.As<Function>(), script);
    }
    isolate->Dispose();
    uint64_t size = cache.size();
    content.append(reinterpret_cast<const char *>(&size), sizeof size);
    content += cache;
    content.resize(llvm::alignTo<8>(content.size()));
  }
  return content;
}

} // namespace agentc
