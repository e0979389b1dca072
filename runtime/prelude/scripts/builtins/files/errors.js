// Errors of the system, as Node words them.
import { errno } from '../constants.js';

const texts = { EACCES: 'permission denied', EBADF: 'bad file descriptor', EEXIST: 'file already exists', EFBIG: 'file too large',
  EINVAL: 'invalid argument', EISDIR: 'illegal operation on a directory', ELOOP: 'too many symbolic links encountered',
  EMFILE: 'too many open files', ENAMETOOLONG: 'name too long', ENOENT: 'no such file or directory', ENOSPC: 'no space left on device',
  ENOTDIR: 'not a directory', ENOTEMPTY: 'directory not empty', EPERM: 'operation not permitted', EROFS: 'read-only file system',
  EXDEV: 'cross-device link not permitted', EIO: 'i/o error' };

export function systemError(code, syscall, path, dest) {
  const place = (path === undefined ? '' : ` '${path}'`) + (dest === undefined ? '' : ` -> '${dest}'`);
  const error = new Error(`${code}: ${texts[code] ?? 'unknown error'}, ${syscall}${place}`);
  Object.assign(error, { errno: -(errno[code] ?? 1), code, syscall });
  if (path !== undefined) error.path = path;
  if (dest !== undefined) error.dest = dest;
  return error;
}

export function invalidType(name, expected, given) {
  const shown = given === null ? 'null' : given === undefined ? 'undefined' : `type ${typeof given}`;
  return Object.assign(new TypeError(`The "${name}" argument must be ${expected}. Received ${shown}`), { code: 'ERR_INVALID_ARG_TYPE' });
}
