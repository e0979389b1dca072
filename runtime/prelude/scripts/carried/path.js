// Node's `path`: the sandbox's bundle stands at `/`.
import posix from 'path-browserify';

export const module = Object.assign(posix, { posix, toNamespacedPath: (path) => path,
  resolve: (...parts) => resolve('/', ...parts) });
const { resolve } = { ...posix };
