// Compares what agentc says that random expressions denote with what Node computes.
//   differential.mjs --agentc PROGRAM [--seed N] [--count N] [--classes expression,jsfuck,program,toplevel,modules]
// Where agentc doesn't know, it may say so; what it says must be true. Exits with 1 if it isn't.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { expressionMaker } from './expressions.mjs';
import { jsfuckMaker } from './jsfuck.mjs';
import { modulesMaker } from './modules.mjs';
import { programMaker } from './programs.mjs';
import { Random } from './random.mjs';

const { values: options } = parseArgs({
  options: {
    agentc: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 32) },
    count: { type: 'string', default: '300' },
    classes: { type: 'string', default: 'expression,jsfuck,program,toplevel,modules' },
    unanswered: { type: 'boolean', default: false },
  },
});

class Mark {
  constructor(kind, content) {
    Object.assign(this, { kind, content });
  }
}
const vocabulary = {
  unknown: new Mark('unknown'),
  code: new Mark('code'),
  oneOf: (...all) => new Mark('oneOf', all),
  open: (some) => new Mark('open', some),
  api: (path) => new Mark('api', path),
  regexp: (source, flags) => new Mark('regexp', [source, flags]),
};
const readClaim = (text) => new Function(...Object.keys(vocabulary), `return (${text});`)(...Object.values(vocabulary));

function valueOfPath(path) {
  if (!/^global:[\w.]+$/.test(path)) return undefined;
  return path.slice(7).split('.').reduce((object, key) => object?.[key], globalThis);
}

/** Whether the claim is complete, so that it can be wrong in every part. */
function isAnswer(claim) {
  if (claim instanceof Mark)
    return (
      claim.kind === 'regexp' ||
      claim.kind === 'code' ||
      (claim.kind === 'api' && valueOfPath(claim.content) !== undefined)
    );
  return typeof claim !== 'object' || claim === null || Object.values(claim).every(isAnswer);
}

function holds(claim, actual) {
  if (claim instanceof Mark) {
    const { kind, content } = claim;
    if (kind === 'unknown') return true;
    if (kind === 'open')
      return typeof actual === 'object' && actual !== null && Array.isArray(actual) === Array.isArray(content);
    if (kind === 'oneOf') return content.some((one) => holds(one, actual));
    if (kind === 'code') return typeof actual === 'function';
    if (kind === 'regexp')
      return (
        actual instanceof RegExp && actual.source === content[0] && actual.flags === [...content[1]].sort().join('')
      );
    const named = valueOfPath(content);
    return named === undefined || named === actual;
  }
  if (typeof claim !== 'object' || claim === null) return Object.is(claim, actual);
  if (typeof actual !== 'object' || actual === null || Array.isArray(claim) !== Array.isArray(actual)) return false;
  if (Array.isArray(claim)) return claim.length === actual.length && claim.every((one, i) => holds(one, actual[i]));
  const keys = Object.keys(claim);
  return (
    keys.length === Object.keys(actual).length &&
    keys.every((key) => Object.hasOwn(actual, key) && holds(claim[key], actual[key]))
  );
}

function show(value) {
  try {
    const text =
      typeof value === 'string'
        ? JSON.stringify(value)
        : typeof value === 'object'
          ? JSON.stringify(value)
          : Object.is(value, -0)
            ? '-0'
            : String(value);
    return text.slice(0, 400);
  } catch {
    return typeof value;
  }
}

const random = new Random(Number(options.seed));
const programs = programMaker(random);
const makers = {
  expression: (make => () => make(1 + random.below(4)))(expressionMaker(random)),
  jsfuck: jsfuckMaker(random),
  program: () => programs.called(),
  toplevel: () => programs.parts(),
};
/** A case as the declaration of `v<i>`; a program of its own stands in a block. */
const declaration = (source, i) =>
  typeof source === 'string'
    ? `const v${i} = (${source});\n`
    : `{\n  ${source.body}\n  const v${i} = ${source.result};\n}\n`;
const evaluate = (source) =>
  new Function(typeof source === 'string' ? `return (${source});` : `${source.body}\n return ${source.result};`)();

/** What agentc says of each variable whose name `pattern` matches. */
function claimsOf(input, pattern) {
  const dump = execFileSync(options.agentc, ['validate', '--no-load-test', '--dump=constants', input], {
    encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'],
  });
  const claims = new Map();
  for (const line of dump.split('\n')) {
    const [, name, text] = /^ {2}(\w+) @\d+:\d+ = (.*)$/.exec(line) ?? [];
    if (name && pattern.test(name)) claims.set(name, text);
  }
  return claims;
}

/** Each case is a variable, the text that it comes from, and its value. */
function compare(name, cases, claims) {
  let answered = 0;
  for (const { variable, source, value } of cases) {
    const text = claims.get(variable) ?? 'missing';
    const claim = text === 'missing' ? undefined : readClaim(text);
    if (text === 'missing' || !holds(claim, value)) {
      ++wrong;
      console.log(
        `WRONG ${name} ${variable}: ${source().slice(0, 2000)}\n  node:   ${show(value)}\n  agentc: ` +
        `${text.slice(0, 400)}`,
      );
    } else if (isAnswer(claim)) {
      ++answered;
    } else if (options.unanswered) {
      console.log(
        `UNANSWERED ${name}: ${source().slice(0, 300)}\n  node: ${show(value)}  agentc: ${text.slice(0, 200)}`,
      );
    }
  }
  console.log(
    `${name}: seed ${options.seed}, ${cases.length} cases, ${answered} answered ` +
    `(${((100 * answered) / cases.length).toFixed(1)} %)`,
  );
}

function compareSources(name, folder) {
  const cases = [];
  for (let tries = 0; cases.length < Number(options.count) && tries < 10 * Number(options.count); ++tries) {
    const source = makers[name]();
    try {
      cases.push({ source, value: evaluate(source) });
    } catch {
      // a throw has no value to compare
    }
  }
  const file = join(folder, `${name}.cjs`);
  writeFileSync(file, cases.map(({ source }, i) => declaration(source, i)).join(''));
  compare(
    name,
    cases.map(({ source, value }, i) => ({ variable: `v${i}`, source: () => declaration(source, i), value })),
    claimsOf(file, /^v\d+$/),
  );
}

async function compareModules(folder) {
  const make = modulesMaker(random);
  const bundle = join(folder, 'modules');
  mkdirSync(bundle);
  const cases = [], entry = [];
  for (let number = 0; number < Number(options.count); ++number) {
    const { files, last, names } = make(number);
    for (const [file, text] of Object.entries(files))
      writeFileSync(join(bundle, file), text);
    let loaded;
    try {
      loaded = await import(pathToFileURL(join(bundle, last)));
    } catch {
      for (const file of Object.keys(files))
        rmSync(join(bundle, file));
      continue;
    }
    entry.push(`import './${last}';\n`);
    const source = () => Object.entries(files).map(([file, text]) => `--- ${file}\n${text}`).join('');
    cases.push(...names.map((variable) => ({ variable, source, value: loaded[variable] })));
  }
  writeFileSync(join(bundle, 'entry.mjs'), entry.join(''));
  writeFileSync(
    join(bundle, 'package.json'),
    JSON.stringify({ name: 'modules', version: '1.0.0', type: 'module', main: 'entry.mjs' }),
  );
  compare('modules', cases, claimsOf(bundle, /^v\d+_\d+$/));
}

const folder = mkdtempSync(join(tmpdir(), 'agentc-values-'));
let wrong = 0;
try {
  for (const name of options.classes.split(','))
    await (name === 'modules' ? compareModules(folder) : compareSources(name, folder));
} finally {
  rmSync(folder, { recursive: true });
}
console.log(wrong ? `${wrong} wrong` : 'none wrong');
process.exit(wrong ? 1 : 0);
