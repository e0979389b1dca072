// Node's `fs` where there are no files: what asks whether there is one hears no, all else is refused.
import { refusing } from './refused.js';

const constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2, COPYFILE_FICLONE_FORCE: 4,
  O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_NOCTTY: 256, O_TRUNC: 512, O_APPEND: 1024,
  O_NONBLOCK: 2048, O_DSYNC: 4096, O_DIRECTORY: 65536, O_NOFOLLOW: 131072, O_SYNC: 1052672, S_IFMT: 61440, S_IFREG: 32768,
  S_IFDIR: 16384, S_IFCHR: 8192, S_IFBLK: 24576, S_IFIFO: 4096, S_IFLNK: 40960, S_IFSOCK: 49152, S_IRWXU: 448, S_IRUSR: 256,
  S_IWUSR: 128, S_IXUSR: 64, S_IRWXG: 56, S_IRGRP: 32, S_IWGRP: 16, S_IXGRP: 8, S_IRWXO: 7, S_IROTH: 4, S_IWOTH: 2, S_IXOTH: 1 };

// `graceful-fs` and its like make classes of these that extend them without `new`.
function exists(path, done) { queueMicrotask(() => done(false)); }
const { realpath, realpathSync, ReadStream, WriteStream } = refusing('fs');
realpath.native = realpath;
realpathSync.native = realpathSync;
function streams(type) {
  const made = function (...args) { return new type(...args); };
  made.prototype = Object.create(require('./stream.js').module[type === ReadStream ? 'Readable' : 'Writable'].prototype);
  return Object.defineProperty(made, 'name', { value: type.name, configurable: true });
}

export const module = { constants, exists, existsSync: () => false, realpath, realpathSync, ReadStream: streams(ReadStream),
  WriteStream: streams(WriteStream), promises: { ...refusing('fs/promises'), constants } };
