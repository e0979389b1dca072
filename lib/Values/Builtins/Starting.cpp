#include "Builtins/Starting.h"

#include "Builtins/ArgumentParsers.h"
// Evaluates the values that depend on how a program is started, where that is known.
#include "agentc/Support/Utf16.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/ProgramStart.h"

#include <unicode/ucol.h>

namespace agentc {

using namespace ast;

/// A member of the process; null where the start doesn't tell it. It is Linux wherever agentc runs.
const Value *Starting::memberAtStart(llvm::StringRef path, llvm::StringRef key, const Node *site) {
  if (path == "global:process.env"_api && start()->environment &&
      !start()->environment->contains(key))
    return &make<UndefinedValue>(site);
  if (path == "global:process.versions"_api && key == "electron")
    return &make<UndefinedValue>(site);
  if (path != "global:process"_api)
    return nullptr;
  if (key == "platform")
    return &string("linux", site);
  if (key == "defaultApp") // of Electron, too
    return &make<UndefinedValue>(site);
  if (key != "argv" || !start()->arguments)
    return nullptr;
  llvm::SmallVector<const Value *, 4> all = {&unknown(UnknownReason::Parameter, site),
                                             &unknown(UnknownReason::Parameter, site)};
  for (const std::string &argument : *start()->arguments)
    all.push_back(&string(strings().save(llvm::StringRef(argument)), site));
  return &array(all, false, site);
}

namespace {

/// True if a path lies in the user's home folder, where a newly installed program has no files.
bool isElsewhere(const Value &path, unsigned depth = 0) {
  constexpr unsigned most = 4;
  const auto *made = llvm::dyn_cast<ResultValue>(&path);
  if (!made || depth > most)
    return false;
  llvm::StringRef callee = made->callee->path;
  bool isPut = callee == "module:path.join"_api || callee == "module:path.resolve"_api;
  return callee == "module:os.homedir"_api ||
         (isPut && !made->arguments.empty() && isElsewhere(*made->arguments[0], depth + 1));
}

} // namespace

/// Returns the result of a function of the host that follows from the program's known start;
/// null for other calls.
const Value *Starting::callAtStart(const ApiValue &callee, Arguments arguments, const Node &site) {
  if (const Value *parsed = argumentParsers().parseArguments(callee, arguments, site))
    return parsed;
  llvm::StringRef path = callee.path;
  if (!start() || arguments.empty())
    return nullptr;
  if (run() && path == "global:process.exit"_api)
    return run()->thrown = &unknown(UnknownReason::Call, &site);
  if (!path.consume_front("module:fs."_api) || !isElsewhere(*arguments[0]))
    return nullptr;
  if (path == "existsSync")
    return &make<BooleanValue>(false, &site);
  const auto *options = arguments.size() > 1 ? llvm::dyn_cast<ObjectValue>(arguments[1]) : nullptr;
  const PropertyValue *throws = options ? options->find("throwIfNoEntry") : nullptr;
  const auto *truth = throws ? llvm::dyn_cast<BooleanValue>(throws->value) : nullptr;
  bool isStat = path == "statSync" || path == "lstatSync";
  return isStat && truth && !truth->value ? &make<UndefinedValue>(&site) : nullptr;
}

/// `a.localeCompare(b)` of ASCII where the language is English, as of most who start programs; null
/// for other texts.
const Value *Starting::comparedAtStart(const Value &receiver, Arguments arguments,
                                       const Node &site) {
  std::optional<llvm::StringRef> a = asString(receiver);
  std::optional<llvm::StringRef> b = arguments.size() == 1 ? asString(*arguments[0]) : std::nullopt;
  if (!start() || !a || !b || !isAscii(*a) || !isAscii(*b) || !spend(a->size() + b->size()))
    return nullptr;
  UErrorCode error = U_ZERO_ERROR;
  static UCollator *const english = ucol_open("en_US", &error);
  if (!english)
    return nullptr;
  const UCollationResult order =
      ucol_strcollUTF8(english, a->data(), static_cast<int32_t>(a->size()), b->data(),
                       static_cast<int32_t>(b->size()), &error);
  return U_SUCCESS(error) ? &number(order, &site) : nullptr;
}

} // namespace agentc
