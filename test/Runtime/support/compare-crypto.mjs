// `request FILE` writes what agentc-tool-run shall run: crypto-cases.mjs and webcrypto-cases.mjs in the sandbox, by
// keys that Node makes now and signatures and secrets that Node made; the facts go to FILE. `compare FILE`, with the
// report on standard input, runs the cases by Node and prints what differs. Standards' vectors must come out on both.
import crypto from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { cases } from './crypto-cases.mjs';
import { pairs, vectors } from './crypto-vectors.mjs';
import { listed } from './crypto-differences.mjs';
import { webCases } from './webcrypto-cases.mjs';
import { run } from './crypto-run.mjs';

const [, , mode, file] = process.argv;
const here = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const pem = (kind, options, type = 'pkcs8') => crypto.generateKeyPairSync(kind, { ...options,
  publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type, format: 'pem' } });

function certificate(key) {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  writeFileSync(join(folder, 'key'), key);
  const text = execFileSync(
    'openssl',
    ['req', '-x509', '-key', join(folder, 'key'), '-subj', '/CN=test', '-days', '2'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  rmSync(folder, { recursive: true });
  return text;
}

function makeKeys() {
  const rsa = pem('rsa', { modulusLength: 2048 }),
    ec = pem('ec', { namedCurve: 'P-256' }),
    own = crypto.createPrivateKey(rsa.privateKey);
  return {
    rsa: rsa.privateKey,
    rsaPublic: rsa.publicKey,
    rsaPkcs1: own.export({ type: 'pkcs1', format: 'pem' }),
    rsaPublicPkcs1: crypto.createPublicKey(own).export({ type: 'pkcs1', format: 'pem' }),
    certificate: certificate(rsa.privateKey),
    encrypted: own.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'top secret' }),
    ec: ec.privateKey,
    ecPublic: ec.publicKey,
    ecSec1: crypto.createPrivateKey(ec.privateKey).export({ type: 'sec1', format: 'pem' }),
    ec384: pem('ec', { namedCurve: 'P-384' }).privateKey,
    ed25519: pem('ed25519').privateKey,
    x25519: pem('x25519').privateKey,
  };
}

async function request() {
  const keys = makeKeys();
  keys.ed25519Public = crypto.createPublicKey(keys.ed25519).export({ type: 'spki', format: 'pem' });
  const made = {};
  for (const [name, { make }] of Object.entries(pairs)) made[name] = await make(crypto, Buffer, keys);
  writeFileSync(file, JSON.stringify({ keys }));
  const index = `import crypto from 'node:crypto';
import { Buffer } from 'node:buffer';
import { cases } from './crypto-cases.mjs';
import { pairs, vectors } from './crypto-vectors.mjs';
import { webCases } from './webcrypto-cases.mjs';
import { run } from './crypto-run.mjs';
export default async ({ keys, made }) => {
  const results = await run({ ...cases, ...webCases, ...vectors }, crypto, Buffer, keys);
  const checks = {}, own = {};
  for (const name of Object.keys(pairs)) {
    try { checks[name] = await pairs[name].check(crypto, Buffer, keys, made[name]);
      } catch (error) { checks[name] = String(error); }
    try { own[name] = await pairs[name].make(crypto, Buffer, keys); } catch (error) { own[name] = null; }
  }
  return { results, checks, own };
};`;
  const names = ['crypto-cases.mjs', 'crypto-vectors.mjs', 'webcrypto-cases.mjs', 'crypto-run.mjs'];
  const modules = [
    { path: 'index.mjs', format: 'esm', text: index },
    ...names.map((path) => ({ path, format: 'esm', text: here(path) })),
  ];
  const links = [...names.map((target) => ({ module: 'index.mjs', specifier: `./${target}`, target }))];
  const imports = [{ specifier: 'node:crypto', names: ['default'] }, { specifier: 'node:buffer', names: ['Buffer'] }];
  process.stdout.write(JSON.stringify({ schema: 'agentc.request/1', inputText: JSON.stringify({ keys, made }),
    image: { entry: 'index.mjs', style: 'handler', modules, links, imports } }) + '\n');
}

async function compare() {
  const { keys } = JSON.parse(readFileSync(file, 'utf8')), report = JSON.parse(readFileSync(0, 'utf8'));
  if (report.outcome !== 'ok') return console.log(JSON.stringify(report, null, 1).slice(0, 4000));
  const expected = await run({ ...cases, ...webCases, ...vectors }, crypto, Buffer, keys);
  let same = 0;
  const unused = new Set(Object.keys(listed));
  for (const name of Object.keys(expected)) {
    const node = JSON.stringify(expected[name]), sandbox = JSON.stringify(report.result.results[name]);
    if (node === sandbox) ++same;
    else if (listed[name]) unused.delete(name);
    else console.log(`${name}\n  node    ${node.slice(0, 700)}\n  sandbox ${String(sandbox).slice(0, 700)}`);
    if (name in vectors && node !== '{"value":true}') console.log(`${name} fails by Node`);
  }
  for (const [name, { check }] of Object.entries(pairs)) {
    const back = report.result.own[name] && (await check(crypto, Buffer, keys, report.result.own[name]));
    if (report.result.checks[name] !== true || back !== true)
      console.log(`${name}: by the sandbox ${report.result.checks[name]}, by Node ${back}`);
    else ++same;
  }
  for (const name of unused) console.log(`${name} is listed as different and is not`);
  console.log(`${same} alike, ${Object.keys(listed).length} listed`);
}

await (mode === 'request' ? request() : compare());
