// erasure.mjs AGENTC FOLDER...: erases the types of each folder's TypeScript and compares what is left with what
// TypeScript's own transpile makes of it, node by node and token by token; spaces, comments, empty statements and
// parentheses that only held a type don't count. Which imports are types a file alone can't tell: where the transpile
// differs, TypeScript's whole program decides. Of what agentc writes anew (enums, namespaces …) only that it is
// JavaScript of as many lines: lowering.mjs runs such code.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const ts = createRequire(new URL('../../package.json', import.meta.url))('typescript');
const options = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  isolatedModules: true,
  verbatimModuleSyntax: false,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: false,
  noLib: true,
  noCheck: true,
  types: [],
  rewriteRelativeImportExtensions: false,
  jsx: ts.JsxEmit.Preserve,
  skipLibCheck: true,
};

const isSource = (path) => /\.[cm]?tsx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
const parse = (path, text) => ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);

/// Whether a namespace holds nothing but types.
const isTypes = (node) =>
  ts.isModuleDeclaration(node) &&
  node.body &&
  (ts.isModuleDeclaration(node.body)
    ? isTypes(node.body)
    : ts.isModuleBlock(node.body) &&
      node.body.statements.every(
        (one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || isTypes(one),
      ));

/// Whether a file has syntax that makes code of its own: of all kinds, or only what agentc refuses.
function needsTransform(source, refused) {
  const isDeclared = (node) => ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);
  let found = false;
  const visit = (node) => {
    if (found || isTypes(node) || (ts.canHaveModifiers(node) && isDeclared(node))) return;
    found =
      ts.isDecorator(node) ||
      ts.isJsxElement(node) ||
      ts.isJsxFragment(node) ||
      ts.isJsxSelfClosingElement(node) ||
      (ts.isExportAssignment(node) && node.isExportEquals) ||
      (!refused &&
        (ts.isEnumDeclaration(node) ||
          ts.isModuleDeclaration(node) ||
          (ts.isImportEqualsDeclaration(node) && !node.isTypeOnly) ||
          (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent))));
    ts.forEachChild(node, visit);
  };
  visit(source);
  // TypeScript makes `require` of what such a file imports
  return (
    found ||
    (/\.cts$/.test(source.fileName) &&
      source.statements.some(
        (one) =>
          (ts.isImportDeclaration(one) && !one.importClause?.isTypeOnly) ||
          (ts.isExportDeclaration(one) && !one.isTypeOnly) ||
          (ts.canHaveModifiers(one) &&
            !ts.isInterfaceDeclaration(one) &&
            !ts.isTypeAliasDeclaration(one) &&
            ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)),
      ))
  );
}

/// The tokens of JavaScript with the nodes around them.
function tokensOf(text, path) {
  const source = parse(path, text), tokens = [];
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.EndOfFileToken || ts.isEmptyStatement(node) || ts.isSemicolonClassElement(node))
      return;
    // what TypeScript adds to CommonJS
    if (ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression) && node.expression.text === 'use strict')
      return;
    if (ts.isParenthesizedExpression(node)) return visit(node.expression);
    if (
      ts.isExportDeclaration(node) &&
      !node.moduleSpecifier &&
      node.exportClause &&
      ts.isNamedExports(node.exportClause) &&
      node.exportClause.elements.length === 0
    )
      return;
    const isLeaf =
      ts.isIdentifier(node) ||
      ts.isPrivateIdentifier(node) ||
      ts.isLiteralExpression(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    tokens.push(
      isLeaf
        ? `${ts.SyntaxKind[node.kind]} ` +
          `${ts.isNumericLiteral(node) || ts.isBigIntLiteral(node) ? node.text : node.getText(source)}`
        : ts.SyntaxKind[node.kind] + (ts.isVariableDeclarationList(node) ? node.flags & ts.NodeFlags.BlockScoped : ''),
    );
    ts.forEachChild(node, visit);
    tokens.push(')');
  };
  ts.forEachChild(source, visit);
  return tokens;
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', '.git', '__tests__', 'test', 'tests', 'dist', 'fixtures'].includes(entry.name))
        yield* filesBelow(path);
    } else if (entry.isFile() && (isSource(path) || entry.name === 'tsconfig.json')) {
      yield path;
    }
  }
}

function readDump(bytes) {
  const modules = new Map();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at), [, path, size] = /^== (.*) (\d+)$/.exec(bytes.toString('utf8', at, end));
    modules.set(path, bytes.toString('utf8', end + 1, end + 1 + +size));
    at = end + 2 + +size;
  }
  return modules;
}

const asJs = (path) => path.replace(/\.([cm]?)tsx?$/, '.$1js');
const differenceOf = (a, b) => a.findIndex((token, i) => token !== b[i]);

function compareFolder(agentc, folder) {
  const at = mkdtempSync(join(tmpdir(), 'erasure-'));
  const paths = [...filesBelow(folder)];
  for (const path of paths) cpSync(path, join(at, relative(folder, path)));
  // the package's own `type` is that of what is built of its sources
  writeFileSync(join(at, 'package.json'), '{"type": "module"}');
  const sources = paths.filter(isSource).map((path) => relative(folder, path));
  const dumped = spawnSync(agentc, ['package', '--dump=erased', at], { maxBuffer: 1 << 30 });
  const erased = readDump(dumped.stdout);
  const count = {
    files: sources.length,
    same: 0,
    whole: 0,
    transform: 0,
    lowered: 0,
    unread: 0,
    different: 0,
    bytes: 0,
  };
  let program;
  for (const path of sources) {
    const text = readFileSync(join(at, path), 'utf8');
    const mine = erased.get(path);
    const source = parse(path, text);
    if (needsTransform(source, false)) {
      const isRefused = needsTransform(source, true);
      if (isRefused && mine === undefined) ++count.transform;
      else if (
        !isRefused &&
        mine !== undefined &&
        parse(asJs(path), mine).parseDiagnostics.length === 0 &&
        mine.split('\n').length === text.split('\n').length
      )
        ++count.lowered;
      else {
        ++count.different;
        console.log(
          `${folder}/${path}: needs a transform, and is ` +
          `${isRefused ? 'erased' : mine === undefined ? 'refused' : 'no JavaScript of as many lines'}`,
        );
      }
      continue;
    }
    if (mine === undefined) {
      ++count.unread;
      console.log(`${folder}/${path}: is not erased`);
      continue;
    }
    count.bytes += text.length;
    const tokens = tokensOf(mine, asJs(path));
    const transpiled = tokensOf(
      ts.transpileModule(text, { fileName: path, compilerOptions: options }).outputText,
      asJs(path),
    );
    if (differenceOf(tokens, transpiled) < 0 && tokens.length === transpiled.length) {
      ++count.same;
      continue;
    }
    program ??= ts.createProgram(
      sources.map((source) => join(at, source)),
      { ...options, isolatedModules: false, outDir: join(at, 'out'), allowImportingTsExtensions: false },
    );
    let emitted = '';
    program.emit(program.getSourceFile(join(at, path)), (name, output) => { if (/js$/.test(name)) emitted = output; });
    const whole = tokensOf(emitted, asJs(path));
    if (differenceOf(tokens, whole) < 0 && tokens.length === whole.length) { ++count.whole; continue; }
    ++count.different;
    const i = Math.max(0, differenceOf(tokens, whole));
    console.log(
      `${folder}/${path}: ${tokens.slice(Math.max(0, i - 6), i + 4).join(' | ')}\n   typescript: ` +
      `${whole.slice(Math.max(0, i - 6), i + 4).join(' | ')}`,
    );
  }
  rmSync(at, { recursive: true });
  return count;
}

const [agentc, ...folders] = process.argv.slice(2);
const total = { folders: 0, files: 0, same: 0, whole: 0, transform: 0, lowered: 0, unread: 0, different: 0, bytes: 0 };
for (const folder of folders) {
  if (!statSync(folder).isDirectory()) continue;
  const count = compareFolder(agentc, folder);
  ++total.folders;
  for (const key of Object.keys(count)) total[key] += count[key];
  console.log(
    `${folder.replace(/.*node_modules\//, '')}: ${count.files} files, ${count.same} as transpiled, ${count.whole} as ` +
    `the whole program, ${count.transform} need a transform, ${count.lowered} lowered, ${count.unread} unread, ` +
    `${count.different} different`,
  );
}
console.log(
  `${total.folders} folders, ${total.files} files (${(total.bytes / 1e6).toFixed(1)} MB erased), ${total.same} as ` +
  `transpiled, ${total.whole} as the whole program, ${total.transform} need a transform, ${total.lowered} lowered, ` +
  `${total.unread} unread, ${total.different} different`,
);
process.exit(total.different ? 1 : 0);
