// typescript-tree.mjs: what a program does, as TypeScript's own parser and agentc's `--dump=syntax` see it, in one form
// that can be compared line by line: how deep each node stands among the others, its kind, its place and what tells it
// from its like. Names, patterns, keys and types are left out.
import { Places } from './estree.mjs';

const statements = {
  IfStatement: 'IfStatement',
  DoStatement: 'DoWhileStatement',
  WhileStatement: 'WhileStatement',
  ForStatement: 'ForStatement',
  ForInStatement: 'ForInStatement',
  ForOfStatement: 'ForOfStatement',
  ContinueStatement: 'ContinueStatement',
  BreakStatement: 'BreakStatement',
  ReturnStatement: 'ReturnStatement',
  WithStatement: 'WithStatement',
  SwitchStatement: 'SwitchStatement',
  LabeledStatement: 'LabeledStatement',
  ThrowStatement: 'ThrowStatement',
  TryStatement: 'TryStatement',
  DebuggerStatement: 'DebuggerStatement',
  ExpressionStatement: 'ExpressionStatement',
  Block: 'BlockStatement',
  CaseClause: 'SwitchCase',
  DefaultClause: 'SwitchCase',
  CatchClause: 'CatchClause',
  VariableDeclaration: 'VariableDeclarator',
};
const same = new Set(['ConditionalExpression', 'TaggedTemplateExpression', 'NewExpression', 'MetaProperty']);
const unary = { TypeOfExpression: 'typeof', VoidExpression: 'void', DeleteExpression: 'delete' };
const literals = {
  NumericLiteral: 'number',
  StringLiteral: 'string',
  BigIntLiteral: 'bigint',
  TrueKeyword: 'true',
  FalseKeyword: 'false',
  NullKeyword: 'null',
};
const jsx = {
  JsxElement: 'JSXElement',
  JsxSelfClosingElement: 'JSXElement',
  JsxFragment: 'JSXFragment',
  JsxAttribute: 'JSXAttribute',
  JsxSpreadAttribute: 'JSXSpreadAttribute',
  JsxExpression: 'JSXExpressionContainer',
};

/** A text of JSX that says nothing; a space that is written as a reference does. */
const isBlank = (text) => /^[ \t\r\n]*$/.test(text);

/** The facts of a source by TypeScript's parser; null if that finds an error. */
export function factsOfTypeScript(ts, text, name) {
  const kinds = { '.tsx': ts.ScriptKind.TSX, '.jsx': ts.ScriptKind.JSX };
  const extension = /\.\w+$/.exec(name)[0];
  const kind = kinds[extension] ?? (/ts$/.test(extension) ? ts.ScriptKind.TS : ts.ScriptKind.JSX);
  const source = ts.createSourceFile(name, text, { languageVersion: ts.ScriptTarget.Latest }, true, kind);
  // what only a JavaScript file may not hold is reported here too
  if (source.parseDiagnostics.length || source.jsDocDiagnostics?.length) return null;
  const places = new Places(text);
  const facts = [];
  const names = new Map();
  for (const [name, value] of Object.entries(ts.SyntaxKind))
    if (typeof value === 'number' && !names.has(value)) names.set(value, name);
  const kindOf = (node) => names.get(node.kind);
  const has = (node, modifier) => node.modifiers?.some((each) => each.kind === modifier);
  const opOf = (token) => ts.tokenToString(token);
  const isErased = (node) =>
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    has(node, ts.SyntaxKind.DeclareKeyword) ||
    (ts.isPropertyDeclaration(node) && has(node, ts.SyntaxKind.AbstractKeyword)) ||
    ts.isIndexSignatureDeclaration(node) ||
    ts.isNamespaceExportDeclaration(node) ||
    (ts.isFunctionLike(node) && !node.body && ts.SyntaxKind.ArrowFunction !== node.kind) ||
    (ts.isImportEqualsDeclaration(node) && node.isTypeOnly);

  const visit = (node, depth, pattern) => {
    const add = (kind, at, ...rest) => facts.push([depth, kind, at === null ? '' : places.of(at), ...rest].join(' '));
    const start = node.getStart(source);
    const into = (child, isPattern = false) => child && visit(child, depth + 1, isPattern);
    const all = (isPattern = false) => ts.forEachChild(node, (child) => void into(child, isPattern));
    const through = (isPattern = pattern) => ts.forEachChild(node, (child) => void visit(child, depth, isPattern));
    if (isErased(node)) return;
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isStatement(node) && has(node, ts.SyntaxKind.ExportKeyword) && !ts.isImportEqualsDeclaration(node)) {
      const before = facts.length;
      add(has(node, ts.SyntaxKind.DefaultKeyword) ? 'ExportDefaultDeclaration' : 'ExportNamedDeclaration', null);
      ++depth;
      declaration(node);
      if (facts.length === before + 1) facts.pop();
      return;
    }
    return declaration(node);

    function declaration(node) {
      const kind = kindOf(node);
      if (ts.isVariableStatement(node)) return visit(node.declarationList, depth);
      if (ts.isVariableDeclarationList(node)) {
        const flags = node.flags & ts.NodeFlags.BlockScoped;
        add(
          'VariableDeclaration',
          start === node.getStart(source) ? start : node.getStart(source),
          flags === ts.NodeFlags.AwaitUsing
            ? 'await-using'
            : flags === ts.NodeFlags.Using
              ? 'using'
              : flags === ts.NodeFlags.Const
                ? 'const'
                : flags === ts.NodeFlags.Let
                  ? 'let'
                  : 'var',
        );
        return node.declarations.forEach((each) => into(each));
      }
      if (ts.isVariableDeclaration(node) && node.parent.kind === ts.SyntaxKind.CatchClause)
        return visit(node.name, depth);
      if (ts.isEmptyStatement(node)) return;
      if (ts.isImportDeclaration(node)) return add('ImportDeclaration', start, node.moduleSpecifier.text);
      if (ts.isExportDeclaration(node))
        return add(
          node.exportClause && ts.isNamedExports(node.exportClause) ? 'ExportNamedDeclaration' : 'ExportAllDeclaration',
          null,
          node.moduleSpecifier?.text ?? '',
        );
      if (ts.isImportEqualsDeclaration(node)) return add('TSImportEqualsDeclaration', null);
      if (ts.isExportAssignment(node))
        return (add(node.isExportEquals ? 'TSExportAssignment' : 'ExportDefaultDeclaration', null), all());
      if (ts.isModuleDeclaration(node)) {
        const before = facts.length;
        add('TSModuleDeclaration', null);
        let body = node.body;
        while (body && ts.isModuleDeclaration(body)) body = body.body;
        if (body) ++depth, add('BlockStatement', null), body.statements.forEach((each) => into(each));
        if (facts.length <= before + 2) facts.length = before;
        return;
      }
      if (ts.isEnumDeclaration(node))
        return (add('TSEnumDeclaration', null), node.members.forEach((each) => into(each.initializer)));
      if (ts.isClassLike(node)) {
        add(ts.isClassDeclaration(node) ? 'ClassDeclaration' : 'ClassExpression', null);
        return all();
      }
      if (ts.isClassStaticBlockDeclaration(node))
        return (add('StaticBlock', null), node.body.statements.forEach((each) => into(each)));
      if (ts.isHeritageClause(node))
        return (
          node.token === ts.SyntaxKind.ExtendsKeyword && node.types.forEach((each) => visit(each.expression, depth))
        );
      if (ts.isExpressionWithTypeArguments(node)) return visit(node.expression, depth, pattern);
      if (ts.isPropertyDeclaration(node)) return add('PropertyDefinition', null), all();
      if (ts.isMethodDeclaration(node) || ts.isAccessor(node) || ts.isConstructorDeclaration(node)) {
        (node.modifiers ?? []).forEach((each) => ts.isDecorator(each) && visit(each, depth));
        if (node.name) visit(node.name, depth);
        add('FunctionExpression', node.parameters.pos - 1);
        node.parameters.forEach((each) => into(each));
        return into(node.body);
      }
      if (ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)) {
        const word = ts.isFunctionDeclaration(node) ? null : start;
        return add(kind, word), node.parameters.forEach((each) => into(each)), into(node.body);
      }
      if (ts.isArrowFunction(node))
        return (
          add('ArrowFunctionExpression', start, has(node, ts.SyntaxKind.AsyncKeyword) ? 'async' : ''),
          node.parameters.forEach((each) => into(each)),
          into(node.body)
        );
      if (ts.isParameter(node))
        return node.name.originalKeywordKind === ts.SyntaxKind.ThisKeyword || node.name.text === 'this'
          ? undefined
          : through();
      if (ts.isDecorator(node)) return (add('Decorator', start), all());
      if (ts.isCallExpression(node)) {
        if (node.expression.kind === ts.SyntaxKind.ImportKeyword)
          return (add('ImportExpression', start), node.arguments.forEach((each) => into(each)));
        add('CallExpression', start, node.arguments.length, node.questionDotToken ? 'optional' : '');
        return all();
      }
      if (ts.isPropertyAccessExpression(node))
        return (add('MemberExpression', start, node.questionDotToken ? 'optional' : ''), all());
      if (ts.isElementAccessExpression(node))
        return (add('MemberExpression', start, `computed${node.questionDotToken ? ' optional' : ''}`), all());
      if (ts.isTemplateLiteral(node)) return (add('TemplateLiteral', start, node.templateSpans?.length ?? 0), all());
      if (ts.isPrefixUnaryExpression(node))
        return (
          add(/\+\+|--/.test(opOf(node.operator)) ? 'UpdateExpression' : 'UnaryExpression', start, opOf(node.operator)),
          all()
        );
      if (ts.isPostfixUnaryExpression(node)) return (add('UpdateExpression', start, opOf(node.operator)), all());
      if (unary[kind]) return (add('UnaryExpression', start, unary[kind]), all());
      if (ts.isAwaitExpression(node)) return (add('AwaitExpression', start), all());
      if (ts.isYieldExpression(node))
        return (add('YieldExpression', start, node.asteriskToken ? 'delegate' : ''), all());
      if (ts.isBinaryExpression(node)) return binary(node);
      if (kind === 'RegularExpressionLiteral')
        return add('Literal', start, 'regexp', node.text.slice(1, node.text.lastIndexOf('/')));
      if (literals[kind]) {
        const isKey = node.parent.name === node || node.parent.propertyName === node;
        return isKey
          ? undefined
          : add(
              'Literal',
              start,
              literals[kind],
              kind === 'StringLiteral' && !ts.isJsxAttribute(node.parent) ? node.text : '',
            );
      }
      if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) {
        if (pattern) return through(true);
        add(ts.isObjectLiteralExpression(node) ? 'ObjectExpression' : 'ArrayExpression', start);
        return all();
      }
      if (pattern && ts.isPropertyAssignment(node))
        return (visit(node.name, depth), visit(node.initializer, depth, true));
      if (
        ts.isPropertyAssignment(node) ||
        ts.isShorthandPropertyAssignment(node) ||
        ts.isSpreadElement(node) ||
        ts.isSpreadAssignment(node)
      )
        return through();
      if (kind === 'JsxText') return isBlank(node.text) ? undefined : add('JSXText', null);
      if (ts.isJsxExpression(node) && node.dotDotDotToken) return;
      if (jsx[kind])
        return (
          add(jsx[kind], start),
          ts.isJsxAttribute(node)
            ? into(node.initializer)
            : ts.isJsxSelfClosingElement(node)
              ? into(node.attributes)
              : all()
        );
      if (ts.isJsxOpeningLikeElement(node) || ts.isJsxClosingElement(node))
        return ts.isJsxClosingElement(node) ? undefined : visit(node.attributes, depth);
      if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
        add(kind, start);
        into(node.initializer, true);
        into(node.expression);
        return into(node.statement);
      }
      if (statements[kind]) return (add(statements[kind], start), all());
      if (same.has(kind))
        return (
          add(kind, start, kind === 'NewExpression' ? (node.arguments?.length ?? 0) : ''),
          kind === 'MetaProperty' ? undefined : all()
        );
      return through();
    }
    function binary(node) {
      const op = opOf(node.operatorToken.kind);
      if (op === ',') {
        add('SequenceExpression', start);
        const flat = (each) =>
          ts.isBinaryExpression(each) && opOf(each.operatorToken.kind) === ','
            ? (flat(each.left), flat(each.right))
            : into(each);
        const first = (each) =>
          ts.isBinaryExpression(each) && opOf(each.operatorToken.kind) === ','
            ? (first(each.left), into(each.right))
            : into(each);
        return flat && first(node);
      }
      const isAssignment =
        node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
        node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
      if (isAssignment && pattern) return (visit(node.left, depth, true), visit(node.right, depth));
      if (isAssignment) {
        add('AssignmentExpression', start, op);
        into(node.left, true);
        return into(node.right);
      }
      add(/^(&&|\|\||\?\?)$/.test(op) ? 'LogicalExpression' : 'BinaryExpression', start, op);
      into(node.left);
      into(node.right);
    }
  };
  source.statements.forEach((each) => visit(each, 0));
  return facts;
}

const placeless = new Set([
  'ExportNamedDeclaration', 'ExportDefaultDeclaration', 'ExportAllDeclaration', 'TSModuleDeclaration',
  'TSEnumDeclaration', 'ClassDeclaration', 'ClassExpression', 'StaticBlock', 'PropertyDefinition',
  'FunctionDeclaration', 'TSImportEqualsDeclaration', 'TSExportAssignment', 'JSXText',
]);
const kept = new Set([
  ...Object.values(statements),
  ...same,
  ...Object.values(jsx),
  ...placeless,
  'VariableDeclaration',
  'ImportDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'Decorator',
  'CallExpression',
  'ImportExpression',
  'MemberExpression',
  'TemplateLiteral',
  'UnaryExpression',
  'UpdateExpression',
  'AwaitExpression',
  'YieldExpression',
  'SequenceExpression',
  'AssignmentExpression',
  'LogicalExpression',
  'BinaryExpression',
  'Literal',
  'ObjectExpression',
  'ArrayExpression',
]);

/** The facts of a tree as `readDump` in estree.mjs gives its lines. */
export function factsOfDump(lines) {
  // a tree again
  const root = { kind: 'Program', children: [] };
  const open = [];
  for (const line of lines) {
    const [depth, kind, place, ...fields] = JSON.parse(line);
    const node = { kind, place, fields, children: [] };
    (open[depth - 1] ?? root).children.push(node);
    open[depth] = node;
    open.length = depth + 1;
  }
  const facts = [];
  const lastText = (node) => node.children.filter((each) => each.kind === 'Literal').at(-1)?.fields[1] ?? '';
  const keyed = new Set(['Property', 'MethodDefinition', 'PropertyDefinition', 'TSEnumMember']);
  const visit = (node, depth) => {
    let { kind, place, fields, children } = node;
    const add = (...rest) => facts.push([depth, kind, placeless.has(kind) ? '' : place, ...rest].join(' '));
    if (keyed.has(kind) && !fields.includes('computed')) {
      const key = children.findIndex((each) => each.kind !== 'Decorator');
      // a shorthand's key is its value too
      children = children.filter((each, at) => at !== key || (kind === 'Property' && children.length === 1));
    }
    if (kind === 'JSXElement' || kind === 'JSXAttribute') children = children.slice(1);
    if (/^JSX(?:Identifier|MemberExpression|NamespacedName)$/.test(kind)) return;
    if (kind === 'ImportDeclaration') return add(lastText(node));
    if (kind === 'ExportAllDeclaration') return add(lastText(node));
    if (kind === 'ExportNamedDeclaration' && !children.some((each) => /Declaration$/.test(each.kind)))
      return add(lastText(node));
    if (kind === 'TSImportEqualsDeclaration') return add();
    if (kind === 'TSModuleDeclaration') {
      add();
      ++depth;
      facts.push([depth, 'BlockStatement', ''].join(' '));
      return children.at(-1).children.forEach((each) => visit(each, depth + 1));
    }
    if (kind === 'TSEnumMember' || !kept.has(kind)) {
      if (kind === 'EmptyStatement') return;
      return children.forEach((each) => visit(each, depth));
    }
    if (kind === 'JSXText' && isBlank(fields.join(''))) return;
    const has = (name) => (fields.includes(name) ? name : '');
    const isText = (name) => fields[0] === name;
    switch (kind) {
      case 'VariableDeclaration':
        add(fields[0]);
        break;
      case 'ArrowFunctionExpression':
        add(has('async'));
        break;
      case 'CallExpression':
        add(children.length - 1, has('optional'));
        break;
      case 'NewExpression':
        add(children.length - 1);
        break;
      case 'MemberExpression':
        add(fields.join(' '));
        break;
      case 'TemplateLiteral':
        add(children.filter((each) => each.kind !== 'TemplateElement').length);
        break;
      case 'UnaryExpression':
      case 'UpdateExpression':
      case 'AssignmentExpression':
      case 'LogicalExpression':
      case 'BinaryExpression':
        add(fields[0]);
        break;
      case 'YieldExpression':
        add(has('delegate'));
        break;
      case 'Literal':
        isText('regexp') ? add('regexp', fields[1]) : add(fields[0], isText('string') && !node.inJsx ? fields[1] : '');
        break;
      case 'JSXAttribute':
        add();
        children.forEach((each) => (each.inJsx = true));
        break;
      case 'ConditionalExpression':
      case 'TaggedTemplateExpression':
      case 'MetaProperty':
        add('');
        if (kind === 'MetaProperty') return;
        break;
      default:
        add();
    }
    children.forEach((each) => visit(each, depth + 1));
  };
  root.children[0]?.children.forEach((each) => visit(each, 0));
  return facts;
}
