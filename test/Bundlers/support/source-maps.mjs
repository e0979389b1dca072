// source-maps.mjs AGENTC SOURCE OUT: builds SOURCE by each tool with a source map, and prints what agentc says of the
// map as it is, and after code was put into the built file that no source has.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';

const require = createRequire(new URL('../../package.json', import.meta.url));
const [agentc, source, out] = process.argv.slice(2).map((one) => path.resolve(one));
const entry = path.join(source, 'index.js');

function linked(file, { code, map }) {
  fs.writeFileSync(file, `${code}\n//# sourceMappingURL=index.js.map\n`);
  fs.writeFileSync(file + '.map', typeof map === 'string' ? map : JSON.stringify(map));
}

function esbuild(folder, options) {
  require('esbuild').buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outdir: folder,
                                 external: ['zod'], logLevel: 'error', ...options });
}

async function webpack(folder, mode) {
  await new Promise((resolve) => require('webpack')({
    mode, context: source, entry, target: 'node', devtool: 'source-map', externals: { zod: 'commonjs zod' },
    output: { path: folder, filename: 'index.js', library: { type: 'commonjs2' } },
  }, resolve));
}

async function rollup(folder, format) {
  const bundle = await require('rollup').rollup({ input: entry, external: ['zod'], onwarn: () => {} });
  await bundle.write({ dir: folder, format, sourcemap: true, exports: 'named' });
}

/// One file, whose import stays as it is.
function single(folder, transform) {
  const text = fs.readFileSync(path.join(source, 'single.js'), 'utf8');
  return Promise.resolve(transform(text)).then((result) => linked(path.join(folder, 'index.js'), result));
}

function tsc(text, target, options) {
  const result = require('typescript').transpileModule(text, { fileName: 'single.ts', compilerOptions: {
    target, module: 'CommonJS', sourceMap: true, inlineSources: true, esModuleInterop: true, ...options } });
  return { code: result.outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, ''), map: result.sourceMapText };
}

const tools = {
  'esbuild': (to) => esbuild(to, { sourcemap: true }),
  'esbuild-minify': (to) => esbuild(to, { sourcemap: true, minify: true }),
  'esbuild-inline': (to) => esbuild(to, { sourcemap: 'inline' }),
  'webpack-production': (to) => webpack(to, 'production'),
  'webpack-development': (to) => webpack(to, 'development'),
  'rollup-es': (to) => rollup(to, 'es'),
  'rollup-cjs': (to) => rollup(to, 'cjs'),
  'tsc-es5': (to) => single(to, (text) => tsc(text, 'ES5', { downlevelIteration: true })),
  'tsc-helpers': (to) => single(to, (text) => tsc(text, 'ES2015', { importHelpers: true })),
  'babel-es5': (to) => single(to, (text) => require('@babel/core').transformSync(text, {
    babelrc: false, configFile: false, sourceMaps: true, filename: 'single.js',
    presets: [[require('@babel/preset-env'), { targets: { ie: '11' }, modules: 'commonjs' }]] })),
  'swc-es5': (to) => single(to, (text) => require('@swc/core').transformSync(text, {
    swcrc: false, configFile: false, sourceMaps: true, filename: 'single.js', jsc: { target: 'es5' },
    module: { type: 'commonjs' } })),
  'terser': (to) => single(to, (text) => require('terser').minify({ 'single.js': text }, {
    module: true, sourceMap: { includeSources: true } })),
};

function ask(folder) {
  const result = spawnSync(agentc, ['validate', '--no-load-test', '--format=json', folder], { encoding: 'utf8' });
  const found = JSON.parse(result.stdout).bundles[0].diagnostics.filter((one) => one.id === 'AC2110');
  return found.map((one) => one.message).join(' | ') || 'none';
}

for (const [tool, run] of Object.entries(tools)) {
  const folder = path.join(out, tool);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  await run(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name": "built", "version": "1.0.0", "main": "index.js"}');
  console.log(`${tool}: ${ask(folder)}`);
  const file = path.join(folder, 'index.js');
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(
    file,
    text.replace(/\n(?=\/\/# sourceMappingURL=)/, '\nfetch("https://collect.example/" + Date.now());\n'),
  );
  console.log(`${tool} changed: ${ask(folder)}`);
}
