import { execFile } from 'node:child_process';
import { programPath } from './program.js';

export { programPath };

/** Wrong usage, a bundle that is not there, or a system that failed: what agentc says with exit code 2. */
export class AgentcError extends Error {
  constructor(message, exitCode) {
    super(message);
    this.name = 'AgentcError';
    this.exitCode = exitCode;
  }
}

/** Options whose flag is another word than their name, where they are false. */
const negated = { loadTest: 'no-load-test', cache: 'no-cache' };

/** Options that say how the program is started. */
const ofProcess = new Set(['cwd', 'env', 'signal', 'maxBuffer']);

function flagsOf(options) {
  const flags = [];
  for (const [name, value] of Object.entries(options)) {
    if (ofProcess.has(name) || value === undefined || value === null) continue;
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (name in negated) {
      if (value === false) flags.push(`--${negated[name]}`);
    } else if (value === true) {
      flags.push(`--${flag}`);
    } else if (value !== false) {
      for (const each of Array.isArray(value) ? value : [value]) flags.push(`--${flag}=${each}`);
    }
  }
  return flags;
}

/** What the program prints on standard output; exit code 1 means findings, not failure. */
function start(words, { stdin, cwd, env, signal, maxBuffer = 1 << 28 } = {}) {
  return new Promise((resolve, reject) => {
    const child = execFile(
      programPath(),
      words,
      { cwd, env, signal, maxBuffer, encoding: 'utf8' },
      (error, stdout, stderr) => {
        if (!error || error.code === 1) return resolve({ stdout, stderr, exitCode: error ? 1 : 0 });
        if (typeof error.code !== 'number') return reject(error);
        reject(new AgentcError(stderr.trim().replace(/^agentc: error: /, ''), error.code));
      },
    );
    child.stdin.on('error', () => {}); // who reads nothing of it may end before it is written
    child.stdin.end(stdin ?? '');
  });
}

async function answer(words, options) {
  const { stdout, stderr } = await start(words, options);
  if (!stdout) throw new AgentcError(stderr.trim() || 'agentc printed nothing', 1);
  return JSON.parse(stdout);
}

/** A bundle by its path, or source text, which goes through standard input. */
function named(bundle) {
  if (typeof bundle === 'string') return { flags: [], path: bundle };
  return { flags: [`--stdin-filename=${bundle.name ?? 'index.js'}`], path: '-', stdin: bundle.source };
}

function askOf(command, bundle, options, flags = flagsOf(options)) {
  const { flags: nameFlags, path, stdin } = named(bundle);
  return answer([command, '--format=json', ...nameFlags, ...flags, '--', path], { ...options, stdin });
}

export const validate = (bundle, options = {}) => askOf('validate', bundle, options);

export const extract = (bundle, options = {}) => askOf('extract-config', bundle, options);

export const lint = (paths, options = {}) =>
  answer(['lint', '--format=json', ...flagsOf(options), '--', ...[paths].flat()], options);

export const inspect = (bundle, options = {}) => askOf('inspect', bundle, options);

export const diff = (before, after, options = {}) =>
  answer(['diff', '--format=json', ...flagsOf(options), '--', before, after], options);

export const verify = (file, options = {}) => askOf('verify', file, options);

export function run(bundle, { input, context, ...options } = {}) {
  const flags = flagsOf(options);
  if (input !== undefined) flags.push(`--input=${JSON.stringify(input)}`);
  if (context !== undefined) flags.push(`--context=${context}`);
  return askOf('run', bundle, options, flags);
}

/** Packages a bundle; throws an AgentcError with exit code 1 where it is refused. */
export async function pack(bundle, { output, ...options } = {}) {
  const words = [
    'package',
    '--format=json',
    ...flagsOf(options),
    ...(output ? [`--output=${output}`] : []),
    '--',
    bundle,
  ];
  const { stdout, stderr, exitCode } = await start(words, options);
  if (exitCode)
    throw Object.assign(new AgentcError(`${bundle} is refused`, 1), { report: stdout ? JSON.parse(stdout) : stderr });
  return JSON.parse(stdout);
}

export async function report(bundle, { output, ...options } = {}) {
  const { stdout } = await start(['report', ...flagsOf(options), '--', bundle], options);
  if (output) (await import('node:fs')).writeFileSync(output, stdout);
  return stdout;
}
