// Parses WPT's URLs, as the package @wordpress/url carries them, alone and against several bases, by this Node and in
// the sandbox; all members of what comes are compared, and what the data says of failing.
// usage: compare-urls.mjs AGENTC_TOOL_RUN DATA.json
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { callsInSandbox } from './sandbox-calls.mjs';

const [program, file] = process.argv.slice(2);
const data = JSON.parse(readFileSync(file, 'utf8')).filter((each) => typeof each === 'object');
// The data is older than the standard's present rule that takes names of ASCII alone as they are.
const later = ['http://a.b.c.xn--pokxncvks', 'http://10.0.0.xn--pokxncvks', 'file://xn--/p'];
const bases = [
  undefined,
  'http://user@example.org:81/foo/bar;x?q#h',
  'file:///C:/a/b',
  'non-special://h/p/q',
  'about:blank',
  'https://xn--4ca.example/',
];
const inputs = data.map(({ input }) => input);
// Halves of surrogate pairs are escapes in code, and no JSON for the sandbox.
const text = `const inputs = ${JSON.stringify(inputs)};
const members = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search',
  'hash'];
export function parse(input, base) {
  try {
    const url = base === undefined ? new URL(input) : new URL(input, base);
    const changed = new URL(url.href);
    for (const name of ['username', 'host', 'port', 'pathname', 'search', 'hash', 'protocol']) changed[name] = input;
    return [...members.map((name) => url[name]), [...url.searchParams], changed.href];
  } catch (error) {
    return [error.name, error.code];
  }
}
export const parseAll = ({ base }) => inputs.map((input) => parse(input, base));
`;
const folder = mkdtempSync(join(tmpdir(), 'compare-urls-'));
const cases = join(folder, 'cases.mjs');
writeFileSync(cases, text);
const { parseAll } = await import(cases);
const calls = Object.fromEntries(bases.map((base) => [String(base), { base }]));
const reports = await callsInSandbox(program, {
  cases,
  entry: `export { parseAll as default } from './cases.mjs';\n`,
  inputs: calls,
});
rmSync(folder, { recursive: true });

let wrong = 0;
const complain = (...words) => { if (++wrong <= 20) console.log(...words.map((word) => JSON.stringify(word))); };
for (const base of bases) {
  const node = JSON.parse(JSON.stringify(parseAll({ base }))), { outcome, result, error } = reports[String(base)];
  if (outcome !== 'ok') { complain(base, outcome, error); continue; }
  inputs.forEach((input, i) => {
    if (!isDeepStrictEqual(node[i], result[i])) complain('differs', input, base, node[i], result[i]);
    if (base === undefined && Boolean(data[i].failure && !later.includes(input)) !== (result[i].length === 2))
      complain('not as WPT says', input, result[i]);
  });
}
console.log(`${inputs.length * bases.length} URLs, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
