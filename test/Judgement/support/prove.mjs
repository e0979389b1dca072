// prove.mjs WORK CASES [--compiler=NAME] [NAME...]:
// runs both bundles of each case, and tells where the danger is not one or the twin is.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readCases, writeBundle } from './cases.mjs';

const [compilers, [work, root, ...names]] = [true, false].map((isFlag) =>
  process.argv.slice(2).filter((word) => word.startsWith('--compiler=') === isFlag));
const here = import.meta.dirname;

/** Runs one bundle in a process of its own; true if what its input asks for has happened. */
function isProved({ name, kind, input, files }, side) {
  const folder = path.resolve(work, name, side);
  const bundle = path.join(folder, 'bundle');
  writeBundle(bundle, name, files[side]);
  mkdirSync(path.join(bundle, 'data'));
  mkdirSync(path.join(bundle, 'data-private'));
  for (const file of ['secret.txt', 'bundle/data-private/secret.txt'])
    writeFileSync(path.join(folder, file), 'TOPSECRET');
  writeFileSync(path.join(bundle, 'data/welcome.txt'), 'welcome');
  const env = {
    PATH: `${path.join(here, 'programs')}:${process.env.PATH}`,
    PROOF: path.join(folder, 'proof'),
    SECRET_TOKEN: 'TOKEN-VALUE',
  };
  const flags = ['--no-warnings', '--experimental-transform-types', '--import', path.join(here, 'hooks.mjs')];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, path.join(here, 'call.mjs'), kind, input], {
      cwd: bundle,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
    child.on('close', () => resolve({ proved: text.includes('PROVED'), text }));
  });
}

async function check(one) {
  const danger = one.options.includes('norun') ? { proved: true } : await isProved(one, 'danger');
  const twin = one.options.includes('norun') ? { proved: false } : await isProved(one, 'twin');
  if (!danger.proved) console.log(`${one.name}: the danger does nothing\n${danger.text}`);
  if (twin.proved) console.log(`${one.name}: the twin is dangerous\n${twin.text}`);
  return danger.proved && !twin.proved;
}

const all = await readCases(root, compilers[0]?.replace('--compiler=', ''));
const cases = all.filter(({ name }) => names.length === 0 || names.includes(name));
const queue = [...cases];
let proved = 0;
async function checkAll() {
  for (let one; (one = queue.shift()); ) if (await check(one)) proved += 1;
}
await Promise.all(Array.from({ length: os.availableParallelism() }, checkAll));
console.log(`${proved} of ${cases.length} proved`);
process.exitCode = Number(proved < cases.length);
