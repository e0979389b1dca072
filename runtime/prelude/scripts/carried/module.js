// Node's `module`: what `createRequire` gives is the bundle's own `require`.
import { requireOfEntry } from 'agentc:powers';
import { carriedNames } from './names.js';
import { refusing } from './refused.js';

const provided = ['buffer', 'crypto', 'events', 'querystring', 'url', 'util'];

export function makeModule() {
  const builtinModules = [...carriedNames, ...provided].sort();
  class Module {
    static createRequire = () => requireOfEntry();
    static builtinModules = builtinModules;
    static isBuiltin = (name) => builtinModules.includes(name.replace(/^node:/, ''));
    static syncBuiltinESMExports() {}
  }
  const { createRequire, isBuiltin, syncBuiltinESMExports } = Module;
  return Object.assign(Module, refusing('module'), { Module, createRequire, isBuiltin, syncBuiltinESMExports, builtinModules });
}
