// The sandbox is the truth: runs programs that random transforms made of a few, and expects that nothing they are seen
// to reach there is missing from what was inferred.
// usage: observed.mjs --agentc BIN [--seed N] [--count N] [--keep FOLDER]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { randomFrom, transforms } from '../../Rules/support/transforms.mjs';

const { values: flags } = parseArgs({
  options: {
    agentc: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    keep: { type: 'string' },
  },
});
const seed = Number(flags.seed ?? process.hrtime.bigint() % 1000000n);
const random = randomFrom(seed);
const folder = flags.keep ?? mkdtempSync(join(tmpdir(), 'observed-'));

const programs = [
  `module.exports = async function handler() { return process.env.ALPHA; };`,
  `const settings = { key: process.env.BETA }; const read = () => settings.key; module.exports = async function ` +
  `handler() { return read(); };`,
  `const { ALPHA, BETA } = process.env; module.exports = async function handler() { return [ALPHA, BETA]; };`,
  `module.exports = async function handler(input, ctx) { return ctx.process.env.GAMMA; };`,
  `const send = (path) => fetch('https://api.example.com/' + path).catch(() => 0); module.exports = async function ` +
  `handler(input) { return send(input.path); };`,
  `class Client { constructor(base) { this.base = base; } get(path) {
    return fetch(\`\${this.base}/\${path}\`).catch(() => 0); } }
const client = new Client('https://api.example.com'); module.exports = async function handler(input) {
  return client.get(input.path); };`,
  `const hosts = ['https://a.example.com/', 'https://b.example.com/']; module.exports = async function handler() { ` +
  `return Promise.all(hosts.map((host) => fetch(host).catch(() => 0))); };`,
  `const { URL } = require('url'); module.exports = async function handler() { return new ` +
  `URL('https://a.example.com/x').pathname; };`,
  `module.exports = async function handler() { const events = await import('events'); return typeof events; };`,
  `const retry = async (task) => task(); const load = () => fetch('https://a.example.com/').catch(() => 0); ` +
  `module.exports = async function handler() { return retry(load); };`,
  `const once = (load) => { let known; return () => (known ??= load()); }; const key = once(() => ` +
  `process.env.ALPHA); module.exports = async function handler() { return key(); };`,
  `const call = (task, name) => task(name); const go = call.bind(null, (name) => fetch('https://' + name + ` +
  `'.example.com/').catch(() => 0)); module.exports = async function handler() { return go('a'); };`,
  `class Queue { constructor(task) { this.task = task; } run(name) { return this.task(name); } }
const queue = new Queue((name) => process.env[name]); module.exports = async function handler() {
  return queue.run('BETA'); };`,
  `const table = { get: (name) => process.env[name], send: (path) => get('https://b.example.com/' + path) };
async function get(url) { return fetch(url).catch(() => 0); }
const run = (name, value) => table[name](value); module.exports = async function handler() {
  return [run('get', 'GAMMA'), await run('send', 'x')]; };`,
  `const get = async (url) => fetch(url).catch(() => 0); const all = (urls,
    each) => Promise.all(urls.map((url) => each(url)));
module.exports = async function handler() { await get('https://a.example.com/');
  return all(['https://b.example.com/', 'https://c.example.com/'], get); };`,
  `const handlers = new Map(); const on = (name, task) => handlers.set(name, task); on('a', () => process.env.ALPHA);
    on('b', () => fetch('https://b.example.com/').catch(() => 0));
module.exports = async function handler() { return [handlers.get('a')(), await handlers.get('b')()]; };`,
  `const bus = new (require('events'))(); bus.on('a', (name) => process.env[name]);
    bus.on('b', () => fetch('https://b.example.com/').catch(() => 0));
module.exports = async function handler() { bus.emit('a', 'ALPHA'); return bus.emit('b'); };`,
  `class Client { constructor(options) { this.options = options;
    } send(path) { return fetch(this.options.base + path, { headers: { key: this.options.key() } }).catch(() => 0); } }
const make = (name, key) => new Client({ base: 'https://' + name + '.example.com/', key: () => process.env[key] });
const clients = { a: make('a', 'ALPHA'), b: make('b', 'BETA') };
  module.exports = async function handler(input) { return [await clients.a.send(input.path), await clients.b.send('y')];
    };`,
  `const compose = (steps, last) => (request) => { const at = (i) => steps[i] ? steps[i](request,
    () => at(i + 1)) : last(request); return at(0); };
const key = (name) => async (request, next) => { request.key = process.env[name]; return next(); };
const run = compose([key('GAMMA')], (request) => fetch('https://c.example.com/' + request.path).catch(() => 0));
  module.exports = async function handler(input) { return run({ path: input.path }); };`,
  `class Registry { constructor() { this.known = {}; } add(name, task) { this.known[name] = task; return this;
    } run(name, value) { return this.known[name](value); } }
const registry = new Registry().add('x', (value) => fetch('https://' + value + '.example.com/').catch(() => 0));
  module.exports = async function handler(input) { return registry.run(input.path, 'a'); };`,
  `let made; const get = () => { if (!made) made = { read: (name) => process.env[name] }; return made; }; ` +
  `module.exports = async function handler() { return get().read('BETA'); };`,
  `module.exports = async function handler(input, ctx) { const buffer = ctx.require('buffer'); return ` +
  `buffer.Buffer.from('x').length; };`,
];
const manifest = { name: 'observed', version: '1.0.0', main: 'index.js',
  agentc: { allowedHosts: ['*.example.com'], allowedEnv: ['ALPHA', 'BETA', 'GAMMA'] } };

let missed = 0, seen = 0, lost = 0, runs = 0, ended = 0;
for (let i = 0; i < Number(flags.count ?? 30); ++i) {
  let text = random.pick(programs);
  const names = [];
  for (let step = 0; step < 3; ++step) {
    const name = random.pick(Object.keys(transforms));
    text = await transforms[name](text, random);
    names.push(name);
  }
  const bundle = join(folder, String(i));
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, 'index.js'), text);
  writeFileSync(join(bundle, 'package.json'), JSON.stringify(manifest));
  const { stdout, stderr } = spawnSync(flags.agentc, ['run', '--format=json', '--input', '{"path": "x"}', bundle],
    { encoding: 'utf8', env: { ...process.env, ALPHA: 'a', BETA: 'b', GAMMA: 'c' } });
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    console.log(`--- by ${names.join(', ')}: no report\n${stderr}\n${text}`);
    ++missed;
    continue;
  }
  ++runs;
  const { observed, inferred } = report.access;
  seen += observed.hosts.length + observed.env.length + observed.modules.length > 0;
  lost += (inferred?.unanalyzed.length ?? 1) > 0;
  ended += report.outcome !== 'ok';
  if (!report.access.missed)
    continue;
  ++missed;
  console.log(`--- by ${names.join(', ')}: missed ${JSON.stringify(report.access.missed)} in ${bundle}\n${text}`);
}
if (!flags.keep) rmSync(folder, { recursive: true });
console.log(
  `seed ${seed}: ${runs} runs, ${ended} not ok, ${seen} reached something, ${lost} inferred as lost, ${missed} missed`,
);
process.exitCode = missed ? 1 : 0;
