#include "Snapshot.h"

#include "HostFunctions.h"
#include "ModuleTable.h"
#include "Prelude.h"
#include "Scripts.h"

#include "llvm/ADT/StringExtras.h"

#include <libplatform/libplatform.h>

#include <climits>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace agentc {

using namespace v8;

void setEngineFlags(bool jitless) {
  // The label tells whose snapshot it is; its sum would be taken at each start.
  // Keys of the processor's would have code pages that the filter of system calls does not know.
  // A collection before calls are copied would leave the nursery so small that garbage gets old.
  V8::SetFlagsFromString("--single-threaded --enable-sharedarraybuffer-per-context "
                         "--no-memory-protection-keys --no-verify-snapshot-checksum "
                         "--min-semi-space-size=4");
  if (jitless)
    V8::SetFlagsFromString("--jitless");
}

Local<Array> evaluatePrelude(Local<Context> context, bool eager) {
  Isolate *isolate = Isolate::GetCurrent();
  Context::Scope scope(context);
  std::string text = ("(function prelude(host) {" + preludeText() + "})").str();
  ScriptCompiler::Source source(toV8(isolate, text),
                                originOf(toV8(isolate, "agentc:prelude"), /*isModule=*/false));
  Local<Value> host = HostFunctions::makeObject(context);
  Local<Value> prelude = ScriptCompiler::Compile(context, &source,
                                                 eager ? ScriptCompiler::kEagerCompile
                                                       : ScriptCompiler::kNoCompileOptions)
                             .ToLocalChecked()
                             ->Run(context)
                             .ToLocalChecked();
  return prelude.As<Function>()
      ->Call(context, Undefined(isolate), 1, &host)
      .ToLocalChecked()
      .As<Array>();
}

const intptr_t *Snapshot::references() {
  static const std::vector<intptr_t> all = [] {
    std::vector<intptr_t> addresses;
    for (FunctionCallback callback : HostFunctions::callbacks())
      addresses.push_back(reinterpret_cast<intptr_t>(callback));
    addresses.push_back(0);
    return addresses;
  }();
  return all.data();
}

/// The GNU build id among the notes of a loaded object, in hexadecimal; empty without one.
static std::string buildIdOf(const dl_phdr_info &object) {
  for (unsigned i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE)
      continue;
    const char *at = reinterpret_cast<const char *>(object.dlpi_addr + segment.p_vaddr);
    const char *end = at + segment.p_memsz;
    while (static_cast<size_t>(end - at) > sizeof(ElfW(Nhdr))) {
      ElfW(Nhdr) note;
      memcpy(&note, at, sizeof note);
      const char *name = at + sizeof note, *content = name + llvm::alignTo<4>(note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp(name, "GNU", 4))
        return llvm::toHex(llvm::StringRef(content, note.n_descsz), /*LowerCase=*/true);
      at = content + llvm::alignTo<4>(note.n_descsz);
    }
  }
  return "";
}

/// The label, and the offsets in it of the size of the snapshot and of the size of the code
/// behind the snapshot that is not for `--jitless`.
static constexpr size_t labelSize = 4096, sizeOffset = labelSize - 2 * sizeof(uint64_t),
                        codeSizeOffset = sizeOffset + sizeof(uint64_t);

/// One page that names what a snapshot was made by; empty if that cannot be told.
static std::string makeLabel() {
  struct Ids {
    std::string engine, program;
  } ids;
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *argument) {
        auto *ids = static_cast<Ids *>(argument);
        llvm::StringRef name = object->dlpi_name;
        if (name.empty() && ids->program.empty())
          ids->program = buildIdOf(*object);
        else if (name.ends_with("/engine.so"))
          ids->engine = buildIdOf(*object);
        return 0;
      },
      &ids);
  if (ids.program.empty() || ids.engine.empty())
    return "";
  std::string label = "agentc snapshot\nengine " + ids.engine + "\nprogram " + ids.program + '\n';
  label.resize(labelSize);
  return label;
}

static llvm::StringRef foundCaches;

const StartupData *Snapshot::find(bool jitless) {
  std::string label = makeLabel();
  int file = open("snapshot", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return nullptr;
  struct stat status = {};
  size_t size = fstat(file, &status) == 0 ? static_cast<size_t>(status.st_size) : 0;
  void *bytes = MAP_FAILED;
  if (!label.empty() && size > label.size() && size < INT_MAX)
    bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  const char *content = static_cast<const char *>(bytes);
  if (bytes == MAP_FAILED || memcmp(content, label.data(), sizeOffset) != 0)
    return nullptr;
  uint64_t blobSize, codeSize;
  memcpy(&blobSize, content + sizeOffset, sizeof blobSize);
  memcpy(&codeSize, content + codeSizeOffset, sizeof codeSize);
  if (blobSize > size - labelSize || codeSize > size - labelSize - blobSize)
    return nullptr;
  // All of it is read; of what follows, little.
  madvise(bytes, labelSize + blobSize, MADV_POPULATE_READ);
  static StartupData found;
  found.data = content + labelSize;
  found.raw_size = static_cast<int>(blobSize);
  const llvm::StringRef code(content + labelSize + blobSize, size - labelSize - blobSize);
  foundCaches = jitless ? code.drop_front(codeSize) : code.take_front(codeSize);
  return &found;
}

llvm::StringRef Snapshot::scriptCaches() { return foundCaches; }

static std::string readAll(int descriptor) {
  std::string text;
  char bytes[65536];
  for (ssize_t size; (size = read(descriptor, bytes, sizeof bytes)) > 0;)
    text.append(bytes, static_cast<size_t>(size));
  return text;
}

static void writeAll(int descriptor, llvm::StringRef text) {
  for (ssize_t size; !text.empty() && (size = write(descriptor, text.data(), text.size())) > 0;)
    text = text.drop_front(static_cast<size_t>(size));
  close(descriptor);
}

/// A process that makes the scripts' code for `--jitless`, which has to be there before V8 has got
/// other flags: it takes no code that was made under others.
class JitlessMaker {
public:
  JitlessMaker() {
    if (pipe2(toIt_, O_CLOEXEC) != 0 || pipe2(fromIt_, O_CLOEXEC) != 0 || (pid_ = fork()) != 0)
      return;
    close(toIt_[1]);
    const std::string blob = readAll(toIt_[0]);
    setEngineFlags(/*jitless=*/true);
    std::unique_ptr<Platform> platform = platform::NewSingleThreadedDefaultPlatform();
    V8::InitializePlatform(platform.get());
    V8::Initialize();
    writeAll(fromIt_[1], makeScriptCaches({blob.data(), static_cast<int>(blob.size())}));
    _exit(0);
  }
  /// Empty where that fails: without the code all is as it is, but slower.
  std::string make(const StartupData &blob) {
    if (pid_ < 0)
      return "";
    close(toIt_[0]);
    close(fromIt_[1]);
    writeAll(toIt_[1], {blob.data, static_cast<size_t>(blob.raw_size)});
    std::string caches = readAll(fromIt_[0]);
    int status = 0;
    const bool isMade = waitpid(pid_, &status, 0) == pid_ && status == 0;
    return isMade ? caches : "";
  }

private:
  int toIt_[2] = {-1, -1}, fromIt_[2] = {-1, -1};
  pid_t pid_ = -1;
};

llvm::Expected<std::string> Snapshot::make() {
  std::string content = makeLabel();
  if (content.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "V8's program, or what is loaded into it, has no build id");
  JitlessMaker jitless;
  setEngineFlags(/*jitless=*/false);
  std::unique_ptr<Platform> platform = platform::NewSingleThreadedDefaultPlatform();
  V8::InitializePlatform(platform.get());
  V8::Initialize();
  StartupData blob;
  {
    std::unique_ptr<ArrayBuffer::Allocator> allocator(
        ArrayBuffer::Allocator::NewDefaultAllocator());
    Isolate::CreateParams parameters;
    parameters.array_buffer_allocator = allocator.get();
    parameters.external_references = references();
    SnapshotCreator creator(parameters);
    {
      Isolate *isolate = creator.GetIsolate();
      HandleScope handles(isolate);
      Local<Context> context = Context::New(isolate);
      context->AllowCodeGenerationFromStrings(false);
      Local<Array> functions = evaluatePrelude(context, /*eager=*/true);
      for (uint32_t i = 0; i < preludeFunctions; ++i)
        creator.AddData(context, functions->Get(context, i).ToLocalChecked());
      creator.SetDefaultContext(context);
    }
    blob = creator.CreateBlob(SnapshotCreator::FunctionCodeHandling::kKeep);
  }
  std::string caches = makeScriptCaches(blob);
  content.append(blob.data, static_cast<size_t>(blob.raw_size));
  // V8 reads compiled code by words.
  content.resize(llvm::alignTo<8>(content.size()));
  const uint64_t blobSize = content.size() - labelSize, codeSize = caches.size();
  memcpy(&content[sizeOffset], &blobSize, sizeof blobSize);
  memcpy(&content[codeSizeOffset], &codeSize, sizeof codeSize);
  content += caches;
  content += jitless.make(blob);
  delete[] blob.data;
  return content;
}

} // namespace agentc
