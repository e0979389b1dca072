// Ways to write the same program so that its dangerous part is harder to see. Each takes a source and a source of
// randomness and gives a source; what it changes is random, what the program does stays.
import * as babel from '@babel/core';
import presetEnv from '@babel/preset-env';
import { transformSync } from 'esbuild';
import { minify } from 'terser';
import ts from 'typescript';

const { types: t, traverse, parseSync } = babel;
const generate = (ast) => babel.transformFromAstSync(ast, undefined, { configFile: false, babelrc: false }).code;

/** A small generator of random numbers (mulberry32), so that a seed gives the same programs again. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { next, below: (n) => Math.floor(next() * n), pick: (list) => list[Math.floor(next() * list.length)] };
}

const isScript = (source) => !/^\s*(import|export)\b/m.test(source);
const parse = (source) =>
  parseSync(source, { configFile: false, babelrc: false, sourceType: isScript(source) ? 'commonjs' : 'module' });

const expression = (code) =>
  babel.template.expression(code, { placeholderPattern: /^(AA|BB|KEY|OBJECT|NAME|CALLEE|SELF|LIST)$/ });

/** An expression for a text that doesn't show it. */
export function hiddenText(text, random) {
  const string = t.stringLiteral;
  const at = 1 + random.below(Math.max(1, text.length - 1));
  const halves = [string(text.slice(0, at)), string(text.slice(at))];
  const codes = [...text].map((c) => t.numericLiteral(c.charCodeAt(0)));
  const reversed = string([...text].reverse().join(''));
  const escaped = t.stringLiteral(text);
  escaped.extra = {
    raw: `'${[...text].map((c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}'`,
    rawValue: text,
  };
  return random.pick([
    () => t.binaryExpression('+', halves[0], halves[1]),
    () => expression('[AA, BB].join("")')({ AA: halves[0], BB: halves[1] }),
    () => expression('AA.split("").reverse().join("")')({ AA: reversed }),
    () => t.callExpression(expression('String.fromCharCode')(), codes),
    () => expression('atob(AA)')({ AA: string(btoa(text)) }),
    () => expression('Buffer.from(AA, "hex").toString()')({ AA: string(Buffer.from(text).toString('hex')) }),
    () =>
      t.templateLiteral(
        [t.templateElement({ raw: '' }), t.templateElement({ raw: '' }), t.templateElement({ raw: '' }, true)],
        halves,
      ),
    () => expression('AA.concat(BB)')({ AA: halves[0], BB: halves[1] }),
    () => expression('AA.replace("#", "")')({ AA: string(`${text.slice(0, at)}#${text.slice(at)}`) }),
    () => expression('AA.slice(2)')({ AA: string(`xx${text}`) }),
    () =>
      expression('decodeURIComponent(AA)')({
        AA: string([...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')),
      }),
    () => escaped,
  ])();
}

/** Rewrites each node of a kind with a chance of one half, the first always. */
function rewriteSome(source, random, visitors) {
  const ast = parse(source);
  let first = true;
  const chance = () => {
    const yes = first || random.next() < 0.5;
    first = false;
    return yes;
  };
  traverse(ast, visitors(chance));
  return generate(ast);
}

const isCallee = (path) => path.parent.callee === path.node;
const isReadMember = (path) =>
  !(path.parentPath.isAssignmentExpression() && path.key === 'left') && !path.parentPath.isUpdateExpression() &&
  !(path.parentPath.isUnaryExpression({ operator: 'delete' })) && !t.isSuper(path.node.object) &&
  !t.isPrivateName(path.node.property) && !path.findParent((p) => p.isPattern());
const moduleExports = (node) => t.isMemberExpression(node) && t.isIdentifier(node.object, { name: 'module' });
const isHostName = (path) =>
  path.isReferencedIdentifier() && !path.scope.hasBinding(path.node.name, true) &&
  !['undefined', 'module', 'exports', 'arguments', 'require'].includes(path.node.name) &&
  !(path.parentPath.isUnaryExpression({ operator: 'typeof' }));

/** A member by a name that is put together. */
function computedMembers(source, random) {
  return rewriteSome(source, random, (chance) => ({
    MemberExpression(path) {
      const { node } = path;
      if (node.computed || t.isPrivateName(node.property) || moduleExports(node) || !chance())
        return;
      const name = node.property.name;
      node.property = hiddenText(name, random);
      node.computed = true;
    },
  }));
}

/** Texts put together. */
function hiddenTexts(source, random) {
  return rewriteSome(source, random, (chance) => ({
    StringLiteral(path) {
      if (
        path.parentPath.isImportDeclaration() ||
        path.parentPath.isDirective() ||
        path.parentPath.isExportDeclaration() ||
        (path.parentPath.isObjectProperty() && path.key === 'key') ||
        !path.node.value ||
        /[^ -~]/.test(path.node.value) ||
        !chance()
      )
        return;
      path.replaceWith(hiddenText(path.node.value, random));
      path.skip();
    },
  }));
}

/** A host's name as a member of the global object. */
function throughGlobalThis(source, random) {
  return rewriteSome(source, random, (chance) => ({
    Identifier(path) {
      if (!isHostName(path) || path.node.name === 'globalThis' || path.node.name === 'import' || !chance())
        return;
      const key = random.next() < 0.5 ? t.stringLiteral(path.node.name) : hiddenText(path.node.name, random);
      path.replaceWith(random.pick([
        () => t.memberExpression(t.identifier('globalThis'), key, true),
        () => expression('Reflect.get(globalThis, KEY)')({ KEY: key }),
        () => expression('(() => globalThis)()[KEY]')({ KEY: key }),
        () => expression('Object.getOwnPropertyDescriptor(globalThis, KEY).value')({ KEY: key }),
      ])());
      path.skip();
    },
  }));
}

/** A host's name gets another name first, in one of many ways. */
function aliases(source, random) {
  const ast = parse(source);
  const prefix = `held${random.below(10000)}_`;
  let count = 0;
  const made = [];
  traverse(ast, {
    Identifier(path) {
      if (!isHostName(path) || (count && random.next() < 0.5))
        return;
      const name = path.node.name;
      const alias = `${prefix}${count++}`;
      const value = t.identifier(name);
      const way = random.pick([
        [`const ${alias} = VALUE;`, alias],
        [`let ${alias}; ${alias} = VALUE;`, alias],
        [`const ${alias} = { inner: { value: VALUE } };`, `${alias}.inner.value`],
        [`const ${alias} = [0, VALUE];`, `${alias}[1]`],
        [`const [${alias}] = [VALUE];`, alias],
        [`const { a: { b: ${alias} } } = { a: { b: VALUE } };`, alias],
        [`function ${alias}() { return VALUE; }`, `${alias}()`],
        [`const ${alias} = (() => VALUE)();`, alias],
        [`const ${alias} = ((value) => value)(VALUE);`, alias],
        [`class ${alias} { static value = VALUE; }`, `${alias}.value`],
        [`class ${alias} { value = VALUE; }`, `new ${alias}().value`],
        [`class ${alias} { get value() { return VALUE; } }`, `new ${alias}().value`],
        [`const ${alias} = { get value() { return VALUE; } };`, `${alias}.value`],
        [`const ${alias} = Object.assign({}, { value: VALUE });`, `${alias}.value`],
        [`const ${alias} = { ...{ value: VALUE } };`, `${alias}.value`],
        [`const ${alias} = {}; ${alias}['val' + 'ue'] = VALUE;`, `${alias}.value`],
        [`const ${alias} = Math.random() > 2 ? null : VALUE;`, alias],
        [`const ${alias} = undefined ?? VALUE;`, alias],
        [`var ${alias} = VALUE; var ${alias}2 = ${alias};`, `${alias}2`],
        [`const ${alias} = new Map([['value', VALUE]]);`, `${alias}.get('value')`],
        [`const ${alias} = Object.freeze({ value: VALUE });`, `${alias}.value`],
      ]);
      made.push(
        babel.template.statements(way[0], { placeholderPattern: /^VALUE$/, sourceType: 'script' })({ VALUE: value }),
      );
      path.replaceWith(expression(way[1])());
      path.skip();
    },
  });
  const imports = ast.program.body.filter((node) => t.isImportDeclaration(node));
  const rest = ast.program.body.filter((node) => !t.isImportDeclaration(node));
  ast.program.body = [...imports, ...made.flat(), ...rest];
  return generate(ast);
}

/** A call in another form. */
function callForms(source, random) {
  return rewriteSome(source, random, (chance) => ({
    CallExpression(path) {
      const { node } = path;
      if (
        path.node.optional ||
        t.isSuper(node.callee) ||
        t.isImport(node.callee) ||
        path.findParent((p) => p.isOptionalMemberExpression()) ||
        t.isIdentifier(node.callee, { name: 'require' }) ||
        !chance()
      )
        return;
      const isMember = t.isMemberExpression(node.callee);
      if (isMember && !t.isIdentifier(node.callee.object))
        return;
      const self = isMember ? t.cloneNode(node.callee.object) : t.nullLiteral();
      const list = t.arrayExpression(node.arguments);
      const made = random.pick([
        () => t.callExpression(t.memberExpression(node.callee, t.identifier('call')), [self, ...node.arguments]),
        () => t.callExpression(t.memberExpression(node.callee, t.identifier('apply')), [self, list]),
        () => expression('Reflect.apply(CALLEE, SELF, LIST)')({ CALLEE: node.callee, SELF: self, LIST: list }),
        () =>
          t.callExpression(
            t.callExpression(t.memberExpression(node.callee, t.identifier('bind')), [self]),
            node.arguments,
          ),
        () => t.optionalCallExpression(node.callee, node.arguments, true),
        () => t.callExpression(expression('Function.prototype.call.call')(), [node.callee, self, ...node.arguments]),
        () => t.callExpression(node.callee, [t.spreadElement(list)]),
      ])();
      path.replaceWith(made);
      path.skip();
    },
  }));
}

/** Members taken by patterns or `Reflect` instead of a dot. */
function destructured(source, random) {
  return rewriteSome(source, random, (chance) => ({
    MemberExpression(path) {
      const { node } = path;
      if (
        node.computed ||
        moduleExports(node) ||
        isCallee(path) ||
        !isReadMember(path) ||
        t.isSuper(node.object) ||
        !chance()
      )
        return;
      const name = node.property.name;
      path.replaceWith(random.pick([
        () => expression('Reflect.get(OBJECT, NAME)')({ OBJECT: node.object, NAME: t.stringLiteral(name) }),
        () => expression(`(({ ${name}: taken }) => taken)(OBJECT)`)({ OBJECT: node.object }),
        () => expression(`(({ ${name}: taken, ...others }) => taken)(OBJECT)`)({ OBJECT: node.object }),
        () => t.optionalMemberExpression(node.object, t.identifier(name), false, true),
      ])());
      path.skip();
    },
  }));
}

/** Each label another: one inside of its namesake is no JavaScript. */
let labels = 0;

/** Statements of functions inside of others. */
function wrapped(source, random) {
  return rewriteSome(source, random, (chance) => ({
    BlockStatement(path) {
      if (
        !path.parentPath.isFunction() ||
        path.parentPath.isMethod({ kind: 'constructor' }) ||
        !path.node.body.length ||
        !chance()
      )
        return;
      const form = random.pick([
        'try { BODY } finally { }', 'if (Date.now() > 1) { BODY }', 'for (const turn of [1]) { BODY }',
        'switch (1) { case 1: { BODY } }', `label${++labels}: { BODY }`, 'do { BODY } while (false);',
      ]);
      const inner = t.blockStatement(path.node.body);
      const [outer] = babel.template.statements(form, { placeholderPattern: /^BODY$/, sourceType: 'script' })({
        BODY: inner,
      });
      path.node.body = [outer];
      path.skip();
    },
  }));
}

const toEs5 = (source) =>
  ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES5, module: ts.ModuleKind.CommonJS, ignoreDeprecations: '5.0' },
  }).outputText;

export const transforms = {
  computedMembers, hiddenTexts, throughGlobalThis, aliases, callForms, destructured, wrapped,
  esbuildMinify: (source) => transformSync(source, { minify: true, format: isScript(source) ? undefined : 'esm' }).code,
  esbuildCommonJs: (source) => transformSync(source, { format: 'cjs', minifySyntax: true, target: 'es2020' }).code,
  terser: async (source) =>
    (
      await minify(source, {
        compress: { passes: 2, toplevel: true },
        mangle: { toplevel: true },
        module: !isScript(source),
      })
    ).code,
  tscEs5: toEs5,
  babelEs5: (source) =>
    babel.transformSync(source, {
      configFile: false,
      babelrc: false,
      sourceType: isScript(source) ? 'commonjs' : 'module',
      presets: [[presetEnv, { targets: { chrome: '60' }, modules: 'commonjs' }]],
    }).code,
};
