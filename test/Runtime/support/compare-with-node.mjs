// Runs the cases of docs/compatibility.md on this Node and in the sandbox. Each row must have a case and each case a
// row; the answers are the same where the row says so, and differ where it says something else.
// usage: compare-with-node.mjs AGENTC_TOOL_RUN PAGE FOLDER_OF_PACKAGES
import { Console } from 'node:console';
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';

import { builtins } from './compatibility-builtins.mjs';
import { globals, language } from './compatibility-language.mjs';
import { consoles, modules } from './compatibility-modules.mjs';
import { callsInSandbox, rowsOf } from './sandbox-calls.mjs';

const [program, page, packages] = process.argv.slice(2);
const require = createRequire(`${packages}/package.json`);
const kept = setInterval(() => {}, 1000);   // for timers that do not keep Node
const sections = { '## Language': language, '## Globals': globals, '## Console': consoles, '## Modules': modules,
  '## More modules': builtins };

function nodeLines(write) {
  const parts = [];
  const sink = new Writable({ write(chunk, encoding, done) { parts.push(String(chunk)); done(); } });
  const own = globalThis.console;
  globalThis.console = new Console({ stdout: sink, stderr: sink, colorMode: false });
  try { write({}); } finally { globalThis.console = own; }
  return parts.map((part) => part.replace(/\n$/, ''));
}

const answer = async (run) => {
  try {
    return JSON.parse(JSON.stringify((await run()) ?? null));
  } catch (error) {
    return { thrown: `${error?.name}: ${error?.message}` };
  }
};
const module = async (name) => (await import(require.resolve(name))).default;
const given = { require, lodash: await module('lodash-es'), module };
const node = {};
for (const cases of [language, globals, modules, builtins])
  for (const name of Object.keys(cases)) node[name] = await answer(() => cases[name](given));
for (const name of Object.keys(consoles)) node[name] = nodeLines(consoles[name]);

const entryOf = (imports, list) => `import { ${imports} } from './cases.mjs';
import lodash from 'lodash-es';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const module = async (name) => (await import(name)).default;
export default async ({ name }) => {
  try {
    return await ${list}[name]({ require, lodash, module }) ?? null;
  } catch (error) {
    return { thrown: error?.name + ': ' + error?.message, stack: error?.stack };
  }
};
`;
async function reportsOf(file, list) {
  const cases = { builtins, language, globals, consoles, modules }[list];
  return callsInSandbox(program, { cases: new URL(file, import.meta.url), entry: entryOf(list, list),
    inputs: Object.fromEntries(Object.keys(cases).map((name) => [name, { name }])) });
}
const reports = Object.assign({}, ...await Promise.all([reportsOf('./compatibility-language.mjs', 'language'),
  reportsOf('./compatibility-language.mjs', 'globals'), reportsOf('./compatibility-modules.mjs', 'consoles'),
  reportsOf('./compatibility-modules.mjs', 'modules'), reportsOf('./compatibility-builtins.mjs', 'builtins')]));
const sandboxAnswer = (name) => {
  const { outcome, result, error, logs } = reports[name];
  return outcome !== 'ok' ? { outcome, error } : consoles[name] ? logs.map(({ text }) => text) : result;
};

let wrong = 0, rows = 0;
const complain = (...lines) => { ++wrong; console.log(lines.join('\n  ')); };
for (const [heading, cases] of Object.entries(sections)) {
  const listed = rowsOf(page, heading);
  rows += Object.keys(listed).length;
  for (const name of Object.keys(cases)) {
    if (!listed[name]) { complain(`${name}: a case without a row`); continue; }
    const there = sandboxAnswer(name), isSame = isDeepStrictEqual(node[name], there), says = listed[name][2] === 'same';
    // What only the older of the two engines lacks.
    if (isSame && listed[name][2].endsWith('with V8 10.2')) continue;
    if (isSame !== says) complain(`${name}: ${isSame ? 'the same, and the page says otherwise' : 'differs'}`,
      `Node:    ${JSON.stringify(node[name])}`, `sandbox: ${JSON.stringify(there)}`);
  }
  for (const name of Object.keys(listed)) if (!cases[name]) complain(`${name}: a row without a case`);
}
console.log(`${rows} rows, ${wrong} wrong`);
clearInterval(kept);
process.exit(wrong ? 1 : 0);
