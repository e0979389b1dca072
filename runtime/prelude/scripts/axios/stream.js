// A response's body as tools written for Node read it: by events, by `for await`, or into something that writes.
import { moduleNamed } from 'agentc:node';

const EventEmitter = moduleNamed('events');

export class ResponseStream extends EventEmitter {
  #chunks;
  #decoder;
  #isRead = false;
  #isPaused = false;
  #resume;
  constructor(chunks) {
    super();
    this.#chunks = chunks;
    Object.assign(this, { readable: true, destroyed: false, readableEnded: false });
    this.on('newListener', (type) => { if (type === 'data' || type === 'readable') this.#read(); });
  }
  setEncoding(encoding = 'utf8') {
    this.#decoder = new TextDecoder(encoding);
    return this;
  }
  pause() { this.#isPaused = true; return this; }
  isPaused() { return this.#isPaused; }
  resume() {
    this.#isPaused = false;
    this.#resume?.();
    this.#read();
    return this;
  }
  pipe(target, { end = true } = {}) {
    this.on('data', (chunk) => {
      if (target.write(chunk) !== false) return;
      this.pause();
      target.once?.('drain', () => this.resume());
    });
    if (end) this.on('end', () => target.end());
    return target;
  }
  destroy(error) {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.#chunks.return().catch(() => {});
    if (error) this.emit('error', error);
    this.emit('close');
    return this;
  }
  #decode(chunk) { return this.#decoder ? this.#decoder.decode(chunk, { stream: true }) : chunk; }
  async #read() {
    if (this.#isRead) return;
    this.#isRead = true;
    await undefined;   // so that all listeners are there
    try {
      for await (const chunk of this.#chunks) {
        if (this.destroyed) return;
        this.emit('data', this.#decode(chunk));
        while (this.#isPaused) await new Promise((resolve) => { this.#resume = resolve; });
      }
    } catch (error) {
      this.destroy(error);
      return;
    }
    if (this.destroyed) return;
    this.readableEnded = true;
    this.emit('end');
    this.emit('close');
  }
  async* [Symbol.asyncIterator]() {
    this.#isRead = true;
    for await (const chunk of this.#chunks) yield this.#decode(chunk);
  }
}
