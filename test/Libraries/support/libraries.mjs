// Common libraries, installed and not bundled: for each a bundle that loads and calls it, once as CommonJS and once as
// an ES module. Are they valid, and does the call give under agentc what it gives under Node? docs/libraries.md is its
// table.
// usage: libraries.mjs AGENTC --scratch FOLDER [--write PAGE] [--only NAME]
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const { values: options, positionals: [agentc] } = parseArgs({ allowPositionals: true,
  options: { scratch: { type: 'string' }, write: { type: 'string' }, only: { type: 'string' } } });
options.scratch = resolve(options.scratch);
const home = join(dirname(fileURLToPath(import.meta.url)), '..');
const { dependencies, libraries } = JSON.parse(readFileSync(join(home, 'package.json')));
const names = Object.keys(libraries).filter((name) => !options.only || name === options.only);
const packageOf = (name) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/');
const forms = ['commonjs', 'module'];

const run = (program, args) =>
  new Promise((resolve) =>
    execFile(program, args, { timeout: 120000, maxBuffer: 64 << 20 }, (error, out, err) =>
      resolve({ code: error ? (error.code ?? 'timeout') : 0, out, err }),
    ),
  );
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

// Bundles hold what they load.
function install(folder) {
  if (existsSync(join(folder, 'node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  cpSync(join(home, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    filter: (from) => !from.includes('/.bin'),
  });
}

function writeBundle(folder, form, name, use) {
  const { import: what, env = [], hosts = [] } = libraries[name],
    owner = packageOf(name);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'consumer',
      version: '1.0.0',
      main: 'index.js',
      type: form,
      dependencies: { [owner]: dependencies[owner] },
      agentc: { allowedEnv: env, allowedHosts: hosts },
    }),
  );
  // An ES module's `default` is what its CommonJS users take too.
  const taken = what.startsWith('{')
    ? `const ${what} = loaded;`
    : `const ${what} = loaded.__esModule ? loaded.default : loaded;`;
  writeFileSync(
    join(folder, 'index.js'),
    form === 'module'
      ? `import ${what} from '${name}';\nexport default async function handler(input) { return ${use}; }\n`
      : `const loaded = require('${name}');\n${taken}\nmodule.exports = async function handler(input) { return ` +
        `${use}; };\n`,
  );
}

// Errors of a report, and the first that the reader sees of a run.
async function judge(form, name, use) {
  const folder = join(options.scratch, form);
  install(folder);
  writeBundle(folder, form, name, use);
  const node = await run(process.execPath, [
    '--input-type=module',
    '-e',
    `const { default: handler } = await import(${JSON.stringify(join(folder, 'index.js'))});
    console.log(JSON.stringify(await handler({})));`,
  ]);
  const [validated, ran] = [
    await run(agentc, ['validate', '--fail-on=error', '--format=json', folder]),
    await run(agentc, ['run', folder, '--input', '{}']),
  ];
  const errors = (parsed(validated.out)?.bundles?.[0]?.diagnostics ?? []).filter(
    ({ severity }) => severity === 'error',
  );
  const isSame = ran.code === 0 && node.code === 0 && isDeepStrictEqual(parsed(ran.out), parsed(node.out));
  const why = [...new Set(errors.map(({ ruleName, rule, message }) => `${ruleName ?? rule}: ${message}`))];
  if (!isSame) {
    const told = ran.err || `${ran.out} instead of ${node.out || node.err}`;
    why.push(`run: ${told.split('\n').find((line) => line.trim()) ?? ''}`);
  }
  return { isValid: validated.code === 0, isSame, why };
}

const results = {};
const word = ({ isUsed, isLoaded }) => (isUsed ? 'yes' : isLoaded ? 'loads' : 'no');
// Both forms at once, each in a folder of its own.
await Promise.all(forms.map(async (form) => {
  for (const name of names) {
    const { use, load } = libraries[name], used = await judge(form, name, use), isUsed = used.isValid && used.isSame;
    const loaded = isUsed || !load ? used : await judge(form, name, load);
    (results[name] ??= {})[form] = { isUsed, isLoaded: loaded.isValid && loaded.isSame, why: used.why };
    console.error(`${form} ${name}: ${word(results[name][form])}`);
  }
}));

const count = (form, what) => names.filter((name) => results[name][form][what]).length;
const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 200);
const row = (...cells) => `| ${cells.join(' | ')} |`;
const rows = names.map((name) =>
  row(
    `${name} ${dependencies[packageOf(name)]}`,
    `\`${cell(libraries[name].use)}\``,
    ...forms.map((form) => word(results[name][form])),
    cell([...new Set(forms.flatMap((form) => results[name][form].why))].join('; ')),
  ),
);
const page = `# Common libraries

Made by \`./dev corpus --libraries\`. ${names.length} libraries from npm at the versions that \`test/Libraries\`
locks, installed and not bundled: for each a bundle that loads it, as CommonJS and as an ES module, and a handler that
calls it. **yes** says that \`agentc validate --fail-on=error\` accepts the bundle, whose manifest allows the hosts
and the names of the environment that the library asks for, and that \`agentc run\` gives what Node gives; **loads**,
that this is so of a handler that only looks at the library.

| library | call | CommonJS | ES module | why not |
|---|---|---|---|---|
${rows.join('\n')}
| yes, of ${names.length} | | ${forms.map((form) => count(form, 'isUsed')).join(' | ')} | |
| yes or loads | | ${forms.map((form) => count(form, 'isLoaded')).join(' | ')} | |
`;
if (options.write && !options.only) writeFileSync(options.write, page);
else console.log(page);
