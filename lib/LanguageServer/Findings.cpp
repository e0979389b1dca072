#include "Findings.h"

#include "agentc/Lint/Fixes.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Support/Text.h"

namespace agentc::lsp {

namespace {

/// The protocol's numbers.
constexpr int unnecessaryTag = 1;
int severityNumber(Severity severity) {
  return severity == Severity::Error ? 1 : severity == Severity::Warning ? 2 : 3;
}

bool isCertain(const Fix &fix) {
  return fix.replacements.size() == 1 && fix.replacements.front().text.empty();
}

bool spansLines(const ast::Module &module, ByteRange range) {
  return module.text.slice(range.begin, range.end).contains('\n');
}

/// True if a line that is inserted at an offset is code: the innermost part says so.
bool isCodeAt(const std::vector<TextPart> &parts, uint32_t offset) {
  const TextPart *innermost = nullptr;
  for (const TextPart &part : parts)
    if (part.range.begin < offset && offset < part.range.end &&
        (!innermost ||
         part.range.end - part.range.begin < innermost->range.end - innermost->range.begin))
      innermost = &part;
  return !innermost || innermost->isCode;
}

void addChildren(ast::NodeList children, std::vector<TextPart> &parts) {
  if (children.empty())
    return;
  parts.push_back({{children.front()->range.begin, children.back()->range.end}, false});
  for (const ast::Node *child : children)
    if (llvm::isa<ast::JSXExpressionContainer>(*child))
      parts.push_back({child->range, true});
}

/// The findings of one unit, one after the other.
class FindingWriter {
public:
  FindingWriter(const TextParts &texts, UnitPlaces &places, Json &files)
      : texts_(texts), places_(places), files_(files), waivable_(allRules()) {}

  void add(const Diagnostic &finding);
  void addCertain(const std::string &name, const CertainFixes &fixes);

private:
  Json &fileOf(llvm::StringRef name) { return files_[places_.pathOf(name)]; }
  Json describe(const Diagnostic &finding);
  Json edit(const Replacement &change);
  void addAction(const Diagnostic &finding, std::string title, bool isPreferred, Json edits);
  void addFix(const Diagnostic &finding);
  void addSuppression(const Diagnostic &finding);

  const TextParts &texts_;
  UnitPlaces &places_;
  Json &files_;
  Waivable waivable_;
};

Json FindingWriter::describe(const Diagnostic &finding) {
  std::string message = escapeForTerminal(finding.message);
  if (!finding.help.empty())
    message += "\nhelp: " + escapeForTerminal(finding.help);
  Json json = {{"range", places_.range(finding.file, finding.range.value_or(ByteRange{}))},
               {"severity", severityNumber(finding.severity)},
               {"code", finding.rule->name.str()}};
  const RulePages &pages = places_.world().options.pages;
  if (std::string page = pages ? pages(*finding.rule) : ""; !page.empty())
    json["codeDescription"] = {{"href", std::move(page)}};
  json["source"] = "agentc";
  json["message"] = std::move(message);
  if (finding.fix && isCertain(*finding.fix))
    json["tags"] = {unnecessaryTag};
  for (const DiagnosticNote &note : finding.notes)
    if (!note.file.empty())
      json["relatedInformation"].push_back(
          {{"location", places_.location(note.file, note.range.value_or(ByteRange{}))},
           {"message", escapeForTerminal(note.message)}});
  return json;
}

Json FindingWriter::edit(const Replacement &change) {
  return {{"range", places_.range(change.file, change.range)}, {"newText", change.text}};
}

/// Adds an action on the finding that was described last.
void FindingWriter::addAction(const Diagnostic &finding, std::string title, bool isPreferred,
                              Json edits) {
  Json &file = fileOf(finding.file);
  file["actions"].push_back({{"diagnostic", file["diagnostics"].size() - 1},
                             {"title", std::move(title)},
                             {"isPreferred", isPreferred},
                             {"edits", std::move(edits)}});
}

void FindingWriter::addFix(const Diagnostic &finding) {
  if (!finding.fix)
    return;
  Json edits = Json::object();
  for (const Replacement &change : finding.fix->replacements)
    if (places_.find(change.file))
      edits[places_.uriOf(change.file)].push_back(edit(change));
  if (!edits.empty())
    addAction(finding, escapeForTerminal(finding.fix->title), isCertain(*finding.fix),
              std::move(edits));
}

/// A comment above the finding's line, whose reason is for the person to say.
void FindingWriter::addSuppression(const Diagnostic &finding) {
  auto parts = texts_.find(finding.file);
  const TextPositions *text = places_.positions(finding.file);
  if (!finding.range || parts == texts_.end() || !text || !waivable_.canSuppress(*finding.rule))
    return;
  const Position place = text->lines().position(finding.range->begin);
  const llvm::StringRef line = text->lines().line(place.line),
                        all = places_.find(finding.file)->bytes;
  const auto begin = static_cast<uint32_t>(line.data() - all.data());
  if (!isCodeAt(parts->second, begin))
    return;
  const llvm::StringRef indent = line.take_while([](char c) { return c == ' ' || c == '\t'; });
  const bool isWindows = line.data() + line.size() < all.end() && line.data()[line.size()] == '\r';
  const Replacement comment{finding.file,
                            {begin, begin},
                            (indent + "// agentc-disable-next-line " + finding.rule->name +
                             " -- TODO: say why" + (isWindows ? "\r\n" : "\n"))
                                .str()};
  addAction(finding,
            ("suppress `" + finding.rule->name + "` here; the comment wants a reason").str(), false,
            {{places_.uriOf(finding.file), Json::array({edit(comment)})}});
}

void FindingWriter::add(const Diagnostic &finding) {
  fileOf(finding.file)["diagnostics"].push_back(describe(finding));
  addFix(finding);
  addSuppression(finding);
}

void FindingWriter::addCertain(const std::string &name, const CertainFixes &fixes) {
  for (const Replacement *change : fixes.changes)
    if (places_.find(name))
      fileOf(name)["certain"].push_back(edit(*change));
}

} // namespace

TextParts textParts(const ast::Forest &forest) {
  TextParts found;
  for (const auto &[path, module] : forest.modules()) {
    if (module->goal == ast::Goal::Json)
      continue;
    std::vector<TextPart> &parts = found[path];
    for (ByteRange comment : module->comments)
      if (spansLines(*module, comment))
        parts.push_back({comment, false});
    module->forEach<ast::TemplateElement>([&](const ast::TemplateElement &text) {
      if (spansLines(*module, text.range))
        parts.push_back({text.range, false});
    });
    module->forEach<ast::JSXElement>(
        [&](const ast::JSXElement &element) { addChildren(element.children, parts); });
    module->forEach<ast::JSXFragment>(
        [&](const ast::JSXFragment &fragment) { addChildren(fragment.children, parts); });
  }
  return found;
}

void addFindings(const BundleResult &result, const TextParts &texts, UnitPlaces &places,
                 Json &files) {
  FindingWriter writer(texts, places, files);
  for (const Diagnostic &finding : result.diagnostics.all())
    if (!finding.waived)
      writer.add(finding);
  for (const auto &[name, fixes] : certainFixes(result))
    writer.addCertain(name, fixes);
}

} // namespace agentc::lsp
