#include "ModuleTable.h"

#include "Engine.h"

namespace agentc {

using namespace v8;

v8::Local<v8::String> toV8(Isolate *isolate, llvm::StringRef text) {
  Local<String> string;
  if (!String::NewFromUtf8(isolate, text.data(), NewStringType::kNormal,
                           static_cast<int>(text.size()))
           .ToLocal(&string))
    return String::Empty(isolate);
  return string;
}

std::string toUtf8(Isolate *isolate, Local<Value> value) {
  if (!value->IsString())
    return {};
  Local<String> string = value.As<String>();
  std::string text(string->Utf8LengthV2(isolate), '\0');
  string->WriteUtf8V2(isolate, text.data(), text.size(), String::WriteFlags::kReplaceInvalidUtf8);
  return text;
}

const std::string *ModuleTable::text(llvm::StringRef path) const {
  auto it = texts_.find(path);
  return it == texts_.end() ? nullptr : &it->second.text;
}

ScriptOrigin originOf(Local<Value> name, bool isModule) {
  return ScriptOrigin(name, 0, 0, false, -1, {}, false, false, isModule);
}

static ScriptCompiler::Source makeSource(Isolate *isolate, llvm::StringRef path,
                                         const std::string *text, bool isModule) {
  return ScriptCompiler::Source(
      toV8(isolate, text ? llvm::StringRef(*text) : ""), originOf(toV8(isolate, path), isModule),
      [](int, void *) { return true; }, nullptr);
}

/// A short text is compiled with all its functions, which each call's process would otherwise
/// compile anew. For modules V8 offers that only as a hint of each function.
static ScriptCompiler::CompileOptions optionsFor(const std::string *text,
                                                 ScriptCompiler::CompileOptions eager) {
  constexpr size_t shortText = 16384;
  return text && text->size() <= shortText ? eager : ScriptCompiler::kNoCompileOptions;
}

void ModuleTable::noteFailure(Local<Context> context, TryCatch &caught) {
  Local<Message> message = caught.Message();
  if (message.IsEmpty())
    return;
  failurePlace_ = toUtf8(Isolate::GetCurrent(), message->GetScriptResourceName()) + ":" +
                  std::to_string(message->GetLineNumber(context).FromMaybe(0)) + ":" +
                  std::to_string(message->GetStartColumn(context).FromMaybe(0) + 1);
}

MaybeLocal<Function> ModuleTable::compileCommonJs(Local<Context> context, llvm::StringRef path) {
  Isolate *isolate = Isolate::GetCurrent();
  failurePlace_.clear();
  TryCatch caught(isolate);
  Local<String> parameters[] = {toV8(isolate, "exports"), toV8(isolate, "require"),
                                toV8(isolate, "module"), toV8(isolate, "__filename"),
                                toV8(isolate, "__dirname")};
  ScriptCompiler::Source source = makeSource(isolate, path, text(path), false);
  MaybeLocal<Function> function = ScriptCompiler::CompileFunction(
      context, &source, std::size(parameters), parameters, 0, nullptr,
      optionsFor(text(path), ScriptCompiler::kEagerCompile));
  if (function.IsEmpty()) {
    noteFailure(context, caught);
    caught.ReThrow();
  }
  return function;
}

/// The prefix of the name of the module that `require` gives for an ES module with a `default`;
/// the key of the ES module follows.
static constexpr llvm::StringLiteral facadePrefix = "agentc:required/";

MaybeLocal<Module> ModuleTable::compile(Local<Context> context, llvm::StringRef path) {
  static const std::string facade = "export * from 'original'; "
                                    "export { default } from 'original'; "
                                    "export const __esModule = true;";
  Isolate *isolate = Isolate::GetCurrent();
  failurePlace_.clear();
  TryCatch caught(isolate);
  const std::string *code = path.starts_with(facadePrefix) ? &facade : text(path);
  ScriptCompiler::Source source = makeSource(isolate, path, code, true);
  MaybeLocal<Module> module = ScriptCompiler::CompileModule(
      isolate, &source, optionsFor(code, ScriptCompiler::kConsumeCompileHints));
  if (module.IsEmpty()) {
    noteFailure(context, caught);
    caught.ReThrow();
  }
  return module;
}

MaybeLocal<Array> ModuleTable::compileEs(Local<Context> context, llvm::StringRef path) {
  Isolate *isolate = Isolate::GetCurrent();
  Local<Module> module;
  if (!compile(context, path).ToLocal(&module))
    return {};
  addModule(isolate, path, module);
  Local<FixedArray> requests = module->GetModuleRequests();
  std::vector<Local<Value>> answer;
  for (int i = 0; i < requests->Length(); ++i) {
    Local<ModuleRequest> request = requests->Get(i).As<ModuleRequest>();
    Location place = module->SourceOffsetToLocation(request->GetSourceOffset());
    answer.push_back(request->GetSpecifier());
    answer.push_back(toV8(isolate, (path + ":" + llvm::Twine(place.GetLineNumber() + 1) + ":" +
                                    llvm::Twine(place.GetColumnNumber() + 1))
                                       .str()));
  }
  return Array::New(isolate, answer.data(), answer.size());
}

void ModuleTable::link(llvm::StringRef path, llvm::StringMap<std::string> targets) {
  entries_[path].targets = std::move(targets);
}

ModuleTable::Entry &ModuleTable::addModule(Isolate *isolate, llvm::StringRef key,
                                           Local<Module> module) {
  auto at = entries_.try_emplace(key).first;
  Entry &entry = at->second;
  entry.key = at->first();
  entry.module.Reset(isolate, module);
  byHash_.emplace(module->GetIdentityHash(), &entry);
  return entry;
}

ModuleTable::Entry *ModuleTable::entryOf(Isolate *isolate, Local<Module> module) {
  auto [begin, end] = byHash_.equal_range(module->GetIdentityHash());
  for (auto it = begin; it != end; ++it)
    if (it->second->module.Get(isolate) == module)
      return it->second;
  return nullptr;
}

llvm::StringRef ModuleTable::pathOf(Isolate *isolate, Local<Module> module) {
  const Entry *entry = entryOf(isolate, module);
  return entry ? entry->key : llvm::StringRef();
}

void ModuleTable::makeSynthetic(Isolate *isolate, llvm::StringRef key,
                                const std::vector<Local<String>> &names, Local<Array> values) {
  Entry &entry =
      addModule(isolate, key,
                Module::CreateSyntheticModule(isolate, toV8(isolate, key),
                                              {names.data(), names.size()}, evaluateSynthetic));
  entry.values.Reset(isolate, values);
  for (Local<String> name : names)
    entry.names.emplace_back(isolate, name);
}

static ModuleTable &tableOf(Isolate *isolate) {
  return static_cast<Engine *>(isolate->GetData(0))->modules();
}

MaybeLocal<Value> ModuleTable::evaluateSynthetic(Local<Context> context, Local<Module> module) {
  Isolate *isolate = Isolate::GetCurrent();
  Isolate::DisallowJavascriptExecutionScope noScript(
      isolate, Isolate::DisallowJavascriptExecutionScope::CRASH_ON_FAILURE);
  Entry *entry = tableOf(isolate).entryOf(isolate, module);
  Local<Array> values = entry->values.Get(isolate);
  for (uint32_t i = 0; i < entry->names.size(); ++i) {
    Local<Value> value;
    if (!values->Get(context, i).ToLocal(&value) ||
        module->SetSyntheticModuleExport(isolate, entry->names[i].Get(isolate), value).IsNothing())
      return {};
  }
  Local<Promise::Resolver> resolver;
  if (!Promise::Resolver::New(context).ToLocal(&resolver) ||
      resolver->Resolve(context, Undefined(isolate)).IsNothing())
    return {};
  return resolver->GetPromise();
}

MaybeLocal<Module> ModuleTable::resolve(Local<Context>, Local<String> specifier, Local<FixedArray>,
                                        Local<Module> referrer) {
  Isolate *isolate = Isolate::GetCurrent();
  ModuleTable &table = tableOf(isolate);
  if (Entry *from = table.entryOf(isolate, referrer)) {
    auto target = from->targets.find(toUtf8(isolate, specifier));
    if (target != from->targets.end())
      if (auto found = table.entries_.find(target->second);
          found != table.entries_.end() && !found->second.module.IsEmpty())
        return found->second.module.Get(isolate);
  }
  isolate->ThrowException(Exception::Error(toV8(isolate, "the module is not linked")));
  return {};
}

MaybeLocal<Module> ModuleTable::instantiate(Local<Context> context, llvm::StringRef key) {
  Isolate *isolate = Isolate::GetCurrent();
  failurePlace_.clear();
  auto it = entries_.find(key);
  if (it == entries_.end() || it->second.module.IsEmpty()) {
    isolate->ThrowException(Exception::Error(toV8(isolate, "the module is not linked")));
    return {};
  }
  Local<Module> module = it->second.module.Get(isolate);
  TryCatch caught(isolate);
  if (module->GetStatus() == Module::kUninstantiated &&
      module->InstantiateModule(context, resolve).IsNothing()) {
    noteFailure(context, caught);
    caught.ReThrow();
    return {};
  }
  return module;
}

MaybeLocal<Value> ModuleTable::evaluate(Local<Context> context, llvm::StringRef key) {
  Local<Module> module;
  if (!instantiate(context, key).ToLocal(&module))
    return {};
  TryCatch caught(Isolate::GetCurrent());
  MaybeLocal<Value> promise = module->Evaluate(context);
  if (promise.IsEmpty())
    caught.ReThrow();
  return promise;
}

MaybeLocal<Value> ModuleTable::evaluateNow(Local<Context> context, llvm::StringRef key,
                                           const std::vector<Local<String>> &graph) {
  Isolate *isolate = Isolate::GetCurrent();
  // V8 must not be asked to evaluate what it evaluates
  for (Local<String> name : graph) {
    auto it = entries_.find(toUtf8(isolate, name));
    if (it != entries_.end() && !it->second.module.IsEmpty() &&
        it->second.module.Get(isolate)->GetStatus() == Module::kEvaluating)
      return toV8(isolate, "cycle").As<Value>();
  }
  Local<Module> module;
  if (!instantiate(context, key).ToLocal(&module))
    return {};
  if (module->GetStatus() != Module::kErrored && module->IsGraphAsync())
    return toV8(isolate, "async").As<Value>();
  Local<Value> value;
  if (!evaluate(context, key).ToLocal(&value) || !value->IsPromise())
    return {};
  Local<Promise> promise = value.As<Promise>();
  if (promise->State() == Promise::kRejected) {
    promise->MarkAsHandled();
    isolate->ThrowException(promise->Result());
    return {};
  }
  return module->GetModuleNamespace();
}

MaybeLocal<Value> ModuleTable::namespaceOf(Isolate *isolate, llvm::StringRef key) {
  auto it = entries_.find(key);
  if (it == entries_.end() || it->second.module.IsEmpty())
    return Undefined(isolate);
  Local<Module> module = it->second.module.Get(isolate);
  if (module->GetStatus() < Module::kInstantiated)
    return Undefined(isolate);
  return module->GetModuleNamespace();
}

void ModuleTable::compileAll(
    Local<Context> context,
    llvm::function_ref<void(llvm::StringRef, llvm::StringRef, llvm::StringRef)> report) {
  Isolate *isolate = Isolate::GetCurrent();
  for (const auto &item : texts_) {
    if (item.second.format == ModuleFormat::Json || item.second.format == ModuleFormat::Asset)
      continue;
    HandleScope handles(isolate);
    TryCatch caught(isolate);
    bool good = item.second.format == ModuleFormat::Esm
                    ? !compile(context, item.first()).IsEmpty()
                    : !compileCommonJs(context, item.first()).IsEmpty();
    if (good || caught.Message().IsEmpty())
      continue;
    std::string place = takeFailurePlace();
    std::string text = toUtf8(isolate, caught.Message()->Get());
    llvm::StringRef message = text;
    message.consume_front("Uncaught ");
    report(item.first(), llvm::StringRef(place).substr(item.first().size() + 1), message);
  }
}

} // namespace agentc
