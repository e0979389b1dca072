#include "SecretSearch.h"

#include "Secrets.h"

#include "agentc/Support/Parallel.h"
#include "agentc/Support/Text.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

#include <map>
#include <set>

namespace agentc {

using namespace ast;

namespace {

constexpr size_t maxFileBytes = 32 << 20, maxSecrets = 1000;
/// Bytes of texts that were put together, of which any may hold a secret, and of parts of one that
/// are worth hiding.
constexpr size_t maxFoldedBytes = 1 << 16, minPart = 6;

class SecretTextSearch {
public:
  SecretTextSearch(const CheckContext &context, RuleReporter &report)
      : context_(context), report_(report) {}
  void run();

private:
  const CheckContext &context_;
  RuleReporter &report_;
  std::set<std::string, std::less<>> known_; ///< values that were reported
  std::vector<std::string> folded_;          ///< of these, those that no place holds as a whole
  /// By file, where they stand, in order.
  std::map<std::string, std::vector<ByteRange>, std::less<>> places_;
  size_t count_ = 0;

  void report(llvm::StringRef file, ByteRange place, ByteRange hidden, llvm::StringRef value,
              const std::string &message, Severity severity);
  void searchFiles();
  void searchFile(const File &file, llvm::ArrayRef<FoundSecret> found);
  void searchLines(const File &file);
  void searchNode(const Node &node, llvm::StringRef source);
  bool holdsPlace(const Node &node) const;
  void searchFolded(const Node &node, llvm::StringRef text);
  std::string keyOf(const Property &property) const;
  void searchNamed(const Node &node);
  void searchFallback(const LogicalExpression &node);
  void checkNamed(llvm::StringRef name, const Node &value);
  void checkNamed(llvm::StringRef name, llvm::StringRef text, const Node &origin);
  void hideParts(const Node &root);
};

/// The bytes of a text that stand between its quotes.
ByteRange insideQuotes(ByteRange range) {
  return range.end - range.begin > 2 ? ByteRange{range.begin + 1, range.end - 1} : range;
}

void SecretTextSearch::report(llvm::StringRef file, ByteRange place, ByteRange hidden,
                              llvm::StringRef value, const std::string &message,
                              Severity severity) {
  if (++count_ > maxSecrets)
    return;
  known_.insert(value.str());
  places_[file.str()].push_back(hidden);
  report_.hide({file.str(), hidden, value.str()});
  lowerTo(report_.at(file.str(), place, message), severity);
}

std::string messageOf(const FoundSecret &secret) {
  return "`" + escapeForTerminal(secret.shown) + "…` is " + secret.kind +
         "; whoever gets the bundle has it";
}

std::string messageOfName(llvm::StringRef name) {
  return "`" + escapeForTerminal(name.take_front(80)) +
         "` is given a text that looks like a secret; whoever gets the bundle has it";
}

void SecretTextSearch::searchFile(const File &file, llvm::ArrayRef<FoundSecret> found) {
  for (const FoundSecret &secret : found) {
    ByteRange hidden{static_cast<uint32_t>(secret.begin), static_cast<uint32_t>(secret.end)};
    auto before = static_cast<uint32_t>(secret.shown.size());
    bool isPrefix = llvm::StringRef(file.bytes).take_front(secret.begin).ends_with(secret.shown);
    ByteRange place{hidden.begin - (isPrefix ? before : 0), hidden.end};
    report(file.path, place, hidden, llvm::StringRef(file.bytes).slice(secret.begin, secret.end),
           messageOf(secret), secret.severity);
  }
}

/// `NAME=value` of `.env`, `.npmrc` and their like.
void SecretTextSearch::searchLines(const File &file) {
  llvm::StringRef path = file.path, name = path.substr(path.rfind('/') + 1), rest = file.bytes;
  if (!name.starts_with(".env") && name != ".npmrc" && name != ".netrc" && name != ".pypirc" &&
      !name.ends_with(".properties") && !name.ends_with(".ini"))
    return;
  while (!rest.empty()) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    auto [key, value] = line.split('=');
    key = key.trim();
    value = value.trim(" \t\r\"'");
    if (line.ltrim().starts_with("#") || !isSecretName(key.substr(key.rfind(':') + 1)) ||
        !findSecrets(value).empty())
      continue;
    std::optional<llvm::StringRef> secret = secretValue(key, value);
    if (!secret || known_.contains(*secret))
      continue;
    auto begin = static_cast<uint32_t>(secret->data() - file.bytes.data());
    ByteRange range{begin, begin + static_cast<uint32_t>(secret->size())};
    report(file.path, range, range, *secret, messageOfName(key), Severity::Error);
  }
}

/// True if the source of a node holds a reported secret, perhaps written with escapes.
bool SecretTextSearch::holdsPlace(const Node &node) const {
  auto places = places_.find(context_.program.moduleOf(node).path().str());
  return places != places_.end() && llvm::any_of(places->second, [&](ByteRange place) {
           return place.begin >= node.range.begin && place.end <= node.range.end;
         });
}

/// A text that the source does not spell out, but evaluates to.
void SecretTextSearch::searchFolded(const Node &node, llvm::StringRef text) {
  for (const FoundSecret &secret : findSecrets(text.take_front(maxFoldedBytes))) {
    llvm::StringRef value = text.slice(secret.begin, secret.end);
    if (known_.contains(value) || (llvm::isa<Literal, TemplateLiteral>(node) && holdsPlace(node)))
      continue;
    folded_.push_back(value.str());
    report(context_.program.moduleOf(node).path(), node.range, insideQuotes(node.range), value,
           messageOf(secret), secret.severity);
  }
}

/// The outermost of nested sums; names and members give what stands elsewhere.
bool makesText(const Node &node, llvm::StringRef source) {
  if (llvm::isa<Literal>(node))
    return source.slice(node.range.begin, node.range.end).contains('\\');
  const auto *outer = llvm::dyn_cast_or_null<BinaryExpression>(node.parent);
  if (llvm::isa<BinaryExpression>(node))
    return !outer || outer->op != "+";
  return llvm::isa<CallExpression, TemplateLiteral, TaggedTemplateExpression>(node);
}

void SecretTextSearch::checkNamed(llvm::StringRef name, const Node &value) {
  if (!isSecretName(name))
    return;
  // JSON that no code reads has no values.
  if (std::optional<llvm::StringRef> text = textOfLiteral(&value))
    return checkNamed(name, *text, value);
  forEachAlternative(context_.values.of(value), [&](const Value &alternative) {
    const auto *text = llvm::dyn_cast<StringValue>(&alternative);
    if (text && text->origin)
      checkNamed(name, text->value, *text->origin);
  });
}

void SecretTextSearch::checkNamed(llvm::StringRef name, llvm::StringRef text, const Node &origin) {
  std::optional<llvm::StringRef> secret = secretValue(name, text);
  if (!secret || !findSecrets(text).empty() || holdsPlace(origin))
    return;
  folded_.push_back(secret->str());
  report(context_.program.moduleOf(origin).path(), origin.range, insideQuotes(origin.range),
         *secret, messageOfName(name), Severity::Warning);
}

/// `process.env.API_KEY || '…'`
void SecretTextSearch::searchFallback(const LogicalExpression &node) {
  if (node.op != "&&" && llvm::isa<MemberExpression>(node.left))
    checkNamed(context_.values.keyOf(*node.left).value_or(""), *node.right);
}

std::string SecretTextSearch::keyOf(const Property &property) const {
  if (std::optional<llvm::StringRef> text = textOfLiteral(property.key))
    return text->str();
  return context_.values.keyOf(property).value_or("");
}

void SecretTextSearch::searchNamed(const Node &node) {
  if (const auto *variable = llvm::dyn_cast<VariableDeclarator>(&node)) {
    if (const auto *name = llvm::dyn_cast<Identifier>(variable->id); name && variable->init)
      checkNamed(name->name, *variable->init);
  } else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node)) {
    if (const auto *name = llvm::dyn_cast<Identifier>(assignment->left))
      checkNamed(name->name, *assignment->right);
    else if (llvm::isa<MemberExpression>(assignment->left))
      checkNamed(context_.values.keyOf(*assignment->left).value_or(""), *assignment->right);
  } else if (const auto *fallback = llvm::dyn_cast<AssignmentPattern>(&node)) {
    if (const auto *name = llvm::dyn_cast<Identifier>(fallback->left))
      checkNamed(name->name, *fallback->right);
  } else if (const auto *property = llvm::dyn_cast<Property>(&node)) {
    if (property->value && isExpression(*property->value))
      checkNamed(keyOf(*property), *property->value);
  } else if (const auto *choice = llvm::dyn_cast<LogicalExpression>(&node)) {
    searchFallback(*choice);
  } else if (const auto *field = llvm::dyn_cast<PropertyDefinition>(&node); field && field->value) {
    checkNamed(context_.values.keyOf(node).value_or(""), *field->value);
  }
}

void SecretTextSearch::searchNode(const Node &node, llvm::StringRef source) {
  searchNamed(node);
  if (!isExpression(node) || !makesText(node, source))
    return;
  if (std::optional<llvm::StringRef> text = asString(context_.values.of(node)))
    searchFolded(node, *text);
}

/// Hides the parts that a secret was put together from, and what it was decoded from.
void SecretTextSearch::hideParts(const Node &root) {
  std::vector<std::string> forms;
  for (const std::string &secret : folded_) {
    forms.push_back(secret);
    forms.push_back(std::string(secret.rbegin(), secret.rend()));
    forms.push_back(llvm::toHex(secret, /*LowerCase=*/true));
  }
  walk(root, [&](const Node &node) {
    std::optional<llvm::StringRef> text = textOfLiteral(&node);
    if (!text || text->size() < minPart)
      return true;
    std::vector<char> decoded;
    bool isBase64 = text->size() >= 16 && !llvm::errorToBool(llvm::decodeBase64(*text, decoded));
    llvm::StringRef bytes(decoded.data(), isBase64 ? decoded.size() : 0);
    for (const std::string &form : forms)
      if (llvm::StringRef(form).contains(*text) || text->contains(form) ||
          (!bytes.empty() && bytes.contains(form)))
        report_.hide({context_.program.moduleOf(node).path().str(), insideQuotes(node.range), ""});
    return true;
  });
}

/// All processors look for what tells itself by its form; what is told follows the files' order.
void SecretTextSearch::searchFiles() {
  std::vector<const File *> texts;
  for (const auto &[path, file] : context_.bundle.files.files())
    if (file->bytes.size() <= maxFileBytes &&
        llvm::StringRef(file->bytes).take_front(1024).find('\0') == llvm::StringRef::npos)
      texts.push_back(&*file);
  std::vector<std::vector<FoundSecret>> found(texts.size());
  forEachInParallel(texts.size(), processorCount(),
                    [&](size_t i) { found[i] = findSecrets(texts[i]->bytes); });
  for (size_t i = 0; i < texts.size(); ++i) {
    searchFile(*texts[i], found[i]);
    searchLines(*texts[i]);
  }
}

void SecretTextSearch::run() {
  searchFiles();
  auto eachModule = [&](llvm::function_ref<void(const Module &)> visit) {
    for (const auto &module : context_.program.modules())
      if (module->syntax->program)
        visit(*module->syntax);
  };
  eachModule([&](const Module &module) {
    walk(*module.program, [&](const Node &node) {
      searchNode(node, module.text);
      return true;
    });
  });
  if (!folded_.empty())
    eachModule([&](const Module &module) { hideParts(*module.program); });
}

} // namespace

void searchSecrets(const CheckContext &context, RuleReporter &report) {
  SecretTextSearch(context, report).run();
}

} // namespace agentc
