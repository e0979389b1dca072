// Rewrites a TypeScript bundle without changing what it means: every local variable is renamed, every named import
// aliased, and the entry's statements move to another file.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(import.meta.dirname, '../../package.json'));
const ts = require('typescript');

/// The names that a file declares at any level, with the places where they are used.
function rename(path) {
  const host = ts.createCompilerHost({});
  const program = ts.createProgram(
    [path],
    { noResolve: true, noLib: true, allowJs: true, target: ts.ScriptTarget.ESNext },
    host,
  );
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const names = new Map();
  const edits = [];
  const nameOf = (symbol) => {
    if (!names.has(symbol)) names.set(symbol, `v${names.size}_`);
    return names.get(symbol);
  };
  const isLocal = (symbol) =>
    symbol?.declarations?.length &&
    symbol.declarations.every(
      (one) =>
        one.getSourceFile() === source &&
        (ts.isVariableDeclaration(one) || ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one) ||
          ts.isImportSpecifier(one) || ts.isImportClause(one) || ts.isNamespaceImport(one) ||
          (ts.isParameter(one) && !ts.isParameterPropertyDeclaration(one, one.parent)) || ts.isBindingElement(one)),
    ) &&
    !isExported(symbol);
  const isExported = (symbol) =>
    symbol.declarations.some((one) => {
      const statement = ts.isVariableDeclaration(one) ? one.parent.parent : one;
      return (
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)
      );
    });
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const parent = node.parent;
      const shorthand = ts.isShorthandPropertyAssignment(parent) && parent.name === node;
      const symbol = shorthand ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node);
      const isKey =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        ((ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isBindingElement(parent)) &&
          parent.propertyName === node);
      if (ts.isExportSpecifier(parent)) {
        const local = checker.getExportSpecifierLocalTargetSymbol(parent);
        if (isLocal(local) && !parent.propertyName) edits.push([node, `${nameOf(local)} as ${node.text}`]);
        else if (isLocal(local) && parent.propertyName === node) edits.push([node, nameOf(local)]);
      } else if (!isKey && isLocal(symbol)) {
        const name = nameOf(symbol);
        const declared = symbol.declarations[0];
        if (shorthand) edits.push([node, `${node.text}: ${name}`]);
        else if (ts.isImportSpecifier(parent) && !parent.propertyName) edits.push([node, `${node.text} as ${name}`]);
        else if (
          ts.isBindingElement(parent) &&
          parent.name === node &&
          !parent.propertyName &&
          !parent.dotDotDotToken &&
          ts.isObjectBindingPattern(parent.parent) &&
          declared === parent
        )
          edits.push([node, `${node.text}: ${name}`]);
        else edits.push([node, name]);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  let text = source.text;
  for (const [node, replacement] of edits.sort(([a], [b]) => b.getStart() - a.getStart()))
    text = text.slice(0, node.getStart()) + replacement + text.slice(node.getEnd());
  return text;
}

export function rewriteFolder(folder) {
  for (const name of readdirSync(folder))
    if (name.endsWith('.ts')) writeFileSync(join(folder, name), rename(join(folder, name)));
  const entry = join(folder, 'index.ts');
  writeFileSync(join(folder, 'moved.ts'), readFileSync(entry, 'utf8'));
  writeFileSync(entry, "export * from './moved.ts'\n");
}
