// What generated bundles are made of. Each feature writes top-level code into modules and gives an expression over `n`
// (a number) that a tool in `home` computes with.

/// A module that is being written.
export class Module {
  constructor(path, esm, random) {
    Object.assign(this, { path, esm, random, imports: [], lines: [], names: new Set(), exported: [] });
  }

  name(wanted) {
    let name = wanted;
    for (let i = 2; this.names.has(name); ++i) name = wanted + i;
    this.names.add(name);
    return name;
  }

  add(...lines) { this.lines.push(...lines); }

  /// Declares something that others may import: `code(name)` declares it.
  share(wanted, code) {
    const name = this.name(wanted);
    this.lines.push(code(name));
    this.exported.push(name);
    return name;
  }

  specifier(target) {
    const up = this.path.includes('/') ? '../'.repeat(this.path.split('/').length - 1) : './';
    return up + target.path;
  }

  /// A name for what another module shares.
  use(target, name) {
    if (target === this) return name;
    const { pick, chance } = this.random;
    const from = `'${this.specifier(target)}'`;
    const way = pick(['named', 'renamed', 'namespace', 'barrel']);
    const local = this.name(
      way === 'namespace' ? 'lib' : way === 'renamed' ? pick(['alias', 'value', 'helper']) : name,
    );
    if (this.esm && way === 'namespace') this.imports.push(`import * as ${local} from ${from};`);
    else if (this.esm) this.imports.push(`import { ${name}${local === name ? '' : ` as ${local}`} } from ${from};`);
    else if (way === 'namespace' || (target.esm && !this.esm)) this.imports.push(`const ${local} = require(${from});`);
    else if (chance(0.3)) this.imports.push(`const ${local} = require(${from}).${name};`);
    else this.imports.push(`const { ${name}${local === name ? '' : `: ${local}`} } = require(${from});`);
    return way === 'namespace' ? `${local}.${name}` : local;
  }

  text() {
    const exports = this.exported.length === 0 ? '' : this.esm ? `export { ${this.exported.join(', ')} };`
      : this.random.chance(0.5) ? `module.exports = { ${this.exported.join(', ')} };`
        : this.exported.map((name) => `exports.${name} = ${name};`).join('\n');
    const strict = this.esm || this.random.chance(0.5) ? [] : ["'use strict';"];
    return [...strict, ...this.imports, ...this.lines, exports, ''].join('\n');
  }
}

/// Features take the module they write to, the module that uses them, and one for their parts.
export const features = {
  helper(at, home) {
    const base = at.share('base', (name) => `const ${name} = ${at.random.int(9)};`);
    const name = at.share('helper', (f) => `function ${f}(x) { return x + ${base}; }`);
    return `${home.use(at, name)}(n)`;
  },
  counter(at, home) {
    const count = at.name('count');
    at.add(`let ${count} = 0;`);
    const bump = at.share('bump', (f) => `function ${f}(by = 1) { ${count} += by; return ${count}; }`);
    for (let i = at.random.int(3); i > 0; --i) at.add(`${bump}(${i});`);
    if (at.random.chance(0.5)) home.add(`${home.use(at, bump)}(10);`);
    return `${home.use(at, bump)}(n)`;
  },
  registry(at, home) {
    const store = at.share('store', (name) => `const ${name} = new Map();`);
    const register = at.share(
      'register',
      (f) => `function ${f}(key, value) { ${store}.set(key, value); return value; }`,
    );
    at.add(
      `${register}('a', 1);`,
      `for (const key of ['b', 'c']) ${store}.set(key, key.length + ${at.random.int(5)});`,
    );
    if (at.random.chance(0.6)) home.add(`${home.use(at, register)}('d', ${at.random.int(9)});`);
    return `[...${home.use(at, store)}].join() + n`;
  },
  classes(at, home, other) {
    const made = at.name('made');
    at.add(`let ${made} = 0;`);
    const Base = at.share('Item', (name) => `class ${name} { static all = []; #secret = 2;
  constructor(x) { this.x = x; ${made}++; ${name}.all.push(x); }
  twice() { return this.x * this.#secret; }
  unused() { return 'unused'; }
  get size() { return this.x + ${made}; }
}`);
    const Derived = other.share('Item', (name) => `class ${name} extends ${other.use(at, Base)} {
  twice() { return super.twice() + 1; }
  other() { return this['tw' + 'ice'](); }
  toString() { return 'item ' + this.x; }
}`);
    if (at.random.chance(0.5)) at.add(`new ${Base}(7);`);
    const local = home.use(other, Derived);
    return `((i) => [i.twice(), i.other(), i.size, String(i), i.constructor.name, ` +
      `${home.use(at, Base)}.all.length])(new ${local}(n))`;
  },
  patchedClass(at, home, other) {
    const Type = at.share('Thing', (name) => `function ${name}(x) { this.x = x; }`);
    at.add(`${Type}.prototype.double = function () { return this.x * 2; };`);
    const local = other.use(at, Type);
    other.add(`${local}.prototype.triple = function () { return this.x * 3; };`, `${local}.kind = 'patched';`);
    const here = home.use(at, Type);
    return `[new ${here}(n).double(), new ${here}(n).triple?.(), ${here}.kind]`;
  },
  patchedGlobal(at) {
    const method = 'last' + at.random.int(1000);
    at.add(
      `Object.defineProperty(Array.prototype, '${method}', { configurable: true, value() { return this[this.length - ` +
      `1]; } });`,
    );
    at.add(`String.prototype.${method} = function () { return this + '!'; };`);
    return `[[1, n].${method}?.(), 'x'.${method}?.()]`;
  },
  globalState(at) {
    const key = 'state' + at.random.int(1000);
    at.add(`globalThis.${key} = { hits: ${at.random.int(5)} };`);
    return `(globalThis.${key} ? ++globalThis.${key}.hits : 'none')`;
  },
  getters(at, home) {
    const reads = at.name('reads');
    at.add(`let ${reads} = 0;`);
    const object = at.share(
      'view',
      (name) => `const ${name} = { get value() { return ++${reads}; }, set value(x) { ${reads} = x; } };`,
    );
    at.add(`${object}.value;`);
    if (at.random.chance(0.5)) at.add(`${object}.value = 40;`);
    at.add(`Object.defineProperty(${object}, 'late', { get: () => ${reads} * 2, enumerable: true });`);
    const local = home.use(at, object);
    return `[${local}.value, ${local}.late, n]`;
  },
  symbols(at, home) {
    const key = at.share('KEY', (name) => `const ${name} = Symbol('key');`);
    const object = at.share(
      'tagged',
      (name) =>
        `const ${name} = { [${key}]: ${at.random.int(9)}, *[Symbol.iterator]() { yield 1; yield this[${key}]; } };`,
    );
    at.add(`${object}[${key}] += 1;`);
    return `[...${home.use(at, object)}, ${home.use(at, object)}[${home.use(at, key)}], n]`;
  },
  enumeration(at, home) {
    const name = at.share(
      'Color',
      (e) => `var ${e};
(function (${e}) { ${e}[${e}["Red"] = ${at.random.int(3)}] = "Red"; ${e}[${e}["Blue"] = 5] = "Blue";
  })(${e} || (${e} = {}));`,
    );
    const local = home.use(at, name);
    return `[${local}.Red, ${local}[5], n]`;
  },
  destructured(at, home) {
    const [a, b, c, rest] = ['first', 'second', 'third', 'rest'].map((name) => at.name(name));
    at.add(
      `const { a: ${a}, b: [${b}, ${c} = 2], ...${rest} } = { a: ${at.random.int(9)}, b: [1], d: 4, e: 5 }, ` +
      `${at.name('unrelated')} = 1;`,
    );
    const sum = at.share('sum', (f) => `const ${f} = (x) => x + ${a} + ${b} + ${c} + ${rest}.d;`);
    return `${home.use(at, sum)}(n)`;
  },
  closures(at, home) {
    const make = at.name('makeCounter');
    at.add(`function ${make}(start) { let at = start; return { next: () => ++at, get: () => at++ }; }`);
    const one = at.share('one', (name) => `const ${name} = ${make}(${at.random.int(9)});`);
    const two = at.share('two', (name) => `const ${name} = ${make}(100);`);
    at.add(`${one}.next();`, `${at.random.pick([one, two])}.get();`);
    return `[${home.use(at, one)}.next(), n]`;
  },
  settings(at, home, other) {
    const mode = at.name('mode');
    at.add(`let ${mode} = 'plain';`);
    const set = at.share('setMode', (f) => `function ${f}(value) { ${mode} = value; }`);
    const get = at.share('getMode', (f) => `const ${f} = () => ${mode};`);
    if (at.random.chance(0.7)) other.add(`if (${at.random.int(2)} < 5) ${other.use(at, set)}('by another');`);
    return `${home.use(at, get)}() + n`;
  },
  aliased(at, home, other) {
    const object = at.share('config', (name) => `const ${name} = { depth: { level: 1 }, list: [] };`);
    const alias = other.share('same', (name) => `const ${name} = ${other.use(at, object)};`);
    other.add(`${alias}.depth.level = ${at.random.int(9)};`, `const ${other.name('inner')} = ${alias}.list;`);
    other.add(`${alias}.list.push(...[1, 2].map((x) => x * 2));`);
    other.add(`Object.assign(${alias}, { extra: true });`);
    return `JSON.stringify(${home.use(at, object)}) + n`;
  },
  callbacks(at, home, other) {
    const hooks = at.share('hooks', (name) => `const ${name} = [];`);
    const on = at.share('on', (f) => `function ${f}(hook) { ${hooks}.push(hook); }`);
    const seen = other.share('seen', (name) => `const ${name} = { times: 0 };`);
    other.add(`${other.use(at, on)}(() => { ${seen}.times += 1; });`);
    const run = at.share('runAll', (f) => `function ${f}() { for (const hook of ${hooks}) hook(); }`);
    home.add(`${home.use(at, run)}();`);
    return `[${home.use(other, seen)}.times, n]`;
  },
  control(at, home) {
    const table = at.share('table', (name) => `var ${name};`);
    at.add(
      `switch (${at.random.int(3)}) { case 0: ${table} = [0]; break; case 1: ${table} = [1]; default: ${table} = [2, ` +
      `3]; }`,
    );
    at.add(`try { JSON.parse('{'); } catch { ${table}.push('caught'); }`);
    at.add(`outer: for (let i = 0; i < 3; ++i) { for (;;) { if (i === 1) continue outer; ${table}.push(i); break; } }`);
    return `${home.use(at, table)}.join() + n`;
  },
  hoisted(at, home) {
    const early = at.name('early');
    at.add(`var ${early} = late_${early}(1);`, `function late_${early}(x) { return typeof ${early} + x; }`);
    const name = at.share('hoisted', (f) => `function ${f}(x) { return ${early} + x; }`);
    return `${home.use(at, name)}(n)`;
  },
  methods(at, home) {
    const object = at.share('machine', (name) => `const ${name} = {
  total: 0, add(x) { this.total += x; return this; }, result() { return this.total; }, reset() { this.total = 0; },
};`);
    at.add(`${object}.add(${at.random.int(9)});`);
    const local = home.use(at, object);
    return `${local}.add(n).result()`;
  },
  names(at, home, other) {
    const f = at.share('named', (name) => `const ${name} = () => 0;`);
    const g = other.share('named', (name) => `function ${name}() {}`);
    const C = other.share('Named', (name) => `class ${name} {}`);
    const D = at.share('Named', (name) => `class ${name} { static self = () => ${name}.name; }`);
    return `[${home.use(at, f)}.name, ${home.use(other, g)}.name, ${home.use(other, C)}.name, new ` +
      `(${home.use(at, D)})().constructor.name, ${home.use(at, D)}.self(), n]`;
  },
  regularExpression(at, home) {
    const re = at.share('pattern', (name) => `const ${name} = /a/g;`);
    at.add(`${re}.test('aa');`);
    return `[${home.use(at, re)}.lastIndex, ${home.use(at, re)}.test('aaa'), n]`;
  },
  proxied(at, home) {
    const log = at.share('log', (name) => `const ${name} = [];`);
    const object = at.share(
      'proxied',
      (name) =>
        `const ${name} = new Proxy({ a: 1 }, { get(target, key) { ${log}.push(String(key)); return target[key]; } });`,
    );
    at.add(`${object}.a;`);
    return `[${home.use(at, object)}.a, ${home.use(at, log)}.length, n]`;
  },
  weak(at, home) {
    const key = at.name('key'), map = at.name('hidden');
    at.add(`const ${key} = {}, ${map} = new WeakMap([[${key}, ${at.random.int(9)}]]);`);
    const read = at.share('reveal', (f) => `const ${f} = () => ${map}.get(${key});`);
    if (at.random.chance(0.5)) at.add(`${map}.set(${key}, 'changed');`);
    return `${home.use(at, read)}() + n`;
  },
  frozen(at, home) {
    const object = at.share('frozen', (name) => `const ${name} = { a: 1 };`);
    if (at.random.chance(0.6)) at.add(`Object.freeze(${object});`);
    return `((o) => { try { o.a = n; } catch (e) { return e.name; } return o.a; })(${home.use(at, object)})`;
  },
  indirect(at, home, other) {
    const state = at.share('state', (name) => `const ${name} = { steps: [] };`);
    const apply = at.share('applyTo', (f) => `function ${f}(target, step) { target.steps.push(step); return target; }`);
    const identity = other.share('identity', (f) => `const ${f} = (x) => x;`);
    other.add(`${other.use(at, apply)}(${identity}(${other.use(at, state)}), ${at.random.int(9)});`);
    return `${home.use(at, state)}.steps.join() + n`;
  },
  decorated(at, home) {
    const calls = at.share('calls', (name) => `const ${name} = {};`);
    const wrap = at.name('wrap');
    at.add(
      `function ${wrap}(label, f) { ${calls}[label] = 0; return (...rest) => { ${calls}[label]++; return f(...rest); ` +
      `}; }`,
    );
    const f = at.share('decorated', (name) => `const ${name} = ${wrap}('main', (x) => x * ${1 + at.random.int(5)});`);
    const g = at.share('decoratedToo', (name) => `const ${name} = ${wrap}('side', (x) => x);`);
    at.add(`${at.random.pick([f, g])}(1);`);
    return `[${home.use(at, f)}(n), JSON.stringify(${home.use(at, calls)})]`;
  },
  staticBlock(at, home) {
    const seen = at.share('seenTypes', (name) => `const ${name} = [];`);
    const type = at.share(
      'Typed',
      (name) =>
        `class ${name} { static { ${seen}.push('${name}'); } static count = ${seen}.length; count() { return ` +
        `${name}.count; } }`,
    );
    at.add(`class ${at.name('Silent')} { static { ${seen}.push('silent'); } }`);
    return `[new (${home.use(at, type)})().count(), ${home.use(at, seen)}.join(), n]`;
  },
};

/// Features that need imports of their own, by the way of importing.
export const importing = {
  emitter(at, home, other, files) {
    const local = at.name('EventEmitter');
    at.imports.push(at.esm ? `import { EventEmitter${local === 'EventEmitter' ? '' : ` as ${local}`} } from 'events';`
      : `const { EventEmitter: ${local} } = require('events');`);
    const bus = at.share('bus', (name) => `const ${name} = new ${local}();`);
    const heard = at.share('heard', (name) => `const ${name} = [];`);
    home.add(`${home.use(at, bus)}.on('x', (value) => ${home.use(at, heard)}.push(value));`);
    if (at.random.chance(0.5)) at.add(`${bus}.emit('x', 'early');`);
    return `[${home.use(at, bus)}.emit('x', n), ${home.use(at, heard)}.length]`;
  },
  ranTool(at, home) {
    const local = at.name('createTool'),
      runs = at.share('runs', (name) => `const ${name} = { n: 0 };`);
    at.imports.push(
      at.esm
        ? `import { createTool as ${local}_ } from '@lightfast/core';`
        : `const { createTool: ${local}_ } = require('@lightfast/core');`,
    );
    const inner = at.share(
      'innerTool',
      (name) => `const ${name} = ${local}_({ name: 'inner', description: 'd', execute: () => ++${runs}.n });`,
    );
    at.add(`${inner}.execute({});`);
    return `[${home.use(at, runs)}.n, n]`;
  },
};

/// Features in which the language runs code by itself.
Object.assign(features, {
  destructuredGetter(at, home) {
    const reads = at.name('reads');
    at.add(`let ${reads} = 0;`, `const ${at.name('source')} = { get gotten() { return ++${reads}; } };`);
    const source = [...at.names].at(-1);
    at.add(`const { gotten: ${at.name('picked')} } = ${source};`, `const ${at.name('copy')} = { ...${source} };`);
    const read = at.share('readsOf', (f) => `const ${f} = () => ${reads};`);
    return `[${home.use(at, read)}(), n]`;
  },
  iterator(at, home) {
    const numbers = at.share(
      'numbers',
      (name) => `const ${name} = (function* () { let i = 0; while (i < 9) yield i++; })();`,
    );
    at.add(
      at.random.pick([
        `const [${at.name('head')}] = ${numbers};`,
        `${numbers}.next();`,
        `for (const x of ${numbers}) { if (x > 2) break; }`,
      ]),
    );
    const list = at.name('iterated'),
      it = at.share('keysOf', (name) => `const ${list} = new Map([[1, 2], [3, 4]]), ${name} = ${list}.keys();`);
    at.add(`${it}.next();`);
    return `[${home.use(at, numbers)}.next(), ${home.use(at, it)}.next(), n]`;
  },
  converted(at, home) {
    const times = at.name('times');
    at.add(`let ${times} = 0;`);
    const object = at.share(
      'text',
      (name) => `const ${name} = { toString() { return 'text ' + ++${times}; }, toJSON() { return ++${times}; } };`,
    );
    at.add(
      at.random.pick([
        `const ${at.name('label')} = \`\${${object}}\`;`,
        `JSON.stringify({ a: ${object} });`,
        `'' + ${object};`,
      ]),
    );
    return `String(${home.use(at, object)}) + n`;
  },
  staticAccessor(at, home) {
    const type = at.share(
      'Lazy',
      (name) => `class ${name} { static made = 0; static get one() { return ++${name}.made; } }`,
    );
    at.add(at.random.pick([`${type}.one;`, `const ${at.name('kept')} = ${type}.one;`, `${type}.made += 5;`]));
    return `[${home.use(at, type)}.made, n]`;
  },
  reassigned(at, home, other) {
    const f = at.share('changing', (name) => `function ${name}(x) { return x; }`);
    at.add(
      at.random.pick([
        `${f} = ((inner) => (x) => inner(x) + 100)(${f});`,
        `var ${at.name('twice')} = 1; var ${[...at.names].at(-1)} = 2;`,
        `[${f}] = [(x) => x * 7];`,
        `({ f: ${f} } = { f: (x) => x * 8 });`,
      ]),
    );
    return `${home.use(at, f)}(n)`;
  },
  elements(at, home) {
    const items = at.share('items', (name) => `const ${name} = [{ done: 0 }, { done: 0 }];`);
    const byName = at.share('byName', (name) => `const ${name} = new Map([['a', { hits: 0 }]]);`);
    at.add(
      at.random.pick([
        `${items}.forEach((item) => { item.done = 1; });`,
        `${items}.filter(Boolean)[0].done = 2;`,
        `${items}.map((x) => Object.assign(x, { done: 3 }));`,
      ]),
    );
    at.add(
      at.random.pick([
        `${byName}.get('a').hits = ${at.random.int(9)};`,
        `[...${byName}.values()][0].hits++;`,
        `const ${at.name('found')} = ${byName}.get('a'); ${[...at.names].at(-1)}.hits = 7;`,
      ]),
    );
    return `[JSON.stringify(${home.use(at, items)}), ${home.use(at, byName)}.get('a').hits, n]`;
  },
  later(at, home) {
    const queue = at.share('queue', (name) => `const ${name} = [];`);
    at.add(`(async () => { ${queue}.push('sync'); await null; ${queue}.push('async'); })();`);
    at.add(`Promise.resolve(1).then((x) => ${queue}.push(x));`);
    return `[${home.use(at, queue)}.length > 0, n]`;
  },
  shared(at, home, other) {
    const holder = at.share('holder', (name) => `const ${name} = { inner: { value: 1 } };`);
    const left = at.share('left', (name) => `const ${name} = ${holder}.inner;`);
    const right = other.share('right', (name) => `const ${name} = ${other.use(at, holder)}.inner;`);
    other.add(`${right}.value += ${1 + at.random.int(5)};`);
    return `${home.use(at, left)}.value + n`;
  },
  returned(at, home) {
    const cache = at.name('cache');
    at.add(`const ${cache} = new Map();`);
    const get = at.share('getCache', (f) => `function ${f}() { return ${cache}; }`);
    at.add(
      `${get}().set('k', ${at.random.int(9)});`,
      `Object.entries({ a: 1 }).forEach(([k, v]) => ${get}().set(k, v));`,
    );
    const size = at.share('sizeOf', (f) => `const ${f} = () => [...${cache}].join();`);
    return `${home.use(at, size)}() + n`;
  },
  bound(at, home) {
    const state = at.share('boundState', (name) => `const ${name} = { n: 0 };`);
    const add = at.share(
      'boundAdd',
      (f) => `const ${f} = function (x) { this.n += x; return this.n; }.bind(${state});`,
    );
    at.add(`${add}(${at.random.int(9)});`, `Reflect.set(${state}, 'extra', 1);`);
    return `[${home.use(at, state)}.n, ${home.use(at, state)}.extra, n]`;
  },
  inherited(at, home) {
    const Base = at.share(
      'Animal',
      (name) =>
        `class ${name} { static count = 0; static make() { ${name}.count += 1; return new this(); } sound() { return ` +
        `'none'; } }`,
    );
    const Dog = at.share('Dog', (name) => `class ${name} extends ${Base} { sound() { return 'woof'; } }`);
    at.add(
      `const ${at.name('rex')} = ${Dog}.make();`,
      `${at.random.pick([Base, Dog])}.prototype.sound = () => 'patched';`,
    );
    return `[new (${home.use(at, Dog)})().sound(), ${home.use(at, Base)}.count, n]`;
  },
});

/// Features of ES modules alone.
export const moduleFeatures = {
  liveBinding(at, home) {
    const live = at.name('live');
    at.add(`export let ${live} = 1;`, `export const raise${live} = () => { ${live} *= 3; };`);
    home.imports.push(
      `import { ${live} as ${home.name('seen')}, raise${live} as ${home.name('raise')} } from '${home.specifier(at)}';`,
    );
    const [seen, raise] = [...home.names].slice(-2);
    if (at.random.chance(0.5)) home.add(`${raise}();`);
    return `(${raise}(), ${seen} + n)`;
  },
  defaultExport(at, home) {
    if (at.hasDefault || at === home) return 'n';
    at.hasDefault = true;
    at.add(
      at.random.pick([
        'export default (x) => x * 2;', 'export default function (x) { return x * 3; }',
        'export default function halve(x) { return x / 2; }',
        'export default class { static [Symbol.hasInstance]() { return true; } }',
        `export default { value: ${at.random.int(9)} }`, 'export default [1, 2].map((x) => x + 1)',
      ]),
    );
    const local = home.name('imported');
    home.imports.push(`import ${local} from '${home.specifier(at)}';`);
    return `[typeof ${local}, ${local}.name, ${local}.value, Array.isArray(${local}), typeof ${local} === 'function' ` +
      `&& !/^class/.test(${local}) ? ${local}(n) : n]`;
  },
  namespaceObject(at, home) {
    if (at === home) return 'n';
    const one = at.share('member', (name) => `const ${name} = ${at.random.int(9)};`);
    const local = home.name('all');
    home.imports.push(`import * as ${local} from '${home.specifier(at)}';`);
    return `[Object.keys(${local}).includes('${one}'), ${local}['${one}'], ` +
      `Object.prototype.toString.call(${local}), n]`;
  },
  json(at, home, other, files) {
    const path = `data${files.size}.json`;
    files.set(path, JSON.stringify({ list: [1, 2, at.random.int(9)], __proto__: undefined, 'a b': null }));
    const local = at.name('data');
    at.imports.push(`import ${local} from '${at.path.includes('/') ? '../' : './'}${path}';`);
    const first = at.share('firstOf', (f) => `const ${f} = () => ${local}.list.length;`);
    return `${home.use(at, first)}() + n`;
  },
  awaited(at, home) {
    const value = at.share('awaited', (name) => `const ${name} = await Promise.resolve(${at.random.int(9)});`);
    return `${home.use(at, value)} + n`;
  },
};

/// Features of CommonJS alone.
export const plainFeatures = {
  assignedThis(at, home) {
    if (at === home) return 'n';
    const name = at.name('viaThisToo');
    at.add(`this.${name} = ${at.random.int(9)};`);
    const local = home.name('withThis');
    home.imports.push(`const ${local} = require('${home.specifier(at)}');`);
    return `[${local}.${name}, n]`;
  },
  compiled(at, home) {
    if (at === home) return 'n';
    const name = at.name('gotten');
    at.tail = [
      ...(at.tail ?? []),
      `Object.defineProperty(exports, '__esModule', { value: true });`,
      `Object.defineProperty(module.exports, '${name}', { enumerable: true, get: function () { return ` +
      `${at.random.int(9)}; } });`,
    ];
    const local = home.name('compiled');
    home.imports.push(`const ${local} = require('${home.specifier(at)}');`);
    return `[${local}.${name}, ${local}.__esModule, n]`;
  },
  ownExports(at, home) {
    if (at === home) return 'n';
    const name = at.name('total');
    at.tail = [
      ...(at.tail ?? []),
      `exports.${name} = 0;`,
      `exports.add_${name} = (x) => (exports.${name} += x);`,
      `exports.add_${name}(2);`,
    ];
    const local = home.name('own');
    home.imports.push(`const ${local} = require('${home.specifier(at)}');`);
    return `[${local}.add_${name}?.(n), ${local}.${name}]`;
  },
  lazy(at, home) {
    if (at === home) return 'n';
    const name = at.share('lazily', (f) => `function ${f}(x) { return x + ${at.random.int(9)}; }`);
    const local = home.name('load');
    home.add(`function ${local}() { return require('${home.specifier(at)}').${name}; }`);
    return `${local}()(n)`;
  },
  json(at, home, other, files) {
    const path = `data${files.size}.json`;
    files.set(path, JSON.stringify({ list: [1, 2, at.random.int(9)] }));
    const local = at.name('data');
    at.imports.push(`const ${local} = require('${at.path.includes('/') ? '../' : './'}${path}');`);
    at.add(`${local}.list.push(4);`);
    const first = at.share('firstOf', (f) => `const ${f} = () => ${local}.list.length;`);
    return `${home.use(at, first)}() + n`;
  },
  thisExports(at, home) {
    const local = at.name('viaThis');
    at.add(`const ${local} = this === module.exports;`);
    const f = at.share('sees', (name) => `const ${name} = () => ${local};`);
    return `[${home.use(at, f)}(), n]`;
  },
};
