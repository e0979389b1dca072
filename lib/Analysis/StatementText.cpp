#include "agentc/Analysis/Rule.h"

#include "agentc/Analysis/Walk.h"

namespace agentc {

using namespace ast;

std::string statementText(const agentc::Program &program, const Diagnostic &diagnostic) {
  const File *file = program.files().find(diagnostic.file);
  if (!file || !diagnostic.range)
    return "";
  llvm::StringRef text = file->bytes;
  ByteRange place = *diagnostic.range;
  const ModuleInfo *module = program.find(diagnostic.file);
  if (!module || !module->syntax->program || module->syntax->goal == Goal::Json) {
    LineTable lines(text);
    return lines.line(lines.position(place.begin).line).str();
  }
  auto holds = [&](ByteRange range) {
    return range.begin <= place.begin && place.end <= range.end;
  };
  const Node *innermost = module->syntax->program;
  walk(*module->syntax->program, [&](const Node &node) {
    if (!holds(node.range))
      return false;
    bool isUnit = (isStatement(node) && !llvm::isa<BlockStatement>(node)) ||
                  llvm::isa<PropertyDefinition, MethodDefinition>(node);
    if (isUnit)
      innermost = &node;
    return true;
  });
  if (llvm::isa<ast::Program>(innermost))
    return text.slice(place.begin, place.end).str();
  return text.slice(innermost->range.begin, innermost->range.end).str();
}

} // namespace agentc
