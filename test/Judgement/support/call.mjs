// call.mjs KIND INPUT: calls the bundle of the working folder, and prints PROVED if what its input asks for has
// happened.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [kind, input] = process.argv.slice(2);
const { main } = JSON.parse((await import('node:fs')).readFileSync('package.json', 'utf8'));
let result;
try {
  const loaded = await import(pathToFileURL(path.resolve(main)).href);
  const tool =
    typeof loaded.default === 'function'
      ? loaded.default
      : Object.values(loaded).find((value) => value?.execute)?.execute;
  result = await tool(JSON.parse(input));
} catch (error) {
  console.log(error);
}
const text = JSON.stringify(result) ?? '';
const proofs = {
  code: () => 'PROOF' in globalThis,
  sql: () => recorded.sql.some((statement) => /OR 1=1/.test(statement)),
  shell: () => existsSync(process.env.PROOF),
  path: () => text.includes('TOPSECRET'),
  host: () => recorded.hosts.some((host) => /evil\.example$|^169\.254\.|^127\./.test(host)),
  proto: () => 'polluted' in {},
  module: () => text.includes('execSync'),
  env: () => text.includes('TOKEN-VALUE') || recorded.hosts.some((host) => host.includes('token-value')),
};
console.log(proofs[kind]() ? 'PROVED' : `not: ${text} ${JSON.stringify(recorded)}`);
process.exit();
