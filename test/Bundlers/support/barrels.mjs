// barrels.mjs AGENTC OUT TOOL…: functions behind every form of re-export, in one project. Each of them gives what it
// is given to `probe`, and each is called once: its argument must be known in the source and in what each TOOL builds.
// A form whose function gets where calls cannot be told apart by names may be `unknown` besides.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { build } from './tools.mjs';

const [agentc, out, ...tools] = process.argv.slice(2);

/// Of each form: the module with the function `f`, the modules between, what the entry imports and calls. `$` stands
/// for the form's number.
const leaf = "import { probe } from 'probe'; export const f$ = (x) => probe('NAME', x)";
const byDefault = "import { probe } from 'probe'; export default function own$(x) { probe('NAME', x) }";
const forms = {
  direct: [leaf, [], "import { f$ } from './x$.js'", 'f$(V)'],
  named: [leaf, ["export { f$ } from './x$.js'"], "import { f$ } from './b$.js'", 'f$(V)'],
  renamed: [leaf, ["export { f$ as g$ } from './x$.js'"], "import { g$ as h$ } from './b$.js'", 'h$(V)'],
  star: [leaf, ["export * from './x$.js'"], "import { f$ } from './b$.js'", 'f$(V)'],
  chain: [leaf, ["export * from './c$.js'", "export { g$ as f$ } from './d$.js'", "export { f$ as g$ } from './x$.js'"],
          "import { f$ } from './b$.js'", 'f$(V)'],
  starAs: [leaf, ["export * as ns$ from './x$.js'"], "import { ns$ } from './b$.js'", 'ns$.f$(V)'],
  starAsChain: [leaf, ["export * from './c$.js'", "export * as ns$ from './d$.js'", "export * from './x$.js'"],
                "import { ns$ } from './b$.js'", 'ns$.f$(V)'],
  default: [byDefault, ["export { default } from './x$.js'"], "import f$ from './b$.js'", 'f$(V)'],
  defaultAsName: [byDefault, ["export { default as f$ } from './x$.js'"], "import { f$ } from './b$.js'", 'f$(V)'],
  nameAsDefault: [leaf, ["export { f$ as default } from './x$.js'"], "import f$ from './b$.js'", 'f$(V)'],
  importThenExport: [leaf, ["import { f$ } from './x$.js'; export { f$ }"], "import { f$ } from './b$.js'", 'f$(V)'],
  importDefaultThenExport: [byDefault, ["import g$ from './x$.js'; export { g$ as f$ }"],
                            "import { f$ } from './b$.js'", 'f$(V)'],
  importThenDefault: [leaf, ["import { f$ } from './x$.js'; export default f$"], "import f$ from './b$.js'", 'f$(V)'],
  namespaceThenExport: [leaf, ["import * as ns$ from './x$.js'; export { ns$ }"],
                        "import { ns$ } from './b$.js'", 'ns$.f$(V)'],
  namespaceOfBarrel: [leaf, ["export * from './x$.js'"], "import * as b$ from './b$.js'", 'b$.f$(V)'],
  namespaceTaken: [leaf, ["export * from './x$.js'"], "import * as b$ from './b$.js'",
                   'const { f$: taken$ } = b$; taken$(V)'],
  namespaceByKey: [leaf, ["export * from './x$.js'"], "import * as b$ from './b$.js'", "b$['f' + '$'](V)"],
  circle: [leaf, ["export * from './c$.js'", "export * from './b$.js'; export * from './x$.js'"],
           "import { f$ } from './b$.js'", 'f$(V)'],
  shadowed: ['export const f$ = () => 1', ["export * from './x$.js'; import { probe } from 'probe'\n" +
             "export const f$ = (x) => probe('NAME', x)"], "import { f$ } from './b$.js'", 'f$(V)'],
  twiceTheSame: [leaf, ["export * from './x$.js'; export * from './c$.js'", "export { f$ } from './x$.js'"],
                 "import { f$ } from './b$.js'", 'f$(V)'],
  alias: [leaf, ["import { f$ } from './x$.js'; export const g$ = f$"], "import { g$ } from './b$.js'", 'g$(V)'],
  holder: [leaf, ["import { f$ } from './x$.js'; export const api$ = { f$ }"],
           "import { api$ } from './b$.js'", 'api$.f$(V)'],
  defaultHolder: [leaf, ["import * as ns$ from './x$.js'; export default { run$: ns$.f$ }"],
                  "import b$ from './b$.js'", 'b$.run$(V)'],
  spread: [leaf, ["import * as ns$ from './x$.js'; export const all$ = { ...ns$ }"],
           "import { all$ } from './b$.js'", 'all$.f$(V)'],
  class: ["import { probe } from 'probe'; export class C$ { constructor(x) { probe('NAME', x) } }",
          ["export * from './x$.js'"], "import { C$ } from './b$.js'", 'new C$(V)'],
  dynamic: [leaf, ["export * from './x$.js'"], '', "import('./b$.js').then((b$) => b$.f$(V))"],
  handedOn: ["import { probe } from 'probe'; export const f$ = (g, x) => g(x), g$ = (x) => probe('NAME', x)",
             ["export * from './x$.js'"], "import { f$, g$ } from './b$.js'", 'f$(g$, V)'],
};
const plain = "const { probe } = require('probe'); exports.f$ = (x) => probe('NAME', x)";
const common = {
  cjsWhole: [plain, ["module.exports = require('./x$.cjs')"], 'b$.f$(V)'],
  cjsMember: [plain, ["exports.f$ = require('./x$.cjs').f$"], 'b$.f$(V)'],
  cjsRenamed: [plain, ["exports.g$ = require('./x$.cjs').f$"], 'b$.g$(V)'],
  cjsGetter: [
    plain,
    [
      "const x = require('./x$.cjs'); " +
        "Object.defineProperty(exports, 'f$', { enumerable: true, get: function () { return x.f$ } })",
    ],
    'b$.f$(V)',
  ],
  cjsSpread: [plain, ["module.exports = { ...require('./x$.cjs'), other: 1 }"], 'b$.f$(V)'],
  cjsAssign: [plain, ["Object.assign(exports, require('./x$.cjs'))"], 'b$.f$(V)'],
  cjsObject: [plain, ["module.exports = { f$: require('./x$.cjs').f$ }"], 'b$.f$(V)'],
  cjsTaken: [plain, ["const { f$ } = require('./x$.cjs'); exports.g$ = f$"], 'b$.g$(V)'],
  cjsFunction: ["const { probe } = require('probe'); module.exports = (x) => probe('NAME', x)",
                ["module.exports = require('./x$.cjs')"], 'b$(V)'],
};

const files = {
  'package.json': JSON.stringify({ name: 'barrels', version: '1.0.0', main: 'index.js', type: 'module' }),
};
const head = [],
  body = [];
const value = (number) => `value of ${number}`;
function fill(text, name, number) {
  return text.replaceAll('$', number).replace('NAME', name).replace(/\bV\b/, `'${value(number)}'`);
}
const names = [...Object.keys(forms), ...Object.keys(common)];
names.forEach((name, number) => {
  const isCommon = name in common;
  const [last, between, ...entry] = isCommon ? common[name] : forms[name];
  const [start, call] = isCommon ? [`import b$ from './b$.cjs'`, entry[0]] : entry;
  const extension = isCommon ? 'cjs' : 'js';
  files[`x${number}.${extension}`] = fill(last, name, number);
  between.forEach((text, i) => files[`${'bcd'[i]}${number}.${extension}`] = fill(text, name, number));
  head.push(fill(start, name, number));
  body.push(fill(call, name, number));
});
files['index.js'] = [...head, ...body, ''].join('\n');
const source = path.join(out, 'source');
fs.mkdirSync(source, { recursive: true });
for (const [name, text] of Object.entries(files))
  fs.writeFileSync(path.join(source, name), text + '\n');

/// Not told apart: namespaces that are read by computed names, and functions that are a module's whole exports, which
/// bundlers and compilers wrap.
const gaps = ['namespaceByKey', 'cjsFunction'];
let failures = 0;
function check(tool, folder) {
  const result = spawnSync(agentc, ['validate', '--no-load-test', '--dump=values', folder],
                           { encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = result.stdout.split('\n');
  const got = new Map();
  lines.forEach((line, i) => {
    const name = /^  call @\S+ module:probe\.probe$/.test(line) && /^  argument @\S+ "(.*)"$/.exec(lines[i + 1])?.[1];
    if (name)
      got.set(name, [...(got.get(name) ?? []), lines[i + 2].replace(/^  argument @\S+ /, '')]);
  });
  let known = 0, exact = 0;
  names.forEach((name, number) => {
    const values = got.get(name) ?? ['no call found'];
    const wanted = JSON.stringify(value(number));
    const rest = values.map((one) => one.replace(wanted, '').replace(/unknown \([^)]*\)|one of|[,| ]/g, ''));
    exact += values.every((one) => one === wanted);
    if (gaps.includes(name) || (values.some((one) => one.includes(wanted)) && rest.every((one) => !one.includes('"'))))
      return known++;
    console.log(`${tool}: ${name}: ${values.join(' and ')}`);
    failures++;
  });
  console.log(`${tool}: ${known} of ${names.length} known, ${exact} of them nothing else`);
}
check('source', source);
for (const tool of tools) {
  const folder = path.join(out, tool);
  await build(tool, source, folder);
  check(tool, folder);
}
process.exit(failures ? 1 : 0);
