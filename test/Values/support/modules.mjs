/** Programs of several modules: one makes objects, others write to them by other names, the last one reads. */

export function modulesMaker(random) {
  const pick = (list) => random.pick(list);
  const chance = (probability) => random.chance(probability);
  const keys = ['k', 'm', 'name'];
  const text = () => pick(["'a'", "'b'", "'eval'", '1', '2']);

  /** What a place holds: an object with members, a list, a class, or a plain value. */
  const leafObject = () => ({
    kind: 'object',
    members: Object.fromEntries(keys.map((key) => [key, { kind: 'plain' }])),
  });
  function shape(depth) {
    if (depth <= 0)
      return leafObject();
    return pick([
      leafObject,
      () => ({ kind: 'object', members: { k: { kind: 'plain' }, sub: shape(depth - 1), items: list(depth - 1) } }),
      () => list(depth - 1),
    ])();
  }
  const list = (depth) => ({
    kind: 'list',
    items: random.some(1, 3, () => (chance(0.5) ? shape(depth) : { kind: 'plain' })),
  });
  const literal = (one) =>
    one.kind === 'plain' ? text()
    : one.kind === 'list' ? `[${one.items.map(literal).join(', ')}]`
    : `{ ${Object.entries(one.members).map(([key, value]) => `${key}: ${literal(value)}`).join(', ')} }`;

  /** Ways from an expression to something inside of it, as `[expression, shape]`. */
  function step(expression, one) {
    if (one.kind === 'object') {
      const [key, value] = pick(Object.entries(one.members));
      return [pick([`${expression}.${key}`, `${expression}['${key}']`]), value];
    }
    const index = random.below(one.items.length);
    return [pick([`${expression}[${index}]`, `${expression}.at(${index})`]), one.items[index]];
  }
  function walk(expression, one, least = 0) {
    for (let i = 0; one.kind !== 'plain' && (i < least || chance(0.6)); i++) {
      const [next, inside] = step(expression, one);
      if (inside.kind === 'plain')
        break;
      [expression, one] = [next, inside];
    }
    return [expression, one];
  }

  let fresh = 0;
  const name = () => `x${fresh++}`;
  /** A statement that changes what an expression denotes, by a name or way of its own. */
  function change(expression, one) {
    const key = one.kind === 'object' ? pick(Object.keys(one.members)) : '0';
    const isPlain = one.kind === 'object' ? one.members[key].kind === 'plain' : one.items[0].kind === 'plain';
    if (!isPlain)
      return '';
    const at = one.kind === 'object' ? pick([`.${key}`, `['${key}']`]) : '[0]';
    const x = name();
    const write = (object) => pick([
      `${object}${at} = ${text()};`,
      `[${object}${at}] = [${text()}];`,
      `({ v: ${object}${at} } = { v: ${text()} });`,
      `Object.assign(${object}, { ${one.kind === 'object' ? key : 0}: ${text()} });`,
      `Reflect.set(${object}, '${key}', ${text()});`,
      `Object.defineProperty(${object}, '${key}', { value: ${text()} });`,
      `for (${object}${at} of [${text()}]);`,
      ...(one.kind === 'list' ? [`${object}.unshift(${text()}); ${object}.pop();`, `${object}.splice(0, 1, ${text()});`,
                                 `${object}.fill(${text()});`, `${object}.reverse();`] : []),
    ]);
    return pick([
      () => write(expression),
      () => `const ${x} = ${expression}; ${write(x)}`,
      () => `((${x}) => { ${write(x)} })(${expression});`,
      () => `function f${x}(o) { ${write('o')} } f${x}(${expression});`,
      () => `for (const ${x} of [${expression}]) { ${write(x)} }`,
      () => `[${expression}].forEach((${x}) => { ${write(x)} });`,
      () => `const { v: ${x} } = { v: ${expression} }; ${write(x)}`,
      () => `const ${x} = () => ${expression}; ${write(`${x}()`)}`,
      () => `const ${x} = new Map([['v', ${expression}]]); ${write(`${x}.get('v')`)}`,
      () => `const ${x} = { v: ${expression}, set() { ${write('this.v')} } }; ${x}.set();`,
      () =>
        `class C${x} { constructor(o) { this.o = o } set() { ${write('this.o')} } } new C${x}(${expression}).set();`,
      () => `await Promise.resolve(${expression}).then((${x}) => { ${write(x)} });`,
      () => `const ${x} = []; ${x}.push(${expression}); ${write(`${x}[0]`)}`,
      () => `(function () { ${write('arguments[0]')} })(${expression});`,
      () => `(function () { ${write('this')} }).call(${expression});`,
      () => `const ${x} = ((...all) => all)(${expression}); ${write(`${x}[0]`)}`,
      () => `const ${x} = { ...{ v: ${expression} } }; ${write(`${x}.v`)}`,
      () => `let ${x}; ${x} = ${expression}; ${write(x)}`,
      () => `function* g${x}() { yield ${expression} } for (const ${x} of g${x}()) { ${write(x)} }`,
      () => handedOn(expression, x, write),
    ])();
  }
  /** Through what the language keeps, gives on or calls. */
  function handedOn(expression, x, write) {
    const taker = `(${x}) => { ${write(x)} }`;
    return pick([
      () => `const ${x} = ${held(expression)}; ${write(x)}`,
      () => `${write(held(expression))}`,
      () => `(${taker})(${held(expression)});`,
      () => `try { throw ${expression}; } catch (${x}) { ${write(x)} }`,
      () => `const f${x} = () => { throw ${expression}; }; try { f${x}(); } catch (${x}) { ${write(x)} }`,
      () => `await Promise.reject(${expression}).catch(${taker});`,
      () => `await Promise.reject(${expression}).then(null, ${taker});`,
      () => `const f${x} = async () => { throw ${expression}; }; await f${x}().catch(${taker});`,
      () => `Reflect.apply(${taker}, null, [${expression}]);`,
      () => `(${taker}).bind(null, ${expression})();`,
      () => `(function () { ${write('this')} }).bind(${expression})();`,
      () => `(${taker})(...[${expression}]);`,
      () => `((parts, ${x}) => { ${write(x)} })\`a${'${'}${expression}}\`;`,
      () => `Array.from([${expression}], ${taker});`,
      () => `Object.groupBy([${expression}], ${taker});`,
      () => `Array.prototype.forEach.call([${expression}], ${taker});`,
      () => `[${expression}].values().forEach(${taker});`,
      () => `[${expression}].reduce((before, ${x}) => { ${write(x)} }, 0);`,
      () => `for (const ${x} of new Set([${expression}]).union(new Set())) { ${write(x)} }`,
      () => `await new Promise((done) => setTimeout((${x}) => { ${write(x)} done(); }, 0, ${expression}));`,
    ])();
  }
  /** An expression that gives the same object in a roundabout way. */
  const held = (o) => pick([
    `new WeakRef(${o}).deref()`, `new Proxy(${o}, {})`, `Array.from([1], () => ${o})[0]`, `[1].map(() => ${o})[0]`,
    `[1].values().map(() => ${o}).next().value`, `[${o}].values().next().value`,
    `[${o}][Symbol.iterator]().next().value`, `[${o}].values().take(1).toArray()[0]`,
    `Iterator.from([${o}]).toArray()[0]`, `[1].toSpliced(0, 1, ${o})[0]`, `Object.groupBy([${o}], () => 'a').a[0]`,
    `Map.groupBy([${o}], () => 1).get(1)[0]`, `[1].with(0, ${o})[0]`,
    `Object.getOwnPropertyDescriptor({ v: ${o} }, 'v').value`, `Reflect.get({ v: ${o} }, 'v')`, `[${o}].flat(2)[0]`,
    `Object.getOwnPropertyDescriptors({ v: ${o} }).v.value`, `Array.prototype.slice.call([${o}])[0]`, `(0, ${o})`,
    `Array.prototype.at.call([${o}], 0)`, `new Error('', { cause: ${o} }).cause`, `(await (async () => ${o})())`,
    `(await Promise.all([${o}]))[0]`, `(await Promise.allSettled([${o}]))[0].value`, `Object.freeze({ v: ${o} }).v`,
    `(await Array.fromAsync([${o}]))[0]`, `AbortSignal.abort(${o}).reason`, `[${o}].toSorted()[0]`,
    `[${o}].findLast(Boolean)`, `[...new Set([${o}]).union(new Set())][0]`, `Object.values({ v: ${o} })[0]`,
    `Object.fromEntries([['v', ${o}]]).v`, `(await Promise.race([${o}]))`, `structuredClone({ v: 1 }).v && ${o}`,
    `[[${o}]].flat()[0]`, `({ ...{ v: ${o} } }).v`,
  ]);

  /** Files by name, and the names that the last of them declares. */
  return (number) => {
    const shapes = random.some(1, 3, () => shape(2));
    const own = (i) => `o${number}_${i}`;
    const files = {};
    files[`a${number}.mjs`] = shapes.map((one, i) => `export const ${own(i)} = ${literal(one)};\n`).join('') +
      `export default { ${shapes.map((one, i) => own(i)).join(', ')} };\n`;
    files[`b${number}.mjs`] =
      pick([
        `export * from './a${number}.mjs';\n`,
        `export { ${shapes.map((one, i) => `${own(i)}`).join(', ')} } from './a${number}.mjs';\n`,
      ]) + `export * as all${number} from './a${number}.mjs';\n`;
    const imports = (prefix) =>
      shapes.map((one, i) =>
        pick([
          () => [`import { ${own(i)} as ${prefix}${i} } from './${pick(['a', 'b'])}${number}.mjs';`, `${prefix}${i}`],
          () => [`import * as ${prefix}${i} from './${pick(['a', 'b'])}${number}.mjs';`, `${prefix}${i}.${own(i)}`],
          () => [`import { all${number} as ${prefix}${i} } from './b${number}.mjs';`, `${prefix}${i}.${own(i)}`],
          () => [`import ${prefix}${i} from './a${number}.mjs';`, `${prefix}${i}.${own(i)}`],
        ])(),
      );
    const written = imports('w'),
      read = imports('r');
    const changes = random.some(0, 3, () => {
      const i = random.below(shapes.length);
      return change(...walk(written[i][1], shapes[i]));
    });
    files[`c${number}.mjs`] = [...written.map(([line]) => line), ...changes, 'export {};', ''].join('\n');
    const names = [];
    const reads = random.some(2, 4, () => {
      const i = random.below(shapes.length);
      const [expression, one] = walk(read[i][1], shapes[i]);
      names.push(`v${number}_${names.length}`);
      return `export const ${names.at(-1)} = ${step(expression, one)[0]};`;
    });
    files[`d${number}.mjs`] = [...read.map(([line]) => line), `import './c${number}.mjs';`, ...reads, ''].join('\n');
    return { files, last: `d${number}.mjs`, names };
  };
}
