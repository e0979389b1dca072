// `fs.createReadStream` and `createWriteStream`, and the directories and handles that are opened.
import { core } from './core.js';
import { module as streams } from '../stream.js';

const later = (use, done) => queueMicrotask(() => {
  let result;
  try { result = use(); } catch (error) { return done(error); }
  done(null, result);
});
// Older code extends these without `new`.
function callable(type) {
  const made = function (...args) { return Reflect.construct(type, args, new.target ?? made); };
  made.prototype = type.prototype;
  type.prototype.constructor = made;
  Object.setPrototypeOf(made, type);
  return Object.defineProperty(made, 'name', { value: type.name, configurable: true });
}

export const ReadStream = callable(class ReadStream extends streams.Readable {
  constructor(path, given) {
    const options = typeof given === 'string' ? { encoding: given } : given ?? {};
    super({ highWaterMark: options.highWaterMark ?? 65536, encoding: options.encoding, signal: options.signal });
    Object.assign(this, { path, flags: options.flags ?? 'r', fd: options.fd?.fd ?? options.fd ?? null, bytesRead: 0, start: options.start, end: options.end ?? Infinity });
    this.position = options.start;
  }
  _construct(done) {
    if (typeof this.fd === 'number') return done();
    later(() => { this.fd = core.open(this.path, this.flags); }, (error) => {
      done(error);
      if (!error) { this.emit('open', this.fd); this.emit('ready'); }
    });
  }
  _read(size) {
    later(() => {
      const left = this.end - (this.position ?? this.bytesRead) + 1, buffer = Buffer.alloc(Math.max(0, Math.min(size, left)));
      const length = buffer.length === 0 ? 0 : core.read(this.fd, buffer, 0, buffer.length, this.position ?? null);
      if (this.position !== undefined) this.position += length;
      this.bytesRead += length;
      return length === 0 ? null : buffer.subarray(0, length);
    }, (error, part) => (error ? this.destroy(error) : this.push(part)));
  }
  _destroy(error, done) { closeOf(this, error, done); }
  close(done) { if (done) this.once('close', done); this.destroy(); }
});

export const WriteStream = callable(class WriteStream extends streams.Writable {
  constructor(path, given) {
    const options = typeof given === 'string' ? { encoding: given } : given ?? {};
    super({ highWaterMark: options.highWaterMark, defaultEncoding: options.encoding ?? 'utf8', signal: options.signal, decodeStrings: true });
    Object.assign(this, { path, flags: options.flags ?? 'w', fd: options.fd?.fd ?? options.fd ?? null, bytesWritten: 0 });
    this.position = options.start;
  }
  _construct(done) {
    if (typeof this.fd === 'number') return done();
    later(() => { this.fd = core.open(this.path, this.flags); }, (error) => {
      done(error);
      if (!error) { this.emit('open', this.fd); this.emit('ready'); }
    });
  }
  _write(part, encoding, done) {
    later(() => {
      core.write(this.fd, part, 0, part.length, this.position ?? null);
      if (this.position !== undefined) this.position += part.length;
      this.bytesWritten += part.length;
    }, done);
  }
  _destroy(error, done) { closeOf(this, error, done); }
  close(done) {
    if (done) this.once('close', done);
    this.end();
  }
});

function closeOf(stream, error, done) {
  try { if (typeof stream.fd === 'number') core.close(stream.fd); } catch (failure) { error ??= failure; }
  stream.fd = null;
  done(error);
}

export class Dir {
  #entries;
  constructor(path, options) {
    this.path = path;
    this.#entries = core.readdir(path, { ...options, withFileTypes: true });
  }
  readSync() { return this.#entries.shift() ?? null; }
  read(done) { return done ? later(() => this.readSync(), done) : Promise.resolve(this.readSync()); }
  closeSync() {}
  close(done) { return done ? later(() => {}, done) : Promise.resolve(); }
  async *[Symbol.asyncIterator]() { for (let entry; (entry = this.readSync()) !== null;) yield entry; }
}

export class FileHandle {
  constructor(fd) { this.fd = fd; }
  async read(buffer, ...rest) {
    if (!ArrayBuffer.isView(buffer)) { const { buffer: given = Buffer.alloc(16384), ...options } = buffer ?? {}; return this.read(given, options); }
    return { bytesRead: core.read(this.fd, buffer, ...rest), buffer };
  }
  async write(buffer, ...rest) { return { bytesWritten: core.write(this.fd, buffer, ...rest), buffer }; }
  async readFile(options) { return core.readFile(this.fd, options); }
  async writeFile(data, options) { return core.writeFile(this.fd, data, options); }
  async appendFile(data, options) { return core.writeFile(this.fd, data, options); }
  async stat(options) { return core.fstat(this.fd, options); }
  async truncate(length) { return core.ftruncate(this.fd, length); }
  async sync() {}
  async datasync() {}
  async chmod() {}
  async chown() {}
  async utimes() {}
  async *readLines(options) { yield* require('../readline.js').module.createInterface({ ...options, input: this.createReadStream(options) }); }
  createReadStream(options) { return new ReadStream(undefined, { ...options, fd: this.fd }); }
  createWriteStream(options) { return new WriteStream(undefined, { ...options, fd: this.fd }); }
  async close() { if (this.fd >= 0) core.close(this.fd); this.fd = -1; }
  async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() { await this.close(); }
}
