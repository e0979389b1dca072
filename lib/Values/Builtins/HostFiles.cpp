#include "Builtins/HostFiles.h"

#include "Builtins/Conversions.h"
#include "Builtins/TextCodings.h"

#include "agentc/Support/PosixPath.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;
using namespace posix;

namespace {

/// The member of the module `path` that is called, in all its spellings.
llvm::StringRef pathFunction(llvm::StringRef path) {
  if (!path.consume_front("module:path"_api))
    return "";
  path.consume_front("/posix");
  path.consume_front(".posix");
  return path.consume_front(".") ? path : "";
}

bool listsFolder(llvm::StringRef path) {
  return path == "module:fs.readdirSync"_api || path == "module:fs.promises.readdir"_api ||
         path == "module:fs/promises.readdir"_api;
}

/// True if a call of the path reads a whole file: `fs.readFileSync`, or `readFile` with
/// `await`.
bool readsFile(llvm::StringRef path) {
  return path == "module:fs.readFileSync"_api || path == "module:fs.promises.readFile"_api ||
         path == "module:fs/promises.readFile"_api;
}

} // namespace

/// A place in the bundle, by its path from the root: what a relative path, `__dirname` or
/// `import.meta.url` lead to, as far as the bundle's own folder is all they depend on.
std::optional<std::string> HostFiles::placeOf(const Value &value) {
  if (const auto *text = llvm::dyn_cast<StringValue>(&value)) {
    bool isRelative = !text->value.starts_with("/") && !text->value.contains('\0');
    return isRelative && spend(text->value.size()) ? std::optional(normalizePath(text->value))
                                                   : std::nullopt;
  }
  if (const auto *path = llvm::dyn_cast<ApiValue>(&value); path && path->origin) {
    llvm::StringRef file = program().moduleOf(*path->origin).path();
    if (path->path == "global:__filename"_api || path->path == "global:import.meta.filename"_api)
      return file.str();
    if (path->path == "global:__dirname"_api || path->path == "global:import.meta.dirname"_api)
      return folderName(file).str();
    return std::nullopt;
  }
  // `__dirname + '/x'` and `${__dirname}/x`
  if (llvm::isa<UnknownValue>(value) && value.origin) {
    const Node *base = nullptr;
    std::optional<std::string> rest;
    if (const auto *sum = llvm::dyn_cast<BinaryExpression>(value.origin); sum && sum->op == "+") {
      base = sum->left;
      rest = conversions().textOf(eval(*sum->right));
    } else if (const auto *text = llvm::dyn_cast<TemplateLiteral>(value.origin);
               text && text->expressions.size() == 1 &&
               llvm::cast<TemplateElement>(text->quasis[0])->cooked.empty()) {
      base = text->expressions[0];
      rest = llvm::cast<TemplateElement>(text->quasis[1])->cooked.str();
    }
    const auto *folder = base ? llvm::dyn_cast<ApiValue>(&eval(*base)) : nullptr;
    std::optional<std::string> place = folder ? placeOf(*folder) : std::nullopt;
    return place && rest && llvm::StringRef(*rest).starts_with("/")
               ? std::optional(normalizePath(*place + *rest))
               : std::nullopt;
  }
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  if (!made || made->arguments.empty() || !spend(64))
    return std::nullopt;
  if (made->callee->path == "module:url.fileURLToPath"_api) {
    if (const auto *url = llvm::dyn_cast<ResultValue>(made->arguments[0]))
      return placeOfUrl(*url);
    const auto *own = llvm::dyn_cast<ApiValue>(made->arguments[0]);
    return own && own->path == "global:import.meta.url"_api && own->origin
               ? std::optional(program().moduleOf(*own->origin).path().str())
               : std::nullopt;
  }
  llvm::StringRef function = pathFunction(made->callee->path);
  if (function == "dirname") {
    std::optional<std::string> place = placeOf(*made->arguments[0]);
    bool isBelow = place && *place != "." && !llvm::StringRef(*place).starts_with("..");
    return isBelow ? std::optional(folderName(*place).str()) : std::nullopt;
  }
  if (function == "join" || function == "resolve") {
    std::optional<std::string> place = placeOf(*made->arguments[0]);
    for (const Value *argument : made->arguments.drop_front()) {
      const auto *part = llvm::dyn_cast<StringValue>(argument);
      bool restarts = part && function == "resolve" && part->value.starts_with("/");
      if (!part || !place || restarts || place->size() > 4096 || !spend(part->value.size()))
        return std::nullopt;
      *place += ("/" + part->value).str();
    }
    return place ? std::optional(normalizePath(*place)) : std::nullopt;
  }
  return std::nullopt;
}

/// `new URL('./x', import.meta.url)`.
std::optional<std::string> HostFiles::placeOfUrl(const ResultValue &made) {
  if (made.callee->path != "global:URL"_api || made.arguments.size() != 2 ||
      !llvm::isa_and_nonnull<NewExpression>(made.origin))
    return std::nullopt;
  const auto *base = llvm::dyn_cast<ApiValue>(made.arguments[1]);
  const auto *relative = llvm::dyn_cast<StringValue>(made.arguments[0]);
  if (!base || base->path != "global:import.meta.url"_api || !base->origin || !relative ||
      relative->value.find_first_of(":?#%\\") != llvm::StringRef::npos ||
      relative->value.starts_with("/"))
    return std::nullopt;
  llvm::StringRef folder = folderName(program().moduleOf(*base->origin).path());
  return normalizePath((folder + "/" + relative->value).str());
}

std::optional<std::string> HostFiles::readFile(const ResultValue &call) {
  if (!readsFile(call.callee->path) || call.arguments.empty())
    return std::nullopt;
  std::optional<std::string> place = placeOf(*call.arguments[0]);
  if (const auto *made = llvm::dyn_cast<ResultValue>(call.arguments[0]); made && !place)
    place = placeOfUrl(*made);
  if (!place)
    return std::nullopt;
  const File *file = program().files().find(*place);
  if (!file || file->bytes.size() > maxStringBytes || !spend(file->bytes.size()))
    return std::nullopt;
  return file->bytes;
}

const Value *HostFiles::foldPlaceMethod(const Value &path, llvm::StringRef key, Arguments arguments,
                                        const Node &site) {
  if (const auto *made = llvm::dyn_cast<ResultValue>(&path))
    if (const Value *known = foldEntryMethod(*made, key, site))
      return known;
  const auto *end = arguments.size() == 1 ? llvm::dyn_cast<StringValue>(arguments[0]) : nullptr;
  std::optional<std::string> place =
      key == "endsWith" && end && end->value.size() <= 255 ? placeOf(path) : std::nullopt;
  if (!place || *place == ".")
    return nullptr;
  std::string below = "/" + *place;
  bool isLonger = end->value.size() > below.size() && end->value.ends_with(below);
  return isLonger ? nullptr
                  : &make<BooleanValue>(llvm::StringRef(below).ends_with(end->value), &site);
}

namespace {

/// The options of a call of `readdir`; std::nullopt where they are not known.
struct Listing {
  bool withTypes = false, isRecursive = false;
};

std::optional<Listing> listingOf(Arguments arguments) {
  Listing listing;
  if (arguments.size() < 2)
    return listing;
  const auto *options = llvm::dyn_cast<ObjectValue>(arguments[1]);
  if (!options || options->open)
    return std::nullopt;
  for (const PropertyValue &option : options->properties) {
    const auto *isOn = llvm::dyn_cast<BooleanValue>(option.value);
    const auto *text = llvm::dyn_cast<StringValue>(option.value);
    if (option.key == "withFileTypes" && isOn)
      listing.withTypes = isOn->value;
    else if (option.key == "recursive" && isOn)
      listing.isRecursive = isOn->value;
    else if (option.key != "encoding" || !text || (text->value != "utf8" && text->value != "utf-8"))
      return std::nullopt;
  }
  return listing;
}

} // namespace

/// The entries of a folder of the bundle, as `readdir` gives them. What else lies beside the
/// bundle's files, such as what is installed there, may be in its own folder.
const Value *HostFiles::listFolder(Arguments arguments, const Node &site) {
  std::optional<std::string> place = placeOf(*arguments[0]);
  const std::optional<Listing> listing = listingOf(arguments);
  if (!place || *place == "." || !listing || (listing->withTypes && listing->isRecursive))
    return nullptr;
  const auto &entry = llvm::cast<ApiValue>(api("module:fs.Dirent"_api, &site));
  llvm::SmallVector<const Value *, 16> entries;
  const auto &files = program().files().files();
  // each folder after those that it was found in
  std::vector<std::string> folders = {""};
  for (size_t i = 0; i < folders.size(); ++i) {
    const std::string prefix = *place + "/" + folders[i];
    llvm::StringRef last;
    for (auto at = files.lower_bound(prefix); at != files.end(); ++at) {
      llvm::StringRef path = at->first;
      if (!path.consume_front(prefix))
        break;
      llvm::StringRef name = path.take_until([](char c) { return c == '/'; });
      if (name == last)
        continue;
      last = name;
      if (entries.size() > 10'000 || !spend(1 + folders[i].size() + name.size()))
        return nullptr;
      const bool isFolder = name.size() < path.size();
      const Value &text = string(folders[i] + name.str(), &site);
      if (listing->withTypes)
        entries.push_back(&make<ResultValue>(
            &entry,
            copy<const Value *>({&text, &make<BooleanValue>(isFolder, &site), arguments[0]}),
            &site));
      else
        entries.push_back(&text);
      if (isFolder && listing->isRecursive)
        folders.push_back(folders[i] + name.str() + "/");
    }
  }
  return entries.empty() ? nullptr : &array(entries, false, &site);
}

static bool isEntry(const ResultValue &made) {
  return made.callee->path == "module:fs.Dirent"_api && made.arguments.size() == 3;
}

const Value *HostFiles::memberOfEntry(const ResultValue &made, llvm::StringRef key) {
  if (!isEntry(made))
    return nullptr;
  return key == "name"                          ? made.arguments[0]
         : key == "parentPath" || key == "path" ? made.arguments[2]
                                                : nullptr;
}

const Value *HostFiles::foldEntryMethod(const ResultValue &entry, llvm::StringRef key,
                                        const Node &site) {
  if (!isEntry(entry) || (key != "isFile" && key != "isDirectory" && key != "isSymbolicLink"))
    return nullptr;
  const bool isFolder = llvm::cast<BooleanValue>(entry.arguments[1])->value;
  return &make<BooleanValue>(key != "isSymbolicLink" && isFolder == (key == "isDirectory"), &site);
}

std::optional<std::string> HostFiles::placeOfModule(const Value &specifier) {
  const auto *url = llvm::dyn_cast<ApiValue>(&specifier);
  bool isUrl = url && url->receiver && url->path == "module:url.pathToFileURL().href"_api;
  if (isUrl && !url->receiver->arguments.empty())
    return placeOf(*url->receiver->arguments[0]);
  return llvm::isa<ResultValue>(specifier) ? placeOf(specifier) : std::nullopt;
}

const Value *HostFiles::invokeFileFunction(llvm::StringRef path, Arguments arguments,
                                           const Node &site) {
  if (readsFile(path) && arguments.size() > 1) {
    const Value *encoding = arguments[1];
    if (const auto *options = llvm::dyn_cast<ObjectValue>(encoding))
      if (const PropertyValue *named = options->find("encoding"); named && !options->open)
        encoding = named->value;
    const auto *name = llvm::dyn_cast<StringValue>(encoding);
    const auto &callee = make<ApiValue>(strings().save(path), &site);
    std::optional<std::string> bytes =
        name ? readFile(make<ResultValue>(&callee, copy(arguments), &site)) : std::nullopt;
    std::optional<std::string> text = bytes ? decodeBytes(*bytes, name->value) : std::nullopt;
    return text ? &string(*text, &site) : nullptr;
  }
  if (listsFolder(path) && !arguments.empty())
    return listFolder(arguments, site);
  llvm::StringRef function = pathFunction(path);
  llvm::SmallVector<llvm::StringRef, 4> texts;
  size_t total = 0;
  for (const Value *argument : arguments) {
    const auto *text = llvm::dyn_cast<StringValue>(argument);
    if (!text || function.empty() || !spend(text->value.size()))
      return nullptr;
    texts.push_back(text->value);
    total += text->value.size();
  }
  if (texts.empty() || total > 4096)
    return nullptr;
  if (function == "join") {
    llvm::erase_if(texts, [](llvm::StringRef text) { return text.empty(); });
    return &string(normalizePath(llvm::join(texts, "/")), &site);
  }
  if (function == "normalize" && texts.size() == 1)
    return &string(normalizePath(texts[0]), &site);
  if (function == "dirname" && texts.size() == 1)
    return &string(folderName(texts[0]), &site);
  if (function == "extname" && texts.size() == 1)
    return &string(extension(texts[0]), &site);
  if (function == "basename" && texts.size() <= 2) {
    llvm::StringRef name = baseName(texts[0]);
    if (texts.size() == 2 && name != texts[1])
      name.consume_back(texts[1]);
    return &string(name, &site);
  }
  return nullptr;
}

} // namespace agentc
