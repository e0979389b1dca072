// Runs test262's tests in Node, one JSON line each, each in a context of its own: what is a script runs as a function
// body, as CommonJS does.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { createInterface } from 'node:readline';
import vm from 'node:vm';

const start = readFileSync(new URL('./start.js', import.meta.url), 'utf8');
const timeout = 10000;
const words = ['exports', 'require', 'module', '__filename', '__dirname'];
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

async function run({ name, isModule, files, harness, waits, text }, harnessFiles) {
  const context = vm.createContext({});
  const commonJs = (source, filename, importModuleDynamically) => {
    const module = { exports: {} };
    vm.compileFunction(source, words, { parsingContext: context, filename, importModuleDynamically })
      .call(module.exports, module.exports, undefined, module, `/bundle/${filename}`, '/bundle');
    return module.exports;
  };
  const modules = new Map();
  const all = { ...files, [name]: text };
  const moduleAt = (path) => {
    if (!Object.hasOwn(all, path))
      throw Object.assign(new Error(`Cannot find module '${path}'`), { code: 'ERR_MODULE_NOT_FOUND' });
    if (!modules.has(path)) {
      const made = path.endsWith('.json')
        ? new vm.SyntheticModule(
            ['default'],
            function () {
              this.setExport('default', vm.runInContext(`(${all[path]})`, context));
            },
            { context },
          )
        : new vm.SourceTextModule(all[path], { context, identifier: path, importModuleDynamically: dynamically });
      modules.set(path, made);
    }
    return modules.get(path);
  };
  const pathOf = (specifier, from) => posix.normalize(posix.join(posix.dirname(from), specifier));
  const open = async (path) => {
    const made = moduleAt(path);
    if (made.status === 'unlinked') await made.link((specifier, from) => moduleAt(pathOf(specifier, from.identifier)));
    await made.evaluate();
    return made;
  };
  async function dynamically(specifier, from) {
    return open(pathOf(specifier, from?.identifier ?? name));
  }
  const host = {
    load: (each) => commonJs(harnessFiles[each], each),
    transfer: (buffer) => structuredClone(buffer, { transfer: [buffer] }),
    open: isModule ? () => open(name) : () => commonJs(text, name, dynamically),
  };
  const limit = new Promise((resolve) =>
    setTimeout(() => resolve({ thrown: 'nothing', why: 'does not end' }), timeout).unref(),
  );
  return Promise.race([commonJs(start, 'start.js')({ waits, isModule, harness }, host), limit]);
}

let harnessFiles;
for await (const line of createInterface({ input: process.stdin })) {
  const test = JSON.parse(line);
  if (test.harnessFiles) harnessFiles = test.harnessFiles;
  else console.log(JSON.stringify({ id: test.id, ...await run(test, harnessFiles) }));
}
