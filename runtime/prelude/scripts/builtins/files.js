// Node's `fs` over the bundle's own files, a scratch folder, and what a person granted. What names nothing of these is not
// there, as Node says it (ENOENT); changing what may only be read is EROFS.
import { EventEmitter } from 'events';
import { constants } from './files/constants.js';
import { core } from './files/core.js';
import { refusing } from './refused.js';
import { Dirent, Stats } from './files/stats.js';
import { Dir, FileHandle, ReadStream, WriteStream } from './files/streams.js';

const fs = { ...refusing('fs'), constants, Stats, Dirent, Dir, ReadStream, WriteStream, FileReadStream: ReadStream,
  FileWriteStream: WriteStream, createReadStream: (path, options) => new ReadStream(path, options),
  createWriteStream: (path, options) => new WriteStream(path, options), opendirSync: (path, options) => new Dir(path, options),
  F_OK: constants.F_OK, R_OK: constants.R_OK, W_OK: constants.W_OK, X_OK: constants.X_OK };
const promises = { ...refusing('fs/promises'), constants, open: async (...args) => new FileHandle(core.open(...args)),
  opendir: async (path, options) => new Dir(path, options) };

const needsCallback = () => Object.assign(new TypeError('The "cb" argument must be of type function. Received undefined'), { code: 'ERR_INVALID_ARG_TYPE' });
for (const [name, wait] of Object.entries(core)) {
  fs[`${name}Sync`] = wait;
  if (fs[name] || name.startsWith('l'))
    fs[name] = { [name](...args) {
      const done = args.pop();
      if (typeof done !== 'function') throw needsCallback();
      let result;
      try { result = wait(...args); } catch (error) {
        if (error.code?.startsWith('ERR_')) throw error;
        return void queueMicrotask(() => done(error));
      }
      queueMicrotask(() => (result === undefined ? done(null) : done(null, result)));
    } }[name];
  if (promises[name] && name !== 'open') promises[name] = { async [name](...args) { return wait(...args); } }[name];
}
// These tell more or less than an error and a result.
const told = (name, extra) => {
  const plain = fs[name];
  fs[name] = (fd, buffer, ...args) => {
    const done = args.pop();
    plain(fd, buffer, ...args, (error, length) => done(error, length, buffer));
  };
  fs[name][Symbol.for('nodejs.util.promisify.custom')] = async (fd, buffer, ...args) => ({ [extra]: core[name](fd, buffer, ...args), buffer });
};
told('read', 'bytesRead');
told('write', 'bytesWritten');
fs.exists = (path, done) => queueMicrotask(() => done(core.exists(path)));
fs.exists[Symbol.for('nodejs.util.promisify.custom')] = async (path) => core.exists(path);
fs.opendir = (path, options, done = options) => queueMicrotask(() => {
  let dir;
  try { dir = new Dir(path, options); } catch (error) { return done(error); }
  done(null, dir);
});
fs.realpath.native = fs.realpath;
fs.realpathSync.native = fs.realpathSync;

// Nothing changes but by the program itself, which nobody tells.
class FSWatcher extends EventEmitter {
  close() {}
  ref() { return this; }
  unref() { return this; }
}
fs.watch = fs.watchFile = () => new FSWatcher();
fs.unwatchFile = () => {};

export { constants };
export const module = Object.assign(fs, { promises });
