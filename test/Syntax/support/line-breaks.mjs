// line-breaks.mjs AGENTC SCRATCH [--sample N]: every end of a statement before every beginning of the next in a new
// line, and type arguments of many kinds in many places, as JavaScript and as TypeScript. What acorn (TypeScript's own
// parser for .ts) reads, agentc reads alike or refuses if it is listed below; any other tree fails.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import { firstDifference, linesOfTree, parseByAcorn, readDump } from './estree.mjs';
import { factsOfDump, factsOfTypeScript } from './typescript-tree.mjs';

const ends = String.raw`x
x.y
x[y]
x()
x?.y
x?.()
x++
x--
++x
a - x++
new X
new X()
new X.Y
this
null
1
1.5
1n
"s"
'x'
/r/g
${'`t`'}
${'x`t`'}
[a]
({ a })
(a)
x = y
x += y
x ? y : z
a || b
a + b
a, b
!x
-x
typeof x
void 0
delete x.y
x = function () {}
x = class {}
x = class A extends B {}
x = () => {}
x = () => y
x = async () => {}
x = a => b => {}
x = a ? b : () => {}
() => { return 1 }
x = { f() {} }
let a
let a, b
let a = 1
var a
const a = 1
let { a } = b
let a = () => {}
debugger
if (a) b
if (a) x++
do x; while (a)
for (;;) x
while (a) x++
function f() {}
class A {}
class A { a = () => {} }
{ }
l: x`.split('\n');
const beginnings = String.raw`(a)
(a)()
(() => {})()
(async () => {})()
[a]
[a].b()
[a, b]
${'`t`'}
${'`t${a}`.b()'}
/r/
/r/g.test(a)
/["']/.test(a)
+a
-a
++a
--a
!a
~a
<b>(c)
< b
* b
/ b
% b
& b
&& b
| b
?? b
? a : b
, b
.b
.b()
?.b
= b
=> b
in b
instanceof b
of b
as b
{ a }
a
a()
"s"
1
.5
function g() {}
class B {}
async () => {}
new A
if (a) b
let c
this.a
typeof a
await a
;a`.split('\n');
const inFunctions = ['return', 'return x', 'yield', 'yield x', 'await x', 'throw x', 'break', 'continue'];
const moduleEnds = [
  "import x from 'y'", "import 'y'", "import * as x from 'y'", "import { x } from 'y'", 'export { a }',
  "export { a } from 'y'", "export * from 'y'", 'export let a', 'export default () => {}', 'export default a',
  'export default function () {}', 'export const f = async () => {}', 'await a',
];
const typedEnds = [
  'let a: B', 'let a!: B', 'type A = B', 'type A = B<C>', 'x as B', 'x satisfies B', 'x!', 'declare let a: B',
  'declare function f(): B', 'interface A {}', 'enum A {}', 'namespace A {}', "import x = require('y')",
  'import x = A.B', 'abstract class A {}', 'f<T>', 'x = f<T>', 'new X<T>', 'let a: () => void', 'let f = (): B => {}',
  'abstract', 'satisfies', 'accessor', 'declare', 'type', 'namespace', 'module', 'as', 'of', 'readonly',
];
const typeLists = [
  'T', 'A, B', 'A.B', 'A<B>', "import('./t').T", "typeof import('m')", "import('./t').T<U>", "A, import('m').B",
  "A | import('m').B", "import('m').A[]", "[import('m').A, B]", "{ a: import('m').A }", "() => import('m').A",
  "keyof import('m').A", "Promise<import('m').A>", '(b)', '`x`', '`x${b}`', "'x'", '1', '-1', 'null', 'typeof x',
  'typeof x.y', '{}', '{ a: 1 }', '{ a: 1; b: 2 }', '{ a, b }', '[]', '[A, B]', '() => void', '(a: b) => c', '(a) => c',
  'new () => A', 'A[]', "A['b']", 'A extends B ? C : D', 'keyof A', 'readonly A[]', 'unique symbol', 'A & B', '| A',
  'this', 'any', 'void', 'infer', 'asserts', 'A,', 'a.b.c', '{ [k: string]: A }', '{ [K in A]: B }',
  '{ readonly a?: A }', '{ (): A }', '{ new (): A }', '{ get a(): B }', '<U>(a: U) => U', 'x + y', 'x.y()', '(a, b)',
  'x++', '!x', 'f(x)', 'a ? b : c', 'A!', 'A?', '?', '*',
];
const places = [
  'f<%>(x)', 'f<%>()', 'f<%>`t`', '(0, f)<%>(x)', '(0, f)<%>`t`', 'a[0]<%>(x)', 'a[0]<%>`t`', 'a.b<%>(x)', 'a.b<%>`t`',
  'new X<%>(y)', 'new X<%>', 'f?.<%>(x)', 'a?.b<%>(x)', 'await f<%>(x)', 'a + f<%>(x)', '-f<%>(x)', 'x = f<%>',
  'x = f<%>;y', 'f(g<%>, h)', 'f(g<%>(h), i)', 'f<%>(x).y<%>(z)', 'x = [f<%>, g]', 'f<%>\n(x)', 'f<%>\ny', 'f\n<%>(x)',
  'x as A\n<%>(y)', 'class C extends D<%> {}', 'a < f<%>(x)', 'f<%> > x', 'f<%> + x', 'f<%>.x', 'f<%> ? a : b',
  'f<%> || g<%>', 'f<%>[x]', 'f<%>!', 'this<%>(x)', '"s"<%>(x)', 'x++ <%>(y)', 'async <%>(x)', 'f<<U>(a: U) => %>(x)',
  'if (a < b && c > (d)) f<%>(x)', '`${f<%>(x)}`', '(f<%>)(x)', 'f<%>(x)<%>(y)', 'import("x").f<%>(y)',
];
const words = [
  'abstract', 'satisfies', 'accessor', 'declare', 'type', 'namespace', 'module', 'as', 'is', 'keyof', 'readonly',
  'override', 'global', 'infer', 'unique', 'asserts', 'any', 'string', 'number', 'object', 'symbol', 'never', 'unknown',
  'require', 'from', 'out', 'async', 'of', 'get', 'set', 'using', 'static', 'public', 'private', 'let',
];
const uses = [
  '% = 1', '% += 1', '%++', '%.x()', '%[0]', '%(x)', '%`t`', '% + 1', '% / 2', '% < 3', 'x = %', 'f(%)', '% ? a : b',
  'let % = 1', '% => x', '(%) => x', '({ % })', '({ %: 1 })', '({ %() {} })', 'class C { % = 1 }', 'class C { %() {} }',
  'class C { %; }', 'x.%', 'function %() {}', '%;', '%, x', '% in x', '% instanceof x', '!%', '%: x', '% && x',
  '% ?? x', '% == x', '(%)', '% as T', '%!', '%?.x', 'x as % ', 'let { % } = x',
];
const abstractMembers = [
  'accessor x', 'x: T', 'f(): void', 'readonly x: T', 'get x(): T', 'accessor x: T', 'async: T', '[x]: T', '"x": T',
];
const jsxTexts = [
  'a & b', '&', '& a', 'a &amp b', '&amp;', '&#38; &', '&x', '&& b', 'a & {b} & c', '\n  & a\n', '&frac12;',
  '&#128512; &',
];
const jsxAttributes = ['?a=1&b=2', '&', 'a & b', '&amp; &', '&#38;&#', "it's & that", '&&&', '{&}', 'a\n&b'];
const awaits = [
  'await\nf()', 'await `t`', 'await /r/', 'await\n/r/g.test(x)', 'await\n`t`', 'await (x)', 'await\n(x)', 'await [x]',
  'await\n[x].y', 'await +x', 'await -x', 'await\n-x', 'await ++x', 'await ({ a })', 'await function () {}',
  'await new A', 'await !x', 'await await x', 'await\nawait\nx', 'await x\n(y)', 'f(await\nx)', 'x = await\ny',
  'await "s"', 'await 1', 'await <T>x', 'await x<T>(y)',
];

const heads = ['let', 'const', 'var', 'using', 'await using', 'async', 'let.x', ''];
const bound = ['[a]', '{a}', ' a', '[a, b = c]', '/**/[a]', '\n[a]', ' {a: [b]}', '[a[0]]', ' of', '[of]'];
const loops = ['%& of x', '%&of x', '%& in x', '%& = x;;', '%&;;'];

/** Whether another reader of TypeScript takes a text: TypeScript's own parser takes much that only its checker
 * refuses. */
function isValid(text, extension) {
  try {
    transformSync(text, {
      loader: extension.replace(/\.m?/, '').replace('js', 'jsx').replace('jsxx', 'jsx'),
      logLevel: 'silent',
    });
    return true;
  } catch {
    return false;
  }
}

const cases = [];
const add = (kind, extension, text) => cases.push({ kind, extension, text });
for (const begin of beginnings) {
  for (const end of ends) for (const extension of ['.js', '.ts']) add('break', extension, `${end}\n${begin}\n`);
  for (const end of ends) add('comment', '.js', `${end} // c\n/* d */ ${begin}\n`);
  for (const end of inFunctions)
    for (const extension of ['.js', '.ts'])
      add('break', extension, `l: for (;;) { async function* f() { for (;;) { ${end}\n${begin}\n } } }`);
  for (const end of moduleEnds) for (const extension of ['.mjs', '.mts']) add('break', extension, `${end}\n${begin}\n`);
  for (const end of typedEnds) add('break', '.ts', `${end}\n${begin}\n`);
}
for (const place of places)
  for (const types of typeLists)
    for (const extension of ['.ts', '.tsx']) add('types', extension, `${place.replaceAll('%', types)};\n`);
for (const use of uses)
  for (const word of words)
    (add('word', '.ts', `${use.replaceAll('%', word)};\n`),
      add('word', '.ts', `x;\n${use.replaceAll('%', word)}\ny;\n`));
for (const member of abstractMembers)
  add('member', '.ts', `abstract class A { abstract ${member}; static override y = 1; }\n`);
for (const text of jsxTexts)
  for (const extension of ['.jsx', '.tsx'])
    (add('jsx', extension, `x = <a>${text}</a>;\n`),
      add('jsx', extension, `x = <a b="c">{d && e}<i/>${text}<b>${text}</b></a>;\n`));
for (const text of jsxAttributes)
  for (const extension of ['.jsx', '.tsx'])
    (add('jsx', extension, `x = <a b="${text}" c='${text.replace("'", '')}' d="${text}">{a & b}</a>;\n`),
      add('jsx', extension, `x = <a b="${text}"/>; y = "${text.replace('\n', '')}" & z;\n`));
for (const loop of loops)
  for (const head of heads)
    for (const name of bound)
      for (const awaits of ['', ' await'])
        for (const extension of ['.mjs', '.mts'])
          add(
            'loop',
            extension,
            `async function f() { for${awaits} (${loop.replace('%', head).replace('&', name)}) y(); }`,
          );
for (const text of awaits)
  for (const extension of ['.js', '.ts'])
    (add('await', extension, `async function f() { ${text} }`),
      add('await', extension.replace('.', '.m'), `${text}; export {};`));

const [agentc, scratch] = process.argv.slice(2);
const sample = Number(process.argv[process.argv.indexOf('--sample') + 1] || 1);
const wanted = process.argv.includes('--sample') ? cases.filter((_, at) => at % sample === 0) : cases;
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const batch = 3000;
let same = 0, refused = 0, invalid = 0;
const problems = [], unread = [];
for (let from = 0; from < wanted.length; from += batch) {
  const files = wanted.slice(from, from + batch);
  const folder = path.join(scratch, String(from));
  mkdirSync(folder);
  files.forEach((each, at) => writeFileSync(path.join(folder, `c${at}${each.extension}`), each.text));
  const run = spawnSync(agentc, ['validate', '--no-load-test', '--dump=syntax', '--color=never', folder], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (run.signal || run.status !== 0)
    problems.push(`agentc ended with ${run.signal ?? run.status} ${run.stderr.slice(-500)}`);
  const dump = readDump(run.stdout);
  const found = new Map();
  for (const [, file, message] of run.stderr.matchAll(/^.*?(c\d+\.\w+):\d+:\d+: error: (.*?) \[AC300[1-4]/gm))
    if (!found.has(file)) found.set(file, message);
  files.forEach((each, at) => {
    const name = `c${at}${each.extension}`;
    const ours = dump.get(name);
    const label = `${each.kind} ${each.extension} ${JSON.stringify(each.text.trimEnd())}`;
    if (!ours) return problems.push(`${label}: was not read`);
    const isScript = /^\.m?js$/.test(each.extension);
    const tree = isScript ? parseByAcorn(each.text, ours.goal) : factsOfTypeScript(ts, each.text, name);
    if (ours.hasErrors || found.has(name)) {
      if (tree && isValid(each.text, each.extension)) ++refused, unread.push(`${label}: ${found.get(name)}`);
      else ++invalid;
      return;
    }
    if (!tree) return void ++invalid;
    const difference = isScript
      ? firstDifference(linesOfTree(tree, each.text), ours.lines())
      : firstDifference(tree, factsOfDump(ours.lines()));
    // TypeScript's parser takes much that is not a program
    if (difference && !isScript && !isValid(each.text, each.extension)) return void ++invalid;
    if (difference) problems.push(`${label}: ${difference.replace('acorn', isScript ? 'acorn' : 'TypeScript')}`);
    else ++same;
  });
}
for (const problem of problems) console.log(problem);
if (process.argv.includes('--unread')) for (const line of unread) console.log(`refused: ${line}`);
console.log(
  `${wanted.length} cases: ${same} read alike, ${refused} valid ones refused, ${invalid} not valid, ` +
  `${problems.length} read otherwise`,
);
process.exit(problems.length ? 1 : 0);
