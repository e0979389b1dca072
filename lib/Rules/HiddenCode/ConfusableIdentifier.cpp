#include "agentc/Rules/Rules.h"

#include "../Characters.h"

#include "agentc/Support/Text.h"
#include "agentc/Syntax/Walk.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace agentc::rules {

using namespace ast;

static bool isAscii(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

static llvm::StringRef nameOf(const Node &node) {
  if (const auto *identifier = llvm::dyn_cast<Identifier>(&node))
    return identifier->name;
  const auto *member = llvm::dyn_cast<PrivateIdentifier>(&node);
  return member ? member->name : llvm::StringRef();
}

/// The Latin name that a reader takes a name for.
static std::string latinOf(llvm::StringRef name) {
  std::string latin;
  for (size_t at = 0; at < name.size();) {
    unsigned length = decodeUtf8(name, at).length;
    llvm::StringRef character = name.substr(at, length);
    latin += isAscii(character) ? character.str() : skeletonOf(character);
    at += length;
  }
  return latin;
}

/// Reports a name that looks like another of its file.
static void checkAgainst(const llvm::StringMap<const Node *> &names, llvm::StringRef name,
                         llvm::StringMap<llvm::StringRef> &bySkeleton, RuleReporter &report) {
  if (bySkeleton.empty())
    for (const auto &entry : names)
      if (isAscii(entry.first()))
        bySkeleton.try_emplace(skeletonOf(entry.first()), entry.first());
  auto other = bySkeleton.find(skeletonOf(name));
  // Greek letters alone are how formulas are written.
  if (other == bySkeleton.end() || (other->second.size() == 1 && isGreek(name)))
    return;
  Diagnostic &finding =
      report.at(*names.lookup(name), "`" + name.str() + "` looks like the name `" +
                                         other->second.str() + "`, and is another");
  const Node &twin = *names.lookup(other->second);
  finding.notes.push_back({"`" + other->second.str() + "` is here", finding.file, twin.range});
}

/// Keys of one letter beyond ASCII with a text each; so many in one object are a table of letters.
static constexpr size_t lettersOfTable = 8;

static bool isForeignLetter(const Node *part) {
  const auto *property = llvm::dyn_cast_or_null<Property>(part);
  llvm::StringRef name =
      property && !property->computed ? nameOf(*property->key) : llvm::StringRef();
  const auto *value = property ? llvm::dyn_cast<Literal>(property->value) : nullptr;
  return !name.empty() && !isAscii(name) && decodeUtf8(name, 0).length == name.size() && value &&
         value->literal == LiteralKind::String;
}

/// Tells keys in a table that says what stands for a letter, from which minifiers take the quotes.
class LetterTables {
public:
  bool hold(const Node &node) {
    const auto *object = node.parent && isForeignLetter(node.parent)
                             ? llvm::dyn_cast<ObjectExpression>(node.parent->parent)
                             : nullptr;
    if (!object || llvm::cast<Property>(node.parent)->key != &node)
      return false;
    // keys of one object come one after the other
    if (last_ != object)
      isTable_ = size_t(llvm::count_if(object->properties, isForeignLetter)) >= lettersOfTable;
    last_ = object;
    return isTable_;
  }

private:
  const ObjectExpression *last_ = nullptr;
  bool isTable_ = false;
};

static void checkModule(const ModuleInfo &module, RuleReporter &report) {
  const ast::Module &source = *module.syntax;
  if (!source.program || (isAscii(source.text) && !source.text.contains("\\u")))
    return;
  llvm::StringMap<const Node *> names;
  std::vector<llvm::StringRef> foreign;
  LetterTables tables;
  walk(*source.program, [&](const Node &node) {
    llvm::StringRef name = nameOf(node);
    if (name.empty() || (!isAscii(name) && tables.hold(node)))
      return true;
    if (names.try_emplace(name, &node).second && !isAscii(name))
      foreign.push_back(name);
    return true;
  });
  llvm::StringMap<llvm::StringRef> bySkeleton;
  for (llvm::StringRef name : foreign) {
    if (std::optional<std::string> stranger = strangerIn(name))
      report.at(*names.lookup(name), "`" + name.str() + "` has " + *stranger +
                                         " letters that look Latin; it is not the name `" +
                                         latinOf(name) + "`");
    else
      checkAgainst(names, name, bySkeleton, report);
  }
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules())
    checkModule(*module, report);
}

extern const Rule ConfusableIdentifier = {{.id = "AC6004",
                                           .name = "confusable-identifier",
                                           .group = "hidden code",
                                           .severity = Severity::Error,
                                           .summary = "names that look like others",
                                           .cwe = 1007},
                                          check};

} // namespace agentc::rules
