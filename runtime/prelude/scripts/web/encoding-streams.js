// https://encoding.spec.whatwg.org/#interface-textdecoderstream and its counterpart.
const streamOf = (target, transformer) => {
  const stream = new TransformStream(transformer);
  Object.defineProperties(target, { readable: { value: stream.readable, enumerable: true },
    writable: { value: stream.writable, enumerable: true } });
};

export class TextDecoderStream {
  #decoder;
  constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    this.#decoder = new TextDecoder(label, { fatal, ignoreBOM });
    streamOf(this, {
      transform: (chunk, sink) => {
        const text = this.#decoder.decode(chunk, { stream: true });
        if (text !== '') sink.enqueue(text);
      },
      flush: (sink) => {
        const text = this.#decoder.decode();
        if (text !== '') sink.enqueue(text);
      },
    });
  }
  get encoding() { return this.#decoder.encoding; }
  get fatal() { return this.#decoder.fatal; }
  get ignoreBOM() { return this.#decoder.ignoreBOM; }
}

export class TextEncoderStream {
  constructor() {
    const encoder = new TextEncoder();
    let half = '';   // of a surrogate pair whose other half comes with the next chunk
    streamOf(this, {
      transform(chunk, sink) {
        let text = half + chunk;
        const last = text.charCodeAt(text.length - 1);
        half = last >= 0xd800 && last < 0xdc00 ? text.slice(-1) : '';
        if (half !== '') text = text.slice(0, -1);
        if (text !== '') sink.enqueue(encoder.encode(text));
      },
      flush: (sink) => { if (half !== '') sink.enqueue(encoder.encode('\ufffd')); },
    });
  }
  get encoding() { return 'utf-8'; }
}
for (const [tag, type] of [['TextDecoderStream', TextDecoderStream], ['TextEncoderStream', TextEncoderStream]])
  Object.defineProperty(type.prototype, Symbol.toStringTag, { value: tag, configurable: true });
