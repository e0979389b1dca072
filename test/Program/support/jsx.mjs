// jsx.mjs AGENTC SCRATCH PROGRAMS COUNT SEED: what agentc makes of JSX does under Node what TypeScript's own
// `transpileModule` makes of it does, in the same lines: for each program in PROGRAMS (`//// name.tsx
// {compilerOptions}` begins one), and for COUNT generated ones.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { generate } from './jsx-generator.mjs';

const [agentc, scratch, programs, count, seed] = process.argv.slice(2);
rmSync(scratch, { recursive: true, force: true });
const write = (name, text) => {
  mkdirSync(path.dirname(path.join(scratch, name)), { recursive: true });
  writeFileSync(path.join(scratch, name), text);
};

// a runtime that tells how it was called
const runtime = `const show = (made) => (typeof made === 'function' ?
  'function ' + made.name : typeof made === 'symbol' ? String(made) : made);
const teller = (name) => (type, ...rest) => { globalThis.told.push(name + ' ' + show(type) + ' ' + rest.length);
  return { name, type: show(type), rest }; };
exports.jsx = teller(NAME + '.jsx');
exports.jsxs = teller(NAME + '.jsxs');
exports.createElement = teller(NAME + '.createElement');
exports.h = teller(NAME + '.h');
exports.Fragment = Symbol.for(NAME + '.Fragment');
exports.default = exports;`;
for (const name of ['react', 'other'])
  for (const [part, file] of [['', 'index'], ['/jsx-runtime', 'jsx-runtime']]) {
    write(`node_modules/${name}/${file}.js`, runtime.replaceAll('NAME', `'${name}${part}'`));
    write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', exports: { '.': './index.js', './jsx-runtime': './jsx-runtime.js' } }),
    );
  }

const all = []; // {name, text, options}
const parts = readFileSync(programs, 'utf8')
  .split(/^\/\/\/\/ (\S+) (.*)\n/m)
  .slice(1);
for (let at = 0; at < parts.length; at += 3)
  all.push({ name: parts[at], options: JSON.parse(parts[at + 1]), text: parts[at + 2] });
const modes = [
  { jsx: 'react-jsx' },
  { jsx: 'react' },
  { jsx: 'preserve' },
  { jsx: 'react-jsx', jsxImportSource: 'other' },
  { jsx: 'react', jsxFactory: 'React.h', jsxFragmentFactory: 'React.Fragment' },
];
for (let at = 0; at < Number(count); ++at) {
  const isTyped = at % 3 > 0;
  all.push({
    name: `generated${at}.${isTyped ? 'tsx' : 'jsx'}`,
    options: modes[at % modes.length],
    text: generate(Number(seed) + at, isTyped),
  });
}

const folders = new Map();
for (const program of all) {
  const key = JSON.stringify(program.options);
  if (!folders.has(key)) folders.set(key, `s${folders.size}`);
  program.folder = folders.get(key);
  write(`${program.folder}/${program.name}`, program.text);
}
write('package.json', '{"name": "p", "version": "1.0.0", "type": "module"}');
for (const [options, folder] of folders) write(`${folder}/tsconfig.json`, `{"compilerOptions": ${options}}`);

const dumped = spawnSync(agentc, ['validate', '--no-load-test', '--dump=erased', scratch], {
  encoding: 'buffer',
  maxBuffer: 2 ** 28,
});
const erased = new Map();
for (let rest = dumped.stdout; rest.length; ) {
  const [head, name, size] = /^== (\S+) (\d+)\n/.exec(rest.toString('latin1', 0, 200));
  erased.set(name, rest.toString('utf8', head.length, head.length + Number(size)));
  rest = rest.subarray(head.length + Number(size) + 1);
}

// in which order an object has its members is its own affair
const sorted = (value) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
let runs = 0;
const run = async (program, text) => {
  const file = `${program.folder}/run${++runs}.${program.name.endsWith('.cts') ? 'cjs' : 'mjs'}`;
  write(file, text);
  globalThis.told = [];
  const log = console.log;
  console.log = (...said) =>
    globalThis.told.push(
      ...said.map((one) =>
        typeof one === 'string'
          ? one
          : JSON.stringify(one, (key, value) =>
              value === undefined
                ? 'undefined'
                : typeof value === 'symbol'
                  ? String(value)
                  : typeof value === 'function'
                    ? `function ${value.name}`
                    : sorted(value),
            ),
      ),
    );
  try {
    await import(pathToFileURL(path.join(scratch, file)));
  } catch (error) {
    globalThis.told.push(`threw ${error}`);
  }
  console.log = log;
  return globalThis.told.join('\n');
};
let same = 0;
for (const program of all) {
  const jsx = { 'react-jsx': ts.JsxEmit.ReactJSX, react: ts.JsxEmit.React }[program.options.jsx] ?? ts.JsxEmit.ReactJSX;
  const compilerOptions = {
    ...program.options,
    jsx,
    target: ts.ScriptTarget.ES2022,
    module: program.name.endsWith('.cts') ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext,
  };
  const theirs = await run(
    program,
    ts.transpileModule(program.text, { fileName: program.name.replace(/\.cts$/, '.tsx'), compilerOptions }).outputText,
  );
  const ours = erased.get(`${program.folder}/${program.name}`);
  if (ours === undefined) {
    console.log(
      `${program.name}: refused: ${dumped.stderr
        .toString()
        .split('\n')
        .filter((line) => line.includes(`/${program.name}`))
        .join('\n')}`,
    );
    continue;
  }
  const printed = await run(program, ours);
  const lines = (of) => of.split('\n').length;
  if (printed !== theirs)
    console.log(
      `${program.name} ${JSON.stringify(program.options)}:\n${program.text}TypeScript's does\n${theirs}\nagentc's ` +
      `does\n${printed}\nof\n${ours}`,
    );
  else if (lines(ours) !== lines(program.text))
    console.log(`${program.name}: ${lines(program.text)} lines became ${lines(ours)}`);
  else if (!theirs.includes('\n') || theirs.includes('threw SyntaxError'))
    console.log(`${program.name}: does nothing: ${theirs}\n${program.text}`);
  else ++same;
}
console.log(`${same} of ${all.length} programs do the same`);
process.exit(same === all.length ? 0 : 1);
