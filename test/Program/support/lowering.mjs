// lowering.mjs AGENTC SCRATCH PROGRAMS: what agentc makes of each TypeScript program in PROGRAMS (`//// name.ts
// {compilerOptions}` begins one) prints under Node what TypeScript's own `transpileModule` makes of it prints, and has
// a line for each line of it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const [agentc, scratch, programs] = process.argv.slice(2);
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
writeFileSync(path.join(scratch, 'package.json'), '{"name": "p", "version": "1.0.0"}');
const sources = readFileSync(programs, 'utf8').split(/^\/\/\/\/ (\S+)(?: (.*))?\n/m).slice(1);
const texts = new Map();
const options = new Map();
for (let at = 0; at < sources.length; at += 3) {
  const folder = sources[at + 1] ? `s${at}/` : '';
  const name = folder + sources[at];
  options.set(name, JSON.parse(sources[at + 1] ?? '{}'));
  texts.set(name, sources[at + 2]);
  mkdirSync(path.join(scratch, folder), { recursive: true });
  if (folder) writeFileSync(path.join(scratch, folder, 'tsconfig.json'), `{"compilerOptions": ${sources[at + 1]}}`);
  writeFileSync(path.join(scratch, name), sources[at + 2]);
}

const dumped = spawnSync(agentc, ['validate', '--no-load-test', '--dump=erased', scratch], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const erased = new Map();
for (let rest = Buffer.from(dumped.stdout); rest.length;) {
  const [head, name, size] = /^== (\S+) (\d+)\n/.exec(rest.toString('utf8', 0, 200));
  const begin = Buffer.byteLength(head);
  erased.set(name, rest.toString('utf8', begin, begin + Number(size)));
  rest = rest.subarray(begin + Number(size) + 1);
}
const run = (name, text) => {
  const file = path.join(scratch, name);
  writeFileSync(file, text);
  const ran = spawnSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8' });
  return ran.stdout + ran.stderr.split('\n').filter((line) => /Error/.test(line)).join('\n');
};
let same = 0;
for (const [name, text] of texts) {
  const isModule = name.endsWith('.mts');
  const extension = isModule ? '.mjs' : '.cjs';
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: isModule ? ts.ModuleKind.NodeNext : ts.ModuleKind.CommonJS,
    ...options.get(name),
  };
  const theirs = run(`theirs${extension}`, ts.transpileModule(text, { fileName: name, compilerOptions }).outputText);
  const ours = erased.get(name);
  if (ours === undefined) {
    console.log(`${name}: refused: ${dumped.stderr}`);
    continue;
  }
  const printed = run(`ours${extension}`, ours);
  const lines = (of) => of.split('\n').length;
  if (printed !== theirs) console.log(`${name}: TypeScript prints\n${theirs}agentc prints\n${printed}of\n${ours}`);
  else if (lines(ours) !== lines(text)) console.log(`${name}: ${lines(text)} lines became ${lines(ours)}`);
  else if (theirs === '') console.log(`${name}: prints nothing`);
  else ++same;
}
console.log(`${same} of ${texts.size} programs print the same`);
process.exit(same === texts.size ? 0 : 1);
