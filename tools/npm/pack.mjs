// pack.mjs --build FOLDER --out FOLDER [--cpu CPU --engine FOLDER --emulator WORDS]: agentc's npm packages, of a build:
// `agentc`, which starts the programs and has the client, `@agentc/linux-CPU` with the programs, and
// `@agentc/engine-linux-CPU` with V8's program alone, which changes only with V8. Prints the files that `npm publish`
// takes. A build for another processor says for which, where Node's package for that is, and what starts its programs.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeTypes } from './types.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const {
  values: { build, out, cpu, engine: enginePackage, emulator },
} = parseArgs({
  options: {
    build: { type: 'string' },
    out: { type: 'string' },
    cpu: { type: 'string', default: process.arch },
    engine: { type: 'string', default: join(root, `runtime/engine/node_modules/node-linux-${process.arch}`) },
    emulator: { type: 'string', default: '' },
  },
});
const engineVersion = JSON.parse(readFileSync(join(root, 'runtime/engine/package.json'), 'utf8'))
  .optionalDependencies[`node-linux-${cpu}`];

/** `1.2.3` as it is; what lies behind it, `1.2.3+4.gabc`, as a version before the next one, since npm knows no `+`. */
function npmVersion(version) {
  const [release, build] = version.split('+');
  if (!build) return release;
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(release);
  return build.includes('.') ? `${major}.${minor}.${Number(patch) + 1}-dev.${build}` : `${release}-dev.${build}`;
}

const common = { license: 'SEE LICENSE IN share/doc/agentc/THIRD-PARTY.txt', os: ['linux'] };
const ofProcessor = { ...common, cpu: [cpu], libc: ['glibc'], preferUnplugged: true };

const megabytes = (bytes) => `${(bytes / 1048576).toFixed(1)} MB`;

function writePackage(folder, description) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  const [packed] = JSON.parse(
    // two names with a slash between would be a repository's
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', `--pack-destination=${out}`, resolve(folder)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  console.log(`${join(out, packed.filename)}: ${megabytes(packed.size)}, unpacked ${megabytes(packed.unpackedSize)}`);
}

function packEngine(programs) {
  const folder = join(out, 'engine');
  mkdirSync(folder);
  renameSync(join(programs, 'lib/agentc/node'), join(folder, 'node'));
  cpSync(join(enginePackage, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(
    join(folder, 'README.md'),
    `# @agentc/engine-linux-${cpu}\n\nV8 for agentc's sandbox: the program of Node ${engineVersion}, stripped.\n`,
  );
  // No `bin`: npm would put it in the way of the project's own node.
  writePackage(folder, {
    ...ofProcessor,
    name: `@agentc/engine-linux-${cpu}`,
    version: engineVersion,
    license: 'MIT',
    description: `V8 for agentc's sandbox, out of Node ${engineVersion}`,
  });
}

function packPrograms(folder, version) {
  writeFileSync(join(folder, 'README.md'), `# @agentc/linux-${cpu}\n\nThe programs of agentc for Linux on ${cpu}.\n`);
  writePackage(folder, {
    ...ofProcessor,
    name: `@agentc/linux-${cpu}`,
    version,
    description: `agentc's programs for Linux on ${cpu}`,
    dependencies: { [`@agentc/engine-linux-${cpu}`]: engineVersion },
  });
}

async function packClient(version) {
  const folder = join(out, 'agentc');
  cpSync(join(here, 'agentc'), folder, { recursive: true });
  cpSync(join(root, 'docs/ci'), join(folder, 'ci'), { recursive: true });
  writeFileSync(join(folder, 'lib/schemas.d.ts'), await makeTypes(join(root, 'docs/schemas')));
  const bin = Object.fromEntries(
    ['agentc', 'agentc-extract-config', 'agentc-mcp', 'agentc-tool-run'].map((name) => [name, `bin/${name}.js`]),
  );
  for (const file of Object.values(bin)) chmodSync(join(folder, file), 0o755);
  writePackage(folder, {
    name: 'agentc',
    version,
    description: 'the compiler for agent bundles',
    license: 'SEE LICENSE IN @agentc/linux-x64',
    type: 'module',
    bin,
    exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' }, './package.json': './package.json' },
    types: './lib/index.d.ts',
    files: ['bin', 'ci', 'lib'],
    engines: { node: '>=20' },
    optionalDependencies: { '@agentc/linux-arm64': version, '@agentc/linux-x64': version },
  });
}

rmSync(out, { recursive: true, force: true });
const programs = join(out, 'programs');
mkdirSync(out, { recursive: true });
execFileSync('cmake', ['--install', build, '--prefix', programs, '--strip'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [command, ...words] = [...emulator.split(' ').filter(Boolean), join(programs, 'bin/agentc')];
const version = npmVersion(
  execFileSync(command, [...words, '--version'], { encoding: 'utf8' }).trim().split(' ')[1],
);
packEngine(programs);
packPrograms(programs, version);
await packClient(version);
