// Node's `path`: the current folder is `/`.
import posix from 'path-browserify';

const { resolve } = posix;
export const module = Object.assign(posix, { posix, toNamespacedPath: (path) => path,
  resolve: (...parts) => resolve('/', ...parts) });
