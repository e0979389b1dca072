// Node's `readline` over streams: lines of what a stream gives. The process's own input gives nothing.
import { EventEmitter } from 'events';
import { StringDecoder } from 'string_decoder/';

class Interface extends EventEmitter {
  #prompt = '> ';
  #rest = '';
  #questions = [];
  constructor(input, output) {
    super();
    const given = typeof input?.on === 'function' ? { input, output } : input ?? {};
    Object.assign(this, { input: given.input, output: given.output, terminal: false, line: '', cursor: 0, closed: false });
    const decoder = new StringDecoder('utf8');
    this.input?.on('data', (part) => this.#take(typeof part === 'string' ? part : decoder.write(part)));
    this.input?.on('end', () => {
      if (this.#rest !== '') this.#give(this.#rest);
      this.close();
    });
    this.input?.on('error', (error) => { if (this.listenerCount('error') > 0) this.emit('error', error); });
    this.input?.resume?.();
    if (typeof given.prompt === 'string') this.#prompt = given.prompt;
    given.signal?.addEventListener('abort', () => this.close(), { once: true });
  }
  #take(text) {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    for (const line of lines) this.#give(line);
  }
  #give(line) {
    if (this.closed) return;
    if (this.#questions.length > 0) this.#questions.shift()(line);
    else this.emit('line', line);
  }
  setPrompt(prompt) { this.#prompt = prompt; }
  getPrompt() { return this.#prompt; }
  prompt() { this.output?.write?.(this.#prompt); }
  question(query, options, done = options) {
    if (this.closed) throw Object.assign(new Error('readline was closed'), { code: 'ERR_USE_AFTER_CLOSE' });
    this.output?.write?.(query);
    this.#questions.push(done);
  }
  write() {}
  pause() { this.input?.pause?.(); return this; }
  resume() { this.input?.resume?.(); return this; }
  close() {
    if (this.closed) return;
    this.closed = true;
    this.input?.pause?.();
    this.emit('close');
  }
  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() { this.close(); }
  [Symbol.asyncIterator]() {
    const lines = [], waiting = [];
    const end = () => { for (const each of waiting.splice(0)) each({ value: undefined, done: true }); };
    this.on('line', (line) => (waiting.length > 0 ? waiting.shift()({ value: line, done: false }) : lines.push(line)));
    this.once('close', end);
    return {
      next: () => (lines.length > 0 ? Promise.resolve({ value: lines.shift(), done: false })
        : this.closed ? Promise.resolve({ value: undefined, done: true }) : new Promise((resolve) => waiting.push(resolve))),
      return: () => { this.close(); return Promise.resolve({ value: undefined, done: true }); },
      [Symbol.asyncIterator]() { return this; },
    };
  }
}
class PromisedInterface extends Interface {
  question(query) { return new Promise((resolve) => super.question(query, resolve)); }
}
const written = (...args) => {
  const done = args[args.length - 1];
  if (typeof done === 'function') queueMicrotask(done);
  return true;
};

export const promises = { Interface: PromisedInterface, createInterface: (input, output) => new PromisedInterface(input, output) };
export const module = { Interface, createInterface: (input, output) => new Interface(input, output), clearLine: written,
  clearScreenDown: written, cursorTo: written, moveCursor: written, emitKeypressEvents() {}, promises };
