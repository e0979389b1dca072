// What `stat` and `readdir` tell. Owners, devices and permissions are made up.
const never = ['isBlockDevice', 'isCharacterDevice', 'isFIFO', 'isSocket', 'isSymbolicLink'];
function define(type, isFolder) {
  type.prototype.isFile = function () { return !isFolder(this); };
  type.prototype.isDirectory = function () { return isFolder(this); };
  for (const name of never) type.prototype[name] = () => false;
}

export class Stats {
  constructor(given, { bigint = false } = {}) {
    const { number, isFolder, size, mtimeMs, isWritable } = given, whole = Math.floor(mtimeMs);
    const numbers = { dev: 1, mode: (isFolder ? 0o40000 : 0o100000) | (isFolder ? 0o555 : 0o444) | (isWritable ? 0o200 : 0), nlink: 1,
      uid: 1000, gid: 1000, rdev: 0, blksize: 4096, ino: number, size, blocks: Math.ceil(size / 512), atimeMs: whole, mtimeMs: whole,
      ctimeMs: whole, birthtimeMs: whole };
    for (const [name, value] of Object.entries(numbers)) this[name] = bigint ? BigInt(value) : value;
    for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) {
      if (bigint) this[`${name}Ns`] = BigInt(whole) * 1000000n;
      this[name] = new Date(whole);
    }
  }
}
define(Stats, (stats) => (Number(stats.mode) & 0o170000) === 0o40000);

export class Dirent {
  #isFolder;
  constructor(name, parentPath, isFolder) {
    Object.assign(this, { name, parentPath, path: parentPath });
    this.#isFolder = isFolder;
  }
  static isFolder(entry) { return entry.#isFolder; }
}
define(Dirent, Dirent.isFolder);
