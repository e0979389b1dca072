// corpus.mjs AGENTC [--folder PATH] [--every N [--from K]] [--part TEXT] [--stage NAME] [--form NAME]: reads every
// source of the locked packages beside it, as it is and minified by esbuild and terser. Fails if agentc crashes or
// hangs, sees another tree than acorn (of TypeScript and JSX: does other things than TypeScript's own parser says, node
// by node) or erases other types than TypeScript, or refuses a source that V8 (for TypeScript and JSX: TypeScript)
// accepts and ../refused.txt doesn't list. --folder takes the sources of a folder instead, of public repositories for
// example, --every each Nth file from the Kth on, --part those whose path holds TEXT, --stage has agentc go as far as
// NAME (values; syntax for a folder), --form reads only that form (source, esbuild, terser; source of a folder).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { firstDifference, linesOfTree, parseByAcorn, readDump, withoutTypes } from '../../Syntax/support/estree.mjs';
import { factsOfDump, factsOfTypeScript } from '../../Syntax/support/typescript-tree.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const folderAt = process.argv.indexOf('--folder');
const packages =
  workerData?.folder ?? (folderAt > 0 ? path.resolve(process.argv[folderAt + 1]) : path.join(here, '../node_modules'));
const tools = createRequire(path.join(here, '../../x'));
const ts = tools('typescript');
const isTyped = (name) => /\.(?:[mc]?ts|tsx|jsx)$/.test(name);

/** V8's verdict: the goal that it reads the text with, or null. */
function goalByV8(text, name) {
  const compile = {
    commonjs: () =>
      vm.compileFunction(text.replace(/^#!/, '//'), ['exports', 'require', 'module', '__filename', '__dirname']),
    module: () => new vm.SourceTextModule(text),
  };
  for (const goal of name.endsWith('.mjs') ? ['module'] : name.endsWith('.cjs') ? ['commonjs'] : ['commonjs', 'module'])
    try {
      compile[goal]();
      return goal;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  return null;
}

/** The shape of a tree, without places and empty statements. */
function shapeOf(node) {
  return JSON.stringify(node, (key, value) => {
    if (key === 'start' || key === 'end' || key === 'raw') return undefined;
    if (typeof value === 'bigint') return String(value);
    // `(a?.b as T)?.c` says the same without its parentheses
    const first = value?.optional && (value.type === 'CallExpression' ? 'callee' : 'object');
    if (first && value[first].type === 'ChainExpression') return { ...value, [first]: value[first].expression };
    const isNothing = (item) =>
      item?.type === 'EmptyStatement' ||
      (item?.type === 'ExportNamedDeclaration' && !item.declaration && !item.source && !item.specifiers.length);
    return Array.isArray(value) ? value.filter((item) => !isNothing(item)) : value;
  });
}

/** What agentc erased otherwise than TypeScript's own transpiler, or null; null too where erasing is not enough. */
function typeDifference(text, name, file) {
  if (!/ts$/.test(name) || file.raw.some((line) => /^ *(?:TS\w+|Decorator|JSX\w+) /.test(line))) return null;
  const options = { target: 'ESNext', module: 'ESNext', verbatimModuleSyntax: true, useDefineForClassFields: true };
  const theirs = parseByAcorn(
    ts.transpileModule(text, { fileName: name.replace(/[mc]ts$/, 'ts'), compilerOptions: options }).outputText,
    file.goal,
  );
  if (!theirs) return null;
  const ours = parseByAcorn(withoutTypes(text, file.types), file.goal);
  if (!ours) return 'what is left is not JavaScript';
  const [a, b] = [shapeOf(theirs), shapeOf(ours)];
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) ++at;
  return `TypeScript ${a.slice(at - 60, at + 60)}  agentc ${b.slice(at - 60, at + 60)}`;
}

async function minified(kind, text, goal) {
  try {
    if (kind === 'esbuild')
      return (await tools('esbuild').transform(text, { minify: true, legalComments: 'none' })).code;
    return (await tools('terser').minify(text, { module: goal === 'module' })).code;
  } catch {
    return null; // the minifier's limits are not ours
  }
}

function run(agentc, stage, target) {
  return spawnSync(agentc, ['validate', '--no-load-test', `--dump=${stage}`, '--color=never', target], {
    encoding: 'utf8',
    maxBuffer: 2 ** 31 - 1,
    timeout: 20000 * readdirSync(target).length,
  });
}

/** Whether a run ended as it should; what it prints of a sanitizer or an assertion is a crash too. */
const broke = (ran) =>
  ran.error?.code ??
  ran.signal ??
  (ran.status !== 0 ? `exit ${ran.status}` : /Assertion .* failed|Sanitizer|runtime error:/.exec(ran.stderr)?.[0]);

/** Reads a batch of {path, name, text, goal} and says what is wrong with it. */
function readBatch(batch, { agentc, stage }, scratch, result) {
  const folder = (files) => {
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch, { recursive: true });
    for (const file of files) writeFileSync(path.join(scratch, file.name), file.text);
    // each is an entry; without one agentc reads what agents that it finds load
    const entries = files.map(({ name }) => [`./${name}`, `./${name}`]);
    writeFileSync(
      path.join(scratch, 'package.json'),
      JSON.stringify({ name: 'corpus', exports: Object.fromEntries([['.', `./${files[0].name}`], ...entries]) }),
    );
    return scratch;
  };
  const report = (list, file, message) => result[list].push(`${file.path} ${message}`);
  for (const dump of new Set([stage, 'syntax'])) {
    let ran = run(agentc, dump, folder(batch));
    if (broke(ran))
      for (const file of batch) {
        const alone = run(agentc, dump, folder([file]));
        if (broke(alone)) report('crashed', file, `--dump=${dump}: ${broke(alone)} ${alone.stderr?.slice(0, 300)}`);
      }
    if (dump !== 'syntax' || broke(ran)) continue;
    const read = readDump(ran.stdout);
    const messages = new Map();
    for (const [, name, message, rule] of ran.stderr.matchAll(
      /^(?:.*\/)?([\w.]+):\d+:\d+: error: (.*?) \[AC\d+ ([\w-]+)\]$/gm,
    ))
      if (/syntax/.test(rule) && !messages.has(name)) messages.set(name, `${rule}: ${message}`);
    for (const file of batch) {
      const ours = read.get(file.name);
      ++result.files;
      result.bytes += file.text.length;
      if (file.goal) ++result.accepted;
      if (!ours) report('differ', file, 'was not read');
      else if (ours.hasErrors || messages.has(file.name)) file.goal && report('refused', file, messages.get(file.name));
      else if (file.facts || isTyped(file.name)) {
        const difference =
          file.goal &&
          (firstDifference(file.facts, factsOfDump(ours.lines()))?.replace('acorn', 'TypeScript') ??
            typeDifference(file.text, file.name, ours));
        if (difference) report('differ', file, difference);
      } else {
        const tree = parseByAcorn(file.text, ours.goal);
        const difference = tree && firstDifference(linesOfTree(tree, file.text), ours.lines());
        if (difference) report('differ', file, difference);
        if (!tree && file.goal)
          report('differ', file, `acorn doesn't read it as ${ours.goal}, V8 reads it as ${file.goal}`);
      }
    }
  }
}

async function work({ files, options, scratch }) {
  for (const form of ['source', 'esbuild', 'terser']) {
    const wanted = !options.form || options.form === form;
    if (!wanted && form !== 'source') continue;
    const result = { form, files: 0, bytes: 0, accepted: 0, refused: [], differ: [], crashed: [] };
    const batch = [];
    for (const file of files) {
      if (form === 'source') {
        file.text = readFileSync(path.join(packages, file.path), 'utf8');
        file.goal = isTyped(file.name) ? null : goalByV8(file.text, file.name);
        // what V8 does not read may be JSX
        file.facts = file.goal || /\.[mc]js$/.test(file.name) ? null : factsOfTypeScript(ts, file.text, file.name);
        if (file.facts) file.goal = 'typed';
        batch.push(file);
      } else if (file.goal && !isTyped(file.name) && !file.facts && !file.path.includes('.min.')) {
        if (form === 'terser' && file.text.length > 300000) continue;
        const text = await minified(form, file.text, file.goal);
        if (text !== null)
          batch.push({ ...file, text, goal: goalByV8(text, file.name), path: `${file.path} (${form})` });
      }
    }
    if (wanted && batch.length) readBatch(batch, options, scratch, result);
    parentPort.postMessage(result);
  }
}

function* walk(folder) {
  for (const entry of readdirSync(path.join(packages, folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(name);
    else if (/\.(?:[mc]?[jt]s|[jt]sx)$/.test(name) && !/\.d\.[mc]?ts$/.test(name)) yield name;
  }
}

/** The nearest manifest's `type` decides how a `.js` file is read. */
const types = new Map();
function typeOf(folder) {
  if (!types.has(folder)) {
    let type = '';
    try {
      type = JSON.parse(readFileSync(path.join(packages, folder, 'package.json'), 'utf8')).type ?? '';
    } catch {
      if (folder !== '.' && !folder.endsWith('node_modules')) type = typeOf(path.dirname(folder));
    }
    types.set(folder, type);
  }
  return types.get(folder);
}

async function main(args) {
  const value = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise);
  const options = {
    agentc: path.resolve(args[0]),
    stage: value('--stage', folderAt > 0 ? 'syntax' : 'values'),
    form: value('--form', folderAt > 0 ? 'source' : ''),
  };
  const every = Number(value('--every', 1)),
    from = Number(value('--from', 0)),
    part = value('--part', '');
  const batches = [];
  const seen = new Set();
  let size = Infinity,
    index = 0;
  for (const file of walk('.')) {
    if (!file.includes(part)) continue;
    const bytes = readFileSync(path.join(packages, file));
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (seen.has(digest) || (seen.add(digest), index++ % every !== from)) continue;
    const type = typeOf(path.dirname(file));
    const extension =
      file.endsWith('.js') && type === 'module'
        ? '.mjs'
        : file.endsWith('.js') && type === 'commonjs'
          ? '.cjs'
          : path.extname(file);
    if (size > 4e6 || batches.at(-1).length >= 200) (batches.push([]), (size = 0));
    batches.at(-1).push({ path: file, name: `s${batches.at(-1).length}${extension}` });
    size += bytes.length;
  }
  const scratch = path.join(os.tmpdir(), `agentc-corpus-${process.pid}`);
  const total = {};
  await Promise.all(
    Array.from({ length: Math.min(os.cpus().length, batches.length) }, async (_, worker) => {
      for (let files; (files = batches.shift());)
        await new Promise((resolve, reject) => {
          const thread = new Worker(fileURLToPath(import.meta.url), {
            workerData: { folder: packages, files, options, scratch: path.join(scratch, String(worker)) },
            execArgv: ['--experimental-vm-modules', '--no-warnings'],
            resourceLimits: { maxOldGenerationSizeMb: 6000 },
          });
          thread.on('message', (result) => {
            const sum = (total[result.form] ??= {
              files: 0,
              bytes: 0,
              accepted: 0,
              refused: [],
              differ: [],
              crashed: [],
            });
            for (const key in sum)
              sum[key] = Array.isArray(sum[key]) ? sum[key].concat(result[key]) : sum[key] + result[key];
          });
          thread.on('error', reject);
          thread.on('exit', resolve);
        });
    }),
  );
  rmSync(scratch, { recursive: true, force: true });

  const listed = readFileSync(path.join(here, '../refused.txt'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  let failed = 0;
  for (const [form, sum] of Object.entries(total)) {
    const known = sum.refused.filter((line) => listed.some((start) => line.startsWith(start)));
    for (const list of ['crashed', 'differ', 'refused'])
      for (const line of sum[list]) {
        console.log(`${known.includes(line) ? 'listed' : list}: ${line}`);
        failed += !known.includes(line);
      }
    const share = sum.refused.length ? `1 in ${Math.round(sum.accepted / sum.refused.length)}` : 'none';
    console.log(
      `${form}: ${sum.files} files, ${Math.round(sum.bytes / 1e6)} MB; ${sum.accepted} accepted by V8 or TypeScript, ` +
      `of them ${sum.refused.length} refused (${share}); ` +
        `${sum.differ.length} read otherwise, ${sum.crashed.length} crashes or hangs`,
    );
  }
  process.exit(failed ? 1 : 0);
}

if (isMainThread) await main(process.argv.slice(2));
else await work(workerData);
