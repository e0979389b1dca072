// Bundles the tools of Inputs/frameworks with the framework's own package inside, as authors do before they ship.
// usage: bundle-frameworks.mjs SOURCE FOLDER BUNDLER:PLATFORM:NAME…
// BUNDLER is esbuild, minified (esbuild too), rollup or webpack; PLATFORM is node or browser.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [source, folder, ...wanted] = process.argv.slice(2);
const load = createRequire(join(source, 'test/package.json'));
const packages = join(source, 'test/Frameworks/node_modules');

const esbuild = (minify) => async (input, output, platform) =>
  load('esbuild').build({
    entryPoints: [input],
    outfile: output,
    bundle: true,
    platform,
    format: 'cjs',
    target: 'es2022',
    nodePaths: [packages],
    logLevel: 'error',
    minify,
  });

const javaScript = (input) =>
  load('esbuild').transformSync(readFileSync(input, 'utf8'), { loader: 'ts', format: 'esm' }).code;

// The framework as esbuild makes one module of it: rollup finds no packages by itself.
async function rollup(input, output, platform) {
  const { rollup } = load('rollup');
  const found = new Map();
  const bundle = await rollup({
    input,
    onwarn() {},
    plugins: [
      {
        name: 'packages',
        resolveId: (specifier) => (specifier === input || specifier.startsWith('.') ? null : `\0${specifier}`),
        async load(id) {
          if (id === input) return javaScript(input);
          if (!found.has(id)) {
            const { outputFiles } = await load('esbuild').build({
              stdin: { contents: `export * from '${id.slice(1)}'`, resolveDir: source },
              bundle: true,
              write: false,
              platform,
              format: 'esm',
              target: 'es2022',
              nodePaths: [packages],
              logLevel: 'error',
            });
            found.set(id, outputFiles[0].text);
          }
          return found.get(id);
        },
      },
    ],
  });
  await bundle.write({ file: output, format: 'cjs', inlineDynamicImports: true });
}

async function webpack(input, output, platform) {
  const script = output.replace(/index\.js$/, 'source.mjs');
  writeFileSync(script, javaScript(input));
  const stats = await new Promise((resolve, reject) =>
    load('webpack')(
      {
        entry: script,
        mode: 'production',
        target: platform === 'node' ? 'node18' : 'webworker',
        devtool: false,
        output: {
          path: join(output, '..'),
          filename: 'index.js',
          library: { type: 'commonjs2' },
          globalObject: 'globalThis',
        },
        resolve: { modules: [packages] },
        optimization: { splitChunks: false },
        plugins: [new (load('webpack').optimize.LimitChunkCountPlugin)({ maxChunks: 1 })],
      },
      (error, made) => (error ? reject(error) : resolve(made)),
    ),
  );
  rmSync(script);
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

const bundlers = { esbuild: esbuild(false), minified: esbuild(true), rollup, webpack };
for (const [bundler, platform, name] of wanted.map((each) => each.split(':'))) {
  const from = join(source, 'test/Runtime/Inputs/frameworks', name), to = join(folder, `${bundler}-${name}`);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  cpSync(join(from, 'tests'), join(to, 'tests'), { recursive: true });
  const { dependencies, type, ...manifest } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  writeFileSync(join(to, 'package.json'), JSON.stringify({ ...manifest, main: 'index.js' }));
  await bundlers[bundler](join(from, 'index.ts'), join(to, 'index.js'), platform);
}
