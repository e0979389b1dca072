/** Small pure programs that always end and have a value. */
import { expressionMaker } from './expressions.mjs';

export function programMaker(random) {
  const constant = expressionMaker(random);
  const pick = (list) => random.pick(list);
  const chance = (probability) => random.chance(probability);
  let names = 0;
  const fresh = (prefix) => `${prefix}${names++}`;

  /** What is in scope, by kind: num, str, arr (of numbers), fn (of two numbers); `let` variables apart. */
  class Scope {
    constructor(parent) {
      this.all = parent ? [...parent.all] : [];
      this.depth = parent ? parent.depth + 1 : 0;
    }
    add(kind, name, mutable = false) {
      this.all.push({ kind, name, mutable });
    }
    some(kind, mutable = false) {
      const found = this.all.filter((v) => v.kind === kind && (!mutable || v.mutable));
      return found.length ? pick(found).name : undefined;
    }
  }

  const num = (s, d) => {
    const name = s.some('num');
    if (d <= 0 || chance(0.2)) return name && chance(0.7) ? name : pick(['0', '1', '2', '3', '7', '10', '2.5', '-4']);
    const arr = s.some('arr'), fn = s.some('fn'), str = s.some('str');
    return pick([
      () => `(${num(s, d - 1)} ${pick(['+', '-', '*', '%', '&', '|', '^', '>>'])} ${num(s, d - 1)})`,
      () => `(${bool(s, d - 1)} ? ${num(s, d - 1)} : ${num(s, d - 1)})`,
      () => `Math.${pick(['floor', 'abs', 'max', 'min'])}(${num(s, d - 1)})`,
      ...(arr
        ? [
            () => `${arr}.length`,
            () => `(${arr}[${num(s, 0)}] ?? ${num(s, 0)})`,
            () => `${arr}.reduce((a, b) => a ${pick(['+', '-', '*'])} b, ${num(s, 0)})`,
            () => `${arr}.indexOf(${num(s, 0)})`,
          ]
        : []),
      ...(fn
        ? [
            () => `${fn}(${num(s, d - 1)}, ${num(s, 0)})`,
            () => `${fn}.call(null, ${num(s, 0)}, ${num(s, 0)})`,
            () => `${fn}(...[${num(s, 0)}, ${num(s, 0)}])`,
          ]
        : []),
      ...(str ? [() => `${str}.length`, () => `${str}.charCodeAt(${pick(['0', '1'])})`] : []),
      () => `((a, b = ${num(s, 0)}) => a * b)(${num(s, d - 1)})`,
      () =>
        `(function (${'n'}) { return n < 2 ? 1 : n * arguments.callee(n - 1); })(${pick(['1', '3', '5'])})`
          .replace('arguments.callee', 'this_')
          .replace('function (n)', 'function this_(n)'),
    ])();
  };
  const str = (s, d) => {
    const name = s.some('str'), arr = s.some('arr');
    if (d <= 0 || chance(0.2)) return name && chance(0.7) ? name : pick(['""', '"ab"', '"eval"', '"x,y"', '"Q"']);
    return pick([
      () => `(${str(s, d - 1)} + ${pick([num, str])(s, d - 1)})`,
      () => `\`\${${pick([num, str])(s, d - 1)}}|\${${num(s, 0)}}\``,
      () =>
        `${str(s, d - 1)}` +
        `.${pick(['toUpperCase()', 'trim()', 'slice(1)', 'repeat(2)', 'at(-1)', 'split("").reverse().join("")'])}`,
      () =>
        `${str(s, d - 1)}.replace(/[a-z]/g, (c) => ` +
        `${pick(['c.toUpperCase()', 'c + c', 'String.fromCharCode(c.charCodeAt(0) + 1)'])})`,
      () =>
        `[...${str(s, d - 1)}].map((c, i) => ` +
        `${pick(['c + i', 'i + c', 'c.charCodeAt(0) ^ i'])}).join("${pick(['', ',', '-'])}")`,
      ...(arr
        ? [
            () => `${arr}.join("${pick(['', '-'])}")`,
            () => `${arr}.map(String).join()`,
            () => `String.fromCharCode(...${arr}.map((n) => (n & 15) + 97))`,
          ]
        : []),
      () => `typeof ${pick([num, str, arrayOf])(s, 0)}`,
    ])();
  };
  const bool = (s, d) =>
    d <= 0 ? pick(['true', 'false']) : pick([
      () => `${num(s, d - 1)} ${pick(['<', '>', '<=', '===', '!==', '=='])} ${num(s, d - 1)}`,
      () => `${str(s, d - 1)} ${pick(['===', '<', '!=='])} ${str(s, d - 1)}`,
      () => `!(${bool(s, d - 1)})`,
      () => `${bool(s, d - 1)} ${pick(['&&', '||'])} ${bool(s, d - 1)}`,
    ])();
  const arrayOf = (s, d) => {
    const name = s.some('arr');
    if (d <= 0 || chance(0.2))
      return name && chance(0.6) ? `[...${name}]` : `[${random.some(0, 4, () => num(s, 0)).join(', ')}]`;
    return pick([
      () => `${arrayOf(s, d - 1)}.map((x${pick(['', ', i'])}) => ${pick(['x + 1', 'x * 2', '-x', 'x % 3'])})`,
      () => `${arrayOf(s, d - 1)}.filter((x) => x ${pick(['>', '<', '!=='])} ${num(s, 0)})`,
      () => `${arrayOf(s, d - 1)}.sort(${pick(['', '(a, b) => a - b', '(a, b) => b - a'])})`,
      () => `${arrayOf(s, d - 1)}.concat(${arrayOf(s, 0)})`,
      () => `${arrayOf(s, d - 1)}.slice(${num(s, 0)})`,
      () => `Array.from({ length: ${pick(['0', '2', '4'])} }, (_, i) => i ${pick(['+', '*'])} ${num(s, 0)})`,
      () => `${arrayOf(s, d - 1)}.flatMap((x) => [x, x])`,
      () => `Object.values({ a: ${num(s, d - 1)}, b: ${num(s, 0)} })`,
    ])();
  };

  const block = (s, size) => {
    const inner = new Scope(s);
    return `{ ${random.some(1, size, () => statement(inner)).join(' ')} }`;
  };
  const change = (s) => {
    const kind = pick(['num', 'num', 'str', 'arr']);
    const name = s.some(kind, kind !== 'arr');
    if (!name) return ';';
    if (kind === 'num')
      return pick([
        () => `${name} = ${num(s, 2)};`,
        () => `${name} ${pick(['+=', '-=', '^=', '%=', '|='])} ${num(s, 1)};`,
        () => `${name}${pick(['++', '--'])};`,
        () => `${pick(['++', '--'])}${name};`,
      ])();
    if (kind === 'str')
      return pick([() => `${name} += ${pick([str, num])(s, 1)};`, () => `${name} = ${str(s, 2)}.slice(0, 20);`])();
    return pick([
      () => `${name}.push(${num(s, 1)}${pick(['', ', 9'])});`,
      () => `if (${name}.length) ${name}.pop();`,
      () => `${name}.unshift(${num(s, 1)});`,
      () => `${name}.reverse();`,
      () => `${name}.sort();`,
      () => `${name}.splice(${num(s, 0)}, 1);`,
      () => `${name}[0] = ${num(s, 1)};`,
      () => `${name}.fill(${num(s, 0)}, 1);`,
    ])();
  };
  const statement = (s) => {
    const deep = s.depth > 2;
    const declare = (kind, name, value, word = pick(['let', 'const', 'var', 'let'])) => {
      s.add(kind, name, word !== 'const');
      return `${word} ${name} = ${value};`;
    };
    return pick([
      () => declare('num', fresh('n'), num(s, 2)),
      () => declare('str', fresh('s'), str(s, 2)),
      () => declare('arr', fresh('a'), arrayOf(s, 2)),
      () => change(s),
      () => change(s),
      () => {
        const a = fresh('n'), b = fresh('n');
        const source = `const { x: ${a}, y: ${b} = ${num(s, 1)} } = { x: ${num(s, 1)}${pick(['', ', y: 5'])} };`;
        s.add('num', a), s.add('num', b);
        return source;
      },
      () => {
        const a = fresh('n'), rest = fresh('a');
        const source = `const [${a} = ${num(s, 0)}, ...${rest}] = ${arrayOf(s, 1)};`;
        s.add('num', a), s.add('arr', rest);
        return source;
      },
      ...(deep
        ? []
        : [
            () => `if (${bool(s, 2)}) ${block(s, 3)}${chance(0.5) ? ` else ${block(s, 3)}` : ''}`,
            () => {
              const i = fresh('i'),
                inner = new Scope(s);
              inner.add('num', i);
              return `for (let ${i} = 0; ${i} < ${pick(['1', '3', '6'])}; ${i}++) { ` +
                `${random.some(1, 3, () => statement(inner)).join(' ')} ` +
                `${pick(['', '', `if (${bool(inner, 1)}) continue;`, `if (${bool(inner, 1)}) break;`])} ` +
                `${change(inner)} }`;
            },
            () => {
              const x = fresh('n'),
                inner = new Scope(s),
                list = arrayOf(s, 1);
              inner.add('num', x);
              return `for (const ${x} of ${list}) { ${random.some(1, 2, () => statement(inner)).join(' ')} }`;
            },
            () => {
              const k = fresh('s'),
                inner = new Scope(s);
              inner.add('str', k);
              return `for (const ${k} in { b: 1, a: 2, 7: ${num(s, 0)}, 3: 0 }) ${block(inner, 2)}`;
            },
            () => {
              const i = fresh('w');
              return `let ${i} = ${pick(['0', '2', '5'])}; ` +
                `${pick([`while (${i}-- > 0) ${block(s, 2)}`, `do ${block(s, 2)} while (--${i} > 0);`])}`;
            },
            () =>
              `switch (${num(s, 1)}) { case 0: ${change(s)} case 1: ${change(s)} break; default: ${change(s)} case ` +
              `2: ${change(s)} }`,
            () => `try ${block(s, 2)} catch (e) ${block(s, 2)} ${pick(['', `finally ${block(s, 1)}`])}`,
            () => {
              const e = fresh('s'),
                inner = new Scope(s);
              inner.add('str', e);
              return `try { if (${bool(s, 2)}) throw ${str(s, 1)}; ${change(s)} } catch (${e}) ${block(inner, 2)}`;
            },
            () => {
              const f = fresh('f'),
                inner = new Scope(s);
              (inner.add('num', 'p', true), inner.add('num', 'q', true));
              const body = `${random.some(0, 2, () => statement(inner)).join(' ')} return ${num(inner, 2)};`;
              s.add('fn', f);
              return pick([
                `function ${f}(p, q = 2) { ${body} }`,
                `const ${f} = (p, q = 1) => { ${body} };`,
                `const ${f} = function (p, ...r) { let q = r.length; ${body} };`,
              ]);
            },
            () => {
              const f = fresh('f');
              s.add('fn', f);
              return (`function ${f}(p, q) { return p > 0 && p < 8 ? q + ${f}(p - 1, q ${pick(['+', '*'])} 2) : ` +
                `${num(s, 0)}; }`).replaceAll(
                'q +',
                '(q | 0) +',
              );
            },
            () => {
              const c = fresh('c'),
                f = fresh('f');
              s.add('fn', f);
              return `const ${f} = (() => { let ${c} = ${num(s, 0)}; return (p, q) => (${c} += (p | 0), ${c} ^ (q | ` +
                `0)); })();`;
            },
            () => {
              const o = fresh('o'),
                n = fresh('n');
              const source = `const ${o} = { v: ${num(s, 1)}, get w() { return this.v + 1; }, m(x) { this.v += x; ` +
                `return this; } }; const ${n} = ${o}.m(${num(s, 0)}).m(1).${pick(['v', 'w'])};`;
              s.add('num', n);
              return source;
            },
            () => {
              const k = fresh('K'),
                n = fresh('n');
              const source = `class ${k} { static s = ${num(s, 0)}; f = ${num(s, 1)}; constructor(x) { this.x = x; } ` +
                `sum() { return this.f + this.x + ${k}.s; } } const ${n} = new ${k}(${num(s, 1)}).sum();`;
              s.add('num', n);
              return source;
            },
          ]),
    ])();
  };
  /** A program as a body and the expression of its value. */
  const parts = () => {
    names = 0;
    const s = new Scope();
    const body = random.some(2, 7, () => statement(s)).join('\n  ');
    const results = random.some(1, 3, () => pick([num, str, bool, arrayOf])(s, 2)).join(', ');
    return { body, result: `[${results}]` };
  };
  return {
    /** An expression: the program as a function that is called. */
    called() {
      if (chance(0.1)) return `((x) => ${pick(['[x, x]', 'typeof x', 'x + ""', '({ x })'])})(${constant(1)})`;
      const { body, result } = parts();
      return `(() => {\n  ${body}\n  return ${result};\n})()`;
    },
    parts,
  };
}
