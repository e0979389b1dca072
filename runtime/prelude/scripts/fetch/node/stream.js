// Node's `stream` as far as undici's fetch uses it: the body of an answer on its way to a ReadableStream. The broker has
// decoded it already, so `pipeline` needs no decoder.
import EventEmitter from './events.cjs';

export class Readable extends EventEmitter {
  #chunks = [];
  #ended = false;
  #failure;
  #read;
  #waiting;

  constructor({ read }) {
    super();
    this.#read = read;
  }
  push(chunk) {
    if (chunk === null) this.#ended = true;
    else this.#chunks.push(chunk);
    this.#answer();
    return false;
  }
  destroy(error) {
    if (this.#failure || (this.#ended && this.#chunks.length === 0)) return this;
    this.#failure = { error };
    this.#chunks = [];
    this.#answer();
    return this;
  }
  next() {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (!this.#answer()) this.#read();
    });
  }
  #answer() {
    if (!this.#waiting || (!this.#failure && !this.#ended && this.#chunks.length === 0)) return false;
    const { resolve, reject } = this.#waiting;
    this.#waiting = undefined;
    if (this.#failure) reject(this.#failure.error);
    else if (this.#chunks.length > 0) resolve({ done: false, value: this.#chunks.shift() });
    else resolve({ done: true, value: undefined });
    return true;
  }
  [Symbol.asyncIterator]() { return this; }
}

export class Transform {}
export const pipeline = (source) => source;
// Only undici's timing of bodies asks.
export const finished = () => {};

// These are asked of web streams: web-streams-polyfill keeps its state in these members.
export const isDisturbed = (stream) => stream._disturbed === true;
export const isErrored = (stream) => stream._state === 'errored';
export const isReadable = (stream) => stream._state === 'readable';
