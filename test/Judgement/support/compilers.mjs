// A bundle's files as bundlers and compilers leave them: as much as each does for a program that is shipped.
import path from 'node:path';
import swc from '@swc/core';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import { minify } from 'terser';
import typescript from 'typescript';

const isCode = (file) => /\.[cm]?[jt]sx?$/.test(file);
const isModule = (files) =>
  Object.entries(files).some(([file, text]) => isCode(file) && /^\s*(?:import|export)\b/m.test(text));
const asScript = (file) => file.replace(/\.([cm]?)tsx?$/, '.$1js');
const entryOf = (files) => Object.keys(files).find((file) => /^index\.[cm]?[jt]sx?$/.test(file));
/** Decorators and parameter properties, with the language's own fields. */
const tsconfig = { compilerOptions: { target: 'esnext', useDefineForClassFields: true } };

const withoutTypes = async (file, text) =>
  /tsx?$/.test(file) ? (await transform(text, { loader: 'ts', tsconfigRaw: tsconfig })).code : text;

/** Resolves a bundle's own modules, and leaves packages outside. */
function resolveIn(files, from, specifier) {
  if (!specifier.startsWith('.')) return null;
  const place = path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
  return [place, `${place}.js`, `${place}/index.js`].find((one) => one in files) ?? null;
}

/** Each source file by itself, its imports of TypeScript renamed. */
async function eachFile(files, compile) {
  const compiled = {};
  for (const [file, text] of Object.entries(files)) {
    if (!isCode(file)) compiled[file] = text;
    else compiled[asScript(file)] = (await compile(file, text)).replace(/(["']\.[^"'\n]*)\.ts(["'])/g, '$1.js$2');
  }
  return compiled;
}

async function byEsbuild(files) {
  const plugin = {
    name: 'memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path: specifier, importer, kind }) => {
        if (kind === 'entry-point') return { path: specifier, namespace: 'memory' };
        const found = resolveIn(files, importer, specifier);
        return found ? { path: found, namespace: 'memory' } : { path: specifier, external: true };
      });
      onLoad({ filter: /.*/, namespace: 'memory' }, ({ path: file }) => ({
        contents: files[file], loader: file.endsWith('.json') ? 'json' : /tsx?$/.test(file) ? 'ts' : 'js',
      }));
    },
  };
  const { outputFiles } = await build({
    entryPoints: [entryOf(files)], bundle: true, minify: true, write: false, platform: 'node', plugins: [plugin],
    format: isModule(files) ? 'esm' : 'cjs', tsconfigRaw: tsconfig, logLevel: 'silent',
  });
  return { ...dataOf(files), 'index.js': outputFiles[0].text };
}

const dataOf = (files) => Object.fromEntries(Object.entries(files).filter(([file]) => !isCode(file)));

async function byRollup(files) {
  if (!isModule(files)) return null;
  const plugin = {
    name: 'memory',
    resolveId: (specifier, importer) => (importer ? (resolveIn(files, importer, specifier) ?? false) : specifier),
    load: async (file) => (file.endsWith('.json') ? `export default ${files[file]}` : withoutTypes(file, files[file])),
  };
  const bundle = await rollup({ input: entryOf(files), plugins: [plugin], onLog() {} });
  const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
  return { ...dataOf(files), 'index.js': output[0].code };
}

const byTsc = (files) =>
  eachFile(files, (file, text) => typescript.transpileModule(text, {
    fileName: file,
    compilerOptions: {
      target: typescript.ScriptTarget.ES2017, module: typescript.ModuleKind.ESNext, allowJs: true,
      importHelpers: false, experimentalDecorators: false,
    },
  }).outputText);

const bySwc = (files) =>
  eachFile(files, async (file, text) => (await swc.transform(text, {
    filename: file, swcrc: false,
    isModule: /^\s*(?:import|export)\b/m.test(text),
    jsc: {
      parser: {
        syntax: /tsx?$/.test(file) ? 'typescript' : 'ecmascript', decorators: true, explicitResourceManagement: true,
      },
      target: 'es2015',
      experimental: { keepImportAttributes: true },
    },
  })).code);

const byTerser = (files) =>
  eachFile(files, async (file, text) =>
    (await minify(await withoutTypes(file, text), {
      module: /^\s*(?:import|export)\b/m.test(text), compress: { passes: 2 }, mangle: true,
    })).code);

/** What makes of a bundle's files others that do the same; null for a bundle that it cannot read. */
export const compilers = { esbuild: byEsbuild, rollup: byRollup, tsc: byTsc, swc: bySwc, terser: byTerser };
