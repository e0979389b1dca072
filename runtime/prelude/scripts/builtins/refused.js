// What Node throws where its permission model, or a build of it, goes without something.
import { denial, lacking } from 'agentc:powers';
import { names } from './names.js';

const permissions = { child_process: 'ChildProcess', fs: 'FileSystemRead', 'fs/promises': 'FileSystemRead',
  worker_threads: 'WorkerThreads' };

// The error of calling `module`'s function `name`; who doesn't catch it was denied something.
export function refusal(module, name) {
  const error = denial(`\`${module}.${name}\` is not allowed in the sandbox`);
  const permission = permissions[module];
  Object.assign(error, permission ? { code: 'ERR_ACCESS_DENIED', permission } : { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
  return lacking(`${module}.${name}`, error);
}

// A class can be extended, and not be made; a function with a callback tells it.
export function refusedOf(module, name, promised = false) {
  if (/^[A-Z]/.test(name)) return { [name]: class { constructor() { throw refusal(module, name); } } }[name];
  if (promised) return { async [name]() { throw refusal(module, name); } }[name];
  return { [name](...args) {
    const error = refusal(module, name), done = args[args.length - 1];
    if (typeof done !== 'function' || name.endsWith('Sync')) throw error;
    queueMicrotask(() => done(error));
  } }[name];
}

// The functions of a module, each refused.
export function refusing(module) {
  const promised = module.endsWith('/promises');
  return Object.fromEntries((names[module] ?? '').split(' ').filter(Boolean).map((name) => [name, refusedOf(module, name, promised)]));
}
