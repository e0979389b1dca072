#include "DecoratorLowering.h"
#include "JsxLowering.h"
#include "ProgramRules.h"
#include "TypeScriptLowering.h"
#include "ValueExports.h"

#include "agentc/Program/RunnableText.h"

#include "llvm/ADT/DenseSet.h"

namespace agentc {

using namespace ast;

namespace {

class Eraser {
public:
  Eraser(const agentc::Program &program, const ModuleInfo &module, DiagnosticList &diagnostics,
         bool attributes)
      : program_(program), module_(module), diagnostics_(diagnostics), attributes_(attributes),
        text_(module.syntax->text), lowering_(program, module), jsx_(*module.syntax),
        decorators_(program, module) {}

  std::optional<std::string> erase();

private:
  struct Blank {
    ByteRange range;
    bool statement;
    const TextEdit *by = nullptr; ///< what stands there instead
  };

  void refuse(const Node &node, llvm::StringRef what);
  void checkNode(const Node &node);
  void blankAttributes(const Node &node);
  void checkGoal();
  void blankUnused(const ImportDeclaration &declaration);
  void blankBraces(NodeList specifiers, llvm::function_ref<bool(const Node &)> isUsed);
  void blankTypeDefault(const ExportDefaultDeclaration &declaration);
  void blankTypeExports(const ExportNamedDeclaration &declaration);
  void blankSpecifiers(const Node &declaration, NodeList specifiers,
                       llvm::function_ref<bool(const Node &)> isUsed);
  void takeParenthesis(Blank &blank) const;
  void write(const Blank &blank, std::string &out) const;
  void writeEdit(const TextEdit &edit, ByteRange range, std::string &out) const;
  void render(ByteRange part, llvm::ArrayRef<Blank> blanks, std::string &out) const;
  bool joinsNextLine(const Blank &blank) const;

  const agentc::Program &program_;
  const ModuleInfo &module_;
  DiagnosticList &diagnostics_;
  bool attributes_; ///< whether import attributes go too
  llvm::StringRef text_;
  TypeScriptLowering lowering_;
  JsxLowering jsx_;
  DecoratorLowering decorators_;
  std::vector<Blank> blanks_;
  llvm::DenseSet<uint32_t> ends_; ///< where statements and fields end
  bool refused_ = false;
};

void Eraser::refuse(const Node &node, llvm::StringRef what) {
  refused_ = true;
  diagnostics_.report(
      needsTransformRule, module_.path().str(), node.range,
      (what + " needs a transform; compile it with `tsc` or `esbuild` first").str());
}

void Eraser::checkNode(const Node &node) {
  if (isStatement(node) || llvm::isa<PropertyDefinition>(node))
    ends_.insert(node.range.end);
  if (attributes_)
    blankAttributes(node);
  if (module_.syntax->language != Language::JavaScript)
    lowering_.lower(node, [&](const Node &at, llvm::StringRef what) { refuse(at, what); });
  switch (node.kind) {
  case NodeKind::CallExpression:
    if (const WrittenJsx *written = writtenJsx(node))
      jsx_.lower(llvm::cast<CallExpression>(node), *written);
    break;
  case NodeKind::ImportDeclaration:
    blankUnused(llvm::cast<ImportDeclaration>(node));
    return;
  case NodeKind::ExportDefaultDeclaration:
    blankTypeDefault(llvm::cast<ExportDefaultDeclaration>(node));
    break;
  case NodeKind::ExportNamedDeclaration:
    blankTypeExports(llvm::cast<ExportNamedDeclaration>(node));
    break;
  default:
    break;
  }
  forEachChild(node, [&](const Node &child) { checkNode(child); });
}

/// `with { type: 'json' }`, and the second argument of `import()`.
void Eraser::blankAttributes(const Node &node) {
  const Node *source = nullptr;
  if (const auto *import = llvm::dyn_cast<ImportDeclaration>(&node)) {
    source = import->source;
  } else if (const auto *named = llvm::dyn_cast<ExportNamedDeclaration>(&node)) {
    source = named->source;
  } else if (const auto *all = llvm::dyn_cast<ExportAllDeclaration>(&node)) {
    source = all->source;
  } else if (const auto *call = llvm::dyn_cast<ImportExpression>(&node)) {
    if (call->options)
      blanks_.push_back({{call->source->range.end, node.range.end - 1}, false});
    return;
  }
  if (!source)
    return;
  llvm::StringRef rest = text_.substr(source->range.end), given = skipTrivia(rest);
  const bool isOld = given.starts_with("assert") &&
                     !text_.slice(source->range.end, given.begin() - text_.begin()).contains('\n');
  if (!isOld && !given.starts_with("with"))
    return;
  llvm::StringRef open = skipTrivia(given.drop_front(isOld ? 6 : 4));
  const size_t close = open.find('}');
  if (open.starts_with("{") && close != llvm::StringRef::npos)
    blanks_.push_back(
        {{source->range.end, static_cast<uint32_t>(open.begin() - text_.begin() + close + 1)},
         false});
}

/// Blanks the specifiers that only name types, with the comma that follows; the whole declaration
/// if none is left.
void Eraser::blankSpecifiers(const Node &declaration, NodeList specifiers,
                             llvm::function_ref<bool(const Node &)> isUsed) {
  llvm::SmallVector<const Node *> unused;
  for (const Node *specifier : specifiers)
    if (!isUsed(*specifier))
      unused.push_back(specifier);
  if (unused.empty())
    return;
  if (unused.size() == specifiers.size()) {
    blanks_.push_back({declaration.range, true});
    return;
  }
  for (const Node *specifier : unused) {
    ByteRange range = specifier->range;
    size_t next = text_.find_first_not_of(" \t\r\n", range.end);
    if (next != llvm::StringRef::npos && text_[next] == ',')
      range.end = next + 1;
    blanks_.push_back({range, false});
  }
}

/// `, {a, b}` behind a default import of which nothing is left.
void Eraser::blankBraces(NodeList specifiers, llvm::function_ref<bool(const Node &)> isUsed) {
  llvm::StringRef rest = skipTrivia(text_.substr(specifiers.back()->range.end));
  if (rest.consume_front(","))
    rest = skipTrivia(rest);
  if (specifiers.size() < 2 || !llvm::isa<ImportDefaultSpecifier>(specifiers.front()) ||
      !isUsed(*specifiers.front()) || !rest.starts_with("}") ||
      llvm::any_of(specifiers.drop_front(), [&](const Node *each) { return isUsed(*each); }))
    return;
  uint32_t end = static_cast<uint32_t>(rest.begin() - text_.begin() + 1);
  blanks_.push_back({{specifiers.front()->range.end, end}, false});
}

void Eraser::blankUnused(const ImportDeclaration &declaration) {
  if (declaration.typeOnly || module_.syntax->language == Language::JavaScript ||
      declaration.specifiers.empty())
    return;
  auto isUsed = [&](const Node &specifier) {
    const Node *local = nullptr;
    if (const auto *named = llvm::dyn_cast<ImportSpecifier>(&specifier)) {
      if (named->typeOnly)
        return false;
      local = named->local ? named->local : named->imported;
    } else if (const auto *byDefault = llvm::dyn_cast<ImportDefaultSpecifier>(&specifier)) {
      local = byDefault->local;
    } else if (const auto *all = llvm::dyn_cast<ImportNamespaceSpecifier>(&specifier)) {
      local = all->local;
    }
    const auto *id = llvm::dyn_cast_or_null<Identifier>(local);
    const Symbol *symbol = id ? program_.symbolOf(*id) : nullptr;
    return symbol && (!symbol->references.empty() || decorators_.names(symbol->name)) &&
           ValueExports(program_).isValue(specifier, 0);
  };
  blankBraces(declaration.specifiers, isUsed);
  blankSpecifiers(declaration, declaration.specifiers, isUsed);
}

/// True if a module declares a type of that name: `interface Name`, `type Name`.
static bool declaresType(const ModuleInfo &module, llvm::StringRef name) {
  return llvm::any_of(module.syntax->typeSpans, [&](const TypeSpan &span) {
    llvm::StringRef text = module.syntax->text.slice(span.range.begin, span.range.end);
    for (llvm::StringRef word : {"export", "declare"})
      if (text.consume_front(word))
        text = skipTrivia(text);
    if (!span.statement || (!text.consume_front("interface") && !text.consume_front("type")))
      return false;
    text = skipTrivia(text);
    return text.consume_front(name) && !text.empty() &&
           llvm::StringRef(" \t\r\n<={").contains(text[0]);
  });
}

/// `export default Name`, of a type.
void Eraser::blankTypeDefault(const ExportDefaultDeclaration &declaration) {
  const auto *name = llvm::dyn_cast<Identifier>(declaration.declaration);
  if (!name || module_.syntax->language == Language::JavaScript)
    return;
  const Symbol *symbol = program_.symbolOf(*name);
  if (symbol ? !ValueExports(program_).isValue(*symbol) : declaresType(module_, name->name))
    blanks_.push_back({declaration.range, true});
}

void Eraser::blankTypeExports(const ExportNamedDeclaration &declaration) {
  if (declaration.typeOnly || module_.syntax->language == Language::JavaScript)
    return;
  blankSpecifiers(declaration, declaration.specifiers, [&](const Node &node) {
    const auto *specifier = llvm::dyn_cast<ExportSpecifier>(&node);
    if (!specifier || specifier->typeOnly)
      return false;
    if (const ImportRecord *from = program_.importOf(declaration))
      return ValueExports(program_).has(from->resolution, writtenNameOf(specifier->local));
    const auto *local = llvm::dyn_cast<Identifier>(specifier->local);
    const Symbol *symbol = local ? program_.symbolOf(*local) : nullptr;
    return !local || (symbol && ValueExports(program_).isValue(*symbol));
  });
}

/// `b as T⏎(c)` ends a statement that `b⏎(c)` would go on with: nothing is called or taken a member
/// of behind `as T`, whatever a grammar says.
bool Eraser::joinsNextLine(const Blank &blank) const {
  llvm::StringRef span = text_.slice(blank.range.begin, blank.range.end).ltrim();
  llvm::StringRef next = skipTrivia(text_.substr(blank.range.end));
  if (next.empty())
    return false;
  if (span.starts_with("as") || span.starts_with("satisfies"))
    if (llvm::StringRef("([`").contains(next.front()))
      return true;
  return ends_.contains(blank.range.end) && next.front() != ';' && next.front() != '}';
}

/// `readonly [b] = c` in the line behind a field without `;` becomes `[b] = c`, which that field
/// would go on with.
static bool beginsMember(llvm::StringRef span, llvm::StringRef before, llvm::StringRef next) {
  constexpr llvm::StringLiteral modifiers[] = {"public", "private", "protected", "readonly",
                                               "override"};
  before = before.rtrim();
  return (llvm::is_contained(modifiers, span) || span.starts_with("@")) && !next.empty() &&
         llvm::StringRef("[(*").contains(next.front()) && !before.empty() &&
         !llvm::StringRef(";{}").contains(before.back()) && !before.ends_with("static");
}

/// `async <T⏎>(a) => b`: the parenthesis must stay in the line of `async`.
void Eraser::takeParenthesis(Blank &blank) const {
  llvm::StringRef span = text_.slice(blank.range.begin, blank.range.end);
  llvm::StringRef rest = text_.substr(blank.range.end);
  llvm::StringRef next = rest.ltrim();
  if (!span.starts_with("<") || !next.starts_with("(") ||
      !text_.slice(blank.range.begin, next.begin() - text_.begin()).contains('\n') ||
      !text_.take_front(blank.range.begin).rtrim().ends_with("async"))
    return;
  blank.range.end = static_cast<uint32_t>(next.begin() - text_.begin() + 1);
}

void Eraser::writeEdit(const TextEdit &edit, ByteRange range, std::string &out) const {
  out += edit.text;
  if (edit.from.begin != edit.from.end) {
    auto first = llvm::partition_point(
        blanks_, [&](const Blank &each) { return each.range.begin < edit.from.begin; });
    size_t start = out.size();
    render(edit.from, llvm::ArrayRef<Blank>(blanks_).drop_front(first - blanks_.begin()), out);
    if (edit.flat)
      for (size_t at = start; at < out.size(); ++at)
        if (out[at] == '\n' || out[at] == '\r')
          out[at] = ' ';
  }
  out += edit.behind;
  for (uint32_t at = range.begin; at < range.end; ++at)
    if ((text_[at] == '\n' || text_[at] == '\r') &&
        !(at >= edit.moved.begin && at < edit.moved.end))
      out += text_[at];
}

void Eraser::write(const Blank &blank, std::string &out) const {
  llvm::StringRef span = text_.slice(blank.range.begin, blank.range.end);
  if (blank.by)
    return writeEdit(*blank.by, blank.range, out);
  size_t start = out.size();
  for (unsigned char byte : span) {
    if (byte == '\n' || byte == '\r')
      out += static_cast<char>(byte);
    else if (byte < 0x80 || byte >= 0xC0) // a space for each UTF-16 unit, so that columns hold
      out += byte >= 0xF0 ? "  " : " ";
  }
  if (out.size() == start)
    return;
  bool separates = blank.statement || joinsNextLine(blank) ||
                   beginsMember(span, llvm::StringRef(out).take_front(start),
                                skipTrivia(text_.substr(blank.range.end)));
  if (separates && out[start] == ' ')
    out[start] = ';';
  llvm::StringRef rest = text_.substr(blank.range.end).ltrim();
  size_t closing = llvm::StringRef(out).take_front(start).find_last_not_of(' ');
  // nor behind its `async`
  if (span.ends_with("("))
    out[start] = '(';
  // no line may end between an arrow function's `)` and its `=>`
  if (span.contains('\n') && rest.starts_with("=>") && closing != llvm::StringRef::npos &&
      out[closing] == ')') {
    out[closing] = ' ';
    out.back() = ')';
  }
}

/// `import` and `export` in CommonJS (`.cts`, or by package.json's `type`), which TypeScript would
/// make calls of `require` of.
void Eraser::checkGoal() {
  if (module_.syntax->goal != Goal::CommonJs || module_.syntax->language == Language::JavaScript)
    return;
  for (const Node *statement : module_.syntax->program->body) {
    const auto *import = llvm::dyn_cast_or_null<ImportDeclaration>(statement);
    const auto *named = llvm::dyn_cast_or_null<ExportNamedDeclaration>(statement);
    const auto *all = llvm::dyn_cast_or_null<ExportAllDeclaration>(statement);
    bool isType = (import && import->typeOnly) || (named && named->typeOnly) ||
                  (all && all->typeOnly) || llvm::any_of(blanks_, [&](const Blank &blank) {
                    return blank.statement && statement && blank.range == statement->range;
                  });
    if (isType)
      continue;
    if (import || named || all || llvm::isa_and_nonnull<ExportDefaultDeclaration>(statement))
      return refuse(*statement,
                    import ? "`import` in a CommonJS file" : "`export` in a CommonJS file");
  }
}

std::optional<std::string> Eraser::erase() {
  decorators_.lower([&](const Node &at, llvm::StringRef what) { refuse(at, what); });
  checkNode(*module_.syntax->program);
  jsx_.lowerImports();
  // what is put in behind a field ends it
  for (const TextEdit &edit : decorators_.edits())
    if (edit.range.begin == edit.range.end)
      ends_.erase(edit.range.begin);
  checkGoal();
  if (refused_)
    return std::nullopt;
  for (const TypeSpan &span : module_.syntax->typeSpans)
    blanks_.push_back({span.range, span.statement});
  for (Blank &blank : blanks_)
    takeParenthesis(blank);
  for (ByteRange range : decorators_.blanks())
    blanks_.push_back({range, false});
  for (ByteRange range : lowering_.erased())
    blanks_.push_back({range, true});
  for (llvm::ArrayRef<TextEdit> edits : {decorators_.edits(), lowering_.edits(), jsx_.edits()})
    for (const TextEdit &edit : edits)
      blanks_.push_back({edit.range, false, &edit});
  // what is put in goes before what is taken out at the same place
  llvm::stable_sort(blanks_, [](const Blank &a, const Blank &b) {
    bool isInserted = a.range.begin == a.range.end, isOther = b.range.begin == b.range.end;
    return std::tuple(a.range.begin, !isInserted, b.range.end) <
           std::tuple(b.range.begin, !isOther, a.range.end);
  });
  std::string out;
  out.reserve(text_.size());
  render({0, static_cast<uint32_t>(text_.size())}, blanks_, out);
  return out;
}

/// Writes a part of the text; what isn't wholly in the part stays out of it.
void Eraser::render(ByteRange part, llvm::ArrayRef<Blank> blanks, std::string &out) const {
  uint32_t at = part.begin;
  for (const Blank &blank : blanks) {
    if (blank.range.begin >= part.end && blank.range.end > part.end)
      break;
    const bool isInserted = blank.range.begin == blank.range.end;
    if ((isInserted ? blank.range.begin < at : blank.range.end <= at) || blank.range.end > part.end)
      continue;
    Blank rest = blank;
    rest.range.begin = std::max(rest.range.begin, at);
    out += text_.slice(at, rest.range.begin);
    write(rest, out);
    at = rest.range.end;
  }
  out += text_.slice(at, part.end);
}

} // namespace

static std::optional<std::string> erase(const agentc::Program &program, const ModuleInfo &module,
                                        DiagnosticList &diagnostics, bool attributes) {
  if (module.syntax->goal == Goal::Json)
    return module.syntax->text.str();
  return Eraser(program, module, diagnostics, attributes).erase();
}

std::optional<std::string> eraseTypes(const agentc::Program &program, const ModuleInfo &module,
                                      DiagnosticList &diagnostics) {
  return erase(program, module, diagnostics, /*attributes=*/false);
}

std::optional<std::string> runnableText(const agentc::Program &program, const ModuleInfo &module,
                                        DiagnosticList &diagnostics) {
  return erase(program, module, diagnostics, /*attributes=*/true);
}

} // namespace agentc
