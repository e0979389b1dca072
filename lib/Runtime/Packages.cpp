#include "Packages.h"

#include "ModuleTable.h"
#include "Snapshot.h"
#include "V8Compat.h"

asm(R"(
  .section .rodata
agentcPackages:
  .incbin ")" AGENTC_PACKAGES R"("
agentcPackagesEnd:
  .previous
)");
extern const char packagesBegin[] asm("agentcPackages");
extern const char packagesEnd[] asm("agentcPackagesEnd");

namespace agentc {

using namespace v8;

namespace {

/// The script's text, which V8 needs no copy of: esbuild writes ASCII.
class PackagesText : public String::ExternalOneByteStringResource {
public:
  const char *data() const override { return packagesBegin; }
  size_t length() const override { return static_cast<size_t>(packagesEnd - packagesBegin); }
};

} // namespace

MaybeLocal<Function> compilePackages(Local<Context> context, llvm::StringRef cache) {
  Isolate *isolate = context->GetIsolate();
  Local<String> text;
  // V8 deletes it with the string.
  if (!String::NewExternalOneByte(isolate, new PackagesText).ToLocal(&text))
    return {};
  Local<String> parameters[] = {toV8(isolate, "exports"), toV8(isolate, "require"),
                                toV8(isolate, "module")};
  ScriptCompiler::CachedData *cached = nullptr;
  if (!cache.empty())
    cached = new ScriptCompiler::CachedData(reinterpret_cast<const uint8_t *>(cache.data()),
                                            static_cast<int>(cache.size()),
                                            ScriptCompiler::CachedData::BufferNotOwned);
  ScriptCompiler::Source source(
      text, makeOrigin(isolate, toV8(isolate, "agentc:prelude/packages"), false), cached);
  return ScriptCompiler::CompileFunction(
      context, &source, std::size(parameters), parameters, 0, nullptr,
      cached ? ScriptCompiler::kConsumeCodeCache : ScriptCompiler::kNoCompileOptions);
}

/// Evaluates the script and has it run what bundles will run, so that this is compiled.
static void exercise(Local<Context> context, Local<Function> packages) {
  Isolate *isolate = context->GetIsolate();
  Local<String> exportsName = toV8(isolate, "exports");
  Local<Object> module = Object::New(isolate);
  module->Set(context, exportsName, Object::New(isolate)).Check();
  Local<Value> arguments[] = {module->Get(context, exportsName).ToLocalChecked(),
                              Undefined(isolate), module};
  Local<Value> exports, function;
  if (packages->Call(context, Undefined(isolate), std::size(arguments), arguments).IsEmpty() ||
      !module->Get(context, exportsName).ToLocal(&exports) ||
      !exports.As<Object>()->Get(context, toV8(isolate, "exercise")).ToLocal(&function) ||
      function.As<Function>()->Call(context, exports, 0, nullptr).IsEmpty())
    return;
  isolate->PerformMicrotaskCheckpoint();
}

std::string makePackagesCache(const StartupData &snapshot) {
  std::unique_ptr<ArrayBuffer::Allocator> allocator(ArrayBuffer::Allocator::NewDefaultAllocator());
  Isolate::CreateParams parameters;
  parameters.array_buffer_allocator = allocator.get();
  parameters.snapshot_blob = const_cast<StartupData *>(&snapshot);
  parameters.external_references = Snapshot::references();
  Isolate *isolate = Isolate::New(parameters);
  std::string content;
  {
    Isolate::Scope scope(isolate);
    HandleScope handles(isolate);
    Local<Context> context = Context::New(isolate);
    Context::Scope contextScope(context);
    context->AllowCodeGenerationFromStrings(false);
    Local<Function> packages;
    if (compilePackages(context, "").ToLocal(&packages)) {
      exercise(context, packages);
      std::unique_ptr<ScriptCompiler::CachedData> cache(
          ScriptCompiler::CreateCodeCacheForFunction(packages));
      if (cache)
        content.assign(reinterpret_cast<const char *>(cache->data),
                       static_cast<size_t>(cache->length));
    }
  }
  isolate->Dispose();
  return content;
}

} // namespace agentc
