#include "../Payloads.h"
#include "../Uses.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Syntax/Jsx.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

namespace agentc::rules {

using namespace ast;

namespace {

constexpr size_t minText = 40, minCodes = 24;

class PayloadSearch {
public:
  PayloadSearch(const CheckContext &context, RuleReporter &report)
      : context_(context), report_(report) {}
  void run();

private:
  const CheckContext &context_;
  RuleReporter &report_;
  std::set<std::string, std::less<>> run_; ///< texts that code is made of, or a process

  std::map<std::string, bool, std::less<>> named_;

  bool visit(const Node &node);
  bool visitArray(const ArrayExpression &array);
  bool visitFolded(const Node &node);
  void report(const Node &node, const Payload &payload);
  bool isWritten(llvm::StringRef text) const;
  bool isNamed(const ApiUse &use, llvm::StringRef name, size_t part);
  void checkUse(const ApiUse &use);
};

bool runsText(const ApiUse &use) {
  return use.kind == UseKind::Call &&
         (use.path == "global:eval"_api || use.path == "global:Function"_api ||
          use.path.ends_with(".constructor.constructor") || use.path == "global:setTimeout"_api ||
          use.path == "global:setInterval"_api || use.path.starts_with("module:vm"_api) ||
          use.path.starts_with("module:child_process"_api) || use.path.contains("_compile"));
}

/// True if `module` is a module's name, not the path of some unknown value.
bool isName(llvm::StringRef module) {
  return !module.empty() && (llvm::isAlpha(module[0]) || module[0] == '@') &&
         module.find_first_of("()[]? ") == llvm::StringRef::npos;
}

/// True if most of a text's characters are escapes.
bool isEscaped(const Node &literal, llvm::StringRef text) {
  return text.size() >= minText && literal.range.end - literal.range.begin > text.size() * 5 / 2;
}

/// True if any `part` consecutive bytes of a text stand unchanged in a source.
bool isVisible(llvm::StringRef source, llvm::StringRef text, size_t part) {
  part = std::min(part, text.size());
  for (size_t at = 0; at + part <= text.size(); ++at)
    if (source.contains(text.substr(at, part)))
      return true;
  return false;
}

void PayloadSearch::report(const Node &node, const Payload &payload) {
  std::string what = payload.by.str() + " here is " + payload.is.str();
  bool isRun = run_.contains(llvm::StringRef(payload.text).trim());
  Diagnostic &finding = report_.at(
      node, what + (isRun ? ", and is run" : "; code that is encoded cannot be reviewed"));
  if (!isRun && !payload.isProgram)
    lowerTo(finding, Severity::Warning);
  if (payload.isProgram)
    return;
  finding.notes.push_back(
      {"it begins with `" + shownText(llvm::StringRef(payload.text).take_front(80)) + "`",
       finding.file, finding.range});
}

bool PayloadSearch::visitArray(const ArrayExpression &array) {
  if (array.elements.size() < minCodes)
    return false;
  std::vector<double> codes;
  for (const Node *element : array.elements) {
    const auto *number = llvm::dyn_cast_or_null<Literal>(element);
    if (!number || number->literal != LiteralKind::Number)
      return false;
    codes.push_back(number->number);
  }
  std::optional<Payload> payload = payloadIn(codes);
  if (payload)
    report(array, *payload);
  return payload.has_value();
}

/// True if a text stands unchanged in the bundle.
bool PayloadSearch::isWritten(llvm::StringRef text) const {
  return llvm::any_of(context_.bundle.files.files(), [&](const auto &file) {
    return llvm::StringRef(file.second->bytes).contains(text);
  });
}

/// A text that the source does not spell out: put together from encoded parts, or decoded.
bool PayloadSearch::visitFolded(const Node &node) {
  std::optional<llvm::StringRef> text = asString(context_.values.of(node));
  if (!text || text->size() < minText)
    return false;
  std::optional<Payload> payload = payloadIn(*text);
  std::optional<llvm::StringRef> language =
      !payload && llvm::isa<CallExpression>(node) ? languageOfText(*text) : std::nullopt;
  if (language && !isWritten(text->substr(text->size() / 2, 12)))
    payload = Payload{text->str(), *language, "a text that is decoded"};
  if (payload)
    report(node, *payload);
  return payload.has_value();
}

/// Checks a node; true if it was reported, so that there is nothing more to say about it.
bool PayloadSearch::visit(const Node &node) {
  if (std::optional<llvm::StringRef> text = textOfLiteral(&node)) {
    std::optional<Payload> payload = text->size() < minText ? std::nullopt : payloadIn(*text);
    if (!payload && isEscaped(node, *text))
      if (std::optional<llvm::StringRef> language = languageOfText(*text))
        payload = Payload{text->str(), *language, "an escaped text"};
    if (payload)
      report(node, *payload);
    return payload.has_value();
  }
  if (const auto *array = llvm::dyn_cast<ArrayExpression>(&node))
    return visitArray(*array);
  if (llvm::isa<CallExpression>(node))
    return visitFolded(node);
  const auto *sum = llvm::dyn_cast<BinaryExpression>(&node);
  const auto *outer = llvm::dyn_cast_or_null<BinaryExpression>(node.parent);
  return sum && sum->op == "+" && (!outer || outer->op != "+") && visitFolded(node);
}

/// True if any part of a name stands in the bundle's sources; the use's own file is searched
/// first.
bool PayloadSearch::isNamed(const ApiUse &use, llvm::StringRef name, size_t part) {
  if (isVisible(context_.program.moduleOf(*use.node).syntax->text, name, part))
    return true;
  auto [known, isNew] = named_.try_emplace(name.str());
  if (isNew)
    known->second = llvm::any_of(context_.bundle.files.files(), [&](const auto &file) {
      return isVisible(file.second->bytes, name, part);
    });
  return known->second;
}

/// True if a use is an import that JSX implies without spelling it out.
static bool isMeantByJsx(const Node &use) {
  for (const Node *at = &use; at; at = at->parent)
    if (isJsxImport(*at))
      return true;
  return false;
}

void PayloadSearch::checkUse(const ApiUse &use) {
  // where a package's name stands, which of its versions is meant is not a secret
  std::optional<llvm::StringRef> written = textOfLiteral(use.node);
  const bool isWritten = written && packageOfSpecifier(*written) == packageOfSpecifier(use.module);
  if (use.isImport && isName(use.module) && !isWritten && !isNamed(use, use.module, 4) &&
      !isMeantByJsx(*use.node))
    report_.at(use, "the name of the module `" + shownText(use.module) +
                        "` is encoded; what a bundle needs has no reason to hide");
  for (const RequestTarget &target : requestTargets(context_.values, use))
    if (!target.host.empty() && !isNamed(use, target.host, 5))
      report_.at(use, "the host `" + shownText(target.host) +
                          "` is encoded; what a bundle contacts has no reason to hide");
}

void PayloadSearch::run() {
  for (const ApiUse &use : context_.uses.all()) {
    checkUse(use);
    if (runsText(use))
      for (const Value *argument : use.arguments)
        forEachAlternative(*argument, [&](const Value &value) {
          if (const auto *text = llvm::dyn_cast<StringValue>(&value))
            run_.insert(text->value.trim().str());
        });
  }
  for (const auto &module : context_.program.modules())
    if (module->syntax->program)
      walk(*module->syntax->program, [&](const Node &node) { return !visit(node); });
}

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  PayloadSearch(context, report).run();
}

extern const Rule EncodedPayload = {{.id = "AC6006",
                                     .name = "encoded-payload",
                                     .group = "hidden code",
                                     .severity = Severity::Error,
                                     .summary = "programs and names that are encoded",
                                     .precision = Precision::High,
                                     .cwe = 506},
                                    check};

} // namespace agentc::rules
