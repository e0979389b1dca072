#include "Subcommand.h"
#include "Terminal/NextSteps.h"

#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace {

struct FirstFile {
  llvm::StringRef path, text; ///< `NAME` stands for the bundle's name
};

constexpr FirstFile firstBundle[] = {
    {"package.json", R"({
  "name": "NAME",
  "version": "0.1.0",
  "description": "one tool, to begin with",
  "type": "module",
  "main": "index.js",
  "agentc": {
    "allowedHosts": [],
    "allowedEnv": []
  },
  "dependencies": {
    "ai": "^5.0.0",
    "zod": "^4.0.0"
  }
}
)"},
    {"index.js", R"(import { tool } from 'ai';
import { z } from 'zod';

export const count_words = tool({
  description: 'Count the words and characters of a text',
  inputSchema: z.object({ text: z.string().max(100000).describe('the text to count in') }),
  execute: async ({ text }) => ({
    words: text.split(/\s+/).filter(Boolean).length,
    characters: [...text].length,
  }),
});
)"},
    {"tests/count-words.json", R"({
  "schema": "agentc.test/1",
  "name": "counts words and characters",
  "input": { "text": "one two  three" },
  "expect": { "result": { "words": 3, "characters": 14 } }
}
)"},
};

/// Makes a name that npm accepts from a folder's name; empty if nothing of it is left.
std::string nameFrom(llvm::StringRef folder) {
  std::string name;
  for (char character : folder.take_front(214))
    name += llvm::isAlnum(character) || character == '.' || character == '_'
                ? llvm::toLower(character)
                : '-';
  return llvm::StringRef(name).ltrim("-._").rtrim("-._").str();
}

std::string below(llvm::StringRef folder, llvm::StringRef path) {
  llvm::SmallString<256> whole(folder);
  llvm::sys::path::append(whole, path);
  return whole.str().str();
}

/// Writes all files, or none where one cannot be written.
llvm::Error writeAll(llvm::StringRef folder, llvm::StringRef name) {
  std::vector<std::string> written;
  auto write = [&](const FirstFile &file) -> llvm::Error {
    const std::string path = below(folder, file.path);
    if (std::error_code error =
            llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)))
      return usageError("cannot make the folder of `" + escapeForTerminal(path) +
                        "`: " + error.message());
    std::string text = file.text.str();
    if (size_t at = text.find("NAME"); at != std::string::npos)
      text.replace(at, 4, name);
    if (llvm::Error error = writeFileAtomically(path, text, {.replace = false}))
      return error;
    written.push_back(path);
    return llvm::Error::success();
  };
  for (const FirstFile &file : firstBundle)
    if (llvm::Error error = write(file)) {
      for (const std::string &path : written)
        llvm::sys::fs::remove(path);
      return error;
    }
  return llvm::Error::success();
}

llvm::Expected<int> init(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  std::vector<std::string> inputs = arguments.getAllArgValues(OPT_INPUT);
  if (inputs.size() > 1)
    return usageError("`" + escapeForTerminal(inputs[1]) + "` is one too many; one folder is made");
  const std::string folder = inputs.empty() ? "." : inputs.front();
  llvm::SmallString<256> whole(folder);
  if (std::error_code error = llvm::sys::fs::make_absolute(whole))
    return usageError("the current folder is not known: " + error.message());
  llvm::sys::path::remove_dots(whole, /*remove_dot_dot=*/true);
  const std::string name = nameFrom(llvm::sys::path::filename(whole));
  if (name.empty() || name == "node_modules")
    return usageError("`" + escapeForTerminal(folder) + "` gives no name that npm takes");
  for (const FirstFile &file : firstBundle)
    if (llvm::sys::fs::exists(below(folder, file.path)))
      return usageError("`" + escapeForTerminal(below(folder, file.path)) +
                        "` is there already; nothing is overwritten");
  if (llvm::Error error = writeAll(folder, name))
    return error;
  for (const FirstFile &file : firstBundle)
    env.out << "wrote " << escapeForTerminal(below(folder, file.path)) << '\n';
  const std::string place = shellWord(folder, "FOLDER");
  env.out << nextStep("agentc validate " + place, "judges it")
          << nextStep("agentc test " + place, "runs its test");
  return ExitClean;
}

} // namespace

const Subcommand initSubcommand = {
    "init",
    ForInit,
    "[FOLDER]",
    "writes a first bundle into a folder: a manifest, a tool and a test of it",
    "  agentc init first-agent\n"
    "  agentc validate first-agent && agentc test first-agent\n",
    init,
    CommandGroup::More};

} // namespace agentc
