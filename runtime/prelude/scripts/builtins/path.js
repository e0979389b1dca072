// Node's `path`: the current folder is the bundle's.
import posix from 'path-browserify';

const { resolve } = posix;
export const module = Object.assign(posix, { posix, toNamespacedPath: (path) => path,
  resolve: (...parts) => resolve('/bundle', ...parts) });

const invalid = (name, given) => Object.assign(new TypeError(`The "${name}" argument must be of type string or an instance of URL. `
  + `Received ${given === null ? 'null' : typeof given}`), { code: 'ERR_INVALID_ARG_TYPE' });

// What takes paths takes them as text, bytes or `file:` URLs.
export function pathOfFile(given, name = 'path') {
  const { fileURLToPath } = require('agentc:node').moduleNamed('url');
  let path = given;
  if (given instanceof URL || (typeof given === 'string' && given.startsWith('file:'))) path = fileURLToPath(given);
  else if (given instanceof Uint8Array) path = Buffer.from(given).toString();
  if (typeof path !== 'string') throw invalid(name, given);
  if (path.includes('\0'))
    throw Object.assign(new TypeError(`The argument '${name}' must be a string, Uint8Array, or URL without null bytes.`),
      { code: 'ERR_INVALID_ARG_VALUE' });
  return module.resolve(path);
}
