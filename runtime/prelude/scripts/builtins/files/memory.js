// Files in memory: the bundle's own, which nobody can change, and a scratch folder. Each call has its own copy, since it has
// its own process.
import { assetNames, assetOf } from 'agentc:powers';
import { systemError } from './errors.js';

const mostBytes = 64 * 1024 * 1024, mostFiles = 10000, longestName = 255;
const began = Date.now();
let lastNumber = 1, bytesInUse = 0, filesInUse = 0;

class Node {
  number = ++lastNumber;
  mtimeMs = began;
  constructor(isWritable) { this.isWritable = isWritable; }
}
class Folder extends Node { children = new Map(); }
// What the bundle holds is copied when it is first looked at.
class File extends Node {
  #asset;
  #bytes = new Uint8Array(0);
  #size = 0;
  constructor(isWritable, asset) {
    super(isWritable);
    this.#asset = asset;
  }
  #load() {
    if (this.#asset === undefined) return;
    this.#bytes = assetOf(this.#asset);
    this.#size = this.#bytes.length;
    this.#asset = undefined;
  }
  get size() { this.#load(); return this.#size; }
  read(position, length) {
    this.#load();
    return this.#bytes.subarray(Math.min(position, this.#size), Math.min(position + length, this.#size));
  }
  resize(size) {
    if (bytesInUse + size - this.#size > mostBytes) return false;
    bytesInUse += size - this.#size;
    if (size > this.#bytes.length) {
      const more = new Uint8Array(Math.max(size, Math.min(2 * this.#bytes.length, this.#bytes.length + 1048576)));
      more.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = more;
    } else {
      this.#bytes.fill(0, size, this.#size);
    }
    this.#size = size;
    this.mtimeMs = Date.now();
    return true;
  }
  write(bytes, position) {
    if (position + bytes.length > this.#size && !this.resize(position + bytes.length)) return false;
    this.#bytes.set(bytes, position);
    this.mtimeMs = Date.now();
    return true;
  }
}

function makeRoot() {
  const root = new Folder(false), bundle = new Folder(false);
  root.children.set('bundle', bundle).set('tmp', new Folder(true));
  for (const name of assetNames()) {
    const parts = name.split('/'), last = parts.pop();
    let folder = bundle;
    for (const part of parts) {
      if (!folder.children.has(part)) folder.children.set(part, new Folder(false));
      folder = folder.children.get(part);
    }
    if (folder instanceof Folder) folder.children.set(last, new File(false, name));
  }
  return root;
}
let root;

const partsOf = (path) => path.split('/').filter(Boolean);
// `shown` and `dest` are what the error of one that isn't there names.
function find(path, syscall, shown = path, dest = undefined) {
  let node = root ??= makeRoot();
  for (const part of partsOf(path)) {
    if (!(node instanceof Folder)) throw systemError('ENOTDIR', syscall, shown, dest);
    node = node.children.get(part);
    if (!node) throw systemError('ENOENT', syscall, shown, dest);
  }
  return node;
}
// The folder that something is made or removed in, and its name there.
function placeOf(path, syscall, dest) {
  const parts = partsOf(path), name = parts.pop();
  if (name === undefined) throw systemError('EPERM', syscall, path, dest);
  if (name.length > longestName) throw systemError('ENAMETOOLONG', syscall, path, dest);
  const folder = find(`/${parts.join('/')}`, syscall, path, dest);
  if (!(folder instanceof Folder)) throw systemError('ENOTDIR', syscall, path, dest);
  return { folder, name };
}
function make(folder, name, node, syscall, path) {
  if (!folder.isWritable) throw systemError('EROFS', syscall, path);
  if (++filesInUse > mostFiles) { --filesInUse; throw systemError('ENOSPC', syscall, path); }
  folder.children.set(name, node);
  folder.mtimeMs = Date.now();
  return node;
}
function unmake(folder, name, node, syscall, path) {
  if (!folder.isWritable || !node.isWritable) throw systemError('EROFS', syscall, path);
  folder.children.delete(name);
  folder.mtimeMs = Date.now();
  --filesInUse;
}
const factsOf = (node) => ({ number: node.number, isFolder: node instanceof Folder, size: node instanceof File ? node.size : 4096,
  mtimeMs: node.mtimeMs, isWritable: node.isWritable });

class OpenFile {
  constructor(node, path) { Object.assign(this, { node, path }); }
  facts() { return factsOf(this.node); }
  read(position, length) { return this.node.read(position, length); }
  write(bytes, position) { if (!this.node.write(bytes, position)) throw systemError('ENOSPC', 'write'); }
  resize(size) { if (!this.node.resize(size)) throw systemError('ENOSPC', 'ftruncate'); }
  sync() {}
  close() {}
}

export const memory = {
  facts: (path, syscall, dest) => factsOf(find(path, syscall, path, dest)),
  open(path, { writes, creates, exclusive, truncates }) {
    const { folder, name } = placeOf(path, 'open');
    let node = folder.children.get(name);
    if (node && exclusive && creates) throw systemError('EEXIST', 'open', path);
    if (!node && !creates) throw systemError('ENOENT', 'open', path);
    if (!node) node = make(folder, name, new File(true), 'open', path);
    if (node instanceof Folder) throw systemError('EISDIR', writes ? 'open' : 'read', writes ? path : undefined);
    if (writes && !node.isWritable) throw systemError('EROFS', 'open', path);
    if (truncates && writes) node.resize(0);
    return new OpenFile(node, path);
  },
  names(path) {
    const node = find(path, 'scandir');
    if (!(node instanceof Folder)) throw systemError('ENOTDIR', 'scandir', path);
    return [...node.children].map(([name, child]) => ({ name, isFolder: child instanceof Folder })).sort((a, b) => (a.name < b.name ? -1 : 1));
  },
  makeFolder(path) {
    const { folder, name } = placeOf(path, 'mkdir');
    if (folder.children.has(name)) throw systemError('EEXIST', 'mkdir', path);
    make(folder, name, new Folder(true), 'mkdir', path);
  },
  removeFolder(path) {
    const { folder, name } = placeOf(path, 'rmdir'), node = find(path, 'rmdir');
    if (!(node instanceof Folder)) throw systemError('ENOTDIR', 'rmdir', path);
    if (node.children.size > 0) throw systemError('ENOTEMPTY', 'rmdir', path);
    unmake(folder, name, node, 'rmdir', path);
  },
  removeFile(path) {
    const { folder, name } = placeOf(path, 'unlink'), node = find(path, 'unlink');
    if (node instanceof Folder) throw systemError('EISDIR', 'unlink', path);
    unmake(folder, name, node, 'unlink', path);
    bytesInUse -= node.size;
  },
  rename(path, dest) {
    const from = placeOf(path, 'rename', dest), node = find(path, 'rename', path, dest), parent = dest.slice(0, dest.lastIndexOf('/'));
    const to = { folder: find(parent, 'rename', path, dest), name: dest.slice(parent.length + 1) };
    if (!(to.folder instanceof Folder)) throw systemError('ENOTDIR', 'rename', path, dest);
    const there = to.folder.children.get(to.name);
    if (there === node) return;
    if (!from.folder.isWritable || !to.folder.isWritable || !node.isWritable) throw systemError('EROFS', 'rename', path, dest);
    if (node instanceof Folder && `${dest}/`.startsWith(`${path}/`)) throw systemError('EINVAL', 'rename', path, dest);
    if (there instanceof Folder && !(node instanceof Folder)) throw systemError('EISDIR', 'rename', path, dest);
    if (there instanceof Folder && there.children.size > 0) throw systemError('ENOTEMPTY', 'rename', path, dest);
    if (there instanceof File && node instanceof Folder) throw systemError('ENOTDIR', 'rename', path, dest);
    if (there) unmake(to.folder, to.name, there, 'rename', dest);
    from.folder.children.delete(from.name);
    to.folder.children.set(to.name, node);
  },
  setTime(path, mtimeMs) {
    const node = find(path, 'utime');
    if (!node.isWritable) throw systemError('EROFS', 'utime', path);
    node.mtimeMs = mtimeMs;
  },
};
