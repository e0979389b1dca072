// Node's `fs`, its functions that wait: the others are made of these.
import { pathOfFile as pathOf } from '../path.js';
import { invalidType, systemError } from './errors.js';
import { volumeOf } from './volumes.js';
import { Dirent, Stats } from './stats.js';

const mostOpen = 1000, mostRead = 512 * 1024 * 1024;
const descriptors = new Map();   // number → what is open

const flagWords = { r: {}, 'r+': { writes: true }, w: { writes: true, creates: true, truncates: true, hides: true },
  'w+': { writes: true, creates: true, truncates: true }, a: { writes: true, creates: true, appends: true, hides: true },
  'a+': { writes: true, creates: true, appends: true } };
function flagsOf(flags = 'r') {
  if (typeof flags === 'number')
    return { writes: (flags & 3) !== 0, hides: (flags & 3) === 1, creates: (flags & 64) !== 0, exclusive: (flags & 128) !== 0,
      truncates: (flags & 512) !== 0, appends: (flags & 1024) !== 0 };
  const word = `${flags}`.replace(/s/, ''), plain = word.replace('x', '');
  if (!Object.hasOwn(flagWords, plain))
    throw Object.assign(new TypeError(`The argument 'flags' is invalid. Received '${flags}'`), { code: 'ERR_INVALID_ARG_VALUE' });
  return { ...flagWords[plain], exclusive: word.includes('x') };
}
const encodingOf = (options) => (typeof options === 'string' ? options : options?.encoding);
const decoded = (bytes, encoding) => (encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes);
function bytesOf(data, encoding) {
  if (typeof data === 'string') return Buffer.from(data, encoding ?? 'utf8');
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw invalidType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
}
function fileOf(fd, syscall) {
  if (typeof fd !== 'number') throw invalidType('fd', 'of type number', fd);
  const open = descriptors.get(fd);
  if (!open) throw systemError('EBADF', syscall);
  return open;
}
const isDescriptor = (file) => typeof file === 'number';
const timeOf = (time) => (time instanceof Date ? time.getTime() : Number(time) * 1000);

function open(path, flags, mode) {
  const at = pathOf(path), how = flagsOf(flags);
  let fd = 3;
  while (descriptors.has(fd)) if (++fd > mostOpen) throw systemError('EMFILE', 'open', at);
  descriptors.set(fd, { file: volumeOf(at).open(at, how), how, path: at, position: 0 });
  return fd;
}
function close(fd) {
  fileOf(fd, 'close').file.close();
  descriptors.delete(fd);
}
function within(file, flags, use) {
  if (isDescriptor(file)) return use(file);
  const fd = open(file, flags);
  try { return use(fd); } finally { close(fd); }
}
function read(fd, buffer, given, length, position) {
  if (!ArrayBuffer.isView(buffer)) throw invalidType('buffer', 'an instance of Buffer, TypedArray, or DataView', buffer);
  let offset = given;
  if (typeof given === 'object' && given !== null) ({ offset = 0, length, position } = given);
  offset ??= 0;
  length ??= buffer.byteLength - offset;
  if (offset < 0 || length < 0 || offset + length > buffer.byteLength)
    throw Object.assign(new RangeError(`The value of "length" is out of range.`), { code: 'ERR_OUT_OF_RANGE' });
  const opened = fileOf(fd, 'read');
  if (opened.how.hides) throw systemError('EBADF', 'read');
  const isPlaced = typeof position === 'bigint' || (typeof position === 'number' && position >= 0);
  const bytes = opened.file.read(isPlaced ? Number(position) : opened.position, length);
  new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes, offset);
  if (!isPlaced) opened.position += bytes.length;
  return bytes.length;
}
function write(fd, data, ...rest) {
  const opened = fileOf(fd, 'write');
  if (!opened.how.writes) throw systemError('EBADF', 'write');
  let bytes, position;
  if (typeof data === 'string') {
    bytes = bytesOf(data, rest[1]);
    position = rest[0];
  } else {
    let [offset, length] = rest;
    position = rest[2];
    if (typeof offset === 'object' && offset !== null) ({ offset, length, position } = offset);
    const whole = bytesOf(data);
    bytes = whole.subarray(offset ?? 0, (offset ?? 0) + (length ?? whole.length - (offset ?? 0)));
  }
  const isPlaced = typeof position === 'number' && !opened.how.appends;
  const at = opened.how.appends ? opened.file.facts().size : isPlaced ? position : opened.position;
  opened.file.write(bytes, at);
  if (!isPlaced) opened.position = at + bytes.length;
  return bytes.length;
}
function readFile(file, options) {
  return within(file, options?.flag ?? 'r', (fd) => {
    const opened = fileOf(fd, 'read'), parts = [], { size } = opened.file.facts();
    if (size > mostRead) throw Object.assign(new RangeError(`File size (${size}) is greater than 2 GiB`), { code: 'ERR_FS_FILE_TOO_LARGE' });
    for (;;) {
      const part = Buffer.from(opened.file.read(opened.position, 1048576));
      if (part.length === 0) break;
      opened.position += part.length;
      parts.push(part);
    }
    return decoded(parts.length === 1 ? parts[0] : Buffer.concat(parts), encodingOf(options));
  });
}
function writeFile(file, data, options) {
  within(file, options?.flag ?? 'w', (fd) => {
    const bytes = bytesOf(data, encodingOf(options));
    for (let at = 0; at < bytes.length; at += 1048576) write(fd, bytes.subarray(at, at + 1048576));
    if (options?.flush === true) fileOf(fd, 'fsync').file.sync();
  });
}
const appendFile = (file, data, options) =>
  writeFile(file, data, { ...(typeof options === 'string' ? { encoding: options } : options), flag: options?.flag ?? 'a' });

const factsOf = (path, syscall = 'stat', dest = undefined) => volumeOf(path).facts(path, syscall, dest);
function stat(path, options) {
  const at = pathOf(path);
  try {
    return new Stats(factsOf(at), options);
  } catch (error) {
    if (options?.throwIfNoEntry === false && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
const factsIfThere = (path) => {
  try { return factsOf(path); } catch (error) { if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined; throw error; }
};
function exists(path) {
  try { return factsIfThere(pathOf(path)) !== undefined; } catch { return false; }
}
function access(path, mode = 0) {
  const at = pathOf(path), { isFolder, isWritable } = factsOf(at, 'access');
  if ((mode & 2) !== 0 && !isWritable) throw systemError('EROFS', 'access', at);
  if ((mode & 1) !== 0 && !isFolder) throw systemError('EACCES', 'access', at);
}
function readdir(path, options) {
  const at = pathOf(path), encoding = encodingOf(options), found = [];
  const list = (folder, prefix) => {
    for (const { name, isFolder } of volumeOf(folder).names(folder)) {
      found.push(options?.withFileTypes ? new Dirent(name, folder, isFolder)
        : encoding === 'buffer' ? Buffer.from(prefix + name) : prefix + name);
      if (options?.recursive && isFolder) list(`${folder === '/' ? '' : folder}/${name}`, `${prefix}${name}/`);
    }
  };
  list(at, '');
  return found;
}
function mkdir(path, options) {
  const at = pathOf(path);
  if (!options?.recursive) return volumeOf(at).makeFolder(at);
  // from below, since what lies above a granted folder is not there
  const missing = [];
  for (let folder = at;; folder = folder.slice(0, folder.lastIndexOf('/')) || '/') {
    const facts = factsIfThere(folder);
    if (facts?.isFolder) break;
    if (facts) throw systemError(folder === at ? 'EEXIST' : 'ENOTDIR', 'mkdir', at);
    missing.unshift(folder);
  }
  for (const folder of missing) volumeOf(folder).makeFolder(folder);
  return missing[0];
}
function mkdtemp(prefix, options) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const random = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => letters[byte % letters.length]).join('');
  const at = pathOf(prefix) + (`${prefix}`.endsWith('/') ? '/' : '') + random;
  volumeOf(at).makeFolder(at);
  return decoded(Buffer.from(`${prefix}${random}`), encodingOf(options) ?? 'utf8');
}
function rm(path, { recursive = false, force = false } = {}) {
  const at = pathOf(path), facts = factsIfThere(at);
  if (!facts) {
    if (force) return;
    throw systemError('ENOENT', 'lstat', at);
  }
  if (!facts.isFolder) return volumeOf(at).removeFile(at);
  if (!recursive)
    throw Object.assign(new Error(`Path is a directory: rm returned EISDIR (is a directory) ${at}`),
      { name: 'SystemError', code: 'ERR_FS_EISDIR', errno: 21, syscall: 'rm', path: at });
  for (const { name } of volumeOf(at).names(at)) rm(`${at}/${name}`, { recursive, force });
  volumeOf(at).removeFolder(at);
}
function copyFile(from, to, mode = 0) {
  const at = pathOf(from), dest = pathOf(to);
  if (factsOf(at, 'copyfile', dest).isFolder) throw systemError('EISDIR', 'copyfile', at, dest);
  if ((mode & 1) !== 0 && factsIfThere(dest)) throw systemError('EEXIST', 'copyfile', at, dest);
  writeFile(dest, readFile(at));
}
function cp(from, to, options = {}) {
  const at = pathOf(from), dest = pathOf(to), { isFolder } = factsOf(at, 'cp');
  if (options.filter && !options.filter(from, to)) return;
  if (!isFolder) {
    const there = factsIfThere(dest);
    if (there && options.force === false) {
      if (options.errorOnExist) throw systemError('EEXIST', 'cp', dest);
      return;
    }
    mkdir(pathOf(`${dest}/..`), { recursive: true });
    return copyFile(at, dest);
  }
  if (!options.recursive)
    throw Object.assign(new Error(`Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${at} is a directory (not copied)) ${at}`),
      { name: 'SystemError', code: 'ERR_FS_EISDIR', errno: 21, syscall: 'cp', path: at });
  if (`${dest}/`.startsWith(`${at}/`)) throw systemError('EINVAL', 'cp', at, dest);
  mkdir(dest, { recursive: true });
  for (const { name } of volumeOf(at).names(at)) cp(`${at}/${name}`, `${dest}/${name}`, options);
}
function rename(from, to) {
  const at = pathOf(from), dest = pathOf(to);
  if (volumeOf(at) !== volumeOf(dest)) throw systemError('EXDEV', 'rename', at, dest);
  volumeOf(at).rename(at, dest);
}
function truncate(file, length = 0) { within(file, 'r+', (fd) => ftruncate(fd, length)); }
function ftruncate(fd, length = 0) {
  const opened = fileOf(fd, 'ftruncate');
  if (!opened.how.writes) throw systemError('EINVAL', 'ftruncate');
  opened.file.resize(Math.max(0, length));
}
function utimes(path, atime, mtime) { const at = pathOf(path); volumeOf(at).setTime(at, timeOf(mtime)); }
const realpath = (path, options) => {
  const at = pathOf(path);
  factsOf(at, 'lstat');
  return decoded(Buffer.from(at), encodingOf(options) ?? 'utf8');
};
const isThere = (syscall) => (path) => { factsOf(pathOf(path), syscall); };
const isOpen = (syscall) => (fd) => { fileOf(fd, syscall); };
const synced = (syscall) => (fd) => { fileOf(fd, syscall).file.sync(); };

export const core = {
  access, appendFile, chmod: isThere('chmod'), chown: isThere('chown'), close, copyFile, cp, exists, fchmod: isOpen('fchmod'),
  fchown: isOpen('fchown'), fdatasync: synced('fdatasync'), fstat: (fd, options) => new Stats(fileOf(fd, 'fstat').file.facts(), options),
  fsync: synced('fsync'), ftruncate, futimes: isOpen('futime'), lchmod: isThere('chmod'), lchown: isThere('lchown'),
  link(path, dest) { throw systemError('EPERM', 'link', pathOf(path), pathOf(dest)); }, lstat: stat, lutimes: utimes, mkdir, mkdtemp, open,
  read, readFile, readdir, readlink(path) { factsOf(pathOf(path), 'readlink'); throw systemError('EINVAL', 'readlink', pathOf(path)); },
  readv: (fd, buffers, position) => buffers.reduce((sum, buffer) =>
    sum + read(fd, buffer, 0, buffer.byteLength, typeof position === 'number' ? position + sum : null), 0),
  realpath, rename, rm, rmdir: (path, options) => (options?.recursive ? rm(path, options) : volumeOf(pathOf(path)).removeFolder(pathOf(path))),
  stat, symlink(target, path) { throw systemError('EPERM', 'symlink', `${target}`, pathOf(path)); }, truncate,
  unlink: (path) => volumeOf(pathOf(path)).removeFile(pathOf(path)), utimes, write, writeFile,
  writev: (fd, buffers, position) => buffers.reduce((sum, buffer) =>
    sum + write(fd, buffer, 0, buffer.byteLength, typeof position === 'number' ? position + sum : null), 0),
};
