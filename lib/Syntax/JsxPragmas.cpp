#include "JsxPragmas.h"

#include "Tokens.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

/// The words of a source's first comments that begin with `@`, and what stands behind them; of the
/// factories the first counts, of the others the last.
struct Pragmas {
  llvm::StringRef jsx, fragment, runtime, importSource;

  void readLine(llvm::StringRef line) {
    for (size_t at = line.find('@'); at != llvm::StringRef::npos; at = line.find('@', at + 1)) {
      auto [name, rest] = llvm::getToken(line.drop_front(at + 1));
      llvm::StringRef value = llvm::getToken(rest).first;
      std::string lower = name.lower();
      if (value.empty())
        continue;
      if (lower == "jsx" && jsx.empty())
        jsx = value;
      else if (lower == "jsxfrag" && fragment.empty())
        fragment = value;
      else if (lower == "jsxruntime")
        runtime = value;
      else if (lower == "jsximportsource")
        importSource = value;
      return; // it takes the rest of the line
    }
  }
};

bool isChainOfNames(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> names;
  text.split(names, '.');
  return !isReservedWord(names[0]) && llvm::all_of(names, [](llvm::StringRef name) {
    return !name.empty() && !name.contains('\\') && endOfName(name, 0) == name.size();
  });
}

Pragmas readPragmas(llvm::StringRef text) {
  Pragmas found;
  if (text.starts_with("#!"))
    text = text.drop_front(std::min(text.find_first_of("\r\n"), text.size()));
  for (;;) {
    text = text.ltrim();
    if (text.starts_with("//")) {
      text = text.drop_front(std::min(text.find_first_of("\r\n"), text.size()));
      continue;
    }
    if (!text.starts_with("/*"))
      return found;
    size_t end = std::min(text.find("*/", 2), text.size() - 2) + 2;
    llvm::StringRef comment = text.take_front(end);
    text = text.drop_front(end);
    while (!comment.empty()) {
      auto [line, rest] = comment.split('\n');
      found.readLine(line);
      comment = rest;
    }
  }
}

} // namespace

JsxSettings withPragmas(JsxSettings settings, llvm::StringRef text) {
  using Runtime = JsxSettings::Runtime;
  const Pragmas pragmas = readPragmas(text);
  for (std::string *chain : {&settings.factory, &settings.fragment})
    if (!isChainOfNames(*chain))
      chain->clear();
  if (isChainOfNames(pragmas.jsx))
    settings.factory = pragmas.jsx;
  if (isChainOfNames(pragmas.fragment))
    settings.fragment = pragmas.fragment;
  if (!pragmas.importSource.empty())
    settings.importSource = pragmas.importSource;
  // where nothing says which, a factory does
  const bool isOpen = settings.runtime == Runtime::Unsaid || settings.runtime == Runtime::Preserved;
  const bool hasFactory = !settings.factory.empty();
  if (pragmas.runtime == "classic")
    settings.runtime = Runtime::Classic;
  else if (!settings.importSource.empty() || pragmas.runtime == "automatic" ||
           (isOpen && !hasFactory))
    settings.runtime = Runtime::Automatic;
  else if (isOpen)
    settings.runtime = Runtime::Classic;
  if (settings.importSource.empty())
    settings.importSource = "react";
  if (settings.factory.empty())
    settings.factory = "React.createElement";
  if (settings.fragment.empty())
    settings.fragment = "React.Fragment";
  return settings;
}

} // namespace agentc
