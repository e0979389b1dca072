// Blob and File (W3C File API), their bytes in memory. Own code: the npm packages wait for Node's streams at top level.
import { isArrayBuffer, toUSVString } from './node/util.js';

// Not before they are needed: what globals.js has them from needs this file.
const encode = (text) => new TextEncoder().encode(text), decode = (bytes) => new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes);
const piece = 65536;
let bytesOf, isBlob, isFile;

function bytesOfPart(part, endings) {
  if (isBlob(part)) return bytesOf(part);
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength));
  if (isArrayBuffer(part)) return new Uint8Array(part.slice(0));
  const text = `${part}`;
  return encode(endings === 'native' ? text.replace(/\r\n?/g, '\n') : text);
}

const typeOf = (type) => (/^[\x20-\x7e]*$/.test(type) ? type.toLowerCase() : '');

function bound(offset, size) {
  const whole = Math.trunc(Number(offset)) || 0;
  return whole < 0 ? Math.max(size + whole, 0) : Math.min(whole, size);
}

export class Blob {
  #bytes;
  #type;
  static {
    bytesOf = (blob) => blob.#bytes;
    isBlob = (value) => typeof value === 'object' && value !== null && #bytes in value;
  }

  constructor(parts = [], options = {}) {
    if (parts === null || typeof parts !== 'object' || typeof parts[Symbol.iterator] !== 'function') {
      const error = new TypeError('The "sources" argument must be an instance of Iterable.');
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
    const { type = '', endings = 'transparent' } = options ?? {};
    if (endings !== 'transparent' && endings !== 'native')
      throw new TypeError(`The property 'options.endings' is invalid. Received '${endings}'`);
    const all = [];
    let size = 0;
    for (const part of parts) {
      all.push(bytesOfPart(part, endings));
      size += all.at(-1).byteLength;
    }
    this.#bytes = new Uint8Array(size);
    let at = 0;
    for (const bytes of all) {
      this.#bytes.set(bytes, at);
      at += bytes.byteLength;
    }
    this.#type = typeOf(`${type}`);
  }
  get size() { return this.#bytes.byteLength; }
  get type() { return this.#type; }
  slice(start = 0, end = this.size, type = '') {
    const begin = bound(start, this.size);
    const blob = new Blob([], { type });
    blob.#bytes = this.#bytes.subarray(begin, Math.max(bound(end, this.size), begin));
    return blob;
  }
  async arrayBuffer() { return this.#bytes.slice().buffer; }
  async bytes() { return this.#bytes.slice(); }
  async text() { return decode(this.#bytes); }
  stream() {
    const bytes = this.#bytes;
    let at = 0;
    return new ReadableStream({ type: 'bytes',
      pull(controller) {
        if (at < bytes.byteLength) return controller.enqueue(bytes.slice(at, at += piece));
        controller.close();
        controller.byobRequest?.respond(0);
      } });
  }
}

export class File extends Blob {
  #name;
  #lastModified;
  static { isFile = (value) => typeof value === 'object' && value !== null && #name in value; }

  constructor(parts, name, options = {}) {
    if (arguments.length < 2)
      throw new TypeError(`File constructor requires at least 2 arguments, but only ${arguments.length} passed`);
    super(parts, options);
    const { lastModified = Date.now() } = options ?? {};
    this.#name = toUSVString(name);
    this.#lastModified = Math.trunc(Number(lastModified)) || 0;
  }
  get name() { return this.#name; }
  get lastModified() { return this.#lastModified; }
}

for (const [tag, type, names] of [['Blob', Blob, ['size', 'type', 'slice', 'arrayBuffer', 'bytes', 'text', 'stream']],
  ['File', File, ['name', 'lastModified']]]) {
  for (const name of names) Object.defineProperty(type.prototype, name, { enumerable: true });
  Object.defineProperty(type.prototype, Symbol.toStringTag, { configurable: true, value: tag });
}
