#include "agentc/Access/FileReach.h"

#include "PathTexts.h"

#include "agentc/Support/PosixPath.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/BoundFunction.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc {

namespace {

using Place = FileReach::Place;

/// The function that a use names; empty for the module as a whole.
llvm::StringRef functionOf(const ApiUse &use) {
  llvm::StringRef rest = use.path;
  rest.consume_front("module:");
  rest.consume_front(use.module);
  while (rest.consume_front(".promises") || rest.consume_front(".default"))
    ;
  rest.consume_front(".");
  llvm::StringRef name = rest.take_front(rest.find_first_of(".("));
  name.consume_back("Sync");
  return name;
}

bool failsOnFolders(llvm::StringRef function) {
  return llvm::is_contained({"readFile", "writeFile", "appendFile", "open", "createReadStream",
                             "createWriteStream", "copyFile", "truncate", "unlink"},
                            function);
}

struct Doing {
  bool reads, writes;
};

/// Returns the access of `fs.open`, and of functions built on it, by the flags.
Doing doingOf(const Value *flags) {
  const auto *text = flags ? llvm::dyn_cast<StringValue>(flags) : nullptr;
  if (!flags || llvm::isa<UndefinedValue>(flags))
    return {true, false};
  if (!text)
    return {true, true};
  llvm::StringRef word = text->value;
  const bool changes = word.find_first_of("wa+") != llvm::StringRef::npos;
  return {!changes || word.contains('+'), changes};
}

/// The same of a function that reads by default, and has flags among its options.
Doing doingOfOptions(const Value *options) {
  const auto *object = options ? llvm::dyn_cast<ObjectValue>(options) : nullptr;
  if (!options || llvm::isa<StringValue, UndefinedValue, NullValue, FunctionValue>(options))
    return {true, false};
  if (!object || object->open)
    return {true, llvm::isa<ObjectValue, UnknownValue, UnionValue>(options)};
  for (llvm::StringRef name : {"flag", "flags"})
    if (const PropertyValue *property = object->find(name))
      return doingOf(property->value);
  return {true, false};
}

/// True if other programs keep their user's secrets at a path in the home folder; never true of
/// a bundle's own data.
bool isOthersSecret(llvm::StringRef inHome) {
  static constexpr llvm::StringLiteral names[] = {
      ".ssh",           ".aws",          ".gnupg",
      ".netrc",         ".npmrc",        ".git-credentials",
      ".kube",          ".docker",       ".azure",
      ".config/gcloud", ".pgpass",       ".config/gh",
      ".mozilla",       ".bash_history", ".claude",
      ".claude.json",   ".codex",        ".config/google-chrome",
      ".password-store"};
  inHome = inHome.ltrim('/');
  return llvm::any_of(names, [&](llvm::StringRef name) { return posix::isWithin(inHome, name); });
}

FileReach reachOf(llvm::StringRef path, bool writes) {
  // a search upwards for the bundle's own manifest ends there
  const bool isOwnManifest = path == "/package.json" && !writes;
  if (posix::isWithin(path, sandbox::bundleFolder) || isOwnManifest)
    return {writes, Place::Bundle, ""};
  if (posix::isWithin(path, sandbox::scratchFolder))
    return {writes, Place::Scratch, ""};
  std::string shown;
  llvm::StringRef rest = path;
  if (posix::isWithin(path, sandbox::dataFolder)) {
    rest = path.drop_front(sandbox::dataFolder.size());
    if (!isOthersSecret(rest))
      return {writes, Place::Data, ""};
    shown = "~";
  }
  for (char c : rest)
    shown += c == pathHole ? std::string("…") : std::string(1, c);
  return {writes, Place::Host, shown};
}

/// True if each argument of a use's call is surely at its apparent position: none is bound, and
/// none follows an unknown number of others.
bool areArgumentsCertain(const Values &values, const ApiUse &use) {
  const auto *called = llvm::dyn_cast<ApiValue>(&values.of(*use.node));
  const auto *call = llvm::dyn_cast_or_null<ast::CallExpression>(use.call);
  auto isOpen = [&](const ast::Node *argument) {
    const auto *spread = llvm::dyn_cast<ast::SpreadElement>(argument);
    const auto *list =
        llvm::dyn_cast<ArrayValue>(&values.of(spread ? *spread->argument : *argument));
    return list && list->open;
  };
  return !(called && hasBoundArguments(*called)) &&
         !(call && llvm::any_of(call->arguments, isOpen));
}

void addOnce(std::vector<FileReach> &all, FileReach reach) {
  if (!llvm::is_contained(all, reach))
    all.push_back(std::move(reach));
}

} // namespace

llvm::StringRef pathOperations(llvm::StringRef function) {
  return llvm::StringSwitch<llvm::StringRef>(function)
      .Cases("read", "readv", "write", "writev", "close", "fstat", "fsync", "fdatasync", "")
      .Cases("ftruncate", "futimes", "fchmod", "fchown", "Stats", "Dirent", "unwatchFile", "")
      .Cases("constants", "F_OK", "R_OK", "W_OK", "X_OK", "")
      .Cases("stat", "lstat", "exists", "access", "realpath", "readlink", "statfs", "readdir", "r")
      .Cases("opendir", "watch", "watchFile", "openAsBlob", "r")
      .Cases("readFile", "createReadStream", "ReadStream", "FileReadStream", "f")
      .Case("open", "o")
      .Cases("writeFile", "appendFile", "createWriteStream", "WriteStream", "FileWriteStream", "w")
      .Cases("mkdir", "mkdtemp", "mkdtempDisposable", "rm", "rmdir", "unlink", "truncate", "w")
      .Cases("utimes", "lutimes", "chmod", "lchmod", "chown", "lchown", "w")
      .Cases("copyFile", "cp", "link", "symlink", "rw")
      .Cases("copy", "ensureLink", "ensureSymlink", "rw")
      .Cases("rename", "move", "ww")
      .Default("?");
}

std::string describe(const FileReach &reach) {
  const std::string word = reach.writes ? "writes " : "reads ";
  switch (reach.place) {
  case Place::Bundle:
    return word + "bundle";
  case Place::Scratch:
    return word + "scratch";
  case Place::Data:
    return word + "data";
  case Place::Host:
    return word + reach.path;
  case Place::Input:
    return word + "host paths from input";
  case Place::Unknown:
    return word + "paths that are not known";
  }
  llvm_unreachable("all places are described");
}

bool mayReachData(llvm::StringRef described) {
  for (bool writes : {false, true})
    for (Place place : {Place::Data, Place::Input, Place::Unknown})
      if (described == describe({writes, place, ""}))
        return true;
  return false;
}

/// True if the bundle replaces something that paths are made with.
bool FileReaches::isWrittenOver() {
  static constexpr llvm::StringLiteral makers[] = {
      "global:__dirname"_api,   "global:__filename"_api, "global:import.meta"_api,
      "global:process.cwd"_api, "global:URL"_api,        "global:Buffer"_api,
      "global:Date"_api,        "global:Math"_api,       "global:Number"_api,
      "global:String"_api,      "global:RegExp"_api,     "global:crypto"_api,
      "module:path"_api,        "module:os"_api,         "module:url"_api,
      "module:process"_api,     "module:crypto"_api,     "module:fs"_api};
  if (!isWrittenOver_)
    isWrittenOver_ = llvm::any_of(uses_.all(), [](const ApiUse &use) {
      // a member of what a call gave is nobody else's
      return use.kind == UseKind::Write && !llvm::StringRef(use.path).contains("()") &&
             llvm::any_of(makers,
                          [&](llvm::StringRef maker) { return isPathOrMember(use.path, maker); });
    });
  return *isWrittenOver_;
}

bool FileReaches::comesFromInput(const Values &values, const ApiUse &use, size_t argument) {
  auto [entry, isNew] = fromInput_.try_emplace({use.node, argument}, false);
  if (!isNew)
    return entry->second;
  const bool comes = !inputOf(values, flow_, use, argument, TextUse::Path).empty();
  fromInput_[{use.node, argument}] = comes;
  return comes;
}

void FileReaches::add(const Values &values, const ApiUse &use, const Operand &operand, bool writes,
                      std::vector<FileReach> &all) {
  const Value *path =
      operand.argument < use.arguments.size() ? use.arguments[operand.argument] : nullptr;
  const auto *opened = path ? llvm::dyn_cast<ResultValue>(path) : nullptr;
  // a descriptor, which was told when it was opened
  if ((path && llvm::isa<NumberValue>(path)) ||
      (opened && paths::fileFunction(opened->callee->path) == "open"))
    return;
  std::vector<std::string> shapes{""};
  if (path && operand.isCertain)
    shapes = pathShapes(program_, values, *path, operand.ofFile);
  for (const std::string &one : shapes) {
    FileReach reach{writes, Place::Unknown, ""};
    if (!one.empty())
      reach = reachOf(one, writes);
    // what can't be believed is not taken for harmless
    if (reach.place != Place::Host && isWrittenOver())
      reach = {writes, Place::Unknown, ""};
    if (reach.place == Place::Unknown && use.call && comesFromInput(values, use, operand.argument))
      reach.place = Place::Input;
    addOnce(all, std::move(reach));
  }
}

std::vector<FileReach> FileReaches::of(const Values &values, const ApiUse &use) {
  const bool isFiles = use.module == "fs" || use.module == "fs/promises";
  // what is done with a call's result was told with the call
  if (!isFiles || use.kind == UseKind::Test || llvm::StringRef(use.path).contains("()"))
    return {};
  std::vector<FileReach> all;
  llvm::StringRef function = functionOf(use);
  if (function.empty()) {
    if (use.kind == UseKind::Escape)
      all = {{false, Place::Unknown, ""}, {true, Place::Unknown, ""}};
    return all;
  }
  llvm::StringRef operations = pathOperations(function);
  const bool ofFile = failsOnFolders(function), isCertain = areArgumentsCertain(values, use);
  const Value *second = use.arguments.size() > 1 ? use.arguments[1] : nullptr;
  for (size_t i = 0; i < operations.size(); ++i) {
    const char operation = operations[i];
    Doing doing{operation == 'r', operation == 'w'};
    if (operation == '?' || (use.kind != UseKind::Call && (operation == 'o' || operation == 'f')))
      doing = {true, true};
    else if (operation == 'o')
      doing = doingOf(second);
    else if (operation == 'f')
      doing = doingOfOptions(second);
    if (doing.reads)
      add(values, use, {i, ofFile, isCertain}, false, all);
    if (doing.writes)
      add(values, use, {i, ofFile, isCertain}, true, all);
  }
  return all;
}

} // namespace agentc
