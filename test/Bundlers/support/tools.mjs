// How each tool turns a project into another one: `build(tool, source, out)`. The tools are those that
// test/package.json locks.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';

const require = createRequire(new URL('../../package.json', import.meta.url));
const modules = path.dirname(require.resolve('typescript/package.json')) + '/..';
const externals = ['probe', '@buzzi/base-agent', 'child_process', 'node:child_process', 'fs'];

function sourcesOf(folder) {
  return fs.readdirSync(folder).filter((name) => name !== 'package.json');
}

function write(out, name, text) {
  fs.mkdirSync(out, { recursive: true });
  fs.writeFileSync(path.join(out, name), text);
}

function manifest(out, main, type) {
  write(out, 'package.json', JSON.stringify({ name: 'built', version: '1.0.0', main, type }));
}

function entryOf(source) {
  return path.join(source, JSON.parse(fs.readFileSync(path.join(source, 'package.json'))).main);
}

function esbuild(source, out, options) {
  require('esbuild').buildSync({
    entryPoints: [entryOf(source)], bundle: true, platform: 'node', external: externals, outdir: out, write: true,
    logLevel: 'error', ...options,
  });
  manifest(out, 'index.js', options.format === 'esm' ? 'module' : undefined);
}

async function webpack(source, out, mode) {
  const stats = await new Promise((resolve, reject) =>
    require('webpack')(
      {
        mode,
        context: source,
        entry: entryOf(source),
        target: 'node',
        devtool: false,
        output: { path: out, filename: 'index.js', library: { type: 'commonjs2' } },
        externals: Object.fromEntries(externals.map((name) => [name, 'commonjs ' + name])),
        externalsPresets: { node: true },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  manifest(out, 'index.js');
}

async function rollup(source, out, format) {
  const bundle = await require('rollup').rollup({
    input: entryOf(source), external: (id) => externals.includes(id) || id.endsWith('.cjs'),
    onwarn: () => {},
  });
  await bundle.write({ dir: out, format, entryFileNames: 'index.js', exports: 'named', name: 'lib',
                       inlineDynamicImports: format === 'umd' });
  for (const name of sourcesOf(source).filter((name) => name.endsWith('.cjs')))
    fs.copyFileSync(path.join(source, name), path.join(out, name));
  manifest(out, 'index.js', format === 'es' ? 'module' : undefined);
}

/// Each file by itself. Imports of `.ts` name the `.js` or nothing; CommonJS files stay.
function eachFile(source, out, isModule, transform) {
  for (const name of sourcesOf(source)) {
    const text = fs.readFileSync(path.join(source, name), 'utf8');
    write(out, name.replace(/\.ts$/, '.js'), name.endsWith('.cjs') ? text : transform(text, name));
  }
  manifest(out, 'index.js', isModule ? 'module' : undefined);
}

function tsc(source, out, target, module, options = {}) {
  const ts = require('typescript');
  eachFile(source, out, module === 'ESNext', (text, name) => ts.transpileModule(text, {
    fileName: name,
    compilerOptions: { target, module, esModuleInterop: true, ...options },
  }).outputText);
}

function swc(source, out, module, target) {
  eachFile(source, out, module === 'es6', (text, name) => require('@swc/core').transformSync(text, {
    swcrc: false, configFile: false,
    jsc: { parser: { syntax: name.endsWith('.ts') ? 'typescript' : 'ecmascript' }, target },
    module: { type: module },
  }).code);
}

function babel(source, out, targets, modules) {
  eachFile(source, out, !modules, (text) => require('@babel/core').transformSync(text, {
    babelrc: false, configFile: false,
    presets: [[require('@babel/preset-env'), { targets, modules }]],
  }).code);
}

async function terser(source, out) {
  for (const name of sourcesOf(source)) {
    const result = await require('terser').minify(fs.readFileSync(path.join(source, name), 'utf8'),
                                                  { module: !name.endsWith('.cjs') });
    write(out, name, result.code);
  }
  manifest(out, 'index.js', 'module');
}

export const tools = {
  'esbuild-esm': (from, to) => esbuild(from, to, { format: 'esm' }),
  'esbuild-cjs': (from, to) => esbuild(from, to, { format: 'cjs' }),
  'esbuild-minify': (from, to) => esbuild(from, to, { format: 'cjs', minify: true }),
  'esbuild-splitting': (from, to) => esbuild(from, to, { format: 'esm', splitting: true, minify: true }),
  'webpack-production': (from, to) => webpack(from, to, 'production'),
  'webpack-development': (from, to) => webpack(from, to, 'development'),
  'rollup-es': (from, to) => rollup(from, to, 'es'),
  'rollup-cjs': (from, to) => rollup(from, to, 'cjs'),
  'rollup-umd': (from, to) => rollup(from, to, 'umd'),
  'tsc-es5-cjs': (from, to) => tsc(from, to, 'ES5', 'CommonJS'),
  'tsc-es5-esm': (from, to) => tsc(from, to, 'ES5', 'ESNext'),
  'tsc-es2022-cjs': (from, to) => tsc(from, to, 'ES2022', 'CommonJS'),
  'tsc-es2022-esm': (from, to) => tsc(from, to, 'ES2022', 'ESNext'),
  'tsc-tslib': (from, to) => tsc(from, to, 'ES2017', 'CommonJS', { importHelpers: true }),
  'swc-cjs': (from, to) => swc(from, to, 'commonjs', 'es2022'),
  'swc-es2020': (from, to) => swc(from, to, 'commonjs', 'es2020'),
  'swc-es5': (from, to) => swc(from, to, 'commonjs', 'es5'),
  'swc-esm': (from, to) => swc(from, to, 'es6', 'es2022'),
  'babel-cjs': (from, to) => babel(from, to, { node: '18' }, 'commonjs'),
  'babel-es5': (from, to) => babel(from, to, { ie: '11' }, 'commonjs'),
  terser,
};

export async function build(tool, source, out) {
  if (!tools[tool])
    throw new Error(`no tool ${tool}; there are ${Object.keys(tools).join(' ')}`);
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
  await tools[tool](path.resolve(source), path.resolve(out));
}
