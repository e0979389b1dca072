// Node's `module`: what `createRequire` gives requires of the bundle, from where it is asked to.
import { builtinModules, requireFrom } from 'agentc:powers';
import { refusing } from './refused.js';
import { pathOfFile } from './path.js';

const prefix = '/bundle/';

export function makeModule() {
  const names = [...builtinModules];
  class Module {
    // A bundler that makes CommonJS of ES modules leaves nothing of `import.meta.url`.
    static createRequire(from = prefix) {
      const path = pathOfFile(from, 'filename');
      return requireFrom(path.startsWith(prefix) ? path.slice(prefix.length) : '');
    }
    static builtinModules = names;
    static isBuiltin = (name) => names.includes(`${name}`.replace(/^node:/, ''));
    static syncBuiltinESMExports() {}
    static enableCompileCache = () => ({ status: 3 });
  }
  const { createRequire, enableCompileCache, isBuiltin, syncBuiltinESMExports } = Module;
  return Object.assign(Module, refusing('module'), { Module, builtinModules: names, createRequire, enableCompileCache, isBuiltin,
    syncBuiltinESMExports });
}
